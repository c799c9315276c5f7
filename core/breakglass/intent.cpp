// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/intent.h"

#include "core/base/jsonwriter.h"
#include "core/base/redaction.h"
#include "core/breakglass/drill.h"
#include "core/engine/restapi.h"

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

Json text(const QString &value)
{
    return Json::string(value);
}

Json textList(const QStringList &values)
{
    Json list = Json::array();
    for (const QString &value : values)
        list.append(text(value));
    return list;
}

Json numberText(const Json &number)
{
    return number.isNumber() ? text(QString::fromLatin1(number.numberText())) : Json();
}

Json receiptJson(const engine::ExecutionReceipt &receipt)
{
    Json json = Json::object();
    json.set(u"decision_id"_s, outsideText(receipt.decisionId));
    json.set(u"webhook_url"_s, outsideText(receipt.webhookUrl));
    json.set(u"execution_status"_s, outsideText(receipt.executionStatus));
    json.set(u"response_code"_s, numberText(receipt.responseCode));
    json.set(u"executed_at"_s, outsideText(receipt.executedAt.raw));
    json.set(u"policy_snapshot_id"_s, outsideText(receipt.policySnapshotId));
    json.set(u"schema_snapshot_id"_s, outsideText(receipt.schemaSnapshotId));
    json.set(u"manifest_version"_s, outsideText(receipt.manifestVersion));
    json.set(u"safety_overridden"_s, receipt.missing.contains(u"safety_overridden"_s)
                                         ? Json()
                                         : Json::boolean(receipt.safetyOverridden));
    json.set(u"missing"_s, textList(receipt.missing));
    return json;
}

Json blockedJson(const engine::ExecutionBlocked &blocked)
{
    Json json = Json::object();
    json.set(u"gate"_s, outsideText(blocked.gate));
    json.set(u"gate_known"_s, Json::boolean(blocked.gateKnown));
    json.set(u"code"_s, outsideText(blocked.code));
    json.set(u"message"_s, outsideText(blocked.message));
    json.set(u"request_id"_s, outsideText(blocked.requestId));
    return json;
}

Json errorJson(const base::Error &error)
{
    Json json = Json::object();
    json.set(u"code"_s, text(base::errorCodeName(error.code)));
    json.set(u"message"_s, outsideText(error.message));
    json.set(u"remote_code"_s, outsideText(error.remoteCode));
    json.set(u"request_id"_s, outsideText(error.requestId));
    return json;
}

base::Result<QString> member(const Json &details, QStringView key)
{
    const Json *value = details.find(key);
    if (!value || !value->isString())
        return base::fail(base::ErrorCode::MalformedJson,
                          u"The recorded intent has no readable “%1”."_s.arg(key));
    return value->toString();
}

} // namespace

net::HttpRequest executeRequest(const engine::EngineAddress &address, const Radius &radius)
{
    Json body = Json::object();
    body.set(u"webhook_url"_s, text(radius.webhook.text));
    body.set(u"timeout_seconds"_s, Json::integer(deliveryTimeoutSeconds));
    for (const QString &field : radius.bypass.fields())
        body.set(field, Json::boolean(true));

    net::HttpRequest request;
    request.method = "POST";
    const QString root = address.restRoot.toString(QUrl::FullyEncoded | QUrl::StripTrailingSlash);
    request.url =
        QUrl(root + engine::decisionPath(radius.input.decision.id) + u"/execute"_s, QUrl::StrictMode);
    request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
    request.body = base::writeJson(body);
    return request;
}

journal::Draft intentDraft(const Intent &intent)
{
    const engine::Decision &decision = intent.radius.input.decision;
    Json request = Json::object();
    request.set(u"method"_s, text(QString::fromLatin1(intent.request.method)));
    request.set(u"url"_s, outsideText(intent.request.url.toString(QUrl::FullyEncoded)));
    request.set(u"body"_s, journal::evidence(intent.request.body));

    Json blocked = Json::object();
    blocked.set(u"source"_s, outsideText(intent.blocked.description));
    blocked.set(u"message"_s, outsideText(intent.blocked.message));
    blocked.set(u"record"_s, journal::evidence(intent.blocked.bytes));

    Json before = Json::object();
    before.set(u"executed_at"_s, outsideText(decision.executedAt.raw));
    before.set(u"execution_status"_s, outsideText(decision.executionStatus));
    before.set(u"decision"_s, journal::evidence(base::writeJson(decision.raw)));
    before.set(u"policy"_s, journal::evidence(base::writeJson(intent.radius.input.policy.raw)));

    Json details = Json::object();
    details.set(u"chain"_s, text(intent.act.chainId));
    details.set(u"step"_s, text(QString::number(intent.act.step)));
    details.set(u"gate"_s, outsideText(intent.radius.input.gate));
    details.set(u"fields"_s, textList(intent.radius.bypass.fields()));
    details.set(u"silences"_s, textList(intent.radius.bypass.silencedGates()));
    details.set(u"reason"_s, outsideText(intent.arming.request.reason));
    details.set(u"category"_s, text(actCategoryName(intent.arming.request.category)));
    details.set(u"ticket"_s, outsideText(intent.arming.request.ticket));
    details.set(u"webhook_url"_s, outsideText(intent.radius.webhook.text));
    details.set(u"webhook_host"_s, outsideText(intent.radius.webhook.host));
    details.set(u"key_fingerprint"_s, text(QString::fromLatin1(intent.arming.keyFingerprint)));
    details.set(u"armed"_s, text(QString::number(intent.arming.seq)));
    details.set(u"gates"_s, intent.radius.gatesJson());
    details.set(u"radius"_s, intent.radius.toJson());
    details.set(u"blocked"_s, blocked);
    details.set(u"before"_s, before);
    details.set(u"request"_s, request);
    if (intent.act.drill)
        markDrill(details);

    journal::Draft draft;
    draft.kind = journal::EntryKind::Intent;
    draft.actor = intent.act.actor;
    draft.engine = intent.radius.input.engineOrigin;
    draft.subject = decision.id;
    draft.actId = intent.act.actId;
    draft.details = details;
    return draft;
}

journal::Draft outcomeDraft(const Intent &intent, const engine::ExecutionOutcome &outcome, bool sent,
                            int httpStatus, const QByteArray &answer)
{
    Json details = Json::object();
    details.set(u"outcome"_s, text(engine::outcomeName(outcome)));
    details.set(u"sent"_s, Json::boolean(sent));
    details.set(u"http_status"_s, text(httpStatus > 0 ? QString::number(httpStatus) : QString()));
    details.set(u"chain"_s, text(intent.act.chainId));
    details.set(u"fields"_s, textList(intent.radius.bypass.fields()));
    if (const auto *receipt = std::get_if<engine::ExecutionReceipt>(&outcome))
        details.set(u"receipt"_s, receiptJson(*receipt));
    else if (const auto *blocked = std::get_if<engine::ExecutionBlocked>(&outcome))
        details.set(u"blocked"_s, blockedJson(*blocked));
    else if (const auto *failure = std::get_if<engine::ExecutionFailure>(&outcome))
        details.set(u"error"_s, errorJson(failure->error));
    else if (const auto *unknown = std::get_if<engine::ExecutionUnknown>(&outcome))
        details.set(u"error"_s, errorJson(unknown->error));
    details.set(u"answer"_s, journal::evidence(answer));
    if (intent.act.drill)
        markDrill(details);

    journal::Draft draft;
    draft.kind = journal::EntryKind::Outcome;
    draft.actor = intent.act.actor;
    draft.engine = intent.radius.input.engineOrigin;
    draft.subject = intent.radius.input.decision.id;
    draft.actId = intent.act.actId;
    draft.details = details;
    return draft;
}

base::Result<IntentFacts> intentFacts(const journal::Entry &entry)
{
    const Json &details = entry.draft.details;
    if (entry.draft.kind != journal::EntryKind::Intent)
        return base::fail(base::ErrorCode::InvalidInput, u"Entry %1 is not an intent."_s.arg(entry.seq));
    IntentFacts facts;
    facts.actId = entry.draft.actId;
    facts.engineOrigin = entry.draft.engine;
    facts.decisionId = entry.draft.subject;
    facts.recordedAt = entry.time;
    const auto chain = member(details, u"chain");
    const auto step = member(details, u"step");
    const auto webhook = member(details, u"webhook_url");
    const auto gate = member(details, u"gate");
    const auto executedAt = member(details[u"before"], u"executed_at");
    const auto status = member(details[u"before"], u"execution_status");
    for (const auto *part : {&chain, &step, &webhook, &gate, &executedAt, &status}) {
        if (!*part)
            return base::fail(part->error());
    }
    QStringList fields;
    for (const Json &field : details[u"fields"].items())
        fields.append(field.toString());
    const auto bypass = bypassFromFields(fields);
    if (!bypass)
        return base::fail(bypass.error());
    facts.chainId = *chain;
    facts.step = step->toInt();
    facts.webhookUrl = *webhook;
    facts.gate = *gate;
    facts.bypass = *bypass;
    facts.armedSeq = details[u"armed"].toString().toLongLong();
    facts.drill = isDrill(entry.draft);
    facts.executedAtBefore = *executedAt;
    facts.executionStatusBefore = *status;
    return facts;
}

} // namespace algenta::breakglass
