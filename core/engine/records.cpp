// SPDX-License-Identifier: Apache-2.0
#include "core/engine/records.h"

#include "core/base/jsonreader.h"
#include "core/base/redaction.h"

#include <initializer_list>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

tl::unexpected<Error> malformed(const QString &message)
{
    return base::fail(ErrorCode::MalformedAnswer, message,
                      u"The engine may be of another version: look at the raw answer."_s);
}

/** Text of a member that may be sent as string or number, digits as sent. */
QString textOrDigits(const Json &value)
{
    return value.isNumber() ? QString::fromLatin1(value.numberText()) : value.toString();
}

Json numberOrNull(const Json &value)
{
    return value.isNumber() ? value : Json();
}

QStringList strings(const Json &list)
{
    QStringList result;
    for (const Json &item : list.items()) {
        if (item.isString())
            result.append(item.toString());
    }
    return result;
}

base::Timestamp time(const Json &record, QStringView key)
{
    return base::parseTimestamp(record[key].toString());
}

int smallInteger(const Json &value, int fallback)
{
    const auto number = value.toInteger();
    return number && *number >= 0 && *number <= 1'000'000'000 ? static_cast<int>(*number) : fallback;
}

const Json *findList(const Json &root, std::initializer_list<QStringView> keys)
{
    if (root.isArray())
        return &root;
    for (const QStringView key : keys) {
        if (const Json *list = root.find(key); list && list->isArray())
            return list;
    }
    return nullptr;
}

template<typename T>
Result<Page<T>> parsePage(const QByteArray &body, std::initializer_list<QStringView> keys,
                          Result<T> (*parse)(const Json &), const QString &what)
{
    const auto root = base::readJson(body);
    if (!root) {
        Error error = root.error();
        error.message = u"The list of %1 cannot be read as JSON: "_s.arg(what) + error.message;
        error.remedy = u"It may have been cut short on the way: try again, and look at the raw answer."_s;
        error.raw = base::redact(body);
        return base::fail(error);
    }
    const Json *list = findList(*root, keys);
    if (!list) {
        Error error = malformed(u"The answer holds no list of %1."_s.arg(what)).value();
        error.raw = base::redact(body);
        return base::fail(error);
    }
    Page<T> page;
    page.raw = body;
    qsizetype index = 0;
    for (const Json &item : list->items()) {
        auto record = parse(item);
        if (record)
            page.items.append(std::move(*record));
        else
            page.broken.append(BrokenRecord{index, record.error().message, item});
        ++index;
    }
    if (const auto total = (*root)[u"total"].toInteger(); total && *total >= 0)
        page.total = *total;
    page.page = smallInteger((*root)[u"page"], 1);
    page.pages = smallInteger((*root)[u"pages"], -1);
    return page;
}

} // namespace

Result<Decision> parseDecision(const Json &json)
{
    if (!json.isObject())
        return malformed(u"The decision is not an object."_s);
    Decision decision;
    // REST records carry `id`, the MCP results `decision_id`.
    decision.id = textOrDigits(json.contains(u"id") ? json[u"id"] : json[u"decision_id"]);
    if (decision.id.isEmpty())
        return malformed(u"The decision has no id."_s);
    decision.chosenAction = json[u"chosen_action"].toString();
    decision.context = json[u"context"].toString();
    decision.rationale = json[u"rationale"].toString();
    decision.optionsConsidered = strings(json[u"options_considered"]);
    decision.expectedValue = numberOrNull(json[u"expected_value"]);
    decision.confidence = numberOrNull(json[u"confidence"]);
    decision.riskP5 = numberOrNull(json[u"risk_p5"]);
    decision.riskP95 = numberOrNull(json[u"risk_p95"]);
    decision.riskOfLoss = numberOrNull(json[u"risk_pol"]);
    decision.actualOutcome = numberOrNull(json[u"actual_outcome"]);
    decision.outcomeDelta = numberOrNull(json[u"outcome_delta"]);
    decision.outcomeNotes = json[u"outcome_notes"].toString();
    decision.executionStatus = json[u"execution_status"].toString();
    decision.executionWebhookUrl = json[u"execution_webhook_url"].toString();
    decision.executionResponseCode = numberOrNull(json[u"execution_response_code"]);
    decision.executedAt = time(json, u"executed_at");
    decision.createdAt = time(json, u"created_at");
    decision.updatedAt = time(json, u"updated_at");
    decision.policySnapshotId = json[u"policy_snapshot_id"].toString();
    decision.schemaSnapshotId = json[u"schema_snapshot_id"].toString();
    decision.manifestVersion = textOrDigits(json[u"manifest_version"]);
    decision.runId = textOrDigits(json[u"run_id"]);
    decision.raw = json;
    return decision;
}

Result<Policy> parsePolicy(const Json &json)
{
    if (!json.isObject())
        return malformed(u"The execution policy is not an object."_s);
    if (!json[u"min_confidence"].isNumber())
        return malformed(u"The execution policy has no number min_confidence."_s);
    const Json &floor = json[u"risk_floor"];
    if (!floor.isNull() && !floor.isNumber())
        return malformed(u"risk_floor of the execution policy is neither a number nor null."_s);
    Policy policy;
    policy.minConfidence = json[u"min_confidence"];
    policy.riskFloor = floor;
    policy.requireCalibration = json[u"require_calibration"].toBool();
    policy.allowReexecution = json[u"allow_reexecution"].toBool();
    policy.snapshotId = json[u"snapshot_id"].toString();
    policy.revision = textOrDigits(json[u"revision"]);
    policy.updatedAt = time(json, json[u"updated_at"].isString() ? u"updated_at" : u"created_at");
    policy.raw = json;
    return policy;
}

Result<AuditEntry> parseAuditEntry(const Json &json)
{
    if (!json.isObject())
        return malformed(u"The audit entry is not an object."_s);
    AuditEntry entry;
    entry.id = textOrDigits(json[u"id"]);
    if (entry.id.isEmpty())
        return malformed(u"The audit entry has no id."_s);
    entry.timestamp = time(json, u"timestamp");
    entry.actorEmail = json[u"actor_email"].toString();
    entry.action = json[u"action"].toString();
    entry.resourceType = json[u"resource_type"].toString();
    entry.resourceId = textOrDigits(json[u"resource_id"]);
    entry.result = json[u"result"].toString();
    entry.contentHash = json[u"content_hash"].toString();
    entry.metadata = json[u"metadata"];
    entry.raw = json;
    return entry;
}

Result<Page<Decision>> parseDecisionPage(const QByteArray &body)
{
    return parsePage<Decision>(body, {u"decisions", u"data"}, &parseDecision, u"decisions"_s);
}

Result<Page<AuditEntry>> parseAuditPage(const QByteArray &body)
{
    return parsePage<AuditEntry>(body, {u"entries", u"artifacts", u"data"}, &parseAuditEntry,
                                 u"audit entries"_s);
}

Result<Page<Policy>> parsePolicyPage(const QByteArray &body)
{
    return parsePage<Policy>(body, {u"data", u"snapshots"}, &parsePolicy, u"policy snapshots"_s);
}

} // namespace algenta::engine
