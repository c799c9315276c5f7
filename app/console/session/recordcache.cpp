// SPDX-License-Identifier: Apache-2.0
#include "app/console/session/recordcache.h"

#include "core/base/ondone.h"

namespace algenta::console
{

RecordCache::RecordCache(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
    connect(&m_session, &Session::connectionReplaced, this, &RecordCache::forget);
    connect(&m_session, &Session::refreshRequested, this, &RecordCache::forget);
}

const engine::Decision *RecordCache::decision(const QString &id)
{
    const auto known = m_decisions.constFind(id);
    if (known != m_decisions.constEnd())
        return known->has_value() ? &known->value() : nullptr;
    if (!id.isEmpty() && m_session.connection() && !m_asked.contains(id)) {
        m_asked.insert(id);
        m_waiting.enqueue(id);
        pump();
    }
    return nullptr;
}

const engine::Decision *RecordCache::known(const QString &id) const
{
    const auto found = m_decisions.constFind(id);
    return found != m_decisions.constEnd() && found->has_value() ? &found->value() : nullptr;
}

const base::Error *RecordCache::decisionError(const QString &id) const
{
    const auto known = m_decisions.constFind(id);
    return known != m_decisions.constEnd() && !known->has_value() ? &known->error() : nullptr;
}

const std::optional<engine::Policy> &RecordCache::policy()
{
    if (!m_policyAsked)
        readPolicy();
    return m_policy;
}

void RecordCache::reread(const QString &id)
{
    readPolicy();
    if (m_asked.contains(id) && !m_decisions.contains(id))
        return;
    m_asked.insert(id);
    m_waiting.prepend(id);
    pump();
}

void RecordCache::forget()
{
    ++m_ticket;
    m_running = 0;
    m_policyAsked = false;
    m_policy.reset();
    m_policyError.reset();
    m_decisions.clear();
    m_waiting.clear();
    m_asked.clear();
}

void RecordCache::pump()
{
    while (m_running < parallel && !m_waiting.isEmpty() && m_session.connection()) {
        const QString id = m_waiting.dequeue();
        ++m_running;
        base::onDone(m_session.connection()->rest().decision(id), this,
                     [this, id, ticket = m_ticket](const base::Result<engine::Decision> &decision) {
                         if (ticket != m_ticket)
                             return;
                         --m_running;
                         if (m_decisions.size() >= memoryLimit) {
                             m_decisions.clear();
                             m_asked.clear();
                         }
                         m_asked.insert(id);
                         m_decisions.insert(id, decision);
                         Q_EMIT decisionRead(id);
                         pump();
                     });
    }
}

void RecordCache::readPolicy()
{
    if (!m_session.connection())
        return;
    m_policyAsked = true;
    base::onDone(m_session.connection()->rest().policy(), this,
                 [this, ticket = m_ticket](const base::Result<engine::Policy> &policy) {
                     if (ticket != m_ticket)
                         return;
                     m_policy = policy ? std::optional<engine::Policy>(*policy) : std::nullopt;
                     m_policyError = policy ? std::nullopt : std::optional<base::Error>(policy.error());
                     Q_EMIT policyRead();
                 });
}

} // namespace algenta::console
