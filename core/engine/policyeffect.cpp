// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policyeffect.h"

#include "core/engine/decimal.h"

#include <algorithm>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using Verdict = PolicyJudgement::Verdict;

namespace
{

/** What one gate may do before and after: certain if both are known, else every possibility. */
struct GateWorld {
    bool blocksBefore = false;
    bool blocksAfter = false;
};

/** Does the gate measure against the same threshold in both policies? */
bool hasSameThreshold(const base::Json &before, const base::Json &after)
{
    const auto left = Decimal::fromJson(before);
    const auto right = Decimal::fromJson(after);
    return left && right ? *left == *right : before == after;
}

QList<GateWorld> worldsOf(const GateCheck &before, const GateCheck &after, bool sameThreshold)
{
    QList<GateWorld> worlds;
    for (const bool blocksBefore : {false, true}) {
        for (const bool blocksAfter : {false, true}) {
            const auto fits = [](const GateCheck &check, bool blocks) {
                return check.verdict == GateCheck::Verdict::CannotTell ||
                       (check.verdict == GateCheck::Verdict::Reproduced) == blocks;
            };
            const bool possible = fits(before, blocksBefore) && fits(after, blocksAfter);
            if (possible && (!sameThreshold || blocksBefore == blocksAfter))
                worlds.append({blocksBefore, blocksAfter});
        }
    }
    return worlds;
}

PolicyEffect effectBetween(bool blockedBefore, bool blockedAfter)
{
    if (blockedBefore == blockedAfter)
        return PolicyEffect::Unchanged;
    return blockedAfter ? PolicyEffect::Blocks : PolicyEffect::LetsThrough;
}

/** The one effect of all possibilities, or CannotJudge. */
PolicyEffect commonEffect(const QList<GateWorld> &confidence, const QList<GateWorld> &risk)
{
    std::optional<PolicyEffect> common;
    for (const GateWorld &c : confidence) {
        for (const GateWorld &r : risk) {
            const PolicyEffect effect =
                effectBetween(c.blocksBefore || r.blocksBefore, c.blocksAfter || r.blocksAfter);
            if (common.value_or(effect) != effect)
                return PolicyEffect::CannotJudge;
            common = effect;
        }
    }
    return common.value_or(PolicyEffect::CannotJudge);
}

void addGates(QStringList &gates, const PolicyJudgement &judgement, GateCheck::Verdict verdict)
{
    for (const GateCheck &check : judgement.checks) {
        if (check.verdict == verdict && !gates.contains(check.gate))
            gates.append(check.gate);
    }
}

} // namespace

PolicyJudgement judge(const Decision &decision, const Policy &policy)
{
    PolicyJudgement judgement;
    judgement.checks = {checkGate(u"confidence", decision, policy),
                        checkGate(u"risk_floor", decision, policy)};
    const auto any = [&judgement](GateCheck::Verdict verdict) {
        return std::any_of(judgement.checks.cbegin(), judgement.checks.cend(),
                           [verdict](const GateCheck &check) { return check.verdict == verdict; });
    };
    if (any(GateCheck::Verdict::Reproduced))
        judgement.verdict = Verdict::Blocked;
    else if (!any(GateCheck::Verdict::CannotTell))
        judgement.verdict = Verdict::Passes;
    return judgement;
}

DecisionEffect effectOf(const Decision &decision, const Policy &before, const Policy &after)
{
    DecisionEffect result;
    result.before = judge(decision, before);
    result.after = judge(decision, after);
    const auto worlds = [&result](qsizetype gate, const base::Json &earlier, const base::Json &later) {
        return worldsOf(result.before.checks.at(gate), result.after.checks.at(gate),
                        hasSameThreshold(earlier, later));
    };
    result.effect = commonEffect(worlds(0, before.minConfidence, after.minConfidence),
                                 worlds(1, before.riskFloor, after.riskFloor));
    switch (result.effect) {
    case PolicyEffect::Blocks:
        addGates(result.gates, result.after, GateCheck::Verdict::Reproduced);
        break;
    case PolicyEffect::LetsThrough:
        addGates(result.gates, result.before, GateCheck::Verdict::Reproduced);
        break;
    case PolicyEffect::CannotJudge:
        addGates(result.gates, result.before, GateCheck::Verdict::CannotTell);
        addGates(result.gates, result.after, GateCheck::Verdict::CannotTell);
        break;
    case PolicyEffect::Unchanged:
        break;
    }
    return result;
}

PolicyEffect reexecutionEffect(const Decision &decision, const Policy &before, const Policy &after)
{
    // Executed, and whether delivered is not said: open, unless re-execution is ruled alike in both.
    if (decision.wasExecuted() && decision.executionStatus.isEmpty() &&
        before.allowReexecution != after.allowReexecution)
        return PolicyEffect::CannotJudge;
    const auto blocks = [&decision](const Policy &policy) {
        return checkGate(u"idempotency", decision, policy).verdict == GateCheck::Verdict::Reproduced;
    };
    return effectBetween(blocks(before), blocks(after));
}

} // namespace algenta::engine
