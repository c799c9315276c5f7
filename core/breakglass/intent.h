// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/breakglass/armingrecord.h"
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

/** The refused execution that an act starts from. */
struct BlockedOrigin {
    QString description; ///< "audit log entry a1", "own call", "act b2"
    QString message;     ///< the engine's own words
    QByteArray bytes;    ///< the raw record
};

/** Everything an intent entry is made of. */
struct Intent {
    ActIdentity act;
    Radius radius;
    Arming arming;
    BlockedOrigin blocked;
    net::HttpRequest request;
};

/** POST {root}/v1/decisions/{id}/execute with the webhook, the timeout and the radius' bypass fields. */
[[nodiscard]] net::HttpRequest executeRequest(const engine::EngineAddress &address, const Radius &radius);

[[nodiscard]] journal::Draft intentDraft(const Intent &intent);
[[nodiscard]] journal::Draft outcomeDraft(const Intent &intent, const engine::ExecutionOutcome &outcome,
                                          bool sent, int httpStatus, const QByteArray &answer);

/** What reconciliation and a chain need of a journaled intent. */
struct IntentFacts {
    QString actId;
    QString chainId;
    int step = 1;
    QString engineOrigin;
    QString decisionId;
    QString webhookUrl;
    QString gate;
    Bypass bypass;
    qint64 armedSeq = 0; ///< of the Armed entry that it uses up; 0 if it names none
    bool drill = false;
    QDateTime recordedAt;
    QString executedAtBefore;      ///< raw text, empty if the decision was not executed
    QString executionStatusBefore; ///< empty if not executed
};

/** Reads an Intent entry back; MalformedJson naming the member that is missing. */
[[nodiscard]] base::Result<IntentFacts> intentFacts(const journal::Entry &entry);

} // namespace algenta::breakglass
