// SPDX-License-Identifier: Apache-2.0
#include "app/console/policy/policyeffectlistmodel.h"

#include "app/console/decisions/decisionlistmodel.h"
#include "app/console/decisions/recordtext.h"
#include "core/base/textsafety.h"

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::FieldKind;
using base::Json;
using engine::Decision;
using engine::PolicyEffect;

QString effectWord(PolicyEffect effect)
{
    switch (effect) {
    case PolicyEffect::Blocks:
        return u"blocks"_s;
    case PolicyEffect::LetsThrough:
        return u"lets through"_s;
    case PolicyEffect::CannotJudge:
        return u"cannot judge"_s;
    case PolicyEffect::Unchanged:
        return u"unchanged"_s;
    }
    Q_UNREACHABLE();
}

PolicyEffectListModel::PolicyEffectListModel(Session &session, PolicyReview &review, QObject *parent)
    : RecordListModel(parent)
    , m_session(session)
    , m_review(review)
{
    connect(&m_session, &Session::timeZoneChanged, this, [this] { presentationChanged({CreatedRole}); });
}

QHash<int, QByteArray> PolicyEffectListModel::roleNames() const
{
    return {{KeyRole, "key"},
            {DecisionRole, "decision"},
            {ActionRole, "action"},
            {EffectRole, "effect"},
            {EffectKindRole, "effectKind"},
            {GatesRole, "gates"},
            {ConfidenceRole, "confidence"},
            {RiskRole, "riskP5"},
            {ExecutedTextRole, "executed"},
            {ExecutedKindRole, "executedKind"},
            {UnderRole, "under"},
            {CreatedRole, "created"},
            {ExactDecisionRole, "exactDecision"},
            {JsonRole, "json"},
            {CsvRole, "csv"},
            {CommandRole, "command"}};
}

void PolicyEffectListModel::reload()
{
    m_review.restart();
    m_review.begin();
}

void PolicyEffectListModel::show(qsizetype step)
{
    if (step == m_step)
        return;
    m_step = step;
    m_effects = m_review.effects(step);
    recordsReset();
}

void PolicyEffectListModel::takeEffects()
{
    const QList<StepEffect> &now = m_review.effects(m_step);
    const qsizetype known = m_effects.size();
    const auto isSame = [](const StepEffect &a, const StepEffect &b) {
        return a.decision == b.decision && a.repeat == b.repeat && a.effect == b.effect;
    };
    // Pages come in order, so that mostly rows are added at the end.
    const bool grown = m_review.judged() > 0 && now.size() >= known &&
                       std::equal(m_effects.cbegin(), m_effects.cend(), now.cbegin(), isSame);
    m_effects = now;
    // First of all: the old rows may speak of records that are gone.
    if (!grown)
        recordsReset();
    else if (now.size() > known)
        recordsAppended(int(known), int(now.size() - known));
    setFailure(m_review.decisions().isEmpty() ? m_review.error() : std::nullopt);
    setBusy(m_review.isReading() || m_review.isJudging());
}

int PolicyEffectListModel::recordCount() const
{
    return int(m_effects.size());
}

const StepEffect &PolicyEffectListModel::effect(int record) const
{
    return m_effects.at(record);
}

const Decision &PolicyEffectListModel::decision(int record) const
{
    return m_review.decisions().at(effect(record).decision);
}

QString PolicyEffectListModel::decisionAt(int row) const
{
    const int record = recordOf(row);
    return record < 0 ? QString() : decision(record).id;
}

QVariant PolicyEffectListModel::recordData(int record, int role) const
{
    const StepEffect &at = effect(record);
    const Decision &of = decision(record);
    switch (role) {
    case KeyRole:
        return of.id + (at.repeat ? u"\nrepeat"_s : QString());
    case ExactDecisionRole:
        return of.id;
    case Qt::DisplayRole:
    case DecisionRole:
        return base::elidedText(of.id);
    case ActionRole:
        return base::elidedText(of.chosenAction);
    case EffectRole:
        if (at.effect == PolicyEffect::CannotJudge)
            return tr("cannot be judged");
        if (at.repeat)
            return at.effect == PolicyEffect::Blocks ? tr("blocks a repeat") : tr("lets a repeat through");
        return at.effect == PolicyEffect::Blocks ? tr("would block") : tr("would let through");
    case EffectKindRole:
        return at.effect == PolicyEffect::CannotJudge ? u"unknown"_s
               : at.effect == PolicyEffect::Blocks    ? u"blocked"_s
                                                      : u"ok"_s;
    case GatesRole:
        return at.gates.join(u", "_s);
    case ConfidenceRole:
        return digitsOf(of.confidence);
    case RiskRole:
        return digitsOf(of.riskP5);
    case ExecutedTextRole:
        return base::elidedText(executionWord(of), 40);
    case ExecutedKindRole:
        return executionKind(of);
    case UnderRole:
        return base::elidedText(of.policySnapshotId, 80);
    case CreatedRole:
        return m_session.formatted(of.createdAt);
    case JsonRole:
        return jsonText(jsonOf(record));
    case CsvRole:
        return csvLine(cellsOf(record));
    case CommandRole:
        return shellCommand(u"decisions show"_s, of.id);
    default:
        return {};
    }
}

QStringList PolicyEffectListModel::cellsOf(int record) const
{
    const StepEffect &at = effect(record);
    const Decision &of = decision(record);
    return {of.id,
            of.chosenAction,
            effectWord(at.effect),
            at.repeat ? u"one more execution"_s : u"first execution"_s,
            at.gates.join(u' '),
            digitsOf(of.confidence),
            digitsOf(of.riskP5),
            executionWord(of),
            of.policySnapshotId,
            of.createdAt.raw};
}

Json PolicyEffectListModel::jsonOf(int record) const
{
    const StepEffect &at = effect(record);
    const Decision &of = decision(record);
    Json::Array gates;
    for (const QString &gate : at.gates)
        gates.append(Json::string(gate));
    Json json = Json::object();
    json.set(u"decision_id"_s, Json::string(of.id));
    json.set(u"chosen_action"_s, Json::string(of.chosenAction));
    json.set(u"effect"_s, Json::string(effectWord(at.effect)));
    json.set(u"of"_s, Json::string(at.repeat ? u"one more execution"_s : u"first execution"_s));
    json.set(u"gates"_s, Json::array(gates));
    json.set(u"confidence"_s, of.confidence);
    json.set(u"risk_p5"_s, of.riskP5);
    json.set(u"execution_status"_s, Json::string(executionWord(of)));
    json.set(u"policy_snapshot_id"_s, Json::string(of.policySnapshotId));
    json.set(u"created_at"_s, Json::string(of.createdAt.raw));
    return json;
}

QByteArray PolicyEffectListModel::csv() const
{
    QStringList lines{
        csvLine({u"decision_id"_s, u"chosen_action"_s, u"effect"_s, u"of"_s, u"gates"_s, u"confidence"_s,
                 u"risk_p5"_s, u"execution_status"_s, u"policy_snapshot_id"_s, u"created_at"_s})};
    for (int row = 0; row < rowCount(); ++row)
        lines.append(csvLine(cellsOf(recordOf(row))));
    return lines.join(u"\r\n"_s).toUtf8() + "\r\n";
}

Json::Array PolicyEffectListModel::json() const
{
    Json::Array all;
    for (int row = 0; row < rowCount(); ++row)
        all.append(jsonOf(recordOf(row)));
    return all;
}

QVariant PolicyEffectListModel::sortValue(int record, int role) const
{
    const auto number = [](const Json &json) {
        const std::optional<double> value = json.toDouble();
        return value ? QVariant(*value) : QVariant();
    };
    switch (role) {
    case ConfidenceRole:
        return number(decision(record).confidence);
    case RiskRole:
        return number(decision(record).riskP5);
    case CreatedRole:
        return timeKey(decision(record).createdAt);
    default:
        return recordData(record, role);
    }
}

QList<base::FilterField> PolicyEffectListModel::filterFields() const
{
    return {{u"decision"_s},
            {u"action"_s},
            {u"effect"_s},
            {u"gate"_s},
            {u"executed"_s},
            {u"under"_s},
            {u"confidence"_s, FieldKind::Number},
            {u"risk_p5"_s, FieldKind::Number},
            {u"created"_s, FieldKind::Time}};
}

QString PolicyEffectListModel::filterValue(int record, const QString &field) const
{
    const Decision &of = decision(record);
    if (field == "decision"_L1)
        return of.id;
    if (field == "action"_L1)
        return of.chosenAction;
    if (field == "effect"_L1)
        return effectWord(effect(record).effect);
    if (field == "gate"_L1)
        return effect(record).gates.join(u' ');
    if (field == "executed"_L1)
        return executionWord(of);
    if (field == "under"_L1)
        return of.policySnapshotId;
    if (field == "created"_L1)
        return of.createdAt.raw;
    return digitsOf(field == "confidence"_L1 ? of.confidence : of.riskP5);
}

} // namespace algenta::console
