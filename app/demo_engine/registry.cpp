// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/registry.h"

#include <algorithm>
#include <array>

namespace algenta::demo
{

namespace
{

struct Tool {
    std::string_view name;
    std::string_view description;
};

constexpr std::array<Tool, 140> tools{{
    // Data onboarding
    {"onboard_dataset", "Bring a dataset into the engine."},
    {"list_datasets", "List the datasets that were brought in."},
    {"get_dataset_status", "Show how far the onboarding of a dataset is."},
    {"retrain_dataset", "Train the models of a dataset anew."},
    // Data access
    {"connect_data", "Connect a data source."},
    {"list_data", "List connected data."},
    {"get_data_summary", "Summarise one connected data set."},
    {"get_data_schema", "Show the columns and types of one connected data set."},
    {"refresh_data", "Read a connected data set again from its source."},
    {"disconnect_data", "Remove a data connection."},
    // Schema discovery
    {"register_source", "Register a source for schema discovery."},
    {"list_sources", "List registered sources."},
    {"get_source_schema", "Show the schema that was found in a source."},
    {"list_connectors", "List connectors."},
    {"create_connector", "Create a connector to a source."},
    {"get_connector", "Show one connector."},
    {"update_connector", "Change the settings of a connector."},
    {"test_connector", "Try whether a connector can reach its source."},
    {"browse_connector", "Look through what a connector can see."},
    {"preview_test_connector", "Try connector settings before saving them."},
    {"preview_browse_connector", "Look through a source with unsaved connector settings."},
    {"delete_connector", "Delete a connector."},
    // Repository intelligence
    {"get_repository_intelligence_capabilities", "Show what the engine can do with code repositories."},
    {"create_repository_snapshot", "Record the state of a repository for analysis."},
    {"get_repository_snapshot", "Show one recorded repository state."},
    {"triage_repository", "Sort the findings in a repository by urgency."},
    {"create_repository_decision_plan", "Plan decisions for the findings of a repository."},
    {"query_repository_graph", "Ask the dependency graph of a repository."},
    {"simulate_repository", "Simulate the effect of changes to a repository."},
    {"run_repository_pipeline", "Run the analysis steps of a repository."},
    {"simulate_repository_patch", "Simulate one patch before it is applied."},
    {"run_repository_fix", "Make and run a fix for a repository."},
    {"apply_repository", "Apply a prepared change to a repository."},
    // Query and ingest
    {"query_data", "Run one exact query over a data set that the key may read."},
    {"query_batch", "Run several exact queries in one call."},
    {"query_sql_report", "Run a stored report query."},
    {"ingest_data", "Append rows to a data set."},
    // LLM utilities
    {"list_models", "List language models."},
    {"resolve_artifact_bridge", "Find the artifact behind a model reference."},
    {"tokenize", "Split text into the tokens of a model."},
    {"count_tokens", "Count the tokens of a text."},
    {"chat_completions", "Continue a chat with a model."},
    {"responses", "Ask a model for one response."},
    {"embeddings", "Turn text into vectors."},
    {"embedding_similarity", "Compare texts by their vectors."},
    {"rerank", "Order texts by their fit to a question."},
    // Runtime libraries
    {"list_runtime_libraries", "List function libraries of the runtime."},
    {"execute_runtime_library", "Run a function of a runtime library."},
    // Capability plane
    {"list_capability_providers", "List providers of capabilities."},
    {"list_capability_bindings", "List bindings to capability providers."},
    {"create_capability_binding", "Bind a capability provider."},
    {"test_capability_binding", "Try a binding."},
    {"discover_capability_binding", "Ask a binding which capabilities it offers."},
    {"list_capabilities", "List capabilities."},
    {"get_capability", "Show one capability."},
    {"route_capabilities", "Choose capabilities that fit a task."},
    {"execute_capability", "Run a capability."},
    {"list_skills", "List skills."},
    {"enable_skill", "Switch a skill on."},
    {"disable_skill", "Switch a skill off."},
    // Decisions and jobs
    {"plan_decision", "Rank the options of a decision for review. Executes nothing."},
    {"product_decision", "Make a decision through the product interface."},
    {"product_agent_run", "Start an agent run through the product interface."},
    {"product_optimize", "Optimise through the product interface."},
    {"product_retrieve", "Retrieve through the product interface."},
    {"product_forecast", "Forecast through the product interface."},
    {"simulate", "Simulate the value of options by Monte Carlo."},
    {"recommend", "Recommend one of several options from a short simulation."},
    {"score", "Score one option."},
    {"batch", "Run several simulations in one call."},
    {"compare", "Compare two simulated scenarios."},
    {"submit_job", "Submit work to run in the background."},
    {"list_jobs", "List background jobs."},
    {"get_job_status", "Show the state of a job."},
    {"poll_job", "Wait a short time for a job."},
    {"get_job_result", "Fetch the result of a finished job."},
    {"cancel_job", "Cancel a job."},
    {"test_webhook_delivery", "Send a test message to a webhook."},
    // Agent runtime
    {"create_agent_run", "Start an agent run; in auto mode it executes at once."},
    {"list_agent_runs", "List agent runs."},
    {"get_agent_run", "Show one agent run."},
    {"get_agent_run_events", "List the events of an agent run."},
    {"get_agent_run_checkpoints", "List the checkpoints of an agent run."},
    {"query_agent_run_checkpoints", "Search checkpoints over all agent runs."},
    {"get_agent_run_mission_events", "List the mission events of an agent run."},
    {"query_agent_run_mission_events", "Search mission events over all agent runs."},
    {"get_agent_run_telemetry", "List the telemetry of an agent run."},
    {"query_agent_run_telemetry", "Search telemetry over all agent runs."},
    {"resume_agent_run", "Continue a paused agent run."},
    {"cancel_agent_run", "Cancel an agent run that is paused or waits for approval."},
    {"approve_agent_run", "Approve an agent run that waits for approval; it then runs to its end."},
    // Control plane
    {"list_deployment_regions", "List regions for deployments."},
    {"get_deployment", "Show a deployment."},
    {"create_deployment", "Create a deployment."},
    {"get_deployment_cost", "Show what a deployment costs."},
    {"delete_deployment", "Delete a deployment."},
    {"list_team_members", "List the members of the organisation."},
    {"invite_team_member", "Invite a member."},
    {"update_team_member_role", "Change the role of a member."},
    {"remove_team_member", "Remove a member."},
    {"list_devices", "List bound devices."},
    {"revoke_device", "Revoke a device."},
    {"get_audit_logs", "Read the audit log, newest first."},
    {"get_audit_log_artifacts", "Find artifacts that audit entries refer to."},
    {"get_execution_policy", "Show the execution policy in force."},
    {"list_execution_policy_snapshots", "List all revisions of the execution policy."},
    {"get_billing_info", "Show billing data."},
    {"create_billing_checkout", "Open a checkout page."},
    {"create_billing_portal", "Open the billing portal."},
    {"refresh_credits", "Read the credit balance again."},
    {"ingest_metering_events", "Hand in metering events."},
    {"update_execution_policy", "Change the execution policy."},
    // Observability
    {"get_contract", "Fetch the machine-readable contract of this engine. Takes no arguments."},
    {"get_runtime_manifest", "Show the signed manifest of the runtime."},
    {"get_runtime_release_validation", "Show whether the running release is valid."},
    {"get_runtime_modules", "List the modules of the runtime."},
    {"get_runtime_benchmarks", "Show benchmark results of the runtime."},
    {"get_me", "Show the account behind the key."},
    {"update_me", "Change the account behind the key."},
    {"get_limits", "Show the limits of the key."},
    {"list_distributions", "List distributions for simulations."},
    {"list_templates", "List simulation templates."},
    {"list_api_keys", "List API keys without their secrets."},
    {"create_api_key", "Create an API key."},
    {"revoke_api_key", "Revoke an API key."},
    {"list_runs", "List simulation runs."},
    {"get_run", "Show one simulation run."},
    {"get_analytics", "Show analytics of the organisation."},
    {"get_usage", "Show usage of the organisation."},
    // Decision memory
    {"log_decision", "Record a decision and its reasons; returns its decision_id."},
    {"list_decisions", "List recorded decisions, newest first."},
    {"get_decision", "Show one recorded decision."},
    {"record_outcome", "Record what a decision really led to."},
    {"execute_decision",
     "Send one recorded decision to a webhook; returns a receipt or the gate that blocked it."},
    {"delete_decision", "Delete a recorded decision."},
    // Triggers
    {"register_trigger", "Register a trigger."},
    {"list_triggers", "List triggers."},
    {"fire_trigger", "Fire a trigger by hand."},
    {"pause_trigger", "Pause a trigger."},
    {"delete_trigger", "Delete a trigger."},
}};

constexpr std::array<std::string_view, 25> productTools{"get_repository_intelligence_capabilities",
                                                        "create_repository_snapshot",
                                                        "get_repository_snapshot",
                                                        "triage_repository",
                                                        "create_repository_decision_plan",
                                                        "query_repository_graph",
                                                        "simulate_repository",
                                                        "run_repository_pipeline",
                                                        "simulate_repository_patch",
                                                        "run_repository_fix",
                                                        "apply_repository",
                                                        "plan_decision",
                                                        "simulate",
                                                        "recommend",
                                                        "log_decision",
                                                        "list_decisions",
                                                        "get_decision",
                                                        "record_outcome",
                                                        "create_agent_run",
                                                        "get_agent_run",
                                                        "get_agent_run_events",
                                                        "cancel_agent_run",
                                                        "get_me",
                                                        "get_limits",
                                                        "get_usage"};

bool hasType(const Json &value, const std::string &type)
{
    if (type == "string")
        return value.is_string();
    if (type == "number")
        return value.is_number();
    if (type == "integer")
        return value.is_number_integer();
    if (type == "boolean")
        return value.is_boolean();
    if (type == "array")
        return value.is_array();
    return type != "object" || value.is_object();
}

} // namespace

bool isRegisteredTool(const std::string &tool)
{
    return std::any_of(tools.begin(), tools.end(), [&tool](const Tool &entry) { return entry.name == tool; });
}

bool isToolInProduct(const std::string &tool, const std::optional<std::string> &product)
{
    if (!product)
        return true;
    const bool known = *product == "algenta" || *product == "codna";
    return known && std::find(productTools.begin(), productTools.end(), tool) != productTools.end();
}

Json advertisedTools(const std::optional<std::string> &product)
{
    Json list = Json::array();
    for (const auto &tool : tools) {
        const std::string name(tool.name);
        if (!isToolInProduct(name, product))
            continue;
        Json entry{{"name", name}, {"description", tool.description}, {"inputSchema", inputSchemaOf(name)}};
        if (const Json annotations = annotationsOf(name); !annotations.is_null())
            entry["annotations"] = annotations;
        list.push_back(std::move(entry));
    }
    return list;
}

Json argumentProblems(const std::string &tool, const Json &arguments)
{
    Json problems = Json::array();
    const Json schema = inputSchemaOf(tool);
    for (const auto &name : schema.value("required", Json::array())) {
        if (!arguments.contains(name.get<std::string>()))
            problems.push_back(Json{{"argument", name}, {"problem", "is required"}});
    }
    const Json properties = schema.value("properties", Json::object());
    for (const auto &[name, property] : properties.items()) {
        const auto found = arguments.find(name);
        const Json type = property.value("type", Json());
        if (found != arguments.end() && type.is_string() && !hasType(*found, type.get<std::string>()))
            problems.push_back(
                Json{{"argument", name}, {"problem", "must be of type " + type.get<std::string>()}});
    }
    return problems;
}

} // namespace algenta::demo
