// SPDX-License-Identifier: Apache-2.0
#include "app/console/decisions/decisiondetail.h"

#include "app/console/decisions/decisionlistmodel.h"
#include "app/console/decisions/recordtext.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/engine/blocked.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using engine::GateCheck;

namespace
{

double realOf(const base::Json &number)
{
    return number.toDouble().value_or(std::numeric_limits<double>::quiet_NaN());
}

QString notNumber(const base::Json &value)
{
    const QString digits = digitsOf(value);
    return !digits.isEmpty() || value.isNull() ? digits : jsonText(value);
}

} // namespace

DecisionDetail::DecisionDetail(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
    connect(&m_session, &Session::timeZoneChanged, this, &DecisionDetail::changed);
}

void DecisionDetail::show(const engine::Decision &known)
{
    m_decision = known;
    m_decisionError.reset();
    m_policy.reset();
    m_policyError.reset();
    reread();
}

void DecisionDetail::clear()
{
    ++m_ticket;
    m_waiting = 0;
    m_decision.reset();
    m_decisionError.reset();
    m_policy.reset();
    m_policyError.reset();
    Q_EMIT changed();
}

void DecisionDetail::reread()
{
    if (!m_decision || !m_session.connection())
        return;
    const int ticket = ++m_ticket;
    m_waiting = 2;
    engine::RestApi &rest = m_session.connection()->rest();
    base::onDone(rest.decision(m_decision->id), this,
                 [this, ticket](const base::Result<engine::Decision> &answer) {
                     if (ticket != m_ticket)
                         return;
                     --m_waiting;
                     m_decisionError = answer ? std::nullopt : std::optional(answer.error());
                     if (answer) {
                         m_decision = *answer;
                         Q_EMIT recordRead(*answer);
                     }
                     Q_EMIT changed();
                 });
    base::onDone(rest.policy(), this, [this, ticket](const base::Result<engine::Policy> &answer) {
        if (ticket != m_ticket)
            return;
        --m_waiting;
        // An older policy would make a verdict that looks like one of now.
        m_policy = answer ? std::optional(*answer) : std::nullopt;
        m_policyError = answer ? std::nullopt : std::optional(answer.error());
        Q_EMIT changed();
    });
    Q_EMIT changed();
}

QString DecisionDetail::title() const
{
    if (!m_decision)
        return {};
    return m_decision->chosenAction.isEmpty() ? tr("No action is recorded")
                                              : base::elidedText(m_decision->chosenAction);
}

QString DecisionDetail::subtitle() const
{
    return m_decision ? base::visibleText(m_decision->id) : QString();
}

QString DecisionDetail::problem() const
{
    if (!m_decisionError)
        return {};
    return tr("This record could not be read again; it is shown as it was read before. %1")
        .arg(base::visibleText(m_decisionError->message));
}

QString DecisionDetail::problemAdvice() const
{
    return m_decisionError ? base::visibleText(m_decisionError->remedy) : QString();
}

QVariantMap DecisionDetail::timeRow(const QString &label, const base::Timestamp &time,
                                    const QString &absent) const
{
    QVariantMap row = monoRow(label, time.raw, absent);
    if (!time.raw.isEmpty())
        row.insert(u"value"_s, m_session.formatted(time));
    return row;
}

QVariantList DecisionDetail::rows() const
{
    if (!m_decision)
        return {};
    const engine::Decision &d = *m_decision;
    const QString none = tr("not given");
    QVariantList all{monoRow(tr("Expected value"), notNumber(d.expectedValue), none),
                     monoRow(tr("Confidence"), notNumber(d.confidence), none),
                     monoRow(tr("Risk p5"), notNumber(d.riskP5), none),
                     monoRow(tr("Risk p95"), notNumber(d.riskP95), none),
                     monoRow(tr("Risk of loss"), notNumber(d.riskOfLoss), none),
                     fieldRow(tr("Context"), d.context, none),
                     fieldRow(tr("Rationale"), d.rationale, none),
                     fieldRow(tr("Options"), d.optionsConsidered.join(u" · "_s), none)};
    all += executionRows();
    all += QVariantList{monoRow(tr("Actual outcome"), notNumber(d.actualOutcome), tr("not recorded")),
                        monoRow(tr("Outcome delta"), notNumber(d.outcomeDelta), tr("not recorded")),
                        fieldRow(tr("Outcome notes"), d.outcomeNotes, none),
                        monoRow(tr("Policy snapshot"), d.policySnapshotId, none),
                        monoRow(tr("Schema snapshot"), d.schemaSnapshotId, none),
                        monoRow(tr("Manifest"), d.manifestVersion, none),
                        monoRow(tr("Run"), d.runId, none),
                        timeRow(tr("Created"), d.createdAt, none),
                        timeRow(tr("Updated"), d.updatedAt, none)};
    return all;
}

QVariantList DecisionDetail::executionRows() const
{
    const engine::Decision &d = *m_decision;
    QVariantMap status = fieldRow(tr("Executed"), executionWord(d), {});
    status.insert(u"kind"_s, executionKind(d));
    QVariantList rows{status};
    if (d.wasExecuted()) {
        rows.append(timeRow(tr("Executed at"), d.executedAt, tr("not said")));
        rows.append(monoRow(tr("Webhook"), d.executionWebhookUrl, tr("not said")));
        rows.append(monoRow(tr("Response code"), notNumber(d.executionResponseCode), tr("no response")));
    }
    return rows;
}

QVariantList DecisionDetail::gates() const
{
    if (!m_decision || !m_policy)
        return {};
    QVariantList all;
    for (const GateCheck &check : engine::checkGates(*m_decision, *m_policy)) {
        const bool blocks = check.verdict == GateCheck::Verdict::Reproduced;
        const bool tells = check.verdict != GateCheck::Verdict::CannotTell;
        QVariantMap row;
        row.insert(u"label"_s, check.gate);
        row.insert(u"value"_s, blocks ? tr("would block") : tells ? tr("passes") : tr("cannot tell"));
        row.insert(u"kind"_s, blocks ? u"blocked"_s : tells ? u"ok"_s : u"unknown"_s);
        QString numbers;
        if (!check.measured.isEmpty() && !check.threshold.isEmpty() && tells)
            numbers = check.measured + (blocks ? u" < "_s : u" ≥ "_s) + check.threshold + u"  "_s;
        row.insert(u"note"_s, base::visibleText(numbers + check.reason));
        all.append(row);
    }
    return all;
}

QString DecisionDetail::gatesText() const
{
    if (!m_decision)
        return {};
    if (m_policyError)
        return tr("The gates cannot be checked: the policy could not be read. %1 %2")
            .arg(base::visibleText(m_policyError->message), base::visibleText(m_policyError->remedy));
    if (!m_policy)
        return isBusy() ? tr("Reading the policy…") : tr("The gates cannot be checked without an engine.");
    const QString snapshot = m_policy->snapshotId.isEmpty() ? tr("without a snapshot id")
                                                            : base::visibleText(m_policy->snapshotId);
    return tr("What an execution without override would meet under the present policy, %1.").arg(snapshot);
}

double DecisionDetail::confidence() const
{
    return m_decision ? realOf(m_decision->confidence) : std::numeric_limits<double>::quiet_NaN();
}

double DecisionDetail::minConfidence() const
{
    return m_policy ? realOf(m_policy->minConfidence) : std::numeric_limits<double>::quiet_NaN();
}

QString DecisionDetail::confidenceText() const
{
    const QString digits = m_decision ? digitsOf(m_decision->confidence) : QString();
    if (digits.isEmpty())
        return tr("No confidence is recorded");
    return tr("confidence %1").arg(digits);
}

QString DecisionDetail::minConfidenceText() const
{
    const QString digits = m_policy ? digitsOf(m_policy->minConfidence) : QString();
    return digits.isEmpty() ? tr("minimum not known") : tr("minimum %1").arg(digits);
}

QString DecisionDetail::confidenceKind() const
{
    if (!m_decision || !m_policy)
        return u"unknown"_s;
    switch (engine::checkGate(u"confidence", *m_decision, *m_policy).verdict) {
    case GateCheck::Verdict::Reproduced:
        return u"blocked"_s;
    case GateCheck::Verdict::NotReproduced:
        return u"ok"_s;
    case GateCheck::Verdict::CannotTell:
        break;
    }
    return u"unknown"_s;
}

QVariantList DecisionDetail::events() const
{
    if (!m_decision)
        return {};
    const engine::Decision &d = *m_decision;
    const auto event = [this](const QString &title, const base::Timestamp &time, const QString &detail,
                              const QString &kind) {
        return QVariantMap{{u"title"_s, title},
                           {u"time"_s, m_session.formatted(time)},
                           {u"detail"_s, base::visibleText(detail)},
                           {u"kind"_s, kind}};
    };
    QVariantList all{event(tr("Logged"), d.createdAt, {}, u"neutral"_s)};
    if (d.wasExecuted()) {
        const QString code = digitsOf(d.executionResponseCode);
        const QString where =
            d.executionWebhookUrl.isEmpty() ? tr("webhook not said") : d.executionWebhookUrl;
        all.append(event(tr("Executed: %1").arg(base::elidedText(executionWord(d), 40)), d.executedAt,
                         code.isEmpty() ? where : tr("%1 answered %2").arg(where, code), executionKind(d)));
    }
    if (!d.actualOutcome.isNull()) {
        const QString delta = digitsOf(d.outcomeDelta);
        all.append(event(tr("Outcome %1").arg(digitsOf(d.actualOutcome)),
                         base::parseTimestamp(d.raw[u"outcome_recorded_at"].toString()),
                         delta.isEmpty() ? QString() : tr("%1 against the expected value").arg(delta),
                         u"accent"_s));
    }
    return all;
}

QString DecisionDetail::json() const
{
    return base::visibleText(exactJson(), base::LineBreaks::Keep);
}

QString DecisionDetail::exactJson() const
{
    return m_decision ? jsonText(m_decision->raw) : QString();
}

} // namespace algenta::console
