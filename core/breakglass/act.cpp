// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/act.h"

#include "core/base/jsonwriter.h"
#include "core/base/ondone.h"
#include "core/breakglass/permitissuer.h"

#include <QFuture>
#include <QUuid>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;

namespace
{

base::Error errorOf(ErrorCode code, QString message, QString remedy = {})
{
    base::Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

net::HttpLimits actLimits()
{
    net::HttpLimits limits;
    limits.total = std::chrono::seconds(deliveryTimeoutSeconds) + settleTime;
    limits.silence = limits.total;
    return limits;
}

journal::Draft enrolmentDraft(const QString &origin, const QString &actor)
{
    journal::Draft draft;
    draft.kind = journal::EntryKind::ConnectionEnrolled;
    draft.actor = actor;
    draft.engine = origin;
    draft.details = base::Json::object();
    draft.details.set(u"purpose"_s, base::Json::string(u"acts"_s));
    return draft;
}

} // namespace

QString actStateName(ActState state)
{
    switch (state) {
    case ActState::Reading:
        return u"reading"_s;
    case ActState::ReadFailed:
        return u"read_failed"_s;
    case ActState::NotEnrolled:
        return u"not_enrolled"_s;
    case ActState::Refused:
        return u"refused"_s;
    case ActState::Ready:
        return u"ready"_s;
    case ActState::Checking:
        return u"checking"_s;
    case ActState::Changed:
        return u"changed"_s;
    case ActState::Recording:
        return u"recording"_s;
    case ActState::NotRecorded:
        return u"not_recorded"_s;
    case ActState::Sending:
        return u"sending"_s;
    case ActState::Receipt:
        return u"receipt"_s;
    case ActState::StillBlocked:
        return u"still_blocked"_s;
    case ActState::Failed:
        return u"failed"_s;
    case ActState::Unknown:
        return u"unknown"_s;
    case ActState::Reconciled:
        return u"reconciled"_s;
    }
    return {};
}

ActSubject subjectOf(const engine::BlockedExecution &blocked)
{
    ActSubject subject;
    subject.decisionId = blocked.decisionId;
    subject.gate = blocked.gate;
    subject.gateKnown = blocked.gateKnown;
    subject.webhookUrl = blocked.webhookUrl;
    subject.webhookOrigin = Origin::Agent;
    subject.blocked.description =
        (blocked.source == engine::BlockedSource::AuditLog ? u"audit log entry "_s : u"own call "_s) +
        blocked.id;
    subject.blocked.message = blocked.message;
    subject.blocked.bytes = base::writeJson(blocked.raw);
    return subject;
}

Act::Act(ActPorts ports, ActSubject subject, QObject *parent)
    : QObject(parent)
    , m_ports(std::move(ports))
    , m_subject(std::move(subject))
    , m_actId(QUuid::createUuid().toString(QUuid::WithoutBraces))
{
    if (m_subject.chainId.isEmpty())
        m_subject.chainId = m_actId;
}

Act::~Act() = default;

void Act::read()
{
    switch (m_state) {
    case ActState::Reading:
    case ActState::ReadFailed:
    case ActState::NotEnrolled:
    case ActState::Refused:
    case ActState::Ready:
    case ActState::Changed:
    case ActState::NotRecorded:
        m_key.clear();
        readLive(false);
        return;
    default:
        return;
    }
}

void Act::enrol()
{
    if (m_state != ActState::NotEnrolled || m_waiting)
        return;
    m_waiting = true;
    m_error.reset();
    base::onDone(m_ports.journal.append(enrolmentDraft(m_ports.rest.address().origin(), m_ports.actor)), this,
                 [this](const base::Result<journal::Entry> &entry) {
                     m_waiting = false;
                     if (!entry) {
                         refuse(entry.error());
                         return;
                     }
                     if (m_state == ActState::NotEnrolled)
                         readLive(false);
                 });
}

void Act::setWebhookUrl(const QString &url)
{
    if (!m_subject.webhookUrl.isEmpty() && m_subject.webhookOrigin != Origin::Typed)
        return;
    if (m_state != ActState::Ready && m_state != ActState::Refused && m_state != ActState::Changed)
        return;
    m_subject.webhookUrl = url;
    m_subject.webhookOrigin = Origin::Typed;
    readLive(false);
}

void Act::confirm(const Statement &statement, base::Secret operatorKey)
{
    if (m_state != ActState::Ready || m_sent || m_abandoned || !m_radius || !m_radius->offered()) {
        refuse(errorOf(ErrorCode::NotAllowed, u"Nothing was sent: this act cannot be confirmed now."_s,
                       u"Read the facts again, or start a new act."_s));
        return;
    }
    if (const auto good = checkStatement(statement, *m_radius); !good) {
        refuse(good.error());
        return;
    }
    if (operatorKey.isEmpty()) {
        refuse(errorOf(ErrorCode::InvalidInput, u"No operator key was typed, so nothing was sent."_s,
                       u"Type the key that may execute. It is used once and kept nowhere."_s));
        return;
    }
    if (const auto good = checkTransport(m_ports.rest.address()); !good) {
        refuse(good.error());
        return;
    }
    m_error.reset();
    m_statement = statement;
    m_key = std::move(operatorKey);
    readLive(true);
}

struct Act::Reading {
    int number = 0;
    bool confirmed = false;
    std::optional<base::Result<engine::Decision>> decision;
    std::optional<base::Result<engine::Policy>> policy;
    std::optional<base::Result<QList<journal::Entry>>> enrolment;
    [[nodiscard]] bool complete() const { return decision && policy && enrolment; }
};

void Act::readLive(bool confirmed)
{
    setState(confirmed ? ActState::Checking : ActState::Reading);
    auto reading = std::make_shared<Reading>();
    reading->number = ++m_readingNumber;
    reading->confirmed = confirmed;

    const auto finish = [this, reading] {
        // A reading that was overtaken by a newer one decides nothing.
        if (!reading->complete() || reading->number != m_readingNumber)
            return;
        const base::Error *problem = !*reading->decision    ? &reading->decision->error()
                                     : !*reading->policy    ? &reading->policy->error()
                                     : !*reading->enrolment ? &reading->enrolment->error()
                                                            : nullptr;
        if (problem) {
            m_key.clear();
            m_error = *problem;
            setState(ActState::ReadFailed);
            return;
        }
        RadiusInput input;
        input.engineOrigin = m_ports.rest.address().origin();
        input.decision = **reading->decision;
        input.policy = **reading->policy;
        input.gate = m_subject.gate;
        input.gateKnown = m_subject.gateKnown;
        input.webhookUrl =
            m_subject.webhookUrl.isEmpty() ? input.decision.executionWebhookUrl : m_subject.webhookUrl;
        input.webhookOrigin = m_subject.webhookOrigin;
        input.carried = m_subject.carried;
        input.readAt = m_ports.clock.now();
        applyReading(computeRadius(input), !(*reading->enrolment)->isEmpty(), reading->confirmed);
    };

    base::onDone(m_ports.rest.decision(m_subject.decisionId), this,
                 [reading, finish](const base::Result<engine::Decision> &decision) {
                     reading->decision = decision;
                     finish();
                 });
    base::onDone(m_ports.rest.policy(), this, [reading, finish](const base::Result<engine::Policy> &policy) {
        reading->policy = policy;
        finish();
    });
    journal::EntryFilter enrolments;
    enrolments.kinds = {journal::EntryKind::ConnectionEnrolled};
    enrolments.engine = m_ports.rest.address().origin();
    base::onDone(m_ports.journal.page(enrolments, 0, 1), this,
                 [reading, finish](const base::Result<QList<journal::Entry>> &entries) {
                     reading->enrolment = entries;
                     finish();
                 });
}

void Act::applyReading(const Radius &radius, bool enrolled, bool confirmed)
{
    const std::optional<Radius> shown = m_radius;
    m_radius = radius;
    m_error.reset();
    if (radius.input.decision.id != m_subject.decisionId) {
        m_key.clear();
        m_error = errorOf(ErrorCode::MalformedAnswer,
                          u"The engine answered with another decision than was asked for."_s,
                          u"Do not act on this engine before this is explained."_s);
        setState(ActState::ReadFailed);
        return;
    }
    if (confirmed && (!shown || shown->digest != radius.digest || !enrolled)) {
        m_key.clear();
        m_changes = shown ? changedLines(*shown, radius) : QStringList();
        setState(ActState::Changed);
        return;
    }
    m_changes.clear();
    if (confirmed)
        recordIntent();
    else if (!enrolled)
        setState(ActState::NotEnrolled);
    else
        setState(radius.offered() ? ActState::Ready : ActState::Refused);
}

void Act::recordIntent()
{
    Intent intent;
    intent.actId = m_actId;
    intent.chainId = m_subject.chainId;
    intent.step = m_subject.step;
    intent.radius = *m_radius;
    intent.statement = m_statement;
    intent.blocked = m_subject.blocked;
    intent.request = executeRequest(m_ports.rest.address(), *m_radius);
    intent.keyFingerprint = m_key.fingerprint();
    m_intent = intent;
    setState(ActState::Recording);
    base::onDone(m_ports.journal.append(intentDraft(intent, m_ports.actor)), this,
                 [this](const base::Result<journal::Entry> &entry) {
                     if (!entry) {
                         m_key.clear();
                         m_error = entry.error();
                         setState(ActState::NotRecorded);
                         return;
                     }
                     send(*entry);
                 });
}

void Act::send(const journal::Entry &entry)
{
    m_intentSeq = entry.seq;
    auto facts = intentFacts(entry);
    auto permit = PermitIssuer::issue(entry);
    if (!facts || !permit || m_sent) {
        m_key.clear();
        applyOutcome(net::NotSent{!facts ? facts.error()
                                  : !permit
                                      ? permit.error()
                                      : errorOf(ErrorCode::NotAllowed, u"This act was already sent."_s)});
        return;
    }
    if (m_abandoned) {
        m_key.clear();
        applyOutcome(net::NotSent{errorOf(
            ErrorCode::Cancelled, u"The window was closed before the request left; nothing was sent."_s)});
        return;
    }
    m_facts = *facts;
    m_sent = true;
    setState(ActState::Sending);
    m_sender = std::make_unique<net::OneShotSender>(actLimits());
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
    const auto settled = [this] {
        if (std::holds_alternative<engine::ExecutionReceipt>(*m_outcome))
            setState(ActState::Receipt);
        else if (std::holds_alternative<engine::ExecutionBlocked>(*m_outcome))
            setState(ActState::StillBlocked);
        else if (std::holds_alternative<engine::ExecutionFailure>(*m_outcome))
            setState(ActState::Failed);
        else
            setState(ActState::Unknown);
    };
    base::onDone(m_ports.journal.append(
                     outcomeDraft(*m_intent, m_ports.actor, *m_outcome, !m_notSent, httpStatus, m_answer)),
                 this, [this, settled](const base::Result<journal::Entry> &entry) {
                     if (entry)
                         m_outcomeSeq = entry->seq;
                     else
                         m_outcomeRecordError = entry.error();
                     settled();
                 });
}

void Act::abandon()
{
    m_abandoned = true;
    if (m_state == ActState::Checking) {
        // The reading under way decides nothing any more.
        ++m_readingNumber;
        m_key.clear();
        setState(ActState::Ready);
    }
}

void Act::settle()
{
    if (m_state != ActState::Unknown || !m_facts || m_waiting)
        return;
    m_waiting = true;
    m_error.reset();
    Q_EMIT changed();
    base::onDone(
        m_ports.rest.decision(m_subject.decisionId), this,
        [this](const base::Result<engine::Decision> &decision) {
            const QDateTime readAt = m_ports.clock.now();
            if (!decision && decision.error().code != ErrorCode::NotFound) {
                m_waiting = false;
                refuse(decision.error());
                return;
            }
            const Verdict verdict =
                decision ? breakglass::settle(*m_facts, *decision, readAt) : settleMissing(*m_facts, readAt);
            m_verdict = verdict;
            if (verdict.settlement == Settlement::TooEarly) {
                m_waiting = false;
                Q_EMIT changed();
                return;
            }
            const QByteArray bytes = decision ? base::writeJson(decision->raw) : decision.error().raw;
            base::onDone(m_ports.journal.append(reconciledDraft(*m_facts, m_ports.actor, verdict, bytes)),
                         this, [this](const base::Result<journal::Entry> &entry) {
                             m_waiting = false;
                             if (!entry) {
                                 refuse(entry.error());
                                 return;
                             }
                             setState(ActState::Reconciled);
                         });
        });
}

std::optional<ActSubject> Act::chained() const
{
    if (m_state != ActState::StillBlocked || !m_outcome || !m_radius)
        return std::nullopt;
    const auto &blocked = std::get<engine::ExecutionBlocked>(*m_outcome);
    const std::optional<Bypass> next = blocked.gateKnown ? bypassFor(blocked.gate) : std::nullopt;
    // A gate that the field just sent should have passed answers again: nothing more fits.
    if (!next || m_radius->bypass.with(*next) == m_radius->bypass)
        return std::nullopt;
    ActSubject subject;
    subject.decisionId = m_subject.decisionId;
    subject.gate = blocked.gate;
    subject.gateKnown = blocked.gateKnown;
    subject.webhookUrl = m_radius->webhook.text;
    subject.webhookOrigin = m_subject.webhookOrigin;
    subject.blocked.description = u"act "_s + m_actId;
    subject.blocked.message = blocked.message;
    subject.blocked.bytes = m_answer;
    subject.carried = m_radius->bypass;
    subject.chainId = m_subject.chainId;
    subject.step = m_subject.step + 1;
    return subject;
}

void Act::setState(ActState state)
{
    m_state = state;
    Q_EMIT changed();
}

void Act::refuse(base::Error error)
{
    m_error = std::move(error);
    Q_EMIT changed();
}

} // namespace algenta::breakglass
