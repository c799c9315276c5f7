// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/records.h"

namespace algenta::demo
{

namespace
{

Json timeOrNull(const std::optional<std::int64_t> &time)
{
    return time ? Json(isoTime(*time)) : Json(nullptr);
}

/** Reads typed members of one object and remembers whether any had the wrong type. */
class Reader
{
public:
    explicit Reader(const Json &json)
        : m_json(json)
        , m_good(json.is_object())
    {
    }
    [[nodiscard]] bool good() const { return m_good; }
    Json raw(const char *key) const
    {
        const auto found = m_good ? m_json.find(key) : m_json.end();
        return !m_good || found == m_json.end() ? Json() : *found;
    }
    std::optional<std::string> text(const char *key)
    {
        const Json value = raw(key);
        if (value.is_null())
            return std::nullopt;
        m_good = m_good && value.is_string();
        return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
    }
    std::string requiredText(const char *key)
    {
        const auto value = text(key);
        m_good = m_good && value && !value->empty();
        return value.value_or("");
    }
    std::optional<double> number(const char *key)
    {
        const Json value = raw(key);
        if (value.is_null())
            return std::nullopt;
        m_good = m_good && value.is_number();
        return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
    }
    bool flag(const char *key)
    {
        const Json value = raw(key);
        m_good = m_good && value.is_boolean();
        return value.is_boolean() && value.get<bool>();
    }
    std::optional<std::int64_t> time(const char *key)
    {
        const auto value = text(key);
        if (!value)
            return std::nullopt;
        const auto parsed = parseIsoTime(*value);
        m_good = m_good && parsed;
        return parsed;
    }
    std::int64_t requiredTime(const char *key)
    {
        const auto value = time(key);
        m_good = m_good && value;
        return value.value_or(0);
    }
    void refuse() { m_good = false; }

private:
    const Json &m_json;
    bool m_good;
};

std::string jsonQuoted(std::string_view text)
{
    bool plain = true;
    for (const char c : text)
        plain = plain && c >= ' ' && c != '"' && c != '\\' && c != 0x7f;
    return plain ? '"' + std::string(text) + '"' : dumpJson(Json(text));
}

void member(std::string &text, const char *key, const std::string &value)
{
    text += text.size() > 1 ? ",\"" : "\"";
    text += key;
    text += "\":";
    text += value;
}

std::string numberOrNull(const std::optional<double> &value)
{
    return value ? Json(*value).dump() : "null";
}

std::string textOrNull(const std::optional<std::string> &value)
{
    return value ? jsonQuoted(*value) : "null";
}

} // namespace

std::optional<double> outcomeDelta(const Decision &decision)
{
    if (!decision.actualOutcome || !decision.expectedValue)
        return std::nullopt;
    return *decision.actualOutcome - *decision.expectedValue;
}

Json decisionToJson(const Decision &decision)
{
    return Json{{"id", decision.id},
                {"org_id", orgId},
                {"run_id", nullable(decision.runId)},
                {"context", decision.context},
                {"chosen_action", decision.chosenAction},
                {"options_considered", nullable(decision.optionsConsidered)},
                {"expected_value", nullable(decision.expectedValue)},
                {"confidence", nullable(decision.confidence)},
                {"rationale", nullable(decision.rationale)},
                {"risk_p5", nullable(decision.riskP5)},
                {"risk_p95", nullable(decision.riskP95)},
                {"risk_pol", nullable(decision.riskPol)},
                {"request_hash", nullable(decision.requestHash)},
                {"result_hash", nullable(decision.resultHash)},
                {"policy_snapshot_id", nullable(decision.policySnapshotId)},
                {"schema_snapshot_id", schemaSnapshotId},
                {"manifest_version", manifestVersion},
                {"actual_outcome", nullable(decision.actualOutcome)},
                {"outcome_delta", nullable(outcomeDelta(decision))},
                {"outcome_notes", nullable(decision.outcomeNotes)},
                {"outcome_recorded_at", timeOrNull(decision.outcomeRecordedAt)},
                {"executed_at", timeOrNull(decision.executedAt)},
                {"execution_status", nullable(decision.executionStatus)},
                {"execution_webhook_url", nullable(decision.executionWebhookUrl)},
                {"execution_response_code", nullable(decision.executionResponseCode)},
                {"created_at", isoTime(decision.createdAt)},
                {"updated_at", isoTime(decision.updatedAt)}};
}

std::optional<Decision> decisionFromJson(const Json &json)
{
    Reader reader(json);
    Decision decision;
    decision.id = reader.requiredText("id");
    decision.runId = reader.text("run_id");
    decision.context = reader.raw("context");
    decision.chosenAction = reader.requiredText("chosen_action");
    if (const Json options = reader.raw("options_considered"); options.is_array()) {
        decision.optionsConsidered.emplace();
        for (const auto &option : options) {
            if (!option.is_string())
                return std::nullopt;
            decision.optionsConsidered->push_back(option.get<std::string>());
        }
    } else if (!options.is_null()) {
        return std::nullopt;
    }
    decision.expectedValue = reader.number("expected_value");
    decision.confidence = reader.number("confidence");
    decision.rationale = reader.text("rationale");
    decision.riskP5 = reader.number("risk_p5");
    decision.riskP95 = reader.number("risk_p95");
    decision.riskPol = reader.number("risk_pol");
    decision.requestHash = reader.text("request_hash");
    decision.resultHash = reader.text("result_hash");
    decision.policySnapshotId = reader.text("policy_snapshot_id");
    decision.actualOutcome = reader.number("actual_outcome");
    decision.outcomeNotes = reader.text("outcome_notes");
    decision.outcomeRecordedAt = reader.time("outcome_recorded_at");
    decision.executedAt = reader.time("executed_at");
    decision.executionStatus = reader.text("execution_status");
    decision.executionWebhookUrl = reader.text("execution_webhook_url");
    if (const auto code = reader.number("execution_response_code"))
        decision.executionResponseCode = static_cast<int>(*code);
    decision.createdAt = reader.requiredTime("created_at");
    decision.updatedAt = reader.requiredTime("updated_at");
    return reader.good() ? std::optional(decision) : std::nullopt;
}

Json snapshotToJson(const PolicySnapshot &snapshot)
{
    const Json content{{"min_confidence", snapshot.minConfidence},
                       {"risk_floor", nullable(snapshot.riskFloor)},
                       {"require_calibration", snapshot.requireCalibration},
                       {"allow_reexecution", snapshot.allowReexecution}};
    Json json{{"org_id", orgId}};
    json.update(content);
    json.update(
        Json{{"snapshot_id", snapshot.snapshotId},
             {"content_hash", sha256Hex(dumpSorted(content))},
             {"schema_revision", "1"},
             {"revision", snapshot.revision},
             {"previous_snapshot_id",
              snapshot.previousSnapshotId.empty() ? Json(nullptr) : Json(snapshot.previousSnapshotId)},
             {"created_at", isoTime(snapshot.createdAt)},
             {"updated_at", isoTime(snapshot.createdAt)}});
    return json;
}

std::optional<PolicySnapshot> snapshotFromJson(const Json &json)
{
    Reader reader(json);
    PolicySnapshot snapshot;
    snapshot.snapshotId = reader.requiredText("snapshot_id");
    snapshot.previousSnapshotId = reader.text("previous_snapshot_id").value_or("");
    if (const auto value = reader.number("min_confidence"))
        snapshot.minConfidence = *value;
    else
        reader.refuse();
    snapshot.riskFloor = reader.number("risk_floor");
    snapshot.requireCalibration = reader.flag("require_calibration");
    snapshot.allowReexecution = reader.flag("allow_reexecution");
    snapshot.revision = static_cast<int>(reader.number("revision").value_or(0));
    snapshot.createdAt = reader.requiredTime("created_at");
    return reader.good() ? std::optional(snapshot) : std::nullopt;
}

std::string auditText(const AuditEntry &entry)
{
    std::string text = "{";
    member(text, "id", jsonQuoted(entry.id));
    member(text, "timestamp", jsonQuoted(isoTime(entry.timestamp)));
    member(text, "actor_email", jsonQuoted(entry.actorEmail));
    member(text, "action", jsonQuoted(entry.action));
    member(text, "resource_type", jsonQuoted(entry.resourceType));
    member(text, "resource_id", entry.resourceId.empty() ? "null" : jsonQuoted(entry.resourceId));
    member(text, "ip_address", jsonQuoted("127.0.0.1"));
    member(text, "result", jsonQuoted(entry.result));
    member(text, "content_hash", "null");
    member(text, "metadata", entry.metadata.empty() ? "null" : entry.metadata);
    return text + '}';
}

std::optional<AuditEntry> auditFromJson(const Json &json)
{
    Reader reader(json);
    AuditEntry entry;
    entry.id = reader.requiredText("id");
    entry.timestamp = reader.requiredTime("timestamp");
    entry.actorEmail = reader.requiredText("actor_email");
    entry.action = reader.requiredText("action");
    entry.resourceType = reader.requiredText("resource_type");
    entry.resourceId = reader.text("resource_id").value_or("");
    entry.result = reader.requiredText("result");
    if (const Json metadata = reader.raw("metadata"); metadata.is_object())
        entry.metadata = dumpJson(metadata);
    else if (!metadata.is_null())
        return std::nullopt;
    return reader.good() ? std::optional(entry) : std::nullopt;
}

std::string traceText(const ExecutionTrace &trace)
{
    std::string text = "{";
    member(text, "gate", textOrNull(trace.gate));
    member(text, "code", textOrNull(trace.code));
    member(text, "message", textOrNull(trace.message));
    member(text, "request_id", jsonQuoted(trace.requestId));
    member(text, "webhook_url", jsonQuoted(trace.webhookUrl));
    member(text, "measured", numberOrNull(trace.measured));
    member(text, "threshold", numberOrNull(trace.threshold));
    member(text, "force", trace.force ? "true" : "false");
    member(text, "override_safety", trace.overrideSafety ? "true" : "false");
    member(text, "safety_overridden", trace.safetyOverridden ? "true" : "false");
    member(text, "execution_status", textOrNull(trace.executionStatus));
    member(text, "response_code", trace.responseCode ? std::to_string(*trace.responseCode) : "null");
    member(text, "policy_snapshot_id", jsonQuoted(trace.policySnapshotId));
    member(text, "schema_snapshot_id", jsonQuoted(schemaSnapshotId));
    member(text, "manifest_version", jsonQuoted(manifestVersion));
    member(text, "request_hash", textOrNull(trace.requestHash));
    return text + '}';
}

} // namespace algenta::demo
