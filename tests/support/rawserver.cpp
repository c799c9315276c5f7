// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rawserver.h"

#include <QHostAddress>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTcpSocket>
#include <QTimer>

#include <sys/socket.h>

using namespace Qt::Literals::StringLiterals;

namespace algenta::test
{

RawScript RawScript::answer(const QByteArray &bytes, End end)
{
    RawScript script;
    script.pieces = {bytes};
    script.end = end;
    return script;
}

RawScript RawScript::byteByByte(const QByteArray &bytes, End end)
{
    RawScript script;
    for (const char byte : bytes) {
        script.pieces.append(QByteArray(1, byte));
    }
    script.end = end;
    return script;
}

QByteArray RawRequest::header(const QByteArray &name) const
{
    for (const auto &one : headers) {
        if (one.first.compare(name, Qt::CaseInsensitive) == 0) {
            return one.second;
        }
    }
    return {};
}

RawServer::RawServer(QObject *parent)
    : QTcpServer(parent)
    , m_script(RawScript::answer(response(200, "{}")))
{
    listen(QHostAddress::LocalHost);
}

RawServer::~RawServer()
{
    const QList<QTcpSocket *> sockets = findChildren<QTcpSocket *>(Qt::FindDirectChildrenOnly);
    for (QTcpSocket *socket : sockets) {
        socket->disconnect(this);
        delete socket;
    }
}

void RawServer::setScript(RawScript script)
{
    m_script = std::move(script);
}

void RawServer::enqueue(RawScript script)
{
    m_queue.append(std::move(script));
}

void RawServer::setTls(const QSslCertificate &certificate, const QSslKey &key)
{
    m_certificate = certificate;
    m_key = key;
}

void RawServer::demandClientCertificate(const QSslCertificate &authority)
{
    m_clientAuthority = authority;
}

QUrl RawServer::url(const QString &pathAndQuery) const
{
    const QString scheme = m_key.isNull() ? u"http"_s : u"https"_s;
    return QUrl(u"%1://127.0.0.1:%2%3"_s.arg(scheme, QString::number(serverPort()), pathAndQuery));
}

int RawServer::requestCount(const QByteArray &method) const
{
    int count = 0;
    for (const RawRequest &request : m_requests) {
        count += request.method == method ? 1 : 0;
    }
    return count;
}

void RawServer::clearRecord()
{
    m_requests.clear();
    m_receivedBytes.clear();
    m_connectionCount = 0;
}

QByteArray RawServer::response(int status, const QByteArray &body, const QByteArray &contentType,
                               const QByteArray &extraHeaders)
{
    return "HTTP/1.1 " + QByteArray::number(status) + " Scripted\r\nContent-Type: " + contentType +
           "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n" + extraHeaders + "\r\n" + body;
}

QByteArray RawServer::chunked(const QList<QByteArray> &chunks, const QByteArray &trailers)
{
    QByteArray bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (const QByteArray &chunk : chunks) {
        bytes += QByteArray::number(chunk.size(), 16) + "\r\n" + chunk + "\r\n";
    }
    return bytes + "0\r\n" + trailers + "\r\n";
}

void RawServer::incomingConnection(qintptr descriptor)
{
    auto *tls = m_key.isNull() ? nullptr : new QSslSocket(this);
    QTcpSocket *socket = tls != nullptr ? tls : new QTcpSocket(this);
    socket->setSocketDescriptor(descriptor);
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    ++m_connectionCount;
    m_connections.insert(socket, {m_queue.isEmpty() ? m_script : m_queue.takeFirst(), {}, 0, false});
    connect(socket, &QIODevice::readyRead, this, [this, socket] { takeBytes(socket); });
    connect(socket, &QAbstractSocket::disconnected, this, [this, socket] {
        if (m_connections.contains(socket)) {
            takeBytes(socket);
            m_connections.remove(socket);
            socket->deleteLater();
        }
    });
    const auto begin = [this, socket] {
        if (m_connections.contains(socket) &&
            m_connections[socket].script.start == RawScript::Start::AtAccept) {
            play(socket, 0);
        }
    };
    if (tls != nullptr) {
        tls->setLocalCertificate(m_certificate);
        tls->setPrivateKey(m_key);
        if (!m_clientAuthority.isNull()) {
            QSslConfiguration configuration = tls->sslConfiguration();
            configuration.setCaCertificates({m_clientAuthority});
            configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
            tls->setSslConfiguration(configuration);
        }
        connect(tls, &QSslSocket::encrypted, this, [this, tls] {
            if (!tls->peerCertificate().isNull()) {
                m_clientNames += tls->peerCertificate().subjectInfo(QSslCertificate::CommonName);
            }
        });
        connect(tls, &QSslSocket::encrypted, this, begin);
        tls->startServerEncryption();
    } else {
        begin();
    }
}

void RawServer::takeBytes(QTcpSocket *socket)
{
    const QByteArray bytes = socket->isOpen() ? socket->readAll() : QByteArray();
    if (bytes.isEmpty() || !m_connections.contains(socket)) {
        return;
    }
    m_receivedBytes.append(bytes);
    Connection &connection = m_connections[socket];
    connection.pending.append(bytes);
    connection.received += bytes.size();
    if (connection.script.start == RawScript::Start::AfterRequest && !connection.started &&
        connection.script.requestBytes >= 0 && connection.received >= connection.script.requestBytes) {
        connection.started = true;
        takeRequests(socket);
        play(socket, 0);
        return;
    }
    takeRequests(socket);
}

void RawServer::takeRequests(QTcpSocket *socket)
{
    for (;;) {
        Connection &connection = m_connections[socket];
        const qsizetype headEnd = connection.pending.indexOf("\r\n\r\n");
        if (headEnd < 0) {
            return;
        }
        RawRequest request;
        QList<QByteArray> lines = connection.pending.first(headEnd).replace("\r\n", "\n").split('\n');
        const QList<QByteArray> start = lines.takeFirst().split(' ');
        request.method = start.value(0);
        request.target = start.value(1);
        for (const QByteArray &line : std::as_const(lines)) {
            const qsizetype colon = line.indexOf(':');
            request.headers.append({line.first(qMax<qsizetype>(0, colon)), line.sliced(colon + 1).trimmed()});
        }
        const qsizetype size = headEnd + 4 + request.header("content-length").toLongLong();
        if (connection.pending.size() < size) {
            return;
        }
        request.bytes = connection.pending.first(size);
        request.body = request.bytes.sliced(headEnd + 4);
        connection.pending.remove(0, size);
        m_requests.append(request);
        const bool plays = connection.script.start == RawScript::Start::AfterRequest &&
                           connection.script.requestBytes < 0 &&
                           (!connection.started || connection.script.keepAlive);
        connection.started = true;
        if (plays) {
            play(socket, 0);
        }
        if (!m_connections.contains(socket)) {
            return;
        }
    }
}

void RawServer::play(QTcpSocket *socket, qsizetype piece)
{
    if (!m_connections.contains(socket)) {
        return;
    }
    // A copy: writing may end the connection, which takes it out of the table.
    const Connection connection = m_connections[socket];
    if (piece >= connection.script.pieces.size()) {
        end(socket);
        return;
    }
    socket->write(connection.script.pieces[piece]);
    socket->flush();
    if (piece + 1 == connection.script.pieces.size()) {
        end(socket);
        return;
    }
    // Through the event loop, so that a client in the same thread reads piece by piece.
    QTimer::singleShot(0, socket, [this, socket, piece] { play(socket, piece + 1); });
}

void RawServer::end(QTcpSocket *socket)
{
    if (!m_connections.contains(socket)) {
        return;
    }
    const Connection connection = m_connections[socket];
    if (connection.script.keepAlive || connection.script.end == RawScript::End::Stall) {
        return;
    }
    if (connection.script.end == RawScript::End::Close) {
        socket->disconnectFromHost();
        return;
    }
    linger hard{};
    hard.l_onoff = 1;
    hard.l_linger = 0;
    ::setsockopt(static_cast<int>(socket->socketDescriptor()), SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    socket->abort();
}

} // namespace algenta::test
