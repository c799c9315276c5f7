// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/actmachine.h"

#include <utility>

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

} // namespace

ActMachine::ActMachine(QString decisionId, bool drill)
    : m_decisionId(std::move(decisionId))
    , m_drill(drill)
{
}

bool ActMachine::go(ActEvent event)
{
    const std::optional<ActState> next = nextState(m_state, event);
    if (!next)
        return false;
    m_state = *next;
    return true;
}

void ActMachine::refuse(base::Error error)
{
    m_error = std::move(error);
}

/** The arming is over; if it was recorded, its closing is owed. */
void ActMachine::end(ArmingEnd end)
{
    if (m_arming && m_arming->seq > 0)
        m_closing = end;
    if (m_arming && end.how != ArmingHow::Used)
        m_remark = end;
    m_arming.reset();
}

std::optional<ArmingEnd> ActMachine::takeClosing()
{
    return std::exchange(m_closing, std::nullopt);
}

std::optional<ArmingEnd> ActMachine::overBy(const Moment &now) const
{
    if (!m_arming)
        return std::nullopt;
    if (m_arming->slept(now))
        return ArmingEnd{ArmingHow::Disarmed, ArmingCause::Sleep};
    if (m_arming->isOver(now))
        return ArmingEnd{ArmingHow::Expired, ArmingCause::TimeOver};
    return std::nullopt;
}

ActCommand ActMachine::readAsked()
{
    return go(ActEvent::ReadAsked) ? ActCommand::Read : ActCommand::None;
}

ActCommand ActMachine::factsRead(const base::Result<ActFacts> &facts, const Moment &now)
{
    if (m_state != ActState::Reading && m_state != ActState::Arming && m_state != ActState::Checking)
        return ActCommand::None;
    if (!facts || facts->radius.input.decision.id != m_decisionId) {
        m_error = facts ? errorOf(ErrorCode::MalformedAnswer,
                                  u"The engine answered with another decision than was asked for."_s,
                                  u"Do not act on this engine before this is explained."_s)
                        : facts.error();
        go(ActEvent::ReadingFailed);
        end({ArmingHow::Disarmed, ArmingCause::FactsUnreadable});
        return ActCommand::None;
    }
    m_error.reset();
    if (m_state == ActState::Reading)
        return found(*facts);
    return m_state == ActState::Arming ? heldForArming(*facts) : heldForIntent(*facts, now);
}

ActCommand ActMachine::found(const ActFacts &facts)
{
    m_radius = facts.radius;
    m_changes.clear();
    if (!facts.enrolled)
        go(ActEvent::FoundNotEnrolled);
    else if (!facts.radius.offered())
        go(ActEvent::FoundRefused);
    else if (!facts.radius.hostAllowed)
        go(ActEvent::FoundHostNotAllowed);
    else
        go(ActEvent::FoundReady);
    return ActCommand::None;
}

/** True if the facts are those that were shown; otherwise the act is Changed and its arming over. */
bool ActMachine::stillTrue(const ActFacts &facts)
{
    const std::optional<Radius> shown = std::exchange(m_radius, facts.radius);
    const bool same =
        shown && m_arming && shown->digest == facts.radius.digest && m_arming->digest == facts.radius.digest;
    if (same && facts.enrolled && facts.radius.offered() && facts.radius.hostAllowed)
        return true;
    m_changes = shown ? changedLines(*shown, facts.radius) : QStringList();
    if (!facts.enrolled)
        m_changes.append(u"Engine"_s);
    go(ActEvent::FactsChanged);
    end({ArmingHow::Disarmed, ArmingCause::FactsChanged});
    return false;
}

ActCommand ActMachine::heldForArming(const ActFacts &facts)
{
    if (!stillTrue(facts))
        return ActCommand::None;
    if (facts.overdue || !facts.transport) {
        m_error = facts.overdue ? *facts.overdue : facts.transport.error();
        go(ActEvent::ArmRefused);
        m_arming.reset();
        return ActCommand::None;
    }
    m_arming->transport = *facts.transport;
    m_arming->tlsPin = facts.tlsPin;
    return go(ActEvent::FactsHold) ? ActCommand::RecordArming : ActCommand::None;
}

ActCommand ActMachine::heldForIntent(const ActFacts &facts, const Moment &now)
{
    if (const auto over = overBy(now)) {
        tick(now);
        return ActCommand::None;
    }
    if (!stillTrue(facts))
        return ActCommand::None;
    if (!facts.transport) {
        disarm(ArmingCause::Transport);
        m_error = facts.transport.error();
        return ActCommand::None;
    }
    return go(ActEvent::FactsHold) ? ActCommand::RecordIntent : ActCommand::None;
}

ActCommand ActMachine::armAsked(const ArmRequest &request, const QByteArray &keyFingerprint,
                                const Moment &now)
{
    if (m_state != ActState::Ready || m_sent || m_abandoned || !m_radius || !m_radius->offered()) {
        refuse(errorOf(ErrorCode::NotAllowed, u"Nothing is armed: this act cannot be armed now."_s,
                       u"Read the facts again, or start a new act."_s));
        return ActCommand::None;
    }
    if (const auto good = checkArmRequest(request, m_drill); !good) {
        refuse(good.error());
        return ActCommand::None;
    }
    if (keyFingerprint.isEmpty()) {
        refuse(errorOf(ErrorCode::InvalidInput, u"No operator key was given, so nothing is armed."_s,
                       u"Type the key that may execute. It is used once and kept nowhere."_s));
        return ActCommand::None;
    }
    m_error.reset();
    m_remark.reset();
    m_stop.reset();
    Arming arming;
    arming.request = request;
    arming.keyFingerprint = keyFingerprint;
    arming.at = now;
    arming.digest = m_radius->digest;
    m_arming = arming;
    go(ActEvent::ArmAsked);
    return ActCommand::Read;
}

ActCommand ActMachine::armingRecorded(const base::Result<qint64> &seq, const Moment &now)
{
    if (m_state != ActState::ArmRecording || !m_arming)
        return ActCommand::None;
    if (!seq) {
        m_error = seq.error();
        go(ActEvent::RecordingFailed);
        m_arming.reset();
        return ActCommand::None;
    }
    m_arming->seq = *seq;
    go(ActEvent::Recorded);
    // What disarmed while the entry was being written does so now.
    if (const auto stop = std::exchange(m_stop, std::nullopt))
        disarm(stop->cause);
    tick(now);
    return ActCommand::None;
}

ActCommand ActMachine::confirmed(const QString &typedHost, const Moment &now)
{
    tick(now);
    if (m_state != ActState::Armed || m_sent || m_abandoned || !m_radius) {
        refuse(errorOf(ErrorCode::NotAllowed, u"Nothing was sent: nothing is armed here now."_s,
                       u"Arm it, then confirm."_s));
        return ActCommand::None;
    }
    if (typedHost != m_radius->webhook.host) {
        refuse(errorOf(ErrorCode::InvalidInput, u"The typed host is not the host it goes to."_s,
                       u"Type it exactly as it stands under “Host”, with the port if it shows one."_s));
        return ActCommand::None;
    }
    m_error.reset();
    go(ActEvent::Confirmed);
    return ActCommand::Read;
}

ActCommand ActMachine::intentRecorded(const base::Result<void> &recorded, const Moment &now)
{
    if (m_state != ActState::Recording || m_intentDone)
        return ActCommand::None;
    if (!recorded) {
        m_error = recorded.error();
        go(ActEvent::RecordingFailed);
        end({ArmingHow::Disarmed, ArmingCause::NotRecorded});
        return ActCommand::None;
    }
    m_intentDone = true;
    if (!m_stop)
        m_stop = overBy(now);
    if (m_stop || m_sent || !m_arming) {
        end(m_stop.value_or(ArmingEnd{ArmingHow::Disarmed, ArmingCause::Closed}));
        return ActCommand::RecordUnsent;
    }
    m_sent = true;
    go(ActEvent::Recorded);
    end({ArmingHow::Used, ArmingCause::Sent});
    return ActCommand::Send;
}

void ActMachine::ended(ActEvent event)
{
    const bool answered = event == ActEvent::GotReceipt || event == ActEvent::GotBlocked ||
                          event == ActEvent::GotFailure || event == ActEvent::GotNothing;
    if (answered || (event == ActEvent::StoppedUnsent && m_intentDone && !m_sent))
        go(event);
}

void ActMachine::settled()
{
    go(ActEvent::Settled);
}

void ActMachine::disarm(ArmingCause cause)
{
    const ArmingEnd end{ArmingHow::Disarmed, cause};
    if (m_state == ActState::ArmRecording || m_state == ActState::Recording) {
        // The entry may be on the disk already: it is ended when that is known.
        if (!m_stop)
            m_stop = end;
        return;
    }
    if (go(ActEvent::Disarmed)) {
        this->end(end);
        m_remark = end;
    }
}

void ActMachine::tick(const Moment &now)
{
    if (m_state != ActState::Armed && m_state != ActState::Checking)
        return;
    const auto over = overBy(now);
    if (!over)
        return;
    go(over->how == ArmingHow::Expired ? ActEvent::Expired : ActEvent::Disarmed);
    end(*over);
}

void ActMachine::abandon()
{
    m_abandoned = true;
    disarm(ArmingCause::Closed);
}

} // namespace algenta::breakglass
