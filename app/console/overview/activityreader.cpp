// SPDX-License-Identifier: Apache-2.0
#include "app/console/overview/activityreader.h"

#include "core/base/ondone.h"

namespace algenta::console
{

ActivityReader::ActivityReader(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
}

void ActivityReader::restart()
{
    m_blocked.clear();
    m_executions.clear();
    m_policy.reset();
    m_audit = {};
    m_decisions = {};
    m_readAt = {};
    reload();
}

void ActivityReader::reload()
{
    ++m_ticket;
    m_newBlocked.clear();
    m_newExecutions.clear();
    m_auditReach = {};
    m_horizon = QDateTime::currentDateTimeUtc().addDays(-horizonDays);
    m_audit.reading = false;
    m_decisions.reading = false;
    if (m_session.connection()) {
        m_audit.reading = !engine::embeddedBlockedRules().rules.isEmpty();
        m_decisions.reading = true;
        if (m_audit.reading)
            readAudit(0, 1, m_ticket);
        readDecisions(1, m_ticket);
        readPolicy(m_ticket);
    }
    Q_EMIT changed();
}

void ActivityReader::readAudit(qsizetype rule, int page, int ticket)
{
    const engine::BlockedRules &rules = engine::embeddedBlockedRules();
    engine::AuditQuery query;
    query.action = rules.rules.at(rule).action;
    query.result = rules.rules.at(rule).result;
    query.page = page;
    base::onDone(m_session.connection()->rest().auditLogs(query), this,
                 [this, rule, page, ticket](const base::Result<engine::Page<engine::AuditEntry>> &answer) {
                     if (ticket != m_ticket)
                         return;
                     if (!answer) {
                         m_audit.error = answer.error();
                         m_blocked.clear();
                         end(m_audit, {});
                         return;
                     }
                     QDateTime oldest;
                     for (const engine::AuditEntry &entry : answer->items) {
                         const auto blocked = engine::blockedFromAudit(engine::embeddedBlockedRules(), entry);
                         oldest = entry.timestamp.instant;
                         if (blocked)
                             m_newBlocked.insert(entry.id, {entry.timestamp.instant, blocked->gate});
                     }
                     const bool ended = (answer->items.isEmpty() && answer->broken.isEmpty()) ||
                                        (answer->pages >= 0 && page >= answer->pages);
                     const bool farEnough = oldest.isValid() && oldest < m_horizon;
                     if (!ended && !farEnough && page < pageLimit) {
                         readAudit(rule, page + 1, ticket);
                         return;
                     }
                     const QDateTime reached = ended || farEnough ? m_horizon : oldest;
                     // With several rules the counts hold only as far back as the shortest reach.
                     if (!m_auditReach.isValid() || m_auditReach < reached)
                         m_auditReach = reached;
                     if (rule + 1 < engine::embeddedBlockedRules().rules.size()) {
                         readAudit(rule + 1, 1, ticket);
                         return;
                     }
                     m_blocked = m_newBlocked;
                     m_audit.error.reset();
                     end(m_audit, m_auditReach);
                 });
}

void ActivityReader::readDecisions(int page, int ticket)
{
    base::onDone(m_session.connection()->rest().decisions(page, 100), this,
                 [this, page, ticket](const base::Result<engine::Page<engine::Decision>> &answer) {
                     if (ticket != m_ticket)
                         return;
                     if (!answer) {
                         m_decisions.error = answer.error();
                         m_executions.clear();
                         end(m_decisions, {});
                         return;
                     }
                     QDateTime oldest;
                     for (const engine::Decision &decision : answer->items) {
                         oldest = decision.createdAt.instant;
                         if (decision.wasExecuted())
                             m_newExecutions.insert(decision.id,
                                                    {decision.executedAt.instant, decision.wasDelivered()});
                     }
                     const bool ended = (answer->items.isEmpty() && answer->broken.isEmpty()) ||
                                        (answer->pages >= 0 && page >= answer->pages);
                     const bool farEnough = oldest.isValid() && oldest < m_horizon;
                     if (!ended && !farEnough && page < pageLimit)
                         readDecisions(page + 1, ticket);
                     else {
                         m_executions = m_newExecutions;
                         m_decisions.error.reset();
                         end(m_decisions, ended || farEnough ? m_horizon : oldest);
                     }
                 });
}

void ActivityReader::readPolicy(int ticket)
{
    base::onDone(m_session.connection()->rest().policy(), this,
                 [this, ticket](const base::Result<engine::Policy> &answer) {
                     if (ticket != m_ticket || !answer)
                         return;
                     m_policy = *answer;
                     Q_EMIT changed();
                 });
}

void ActivityReader::end(Stream &stream, const QDateTime &since)
{
    stream.reading = false;
    stream.since = since;
    if (!isReading() && !m_audit.error && !m_decisions.error)
        m_readAt = QDateTime::currentDateTimeUtc();
    Q_EMIT changed();
}

} // namespace algenta::console
