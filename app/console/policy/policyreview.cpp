// SPDX-License-Identifier: Apache-2.0
#include "app/console/policy/policyreview.h"

#include "core/base/ondone.h"

#include <QPromise>
#include <QThreadPool>

#include <algorithm>
#include <memory>

namespace algenta::console
{

using base::Result;
using engine::Decision;
using engine::PolicyEffect;

namespace
{

constexpr int pageSize = 100;

void count(StepTally &tally, PolicyEffect effect, bool delivered)
{
    switch (effect) {
    case PolicyEffect::Blocks:
        ++tally.blocks;
        tally.blocksDelivered += delivered ? 1 : 0;
        break;
    case PolicyEffect::LetsThrough:
        ++tally.letsThrough;
        tally.letsThroughDelivered += delivered ? 1 : 0;
        break;
    case PolicyEffect::Unchanged:
        ++tally.unchanged;
        break;
    case PolicyEffect::CannotJudge:
        ++tally.cannotJudge;
        break;
    }
}

void countRepeat(StepTally &tally, PolicyEffect effect)
{
    tally.repeatBlocks += effect == PolicyEffect::Blocks ? 1 : 0;
    tally.repeatLetsThrough += effect == PolicyEffect::LetsThrough ? 1 : 0;
    tally.repeatCannotJudge += effect == PolicyEffect::CannotJudge ? 1 : 0;
}

void count(ForceTally &tally, const engine::PolicyJudgement &judgement)
{
    using Verdict = engine::PolicyJudgement::Verdict;
    tally.passes += judgement.verdict == Verdict::Passes ? 1 : 0;
    tally.blocked += judgement.verdict == Verdict::Blocked ? 1 : 0;
    tally.cannotJudge += judgement.verdict == Verdict::CannotJudge ? 1 : 0;
    for (const engine::GateCheck &check : judgement.checks) {
        if (check.verdict != engine::GateCheck::Verdict::Reproduced)
            continue;
        qsizetype &gate =
            check.gate == QLatin1StringView("confidence") ? tally.blockedByConfidence : tally.blockedByRisk;
        ++gate;
    }
}

void add(StepTally &sum, const StepTally &more)
{
    sum.blocks += more.blocks;
    sum.blocksDelivered += more.blocksDelivered;
    sum.letsThrough += more.letsThrough;
    sum.letsThroughDelivered += more.letsThroughDelivered;
    sum.unchanged += more.unchanged;
    sum.cannotJudge += more.cannotJudge;
    sum.repeatBlocks += more.repeatBlocks;
    sum.repeatLetsThrough += more.repeatLetsThrough;
    sum.repeatCannotJudge += more.repeatCannotJudge;
}

void add(ForceTally &sum, const ForceTally &more)
{
    sum.passes += more.passes;
    sum.blocked += more.blocked;
    sum.blockedByConfidence += more.blockedByConfidence;
    sum.blockedByRisk += more.blockedByRisk;
    sum.cannotJudge += more.cannotJudge;
}

bool isSame(const QList<PolicyStep> &left, const QList<PolicyStep> &right)
{
    return std::equal(left.cbegin(), left.cend(), right.cbegin(), right.cend(),
                      [](const PolicyStep &a, const PolicyStep &b) {
                          return a.before.raw == b.before.raw && a.after.raw == b.after.raw;
                      });
}

} // namespace

PolicyReview::PolicyReview(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
}

void PolicyReview::setSteps(const QList<PolicyStep> &steps, const std::optional<engine::Policy> &inForce)
{
    const bool samePolicy =
        inForce.has_value() == m_policy.has_value() && (!inForce || inForce->raw == m_policy->raw);
    if (samePolicy && isSame(steps, m_steps))
        return;
    m_steps = steps;
    m_policy = inForce;
    forgetJudgements();
    judgeFrom(0);
}

void PolicyReview::restart()
{
    ++m_readTicket;
    m_reading = false;
    m_decisions.clear();
    m_ids.clear();
    m_nextPage = 1;
    m_goal = firstBatch;
    m_total = -1;
    m_broken = 0;
    m_ended = false;
    m_shifted = false;
    m_error.reset();
    forgetJudgements();
    if (std::exchange(m_begun, false))
        begin();
    Q_EMIT changed();
}

void PolicyReview::begin()
{
    if (m_begun)
        return;
    m_begun = true;
    readPage();
}

void PolicyReview::readOn()
{
    if (!canReadOn())
        return;
    m_begun = true;
    m_error.reset();
    m_goal = std::min(memoryLimit, m_decisions.size() + firstBatch * 2);
    readPage();
}

void PolicyReview::stop()
{
    if (!m_reading)
        return;
    ++m_readTicket;
    m_reading = false;
    Q_EMIT changed();
}

bool PolicyReview::canReadOn() const
{
    return m_session.connection() && !m_reading && !m_ended && m_decisions.size() < memoryLimit;
}

void PolicyReview::readPage()
{
    if (!m_session.connection())
        return;
    m_reading = true;
    const int ticket = ++m_readTicket;
    base::onDone(m_session.connection()->rest().decisions(m_nextPage, pageSize), this,
                 [this, ticket](const Result<engine::Page<Decision>> &answer) {
                     if (ticket == m_readTicket)
                         take(answer);
                 });
    Q_EMIT changed();
}

void PolicyReview::take(const Result<engine::Page<Decision>> &answer)
{
    if (!answer) {
        m_error = answer.error();
        m_reading = false;
        Q_EMIT changed();
        return;
    }
    const qsizetype first = m_decisions.size();
    for (Decision decision : answer->items) {
        if (m_ids.contains(decision.id))
            continue;
        m_ids.insert(decision.id);
        // The gates need a few numbers; the record would take twenty times the memory.
        decision.raw = {};
        m_decisions.append(std::move(decision));
    }
    m_broken += answer->broken.size();
    m_shifted = m_shifted || (m_total >= 0 && answer->total >= 0 && answer->total != m_total);
    m_total = answer->total;
    // A page of records that are all known already: the engine repeats itself, or its list moved far.
    const bool nothingNew = m_decisions.size() == first && answer->broken.isEmpty();
    const bool moreSaid = m_nextPage < answer->pages;
    m_shifted = m_shifted || (nothingNew && moreSaid);
    m_ended = nothingNew || (answer->pages >= 0 && !moreSaid);
    ++m_nextPage;
    judgeFrom(first);
    if (m_ended || m_decisions.size() >= m_goal) {
        m_reading = false;
        Q_EMIT changed();
    } else {
        readPage();
    }
}

void PolicyReview::forgetJudgements()
{
    ++m_judgeTicket;
    m_judging = 0;
    m_judged = 0;
    m_effects = QList<QList<StepEffect>>(m_steps.size());
    m_tallies = QList<StepTally>(m_steps.size());
    m_force = {};
}

PolicyReview::Judged PolicyReview::judgeAll(const QList<Decision> &decisions, qsizetype first,
                                            const QList<PolicyStep> &steps,
                                            const std::optional<engine::Policy> &inForce)
{
    Judged judged;
    judged.effects.resize(steps.size());
    judged.tallies.resize(steps.size());
    for (qsizetype i = 0; i < decisions.size(); ++i) {
        const Decision &decision = decisions.at(i);
        if (inForce)
            count(judged.force, engine::judge(decision, *inForce));
        for (qsizetype step = 0; step < steps.size(); ++step) {
            const auto &[before, after] = steps.at(step);
            const engine::DecisionEffect effect = engine::effectOf(decision, before, after);
            count(judged.tallies[step], effect.effect, decision.wasDelivered());
            if (effect.effect != PolicyEffect::Unchanged)
                judged.effects[step].append({first + i, effect.effect, false, effect.gates});
            const PolicyEffect repeat = engine::reexecutionEffect(decision, before, after);
            countRepeat(judged.tallies[step], repeat);
            if (repeat != PolicyEffect::Unchanged)
                judged.effects[step].append({first + i, repeat, true, {QStringLiteral("idempotency")}});
        }
    }
    return judged;
}

void PolicyReview::judgeFrom(qsizetype first)
{
    const int ticket = m_judgeTicket;
    const qsizetype end = m_decisions.size();
    if (first >= end) {
        Q_EMIT changed();
        return;
    }
    ++m_judging;
    const auto promise = std::make_shared<QPromise<Judged>>();
    promise->start();
    const QFuture<Judged> future = promise->future();
    QThreadPool::globalInstance()->start(
        [promise, decisions = m_decisions.sliced(first), first, steps = m_steps, policy = m_policy] {
            promise->addResult(judgeAll(decisions, first, steps, policy));
            promise->finish();
        });
    base::onDone(future, this, [this, ticket, first, end](const Judged &judged) {
        if (ticket != m_judgeTicket)
            return;
        --m_judging;
        m_judged += end - first;
        add(m_force, judged.force);
        for (qsizetype step = 0; step < m_steps.size(); ++step) {
            QList<StepEffect> &effects = m_effects[step];
            effects.append(judged.effects.at(step));
            // Workers may finish in any order.
            std::stable_sort(effects.begin(), effects.end(), [](const StepEffect &a, const StepEffect &b) {
                return a.decision < b.decision;
            });
            add(m_tallies[step], judged.tallies.at(step));
        }
        Q_EMIT changed();
    });
}

const QList<StepEffect> &PolicyReview::effects(qsizetype step) const
{
    static const QList<StepEffect> none;
    return step >= 0 && step < m_effects.size() ? m_effects.at(step) : none;
}

StepTally PolicyReview::tally(qsizetype step) const
{
    return step >= 0 && step < m_tallies.size() ? m_tallies.at(step) : StepTally();
}

const Decision *PolicyReview::oldest() const
{
    return m_decisions.isEmpty() ? nullptr : &m_decisions.constLast();
}

double PolicyReview::progress() const
{
    const double goal = double(m_total < 0 ? m_goal : std::min<qint64>(m_goal, m_total));
    return goal <= 0 ? 1 : std::min(1.0, double(m_decisions.size()) / goal);
}

} // namespace algenta::console
