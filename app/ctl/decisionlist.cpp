// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/decisionlist.h"

#include "app/ctl/pagereader.h"
#include "core/base/ondone.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::FieldKind;
using base::Json;
using base::Result;

namespace
{

QList<Column> decisionColumns()
{
    return {{u"id"_s, FieldKind::Text, true},
            {u"created_at"_s, FieldKind::Time, true},
            {u"chosen_action"_s, FieldKind::Text, true},
            {u"expected_value"_s, FieldKind::Number, true},
            {u"confidence"_s, FieldKind::Number, true},
            {u"risk_p5"_s, FieldKind::Number, true},
            {u"risk_p95"_s, FieldKind::Number, false},
            {u"risk_pol"_s, FieldKind::Number, false},
            {u"execution_status"_s, FieldKind::Text, true},
            {u"executed_at"_s, FieldKind::Time, true},
            {u"execution_response_code"_s, FieldKind::Number, false},
            {u"execution_webhook_url"_s, FieldKind::Text, false},
            {u"actual_outcome"_s, FieldKind::Number, false},
            {u"outcome_delta"_s, FieldKind::Number, false},
            {u"policy_snapshot_id"_s, FieldKind::Text, false},
            {u"run_id"_s, FieldKind::Text, false}};
}

Record toRecord(const engine::Decision &decision)
{
    return {Json::string(decision.id),
            textOrNull(decision.createdAt.raw),
            textOrNull(decision.chosenAction),
            decision.expectedValue,
            decision.confidence,
            decision.riskP5,
            decision.riskP95,
            decision.riskOfLoss,
            textOrNull(decision.executionStatus),
            textOrNull(decision.executedAt.raw),
            decision.executionResponseCode,
            textOrNull(decision.executionWebhookUrl),
            decision.actualOutcome,
            decision.outcomeDelta,
            textOrNull(decision.policySnapshotId),
            textOrNull(decision.runId)};
}

class DecisionSource final : public QObject, public RecordSource
{
public:
    explicit DecisionSource(std::unique_ptr<EngineAccess> engine)
        : m_engine(std::move(engine))
    {
    }

    QList<Column> columns() const override { return decisionColumns(); }
    QString listName() const override { return u"decisions"_s; }

    Json about() const override
    {
        Json json = Json::object();
        json.set(u"engine"_s, Json::string(m_engine->address.origin()));
        return json;
    }

    void next(Next done) override
    {
        base::onDone(m_engine->connection->rest().decisions(m_pages.page(), PageReader::pageSize), this,
                     [this, done](const Result<engine::Page<engine::Decision>> &page) {
                         done(page ? Result<Batch>(m_pages.take(*page, &toRecord))
                                   : Result<Batch>(base::fail(page.error())));
                     });
    }

private:
    std::unique_ptr<EngineAccess> m_engine;
    PageReader m_pages;
};

} // namespace

CommandSpec DecisionListCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"decisions"_s, u"list"_s};
    spec.summary = u"List the decision records of an engine, in its order (newest first)."_s;
    spec.description = listHelp(decisionColumns());
    spec.options = listOptions() + engineOptions() + commonOptions();
    spec.exitCodes = listExitCodes();
    return spec;
}

Result<std::unique_ptr<RecordSource>> DecisionListCommand::makeSource()
{
    auto opened = openEngine(arguments());
    if (!opened)
        return base::fail(opened.error());
    return std::make_unique<DecisionSource>(std::move(*opened));
}

} // namespace algenta::ctl
