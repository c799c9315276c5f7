// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QSslCertificate>
#include <QSslKey>
#include <QStringList>
#include <QTcpServer>
#include <QUrl>

#include <memory>
#include <utility>

namespace algenta::test
{

/** What the raw server does with one connection. */
struct RawScript {
    enum class Start { AfterRequest, AtAccept };
    enum class End { Close, Reset, Stall };

    Start start = Start::AfterRequest;
    qsizetype requestBytes = -1; ///< with AfterRequest: begin after so many bytes, -1 = a whole request
    QList<QByteArray> pieces;    ///< sent one after the other, each in its own write
    End end = End::Close;
    bool keepAlive = false; ///< answers further requests of the connection with the same pieces

    [[nodiscard]] static RawScript answer(const QByteArray &bytes, End end = End::Close);
    /** Every byte in its own write. */
    [[nodiscard]] static RawScript byteByByte(const QByteArray &bytes, End end = End::Close);
};

/** One whole request as it arrived. */
struct RawRequest {
    QByteArray method;
    QByteArray target;
    QList<std::pair<QByteArray, QByteArray>> headers;
    QByteArray body;
    QByteArray bytes; ///< head and body as received

    [[nodiscard]] QByteArray header(const QByteArray &name) const;
};

/**
 * A loopback server that plays scripted faults and keeps every byte it receives.
 *
 * It lives in the event loop of the thread that made it; that loop must run.
 */
class RawServer : public QTcpServer
{
    Q_OBJECT

public:
    /** Listens on a free port of 127.0.0.1; isListening() tells whether that worked. */
    explicit RawServer(QObject *parent = nullptr);
    ~RawServer() override;

    /** For every connection that has no script of its own. */
    void setScript(RawScript script);
    /** For the next connection that has none yet. */
    void enqueue(RawScript script);
    void setTls(const QSslCertificate &certificate, const QSslKey &key);
    /** Demands a client certificate of that authority. */
    void demandClientCertificate(const QSslCertificate &authority);
    /** Subject names of the client certificates that came, one a connection that had one. */
    [[nodiscard]] const QStringList &clientNames() const { return m_clientNames; }

    [[nodiscard]] QUrl url(const QString &pathAndQuery = {}) const;
    [[nodiscard]] int connectionCount() const { return m_connectionCount; }
    [[nodiscard]] int openConnections() const { return static_cast<int>(m_connections.size()); }
    [[nodiscard]] const QList<RawRequest> &requests() const { return m_requests; }
    /** Whole requests of that method that arrived. */
    [[nodiscard]] int requestCount(const QByteArray &method) const;
    /** Everything that arrived, whole requests or not, over all connections. */
    [[nodiscard]] const QByteArray &receivedBytes() const { return m_receivedBytes; }
    void clearRecord();

    [[nodiscard]] static QByteArray response(int status, const QByteArray &body,
                                             const QByteArray &contentType = "application/json",
                                             const QByteArray &extraHeaders = {});
    [[nodiscard]] static QByteArray chunked(const QList<QByteArray> &chunks, const QByteArray &trailers = {});

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    struct Connection {
        RawScript script;
        QByteArray pending;
        qsizetype received = 0;
        bool started = false;
    };

    void takeBytes(QTcpSocket *socket);
    void takeRequests(QTcpSocket *socket);
    void play(QTcpSocket *socket, qsizetype piece);
    void end(QTcpSocket *socket);

    RawScript m_script;
    QList<RawScript> m_queue;
    QHash<QTcpSocket *, Connection> m_connections;
    QList<RawRequest> m_requests;
    QByteArray m_receivedBytes;
    int m_connectionCount = 0;
    QSslCertificate m_certificate;
    QSslKey m_key;
    QSslCertificate m_clientAuthority;
    QStringList m_clientNames;
};

} // namespace algenta::test
