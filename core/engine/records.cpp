// SPDX-License-Identifier: Apache-2.0
#include "core/engine/records.h"

#include "core/base/jsonreader.h"
#include "core/base/redaction.h"
#include "core/base/textsafety.h"

#include <algorithm>
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

/**
 * A time as text, or as whole seconds, milli-, micro- or nanoseconds since 1970. The number of digits
 * tells which, without overlap for times from 2001 to 2286.
 */
base::Timestamp time(const Json &record, QStringView key)
{
    const QString text = textOrDigits(record[key]);
    const base::Timestamp written = base::parseTimestamp(text);
    const qsizetype digits = text.size();
    const bool isCount =
        (digits == 10 || digits == 13 || digits == 16 || digits == 19) &&
        std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    if (written.isValid() || !isCount)
        return written;
    base::Timestamp counted;
    counted.raw = text;
    counted.fraction = text.sliced(10);
    const qint64 milliseconds =
        text.first(10).toLongLong() * 1000 + counted.fraction.leftJustified(3, u'0').first(3).toLongLong();
    counted.instant = QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC);
    return counted;
}

int smallInteger(const Json &value, int fallback)
{
    const auto number = value.toInteger();
    return number && *number >= 0 && *number <= 1'000'000'000 ? static_cast<int>(*number) : fallback;
}

/** A list and the pointer to it. */
struct FoundList {
    const Json *list = nullptr;
    QString pointer;
};

FoundList findList(const Json &root, std::initializer_list<QStringView> keys)
{
    if (root.isArray())
        return {&root, {}};
    for (const QStringView key : keys) {
        if (const Json *list = root.find(key); list && list->isArray())
            return {list, u'/' + key.toString()};
    }
    return {};
}

/** A key that stands twice in that item, or empty: which of its values holds, nobody can tell. */
QString doubledKey(const base::JsonDocument &document, const QString &listPointer, qsizetype index)
{
    const QString prefix = listPointer + u'/' + QString::number(index) + u'/';
    for (const QString &pointer : document.duplicateKeys) {
        if (pointer.startsWith(prefix))
            return pointer.sliced(prefix.size());
    }
    return {};
}

template<typename T>
Result<Page<T>> parsePage(const QByteArray &body, std::initializer_list<QStringView> keys,
                          Result<T> (*parse)(const Json &), const QString &what)
{
    const auto document = base::readJsonDocument(body);
    if (!document) {
        Error error = document.error();
        error.message = u"The list of %1 cannot be read as JSON: "_s.arg(what) + error.message;
        error.remedy = u"It may have been cut short on the way: try again, and look at the raw answer."_s;
        error.raw = base::redact(body);
        return base::fail(error);
    }
    const Json &root = document->root;
    const FoundList found = findList(root, keys);
    if (!found.list) {
        Error error = malformed(u"The answer holds no list of %1."_s.arg(what)).value();
        error.raw = base::redact(body);
        return base::fail(error);
    }
    Page<T> page;
    page.raw = body;
    qsizetype index = 0;
    for (const Json &item : found.list->items()) {
        auto record = parse(item);
        const QString doubled = doubledKey(*document, found.pointer, index);
        if (!doubled.isEmpty())
            page.broken.append(
                BrokenRecord{index, u"It has the key %1 twice."_s.arg(base::elidedText(doubled, 80)), item});
        else if (record)
            page.items.append(std::move(*record));
        else
            page.broken.append(BrokenRecord{index, record.error().message, item});
        ++index;
    }
    for (const QStringView name : {u"total_snapshots", u"total"}) {
        if (const auto total = root[name].toInteger(); total && *total >= 0)
            page.total = *total;
    }
    page.page = smallInteger(root[u"page"], 1);
    page.pages = smallInteger(root[u"pages"], -1);
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
    policy.snapshotId = textOrDigits(json[u"snapshot_id"]);
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
