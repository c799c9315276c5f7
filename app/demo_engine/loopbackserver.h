// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <httplib.h>

namespace algenta::demo
{

/** What to do with the connection instead of writing the answer; set by a handler for its own request. */
struct ConnectionFate {
    bool silent = false;                 ///< close without a byte
    std::optional<std::string> rawBytes; ///< write these and close
};

/**
 * An HTTP server on 127.0.0.1 with one thread a connection, so that a request may wait for another one
 * to the same server, and with the means to answer wrongly on purpose.
 */
class LoopbackServer : public httplib::Server
{
public:
    using Handler = std::function<void(const httplib::Request &, httplib::Response &)>;

    explicit LoopbackServer(Handler handler);
    ~LoopbackServer() override;

    /** The port, or nothing when it is taken; connections wait until serve(). */
    std::optional<int> bind(int wantedPort);
    void serve();
    /** Ends every connection and waits for running requests; safe to call twice. */
    void close();

    /** For the handler that runs on this thread. */
    static ConnectionFate &fate();
    /** Waits until the time is over or the server closes; false when it closes. */
    bool waitUnlessClosing(std::chrono::milliseconds time);
    [[nodiscard]] bool isClosing() const { return m_closing; }

private:
    bool process_and_close_socket(socket_t socket) override;

    std::thread m_thread;
    std::atomic<bool> m_closing{false};
    std::mutex m_mutex;
    std::condition_variable m_wake;
};

} // namespace algenta::demo
