// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secret.h"
#include "core/net/http.h"
#include "core/net/link.h"
#include "core/net/overridepermit.h"

#include <QFuture>
#include <QObject>

#include <variant>

namespace algenta::net
{

/** Nothing of the request left this machine: it is certain that the engine did not act on it. */
struct NotSent {
    base::Error error;
};

/** At least one byte may have left and no complete answer came: the engine may have acted. */
struct AnswerLost {
    base::Error error;
    QByteArray received; ///< what arrived of the answer
};

using SendOutcome = std::variant<NotSent, AnswerLost, HttpResponse>;

/**
 * The sender for requests that act: one fresh connection, the bytes written once, no redirect
 * followed, no proxy, no retry at any layer.
 *
 * An interim 1xx answer is skipped; a body is complete only by Content-Length, chunked coding or,
 * without either, the orderly close of the connection (a reset is a loss). Once the first byte is handed to
 * the socket an act cannot be cancelled; destroying the sender then finishes the future with AnswerLost.
 */
class OneShotSender : public QObject
{
    Q_OBJECT

public:
    explicit OneShotSender(HttpLimits limits = {}, QObject *parent = nullptr);
    /** Uses the TLS settings of @p link, never its proxy. */
    OneShotSender(HttpLimits limits, Link link, QObject *parent = nullptr);
    ~OneShotSender() override;

    /** Sends without any override field: the guard refuses them (NotSent). */
    [[nodiscard]] QFuture<SendOutcome> send(const HttpRequest &request, const base::Secret *key);
    /** Sends with exactly the permitted override fields and consumes the permit. */
    [[nodiscard]] QFuture<SendOutcome> send(const HttpRequest &request, const base::Secret *key,
                                            OverridePermit permit);

private:
    [[nodiscard]] QFuture<SendOutcome> start(const HttpRequest &request, const base::Secret *key);
    HttpLimits m_limits;
    Link m_link;
};

} // namespace algenta::net
