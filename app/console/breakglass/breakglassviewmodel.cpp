// SPDX-License-Identifier: Apache-2.0
#include "app/console/breakglass/breakglassviewmodel.h"

#include "core/base/ondone.h"
#include "core/base/textsafety.h"

#include <QVariantMap>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using breakglass::Act;
using breakglass::ActState;

namespace
{

QVariantMap row(const QString &label, const QString &value, bool mono = true)
{
    return {
        {u"label"_s, label}, {u"value"_s, base::elidedText(value)}, {u"exact"_s, value}, {u"mono"_s, mono}};
}

QString digits(const base::Json &number)
{
    return number.isNumber() ? QString::fromLatin1(number.numberText()) : BreakGlassViewModel::tr("none");
}

QString originText(const breakglass::RadiusLine &line)
{
    const QString origin =
        line.origin == breakglass::Origin::Engine    ? BreakGlassViewModel::tr("engine")
        : line.origin == breakglass::Origin::Agent   ? BreakGlassViewModel::tr("written by an agent")
        : line.origin == breakglass::Origin::Console ? BreakGlassViewModel::tr("this console")
                                                     : BreakGlassViewModel::tr("typed here");
    return line.note.isEmpty() ? origin : origin + u" · "_s + line.note;
}

bool runs(ActState state)
{
    return state == ActState::Arming || state == ActState::ArmRecording || state == ActState::Armed ||
           state == ActState::Checking || state == ActState::Recording || state == ActState::Sending;
}

} // namespace

BreakGlassViewModel::BreakGlassViewModel(Session &session, journal::JournalService &journal,
                                         const base::Clock &clock, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_journal(journal)
    , m_clock(clock)
    , m_actor(journal::systemActor())
    , m_settler(journal, clock, m_actor)
{
    connect(&m_session, &Session::connectionReplaced, this, [this] {
        letGo();
        readOpenActs();
    });
    connect(&m_session, &Session::ageChanged, this, &BreakGlassViewModel::ageChanged);
    connect(this, &BreakGlassViewModel::changed, this, &BreakGlassViewModel::ageChanged);
}

BreakGlassViewModel::~BreakGlassViewModel() = default;

ActState BreakGlassViewModel::actState() const
{
    return m_act ? m_act->state() : ActState::Reading;
}

void BreakGlassViewModel::openFor(BlockedViewModel *blocked)
{
    if (m_act || !blocked || !blocked->selected() || !m_session.connection())
        return;
    start(breakglass::subjectOf(*blocked->selected()));
}

void BreakGlassViewModel::start(const breakglass::ActSubject &subject)
{
    letGo();
    m_act = std::make_unique<Act>(
        breakglass::ActPorts{m_session.connection()->rest(), m_journal, m_clock, m_actor}, subject);
    connect(m_act.get(), &Act::changed, this, [this] {
        if (actState() == ActState::Armed) {
            m_act->confirm(m_typedHost);
            return;
        }
        if (actState() == ActState::Unknown || actState() == ActState::Reconciled)
            readOpenActs();
        Q_EMIT changed();
    });
    Q_EMIT actReplaced();
    m_act->read();
}

void BreakGlassViewModel::letGo()
{
    if (!m_act)
        return;
    m_act->disconnect(this);
    m_act->abandon();
    if (runs(actState())) {
        // What is recorded or sent runs on to its outcome without a window; what is not sent stays so.
        Act *leaving = m_act.get();
        connect(leaving, &Act::changed, this, [this, leaving] {
            if (runs(leaving->state()))
                return;
            leaving->disconnect(this);
            leaving->deleteLater();
            std::erase_if(m_leaving, [leaving](std::unique_ptr<Act> &act) {
                return act.get() == leaving && (act.release(), true);
            });
            readOpenActs();
            Q_EMIT changed();
        });
        m_leaving.push_back(std::move(m_act));
    }
    m_act.reset();
    Q_EMIT changed();
}

void BreakGlassViewModel::close()
{
    letGo();
}

void BreakGlassViewModel::readAgain()
{
    if (m_act)
        m_act->read();
}

void BreakGlassViewModel::enrol()
{
    if (m_act)
        m_act->enrol();
}

void BreakGlassViewModel::setWebhookUrl(const QString &url)
{
    if (m_act)
        m_act->setWebhookUrl(url);
}

bool BreakGlassViewModel::confirm(const QString &reason, const QString &ticket, const QString &typedHost,
                                  const QString &operatorKey)
{
    QByteArray bytes = operatorKey.toUtf8();
    base::Secret key = base::Secret::takeFrom(bytes);
    if (!m_act)
        return false;
    breakglass::ArmRequest request;
    request.reason = reason;
    request.ticket = ticket;
    m_typedHost = typedHost;
    m_act->arm(request, std::move(key));
    return runs(actState());
}

void BreakGlassViewModel::chain()
{
    const auto subject = m_act ? m_act->chained() : std::nullopt;
    if (subject)
        start(*subject);
}

void BreakGlassViewModel::settle()
{
    if (m_act)
        m_act->settle();
}

QString BreakGlassViewModel::state() const
{
    return m_act ? breakglass::actStateName(m_act->state()) : QString();
}

QString BreakGlassViewModel::gate() const
{
    if (!m_act)
        return {};
    return m_act->subject().gate.isEmpty() ? tr("an unnamed gate")
                                           : base::elidedText(m_act->subject().gate, 40);
}

QString BreakGlassViewModel::action() const
{
    return m_act && m_act->radius() ? base::elidedText(m_act->radius()->input.decision.chosenAction)
                                    : QString();
}

QVariantList BreakGlassViewModel::lines() const
{
    QVariantList list;
    if (!m_act || !m_act->radius())
        return list;
    for (const breakglass::RadiusLine &line : m_act->radius()->lines) {
        list.append(QVariantMap{{u"key"_s, line.key},
                                {u"label"_s, line.label},
                                {u"value"_s, base::elidedText(line.value)},
                                {u"exact"_s, line.value},
                                {u"note"_s, base::elidedText(originText(line))},
                                {u"mono"_s, line.key != "action"_L1},
                                {u"changed"_s, m_act->changes().contains(line.label)}});
    }
    return list;
}

QString BreakGlassViewModel::silences() const
{
    if (!m_act || !m_act->radius() || !m_act->radius()->offered())
        return {};
    const breakglass::Bypass &bypass = m_act->radius()->bypass;
    return tr("%1 silences %2 for this one execution. The engine named %3.")
        .arg(bypass.fields().join(tr(" and ")), bypass.silencedGates().join(u", "_s), gate());
}

QString BreakGlassViewModel::host() const
{
    return m_act && m_act->radius() ? m_act->radius()->webhook.host : QString();
}

QString BreakGlassViewModel::readText() const
{
    if (!m_act || !m_act->radius())
        return tr("reading the live decision and policy…");
    base::Timestamp time;
    time.instant = m_act->radius()->input.readAt;
    return tr("Read %1; read again before sending. If a line changes, nothing is sent and this window shows "
              "which.")
        .arg(base::formatAge(time, m_clock.now()));
}

QString BreakGlassViewModel::stateText() const
{
    switch (actState()) {
    case ActState::Reading:
        return tr("Reading the live facts…");
    case ActState::ReadFailed:
        return tr("The live facts could not be read. Nothing was sent.");
    case ActState::NotEnrolled:
        return tr("This engine was never confirmed for acts from this console: %1. Confirm it once; that is "
                  "recorded in "
                  "the journal.")
            .arg(base::visibleText(m_session.origin()));
    case ActState::HostNotAllowed:
        return tr("The host of the webhook is not on this engine's list of allowed hosts.");
    case ActState::Refused:
        return m_act->radius() ? base::visibleText(m_act->radius()->refusal) : QString();
    case ActState::Ready:
        return tr("Recorded before it is sent. Sent once, never repeated.");
    case ActState::Arming:
    case ActState::ArmRecording:
        return tr("Arming…");
    case ActState::Armed:
        return tr("Armed.");
    case ActState::Checking:
        return tr("Reading once more…");
    case ActState::Changed:
        return tr("Changed while this window was open: %1. Nothing was sent. Look at the facts and confirm "
                  "anew.")
            .arg(m_act->changes().join(u", "_s));
    case ActState::Recording:
        return tr("Recording the intent…");
    case ActState::NotRecorded:
        return tr("The intent could not be recorded, so nothing was sent.");
    case ActState::Sending:
        return tr("Sent. Waiting for the engine's answer; this can take 70 seconds.");
    case ActState::Receipt:
        return tr("The engine executed and gave a receipt.");
    case ActState::StillBlocked:
        return canChain()
                   ? tr("Another gate answered. Nothing was executed. You can go on with an act of its own.")
                   : tr("The engine refused again. Nothing was executed, and no further bypass is known to "
                        "fit.");
    case ActState::Failed:
        return m_act->wasSent() ? tr("The request was refused. Nothing says that the engine executed.")
                                : tr("The request was not sent. Nothing was executed.");
    case ActState::Unknown:
        return tr("Sent, and no trustworthy answer came: the engine may have executed. It is not sent again; "
                  "reading the "
                  "decision can settle it.");
    case ActState::Reconciled:
        return m_act->verdict() ? base::visibleText(m_act->verdict()->sentence) : QString();
    }
    return {};
}

QString BreakGlassViewModel::problem() const
{
    if (!m_act)
        return {};
    if (m_act->error())
        return base::visibleText(m_act->error()->message);
    if (m_act->outcomeRecordError())
        return tr("The outcome could not be recorded: %1")
            .arg(base::visibleText(m_act->outcomeRecordError()->message));
    if (m_act->verdict() && actState() == ActState::Unknown)
        return base::visibleText(m_act->verdict()->sentence);
    return {};
}

QString BreakGlassViewModel::advice() const
{
    return m_act && m_act->error() ? base::visibleText(m_act->error()->remedy) : QString();
}

QVariantList BreakGlassViewModel::outcomeRows() const
{
    QVariantList rows;
    if (!m_act || !m_act->outcome())
        return rows;
    const engine::ExecutionOutcome &outcome = *m_act->outcome();
    if (const auto *receipt = std::get_if<engine::ExecutionReceipt>(&outcome)) {
        rows.append(row(tr("Delivery"), receipt->executionStatus));
        rows.append(row(tr("Webhook answered"), digits(receipt->responseCode)));
        rows.append(row(tr("Executed"), receipt->executedAt.raw));
        rows.append(row(tr("Webhook"), receipt->webhookUrl));
        rows.append(row(tr("safety_overridden"), receipt->missing.contains(u"safety_overridden"_s)
                                                     ? tr("not said")
                                                 : receipt->safetyOverridden ? u"true"_s
                                                                             : u"false"_s));
        rows.append(row(tr("Policy"), receipt->policySnapshotId));
        if (!receipt->missing.isEmpty())
            rows.append(row(tr("Missing in the receipt"), receipt->missing.join(u", "_s)));
    } else if (const auto *blocked = std::get_if<engine::ExecutionBlocked>(&outcome)) {
        rows.append(row(tr("Gate"), blocked->gate.isEmpty() ? tr("unnamed") : blocked->gate));
        rows.append(row(tr("Code"), blocked->code));
        rows.append(row(tr("Engine said"), blocked->message, false));
        rows.append(row(tr("Request"), blocked->requestId));
    } else if (const auto *failure = std::get_if<engine::ExecutionFailure>(&outcome)) {
        rows.append(row(tr("Why"), failure->error.message, false));
        rows.append(row(tr("What to do"), failure->error.remedy, false));
        rows.append(row(tr("Code"), failure->error.remoteCode));
    } else if (const auto *unknown = std::get_if<engine::ExecutionUnknown>(&outcome)) {
        rows.append(row(tr("Why"), unknown->error.message, false));
    }
    return rows;
}

QString BreakGlassViewModel::rawAnswer() const
{
    return m_act ? base::visibleText(QString::fromUtf8(m_act->answerBytes()), base::LineBreaks::Keep)
                 : QString();
}

bool BreakGlassViewModel::needsWebhook() const
{
    return m_act && m_act->radius() &&
           (m_act->radius()->input.webhookUrl.isEmpty() ||
            m_act->subject().webhookOrigin == breakglass::Origin::Typed) &&
           (actState() == ActState::Ready || actState() == ActState::Refused ||
            actState() == ActState::Changed);
}

bool BreakGlassViewModel::canConfirm() const
{
    return actState() == ActState::Ready && m_act && m_act->radius() && m_act->radius()->offered();
}

bool BreakGlassViewModel::canReadAgain() const
{
    const ActState now = actState();
    return m_act && (now == ActState::ReadFailed || now == ActState::Refused || now == ActState::Ready ||
                     now == ActState::Changed || now == ActState::NotRecorded);
}

bool BreakGlassViewModel::canChain() const
{
    return m_act && m_act->chained().has_value();
}

bool BreakGlassViewModel::isBusy() const
{
    return m_act && (actState() == ActState::Reading || runs(actState()));
}

bool BreakGlassViewModel::isSending() const
{
    return m_act && actState() == ActState::Sending;
}

bool BreakGlassViewModel::isUnderWay() const
{
    return !m_leaving.empty() || (m_act && runs(actState()) && actState() != ActState::Checking);
}

QString BreakGlassViewModel::intentText() const
{
    if (!m_act || m_act->intentSeq() == 0)
        return {};
    return m_act->outcomeSeq() == 0
               ? tr("journal entry %1").arg(m_act->intentSeq())
               : tr("journal entries %1 and %2").arg(m_act->intentSeq()).arg(m_act->outcomeSeq());
}

void BreakGlassViewModel::readOpenActs()
{
    base::onDone(m_settler.openActs(), this, [this](const base::Result<QList<breakglass::OpenAct>> &acts) {
        m_openActs = acts.value_or(QList<breakglass::OpenAct>());
        // An act that is being sent right now is not in doubt yet.
        m_openActs.removeIf([this](const breakglass::OpenAct &open) {
            const auto is = [&open](const std::unique_ptr<Act> &act) {
                return act && act->actId() == open.entry.draft.actId && runs(act->state());
            };
            return is(m_act) || std::any_of(m_leaving.cbegin(), m_leaving.cend(), is);
        });
        QStringList names;
        for (const breakglass::OpenAct &open : std::as_const(m_openActs)) {
            names.append(tr("entry %1: decision %2 on %3")
                             .arg(QString::number(open.entry.seq),
                                  base::elidedText(open.entry.draft.subject, 60),
                                  base::elidedText(open.entry.draft.engine, 80)));
        }
        m_openActsText = names.mid(0, 3).join(u"; "_s);
        Q_EMIT openActsChanged();
    });
}

void BreakGlassViewModel::settleOpenActs()
{
    if (!m_session.connection())
        return;
    for (const breakglass::OpenAct &open : std::as_const(m_openActs)) {
        // One settling at a time for each act, or it would be recorded twice.
        if (!open.facts || m_settling.contains(open.entry.seq))
            continue;
        m_settling.insert(open.entry.seq);
        base::onDone(m_settler.settle(*open.facts, m_session.connection()->rest()), this,
                     [this, seq = open.entry.seq](const base::Result<breakglass::Verdict> &verdict) {
                         m_settling.remove(seq);
                         m_openActsText =
                             tr("Entry %1: %2")
                                 .arg(QString::number(seq),
                                      base::visibleText(verdict ? verdict->sentence
                                                                : verdict.error().message + u' ' +
                                                                      verdict.error().remedy));
                         Q_EMIT openActsChanged();
                         if (verdict && verdict->settlement != breakglass::Settlement::TooEarly)
                             readOpenActs();
                     });
    }
}

} // namespace algenta::console
