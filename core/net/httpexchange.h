// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secret.h"
#include "core/net/http.h"
#include "core/net/httpanswerparser.h"

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
};

/** InvalidInput if the request could not be written as HTTP/1.1 without a second meaning. */
[[nodiscard]] base::Result<void> checkHttpRequest(const HttpRequest &request, const base::Secret *key);

/**
 * One request over one fresh connection: HTTP/1.1, written once, no proxy, no redirect, no retry.
 *
 * It reports its end exactly once and deletes itself then.
 */
class HttpExchange : public QObject
{
    Q_OBJECT

public:
    using Done = std::function<void(ExchangeEnd)>;
    enum class Redirects { Refuse, Return };

    /** @p request has passed checkHttpRequest(). */
    HttpExchange(const HttpLimits &limits, HttpRequest request, base::Secret key, Redirects redirects,
                 Done done, QObject *parent);
    ~HttpExchange() override;

    void start();
    void cancel();

private:
    void connected();
    void readAvailable();
    void connectionEnded();
    void socketFailed(QAbstractSocket::SocketError error);
    void timedOut(const QString &what);
    void finish(base::Result<HttpResponse> answer);
    [[nodiscard]] base::Result<void> checkUnused() const;
    [[nodiscard]] base::Error redirectError() const;
    [[nodiscard]] base::Error connectError(QAbstractSocket::SocketError error) const;
    [[nodiscard]] base::Secret requestBytes() const;
    [[nodiscard]] QString serverName() const;
    [[nodiscard]] bool endedByReset() const;

    HttpLimits m_limits;
    HttpRequest m_request;
    base::Secret m_key;
    Redirects m_redirects;
    Done m_done;
    HttpAnswerParser m_parser;
    std::unique_ptr<QTcpSocket> m_socket;
    QTimer m_connectTimer;
    QTimer m_silenceTimer;
    QTimer m_totalTimer;
    QStringList m_certificateProblems;
    QByteArray m_received;
    int m_watch = -1; ///< second descriptor of the connection, which outlives Qt's
    bool m_reachedPeer = false;
    bool m_handedOver = false;
};

} // namespace algenta::net
