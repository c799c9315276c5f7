// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/operations.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace algenta::demo
{

namespace
{

const std::string *findParam(const QueryParams &query, const std::string &name)
{
    for (const auto &[key, value] : query) {
        if (key == name)
            return &value;
    }
    return nullptr;
}

/** Nothing when the text is not a whole number within the limits. */
std::optional<int> wholeNumber(const std::string &text, int least, int most)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good =
        error == std::errc() && end == text.data() + text.size() && value >= least && value <= most;
    return good ? std::optional(value) : std::nullopt;
}

std::int64_t pageCount(std::int64_t total, int limit)
{
    return (total + limit - 1) / limit;
}

/** Reads one optional number; false when it is there but is not a number within the limits. */
bool optionalNumber(const Json &body, const char *key, std::optional<double> &into, double least, double most)
{
    const Json value = body.value(key, Json());
    if (value.is_null())
        return true;
    if (!value.is_number())
        return false;
    into = value.get<double>();
    return std::isfinite(*into) && *into >= least && *into <= most;
}

bool optionalText(const Json &body, const char *key, std::optional<std::string> &into)
{
    const Json value = body.value(key, Json());
    if (value.is_string())
        into = value.get<std::string>();
    return value.is_string() || value.is_null();
}

constexpr double unlimited = 1e300;

} // namespace

Operations::Operations(DemoState &state, const DemoOptions &options)
    : m_state(state)
    , m_callers{{options.operatorKey, {"operator@console.example", "admin", true, true, true}},
                {options.agentKey, {"replenish-2@agents.example", "member", true, true, false}},
                {options.readingKey, {"reader@console.example", "member", true, false, false}},
                {options.viewerKey, {"viewer@console.example", "viewer", false, false, false}}}
    , m_gateOrder(options.gateOrder)
{
}

std::optional<Caller> Operations::callerOf(const std::string &key) const
{
    for (const auto &[known, caller] : m_callers) {
        if (known == key)
            return caller;
    }
    return std::nullopt;
}

std::string Operations::newRequestId()
{
    return m_state.newId("req_");
}

Answer Operations::error(int status, const std::string &code, const std::string &message, const Json &details)
{
    Answer answer;
    answer.status = status;
    answer.requestId = newRequestId();
    answer.body = Json{{"error", {{"code", code}, {"message", message}, {"details", details}}},
                       {"request_id", answer.requestId}};
    return answer;
}

Answer Operations::invalid(const std::string &field, const std::string &message)
{
    return error(422, "validation_error", "The request is not valid.",
                 Json::array({Json{{"field", field}, {"message", message}}}));
}

Answer Operations::decisionNotFound(const std::string &id)
{
    return error(404, "decision_not_found", "There is no decision " + id + '.');
}

Answer Operations::forbidden(const Caller &caller, const std::string &what, const std::string &action,
                             const std::string &resourceType, const std::string &resourceId)
{
    Answer answer =
        error(403, "permission_denied", "A key with the role " + caller.role + " may not " + what + '.');
    audit(caller, action, resourceType, resourceId, "denied",
          dumpJson(Json{{"code", "permission_denied"}, {"request_id", answer.requestId}}));
    return answer;
}

void Operations::audit(const Caller &caller, const std::string &action, const std::string &resourceType,
                       const std::string &resourceId, const std::string &result, const std::string &metadata)
{
    m_state.addAudit({{}, m_state.now(), caller.email, action, resourceType, resourceId, result, metadata});
    m_state.persist();
}

Answer Operations::listDecisions(const QueryParams &query)
{
    int page = 1;
    int limit = 20;
    bool withOutcomeOnly = false;
    if (const auto *text = findParam(query, "page")) {
        const auto value = wholeNumber(*text, 1, 1'000'000'000);
        if (!value)
            return invalid("page", "must be a whole number of at least 1");
        page = *value;
    }
    // Two names for one thing; limit wins, as it allows more.
    if (const auto *text = findParam(query, "page_size")) {
        const auto value = wholeNumber(*text, 1, 100);
        if (!value)
            return invalid("page_size", "must be a whole number from 1 to 100");
        limit = *value;
    }
    if (const auto *text = findParam(query, "limit")) {
        const auto value = wholeNumber(*text, 1, 200);
        if (!value)
            return invalid("limit", "must be a whole number from 1 to 200");
        limit = *value;
    }
    if (const auto *text = findParam(query, "with_outcome_only")) {
        if (*text != "true" && *text != "false")
            return invalid("with_outcome_only", "must be true or false");
        withOutcomeOnly = *text == "true";
    }
    const auto found = m_state.decisions(page, limit, withOutcomeOnly);
    Json list = Json::array();
    for (const auto &decision : found.items)
        list.push_back(decisionToJson(decision));
    Answer answer;
    answer.body = Json{
        {"decisions", std::move(list)},           {"total", found.total}, {"page", page}, {"limit", limit},
        {"pages", pageCount(found.total, limit)}, {"page_size", limit}};
    return answer;
}

Answer Operations::readDecision(const std::string &id)
{
    const auto decision = m_state.decision(id);
    if (!decision)
        return decisionNotFound(id);
    Answer answer;
    answer.body = decisionToJson(*decision);
    return answer;
}

Answer Operations::logDecision(const Caller &caller, const Json &body)
{
    if (!caller.mayWrite)
        return forbidden(caller, "log decisions", "decision.log", "decision", {});
    if (!body.is_object())
        return invalid("body", "must be an object");
    Decision decision;
    const Json action = body.value("chosen_action", Json());
    if (!action.is_string() || action.get<std::string>().empty())
        return invalid("chosen_action", "is required and must be a non-empty string");
    decision.chosenAction = action.get<std::string>();
    decision.context = body.value("context", Json());
    if (const Json options = body.value("options_considered", Json()); !options.is_null()) {
        const auto isText = [](const Json &item) { return item.is_string(); };
        if (!options.is_array() || !std::all_of(options.begin(), options.end(), isText))
            return invalid("options_considered", "must be a list of strings");
        decision.optionsConsidered = options.get<std::vector<std::string>>();
    }
    if (!optionalNumber(body, "expected_value", decision.expectedValue, -unlimited, unlimited))
        return invalid("expected_value", "must be a number");
    if (!optionalNumber(body, "confidence", decision.confidence, 0, 1))
        return invalid("confidence", "must be a number from 0 to 1");
    if (!optionalNumber(body, "risk_p5", decision.riskP5, -unlimited, unlimited))
        return invalid("risk_p5", "must be a number");
    if (!optionalNumber(body, "risk_p95", decision.riskP95, -unlimited, unlimited))
        return invalid("risk_p95", "must be a number");
    if (!optionalNumber(body, "risk_pol", decision.riskPol, 0, 1))
        return invalid("risk_pol", "must be a number from 0 to 1");
    for (const auto &[key, into] : {std::pair{"run_id", &decision.runId},
                                    {"rationale", &decision.rationale},
                                    {"request_hash", &decision.requestHash},
                                    {"result_hash", &decision.resultHash}}) {
        if (!optionalText(body, key, *into))
            return invalid(key, "must be a string");
    }
    decision.id = m_state.newId("dec_");
    decision.policySnapshotId = m_state.policy().snapshotId;
    decision.createdAt = m_state.now();
    decision.updatedAt = decision.createdAt;
    m_state.addDecision(decision);
    audit(caller, "decision.log", "decision", decision.id, "success",
          dumpJson(Json{{"chosen_action", decision.chosenAction}, {"request_id", newRequestId()}}));
    Answer answer;
    answer.body = decisionToJson(decision);
    return answer;
}

Answer Operations::recordOutcome(const Caller &caller, const std::string &id, const Json &body)
{
    if (!caller.mayWrite)
        return forbidden(caller, "record outcomes", "decision.record_outcome", "decision", id);
    std::optional<double> outcome;
    std::optional<std::string> notes;
    if (!body.is_object() || !optionalNumber(body, "actual_outcome", outcome, -unlimited, unlimited) ||
        !outcome)
        return invalid("actual_outcome", "is required and must be a number");
    if (!optionalText(body, "outcome_notes", notes))
        return invalid("outcome_notes", "must be a string");
    const auto time = m_state.now();
    Decision changed;
    const bool found = m_state.updateDecision(id, [&](Decision &decision) {
        decision.actualOutcome = outcome;
        decision.outcomeNotes = notes;
        decision.outcomeRecordedAt = time;
        decision.updatedAt = time;
        changed = decision;
    });
    if (!found)
        return decisionNotFound(id);
    audit(caller, "decision.record_outcome", "decision", id, "success",
          dumpJson(Json{{"actual_outcome", *outcome}, {"request_id", newRequestId()}}));
    Answer answer;
    answer.body = decisionToJson(changed);
    return answer;
}

Answer Operations::deleteDecision(const Caller &caller, const std::string &id)
{
    if (!caller.mayAdminister)
        return forbidden(caller, "delete decisions", "decision.delete", "decision", id);
    // An execution in flight must find its record again.
    const auto running = m_state.executionLock(id);
    const std::lock_guard lock(*running);
    if (!m_state.removeDecision(id))
        return decisionNotFound(id);
    audit(caller, "decision.delete", "decision", id, "success",
          dumpJson(Json{{"request_id", newRequestId()}}));
    Answer answer;
    answer.body = Json{{"id", id}, {"deleted", true}};
    return answer;
}

Answer Operations::listAudit(const QueryParams &query)
{
    int page = 1;
    int limit = 25;
    AuditFilter filter;
    for (const auto &[key, value] : query) {
        if (key == "page" || key == "limit") {
            const auto number = wholeNumber(value, 1, key == "page" ? 1'000'000'000 : 100);
            if (!number)
                return invalid(key, key == "page" ? "must be a whole number of at least 1"
                                                  : "must be a whole number from 1 to 100");
            (key == "page" ? page : limit) = *number;
            continue;
        }
        for (const char *known : {"actor_email", "action", "resource_type", "result", "policy_snapshot_id",
                                  "schema_snapshot_id", "manifest_version", "request_hash"}) {
            if (key != known)
                continue;
            if (value.empty())
                return invalid(key, "must not be empty");
            filter.emplace_back(key, value);
        }
    }
    const auto found = m_state.audit(filter, page, limit);
    Json entries = Json::array();
    for (const auto &entry : found.items)
        entries.push_back(Json::parse(auditText(entry), nullptr, false));
    Answer answer;
    answer.body = Json{{"entries", std::move(entries)},
                       {"total", found.total},
                       {"page", page},
                       {"limit", limit},
                       {"pages", pageCount(found.total, limit)}};
    return answer;
}

Answer Operations::readPolicy()
{
    Answer answer;
    answer.body = snapshotToJson(m_state.policy());
    return answer;
}

Answer Operations::changePolicy(const Caller &caller, const Json &body)
{
    if (!caller.mayAdminister)
        return forbidden(caller, "change the execution policy", "policy.update", "execution_policy", orgId);
    if (!body.is_object())
        return invalid("body", "must be an object");
    PolicyChange change;
    if (!optionalNumber(body, "min_confidence", change.minConfidence, 0, 1))
        return invalid("min_confidence", "must be a number from 0 to 1");
    if (!optionalNumber(body, "risk_floor", change.riskFloor, 0, unlimited))
        return invalid("risk_floor", "must be a number of at least 0");
    for (const auto &[key, into] : {std::pair{"require_calibration", &change.requireCalibration},
                                    {"allow_reexecution", &change.allowReexecution}}) {
        const Json value = body.value(key, Json());
        if (value.is_boolean())
            *into = value.get<bool>();
        else if (!value.is_null())
            return invalid(key, "must be true or false");
    }
    if (!change.minConfidence && !change.riskFloor && !change.requireCalibration && !change.allowReexecution)
        return invalid("body", "must set at least one of the four policy fields");
    const auto snapshot = m_state.changePolicy(change);
    audit(caller, "policy.update", "execution_policy", orgId, "success",
          dumpJson(Json{{"policy_snapshot_id", snapshot.snapshotId},
                        {"previous_snapshot_id", snapshot.previousSnapshotId},
                        {"request_id", newRequestId()}}));
    Answer answer;
    answer.body = snapshotToJson(snapshot);
    return answer;
}

Answer Operations::listSnapshots()
{
    const auto snapshots = m_state.snapshots();
    Json data = Json::array();
    for (auto snapshot = snapshots.rbegin(); snapshot != snapshots.rend(); ++snapshot)
        data.push_back(snapshotToJson(*snapshot));
    Answer answer;
    answer.body = Json{{"org_id", orgId}, {"data", std::move(data)}, {"total_snapshots", snapshots.size()}};
    return answer;
}

} // namespace algenta::demo
