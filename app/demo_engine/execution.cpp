// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/operations.h"
#include "app/demo_engine/webhookdelivery.h"

namespace algenta::demo
{

namespace
{

constexpr const char *action = "decision.execute";
constexpr double longestTimeout = 300;

std::string payloadOf(const Decision &decision, const Json &metadata, std::int64_t time)
{
    // Metadata adds members and never replaces one of the engine's own.
    Json payload = metadata;
    payload.update(Json{{"decision_id", decision.id},
                        {"org_id", orgId},
                        {"chosen_action", decision.chosenAction},
                        {"context", decision.context},
                        {"expected_value", nullable(decision.expectedValue)},
                        {"confidence", nullable(decision.confidence)},
                        {"executed_at", isoTime(time)}});
    return dumpJson(payload);
}

Json payloadSummary(const std::string &payload)
{
    const Json parsed = Json::parse(payload, nullptr, false);
    Json fields = Json::array();
    for (const auto &[key, value] : parsed.items())
        fields.push_back(key);
    return Json{{"fields", fields}, {"bytes", payload.size()}, {"sha256", sha256Hex(payload)}};
}

} // namespace

void Operations::setGateOrder(const std::array<Gate, 3> &order)
{
    const std::lock_guard lock(m_mutex);
    m_gateOrder = order;
}

std::array<Gate, 3> Operations::gateOrder()
{
    const std::lock_guard lock(m_mutex);
    return m_gateOrder;
}

void Operations::blockNext(const Denial &denial)
{
    const std::lock_guard lock(m_mutex);
    m_planned = denial;
}

std::optional<Denial> Operations::takePlannedDenial()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_planned, std::nullopt);
}

std::optional<Answer> Operations::readExecuteArguments(const Json &body, ExecuteArguments &arguments)
{
    if (!body.is_object())
        return invalid("body", "must be an object");
    const Json url = body.value("webhook_url", Json());
    WebhookTarget ignored;
    if (!url.is_string() || url.get<std::string>().empty())
        return invalid("webhook_url", "is required and must be a non-empty string");
    arguments.webhookUrl = url.get<std::string>();
    if (parseWebhookUrl(arguments.webhookUrl, ignored) == TargetProblem::NotHttp)
        return invalid("webhook_url", "must be an http or https address");
    if (const Json timeout = body.value("timeout_seconds", Json()); !timeout.is_null()) {
        if (!timeout.is_number() || !(timeout.get<double>() > 0) || timeout.get<double>() > longestTimeout)
            return invalid("timeout_seconds", "must be a number above 0 and at most 300");
        arguments.timeoutSeconds = timeout.get<double>();
    }
    for (const auto &[key, into] :
         {std::pair{"force", &arguments.force}, {"override_safety", &arguments.overrideSafety}}) {
        const Json value = body.value(key, Json());
        if (value.is_boolean())
            *into = value.get<bool>();
        else if (!value.is_null())
            return invalid(key, "must be true or false");
    }
    if (const Json metadata = body.value("metadata", Json()); metadata.is_object())
        arguments.metadata = metadata;
    else if (!metadata.is_null())
        return invalid("metadata", "must be an object");
    return std::nullopt;
}

Answer Operations::refuse(Answer answer, const Caller &caller, const std::string &id, const char *result,
                          ExecutionTrace trace)
{
    if (answer.denial) {
        trace.gate = answer.denial->gate;
        trace.code = answer.denial->code;
        trace.message = answer.denial->message;
        trace.measured = answer.denial->measured;
        trace.threshold = answer.denial->threshold;
    } else {
        trace.code = answer.body["error"]["code"].get<std::string>();
        trace.message = answer.body["error"]["message"].get<std::string>();
    }
    trace.requestId = answer.requestId;
    audit(caller, action, "decision", id, result, traceText(trace));
    return answer;
}

Answer Operations::execute(const Caller &caller, const std::string &id, const Json &body)
{
    ExecuteArguments arguments;
    const auto problem = readExecuteArguments(body, arguments);
    ExecutionTrace trace;
    trace.webhookUrl = arguments.webhookUrl;
    trace.force = arguments.force;
    trace.overrideSafety = arguments.overrideSafety;
    trace.policySnapshotId = m_state.policy().snapshotId;
    if (!caller.mayExecute) {
        return refuse(
            error(403, "permission_denied",
                  "A key with the role " + caller.role + " and no execute right may not execute decisions."),
            caller, id, "denied", trace);
    }
    if (problem)
        return refuse(*problem, caller, id, "denied", trace);

    // One decision at a time, so that a delivery is seen by the idempotency gate of the next call.
    const auto running = m_state.executionLock(id);
    const std::lock_guard lock(*running);
    const auto decision = m_state.decision(id);
    if (!decision)
        return refuse(decisionNotFound(id), caller, id, "denied", trace);
    const auto policy = m_state.policy();
    trace.policySnapshotId = policy.snapshotId;
    trace.requestHash = decision->requestHash;
    GateVerdict verdict;
    verdict.denial = takePlannedDenial();
    if (!verdict.denial)
        verdict = checkGates(*decision, policy, gateOrder(), arguments.force, arguments.overrideSafety);
    if (verdict.denial) {
        Answer answer;
        answer.status = 409;
        answer.requestId = newRequestId();
        answer.denial = verdict.denial;
        return refuse(answer, caller, id, "blocked", trace);
    }
    trace.safetyOverridden = verdict.safetyOverridden;
    return dispatch(caller, *decision, arguments, trace);
}

Answer Operations::dispatch(const Caller &caller, const Decision &decision, const ExecuteArguments &arguments,
                            ExecutionTrace trace)
{
    WebhookTarget target;
    if (parseWebhookUrl(arguments.webhookUrl, target) != TargetProblem::None) {
        return refuse(error(422, "webhook_target_not_allowed",
                            "The demo engine delivers to http addresses on loopback only; nothing was sent."),
                      caller, decision.id, "denied", trace);
    }
    const auto time = m_state.now();
    const std::string payload = payloadOf(decision, arguments.metadata, time);
    const auto code = deliver(target, payload, arguments.timeoutSeconds);
    const bool delivered = code && *code >= 200 && *code < 300;
    const std::string status = delivered ? "delivered" : "failed";
    const auto updated = m_state.now();
    m_state.updateDecision(decision.id, [&](Decision &record) {
        record.executedAt = time;
        record.executionStatus = status;
        record.executionWebhookUrl = arguments.webhookUrl;
        record.executionResponseCode = code;
        record.updatedAt = updated;
    });
    Answer answer;
    answer.requestId = newRequestId();
    answer.body = Json{{"decision_id", decision.id},
                       {"webhook_url", arguments.webhookUrl},
                       {"execution_status", status},
                       {"response_code", nullable(code)},
                       {"executed_at", isoTime(time)},
                       {"policy_snapshot_id", trace.policySnapshotId},
                       {"schema_snapshot_id", schemaSnapshotId},
                       {"manifest_version", manifestVersion},
                       {"payload_summary", payloadSummary(payload)},
                       {"safety_overridden", trace.safetyOverridden}};
    trace.requestId = answer.requestId;
    trace.executionStatus = status;
    trace.responseCode = code;
    audit(caller, action, "decision", decision.id, delivered ? "success" : "failed", traceText(trace));
    return answer;
}

} // namespace algenta::demo
