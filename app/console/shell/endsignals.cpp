// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/endsignals.h"

#include <atomic>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace algenta::console
{

namespace
{

constexpr std::array ending{SIGTERM, SIGINT, SIGHUP};

// All that a signal handler may touch.
std::atomic<int> writeEnd{-1};

void wake(int)
{
    const int savedError = errno;
    const char byte = 0;
    // A full pipe is as good: the reader is about to wake.
    [[maybe_unused]] const ssize_t written = ::write(writeEnd, &byte, 1);
    errno = savedError;
}

std::array<int, 2> openPipe()
{
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return {-1, -1};
    return ends;
}

} // namespace

EndSignals::EndSignals(QObject *parent)
    : QObject(parent)
    , m_pipe(openPipe())
    , m_notifier(QSocketNotifier::Read)
{
    if (m_pipe[0] < 0)
        return; // The system's own way of ending stays.
    writeEnd = m_pipe[1];
    m_notifier.setSocket(m_pipe[0]);
    m_notifier.setEnabled(true);
    connect(&m_notifier, &QSocketNotifier::activated, this, [this] {
        std::array<char, 16> bytes;
        while (::read(m_pipe[0], bytes.data(), bytes.size()) > 0) {
        }
        Q_EMIT requested();
    });
    struct sigaction action = {};
    action.sa_handler = wake;
    action.sa_flags = SA_RESTART;
    for (const int number : ending)
        ::sigaction(number, &action, nullptr);
}

EndSignals::~EndSignals()
{
    if (m_pipe[0] < 0)
        return;
    for (const int number : ending)
        ::signal(number, SIG_DFL);
    writeEnd = -1;
    m_notifier.setEnabled(false);
    ::close(m_pipe[0]);
    ::close(m_pipe[1]);
}

} // namespace algenta::console
