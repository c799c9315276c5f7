// SPDX-License-Identifier: Apache-2.0
#include "tests/support/faultproxy.h"

#include <QHostAddress>
#include <QTcpSocket>
#include <QTimer>

#include <sys/socket.h>

using namespace Qt::Literals::StringLiterals;

namespace algenta::test
{

namespace
{

constexpr int delayMilliseconds = 10;

} // namespace

FaultProxy::FaultProxy(quint16 upstreamPort, QObject *parent)
    : QTcpServer(parent)
    , m_upstreamPort(upstreamPort)
{
    listen(QHostAddress::LocalHost);
}

FaultProxy::~FaultProxy()
{
    const QList<QTcpSocket *> sockets = findChildren<QTcpSocket *>(Qt::FindDirectChildrenOnly);
    for (QTcpSocket *socket : sockets) {
        socket->disconnect(this);
        delete socket;
    }
}

QUrl FaultProxy::url(const QString &pathAndQuery) const
{
    return QUrl(u"http://127.0.0.1:%1%2"_s.arg(QString::number(serverPort()), pathAndQuery));
}

void FaultProxy::incomingConnection(qintptr descriptor)
{
    auto *client = new QTcpSocket(this);
    auto *upstream = new QTcpSocket(this);
    client->setSocketDescriptor(descriptor);
    client->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    ++m_connectionCount;
    m_pairs.insert(client, {upstream, m_fault, {}, 0, false, false, false});
    connect(client, &QIODevice::readyRead, upstream,
            [client, upstream] { upstream->write(client->readAll()); });
    connect(client, &QAbstractSocket::disconnected, this, [this, client, upstream] {
        m_pairs.remove(client);
        upstream->abort();
        upstream->deleteLater();
        client->deleteLater();
    });
    connect(upstream, &QIODevice::readyRead, this, [this, client, upstream] {
        if (m_pairs.contains(client)) {
            m_pairs[client].waiting += upstream->readAll();
            passOn(client);
        }
    });
    connect(upstream, &QAbstractSocket::disconnected, this, [this, client] {
        if (m_pairs.contains(client)) {
            m_pairs[client].upstreamEnded = true;
            passOn(client);
        }
    });
    upstream->connectToHost(QHostAddress(QHostAddress::LocalHost), m_upstreamPort);
    // Bytes that came before the way up was open.
    connect(upstream, &QAbstractSocket::connected, client,
            [client, upstream] { upstream->write(client->readAll()); });
}

void FaultProxy::passOn(QTcpSocket *client)
{
    Pair &pair = m_pairs[client];
    if (pair.isOver || pair.paused) {
        return;
    }
    const qsizetype room = pair.fault.at - pair.passed;
    const bool isFaultAhead = pair.fault.kind != Fault::Kind::None && room >= 0;
    if (isFaultAhead && pair.fault.kind == Fault::Kind::Split && room > 0 && !pair.waiting.isEmpty()) {
        passPiece(client, 1);
        pauseThenGoOn(client, 0);
        return;
    }
    if (isFaultAhead && room > 0) {
        passPiece(client, qMin(room, pair.waiting.size()));
    }
    if (!m_pairs.contains(client)) {
        return;
    }
    // At the very end of an answer there is nothing left to spoil but its end.
    const bool isAtFault = isFaultAhead && pair.passed == pair.fault.at;
    const Fault::Kind kind = isAtFault ? pair.fault.kind : Fault::Kind::None;
    const bool isInTheMiddle = isFaultAhead && !isAtFault;
    switch (kind) {
    case Fault::Kind::Cut:
    case Fault::Kind::Reset:
        endClient(client, kind == Fault::Kind::Reset);
        return;
    case Fault::Kind::Stall:
        pair.isOver = true;
        return;
    case Fault::Kind::Delay:
        pair.fault.kind = Fault::Kind::None;
        pauseThenGoOn(client, delayMilliseconds);
        return;
    case Fault::Kind::Duplicate:
        if (!pair.waiting.isEmpty()) {
            pair.fault.kind = Fault::Kind::None;
            pair.waiting.prepend(pair.waiting.front());
        }
        break;
    default:
        break;
    }
    if (!isInTheMiddle) {
        passPiece(client, pair.waiting.size());
    }
    if (m_pairs.contains(client) && pair.upstreamEnded && pair.waiting.isEmpty()) {
        endClient(client, false);
    }
}

void FaultProxy::passPiece(QTcpSocket *client, qsizetype count)
{
    Pair &pair = m_pairs[client];
    const QByteArray piece = pair.waiting.first(count);
    pair.waiting.remove(0, count);
    pair.passed += count;
    client->write(piece);
    client->flush();
}

void FaultProxy::pauseThenGoOn(QTcpSocket *client, int milliseconds)
{
    m_pairs[client].paused = true;
    QTimer::singleShot(milliseconds, client, [this, client] {
        if (m_pairs.contains(client)) {
            m_pairs[client].paused = false;
            passOn(client);
        }
    });
}

void FaultProxy::endClient(QTcpSocket *client, bool hard)
{
    m_pairs[client].isOver = true;
    if (!hard) {
        client->disconnectFromHost();
        return;
    }
    linger now{};
    now.l_onoff = 1;
    now.l_linger = 0;
    ::setsockopt(static_cast<int>(client->socketDescriptor()), SOL_SOCKET, SO_LINGER, &now, sizeof now);
    client->abort();
}

} // namespace algenta::test
