// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/outcomejson.h"

#include "core/base/jsonwriter.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

Json receiptJson(const engine::ExecutionReceipt &receipt)
{
    const bool current = receipt.generation == engine::ReceiptGeneration::Current;
    Json json = Json::object();
    json.set(u"outcome"_s, Json::string(u"receipt"_s));
    json.set(u"generation"_s, Json::string(current ? u"current"_s : u"plan"_s));
    json.set(u"decision_id"_s, textOrNull(receipt.decisionId));
    json.set(u"execution_status"_s, textOrNull(receipt.executionStatus));
    json.set(u"response_code"_s, receipt.responseCode);
    json.set(u"executed_at"_s, textOrNull(receipt.executedAt.raw));
    json.set(u"webhook_url"_s, textOrNull(receipt.webhookUrl));
    json.set(u"policy_snapshot_id"_s, textOrNull(receipt.policySnapshotId));
    json.set(u"schema_snapshot_id"_s, textOrNull(receipt.schemaSnapshotId));
    json.set(u"manifest_version"_s, textOrNull(receipt.manifestVersion));
    json.set(u"safety_overridden"_s, Json::boolean(receipt.safetyOverridden));
    json.set(u"missing"_s, stringList(receipt.missing));
    json.set(u"raw"_s, receipt.raw);
    return json;
}

Json blockedJson(const engine::ExecutionBlocked &blocked)
{
    Json json = Json::object();
    json.set(u"outcome"_s, Json::string(u"blocked"_s));
    json.set(u"gate"_s, textOrNull(blocked.gate));
    json.set(u"gate_known"_s, Json::boolean(blocked.gateKnown));
    json.set(u"code"_s, textOrNull(blocked.code));
    json.set(u"message"_s, textOrNull(blocked.message));
    json.set(u"override_hint"_s, textOrNull(blocked.overrideHint));
    json.set(u"request_id"_s, textOrNull(blocked.requestId));
    json.set(u"raw"_s, blocked.raw);
    return json;
}

Json failedJson(const QString &name, const base::Error &error)
{
    Json json = Json::object();
    json.set(u"outcome"_s, Json::string(name));
    json.set(u"gate"_s, Json());
    json.set(u"code"_s, textOrNull(error.remoteCode));
    json.set(u"message"_s, textOrNull(error.message));
    json.set(u"error"_s, errorJson(error));
    return json;
}

QString valueText(const Json &value)
{
    if (value.isNull())
        return u"–"_s;
    return value.isString() ? value.toString() : QString::fromUtf8(base::writeJson(value));
}

} // namespace

Json outcomeJson(const engine::ExecutionOutcome &outcome)
{
    if (const auto *receipt = std::get_if<engine::ExecutionReceipt>(&outcome))
        return receiptJson(*receipt);
    if (const auto *blocked = std::get_if<engine::ExecutionBlocked>(&outcome))
        return blockedJson(*blocked);
    const QString name = engine::outcomeName(outcome);
    if (const auto *failure = std::get_if<engine::ExecutionFailure>(&outcome)) {
        Json json = failedJson(name, failure->error);
        json.set(u"retryable"_s, Json::boolean(failure->retryable));
        return json;
    }
    return failedJson(name, std::get<engine::ExecutionUnknown>(outcome).error);
}

void printOutcome(Output &output, const engine::ExecutionOutcome &outcome)
{
    const Json json = outcomeJson(outcome);
    const bool blocked = std::holds_alternative<engine::ExecutionBlocked>(outcome);
    for (const base::JsonMember &member : json.members()) {
        if (member.key == "raw"_L1 || member.key == "error"_L1)
            continue;
        const bool unnamed = blocked && member.key == "gate"_L1 && member.value.isNull();
        output.line(
            member.key.leftJustified(20) +
            (unnamed ? u"unnamed: the engine refused without naming a gate"_s : valueText(member.value)));
    }
}

} // namespace algenta::ctl
