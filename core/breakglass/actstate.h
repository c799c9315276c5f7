// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace algenta::breakglass
{

/** Where one act stands. Sending is entered at most once in the life of an act. */
enum class ActState {
    Reading,        ///< the live facts are being read
    ReadFailed,     ///< they could not be read: read again or leave
    NotEnrolled,    ///< the engine's origin and pin are not confirmed for acts in this journal
    HostNotAllowed, ///< the webhook's host is not on this engine's list
    Refused,        ///< no bypass is offered; the radius says why
    Ready,          ///< a draft: the facts are on the screen, the operator may arm
    Arming,         ///< reading once more before the arming is recorded
    ArmRecording,   ///< the arming is being written and synced
    Armed,          ///< the key is held, the time runs; the operator may confirm or disarm
    Checking,       ///< confirmed: reading once more before the intent is recorded
    Changed,        ///< a line changed since it was shown; nothing is armed any more
    Recording,      ///< the intent is being written and synced
    NotRecorded,    ///< arming or intent could not be written: nothing was sent
    Sending,        ///< the request is out
    Receipt,        ///< the engine acted and says what it did
    StillBlocked,   ///< a gate answered again; chained() continues from there
    Failed,         ///< the engine, or something before it, refused: nothing was executed
    Unknown,        ///< sent, no trustworthy answer: settle() reads, never sends
    Reconciled,     ///< what can be proved about an Unknown is recorded
};

/** What can happen to an act. */
enum class ActEvent {
    ReadAsked,           ///< by the operator, or after an enrolment, a host or an address was given
    ReadingFailed,       ///< the live facts could not be read
    FoundNotEnrolled,    ///< read: the engine is not confirmed for acts
    FoundHostNotAllowed, ///< read: the host is not allowed
    FoundRefused,        ///< read: no bypass fits
    FoundReady,          ///< read: a bypass is offered
    FactsHold,           ///< read once more: the same as was shown
    FactsChanged,        ///< read once more: not the same
    ArmAsked,            ///< reason and key were given
    ArmRefused,          ///< a rule forbids arming now
    Disarmed,            ///< by the operator or by what disarms
    Expired,             ///< the time is over
    Confirmed,           ///< the operator's word
    Recorded,            ///< what was being recorded is on the disk
    RecordingFailed,     ///< it is not
    StoppedUnsent,       ///< the intent is recorded, but the act was stopped before the request left
    GotReceipt,
    GotBlocked,
    GotFailure,
    GotNothing, ///< no trustworthy answer
    Settled,    ///< what the decision proves is recorded
};

[[nodiscard]] QString actStateName(ActState state);
[[nodiscard]] QString actEventName(ActEvent event);
[[nodiscard]] const QList<ActState> &allActStates();
[[nodiscard]] const QList<ActEvent> &allActEvents();

/** The one table of transitions: the state that follows, or nothing if the event is refused there. */
[[nodiscard]] std::optional<ActState> nextState(ActState state, ActEvent event);

/** True in the states in which an operator key is held: from Arming until the request is written. */
[[nodiscard]] bool holdsKey(ActState state);

} // namespace algenta::breakglass
