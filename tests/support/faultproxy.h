// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QTcpServer>
#include <QUrl>

class QTcpSocket;

namespace algenta::test
{

/** What a fault proxy does to the answer of each connection. */
struct Fault {
    enum class Kind {
        None,
        Cut,       ///< an orderly close after `at` bytes
        Reset,     ///< a reset after `at` bytes
        Stall,     ///< nothing more after `at` bytes, the connection stays
        Delay,     ///< a pause after `at` bytes, then the rest
        Duplicate, ///< the byte at `at` twice
        Split      ///< every byte up to `at` in a piece of its own, then the rest in one
    };

    Kind kind = Kind::None;
    qsizetype at = 0; ///< bytes of the answer that pass before the fault
};

/**
 * A proxy on loopback that forwards requests untouched and spoils the answers.
 *
 * It lives in the event loop of the thread that made it.
 */
class FaultProxy : public QTcpServer
{
    Q_OBJECT

public:
    explicit FaultProxy(quint16 upstreamPort, QObject *parent = nullptr);
    ~FaultProxy() override;

    /** For the connections to come. */
    void setFault(const Fault &fault) { m_fault = fault; }
    [[nodiscard]] QUrl url(const QString &pathAndQuery = {}) const;
    [[nodiscard]] int connectionCount() const { return m_connectionCount; }

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    struct Pair {
        QTcpSocket *upstream = nullptr;
        Fault fault;
        QByteArray waiting; ///< of the answer, not yet passed on
        qsizetype passed = 0;
        bool isOver = false;
        bool upstreamEnded = false;
        bool paused = false;
    };

    void passOn(QTcpSocket *client);
    void passPiece(QTcpSocket *client, qsizetype count);
    void pauseThenGoOn(QTcpSocket *client, int milliseconds);
    void endClient(QTcpSocket *client, bool hard);

    quint16 m_upstreamPort;
    Fault m_fault;
    QHash<QTcpSocket *, Pair> m_pairs;
    int m_connectionCount = 0;
};

} // namespace algenta::test
