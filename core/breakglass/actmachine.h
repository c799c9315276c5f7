// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/breakglass/actstate.h"
#include "core/breakglass/arming.h"
#include "core/breakglass/radius.h"

#include <QStringList>

#include <optional>

namespace algenta::breakglass
{

/** What one live reading found, judged: everything that decides whether an act may go on. */
struct ActFacts {
    Radius radius;
    bool enrolled = false;                   ///< the engine's origin is confirmed for acts
    base::Result<KeyTransport> transport;    ///< how an operator key would travel now
    QString tlsPin;                          ///< that the connection demands; empty: none
    std::optional<base::Error> overdue = {}; ///< a review that forbids arming
};

/** What the machine asks its shell to do. */
enum class ActCommand {
    None,
    Read,         ///< read the live facts, then factsRead()
    RecordArming, ///< append the Armed entry of arming(), then armingRecorded()
    RecordIntent, ///< append the intent, then intentRecorded()
    Send,         ///< send the request once, record the outcome, then ended()
    RecordUnsent, ///< record an outcome that says nothing was sent, then ended(StoppedUnsent)
};

/**
 * Everything that an act decides, without doing any of it: no clock, no journal, no network.
 *
 * Every change of state goes through nextState(); what is refused leaves the state and sets error().
 * Each arming that was recorded ends in exactly one closing, handed out by takeClosing().
 */
class ActMachine
{
public:
    explicit ActMachine(QString decisionId, bool drill = false);

    [[nodiscard]] ActState state() const { return m_state; }
    [[nodiscard]] const std::optional<Radius> &radius() const { return m_radius; }
    [[nodiscard]] const QStringList &changes() const { return m_changes; }
    [[nodiscard]] const std::optional<base::Error> &error() const { return m_error; }
    /** How the last arming ended, until the next one. */
    [[nodiscard]] const std::optional<ArmingEnd> &remark() const { return m_remark; }
    /** From Arming until Sending. */
    [[nodiscard]] const std::optional<Arming> &arming() const { return m_arming; }
    /** Why an intent that is recorded is not sent. */
    [[nodiscard]] const std::optional<ArmingEnd> &stopped() const { return m_stop; }
    [[nodiscard]] bool hasSent() const { return m_sent; }

    [[nodiscard]] ActCommand readAsked();
    [[nodiscard]] ActCommand factsRead(const base::Result<ActFacts> &facts, const Moment &now);
    /** @p keyFingerprint empty: no key was given. */
    [[nodiscard]] ActCommand armAsked(const ArmRequest &request, const QByteArray &keyFingerprint,
                                      const Moment &now);
    [[nodiscard]] ActCommand armingRecorded(const base::Result<qint64> &seq, const Moment &now);
    [[nodiscard]] ActCommand confirmed(const QString &typedHost, const Moment &now);
    [[nodiscard]] ActCommand intentRecorded(const base::Result<void> &recorded, const Moment &now);
    /** After the outcome: GotReceipt, GotBlocked, GotFailure or GotNothing; StoppedUnsent after RecordUnsent.
     */
    void ended(ActEvent event);
    void settled();
    /** Ends what is armed, if something is; a request that is out stays out. */
    void disarm(ArmingCause cause);
    /** Ends what is armed if its time is over or the machine slept. */
    void tick(const Moment &now);
    /** The operator left for good: nothing can be armed or confirmed any more. */
    void abandon();
    /** Something that was asked for did not happen; the state stays. */
    void refuse(base::Error error);
    void clearError() { m_error.reset(); }

    /** The closing that the shell has to record now, at most once for each arming. */
    [[nodiscard]] std::optional<ArmingEnd> takeClosing();

private:
    bool go(ActEvent event);
    [[nodiscard]] ActCommand found(const ActFacts &facts);
    [[nodiscard]] ActCommand heldForArming(const ActFacts &facts);
    [[nodiscard]] ActCommand heldForIntent(const ActFacts &facts, const Moment &now);
    [[nodiscard]] bool stillTrue(const ActFacts &facts);
    void end(ArmingEnd end);
    [[nodiscard]] std::optional<ArmingEnd> overBy(const Moment &now) const;

    QString m_decisionId;
    bool m_drill = false;
    ActState m_state = ActState::Reading;
    bool m_sent = false;
    bool m_intentDone = false; ///< the intent is on the disk and it is decided whether it is sent
    bool m_abandoned = false;
    std::optional<Radius> m_radius;
    QStringList m_changes;
    std::optional<base::Error> m_error;
    std::optional<Arming> m_arming;
    std::optional<ArmingEnd> m_stop;
    std::optional<ArmingEnd> m_remark;
    std::optional<ArmingEnd> m_closing;
};

} // namespace algenta::breakglass
