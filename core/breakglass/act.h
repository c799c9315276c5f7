// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/secret.h"
#include "core/breakglass/intent.h"
#include "core/breakglass/reconcile.h"
#include "core/engine/address.h"
#include "core/engine/blocked.h"
#include "core/engine/outcome.h"
#include "core/engine/restapi.h"
#include "core/journal/journalservice.h"
#include "core/net/oneshotsender.h"

#include <QObject>

#include <memory>
#include <optional>

namespace algenta::breakglass
{

/** Where one act stands. Sending happens at most once in the life of an Act. */
enum class ActState {
    Reading,      ///< the live decision and policy are being read
    ReadFailed,   ///< they could not be read: read again or leave
    NotEnrolled,  ///< the engine's origin was never confirmed for acts in this journal
    Refused,      ///< no bypass is offered; the radius says why
    Ready,        ///< the facts are on the screen, the operator may confirm
    Checking,     ///< confirmed: reading once more before anything is recorded
    Changed,      ///< a line changed since it was shown; the confirmation is void
    Recording,    ///< the intent is being written and synced
    NotRecorded,  ///< the intent could not be written: nothing was sent
    Sending,      ///< the request is out
    Receipt,      ///< the engine acted and says what it did
    StillBlocked, ///< a gate answered again; chained() continues from there
    Failed,       ///< the engine, or something before it, refused: nothing was executed
    Unknown,      ///< sent, no trustworthy answer: settle() reads, never sends
    Reconciled,   ///< what can be proved about an Unknown is recorded
};

[[nodiscard]] QString actStateName(ActState state);

/** Where an act starts: a refused execution, and what is carried along in a chain. */
struct ActSubject {
    QString decisionId;
    QString gate; ///< as the engine named it; empty if it named none
    bool gateKnown = false;
    QString webhookUrl;
    Origin webhookOrigin = Origin::Agent;
    BlockedOrigin blocked;
    Bypass carried;
    QString chainId; ///< empty: a new chain
    int step = 1;
};

/** The subject of a refused execution as the Blocked page shows it. */
[[nodiscard]] ActSubject subjectOf(const engine::BlockedExecution &blocked);

/** What an act works with; all of it must outlive the act. */
struct ActPorts {
    engine::RestApi &rest;
    journal::JournalService &journal;
    const base::Clock &clock;
    QString actor; ///< "operator@host", written into the journal
};

/**
 * One execution past a gate, by one person, from the live facts to what is known of its outcome.
 *
 * The order is fixed: read, shown, confirmed, read again and equal, recorded and synced, sent once,
 * outcome recorded. The operator key lives in this object between confirm() and the send, nowhere
 * else. Nothing here is ever sent a second time; an Act that has sent stays what it became.
 */
class Act : public QObject
{
    Q_OBJECT

public:
    Act(ActPorts ports, ActSubject subject, QObject *parent = nullptr);
    ~Act() override;

    [[nodiscard]] ActState state() const { return m_state; }
    [[nodiscard]] const ActSubject &subject() const { return m_subject; }
    [[nodiscard]] const QString &actId() const { return m_actId; }
    /** The facts as last read; nothing before the first reading. */
    [[nodiscard]] const std::optional<Radius> &radius() const { return m_radius; }
    /** Labels of the lines that changed, in state Changed. */
    [[nodiscard]] const QStringList &changes() const { return m_changes; }
    /** Why, in the states ReadFailed, NotRecorded and wherever a confirmation was refused. */
    [[nodiscard]] const std::optional<base::Error> &error() const { return m_error; }
    /** The answer, in the states Receipt, StillBlocked, Failed and Unknown. */
    [[nodiscard]] const std::optional<engine::ExecutionOutcome> &outcome() const { return m_outcome; }
    [[nodiscard]] const QByteArray &answerBytes() const { return m_answer; }
    /** Numbers of the journal entries; 0 where there is none. */
    [[nodiscard]] qint64 intentSeq() const { return m_intentSeq; }
    [[nodiscard]] qint64 outcomeSeq() const { return m_outcomeSeq; }
    /** The request was handed to the network: certain for an answer, possible for Unknown. */
    [[nodiscard]] bool wasSent() const { return m_sent && !m_notSent; }
    /** Set if the outcome could not be recorded; the intent then stands open, as Unknown. */
    [[nodiscard]] const std::optional<base::Error> &outcomeRecordError() const
    {
        return m_outcomeRecordError;
    }
    [[nodiscard]] const std::optional<Verdict> &verdict() const { return m_verdict; }

    /** Reads the live facts (again). Allowed until the act is confirmed. */
    void read();
    /** Confirms the engine's origin for acts, as an entry of its own. Only in state NotEnrolled. */
    void enrol();
    /** The address the request would go to; only where none is known (origin: typed). */
    void setWebhookUrl(const QString &url);
    /**
     * The operator's word. Refused (error(), state unchanged) unless the state is Ready, the
     * statement passes checkStatement(), a key is given and it may travel to this address (TLS, or
     * loopback).
     */
    void confirm(const Statement &statement, base::Secret operatorKey);
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

private:
    struct Reading;
    void readLive(bool confirmed);
    void applyReading(const Radius &radius, bool enrolled, bool confirmed);
    void recordIntent();
    void send(const journal::Entry &entry);
    void applyOutcome(const net::SendOutcome &sent);
    void recordOutcome(int httpStatus);
    void setState(ActState state);
    void refuse(base::Error error);

    ActPorts m_ports;
    ActSubject m_subject;
    QString m_actId;
    ActState m_state = ActState::Reading;
    bool m_sent = false;
    bool m_notSent = false;
    bool m_abandoned = false;
    bool m_waiting = false; ///< an enrolment or a settling is under way: one at a time
    int m_readingNumber = 0;
    std::optional<Radius> m_radius;
    QStringList m_changes;
    std::optional<base::Error> m_error;
    Statement m_statement;
    base::Secret m_key;
    std::optional<Intent> m_intent;
    std::optional<IntentFacts> m_facts;
    std::unique_ptr<net::OneShotSender> m_sender;
    std::optional<engine::ExecutionOutcome> m_outcome;
    QByteArray m_answer;
    qint64 m_intentSeq = 0;
    qint64 m_outcomeSeq = 0;
    std::optional<base::Error> m_outcomeRecordError;
    std::optional<Verdict> m_verdict;
};

} // namespace algenta::breakglass
