// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/base/timestamp.h"
#include "core/net/oneshotsender.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <variant>

namespace algenta::engine
{

enum class ReceiptGeneration {
    Current, ///< the receipt of POST /v1/decisions/{id}/execute
    Plan     ///< the versioned envelope with approval_state (decision plans, older packages)
};

/** What the engine says it did. `failed` delivery is a receipt too: the engine acted. */
struct ExecutionReceipt {
    ReceiptGeneration generation = ReceiptGeneration::Current;
    QString decisionId;
    QString webhookUrl;
    QString executionStatus; ///< "delivered" or "failed"; "executed" for a plan receipt
    base::Json responseCode; ///< number or null
    base::Timestamp executedAt;
    QString policySnapshotId;
    QString schemaSnapshotId;
    QString manifestVersion; ///< string or number, as sent
    base::Json payloadSummary;
    bool safetyOverridden = false; ///< as the engine says; not derived
    QStringList missing;           ///< documented members that were absent or of a wrong type
    base::Json raw;
};

/** A refusal. An empty gate means "unnamed gate": the engine said 409 and nothing that names one. */
struct ExecutionBlocked {
    QString gate;           ///< any name the engine gave, known or not
    bool gateKnown = false; ///< one of idempotency, confidence, risk_floor, with a consistent code
    QString code;
    QString message;
    QString overrideHint;
    QString requestId;
    base::Json raw;
};

/** The call failed before or beside the gates; nothing says that it acted. */
struct ExecutionFailure {
    base::Error error;
    bool retryable = false; ///< a person may try again; the program never does
};

/** The request left and no trustworthy answer came back: it may have acted. */
struct ExecutionUnknown {
    base::Error error;
    QByteArray received;
};

using ExecutionOutcome = std::variant<ExecutionReceipt, ExecutionBlocked, ExecutionFailure, ExecutionUnknown>;

/** "receipt", "blocked", "failure", "unknown". */
[[nodiscard]] QString outcomeName(const ExecutionOutcome &outcome);

/**
 * Reads any of the documented denial shapes and both receipt generations from the bytes of an
 * execute answer; @p httpStatus 0 if not known.
 *
 * Denial is checked before receipt. A gate counts only where the shape says that the answer itself
 * is a refusal and the code agrees (`execution_blocked_<gate>`): text that merely contains such
 * JSON makes none. A 409 without a gate is an unnamed block. Anything that is neither is a Failure
 * of code MalformedAnswer, its bytes kept. @p decisionId, if given, must match the receipt's.
 */
[[nodiscard]] ExecutionOutcome parseExecutionAnswer(const QByteArray &bytes, int httpStatus = 0,
                                                    const QString &decisionId = {});

/** As above from the one-shot sender: a lost answer is Unknown, as is a 5xx after the request left. */
[[nodiscard]] ExecutionOutcome interpret(const net::SendOutcome &sent, const QString &decisionId);

} // namespace algenta::engine
