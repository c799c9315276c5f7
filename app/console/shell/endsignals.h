// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <array>

namespace algenta::console
{

/**
 * SIGTERM, SIGINT and SIGHUP as a signal of the event loop: a session that ends closes the window as
 * its own button does. One at a time.
 */
class EndSignals : public QObject
{
    Q_OBJECT

public:
    explicit EndSignals(QObject *parent = nullptr);
    ~EndSignals() override;

Q_SIGNALS:
    void requested();

private:
    std::array<int, 2> m_pipe; ///< read end, write end
    QSocketNotifier m_notifier;
};

} // namespace algenta::console
