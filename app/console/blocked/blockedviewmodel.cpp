// SPDX-License-Identifier: Apache-2.0
#include "app/console/blocked/blockedviewmodel.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"
#include "core/contract/toolcontract.h"

#include <QVariantMap>

#include <algorithm>
#include <cmath>
#include <limits>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using engine::GateCheck;

namespace
{

constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();

QVariantMap row(const QString &label, const QString &value, const QString &note = {}, bool mono = true)
{
    return {{u"label"_s, label},
            {u"value"_s, base::elidedText(value)},
            {u"exact"_s, value},
            {u"note"_s, base::elidedText(note)},
            {u"mono"_s, mono}};
}

QVariantMap eventRow(const QString &title, const QString &time, const QString &detail, const QString &kind)
{
    return {
        {u"title"_s, title}, {u"time"_s, time}, {u"detail"_s, detail}, {u"kind"_s, kind}, {u"mono"_s, false}};
}

QString digits(const base::Json &number)
{
    return number.isNumber() ? QString::fromLatin1(number.numberText()) : BlockedViewModel::tr("none");
}

QString verdictNote(const GateCheck &check)
{
    switch (check.verdict) {
    case GateCheck::Verdict::Reproduced:
        return BlockedViewModel::tr("would block");
    case GateCheck::Verdict::NotReproduced:
        return BlockedViewModel::tr("would pass");
    case GateCheck::Verdict::CannotTell:
        return BlockedViewModel::tr("cannot tell");
    }
    return {};
}

} // namespace

BlockedViewModel::BlockedViewModel(Session &session, journal::JournalService &journal, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_ledger(journal)
    , m_cache(session)
    , m_list(session, m_ledger, m_cache, this)
    , m_newest(session, m_ledger, m_cache, this)
{
    connect(&m_session, &Session::connectionReplaced, this, &BlockedViewModel::connectionReplaced);
    connect(&m_session, &Session::refreshRequested, &m_list, &BlockedListModel::refresh);
    connect(&m_session, &Session::refreshRequested, &m_newest, &BlockedListModel::refresh);
    connect(&m_session, &Session::pollDue, &m_list, &BlockedListModel::poll);
    connect(&m_session, &Session::timeZoneChanged, this, &BlockedViewModel::detailChanged);
    connect(&m_newest, &BlockedListModel::stateChanged, this, &BlockedViewModel::countChanged);
    // Nobody reads on in the overview's rows: they may move when something new came.
    connect(&m_session, &Session::pollDue, &m_newest, &BlockedListModel::poll);
    connect(&m_newest, &BlockedListModel::stateChanged, this, [this] {
        if (m_newest.waiting() > 0)
            m_newest.showWaiting();
    });
    connect(&m_cache, &RecordCache::decisionRead, this, [this](const QString &id) {
        if (m_selected && m_selected->decisionId == id)
            Q_EMIT detailChanged();
    });
    connect(&m_cache, &RecordCache::policyRead, this, &BlockedViewModel::detailChanged);
    connect(&m_ledger, &ActLedger::changed, this, [this] {
        // An own act may have changed the record: what is shown as live is read again.
        if (m_selected)
            m_cache.reread(m_selected->decisionId);
        Q_EMIT detailChanged();
    });
    m_list.sortBy(u"when"_s, true);
    m_newest.sortBy(u"when"_s, true);
}

void BlockedViewModel::connectionReplaced()
{
    m_selected.reset();
    Q_EMIT selectionChanged();
    Q_EMIT detailChanged();
    m_list.reload();
    m_newest.reload();
}

void BlockedViewModel::select(int row)
{
    const engine::BlockedExecution *blocked = m_list.recordAt(row);
    m_selected = blocked ? std::optional(*blocked) : std::nullopt;
    if (m_selected)
        m_cache.reread(m_selected->decisionId);
    Q_EMIT selectionChanged();
    Q_EMIT detailChanged();
}

QString BlockedViewModel::statusText() const
{
    if (!m_newest.firstPageRead())
        return m_newest.isBusy() ? tr("reading the audit log…") : tr("blocked executions not read");
    return tr("%n blocked in 24 hours and open", nullptr, openCount());
}

QString BlockedViewModel::ruleNote() const
{
    const auto &rules = engine::embeddedBlockedRules().rules;
    const bool verified =
        std::all_of(rules.cbegin(), rules.cend(), [](const auto &rule) { return rule.verified; });
    return verified ? QString()
                    : tr("Found in the audit log by a rule that no real engine has confirmed: blocks by "
                         "agents may be "
                         "invisible here.");
}

const engine::Decision *BlockedViewModel::live() const
{
    return m_selected ? m_cache.decision(m_selected->decisionId) : nullptr;
}

std::optional<GateCheck> BlockedViewModel::check() const
{
    const engine::Decision *decision = live();
    const auto &policy = m_cache.policy();
    if (!decision || !policy || !m_selected->gateKnown)
        return std::nullopt;
    return engine::checkGate(m_selected->gate, *decision, *policy);
}

QString BlockedViewModel::decisionId() const
{
    return m_selected ? base::elidedText(m_selected->decisionId) : QString();
}

QString BlockedViewModel::exactDecisionId() const
{
    return m_selected ? m_selected->decisionId : QString();
}

QString BlockedViewModel::title() const
{
    const engine::Decision *decision = live();
    return decision ? base::elidedText(decision->chosenAction) : decisionId();
}

QString BlockedViewModel::gateText() const
{
    if (!m_selected)
        return {};
    return m_selected->gate.isEmpty() ? tr("unnamed gate") : base::elidedText(m_selected->gate, 40);
}

QString BlockedViewModel::gateKind() const
{
    return m_selected && m_selected->gateKnown ? u"blocked"_s : u"unknown"_s;
}

QString BlockedViewModel::headline() const
{
    if (!m_selected)
        return {};
    const QString age = base::formatAge(m_selected->when, QDateTime::currentDateTimeUtc());
    const QString who =
        m_selected->who.isEmpty() ? tr("a caller who is not named") : base::elidedText(m_selected->who);
    return tr("blocked %1, by the engine, for %2").arg(age, who);
}

QString BlockedViewModel::explanation() const
{
    if (!m_selected)
        return {};
    if (m_selected->gate.isEmpty())
        return tr(
            "The engine refused and named no gate. Its raw answer is below; no bypass is known to fit.");
    if (!m_selected->gateKnown)
        return tr("This console does not know the gate “%1”. No bypass is known to fit.").arg(gateText());
    const std::optional<GateCheck> now = check();
    if (!now)
        return liveProblem().isEmpty() ? tr("Reading the live decision and policy…") : QString();
    const bool closed = now->verdict == GateCheck::Verdict::Reproduced;
    return base::visibleText(now->reason) +
           (closed && !now->margin.isEmpty() ? u' ' + tr("Missing: %1.").arg(now->margin) : QString());
}

double BlockedViewModel::measured() const
{
    const std::optional<GateCheck> now = check();
    bool good = false;
    const double value = now ? now->measured.toDouble(&good) : notKnown;
    return good ? value : notKnown;
}

double BlockedViewModel::threshold() const
{
    const std::optional<GateCheck> now = check();
    bool good = false;
    const double value = now ? now->threshold.toDouble(&good) : notKnown;
    return good ? value : notKnown;
}

bool BlockedViewModel::hasBar() const
{
    return std::isfinite(measured()) && std::isfinite(threshold());
}

double BlockedViewModel::scaleFrom() const
{
    if (m_selected && m_selected->gate == "confidence"_L1)
        return 0;
    return hasBar() ? std::min({measured(), threshold(), 0.0}) * 1.15 : 0;
}

double BlockedViewModel::scaleTo() const
{
    if (m_selected && m_selected->gate == "confidence"_L1)
        return 1;
    return hasBar() ? std::max({measured(), threshold(), 0.0}) * 1.15 : 1;
}

QString BlockedViewModel::measuredText() const
{
    const std::optional<GateCheck> now = check();
    return now ? tr("%1 measured").arg(now->measured) : QString();
}

QString BlockedViewModel::thresholdText() const
{
    const std::optional<GateCheck> now = check();
    return now ? tr("%1 limit").arg(now->threshold) : QString();
}

QVariantList BlockedViewModel::rows() const
{
    QVariantList list;
    if (!m_selected)
        return list;
    const engine::Decision *decision = live();
    const auto &policy = m_cache.policy();
    if (decision) {
        list.append(row(tr("Expected value"), digits(decision->expectedValue)));
        list.append(
            row(tr("Confidence"), digits(decision->confidence),
                policy ? verdictNote(engine::checkGate(u"confidence", *decision, *policy)) : QString()));
        list.append(
            row(tr("Risk p5"), digits(decision->riskP5),
                policy ? verdictNote(engine::checkGate(u"risk_floor", *decision, *policy)) : QString()));
        list.append(
            row(tr("Delivered"),
                decision->wasExecuted() ? decision->executionStatus + u' ' + decision->executedAt.raw
                                        : tr("never"),
                policy ? verdictNote(engine::checkGate(u"idempotency", *decision, *policy)) : QString()));
    }
    list.append(row(tr("Webhook"),
                    m_selected->webhookUrl.isEmpty() ? tr("not in the record") : m_selected->webhookUrl));
    if (policy)
        list.append(row(tr("Policy"), policy->snapshotId, tr("revision %1").arg(policy->revision)));
    list.append(row(tr("Engine said"), m_selected->message, {}, false));
    list.append(row(tr("Code"), m_selected->code.isEmpty() ? tr("none") : m_selected->code));
    list.append(
        row(tr("Source"),
            m_selected->source == engine::BlockedSource::AuditLog ? tr("audit log") : tr("own call, journal"),
            m_selected->id, false));
    list.append(
        row(tr("Request"), m_selected->requestId.isEmpty() ? tr("not given") : m_selected->requestId));
    return list;
}

QVariantList BlockedViewModel::events() const
{
    QVariantList list;
    if (!m_selected)
        return list;
    if (const engine::Decision *decision = live())
        list.append(eventRow(tr("logged"), m_session.formatted(decision->createdAt), {}, u"neutral"_s));
    list.append(eventRow(tr("execute refused"), m_session.formatted(m_selected->when),
                         base::elidedText(m_selected->message), u"blocked"_s));
    for (const ActRecord &act : m_ledger.acts()) {
        if (act.engine != m_session.origin() || act.decisionId != m_selected->decisionId ||
            act.intentTime < m_selected->when.instant)
            continue;
        base::Timestamp time;
        time.instant = act.intentTime;
        time.raw = base::toRfc3339(act.intentTime);
        const QString ended = act.outcome.isEmpty() || act.outcome == "unknown"_L1
                                  ? (act.settlement.isEmpty() ? tr("outcome unknown") : act.settlement)
                                  : act.outcome;
        list.append(
            eventRow(act.sent ? tr("override sent: %1").arg(ended) : tr("override recorded, not sent"),
                     m_session.formatted(time), {}, u"override"_s));
    }
    return list;
}

QString BlockedViewModel::rawText() const
{
    if (!m_selected)
        return {};
    return base::visibleText(QString::fromUtf8(base::writeJson(m_selected->raw, base::JsonLayout::Indented)),
                             base::LineBreaks::Keep);
}

QString BlockedViewModel::liveProblem() const
{
    if (!m_selected)
        return {};
    const base::Error *error = m_cache.decisionError(m_selected->decisionId);
    if (!error && m_cache.policyError())
        error = &*m_cache.policyError();
    return error ? base::visibleText(error->message + u' ' + error->remedy) : QString();
}

} // namespace algenta::console
