// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/blocked.h"

namespace algenta::engine
{

/**
 * What the gates on measured values (confidence, risk_floor) say to a decision under a policy.
 *
 * Computed here from the record, never asked of the engine. A gate without a value to judge by is
 * CannotTell; one that blocks decides the whole, one that cannot be told leaves it open otherwise.
 */
struct PolicyJudgement {
    enum class Verdict { Passes, Blocked, CannotJudge };
    Verdict verdict = Verdict::CannotJudge;
    QList<GateCheck> checks; ///< confidence and risk_floor, by the comparisons of checkGate()
};

[[nodiscard]] PolicyJudgement judge(const Decision &decision, const Policy &policy);

/** What becomes of a decision when one policy takes the place of another. */
enum class PolicyEffect {
    Unchanged,   ///< passes both, or is blocked by both
    Blocks,      ///< passed the earlier policy, does not pass the later one
    LetsThrough, ///< the reverse
    CannotJudge, ///< a value is missing that could make the difference
};

struct DecisionEffect {
    PolicyEffect effect = PolicyEffect::CannotJudge;
    PolicyJudgement before;
    PolicyJudgement after;
    /** Gates that make the difference: those that block after, or blocked before, or cannot be told. */
    QStringList gates;
};

/**
 * The effect of a change of policy on a first execution of the decision. A missing value leaves the
 * effect open only where some value could change the answer: a gate that the change leaves alone
 * makes no difference between two policies that the other gate passes both times.
 */
[[nodiscard]] DecisionEffect effectOf(const Decision &decision, const Policy &before, const Policy &after);

/**
 * The effect on one more execution of a decision that was delivered: what the idempotency gate says
 * to it before and after. Unchanged for a decision that was never delivered.
 */
[[nodiscard]] PolicyEffect reexecutionEffect(const Decision &decision, const Policy &before,
                                             const Policy &after);

} // namespace algenta::engine
