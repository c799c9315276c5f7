// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/breakglass/intent.h"
#include "core/engine/records.h"
#include "core/journal/entry.h"

#include <QDateTime>
#include <QString>

namespace algenta::breakglass
{

/** What re-reading a decision can prove about an act whose answer was lost. Never more than this. */
enum class Settlement {
    ExecutedAfterIntent, ///< an execution newer than the intent's reading is there, delivered or failed;
                         ///< whether ours cannot be proved
    NoChangeSeen,        ///< unchanged, and long enough after the intent that it would show
    Contradictory,       ///< the record went back, vanished or lost its execution
    TooEarly,            ///< unchanged, but it may still be under way; nothing is recorded
};

[[nodiscard]] QString settlementName(Settlement settlement);

struct Verdict {
    Settlement settlement = Settlement::TooEarly;
    QString sentence; ///< for the operator, plain words
    QDateTime readAt;
};

/** Pure. @p readAt is this console's time of reading, which also stamped the intent. */
[[nodiscard]] Verdict settle(const IntentFacts &intent, const engine::Decision &now, const QDateTime &readAt);

/** As settle() for an engine that answers "no such decision". */
[[nodiscard]] Verdict settleMissing(const IntentFacts &intent, const QDateTime &readAt);

/** The Reconciled entry of a verdict that is not TooEarly. */
[[nodiscard]] journal::Draft reconciledDraft(const IntentFacts &intent, const QString &actor,
                                             const Verdict &verdict, const QByteArray &decisionBytes);

} // namespace algenta::breakglass
