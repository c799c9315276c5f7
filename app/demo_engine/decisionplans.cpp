// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/decisionplans.h"

#include <vector>

namespace algenta::demo
{

namespace
{

std::vector<std::string> segments(const std::string &path)
{
    std::vector<std::string> parts;
    std::size_t at = 0;
    while (at < path.size()) {
        const std::size_t end = std::min(path.find('/', at + 1), path.size());
        parts.push_back(path.substr(at + 1, end - at - 1));
        at = end;
    }
    return parts;
}

std::string textOf(const Json &body, const char *name)
{
    return body.is_object() && body.contains(name) && body[name].is_string() ? body[name].get<std::string>()
                                                                             : std::string();
}

/** The trace id of a W3C traceparent, or nothing. */
Json traceIdOf(const httplib::Request &request)
{
    const std::string header = request.get_header_value("traceparent");
    return header.size() == 55 && header[2] == '-' && header[35] == '-' ? Json(header.substr(3, 32))
                                                                        : Json(nullptr);
}

} // namespace

DecisionPlans::DecisionPlans(DemoState &state, Operations &operations)
    : m_state(state)
    , m_operations(operations)
{
}

std::optional<Answer> DecisionPlans::handle(const httplib::Request &request, const Caller &caller)
{
    const std::vector<std::string> parts = segments(request.path);
    if (parts.size() < 2 || parts[0] != "v1")
        return std::nullopt;
    const Json body = request.body.empty() ? Json::object() : parseJson(request.body).value_or(Json());
    const bool post = request.method == "POST";
    const std::scoped_lock lock(m_mutex);
    if (parts[1] == "decision-cases") {
        if (parts.size() == 2 && post)
            return openCase(caller, body);
        if (parts.size() == 3 && request.method == "GET")
            return readCase(parts[2]);
        if (parts.size() == 4 && post && parts[3] == "analysis-runs")
            return startRun(caller, parts[2]);
    } else if (parts[1] == "analysis-runs" && parts.size() == 4 && post && parts[3] == "action-plans") {
        return proposePlan(caller, parts[2]);
    } else if (parts[1] == "decision-plans" && parts.size() == 4 && post) {
        if (parts[3] == "approve")
            return approve(caller, parts[2], body);
        if (parts[3] == "execute")
            return execute(caller, parts[2], request);
    }
    return std::nullopt;
}

Answer DecisionPlans::unknown(const char *what, const std::string &id)
{
    return m_operations.error(404, "not_found", std::string("There is no ") + what + ' ' + id + '.');
}

Answer DecisionPlans::openCase(const Caller &caller, const Json &body)
{
    if (!caller.mayWrite)
        return m_operations.error(403, "permission_denied", "This key may not open decision cases.");
    Case opened;
    opened.packId = textOf(body, "pack_id");
    opened.title = textOf(body, "title");
    if (opened.packId.empty() || opened.title.empty())
        return m_operations.error(422, "validation_error", "pack_id and title are required.");
    opened.id = m_state.newId("case_");
    opened.packInput = body.value("pack_input", Json::object());
    opened.createdAt = m_state.now();
    m_cases[opened.id] = opened;
    Answer answer = readCase(opened.id);
    answer.status = 201;
    return answer;
}

Answer DecisionPlans::readCase(const std::string &id)
{
    const auto found = m_cases.find(id);
    if (found == m_cases.end())
        return unknown("decision case", id);
    const Case &known = found->second;
    Json plans = Json::array();
    for (const auto &[planId, plan] : m_plans) {
        if (plan.caseId == id)
            plans.push_back(Json{{"plan_id", planId}, {"lifecycle_state", plan.state}});
    }
    Answer answer;
    answer.body = Json{{"case_id", known.id},  {"pack_id", known.packId},
                       {"title", known.title}, {"pack_input", known.packInput},
                       {"plans", plans},       {"created_at", isoTime(known.createdAt)}};
    return answer;
}

Answer DecisionPlans::startRun(const Caller &caller, const std::string &caseId)
{
    if (!caller.mayWrite)
        return m_operations.error(403, "permission_denied", "This key may not start analysis runs.");
    if (!m_cases.contains(caseId))
        return unknown("decision case", caseId);
    const std::string id = m_state.newId("run_");
    m_runs[id] = caseId;
    Answer answer;
    answer.status = 202;
    answer.body = Json{{"run_id", id}, {"case_id", caseId}, {"status", "completed"}};
    return answer;
}

Answer DecisionPlans::proposePlan(const Caller &caller, const std::string &runId)
{
    if (!caller.mayWrite)
        return m_operations.error(403, "permission_denied", "This key may not propose plans.");
    const auto run = m_runs.find(runId);
    if (run == m_runs.end())
        return unknown("analysis run", runId);
    Plan plan;
    plan.id = m_state.newId("plan_");
    plan.caseId = run->second;
    plan.hash = sha256Hex(plan.id + dumpJson(m_cases[plan.caseId].packInput));
    plan.nonce = sha256Hex(m_state.newId("nonce_"));
    plan.state = "proposed";
    m_plans[plan.id] = plan;
    Answer answer;
    answer.status = 201;
    answer.body = Json{{"plan_id", plan.id},
                       {"case_id", plan.caseId},
                       {"plan_hash", plan.hash},
                       {"nonce", plan.nonce},
                       {"lifecycle_state", plan.state}};
    return answer;
}

/** The hash is looked at first, then the state of the plan, then the nonce. */
Answer DecisionPlans::approve(const Caller &caller, const std::string &planId, const Json &body)
{
    const auto found = m_plans.find(planId);
    if (found == m_plans.end())
        return unknown("decision plan", planId);
    if (!caller.mayExecute)
        return m_operations.error(403, "permission_denied", "This key may not approve plans.");
    Plan &plan = found->second;
    if (textOf(body, "plan_hash") != plan.hash)
        return m_operations.error(403, "plan_hash_mismatch", "The plan hash is not that of this plan.");
    if (plan.state != "proposed")
        return m_operations.error(409, "plan_not_approvable", "The plan is " + plan.state + '.');
    if (textOf(body, "nonce") != plan.nonce)
        return m_operations.error(403, "invalid_nonce", "The nonce is not that of this proposal.");
    plan.state = "approved";
    Answer answer;
    answer.body = Json{{"status", "approved"}, {"plan_id", plan.id}, {"lifecycle_state", plan.state}};
    return answer;
}

Answer DecisionPlans::execute(const Caller &caller, const std::string &planId,
                              const httplib::Request &request)
{
    const auto found = m_plans.find(planId);
    if (found == m_plans.end())
        return unknown("decision plan", planId);
    if (!caller.mayExecute)
        return m_operations.error(403, "permission_denied", "This key may not execute plans.");
    Plan &plan = found->second;
    if (plan.state != "approved")
        return m_operations.error(409, "plan_not_approved", "The plan is " + plan.state + '.');
    plan.state = "executed";
    const std::string key = request.get_header_value("Idempotency-Key");
    const std::string executionId = m_state.newId("exec_");
    m_state.addAudit({{},
                      m_state.now(),
                      caller.email,
                      "decision_plan.execute",
                      "decision_plan",
                      plan.id,
                      "success",
                      dumpJson(Json{{"execution_id", executionId}})});
    m_state.persist();
    Answer answer;
    answer.body = Json{{"lifecycle_state", plan.state},
                       {"receipt",
                        {{"receipt_version", "1"},
                         {"execution_id", executionId},
                         {"plan_hash", plan.hash},
                         {"approval_state", "approved"},
                         {"trace_id", traceIdOf(request)},
                         {"idempotency_key", key.empty() ? Json(nullptr) : Json(key)},
                         {"status", "executed"},
                         {"policy_snapshot_hash", nullptr}}}};
    return answer;
}

} // namespace algenta::demo
