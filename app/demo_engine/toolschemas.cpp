// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/registry.h"
#include "app/demo_engine/simulation.h"

#include <array>
#include <functional>
#include <map>

namespace algenta::demo
{

namespace
{

Json typed(const char *type)
{
    return Json{{"type", type}};
}

Json described(const char *type, const char *description)
{
    return Json{{"type", type}, {"description", description}};
}

Json share()
{
    return Json{{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
}

Json schema(const Json &properties, const std::vector<std::string> &required = {})
{
    Json made{{"type", "object"}, {"properties", properties}};
    if (!required.empty())
        made["required"] = required;
    return made;
}

Json only(const char *name, const char *type = "string")
{
    Json properties = Json::object();
    properties[name] = typed(type);
    return schema(properties, {name});
}

Json closedAndEmpty()
{
    Json made = schema(Json::object());
    made["additionalProperties"] = false;
    return made;
}

Json logDecisionSchema()
{
    return schema(Json{{"chosen_action", typed("string")},
                       {"run_id", typed("string")},
                       {"context", typed("string")},
                       {"options_considered", Json{{"type", "array"}, {"items", typed("string")}}},
                       {"expected_value", typed("number")},
                       {"confidence", share()},
                       {"rationale", typed("string")},
                       {"risk_p5", typed("number")},
                       {"risk_p95", typed("number")},
                       {"risk_pol", share()},
                       {"request_hash", typed("string")},
                       {"result_hash", typed("string")}},
                  {"chosen_action"});
}

Json executeSchema()
{
    return schema(
        Json{{"decision_id", described("string", "A decision that was logged before.")},
             {"webhook_url", described("string", "HTTPS address that receives the decision.")},
             {"timeout_seconds", typed("number")},
             {"force", described("boolean", "Operators only: one re-execution of a delivered decision.")},
             {"override_safety", described("boolean", "Operators only: ignore confidence and risk floor.")},
             {"metadata", described("object", "Merged into the payload of the webhook.")}},
        {"decision_id", "webhook_url"});
}

Json auditSchema()
{
    Json properties{{"page", Json{{"type", "integer"}, {"minimum", 1}}},
                    {"limit", Json{{"type", "integer"}, {"minimum", 1}, {"maximum", 100}}}};
    for (const char *name : {"actor_email", "action", "resource_type", "result", "policy_snapshot_id",
                             "schema_snapshot_id", "manifest_version", "request_hash"})
        properties[name] = Json{{"type", "string"}, {"minLength", 1}};
    return schema(properties);
}

Json policySchema()
{
    return schema(Json{{"min_confidence", share()},
                       {"risk_floor", Json{{"type", "number"}, {"minimum", 0}}},
                       {"require_calibration", typed("boolean")},
                       {"allow_reexecution", typed("boolean")}});
}

Json agentRunSchema()
{
    return schema(
        Json{{"task", Json{{"type", "string"}, {"minLength", 5}}},
             {"context", typed("object")},
             {"tools", Json{{"type", "array"}, {"items", typed("string")}}},
             {"max_steps", Json{{"type", "integer"}, {"minimum", 1}, {"maximum", 50}}},
             {"output_format", Json{{"type", "string"}, {"enum", Json::array({"text", "json", "markdown"})}}},
             {"approval_mode", Json{{"type", "string"}, {"enum", Json::array({"auto", "manual"})}}},
             {"start_paused", typed("boolean")}},
        {"task"});
}

const std::map<std::string, Json> &knownSchemas()
{
    static const std::map<std::string, Json> schemas{
        {"get_contract", schema(Json::object())},
        {"query_data", queryInputSchema()},
        {"simulate", simulationInputSchema()},
        {"recommend", simulationInputSchema()},
        {"plan_decision", closedAndEmpty()},
        {"log_decision", logDecisionSchema()},
        {"list_decisions",
         schema(Json{{"page", Json{{"type", "integer"}, {"minimum", 1}}},
                     {"limit", Json{{"type", "integer"}, {"minimum", 1}, {"maximum", 200}}},
                     {"page_size", Json{{"type", "integer"}, {"minimum", 1}, {"maximum", 100}}},
                     {"with_outcome_only", typed("boolean")}})},
        {"get_decision", only("decision_id")},
        {"record_outcome", schema(Json{{"decision_id", typed("string")},
                                       {"actual_outcome", typed("number")},
                                       {"outcome_notes", typed("string")}},
                                  {"decision_id", "actual_outcome"})},
        {"execute_decision", executeSchema()},
        {"delete_decision", only("decision_id")},
        {"get_audit_logs", auditSchema()},
        {"get_execution_policy", schema(Json::object())},
        {"list_execution_policy_snapshots", schema(Json::object())},
        {"update_execution_policy", policySchema()},
        {"create_agent_run", agentRunSchema()},
        {"get_agent_run", only("run_id")},
        {"approve_agent_run", only("run_id")},
        {"resume_agent_run", only("run_id")},
        {"cancel_agent_run", only("run_id")},
    };
    return schemas;
}

Json annotations(bool readOnly, bool destructive, bool idempotent, bool openWorld)
{
    return Json{{"readOnlyHint", readOnly},
                {"destructiveHint", destructive},
                {"idempotentHint", idempotent},
                {"openWorldHint", openWorld}};
}

} // namespace

Json inputSchemaOf(const std::string &tool)
{
    const auto found = knownSchemas().find(tool);
    return found == knownSchemas().end() ? typed("object") : found->second;
}

Json annotationsOf(const std::string &tool)
{
    // The hints are the engine's own; that executing is not called destructive is no slip here.
    if (tool == "execute_decision")
        return annotations(false, false, true, true);
    if (tool == "log_decision" || tool == "approve_agent_run" || tool == "resume_agent_run")
        return annotations(false, false, false, false);
    if (tool == "record_outcome")
        return annotations(false, false, true, false);
    if (tool == "delete_decision" || tool == "cancel_agent_run")
        return annotations(false, true, true, false);
    if (tool == "plan_decision" || tool.starts_with("list_") || tool.starts_with("get_"))
        return annotations(true, false, true, false);
    return nullptr;
}

} // namespace algenta::demo
