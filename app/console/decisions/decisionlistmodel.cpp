// SPDX-License-Identifier: Apache-2.0
#include "app/console/decisions/decisionlistmodel.h"

#include "app/console/decisions/recordtext.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::FieldKind;
using engine::Decision;

QString executionWord(const Decision &decision)
{
    if (!decision.executionStatus.isEmpty())
        return decision.executionStatus;
    return decision.wasExecuted() ? u"not said"_s : u"never"_s;
}

QString executionKind(const Decision &decision)
{
    if (decision.wasDelivered())
        return u"ok"_s;
    if (decision.executionStatus == "failed"_L1)
        return u"failed"_s;
    return decision.wasExecuted() ? u"unknown"_s : u"neutral"_s;
}

DecisionListModel::DecisionListModel(Session &session, QObject *parent)
    : TypedPagedListModel(parent)
    , m_session(session)
{
    connect(&m_session, &Session::timeZoneChanged, this, [this] { presentationChanged({CreatedRole}); });
}

QHash<int, QByteArray> DecisionListModel::roleNames() const
{
    return {{KeyRole, "key"},
            {DecisionRole, "decision"},
            {ActionRole, "action"},
            {ConfidenceRole, "confidence"},
            {ExpectedRole, "expected"},
            {RiskRole, "riskP5"},
            {ExecutedTextRole, "executed"},
            {ExecutedKindRole, "executedKind"},
            {ActualRole, "actual"},
            {DeltaRole, "delta"},
            {CreatedRole, "created"},
            {ExactDecisionRole, "exactDecision"},
            {JsonRole, "json"},
            {CsvRole, "csv"},
            {CommandRole, "command"}};
}

void DecisionListModel::update(const engine::Decision &fresh)
{
    for (int record = 0; record < recordCount(); ++record) {
        if (m_records.at(record).id == fresh.id && !(m_records.at(record).raw == fresh.raw)) {
            m_records[record] = fresh;
            recordChanged(record);
        }
    }
}

const Decision *DecisionListModel::byId(const QString &id) const
{
    const auto found =
        std::find_if(m_records.cbegin(), m_records.cend(), [&](const Decision &d) { return d.id == id; });
    return found == m_records.cend() ? nullptr : &*found;
}

void DecisionListModel::requestPage(int page, int ticket)
{
    if (!m_session.connection()) {
        base::Error error;
        error.code = base::ErrorCode::Unreachable;
        error.message = tr("No engine is connected.");
        error.remedy = tr("Set its address in Settings.");
        pageFailed(error, ticket);
        return;
    }
    base::onDone(m_session.connection()->rest().decisions(page, pageSize), this,
                 [this, ticket](const base::Result<engine::Page<Decision>> &answer) {
                     takePage(
                         answer, ticket, [](const Decision &decision) { return decision.id; },
                         [](const Decision &decision) { return std::optional(decision); });
                 });
}

QVariant DecisionListModel::recordData(int record, int role) const
{
    const Decision &decision = m_records.at(record);
    switch (role) {
    case KeyRole:
    case ExactDecisionRole:
        return decision.id;
    case Qt::DisplayRole:
    case DecisionRole:
        return base::elidedText(decision.id);
    case ActionRole:
        return base::elidedText(decision.chosenAction);
    case ConfidenceRole:
        return digitsOf(decision.confidence);
    case ExpectedRole:
        return digitsOf(decision.expectedValue);
    case RiskRole:
        return digitsOf(decision.riskP5);
    case ExecutedTextRole:
        return base::elidedText(executionWord(decision), 40);
    case ExecutedKindRole:
        return executionKind(decision);
    case ActualRole:
        return digitsOf(decision.actualOutcome);
    case DeltaRole:
        return digitsOf(decision.outcomeDelta);
    case CreatedRole:
        return m_session.formatted(decision.createdAt);
    case JsonRole:
        return jsonText(decision.raw);
    case CsvRole:
        return csvLine({decision.id, decision.chosenAction, digitsOf(decision.confidence),
                        digitsOf(decision.expectedValue), digitsOf(decision.riskP5), executionWord(decision),
                        digitsOf(decision.actualOutcome), digitsOf(decision.outcomeDelta),
                        decision.createdAt.raw});
    case CommandRole:
        return shellCommand(u"decisions show"_s, decision.id);
    default:
        return {};
    }
}

QVariant DecisionListModel::sortValue(int record, int role) const
{
    const auto number = [](const base::Json &json) {
        const std::optional<double> value = json.toDouble();
        return value ? QVariant(*value) : QVariant();
    };
    const Decision &decision = m_records.at(record);
    switch (role) {
    case ConfidenceRole:
        return number(decision.confidence);
    case ExpectedRole:
        return number(decision.expectedValue);
    case RiskRole:
        return number(decision.riskP5);
    case ActualRole:
        return number(decision.actualOutcome);
    case DeltaRole:
        return number(decision.outcomeDelta);
    case CreatedRole:
        return timeKey(decision.createdAt);
    default:
        return recordData(record, role);
    }
}

QList<base::FilterField> DecisionListModel::filterFields() const
{
    return {{u"decision"_s},
            {u"action"_s},
            {u"context"_s},
            {u"executed"_s},
            {u"webhook"_s},
            {u"policy"_s},
            {u"run"_s},
            {u"confidence"_s, FieldKind::Number},
            {u"expected"_s, FieldKind::Number},
            {u"risk_p5"_s, FieldKind::Number},
            {u"actual"_s, FieldKind::Number},
            {u"delta"_s, FieldKind::Number},
            {u"created"_s, FieldKind::Time}};
}

QString DecisionListModel::filterValue(int record, const QString &field) const
{
    const Decision &decision = m_records.at(record);
    if (field == "decision"_L1)
        return decision.id;
    if (field == "action"_L1)
        return decision.chosenAction;
    if (field == "context"_L1)
        return decision.context;
    if (field == "executed"_L1)
        return executionWord(decision);
    if (field == "webhook"_L1)
        return decision.executionWebhookUrl;
    if (field == "policy"_L1)
        return decision.policySnapshotId;
    if (field == "run"_L1)
        return decision.runId;
    if (field == "created"_L1)
        return decision.createdAt.raw;
    const base::Json &number = field == "confidence"_L1 ? decision.confidence
                               : field == "expected"_L1 ? decision.expectedValue
                               : field == "risk_p5"_L1  ? decision.riskP5
                               : field == "actual"_L1   ? decision.actualOutcome
                                                        : decision.outcomeDelta;
    return digitsOf(number);
}

} // namespace algenta::console
