// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QTcpServer>
#include <QTcpSocket>

#include <optional>

namespace algenta::test
{

/**
 * Stands between the console and an engine: passes each request on and each answer back, but for the
 * next execution, which the engine carries out and whose answer is replaced.
 */
class FaultRelay : public QTcpServer
{
    Q_OBJECT

public:
    explicit FaultRelay(int enginePort, QObject *parent = nullptr);

    /** The next answer to an execution becomes these bytes, then the connection closes. */
    void answerNextExecutionWith(const QByteArray &bytes) { m_replacement = bytes; }
    /** The next answer to an execution is given twice. */
    void answerNextExecutionTwice() { m_twice = true; }
    /** The next answer to an execution is cut after so many bytes. */
    void cutNextExecutionAfter(qsizetype bytes) { m_cut = bytes; }
    /** Executions that came in. */
    [[nodiscard]] int executions() const { return m_executions; }

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    void takeBytes(QTcpSocket *client);
    void forward(QTcpSocket *client, QByteArray request, bool executes);
    [[nodiscard]] QByteArray replaced(const QByteArray &answer);

    int m_enginePort;
    int m_executions = 0;
    std::optional<QByteArray> m_replacement;
    std::optional<qsizetype> m_cut;
    bool m_twice = false;
};

} // namespace algenta::test
