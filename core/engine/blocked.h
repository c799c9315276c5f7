// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/records.h"

#include <QList>
#include <QString>

#include <optional>

namespace algenta::engine
{

enum class BlockedSource { AuditLog, OwnCall };

/** A refused execution, from whatever source, its raw record kept. */
struct BlockedExecution {
    BlockedSource source = BlockedSource::AuditLog;
    QString id; ///< audit entry id or journal act id
    QString decisionId;
    QString gate; ///< empty: unnamed
    bool gateKnown = false;
    QString code;
    QString message;
    QString who;
    base::Timestamp when;
    QString requestId;
    QString webhookUrl; ///< where the refused call wanted to deliver; may be empty
    base::Json raw;
};

/**
 * Which audit entries are blocked executions (`contracts/blocked-execution-rules.json`, compiled
 * in). The engine's documentation names no such entries, so the rules say of themselves whether
 * they were seen on a real engine.
 */
struct BlockedRules {
    struct Rule {
        QString action;
        QString result;
        bool verified = false;
    };
    QString version;
    QList<Rule> rules;
};

[[nodiscard]] base::Result<BlockedRules> parseBlockedRules(const QByteArray &bytes);
[[nodiscard]] const BlockedRules &embeddedBlockedRules();

/** The blocked execution in an audit entry, if a rule matches. */
[[nodiscard]] std::optional<BlockedExecution> blockedFromAudit(const BlockedRules &rules,
                                                               const AuditEntry &entry);

/** A gate against live data: does the decision, under this policy, really not pass it? */
struct GateCheck {
    enum class Verdict { Reproduced, NotReproduced, CannotTell };
    QString gate;
    Verdict verdict = Verdict::CannotTell;
    QString measured;  ///< digits, or when it was delivered
    QString threshold; ///< digits; empty for idempotency
    QString margin;    ///< how much is missing; empty if not a number
    QString reason;    ///< one sentence
};

/** idempotency, confidence and risk_floor, each checked; decimal comparison, no rounding. */
[[nodiscard]] QList<GateCheck> checkGates(const Decision &decision, const Policy &policy);
[[nodiscard]] GateCheck checkGate(QStringView gate, const Decision &decision, const Policy &policy);

} // namespace algenta::engine
