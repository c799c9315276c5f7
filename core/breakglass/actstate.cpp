// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/actstate.h"

#include <array>
#include <utility>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using S = ActState;
using E = ActEvent;

namespace
{

constexpr std::array<std::pair<S, QLatin1StringView>, 19> stateNames{{
    {S::Reading, "reading"_L1},
    {S::ReadFailed, "read_failed"_L1},
    {S::NotEnrolled, "not_enrolled"_L1},
    {S::HostNotAllowed, "host_not_allowed"_L1},
    {S::Refused, "refused"_L1},
    {S::Ready, "ready"_L1},
    {S::Arming, "arming"_L1},
    {S::ArmRecording, "arm_recording"_L1},
    {S::Armed, "armed"_L1},
    {S::Checking, "checking"_L1},
    {S::Changed, "changed"_L1},
    {S::Recording, "recording"_L1},
    {S::NotRecorded, "not_recorded"_L1},
    {S::Sending, "sending"_L1},
    {S::Receipt, "receipt"_L1},
    {S::StillBlocked, "still_blocked"_L1},
    {S::Failed, "failed"_L1},
    {S::Unknown, "unknown"_L1},
    {S::Reconciled, "reconciled"_L1},
}};

constexpr std::array<std::pair<E, QLatin1StringView>, 21> eventNames{{
    {E::ReadAsked, "read_asked"_L1},
    {E::ReadingFailed, "reading_failed"_L1},
    {E::FoundNotEnrolled, "found_not_enrolled"_L1},
    {E::FoundHostNotAllowed, "found_host_not_allowed"_L1},
    {E::FoundRefused, "found_refused"_L1},
    {E::FoundReady, "found_ready"_L1},
    {E::FactsHold, "facts_hold"_L1},
    {E::FactsChanged, "facts_changed"_L1},
    {E::ArmAsked, "arm_asked"_L1},
    {E::ArmRefused, "arm_refused"_L1},
    {E::Disarmed, "disarmed"_L1},
    {E::Expired, "expired"_L1},
    {E::Confirmed, "confirmed"_L1},
    {E::Recorded, "recorded"_L1},
    {E::RecordingFailed, "recording_failed"_L1},
    {E::StoppedUnsent, "stopped_unsent"_L1},
    {E::GotReceipt, "got_receipt"_L1},
    {E::GotBlocked, "got_blocked"_L1},
    {E::GotFailure, "got_failure"_L1},
    {E::GotNothing, "got_nothing"_L1},
    {E::Settled, "settled"_L1},
}};

struct Transition {
    S from;
    E on;
    S to;
};

constexpr std::array transitions{
    Transition{S::Reading, E::ReadAsked, S::Reading},
    Transition{S::Reading, E::ReadingFailed, S::ReadFailed},
    Transition{S::Reading, E::FoundNotEnrolled, S::NotEnrolled},
    Transition{S::Reading, E::FoundHostNotAllowed, S::HostNotAllowed},
    Transition{S::Reading, E::FoundRefused, S::Refused},
    Transition{S::Reading, E::FoundReady, S::Ready},
    Transition{S::ReadFailed, E::ReadAsked, S::Reading},
    Transition{S::NotEnrolled, E::ReadAsked, S::Reading},
    Transition{S::HostNotAllowed, E::ReadAsked, S::Reading},
    Transition{S::Refused, E::ReadAsked, S::Reading},
    Transition{S::Changed, E::ReadAsked, S::Reading},
    Transition{S::NotRecorded, E::ReadAsked, S::Reading},
    Transition{S::Ready, E::ReadAsked, S::Reading},
    Transition{S::Ready, E::ArmAsked, S::Arming},
    Transition{S::Arming, E::ReadingFailed, S::ReadFailed},
    Transition{S::Arming, E::FactsChanged, S::Changed},
    Transition{S::Arming, E::ArmRefused, S::Ready},
    Transition{S::Arming, E::Disarmed, S::Ready},
    Transition{S::Arming, E::FactsHold, S::ArmRecording},
    Transition{S::ArmRecording, E::Recorded, S::Armed},
    Transition{S::ArmRecording, E::RecordingFailed, S::NotRecorded},
    Transition{S::Armed, E::Disarmed, S::Ready},
    Transition{S::Armed, E::Expired, S::Ready},
    Transition{S::Armed, E::Confirmed, S::Checking},
    Transition{S::Checking, E::ReadingFailed, S::ReadFailed},
    Transition{S::Checking, E::FactsChanged, S::Changed},
    Transition{S::Checking, E::Disarmed, S::Ready},
    Transition{S::Checking, E::Expired, S::Ready},
    Transition{S::Checking, E::FactsHold, S::Recording},
    Transition{S::Recording, E::RecordingFailed, S::NotRecorded},
    Transition{S::Recording, E::StoppedUnsent, S::Failed},
    Transition{S::Recording, E::Recorded, S::Sending},
    Transition{S::Sending, E::GotReceipt, S::Receipt},
    Transition{S::Sending, E::GotBlocked, S::StillBlocked},
    Transition{S::Sending, E::GotFailure, S::Failed},
    Transition{S::Sending, E::GotNothing, S::Unknown},
    Transition{S::Unknown, E::Settled, S::Reconciled},
};

template<typename Names, typename Value>
QString nameIn(const Names &names, Value value)
{
    for (const auto &[known, name] : names) {
        if (known == value)
            return name;
    }
    return {};
}

template<typename Value, typename Names>
QList<Value> valuesOf(const Names &names)
{
    QList<Value> values;
    for (const auto &[known, name] : names)
        values.append(known);
    return values;
}

} // namespace

QString actStateName(ActState state)
{
    return nameIn(stateNames, state);
}

QString actEventName(ActEvent event)
{
    return nameIn(eventNames, event);
}

const QList<ActState> &allActStates()
{
    static const QList<ActState> states = valuesOf<ActState>(stateNames);
    return states;
}

const QList<ActEvent> &allActEvents()
{
    static const QList<ActEvent> events = valuesOf<ActEvent>(eventNames);
    return events;
}

std::optional<ActState> nextState(ActState state, ActEvent event)
{
    for (const Transition &transition : transitions) {
        if (transition.from == state && transition.on == event)
            return transition.to;
    }
    return std::nullopt;
}

bool holdsKey(ActState state)
{
    return state == S::Arming || state == S::ArmRecording || state == S::Armed || state == S::Checking ||
           state == S::Recording || state == S::Sending;
}

} // namespace algenta::breakglass
