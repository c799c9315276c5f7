// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/engine/policyeffect.h"

#include <QFuture>
#include <QObject>
#include <QSet>

#include <optional>

namespace algenta::console
{

/** Two neighbours of the snapshot chain. */
struct PolicyStep {
    engine::Policy before;
    engine::Policy after;
};

/** A decision that a step touches, or may touch. */
struct StepEffect {
    qsizetype decision = 0; ///< index among the records of the review
    engine::PolicyEffect effect = engine::PolicyEffect::CannotJudge;
    bool repeat = false; ///< of one more execution of a delivered decision, by the idempotency gate
    QStringList gates;
};

/** What a step does to the decisions that were read. */
struct StepTally {
    qsizetype blocks = 0;
    qsizetype blocksDelivered = 0; ///< of them, delivered in fact
    qsizetype letsThrough = 0;
    qsizetype letsThroughDelivered = 0;
    qsizetype unchanged = 0;
    qsizetype cannotJudge = 0;
    qsizetype repeatBlocks = 0;
    qsizetype repeatLetsThrough = 0;
    qsizetype repeatCannotJudge = 0;
};

/** What the policy in force says to the decisions that were read, were each executed for the first time. */
struct ForceTally {
    qsizetype passes = 0;
    qsizetype blocked = 0;
    qsizetype blockedByConfidence = 0;
    qsizetype blockedByRisk = 0;
    qsizetype cannotJudge = 0;
};

/**
 * Reads decision records page by page and judges each by every step of the chain, in a worker.
 *
 * Reads the newest firstBatch records by itself and older ones on request, never more than
 * memoryLimit. Records that arrive or go while it reads can shift pages: it passes over known ids and
 * says when the list grew or shrank.
 */
class PolicyReview : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype firstBatch = 2'000;
    static constexpr qsizetype memoryLimit = 20'000;

    explicit PolicyReview(Session &session, QObject *parent = nullptr);

    /** The chain to judge by; what was read is judged again if it is another one. */
    void setSteps(const QList<PolicyStep> &steps, const std::optional<engine::Policy> &inForce);
    /** Forgets every record, and reads if it was asked to before. */
    void restart();
    /** Begins to read, unless it has begun. */
    void begin();
    void readOn();
    void stop();

    [[nodiscard]] bool isReading() const { return m_reading; }
    [[nodiscard]] bool isJudging() const { return m_judging > 0; }
    [[nodiscard]] bool canReadOn() const;
    [[nodiscard]] const QList<engine::Decision> &decisions() const { return m_decisions; }
    [[nodiscard]] const QList<StepEffect> &effects(qsizetype step) const;
    [[nodiscard]] StepTally tally(qsizetype step) const;
    [[nodiscard]] const ForceTally &inForce() const { return m_force; }
    /** Records whose judgement the tallies hold. */
    [[nodiscard]] qsizetype judged() const { return m_judged; }
    [[nodiscard]] qint64 total() const { return m_total; }
    /** Every page was read to the end of the engine's list. */
    [[nodiscard]] bool isWhole() const { return m_ended; }
    [[nodiscard]] qsizetype brokenCount() const { return m_broken; }
    /** The list grew or shrank while it was read: a record may be missing. */
    [[nodiscard]] bool hasShifted() const { return m_shifted; }
    [[nodiscard]] const std::optional<base::Error> &error() const { return m_error; }
    /** The oldest record read; nothing while none is. */
    [[nodiscard]] const engine::Decision *oldest() const;
    /** 0 … 1 of what is being read now. */
    [[nodiscard]] double progress() const;

Q_SIGNALS:
    void changed();

private:
    struct Judged {
        QList<QList<StepEffect>> effects; ///< one list a step
        QList<StepTally> tallies;
        ForceTally force;
    };
    /** @p first is the index of the first of @p decisions among all records. */
    static Judged judgeAll(const QList<engine::Decision> &decisions, qsizetype first,
                           const QList<PolicyStep> &steps, const std::optional<engine::Policy> &inForce);

    void readPage();
    void take(const base::Result<engine::Page<engine::Decision>> &answer);
    void judgeFrom(qsizetype first);
    void forgetJudgements();

    Session &m_session;
    QList<PolicyStep> m_steps;
    std::optional<engine::Policy> m_policy;
    QList<engine::Decision> m_decisions; ///< newest first, without their raw records
    QSet<QString> m_ids;
    QList<QList<StepEffect>> m_effects;
    QList<StepTally> m_tallies;
    ForceTally m_force;
    qsizetype m_judged = 0;
    int m_readTicket = 0;
    int m_judgeTicket = 0;
    int m_judging = 0;
    int m_nextPage = 1;
    qsizetype m_goal = firstBatch;
    qint64 m_total = -1;
    qsizetype m_broken = 0;
    bool m_begun = false;
    bool m_reading = false;
    bool m_ended = false;
    bool m_shifted = false;
    std::optional<base::Error> m_error;
};

} // namespace algenta::console
