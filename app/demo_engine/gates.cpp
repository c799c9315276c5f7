// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/gates.h"

#include <algorithm>

namespace algenta::demo
{

std::string gateName(Gate gate)
{
    switch (gate) {
    case Gate::Idempotency:
        return "idempotency";
    case Gate::Confidence:
        return "confidence";
    case Gate::RiskFloor:
        return "risk_floor";
    }
    return {};
}

std::optional<std::array<Gate, 3>> gateOrderFromText(const std::string &text)
{
    std::array<Gate, 3> order{Gate::Idempotency, Gate::Confidence, Gate::RiskFloor};
    do {
        if (text == gateName(order[0]) + ',' + gateName(order[1]) + ',' + gateName(order[2]))
            return order;
    } while (std::next_permutation(order.begin(), order.end()));
    return std::nullopt;
}

std::optional<Denial> denialOf(Gate gate, const Decision &decision, const PolicySnapshot &policy)
{
    Denial denial;
    denial.gate = gateName(gate);
    denial.code = "execution_blocked_" + denial.gate;
    switch (gate) {
    case Gate::Idempotency:
        if (policy.allowReexecution || decision.executionStatus != "delivered")
            return std::nullopt;
        denial.message = "Decision " + decision.id + " was already delivered" +
                         (decision.executedAt ? " at " + isoTime(*decision.executedAt) : std::string()) + '.';
        denial.overrideHint = "An operator may set force=true for one re-execution.";
        return denial;
    case Gate::Confidence:
        if (!decision.confidence || *decision.confidence >= policy.minConfidence)
            return std::nullopt;
        denial.measured = decision.confidence;
        denial.threshold = policy.minConfidence;
        denial.message = "Confidence " + Json(*decision.confidence).dump() + " is below the policy minimum " +
                         Json(policy.minConfidence).dump() + '.';
        break;
    case Gate::RiskFloor:
        if (!decision.riskP5 || !policy.riskFloor || *decision.riskP5 >= -*policy.riskFloor)
            return std::nullopt;
        denial.measured = decision.riskP5;
        denial.threshold = -*policy.riskFloor;
        denial.message = "Risk p5 " + Json(*decision.riskP5).dump() + " is below the policy floor " +
                         Json(-*policy.riskFloor).dump() + '.';
        break;
    }
    denial.overrideHint = "An operator may set override_safety=true.";
    return denial;
}

GateVerdict checkGates(const Decision &decision, const PolicySnapshot &policy,
                       const std::array<Gate, 3> &order, bool force, bool overrideSafety)
{
    GateVerdict verdict;
    for (const Gate gate : order) {
        const auto denial = denialOf(gate, decision, policy);
        if (!denial)
            continue;
        const bool bypassed = gate == Gate::Idempotency ? force : overrideSafety;
        if (!bypassed) {
            verdict.denial = denial;
            return verdict;
        }
        verdict.safetyOverridden = verdict.safetyOverridden || gate != Gate::Idempotency;
    }
    return verdict;
}

} // namespace algenta::demo
