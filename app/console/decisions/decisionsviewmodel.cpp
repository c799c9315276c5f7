// SPDX-License-Identifier: Apache-2.0
#include "app/console/decisions/decisionsviewmodel.h"

#include "core/base/ondone.h"
#include "core/base/textsafety.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

DecisionsViewModel::DecisionsViewModel(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_list(session, this)
    , m_detail(session, this)
{
    connect(&m_session, &Session::connectionReplaced, this, &DecisionsViewModel::restart);
    connect(&m_session, &Session::refreshRequested, &m_list, &DecisionListModel::refresh);
    connect(&m_session, &Session::refreshRequested, &m_detail, &DecisionDetail::reread);
    connect(&m_session, &Session::pollDue, &m_list, &DecisionListModel::poll);
    connect(&m_detail, &DecisionDetail::recordRead, &m_list, &DecisionListModel::update);
    connect(&m_list, &DecisionListModel::stateChanged, this, &DecisionsViewModel::countChanged);
    connect(&m_list, &DecisionListModel::filterChanged, this, &DecisionsViewModel::countChanged);
}

void DecisionsViewModel::restart()
{
    // Ids of one engine mean nothing on another.
    ++m_ticket;
    m_opening.clear();
    m_openError.reset();
    m_detail.clear();
    Q_EMIT selectionChanged();
    Q_EMIT openingChanged();
    m_list.reload();
}

void DecisionsViewModel::select(const QString &id)
{
    if (id == m_detail.exactId())
        return;
    const engine::Decision *known = m_list.byId(id);
    if (!known)
        return;
    dismissProblem();
    m_detail.show(*known);
    Q_EMIT selectionChanged();
}

void DecisionsViewModel::open(const QString &id)
{
    const QString wanted = id.trimmed();
    if (wanted.isEmpty())
        return;
    if (m_list.byId(wanted) || wanted == m_detail.exactId()) {
        select(wanted);
        dismissProblem();
        // The page may have been made or scrolled away meanwhile: it finds the row again.
        Q_EMIT selectionChanged();
        return;
    }
    const int ticket = ++m_ticket;
    m_failedId = wanted;
    m_openError.reset();
    if (!m_session.connection()) {
        base::Error error;
        error.code = base::ErrorCode::Unreachable;
        error.message = tr("No engine is connected.");
        error.remedy = tr("Set its address in Settings.");
        m_openError = error;
        Q_EMIT openingChanged();
        return;
    }
    m_opening = wanted;
    Q_EMIT openingChanged();
    base::onDone(m_session.connection()->rest().decision(wanted), this,
                 [this, ticket](const base::Result<engine::Decision> &answer) {
                     if (ticket != m_ticket)
                         return;
                     m_opening.clear();
                     if (answer) {
                         m_detail.show(*answer);
                         Q_EMIT selectionChanged();
                     } else {
                         m_openError = answer.error();
                     }
                     Q_EMIT openingChanged();
                 });
}

void DecisionsViewModel::close()
{
    m_detail.clear();
    Q_EMIT selectionChanged();
}

void DecisionsViewModel::dismissProblem()
{
    ++m_ticket;
    m_opening.clear();
    m_openError.reset();
    Q_EMIT openingChanged();
}

QString DecisionsViewModel::openingText() const
{
    return m_opening.isEmpty() ? QString() : tr("Looking for %1…").arg(base::elidedText(m_opening, 80));
}

QString DecisionsViewModel::openProblem() const
{
    if (!m_openError)
        return {};
    const QString id = base::elidedText(m_failedId, 80);
    if (m_openError->code == base::ErrorCode::NotFound || m_openError->httpStatus == 404)
        return tr("This engine has no decision %1.").arg(id);
    return tr("Decision %1 could not be read. %2").arg(id, base::visibleText(m_openError->message));
}

QString DecisionsViewModel::openAdvice() const
{
    return m_openError ? base::visibleText(m_openError->remedy) : QString();
}

} // namespace algenta::console
