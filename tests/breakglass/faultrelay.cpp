// SPDX-License-Identifier: Apache-2.0
#include "tests/breakglass/faultrelay.h"

#include <QRegularExpression>

#include <memory>
#include <utility>

namespace algenta::test
{

using namespace Qt::Literals::StringLiterals;

namespace
{

/** The whole size of the request at the start of @p bytes; -1 while it is not all there. */
qsizetype requestSize(const QByteArray &bytes)
{
    const qsizetype head = bytes.indexOf("\r\n\r\n");
    if (head < 0)
        return -1;
    static const QRegularExpression length(u"\r\ncontent-length:\\s*(\\d+)"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    const QString text = QString::fromLatin1(bytes.left(head));
    const qsizetype body = length.match(text).captured(1).toLongLong();
    return bytes.size() >= head + 4 + body ? head + 4 + body : -1;
}

} // namespace

FaultRelay::FaultRelay(int enginePort, QObject *parent)
    : QTcpServer(parent)
    , m_enginePort(enginePort)
{
    listen(QHostAddress::LocalHost);
}

void FaultRelay::incomingConnection(qintptr descriptor)
{
    auto *client = new QTcpSocket(this);
    client->setSocketDescriptor(descriptor);
    connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
    connect(client, &QTcpSocket::readyRead, this, [this, client] { takeBytes(client); });
}

void FaultRelay::takeBytes(QTcpSocket *client)
{
    QByteArray pending = client->property("pending").toByteArray() + client->readAll();
    const qsizetype size = requestSize(pending);
    if (size < 0) {
        client->setProperty("pending", pending);
        return;
    }
    // One request a connection: the answer closes it.
    QByteArray request = pending.left(size);
    const bool executes =
        request.startsWith("POST ") && request.left(request.indexOf('\r')).contains("/execute");
    static const QRegularExpression connection(u"\r\n[Cc]onnection:[^\r\n]*"_s);
    QString head = QString::fromLatin1(request.left(request.indexOf("\r\n\r\n")));
    head.remove(connection);
    request = head.toLatin1() + "\r\nConnection: close" + request.mid(request.indexOf("\r\n\r\n"));
    m_executions += executes ? 1 : 0;
    forward(client, request, executes);
}

void FaultRelay::forward(QTcpSocket *client, QByteArray request, bool executes)
{
    auto *engine = new QTcpSocket(client);
    const auto answer = std::make_shared<QByteArray>();
    connect(engine, &QTcpSocket::connected, engine, [engine, request] { engine->write(request); });
    connect(engine, &QTcpSocket::readyRead, engine, [engine, answer] { *answer += engine->readAll(); });
    connect(engine, &QTcpSocket::disconnected, client, [this, client, answer, executes] {
        client->write(executes ? replaced(*answer) : *answer);
        client->disconnectFromHost();
    });
    engine->connectToHost(QHostAddress(QHostAddress::LocalHost), static_cast<quint16>(m_enginePort));
}

QByteArray FaultRelay::replaced(const QByteArray &answer)
{
    if (const auto bytes = std::exchange(m_replacement, std::nullopt))
        return *bytes;
    if (const auto cut = std::exchange(m_cut, std::nullopt))
        return answer.left(*cut);
    if (std::exchange(m_twice, false))
        return answer + answer;
    return answer;
}

} // namespace algenta::test
