// SPDX-License-Identifier: Apache-2.0
#include "core/engine/blocked.h"

#include "core/base/jsonreader.h"
#include "core/engine/decimal.h"
#include "core/engine/denial.h"
#include "embedded/blockedExecutionRules.h"

#include <cstdlib>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

tl::unexpected<base::Error> badRules(const QString &why)
{
    return base::fail(ErrorCode::InvalidInput, u"The rules for blocked executions cannot be used: "_s + why,
                      u"Correct the rule file; contracts/blocked-execution-rules.json shows its form."_s);
}

/** A gate in audit metadata: as written, unless its code names another. */
void readGate(const Json &metadata, BlockedExecution &blocked)
{
    blocked.code = metadata[u"code"].toString();
    const QString gate = metadata[u"gate"].toString();
    const QString prefix = blockedCodePrefix();
    const QString fromCode = blocked.code.startsWith(prefix) ? blocked.code.mid(prefix.size()) : QString();
    if (!fromCode.isEmpty() && !isGateName(fromCode))
        return;
    if (!gate.isEmpty() && (!isGateName(gate) || (!blocked.code.isEmpty() && gate != fromCode)))
        return;
    blocked.gate = gate.isEmpty() ? fromCode : gate;
    blocked.gateKnown = !fromCode.isEmpty() && isKnownGate(blocked.gate);
}

GateCheck cannotTell(GateCheck check, const QString &reason)
{
    check.verdict = GateCheck::Verdict::CannotTell;
    check.reason = reason;
    return check;
}

GateCheck notReproduced(GateCheck check, const QString &reason)
{
    check.verdict = GateCheck::Verdict::NotReproduced;
    check.reason = reason;
    return check;
}

/** Blocks when @p measured is below @p threshold. */
GateCheck checkBelow(GateCheck check, const std::optional<Decimal> &measured, const Decimal &threshold,
                     const QString &what)
{
    check.threshold = threshold.toText();
    if (!measured)
        return cannotTell(check, u"The decision record has no %1."_s.arg(what));
    if (!(*measured < threshold))
        return notReproduced(check, u"%1 is not below the threshold now."_s.arg(what));
    check.verdict = GateCheck::Verdict::Reproduced;
    if (const auto margin = threshold.minus(*measured))
        check.margin = margin->toText();
    check.reason = u"%1 is below the threshold of the present policy."_s.arg(what);
    return check;
}

GateCheck checkIdempotency(GateCheck check, const Decision &decision, const Policy &policy)
{
    if (!decision.wasDelivered())
        return notReproduced(check, u"The engine's record says of no delivery."_s);
    check.measured = decision.executedAt.raw.isEmpty() ? u"delivered"_s : decision.executedAt.raw;
    if (policy.allowReexecution)
        return notReproduced(check, u"It was delivered, but the present policy allows re-execution."_s);
    check.verdict = GateCheck::Verdict::Reproduced;
    check.reason = u"The engine's record says that it was already delivered."_s;
    return check;
}

GateCheck checkRiskFloor(GateCheck check, const Decision &decision, const Policy &policy)
{
    check.measured = QString::fromLatin1(decision.riskP5.numberText());
    if (policy.riskFloor.isNull())
        return notReproduced(check, u"The present policy has no risk floor."_s);
    const auto floor = Decimal::fromJson(policy.riskFloor);
    if (!floor)
        return cannotTell(check, u"The risk floor of the policy is not a number that can be compared."_s);
    return checkBelow(check, Decimal::fromJson(decision.riskP5), floor->negated(), u"risk_p5"_s);
}

GateCheck checkConfidence(GateCheck check, const Decision &decision, const Policy &policy)
{
    check.measured = QString::fromLatin1(decision.confidence.numberText());
    const auto minimum = Decimal::fromJson(policy.minConfidence);
    if (!minimum)
        return cannotTell(check,
                          u"The minimum confidence of the policy is not a number that can be compared."_s);
    return checkBelow(check, Decimal::fromJson(decision.confidence), *minimum, u"confidence"_s);
}

} // namespace

Result<BlockedRules> parseBlockedRules(const QByteArray &bytes)
{
    const auto root = base::readJson(bytes, {}, base::DuplicateKeys::Refuse);
    if (!root)
        return badRules(root.error().message);
    BlockedRules rules;
    rules.version = (*root)[u"rules_version"].toString();
    if (rules.version != "1"_L1)
        return badRules(u"rules_version is not \"1\"."_s);
    if (!(*root)[u"rules"].isArray())
        return badRules(u"rules is not a list."_s);
    qsizetype index = 0;
    for (const Json &item : (*root)[u"rules"].items()) {
        const BlockedRules::Rule rule{item[u"action"].toString(), item[u"result"].toString(),
                                      item[u"verified"].toBool()};
        if (rule.action.isEmpty() || rule.result.isEmpty() || !item[u"verified"].isBool())
            return badRules(
                u"rule %1 needs the texts action and result and verified true or false."_s.arg(index));
        rules.rules.append(rule);
        ++index;
    }
    return rules;
}

const BlockedRules &embeddedBlockedRules()
{
    static const BlockedRules rules = [] {
        auto parsed = parseBlockedRules(embedded::blockedExecutionRules().toByteArray());
        if (!parsed)
            std::abort(); // compiled in and tested: cannot happen at run time
        return *parsed;
    }();
    return rules;
}

std::optional<BlockedExecution> blockedFromAudit(const BlockedRules &rules, const AuditEntry &entry)
{
    bool matches = false;
    for (const BlockedRules::Rule &rule : rules.rules)
        matches = matches || (rule.action == entry.action && rule.result == entry.result);
    if (!matches)
        return std::nullopt;
    BlockedExecution blocked;
    blocked.source = BlockedSource::AuditLog;
    blocked.id = entry.id;
    blocked.decisionId =
        entry.resourceType == "decision"_L1 ? entry.resourceId : entry.metadata[u"decision_id"].toString();
    readGate(entry.metadata, blocked);
    blocked.message = entry.metadata[u"message"].toString();
    blocked.requestId = entry.metadata[u"request_id"].toString();
    blocked.webhookUrl = entry.metadata[u"webhook_url"].toString();
    blocked.who = entry.actorEmail;
    blocked.when = entry.timestamp;
    blocked.raw = entry.raw;
    return blocked;
}

GateCheck checkGate(QStringView gate, const Decision &decision, const Policy &policy)
{
    GateCheck check;
    check.gate = gate.toString();
    if (gate == "idempotency"_L1)
        return checkIdempotency(check, decision, policy);
    if (gate == "confidence"_L1)
        return checkConfidence(check, decision, policy);
    if (gate == "risk_floor"_L1)
        return checkRiskFloor(check, decision, policy);
    return cannotTell(check, u"This program does not know the gate, so it cannot check it."_s);
}

QList<GateCheck> checkGates(const Decision &decision, const Policy &policy)
{
    return {checkGate(u"idempotency", decision, policy), checkGate(u"confidence", decision, policy),
            checkGate(u"risk_floor", decision, policy)};
}

} // namespace algenta::engine
