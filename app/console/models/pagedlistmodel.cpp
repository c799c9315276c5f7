// SPDX-License-Identifier: Apache-2.0
#include "app/console/models/pagedlistmodel.h"

#include "core/base/textsafety.h"

#include <QLocale>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

bool PagedListModel::hasMore() const
{
    return m_pages < 0 ? m_nextPage > 1 : m_nextPage <= m_pages;
}

bool PagedListModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && !isBusy() && hasMore() && !m_pageError && recordCount() < memoryLimit;
}

void PagedListModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent))
        requestNext();
}

QString PagedListModel::countText() const
{
    const QLocale locale;
    const QString total = m_total < 0 ? tr("an unknown number") : locale.toString(m_total);
    if (isFiltered())
        return tr("%1 match among %2 loaded of %3")
            .arg(locale.toString(rowCount()), locale.toString(recordCount()), total);
    if (!hasMore())
        return locale.toString(recordCount());
    return tr("%1 loaded of %2").arg(locale.toString(recordCount()), total);
}

void PagedListModel::reload()
{
    startAgain(++m_tickets);
    setBusy(true);
    recordsReset();
    requestPage(m_nextPage, m_ticket);
}

void PagedListModel::refresh()
{
    if (recordCount() == 0) {
        reload();
        return;
    }
    m_refreshTicket = ++m_tickets;
    // Pages that are under way belong to the list that is about to go.
    m_ticket = m_refreshTicket + 1;
    ++m_tickets;
    m_searching = false;
    // They are being fetched; if that fails, the next poll counts them again.
    m_waiting = 0;
    setBusy(true);
    requestPage(1, m_refreshTicket);
}

void PagedListModel::replaceIfRefreshed(int ticket)
{
    if (ticket != m_refreshTicket)
        return;
    startAgain(ticket);
    recordsReset();
}

void PagedListModel::startAgain(int ticket)
{
    m_ticket = ticket;
    m_pollTicket = -1;
    m_refreshTicket = -1;
    m_nextPage = 1;
    m_pages = -1;
    m_total = -1;
    m_waiting = 0;
    m_searching = false;
    m_broken.clear();
    m_brokenRaw.clear();
    m_pageError.reset();
    m_refreshError.reset();
    setFailure(std::nullopt);
    setIncomplete({});
    clearRecords();
}

void PagedListModel::requestNext()
{
    setBusy(true);
    requestPage(m_nextPage, m_ticket);
}

void PagedListModel::searchFurther()
{
    if (!hasMore() || isBusy() || recordCount() >= memoryLimit)
        return;
    m_pageError.reset();
    m_refreshError.reset();
    m_searching = true;
    m_searchGoal = rowCount() + 100;
    describeGaps();
    requestNext();
}

void PagedListModel::stopSearch()
{
    m_searching = false;
    Q_EMIT stateChanged();
}

void PagedListModel::poll()
{
    if (isBusy() || m_pollTicket >= 0)
        return;
    m_pollTicket = ++m_tickets;
    requestPage(1, m_pollTicket);
}

void PagedListModel::pageArrived(const Arrival &arrival)
{
    m_total = arrival.total;
    m_pages = arrival.pages;
    // An engine that says no number of pages has ended when a page comes back empty.
    if (m_pages < 0 && arrival.read == 0)
        m_pages = m_nextPage;
    ++m_nextPage;
    for (const engine::BrokenRecord &broken : arrival.broken)
        m_broken.append(tr("item %1: %2").arg(QString::number(broken.index + 1), broken.reason));
    if (!arrival.broken.isEmpty())
        m_brokenRaw = arrival.raw;
    setBusy(false);
    describeGaps();
    // It has no page numbers to tell by, and all that it sent was here already: it repeats itself.
    if (m_pages < 0 && arrival.read > 0 && arrival.known == arrival.read)
        m_pages = m_nextPage - 1;
    const bool wantsMore = m_searching ? rowCount() < m_searchGoal : rowCount() == 0 && !isFiltered();
    if (wantsMore && hasMore() && recordCount() < memoryLimit) {
        requestNext();
        return;
    }
    m_searching = false;
    Q_EMIT stateChanged();
}

void PagedListModel::pollArrived(int unknown)
{
    m_pollTicket = -1;
    m_waiting = unknown;
    Q_EMIT stateChanged();
}

void PagedListModel::pageFailed(const base::Error &error, int ticket)
{
    if (isPoll(ticket)) {
        // The connection's own state tells of it; the rows that are shown are as true as before.
        m_pollTicket = -1;
        return;
    }
    if (ticket == m_refreshTicket) {
        m_refreshTicket = -1;
        m_refreshError = error;
        setBusy(false);
        describeGaps();
        return;
    }
    if (!isCurrent(ticket))
        return;
    m_searching = false;
    // Rows of another source may stand in the list: then the gap is told beside them.
    m_pageError = error;
    if (m_nextPage == 1)
        setFailure(error);
    setBusy(false);
    describeGaps();
}

void PagedListModel::describeGaps()
{
    if (m_refreshError) {
        setIncomplete(tr("The engine did not answer when asked again: these rows are what it said before."),
                      m_refreshError->message + u' ' + m_refreshError->remedy, m_refreshError->raw);
    } else if (m_pageError) {
        setIncomplete(m_nextPage == 1
                          ? tr("The engine's records could not be read and are not among the rows.")
                          : tr("Page %1 could not be read; older records are not shown.").arg(m_nextPage),
                      m_pageError->message + u' ' + m_pageError->remedy, m_pageError->raw);
    } else if (!m_broken.isEmpty()) {
        setIncomplete(
            tr("%n record(s) could not be read and are not among the rows.", nullptr, int(m_broken.size())),
            m_broken.first(std::min<qsizetype>(m_broken.size(), 5)).join(u"\n"_s), m_brokenRaw);
    } else if (recordCount() >= memoryLimit && hasMore()) {
        setIncomplete(
            tr("The newest %1 records are loaded; older ones are not.").arg(QLocale().toString(memoryLimit)),
            tr("Look for one of them by its id."));
    } else {
        setIncomplete({});
    }
}

} // namespace algenta::console
