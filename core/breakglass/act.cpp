// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/act.h"

#include "core/base/ondone.h"
#include "core/breakglass/drill.h"
#include "core/breakglass/enrolment.h"
#include "core/breakglass/permitissuer.h"

#include <QFuture>
#include <QUuid>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using EntryResult = base::Result<journal::Entry>;

namespace
{

constexpr std::chrono::milliseconds tickInterval{500};

base::Error errorOf(ErrorCode code, QString message)
{
    base::Error error;
    error.code = code;
    error.message = std::move(message);
    return error;
}

net::HttpLimits actLimits()
{
    net::HttpLimits limits;
    limits.total = std::chrono::seconds(deliveryTimeoutSeconds) + settleTime;
    limits.silence = limits.total;
    return limits;
}

ActEvent eventOf(const engine::ExecutionOutcome &outcome)
{
    if (std::holds_alternative<engine::ExecutionReceipt>(outcome))
        return ActEvent::GotReceipt;
    if (std::holds_alternative<engine::ExecutionBlocked>(outcome))
        return ActEvent::GotBlocked;
    return std::holds_alternative<engine::ExecutionFailure>(outcome) ? ActEvent::GotFailure
                                                                     : ActEvent::GotNothing;
}

} // namespace

Act::Act(ActPorts ports, ActSubject subject, QObject *parent)
    : QObject(parent)
    , m_ports(std::move(ports))
    , m_subject(std::move(subject))
    , m_machine(m_subject.decisionId, m_ports.drill)
    , m_reader(m_ports.rest, m_ports.journal, m_ports.clock, m_ports.link.options().tls.pin)
    , m_settler(m_ports.journal, m_ports.clock, m_ports.actor)
{
    m_identity.actId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (m_subject.chainId.isEmpty())
        m_subject.chainId = m_identity.actId;
    m_identity.chainId = m_subject.chainId;
    m_identity.step = m_subject.step;
    m_identity.actor = m_ports.actor;
    m_identity.drill = m_ports.drill;
    m_timer.setInterval(tickInterval);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        const ActState before = state();
        m_machine.tick(momentOf(m_ports.clock));
        if (state() != before)
            apply(ActCommand::None);
        else
            Q_EMIT ticked();
    });
}

Act::~Act()
{
    m_machine.abandon();
    recordClosing();
}

std::chrono::milliseconds Act::remaining() const
{
    return arming() ? arming()->remaining(momentOf(m_ports.clock)) : std::chrono::milliseconds(0);
}

/** Does what the machine asks for. First the doing, then the signal: a slot may call back in here. */
void Act::apply(ActCommand command)
{
    if (!holdsKey(state()))
        m_key.clear();
    recordClosing();
    const bool counting = state() == ActState::Armed || state() == ActState::Checking;
    if (counting && !m_timer.isActive())
        m_timer.start();
    else if (!counting)
        m_timer.stop();
    switch (command) {
    case ActCommand::None:
        break;
    case ActCommand::Read:
        readLive();
        break;
    case ActCommand::RecordArming:
        recordArming();
        break;
    case ActCommand::RecordIntent:
        recordIntent();
        break;
    case ActCommand::Send:
        send();
        break;
    case ActCommand::RecordUnsent:
        m_key.clear();
        applyOutcome(net::NotSent{
            errorOf(ErrorCode::Cancelled, armingEndSentence(m_machine.stopped().value_or(ArmingEnd{})))});
        break;
    }
    Q_EMIT changed();
}

void Act::refuse(base::Error error)
{
    m_machine.refuse(std::move(error));
    Q_EMIT changed();
}

void Act::read()
{
    apply(m_machine.readAsked());
}

/** Records a rule (an enrolment, a host) and reads again. */
void Act::append(const base::Result<journal::Draft> &draft)
{
    if (!draft) {
        refuse(draft.error());
        return;
    }
    journal::Draft marked = *draft;
    if (isDrill())
        markDrill(marked.details);
    m_waiting = true;
    m_machine.clearError();
    base::onDone(m_ports.journal.append(marked), this, [this, from = state()](const EntryResult &entry) {
        m_waiting = false;
        if (!entry)
            refuse(entry.error());
        else if (state() == from)
            apply(m_machine.readAsked());
    });
}

void Act::enrol()
{
    if (state() == ActState::NotEnrolled && !m_waiting)
        append(enrolmentDraft({m_ports.rest.address().origin(), pin(), m_ports.actor}));
}

void Act::allowHost(const QString &reason)
{
    if (state() != ActState::HostNotAllowed || m_waiting || !radius())
        return;
    append(hostDraft(journal::EntryKind::HostAllowed,
                     {m_ports.rest.address().origin(), radius()->webhook.host, reason, m_ports.actor}));
}

void Act::setWebhookUrl(const QString &url)
{
    if (!m_subject.webhookUrl.isEmpty() && m_subject.webhookOrigin != Origin::Typed)
        return;
    const ActState now = state();
    if (now != ActState::Ready && now != ActState::Refused && now != ActState::Changed &&
        now != ActState::HostNotAllowed)
        return;
    m_subject.webhookUrl = url;
    m_subject.webhookOrigin = Origin::Typed;
    apply(m_machine.readAsked());
}

void Act::readLive()
{
    const auto reviews =
        state() == ActState::Arming && !isDrill() ? LiveReader::Reviews::Read : LiveReader::Reviews::Skip;
    m_reader.read(m_subject.decisionId, reviews, [this](const base::Result<LiveReading> &live) {
        apply(m_machine.factsRead(judge(live), momentOf(m_ports.clock)));
    });
}

base::Result<ActFacts> Act::judge(const base::Result<LiveReading> &live) const
{
    if (isDrill() && !m_ports.ownEngine)
        return base::fail(ErrorCode::NotAllowed,
                          u"A drill is possible only against the demo engine that this console started."_s,
                          u"Start the console's own demo engine for a drill."_s);
    if (!live)
        return base::fail(live.error());
    RadiusInput input = radiusInput(m_subject, live->decision, live->policy);
    input.engineOrigin = m_ports.rest.address().origin();
    input.allowedHosts = live->hosts.names();
    input.drill = isDrill();
    input.readAt = m_ports.clock.now();
    ActFacts facts;
    facts.radius = computeRadius(input);
    facts.enrolled = live->enrolled;
    facts.transport = checkTransport(m_ports.rest.address(), m_ports.ownEngine);
    facts.tlsPin = net::pinText(m_ports.link.options().tls.pin);
    if (!live->overdue.isEmpty())
        facts.overdue = overdueError(live->overdue);
    return facts;
}

void Act::arm(const ArmRequest &request, base::Secret operatorKey)
{
    const ActCommand command =
        m_machine.armAsked(request, operatorKey.fingerprint(), momentOf(m_ports.clock));
    if (command == ActCommand::Read)
        m_key = std::move(operatorKey);
    apply(command);
}

void Act::disarm(ArmingCause cause)
{
    const ActState before = state();
    m_machine.disarm(cause);
    if (state() != before)
        apply(ActCommand::None);
}

void Act::confirm(const QString &typedHost)
{
    apply(m_machine.confirmed(typedHost, momentOf(m_ports.clock)));
}

void Act::abandon()
{
    const ActState before = state();
    m_machine.abandon();
    if (state() != before)
        apply(ActCommand::None);
}

void Act::recordClosing()
{
    const auto end = m_machine.takeClosing();
    if (!end)
        return;
    base::onDone(
        m_ports.journal.append(armingClosedDraft(m_armedEntry.draft, m_armedEntry.seq, *end, m_ports.actor)),
        this, [this](const EntryResult &entry) {
            // The next start records what is missing here.
            if (!entry)
                refuse(entry.error());
        });
}

void Act::recordArming()
{
    base::onDone(m_ports.journal.append(armedDraft(m_identity, *arming(), *radius())), this,
                 [this](const EntryResult &entry) {
                     if (entry)
                         m_armedEntry = *entry;
                     const base::Result<qint64> seq =
                         entry ? base::Result<qint64>(entry->seq) : base::fail(entry.error());
                     apply(m_machine.armingRecorded(seq, momentOf(m_ports.clock)));
                 });
}

void Act::recordIntent()
{
    Intent intent;
    intent.act = m_identity;
    intent.radius = *radius();
    intent.arming = *arming();
    intent.blocked = m_subject.blocked;
    intent.request = executeRequest(m_ports.rest.address(), *radius());
    m_intent = intent;
    base::onDone(m_ports.journal.append(intentDraft(intent)), this, [this](const EntryResult &entry) {
        base::Result<void> recorded;
        if (entry) {
            m_intentEntry = *entry;
            if (const auto facts = intentFacts(*entry))
                m_facts = *facts;
        } else {
            recorded = base::fail(entry.error());
        }
        apply(m_machine.intentRecorded(recorded, momentOf(m_ports.clock)));
    });
}

void Act::send()
{
    auto permit = PermitIssuer::issue(m_armedEntry, m_intentEntry);
    const auto transport = checkTransport(m_ports.rest.address(), m_ports.ownEngine);
    if (!permit || !transport || m_sender) {
        m_key.clear();
        applyOutcome(net::NotSent{!permit ? permit.error()
                                  : !transport
                                      ? transport.error()
                                      : errorOf(ErrorCode::NotAllowed, u"This act was already sent."_s)});
        return;
    }
    m_sender = std::make_unique<net::OneShotSender>(actLimits(), m_ports.link);
    base::onDone(m_sender->send(m_intent->request, &m_key, std::move(*permit)), this,
                 [this](const net::SendOutcome &sent) { applyOutcome(sent); });
    // The sender has written the key into its own request bytes; it is needed here no longer.
    m_key.clear();
}

void Act::applyOutcome(const net::SendOutcome &sent)
{
    m_outcome = engine::interpret(sent, m_subject.decisionId);
    m_notSent = std::holds_alternative<net::NotSent>(sent);
    int httpStatus = 0;
    if (const auto *response = std::get_if<net::HttpResponse>(&sent)) {
        httpStatus = response->status;
        m_answer = response->body;
    } else if (const auto *lost = std::get_if<net::AnswerLost>(&sent)) {
        m_answer = lost->received;
    }
    recordOutcome(httpStatus);
}

void Act::recordOutcome(int httpStatus)
{
    base::onDone(
        m_ports.journal.append(outcomeDraft(*m_intent, *m_outcome, !m_notSent, httpStatus, m_answer)), this,
        [this](const EntryResult &entry) { outcomeRecorded(entry); });
}

void Act::outcomeRecorded(const EntryResult &entry)
{
    if (entry)
        m_outcomeSeq = entry->seq;
    else
        m_outcomeRecordError = entry.error();
    m_machine.ended(m_machine.hasSent() ? eventOf(*m_outcome) : ActEvent::StoppedUnsent);
    if (!isDrill() || !entry || !wasSent()) {
        apply(ActCommand::None);
        return;
    }
    base::onDone(m_ports.journal.append(drillDoneDraft(entry->draft, actStateName(state()))), this,
                 [this](const EntryResult &done) {
                     if (!done)
                         m_machine.refuse(done.error());
                     apply(ActCommand::None);
                 });
}

void Act::settle()
{
    if (state() != ActState::Unknown || !m_facts || m_waiting)
        return;
    m_waiting = true;
    m_machine.clearError();
    Q_EMIT changed();
    base::onDone(m_settler.settle(*m_facts, m_ports.rest), this,
                 [this](const base::Result<Verdict> &verdict) {
                     m_waiting = false;
                     if (!verdict) {
                         refuse(verdict.error());
                         return;
                     }
                     m_verdict = *verdict;
                     if (verdict->settlement != Settlement::TooEarly)
                         m_machine.settled();
                     Q_EMIT changed();
                 });
}

std::optional<ActSubject> Act::chained() const
{
    if (state() != ActState::StillBlocked || !m_outcome || !radius())
        return std::nullopt;
    return chainedSubject(m_subject, *radius(), std::get<engine::ExecutionBlocked>(*m_outcome),
                          u"act "_s + m_identity.actId, m_answer);
}

} // namespace algenta::breakglass
