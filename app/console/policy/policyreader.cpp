// SPDX-License-Identifier: Apache-2.0
#include "app/console/policy/policyreader.h"

#include "core/base/ondone.h"
#include "core/base/textsafety.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Result;

PolicyReader::PolicyReader(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
}

void PolicyReader::restart()
{
    m_current.reset();
    m_currentError.reset();
    m_snapshots.clear();
    m_total = -1;
    m_broken.clear();
    m_raw.clear();
    m_chainError.reset();
    m_authors.clear();
    m_auditError.reset();
    m_auditWhole = false;
    m_readAt = {};
    m_chain = {};
    m_source.reset();
    Q_EMIT chainChanged();
    reload();
}

void PolicyReader::reload()
{
    const int ticket = ++m_ticket;
    m_openParts = 0;
    if (!m_session.connection()) {
        Q_EMIT stateChanged();
        return;
    }
    m_openParts = 3;
    m_newAuthors.clear();
    engine::RestApi &rest = m_session.connection()->rest();
    base::onDone(rest.policy(), this, [this, ticket](const Result<engine::Policy> &answer) {
        if (ticket != m_ticket)
            return;
        m_currentError.reset();
        if (answer)
            m_current = *answer;
        else
            m_currentError = answer.error();
        closePart();
    });
    base::onDone(rest.policySnapshots(), this,
                 [this, ticket](const Result<engine::Page<engine::Policy>> &answer) {
                     if (ticket != m_ticket)
                         return;
                     m_chainError.reset();
                     if (answer) {
                         m_snapshots = answer->items;
                         m_total = answer->total;
                         m_broken = answer->broken;
                         m_raw = answer->raw;
                     } else {
                         m_chainError = answer.error();
                     }
                     closePart();
                 });
    readAudit(1, ticket);
    Q_EMIT stateChanged();
}

void PolicyReader::readAudit(int page, int ticket)
{
    engine::AuditQuery query;
    query.resourceType = u"execution_policy"_s;
    query.page = page;
    base::onDone(m_session.connection()->rest().auditLogs(query), this,
                 [this, page, ticket](const Result<engine::Page<engine::AuditEntry>> &answer) {
                     if (ticket == m_ticket)
                         take(answer, page, ticket);
                 });
}

void PolicyReader::take(const Result<engine::Page<engine::AuditEntry>> &answer, int page, int ticket)
{
    if (!answer) {
        m_auditError = answer.error();
        closePart();
        return;
    }
    m_auditError.reset();
    for (const engine::AuditEntry &entry : answer->items) {
        const QString id = entry.metadata[u"policy_snapshot_id"].toString();
        if (entry.resourceType == "execution_policy"_L1 && !id.isEmpty() && !entry.actorEmail.isEmpty() &&
            entry.result == "success"_L1)
            m_newAuthors.insert(id, {entry.actorEmail, entry.id});
    }
    const bool ended =
        (answer->items.isEmpty() && answer->broken.isEmpty()) || answer->pages < 0 || page >= answer->pages;
    if (!ended && page < auditPageLimit) {
        readAudit(page + 1, ticket);
        return;
    }
    m_auditWhole = ended;
    m_authors = m_newAuthors;
    closePart();
}

void PolicyReader::closePart()
{
    if (--m_openParts > 0)
        return;
    if (!m_currentError || !m_chainError)
        m_readAt = QDateTime::currentDateTimeUtc();
    rebuild();
    Q_EMIT stateChanged();
}

void PolicyReader::rebuild()
{
    Source source{m_raw, m_current ? m_current->raw : base::Json(), m_authors};
    if (source == m_source)
        return;
    m_source = std::move(source);
    // Of a list that could not be read, nothing is known: not that it lacks the policy in force.
    if (m_chainError && m_snapshots.isEmpty()) {
        m_chain = {};
        Q_EMIT chainChanged();
        return;
    }
    const qint64 total = m_total < 0 ? -1 : m_total - m_broken.size();
    m_chain = engine::policyChain(m_snapshots, m_current, total);
    for (const engine::BrokenRecord &broken : std::as_const(m_broken))
        m_chain.breaks.append(tr("Item %1 of the list cannot be read: %2")
                                  .arg(QString::number(broken.index + 1), broken.reason));
    Q_EMIT chainChanged();
}

std::optional<PolicyReader::Author> PolicyReader::author(const QString &snapshotId) const
{
    const auto found = m_authors.constFind(snapshotId);
    return found == m_authors.constEnd() ? std::nullopt : std::optional(*found);
}

QString PolicyReader::authorsGap() const
{
    if (m_auditError)
        return tr("the audit log could not be read: %1").arg(base::visibleText(m_auditError->message));
    return m_auditWhole ? QString() : tr("not all audit entries were read");
}

} // namespace algenta::console
