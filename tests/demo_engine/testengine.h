// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/demoengine.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QTcpSocket>

namespace algenta::demo::test
{

struct Reply {
    int status = 0;                       ///< 0 when the server closed without an answer
    QMap<QByteArray, QByteArray> headers; ///< lower-case names
    QByteArray body;
    QByteArray raw;

    QJsonObject json() const { return QJsonDocument::fromJson(body).object(); }
    QString errorCode() const
    {
        return json().value(QLatin1String("error")).toObject().value(QLatin1String("code")).toString();
    }
};

using Headers = QList<std::pair<QByteArray, QByteArray>>;

/** One blocking HTTP/1.1 exchange on a raw socket; a test needs no more and sees every byte. */
class Client
{
public:
    explicit Client(int port)
        : m_port(port)
    {
    }

    Reply send(const QByteArray &method, const QByteArray &target, const QByteArray &body = {},
               Headers headers = {}) const
    {
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"), static_cast<quint16>(m_port));
        if (!socket.waitForConnected(5000))
            return {};
        bool hostGiven = false;
        QByteArray bytes = method + ' ' + target + " HTTP/1.1\r\n";
        for (const auto &[name, value] : headers) {
            hostGiven = hostGiven || name == "Host";
            bytes += name + ": " + value + "\r\n";
        }
        if (!hostGiven)
            bytes += "Host: 127.0.0.1:" + QByteArray::number(m_port) + "\r\n";
        bytes +=
            "Content-Length: " + QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
        socket.write(bytes);
        QByteArray all;
        while (socket.state() == QAbstractSocket::ConnectedState && socket.waitForReadyRead(20000))
            all += socket.readAll();
        return parsed(all + socket.readAll());
    }

    Reply get(const QByteArray &target, const std::string &key = {}) const
    {
        return send("GET", target, {}, withKey(key));
    }

    Reply json(const QByteArray &method, const QByteArray &target, const QJsonObject &body,
               const std::string &key) const
    {
        Headers headers = withKey(key);
        headers.emplaceBack("Content-Type", "application/json");
        return send(method, target, QJsonDocument(body).toJson(QJsonDocument::Compact), headers);
    }

    /** One JSON-RPC request to /mcp. */
    Reply rpc(const QString &method, const QJsonObject &params, const std::string &key = {},
              Headers extra = {}) const
    {
        Headers headers = withKey(key) + extra;
        headers.emplaceBack("Content-Type", "application/json");
        headers.emplaceBack("Accept", "application/json, text/event-stream");
        const QJsonObject message{{QStringLiteral("jsonrpc"), QStringLiteral("2.0")},
                                  {QStringLiteral("id"), 1},
                                  {QStringLiteral("method"), method},
                                  {QStringLiteral("params"), params}};
        return send("POST", "/mcp", QJsonDocument(message).toJson(QJsonDocument::Compact), headers);
    }

    QJsonObject callResult(const QString &tool, const QJsonObject &arguments, const std::string &key) const
    {
        return rpc(QStringLiteral("tools/call"),
                   {{QStringLiteral("name"), tool}, {QStringLiteral("arguments"), arguments}}, key)
            .json()
            .value(QLatin1String("result"))
            .toObject();
    }

    /** The JSON inside the one text block of a tool result. */
    QJsonObject call(const QString &tool, const QJsonObject &arguments, const std::string &key) const
    {
        return QJsonDocument::fromJson(textOf(callResult(tool, arguments, key)).toUtf8()).object();
    }

    static QString textOf(const QJsonObject &result)
    {
        return result.value(QLatin1String("content"))
            .toArray()
            .at(0)
            .toObject()
            .value(QLatin1String("text"))
            .toString();
    }

    static Headers withKey(const std::string &key)
    {
        return key.empty() ? Headers()
                           : Headers{{"Authorization", "Bearer " + QByteArray::fromStdString(key)}};
    }

private:
    static Reply parsed(const QByteArray &bytes)
    {
        Reply reply;
        reply.raw = bytes;
        const auto end = bytes.indexOf("\r\n\r\n");
        if (end < 0)
            return reply;
        const auto lines = bytes.left(end).split('\n');
        reply.status = lines.first().split(' ').value(1).toInt();
        for (const auto &line : lines.mid(1)) {
            const auto colon = line.indexOf(':');
            reply.headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
        }
        reply.body = bytes.mid(end + 4);
        return reply;
    }

    int m_port;
};

} // namespace algenta::demo::test
