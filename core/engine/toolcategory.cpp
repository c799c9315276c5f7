// SPDX-License-Identifier: Apache-2.0
#include "core/engine/toolcategory.h"

#include <QHash>

#include <algorithm>
#include <array>

namespace algenta::engine
{

namespace
{

struct Category {
    const char *id;
    const char *title;
    const char *tools; ///< separated by blanks
};

constexpr std::array categories{
    Category{"data_onboarding", "Data onboarding",
             "onboard_dataset list_datasets get_dataset_status retrain_dataset"},
    Category{"data_access", "Data access",
             "connect_data list_data get_data_summary get_data_schema refresh_data disconnect_data"},
    Category{"schema_discovery", "Schema discovery",
             "register_source list_sources get_source_schema list_connectors create_connector "
             "get_connector update_connector test_connector browse_connector preview_test_connector "
             "preview_browse_connector delete_connector"},
    Category{"repository_intelligence", "Repository intelligence",
             "get_repository_intelligence_capabilities create_repository_snapshot get_repository_snapshot "
             "triage_repository create_repository_decision_plan query_repository_graph "
             "simulate_repository run_repository_pipeline simulate_repository_patch run_repository_fix "
             "apply_repository"},
    Category{"query_and_ingest", "Query and ingest", "query_data query_batch query_sql_report ingest_data"},
    Category{"llm_utilities", "LLM utilities",
             "list_models resolve_artifact_bridge tokenize count_tokens chat_completions responses "
             "embeddings embedding_similarity rerank"},
    Category{"runtime_libraries", "Runtime libraries", "list_runtime_libraries execute_runtime_library"},
    Category{"capability_plane", "Capability plane",
             "list_capability_providers list_capability_bindings create_capability_binding "
             "test_capability_binding discover_capability_binding list_capabilities get_capability "
             "route_capabilities execute_capability list_skills enable_skill disable_skill"},
    Category{"decisions_and_jobs", "Decisions and jobs",
             "plan_decision product_decision product_agent_run product_optimize product_retrieve "
             "product_forecast simulate recommend score batch compare submit_job list_jobs get_job_status "
             "poll_job get_job_result cancel_job test_webhook_delivery"},
    Category{"agent_runtime", "Agent runtime",
             "create_agent_run list_agent_runs get_agent_run get_agent_run_events "
             "get_agent_run_checkpoints query_agent_run_checkpoints get_agent_run_mission_events "
             "query_agent_run_mission_events get_agent_run_telemetry query_agent_run_telemetry "
             "resume_agent_run cancel_agent_run approve_agent_run"},
    Category{"control_plane", "Control plane",
             "list_deployment_regions get_deployment create_deployment get_deployment_cost "
             "delete_deployment list_team_members invite_team_member update_team_member_role "
             "remove_team_member list_devices revoke_device get_audit_logs get_audit_log_artifacts "
             "get_execution_policy list_execution_policy_snapshots get_billing_info "
             "create_billing_checkout create_billing_portal refresh_credits ingest_metering_events "
             "update_execution_policy"},
    Category{"observability", "Observability",
             "get_contract get_runtime_manifest get_runtime_release_validation get_runtime_modules "
             "get_runtime_benchmarks get_me update_me get_limits list_distributions list_templates "
             "list_api_keys create_api_key revoke_api_key list_runs get_run get_analytics get_usage"},
    Category{"decision_memory", "Decision memory",
             "log_decision list_decisions get_decision record_outcome execute_decision delete_decision"},
    Category{"triggers", "Triggers",
             "register_trigger list_triggers fire_trigger pause_trigger delete_trigger"},
};

const Category *findCategory(QStringView id)
{
    const auto *found = std::find_if(categories.begin(), categories.end(), [id](const Category &category) {
        return id == QLatin1StringView(category.id);
    });
    return found == categories.end() ? nullptr : found;
}

} // namespace

QStringList toolCategories()
{
    QStringList ids;
    for (const Category &category : categories)
        ids.append(QString::fromLatin1(category.id));
    return ids;
}

QString toolCategoryTitle(QStringView id)
{
    const Category *category = findCategory(id);
    return category ? QString::fromLatin1(category->title) : QString();
}

QStringList toolsOfCategory(QStringView id)
{
    const Category *category = findCategory(id);
    return category ? QString::fromLatin1(category->tools).split(u' ') : QStringList();
}

QString toolCategory(QStringView tool)
{
    static const QHash<QString, QString> byTool = [] {
        QHash<QString, QString> result;
        for (const QString &id : toolCategories()) {
            const QStringList tools = toolsOfCategory(id);
            for (const QString &name : tools)
                result.insert(name, id);
        }
        return result;
    }();
    return byTool.value(tool.toString());
}

} // namespace algenta::engine
