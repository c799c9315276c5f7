// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QUrl>

#include <atomic>
#include <chrono>
#include <thread>

namespace algenta::bench
{

/**
 * Answers MCP and plain POSTs on loopback with canned bytes, from threads of its own, so that what it
 * costs can be taken off the process time.
 */
class CannedResponder
{
public:
    /** @p result: the JSON of the "result" of every tools/call. */
    explicit CannedResponder(QByteArray result);
    ~CannedResponder();
    CannedResponder(const CannedResponder &) = delete;
    CannedResponder &operator=(const CannedResponder &) = delete;

    [[nodiscard]] QUrl url() const;
    /** Processor time that its threads used so far. */
    [[nodiscard]] std::chrono::microseconds cpuTime() const { return std::chrono::microseconds(m_cpu); }

private:
    void acceptLoop();

    QByteArray m_result;
    int m_listener = -1;
    quint16 m_port = 0;
    std::atomic<bool> m_ending{false};
    std::atomic<qint64> m_cpu{0};
    std::thread m_thread;
};

} // namespace algenta::bench
