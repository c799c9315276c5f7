// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/testcertificate.h"

#include <QUrl>

#include <atomic>
#include <thread>

namespace algenta::test
{

/**
 * A TLS server that demands a client certificate and says so in an alert, as web servers do (Qt's own
 * server side ends such a connection without one). Answers 200 to those who have one.
 */
class StrictTlsServer
{
public:
    enum class Newest { Tls12, Tls13 };

    StrictTlsServer(const TestCertificate &own, const QSslCertificate &clientAuthority, Newest newest);
    ~StrictTlsServer();
    StrictTlsServer(const StrictTlsServer &) = delete;
    StrictTlsServer &operator=(const StrictTlsServer &) = delete;

    [[nodiscard]] QUrl url() const;
    /** Requests that were read behind a finished handshake. */
    [[nodiscard]] int requestCount() const { return m_requests; }

private:
    void serve(const TestCertificate &own, const QSslCertificate &clientAuthority, Newest newest);

    int m_listener = -1;
    quint16 m_port = 0;
    std::atomic<int> m_requests{0};
    std::atomic<bool> m_ending{false};
    std::thread m_thread;
};

} // namespace algenta::test
