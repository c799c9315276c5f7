// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/cannedresponder.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <vector>

using namespace Qt::Literals::StringLiterals;

namespace algenta::bench
{

namespace
{

qint64 threadMicroseconds()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1'000'000 + time.tv_nsec / 1000;
}

/** The digits after "id": in a request; "1" where there are none. */
QByteArray idOf(QByteArrayView body)
{
    const qsizetype at = body.indexOf("\"id\":");
    QByteArray id;
    for (qsizetype i = at + 5; at >= 0 && i < body.size() && body[i] >= '0' && body[i] <= '9'; ++i)
        id.append(body[i]);
    return id.isEmpty() ? QByteArray("1") : id;
}

/** @p head: in lower case, without the blank line. */
qsizetype contentLength(const QByteArray &head)
{
    const qsizetype at = head.indexOf("content-length:");
    if (at < 0)
        return 0;
    const QByteArray value = head.mid(at + 15);
    const qsizetype end = value.indexOf('\r');
    return (end < 0 ? value : value.first(end)).trimmed().toLongLong();
}

QByteArray http(const QByteArray &body, bool close, int status = 200)
{
    return "HTTP/1.1 " + QByteArray::number(status) +
           " OK\r\nContent-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size()) +
           (close ? "\r\nConnection: close" : "") + "\r\n\r\n" + body;
}

QByteArray answerTo(QByteArrayView request, const QByteArray &result, bool close)
{
    const qsizetype headEnd = request.indexOf("\r\n\r\n") + 4;
    const QByteArrayView body = request.sliced(headEnd);
    if (body.indexOf("\"initialize\"") >= 0)
        return http(R"({"jsonrpc":"2.0","id":)" + idOf(body) +
                        R"(,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
                        R"("serverInfo":{"name":"canned","version":"1"}}})",
                    close);
    if (body.indexOf("notifications/") >= 0)
        return http({}, close, 202);
    if (!request.startsWith("POST"))
        return http({}, close, 405);
    return http(R"({"jsonrpc":"2.0","id":)" + idOf(body) + R"(,"result":)" + result + '}', close);
}

} // namespace

CannedResponder::CannedResponder(QByteArray result)
    : m_result(std::move(result))
    , m_listener(::socket(AF_INET, SOCK_STREAM, 0))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto *general = reinterpret_cast<sockaddr *>(&address);
    socklen_t size = sizeof address;
    if (::bind(m_listener, general, size) != 0 || ::listen(m_listener, 256) != 0 ||
        ::getsockname(m_listener, general, &size) != 0) {
        qFatal("no port for the responder");
    }
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] { acceptLoop(); });
}

CannedResponder::~CannedResponder()
{
    m_ending = true;
    m_thread.join();
    ::close(m_listener);
}

QUrl CannedResponder::url() const
{
    return QUrl(u"http://127.0.0.1:%1/mcp"_s.arg(m_port));
}

/** One thread serves every connection by turns: the clients here have one request under way at a time. */
void CannedResponder::acceptLoop()
{
    std::vector<pollfd> watched{{m_listener, POLLIN, 0}};
    std::array<char, 65536> bytes{};
    while (!m_ending) {
        if (::poll(watched.data(), watched.size(), 50) <= 0)
            continue;
        if (watched.front().revents & POLLIN) {
            const int socket = ::accept(m_listener, nullptr, nullptr);
            const int yes = 1;
            ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            watched.push_back({socket, POLLIN, 0});
        }
        for (std::size_t i = 1; i < watched.size();) {
            if (!watched[i].revents) {
                ++i;
                continue;
            }
            const int socket = watched[i].fd;
            QByteArray request;
            ssize_t got = ::read(socket, bytes.data(), bytes.size());
            bool close = got <= 0;
            while (got > 0) {
                request.append(bytes.data(), got);
                const qsizetype head = request.indexOf("\r\n\r\n");
                const QByteArray lower = request.first(std::max<qsizetype>(head, 0)).toLower();
                if (head >= 0 && request.size() >= head + 4 + contentLength(lower)) {
                    close = lower.contains("connection: close");
                    const QByteArray answer = answerTo(request, m_result, close);
                    close = ::write(socket, answer.constData(), static_cast<size_t>(answer.size())) !=
                                answer.size() ||
                            close;
                    break;
                }
                got = ::read(socket, bytes.data(), bytes.size());
                close = got <= 0;
            }
            if (close) {
                ::close(socket);
                watched.erase(watched.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                watched[i].revents = 0;
                ++i;
            }
        }
        m_cpu = threadMicroseconds();
    }
    for (std::size_t i = 1; i < watched.size(); ++i)
        ::close(watched[i].fd);
}

} // namespace algenta::bench
