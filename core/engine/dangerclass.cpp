// SPDX-License-Identifier: Apache-2.0
#include "core/engine/dangerclass.h"

#include <QHash>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr const char *readingTools =
    "list_datasets get_dataset_status list_data get_data_summary get_data_schema "
    "list_sources get_source_schema list_connectors get_connector browse_connector preview_browse_connector "
    "get_repository_intelligence_capabilities get_repository_snapshot triage_repository "
    "query_repository_graph "
    "simulate_repository simulate_repository_patch query_data query_batch query_sql_report list_models "
    "resolve_artifact_bridge tokenize count_tokens chat_completions responses embeddings "
    "embedding_similarity rerank "
    "list_runtime_libraries list_capability_providers list_capability_bindings list_capabilities "
    "get_capability "
    "route_capabilities list_skills plan_decision product_decision product_optimize product_retrieve "
    "product_forecast "
    "simulate recommend score batch compare list_jobs get_job_status poll_job get_job_result list_agent_runs "
    "get_agent_run get_agent_run_events get_agent_run_checkpoints query_agent_run_checkpoints "
    "get_agent_run_mission_events query_agent_run_mission_events get_agent_run_telemetry "
    "query_agent_run_telemetry "
    "list_deployment_regions get_deployment get_deployment_cost list_team_members list_devices "
    "get_audit_logs "
    "get_audit_log_artifacts get_execution_policy list_execution_policy_snapshots get_billing_info "
    "get_contract "
    "get_runtime_manifest get_runtime_release_validation get_runtime_modules get_runtime_benchmarks get_me "
    "get_limits "
    "list_distributions list_templates list_api_keys list_runs get_run get_analytics get_usage "
    "list_decisions "
    "get_decision list_triggers";

constexpr const char *recordingTools =
    "onboard_dataset retrain_dataset connect_data refresh_data disconnect_data "
    "register_source create_connector update_connector test_connector preview_test_connector "
    "delete_connector "
    "create_repository_snapshot create_repository_decision_plan run_repository_pipeline ingest_data "
    "submit_job "
    "cancel_job cancel_agent_run refresh_credits ingest_metering_events update_me log_decision "
    "record_outcome";

constexpr const char *ruleTools =
    "update_execution_policy create_api_key revoke_api_key invite_team_member "
    "update_team_member_role remove_team_member revoke_device register_trigger pause_trigger delete_trigger "
    "create_capability_binding test_capability_binding discover_capability_binding enable_skill "
    "disable_skill";

// approve and resume run an agent to its end; create does so at once in its automatic mode.
constexpr const char *actingTools =
    "execute_decision execute_capability execute_runtime_library fire_trigger "
    "apply_repository run_repository_fix create_agent_run product_agent_run approve_agent_run "
    "resume_agent_run "
    "test_webhook_delivery create_deployment delete_deployment create_billing_checkout create_billing_portal "
    "delete_decision";

using Table = QHash<QString, DangerClass>;

const Table &table()
{
    static const Table classes = [] {
        Table result;
        const auto add = [&result](const char *names, DangerClass danger) {
            const QStringList list = QString::fromLatin1(names).split(u' ');
            for (const QString &name : list)
                result.insert(name, danger);
        };
        add(readingTools, DangerClass::Reads);
        add(recordingTools, DangerClass::Records);
        add(ruleTools, DangerClass::ChangesRules);
        add(actingTools, DangerClass::Acts);
        return result;
    }();
    return classes;
}

} // namespace

DangerClass dangerClass(QStringView tool)
{
    return table().value(tool.toString(), DangerClass::NotClassified);
}

QString dangerClassText(DangerClass danger)
{
    switch (danger) {
    case DangerClass::Reads:
        return u"reads"_s;
    case DangerClass::Records:
        return u"records"_s;
    case DangerClass::ChangesRules:
        return u"changes rules"_s;
    case DangerClass::Acts:
        return u"acts"_s;
    case DangerClass::NotClassified:
        return u"not classified"_s;
    }
    Q_UNREACHABLE();
}

QStringList classifiedTools()
{
    return table().keys();
}

bool isOperatorOnlyTool(QStringView tool)
{
    const DangerClass danger = dangerClass(tool);
    return (danger == DangerClass::ChangesRules || danger == DangerClass::Acts) &&
           tool != "execute_decision"_L1;
}

} // namespace algenta::engine
