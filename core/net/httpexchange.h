// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secret.h"
#include "core/net/http.h"
#include "core/net/httpanswerparser.h"
#include "core/net/link.h"

#include <QAbstractSocket>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <memory>

class QTcpSocket;

namespace algenta::net
{

/** How one exchange ended. */
struct ExchangeEnd {
    bool handedOver = false; ///< a byte of the request may have left this machine
    base::Result<HttpResponse> answer;
    QByteArray received; ///< what arrived of the answer; the key itself is cut out
    QUrl redirect;       ///< where a reading GET may go on: another address of the same origin
};

/** InvalidInput if the request could not be written as HTTP/1.1 without a second meaning. */
[[nodiscard]] base::Result<void> checkHttpRequest(const HttpRequest &request, const base::Secret *key);

/**
 * One request over one fresh connection: HTTP/1.1, written once, no retry. Only a reading request
 * may go through the proxy of its link, and a redirect is reported, never followed.
 *
 * It reports its end exactly once and deletes itself then.
 */
class HttpExchange : public QObject
{
    Q_OBJECT

public:
    using Done = std::function<void(ExchangeEnd)>;
    enum class Purpose {
        Read, ///< a redirect is an error; the proxy for reading is used
        Act   ///< any status is an answer; no proxy
    };

    /** @p request has passed checkHttpRequest(). */
    HttpExchange(const HttpLimits &limits, Link link, Purpose purpose, HttpRequest request, base::Secret key,
                 Done done, QObject *parent);
    ~HttpExchange() override;

    void start();
    void cancel();

private:
    enum class Phase { Connect, Tls, FirstByte, Silence };

    void openSocket();
    void startPhase(Phase phase);
    void phaseTimedOut();
    void reached();
    void connected();
    void readAvailable();
    void connectionEnded();
    void socketFailed(QAbstractSocket::SocketError error);
    void timedOut(const QString &what, const QString &remedy);
    void finish(base::Result<HttpResponse> answer);
    [[nodiscard]] base::Result<void> checkPeer() const;
    [[nodiscard]] base::Result<void> checkUnused() const;
    [[nodiscard]] base::Error notConnected(QAbstractSocket::SocketError error) const;
    [[nodiscard]] base::Secret requestBytes() const;
    [[nodiscard]] QString serverName() const;
    [[nodiscard]] bool isTls() const;
    [[nodiscard]] bool endedByReset() const;

    HttpLimits m_limits;
    Link m_link;
    Purpose m_purpose;
    HttpRequest m_request;
    base::Secret m_key;
    Done m_done;
    HttpAnswerParser m_parser;
    std::unique_ptr<QTcpSocket> m_socket;
    QTimer m_phaseTimer;
    QTimer m_totalTimer;
    Phase m_phase = Phase::Connect;
    QStringList m_certificateProblems;
    QList<QSslCertificate> m_chain;
    QUrl m_redirect;
    QByteArray m_received;
    int m_watch = -1; ///< second descriptor of the connection, which outlives Qt's
    bool m_reachedPeer = false;
    bool m_throughProxy = false;
    bool m_handedOver = false;
};

} // namespace algenta::net
