// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/secret.h"
#include "core/breakglass/actmachine.h"
#include "core/breakglass/actsubject.h"
#include "core/breakglass/intent.h"
#include "core/breakglass/livereader.h"
#include "core/breakglass/settler.h"
#include "core/engine/outcome.h"
#include "core/engine/restapi.h"
#include "core/journal/journalservice.h"
#include "core/net/link.h"
#include "core/net/oneshotsender.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace algenta::breakglass
{

/** What an act works with; all of it must outlive the act. */
struct ActPorts {
    engine::RestApi &rest;
    journal::JournalService &journal;
    const base::Clock &clock;
    QString actor;          ///< "operator@host", written into the journal
    bool ownEngine = false; ///< the engine is the demo engine that this program started itself
    bool drill = false;     ///< an exercise; possible only with ownEngine
    net::Link link = {};    ///< authorities, client certificate and pin of the connection
};

/**
 * One execution past a gate, by one person, from the live facts to what is known of its outcome.
 *
 * The order is fixed: read, shown, armed (read again, recorded), confirmed (read again), recorded
 * and synced, sent once, outcome recorded. ActMachine decides, this object does. The operator key
 * lives here from arm() until it is written to the request or the arming ends, nowhere else. Nothing
 * is ever sent a second time; an Act that has sent stays what it became.
 */
class Act : public QObject
{
    Q_OBJECT

public:
    Act(ActPorts ports, ActSubject subject, QObject *parent = nullptr);
    /** Disarms. An arming that is just being recorded gets its closing record on the next start. */
    ~Act() override;

    [[nodiscard]] ActState state() const { return m_machine.state(); }
    [[nodiscard]] const ActSubject &subject() const { return m_subject; }
    [[nodiscard]] const QString &actId() const { return m_identity.actId; }
    [[nodiscard]] bool isDrill() const { return m_identity.drill; }
    /** SHA-256 of the public key that the connection demands; empty: none. */
    [[nodiscard]] const QByteArray &pin() const { return m_ports.link.options().tls.pin; }
    /** The facts as last read; nothing before the first reading. */
    [[nodiscard]] const std::optional<Radius> &radius() const { return m_machine.radius(); }
    /** Labels of the lines that changed, in state Changed. */
    [[nodiscard]] const QStringList &changes() const { return m_machine.changes(); }
    /** Why, in the states ReadFailed and NotRecorded and wherever something asked for was refused. */
    [[nodiscard]] const std::optional<base::Error> &error() const { return m_machine.error(); }
    /** How the last arming ended without being used; see armingEndSentence(). */
    [[nodiscard]] const std::optional<ArmingEnd> &remark() const { return m_machine.remark(); }
    /** What is armed or being armed; nothing otherwise. */
    [[nodiscard]] const std::optional<Arming> &arming() const { return m_machine.arming(); }
    /** Time left of what is armed; zero if nothing is. */
    [[nodiscard]] std::chrono::milliseconds remaining() const;
    /** The answer, in the states Receipt, StillBlocked, Failed and Unknown. */
    [[nodiscard]] const std::optional<engine::ExecutionOutcome> &outcome() const { return m_outcome; }
    [[nodiscard]] const QByteArray &answerBytes() const { return m_answer; }
    /** Numbers of the journal entries; 0 where there is none. */
    [[nodiscard]] qint64 armedSeq() const { return m_armedEntry.seq; }
    [[nodiscard]] qint64 intentSeq() const { return m_intentEntry.seq; }
    [[nodiscard]] qint64 outcomeSeq() const { return m_outcomeSeq; }
    /** The request was handed to the network: certain for an answer, possible for Unknown. */
    [[nodiscard]] bool wasSent() const { return m_machine.hasSent() && !m_notSent; }
    /** Set if the outcome could not be recorded; the intent then stands open, as Unknown. */
    [[nodiscard]] const std::optional<base::Error> &outcomeRecordError() const
    {
        return m_outcomeRecordError;
    }
    [[nodiscard]] const std::optional<Verdict> &verdict() const { return m_verdict; }

    /** Reads the live facts (again). Not while something is armed, recorded or sent. */
    void read();
    /** Confirms the engine's origin and pin for acts, as an entry of its own. Only in state NotEnrolled. */
    void enrol();
    /** Puts the host of the radius on this engine's list, as an entry of its own. Only in HostNotAllowed. */
    void allowHost(const QString &reason);
    /** The address the request would go to; only where none is known (origin: typed). */
    void setWebhookUrl(const QString &url);
    /**
     * Arms, only in state Ready. Refused (error(), state unchanged) if the request is not enough or no
     * key is given; otherwise the facts are read again and the arming is recorded first. No arming while
     * a review is overdue, and none if the key may not travel (see checkTransport()).
     */
    void arm(const ArmRequest &request, base::Secret operatorKey);
    /** Ends what is armed, with a closing record; a request that is out stays out. */
    void disarm(ArmingCause cause);
    /** The operator's word, only in state Armed; @p typedHost must be Webhook::host to the letter. */
    void confirm(const QString &typedHost);
    /**
     * The operator leaves. What is not sent yet will not be: an intent that is being recorded gets the
     * outcome "not sent". A request that is out stays out, and its answer is still recorded.
     */
    void abandon();
    /** In state Unknown: re-reads the decision and records what it proves, if anything yet. */
    void settle();
    /** The next act of the chain, only in state StillBlocked by a known gate not yet bypassed. */
    [[nodiscard]] std::optional<ActSubject> chained() const;

Q_SIGNALS:
    void changed();
    /** Twice a second while armed: remaining() is less. */
    void ticked();

private:
    void apply(ActCommand command);
    void readLive();
    [[nodiscard]] base::Result<ActFacts> judge(const base::Result<LiveReading> &live) const;
    void append(const base::Result<journal::Draft> &draft);
    void recordClosing();
    void recordArming();
    void recordIntent();
    void send();
    void applyOutcome(const net::SendOutcome &sent);
    void recordOutcome(int httpStatus);
    void outcomeRecorded(const base::Result<journal::Entry> &entry);
    void refuse(base::Error error);

    ActPorts m_ports;
    ActSubject m_subject;
    ActIdentity m_identity;
    ActMachine m_machine;
    LiveReader m_reader;
    Settler m_settler;
    QTimer m_timer;
    bool m_notSent = false;
    bool m_waiting = false; ///< an enrolment, a host or a settling is under way: one at a time
    base::Secret m_key;
    journal::Entry m_armedEntry;
    journal::Entry m_intentEntry;
    std::optional<Intent> m_intent;
    std::optional<IntentFacts> m_facts;
    std::unique_ptr<net::OneShotSender> m_sender;
    std::optional<engine::ExecutionOutcome> m_outcome;
    QByteArray m_answer;
    qint64 m_outcomeSeq = 0;
    std::optional<base::Error> m_outcomeRecordError;
    std::optional<Verdict> m_verdict;
};

} // namespace algenta::breakglass
