// SPDX-License-Identifier: Apache-2.0
#include "core/net/connectprobe.h"

#include "core/net/exchangeerrors.h"

#include <QHostAddress>
#include <QPromise>
#include <QSslCipher>
#include <QSslSocket>
#include <QTimer>

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

using base::Error;
using base::ErrorCode;

namespace
{

QString protocolText(QSsl::SslProtocol protocol)
{
    switch (protocol) {
    case QSsl::TlsV1_2:
        return u"TLS 1.2"_s;
    case QSsl::TlsV1_3:
        return u"TLS 1.3"_s;
    default:
        return u"TLS"_s;
    }
}

} // namespace

struct ConnectProbe::Attempt {
    QUrl url;
    ConnectReport report;
    QPromise<ConnectReport> promise;
    std::unique_ptr<QTcpSocket> socket;
    QTimer timer;
    QStringList problems;
    bool throughProxy = false;
};

ConnectProbe::ConnectProbe(Link link, HttpLimits limits, QObject *parent)
    : QObject(parent)
    , m_link(std::move(link))
    , m_limits(limits)
{
}

ConnectProbe::~ConnectProbe()
{
    cancel();
}

QFuture<ConnectReport> ConnectProbe::run(const QUrl &url)
{
    cancel();
    m_attempt = std::make_unique<Attempt>();
    m_attempt->promise.start();
    const QFuture<ConnectReport> future = m_attempt->promise.future();
    auto usable = checkHttpUrl(url);
    if (usable) {
        usable = m_link.checkPlainHttp(url);
    }
    if (usable) {
        begin(url);
    } else {
        end(usable.error());
    }
    return future;
}

void ConnectProbe::begin(const QUrl &url)
{
    Attempt &attempt = *m_attempt;
    attempt.url = url;
    const bool isTls = url.scheme() == "https"_L1;
    auto *tls = isTls ? new QSslSocket : nullptr;
    attempt.socket.reset(tls != nullptr ? tls : new QTcpSocket);
    QTcpSocket *socket = attempt.socket.get();
    const QNetworkProxy proxy = m_link.readingProxy(url);
    attempt.throughProxy = proxy.type() != QNetworkProxy::NoProxy;
    socket->setProxy(proxy);
    attempt.timer.setSingleShot(true);
    connect(&attempt.timer, &QTimer::timeout, this, [this] {
        const bool reached = m_attempt->report.reached;
        Error error;
        error.code = ErrorCode::TimedOut;
        error.message =
            (reached ? u"%1 did not finish the TLS handshake within %2."_s
                     : u"No connection to %1 came about within %2."_s)
                .arg(originText(m_attempt->url), durationText(reached ? m_limits.tls : m_limits.connect));
        error.remedy = reached ? u"Check that this port speaks TLS."_s
                               : u"Check host and port, and whether a firewall lies between."_s;
        end(error);
    });
    connect(socket, &QAbstractSocket::errorOccurred, this, [this, socket](QAbstractSocket::SocketError code) {
        end(connectError({m_attempt->url, code, socket->errorString(), m_attempt->report.reached,
                          m_attempt->throughProxy, m_attempt->problems, m_attempt->report.chain}));
    });
    connect(socket, &QAbstractSocket::connected, this, [this, socket, isTls] {
        m_attempt->report.reached = true;
        m_attempt->report.peerAddress = socket->peerAddress().toString();
        m_attempt->timer.start(m_limits.tls);
        if (!isTls) {
            end({});
        }
    });
    if (tls != nullptr) {
        tls->setSslConfiguration(m_link.tls());
        connect(tls, &QSslSocket::sslErrors, this, [this, tls](const QList<QSslError> &problems) {
            m_attempt->report.chain = tls->peerCertificateChain();
            m_attempt->report.problems = problems;
            for (const QSslError &problem : problems) {
                m_attempt->problems.append(problem.errorString());
            }
        });
        connect(tls, &QSslSocket::encrypted, this, [this, tls] {
            m_attempt->report.chain = tls->peerCertificateChain();
            m_attempt->report.tlsProtocol = protocolText(tls->sessionProtocol());
            m_attempt->report.cipher = tls->sessionCipher().name();
            const auto pinned = m_link.checkPin(m_attempt->url, m_attempt->report.chain);
            end(pinned ? std::nullopt : std::optional<Error>(pinned.error()));
        });
    }
    attempt.timer.start(m_limits.connect);
    const QString host = url.host(QUrl::FullyEncoded);
    const auto port = static_cast<quint16>(url.port(isTls ? 443 : 80));
    if (tls != nullptr) {
        tls->connectToHostEncrypted(host, port);
    } else {
        socket->connectToHost(host, port);
    }
}

void ConnectProbe::end(std::optional<Error> error)
{
    if (!m_attempt) {
        return;
    }
    const std::unique_ptr<Attempt> attempt = std::move(m_attempt);
    attempt->timer.stop();
    if (attempt->socket) {
        // Its own signal may be what brought us here.
        attempt->socket->disconnect(this);
        attempt->socket->abort();
        attempt->socket.release()->deleteLater();
    }
    attempt->report.error = std::move(error);
    attempt->promise.addResult(std::move(attempt->report));
    attempt->promise.finish();
}

void ConnectProbe::cancel()
{
    if (m_attempt) {
        Error error;
        error.code = ErrorCode::Cancelled;
        error.message = u"The look at the connection was ended."_s;
        end(error);
    }
}

} // namespace algenta::net
