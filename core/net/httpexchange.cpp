// SPDX-License-Identifier: Apache-2.0
#include "core/net/httpexchange.h"

#include "core/base/redaction.h"
#include "core/base/textsafety.h"
#include "core/net/exchangeerrors.h"
#include "core/net/httptokens.h"

#include <QNetworkProxy>
#include <QSslSocket>
#include <QTcpSocket>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

using base::Error;
using base::ErrorCode;
using base::fail;
using base::Result;

namespace
{

constexpr qsizetype maxRawInError = 256 * 1024;

/** Headers that this class writes itself, or that would give the message a second meaning. */
constexpr std::array<QByteArrayView, 14> reservedHeaders{"authorization",   "host",
                                                         "content-length",  "transfer-encoding",
                                                         "connection",      "expect",
                                                         "upgrade",         "te",
                                                         "trailer",         "keep-alive",
                                                         "accept-encoding", "proxy-authorization",
                                                         "cookie",          "proxy-connection"};

} // namespace

Result<void> checkHttpRequest(const HttpRequest &request, const base::Secret *key)
{
    if (Result<void> url = checkHttpUrl(request.url); !url) {
        return url;
    }
    if (!isToken(request.method) || request.method == "CONNECT") {
        return fail(ErrorCode::InvalidInput, u"The request has no usable HTTP method."_s);
    }
    for (const Header &header : request.headers) {
        if (!isToken(header.first) || !isHeaderValue(header.second)) {
            return fail(ErrorCode::InvalidInput,
                        u"A request header contains a character that must not stand there."_s);
        }
        for (const QByteArrayView reserved : reservedHeaders) {
            if (header.first.compare(reserved, Qt::CaseInsensitive) == 0) {
                return fail(ErrorCode::InvalidInput,
                            u"The request header %1 is set by this program alone."_s.arg(
                                QString::fromLatin1(header.first)));
            }
        }
    }
    // A tab or space inside would end the credential early, so a key allows less than a header value.
    if (key != nullptr && (key->isEmpty() || !isHeaderValue(key->view()) || key->view().contains(' ') ||
                           key->view().contains('\t'))) {
        return fail(ErrorCode::InvalidInput,
                    u"The key is empty or contains a space, a line break or a character outside ASCII."_s,
                    u"Copy the key again, without spaces or line breaks around it."_s);
    }
    return {};
}

HttpExchange::HttpExchange(const HttpLimits &limits, Link link, Purpose purpose, HttpRequest request,
                           base::Secret key, Done done, QObject *parent)
    : QObject(parent)
    , m_limits(limits)
    , m_link(std::move(link))
    , m_purpose(purpose)
    , m_request(std::move(request))
    , m_key(std::move(key))
    , m_done(std::move(done))
    , m_parser(limits, m_request.method)
{
}

HttpExchange::~HttpExchange()
{
    cancel();
}

bool HttpExchange::isTls() const
{
    return m_request.url.scheme() == "https"_L1;
}

void HttpExchange::start()
{
    if (Result<void> allowed = m_link.checkPlainHttp(m_request.url); !allowed) {
        finish(tl::unexpected(allowed.error()));
        return;
    }
    if (isTls() && !QSslSocket::supportsSsl()) {
        finish(fail(ErrorCode::TlsFailed, u"This installation of Qt has no TLS support."_s,
                    u"Install the Qt TLS plugin (OpenSSL backend)."_s));
        return;
    }
    openSocket();
    m_phaseTimer.setSingleShot(true);
    m_totalTimer.setSingleShot(true);
    connect(&m_phaseTimer, &QTimer::timeout, this, &HttpExchange::phaseTimedOut);
    connect(&m_totalTimer, &QTimer::timeout, this, [this] {
        timedOut(u"The answer of %1 was not complete within %2; time ran out %3."_s.arg(
                     serverName(), durationText(m_limits.total), m_parser.position()),
                 {});
    });
    m_totalTimer.start(m_limits.total);
    startPhase(Phase::Connect);
    const QString host = m_request.url.host(QUrl::FullyEncoded);
    const auto port = static_cast<quint16>(m_request.url.port(isTls() ? 443 : 80));
    if (auto *tls = qobject_cast<QSslSocket *>(m_socket.get())) {
        tls->connectToHostEncrypted(host, port);
    } else {
        m_socket->connectToHost(host, port);
    }
}

void HttpExchange::openSocket()
{
    auto *tls = isTls() ? new QSslSocket : nullptr;
    m_socket.reset(tls != nullptr ? tls : new QTcpSocket);
    const QNetworkProxy proxy = m_purpose == Purpose::Read ? m_link.readingProxy(m_request.url)
                                                           : QNetworkProxy(QNetworkProxy::NoProxy);
    m_throughProxy = proxy.type() != QNetworkProxy::NoProxy;
    // Also for none: otherwise an application-wide proxy would apply.
    m_socket->setProxy(proxy);
    m_socket->setReadBufferSize(256 * 1024);
    connect(m_socket.get(), &QAbstractSocket::errorOccurred, this, &HttpExchange::socketFailed);
    connect(m_socket.get(), &QAbstractSocket::disconnected, this, &HttpExchange::connectionEnded);
    connect(m_socket.get(), &QIODevice::readyRead, this, &HttpExchange::readAvailable);
    connect(m_socket.get(), &QIODevice::bytesWritten, this, [this] { startPhase(m_phase); });
    connect(m_socket.get(), &QAbstractSocket::connected, this, &HttpExchange::reached);
    if (tls == nullptr) {
        return;
    }
    tls->setSslConfiguration(m_link.tls());
    connect(tls, &QSslSocket::sslErrors, this, [this, tls](const QList<QSslError> &problems) {
        m_chain = tls->peerCertificateChain();
        for (const QSslError &problem : problems) {
            m_certificateProblems.append(problem.errorString());
        }
    });
    connect(tls, &QSslSocket::encrypted, this, &HttpExchange::connected);
}

void HttpExchange::startPhase(Phase phase)
{
    if (!m_done) {
        return;
    }
    m_phase = phase;
    switch (phase) {
    case Phase::Connect:
        m_phaseTimer.start(m_limits.connect);
        break;
    case Phase::Tls:
        m_phaseTimer.start(m_limits.tls);
        break;
    case Phase::FirstByte:
        m_phaseTimer.start(m_limits.firstByte.value_or(m_limits.silence));
        break;
    case Phase::Silence:
        m_phaseTimer.start(m_limits.silence);
        break;
    }
}

void HttpExchange::phaseTimedOut()
{
    const QString server = serverName();
    switch (m_phase) {
    case Phase::Connect:
        timedOut(u"No connection to %1 came about within %2."_s.arg(server, durationText(m_limits.connect)),
                 u"Check host and port, and whether a firewall lies between."_s);
        break;
    case Phase::Tls:
        timedOut(u"%1 accepted the connection but did not finish the TLS handshake within %2."_s.arg(
                     server, durationText(m_limits.tls)),
                 u"Check that this port speaks TLS; an engine without TLS has an http:// address."_s);
        break;
    case Phase::FirstByte:
        timedOut(
            u"Nothing came from %1 for %2, %3."_s.arg(
                server, durationText(m_limits.firstByte.value_or(m_limits.silence)), m_parser.position()),
            {});
        break;
    case Phase::Silence:
        timedOut(u"Nothing more came from %1 for %2, %3."_s.arg(server, durationText(m_limits.silence),
                                                                m_parser.position()),
                 {});
        break;
    }
}

void HttpExchange::reached()
{
    m_reachedPeer = true;
    if (isTls()) {
        startPhase(Phase::Tls);
    } else {
        connected();
    }
}

void HttpExchange::cancel()
{
    finish(fail(ErrorCode::Cancelled,
                u"The request to %1 was ended here before it was answered."_s.arg(serverName())));
}

void HttpExchange::connected()
{
    if (!m_done) {
        return;
    }
    m_watch = ::dup(static_cast<int>(m_socket->socketDescriptor()));
    if (Result<void> peer = checkPeer(); !peer) {
        finish(tl::unexpected(peer.error()));
        return;
    }
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    const base::Secret bytes = requestBytes();
    startPhase(Phase::FirstByte);
    m_handedOver = true;
    const QByteArrayView view = bytes.view();
    if (m_socket->write(view.data(), view.size()) != view.size() && m_done) {
        finish(
            fail(ErrorCode::ConnectionLost, u"The request could not be written to %1."_s.arg(serverName())));
    }
}

/** The last checks before the first byte of the request. */
Result<void> HttpExchange::checkPeer() const
{
    if (auto *tls = qobject_cast<QSslSocket *>(m_socket.get())) {
        if (Result<void> pinned = m_link.checkPin(m_request.url, tls->peerCertificateChain()); !pinned) {
            return pinned;
        }
    } else if (!m_throughProxy && !m_link.options().allowPlainHttp && !m_socket->peerAddress().isLoopback()) {
        return fail(ErrorCode::NotAllowed,
                    u"%1 is on another machine although its name says this one. Nothing was sent."_s.arg(
                        serverName()),
                    u"Use 127.0.0.1, or an https:// address."_s);
    }
    return m_throughProxy ? Result<void>() : checkUnused();
}

/** A peer that is gone, or that speaks before it was asked, gets no request. */
Result<void> HttpExchange::checkUnused() const
{
    char byte = 0;
    const ssize_t got = ::recv(m_watch, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    const bool isQuiet = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    // Over TLS 1.3 session tickets arrive right after the handshake, and are no data.
    if (m_socket->bytesAvailable() > 0 || (got > 0 && !isTls())) {
        return fail(ErrorCode::NotAnEngine,
                    u"%1 spoke before it was asked: not an HTTP server."_s.arg(serverName()),
                    u"Check host and port. Nothing was sent."_s);
    }
    if (got > 0 || isQuiet) {
        return {};
    }
    return fail(ErrorCode::ConnectionLost,
                u"%1 accepted the connection and closed it at once. Nothing was sent."_s.arg(serverName()),
                u"Check that the engine is running behind this address."_s);
}

base::Secret HttpExchange::requestBytes() const
{
    const QUrl &url = m_request.url;
    const QString path = url.path(QUrl::FullyEncoded);
    QByteArray target = path.isEmpty() ? QByteArray("/") : path.toLatin1();
    if (url.hasQuery()) {
        target += '?' + url.query(QUrl::FullyEncoded).toLatin1();
    }
    QByteArray bytes;
    bytes.reserve(target.size() + m_request.body.size() + m_key.view().size() + m_limits.maxHead);
    bytes.append(m_request.method).append(' ').append(target).append(" HTTP/1.1\r\nHost: ");
    bytes.append(url.authority(QUrl::FullyEncoded).toLatin1());
    bytes.append("\r\nConnection: close\r\nAccept-Encoding: identity\r\n");
    if (!m_key.isEmpty()) {
        bytes.append("Authorization: Bearer ").append(m_key.view()).append("\r\n");
    }
    for (const Header &header : m_request.headers) {
        bytes.append(header.first).append(": ").append(header.second).append("\r\n");
    }
    if (!m_request.body.isEmpty() || m_request.method == "POST" || m_request.method == "PUT") {
        bytes.append("Content-Length: ").append(QByteArray::number(m_request.body.size())).append("\r\n");
    }
    bytes.append("\r\n").append(m_request.body);
    return base::Secret::takeFrom(bytes);
}

void HttpExchange::readAvailable()
{
    while (m_done && m_handedOver && m_socket->isOpen() && m_socket->bytesAvailable() > 0) {
        startPhase(Phase::Silence);
        const QByteArray bytes = m_socket->readAll();
        const qint64 room = m_limits.maxHead + m_limits.maxBody - m_received.size();
        m_received.append(QByteArrayView(bytes).first(qBound<qint64>(0, room, bytes.size())));
        if (Result<void> taken = m_parser.feed(bytes); !taken) {
            finish(tl::unexpected(taken.error()));
            return;
        }
        const HttpResponse &response = m_parser.response();
        const bool isRedirect = m_parser.hasHead() && response.status >= 300 && response.status < 400;
        if (isRedirect && m_purpose == Purpose::Read) {
            const QUrl target = redirectTarget(m_request.url, response);
            if (m_request.method == "GET" && isSameOrigin(m_request.url, target)) {
                m_redirect = target;
            }
            finish(tl::unexpected(redirectError(m_request.url, response)));
        } else if (m_parser.isComplete()) {
            finish(m_parser.response());
        }
    }
}

void HttpExchange::connectionEnded()
{
    readAvailable();
    if (!m_done) {
        return;
    }
    if (!m_handedOver) {
        finish(tl::unexpected(notConnected(QAbstractSocket::RemoteHostClosedError)));
        return;
    }
    // What became of the connection behind a proxy cannot be seen from here.
    if (m_parser.endsByClose() && (m_throughProxy || endedByReset())) {
        finish(
            fail(ErrorCode::ConnectionLost, u"%1 broke the connection off in the body."_s.arg(serverName())));
        return;
    }
    if (Result<void> closed = m_parser.close(); !closed) {
        Error error = closed.error();
        error.message = u"%1 ended the connection %2."_s.arg(serverName(), m_parser.position());
        if (isTls() && !m_link.hasClientCertificate() && m_received.isEmpty()) {
            error.remedy =
                u"A server that wants a client certificate ends connections like this: if it does, set "
                "certificate and key of this connection."_s;
        }
        finish(tl::unexpected(std::move(error)));
        return;
    }
    finish(m_parser.response());
}

bool HttpExchange::endedByReset() const
{
    tcp_info info{};
    socklen_t size = sizeof info;
    // An orderly close leaves the second descriptor in CLOSE_WAIT or on its way from there.
    return m_watch >= 0 && ::getsockopt(m_watch, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
           info.tcpi_state == TCP_CLOSE;
}

void HttpExchange::socketFailed(QAbstractSocket::SocketError error)
{
    if (!m_done) {
        return;
    }
    if (!m_handedOver) {
        finish(tl::unexpected(notConnected(error)));
    } else if (error == QAbstractSocket::RemoteHostClosedError) {
        connectionEnded();
    } else {
        readAvailable();
        if (m_done) {
            finish(tl::unexpected(brokenError(m_request.url, error, m_socket->errorString(),
                                              m_parser.position(), m_link.hasClientCertificate())));
        }
    }
}

Error HttpExchange::notConnected(QAbstractSocket::SocketError error) const
{
    return connectError({m_request.url, error, m_socket->errorString(), m_reachedPeer, m_throughProxy,
                         m_certificateProblems, m_chain});
}

void HttpExchange::timedOut(const QString &what, const QString &remedy)
{
    if (m_done) {
        finish(fail(ErrorCode::TimedOut, what, remedy));
    }
}

QString HttpExchange::serverName() const
{
    return originText(m_request.url);
}

void HttpExchange::finish(Result<HttpResponse> answer)
{
    const Done done = std::exchange(m_done, nullptr);
    if (!done) {
        return;
    }
    m_phaseTimer.stop();
    m_totalTimer.stop();
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
    }
    if (m_watch >= 0) {
        ::close(std::exchange(m_watch, -1));
    }
    ExchangeEnd end;
    end.handedOver = m_handedOver;
    end.redirect = m_redirect;
    end.received = std::exchange(m_received, {});
    // A server that repeats the key must not get it into a journal or onto a screen.
    if (!m_key.isEmpty()) {
        QByteArray key = m_key.view().toByteArray();
        end.received.replace(key, "[redacted]");
        if (answer) {
            answer->body.replace(key, "[redacted]");
            for (Header &header : answer->headers)
                header.second.replace(key, "[redacted]");
        }
        const base::Secret wiped = base::Secret::takeFrom(key);
    }
    if (!answer) {
        Error &error = answer.error();
        // A refused certificate brings its chain along; nothing was received then.
        if (error.raw.isEmpty()) {
            error.raw = base::redact(end.received.first(qMin(end.received.size(), maxRawInError)));
        }
        error.httpStatus = m_parser.response().status;
        error.requestId =
            base::elidedText(QString::fromUtf8(m_parser.response().header("x-request-id")), 200);
    }
    m_key.clear();
    end.answer = std::move(answer);
    // Whoever hears of the end may delete the owner, while callers of this function still run.
    setParent(nullptr);
    deleteLater();
    done(std::move(end));
}

} // namespace algenta::net
