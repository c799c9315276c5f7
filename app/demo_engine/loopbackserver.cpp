// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/loopbackserver.h"

#include <array>
#include <cerrno>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace algenta::demo
{

namespace
{

constexpr std::size_t bodyLimit = 4 * 1024 * 1024;
constexpr int pollSlice = 50;
constexpr int idleSlices = 100;
constexpr int readSlices = 600;

bool waitFor(int socket, short events, int milliseconds)
{
    pollfd descriptor{socket, events, 0};
    int ready = 0;
    do {
        ready = ::poll(&descriptor, 1, milliseconds);
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

/** Reads ahead, and writes nothing once the fate of the connection says so. */
class SocketStream : public httplib::Stream
{
public:
    SocketStream(int socket, const std::atomic<bool> &closing)
        : m_socket(socket)
        , m_closing(closing)
    {
    }

    [[nodiscard]] bool hasBuffered() const { return m_begin < m_end; }
    bool is_readable() const override { return hasBuffered() || waitFor(m_socket, POLLIN, 0); }
    bool is_writable() const override
    {
        // A client that went away is readable at its end of file.
        char byte = 0;
        const bool gone =
            waitFor(m_socket, POLLIN, 0) && ::recv(m_socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
        return !m_closing && !gone && waitFor(m_socket, POLLOUT, pollSlice);
    }
    ssize_t read(char *data, std::size_t size) override
    {
        if (!hasBuffered()) {
            int slices = 0;
            while (!waitFor(m_socket, POLLIN, pollSlice)) {
                if (m_closing || ++slices > readSlices)
                    return -1;
            }
            const ssize_t got = ::recv(m_socket, m_buffer.data(), m_buffer.size(), 0);
            if (got <= 0)
                return got;
            m_begin = 0;
            m_end = static_cast<std::size_t>(got);
        }
        const std::size_t take = std::min(size, m_end - m_begin);
        std::copy_n(m_buffer.data() + m_begin, take, data);
        m_begin += take;
        return static_cast<ssize_t>(take);
    }
    ssize_t write(const char *data, std::size_t size) override
    {
        const auto &fate = LoopbackServer::fate();
        return fate.silent || fate.rawBytes ? static_cast<ssize_t>(size) : send(data, size);
    }
    ssize_t send(const char *data, std::size_t size)
    {
        std::size_t done = 0;
        while (done < size) {
            const ssize_t sent = ::send(m_socket, data + done, size - done, MSG_NOSIGNAL);
            if (sent < 0 && errno == EINTR)
                continue;
            if (sent < 0)
                return -1;
            done += static_cast<std::size_t>(sent);
        }
        return static_cast<ssize_t>(size);
    }
    void get_remote_ip_and_port(std::string &ip, int &port) const override
    {
        ip = "127.0.0.1";
        port = 0;
    }
    void get_local_ip_and_port(std::string &ip, int &port) const override
    {
        get_remote_ip_and_port(ip, port);
    }
    socket_t socket() const override { return m_socket; }

private:
    int m_socket;
    const std::atomic<bool> &m_closing;
    std::array<char, 16384> m_buffer{};
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
};

/** A new thread for each connection; shutdown waits for all of them. */
class ThreadEach : public httplib::TaskQueue
{
public:
    void enqueue(std::function<void()> task) override
    {
        const std::lock_guard lock(m_mutex);
        ++m_running;
        std::thread([this, task = std::move(task)] {
            task();
            const std::lock_guard done(m_mutex);
            --m_running;
            m_idle.notify_all();
        }).detach();
    }
    void shutdown() override
    {
        std::unique_lock lock(m_mutex);
        m_idle.wait(lock, [this] { return m_running == 0; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_idle;
    int m_running = 0;
};

} // namespace

ConnectionFate &LoopbackServer::fate()
{
    thread_local ConnectionFate value;
    return value;
}

LoopbackServer::LoopbackServer(Handler handler)
{
    new_task_queue = [] { return new ThreadEach; };
    // The library's default also sets SO_REUSEPORT, with which two engines could share one port.
    set_socket_options([](socket_t socket) {
        const int yes = 1;
        ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    set_tcp_nodelay(true);
    set_payload_max_length(bodyLimit);
    set_error_handler([](const httplib::Request &, httplib::Response &response) {
        if (response.status == 413 && response.body.empty())
            response.set_content("Request body too large", "text/plain");
    });
    const std::string any = ".*";
    Get(any, handler);
    Post(any, handler);
    Put(any, handler);
    Patch(any, handler);
    Delete(any, handler);
    Options(any, std::move(handler));
}

LoopbackServer::~LoopbackServer()
{
    close();
}

std::optional<int> LoopbackServer::bind(int wantedPort)
{
    const std::string host = "127.0.0.1";
    const int port = wantedPort == 0                  ? bind_to_any_port(host)
                     : bind_to_port(host, wantedPort) ? wantedPort
                                                      : -1;
    return port > 0 ? std::optional(port) : std::nullopt;
}

void LoopbackServer::serve()
{
    m_thread = std::thread([this] { listen_after_bind(); });
}

void LoopbackServer::close()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_wake.notify_all();
    if (!m_thread.joinable())
        return;
    // stop() does nothing before the listening thread runs.
    while (!is_running())
        std::this_thread::yield();
    stop();
    m_thread.join();
}

bool LoopbackServer::waitUnlessClosing(std::chrono::milliseconds time)
{
    std::unique_lock lock(m_mutex);
    return !m_wake.wait_for(lock, time, [this] { return m_closing.load(); });
}

bool LoopbackServer::process_and_close_socket(socket_t socket)
{
    SocketStream stream(socket, m_closing);
    bool more = true;
    while (more && !m_closing) {
        int slices = 0;
        while (!stream.hasBuffered() && !waitFor(socket, POLLIN, pollSlice)) {
            if (m_closing || ++slices > idleSlices) {
                more = false;
                break;
            }
        }
        if (!more)
            break;
        fate() = {};
        bool closed = false;
        more = process_request(stream, false, closed, nullptr) && !closed;
        if (fate().rawBytes)
            stream.send(fate().rawBytes->data(), fate().rawBytes->size());
        more = more && !fate().silent && !fate().rawBytes;
    }
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
    return true;
}

} // namespace algenta::demo
