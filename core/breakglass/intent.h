// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/breakglass/radius.h"
#include "core/engine/address.h"
#include "core/engine/outcome.h"
#include "core/journal/entry.h"
#include "core/net/http.h"

#include <QByteArray>
#include <QString>

#include <chrono>

namespace algenta::breakglass
{

/** How long the engine may take to deliver; asked for in the request, in seconds. */
inline constexpr int deliveryTimeoutSeconds = 10;
/** How long after the delivery timeout a decision that shows no change counts as "no change seen". */
inline constexpr std::chrono::seconds settleTime{60};

/** What the operator says about an act. */
struct Statement {
    QString reason;
    QString ticket;    ///< may be empty
    QString typedHost; ///< must equal Webhook::host to the letter
};

/** Why a statement is not enough; success if it is. The reason needs 10 characters that are not blanks. */
[[nodiscard]] base::Result<void> checkStatement(const Statement &statement, const Radius &radius);

/** Success if an operator key may travel to this address: over TLS, or to loopback. */
[[nodiscard]] base::Result<void> checkTransport(const engine::EngineAddress &address);

/** The refused execution that an act starts from. */
struct BlockedOrigin {
    QString description; ///< "audit log entry a1", "own call", "act b2"
    QString message;     ///< the engine's own words
    QByteArray bytes;    ///< the raw record
};

/** Everything an intent entry is made of. */
struct Intent {
    QString actId;
    QString chainId; ///< act id of the first act of the chain
    int step = 1;    ///< 1 for the first act of a chain
    Radius radius;
    Statement statement;
    BlockedOrigin blocked;
    net::HttpRequest request;
    QByteArray keyFingerprint; ///< hex digits that tell keys apart, not the key
};

/** POST {root}/v1/decisions/{id}/execute with the webhook, the timeout and the radius' bypass fields. */
[[nodiscard]] net::HttpRequest executeRequest(const engine::EngineAddress &address, const Radius &radius);

[[nodiscard]] journal::Draft intentDraft(const Intent &intent, const QString &actor);
[[nodiscard]] journal::Draft outcomeDraft(const Intent &intent, const QString &actor,
                                          const engine::ExecutionOutcome &outcome, bool sent, int httpStatus,
                                          const QByteArray &answer);

/** What reconciliation and a chain need of a journaled intent. */
struct IntentFacts {
    QString actId;
    QString chainId;
    int step = 1;
    QString engineOrigin;
    QString decisionId;
    QString webhookUrl;
    Bypass bypass;
    QDateTime recordedAt;
    QString executedAtBefore;      ///< raw text, empty if the decision was not executed
    QString executionStatusBefore; ///< empty if not executed
};

/** Reads an Intent entry back; MalformedJson naming the member that is missing. */
[[nodiscard]] base::Result<IntentFacts> intentFacts(const journal::Entry &entry);

} // namespace algenta::breakglass
