// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/models/recordlistmodel.h"
#include "core/engine/records.h"

#include <QFuture>
#include <QList>
#include <QSet>

namespace algenta::console
{

/**
 * Records that an engine hands out in numbered pages, newest first, loaded as the view asks for
 * them. Pages overlap when records arrive meanwhile: known ids are passed over.
 */
class PagedListModel : public algenta::console::RecordListModel
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** Records that arrived since and are not shown yet ("n new"). */
    Q_PROPERTY(int waiting READ waiting NOTIFY stateChanged FINAL)
    /** There are pages that were not read. */
    Q_PROPERTY(bool more READ hasMore NOTIFY stateChanged FINAL)
    /** The pages are being read one after another, see searchFurther(). */
    Q_PROPERTY(bool searching READ isSearching NOTIFY stateChanged FINAL)

public:
    using RecordListModel::RecordListModel;

    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    [[nodiscard]] QString countText() const override;
    [[nodiscard]] int waiting() const { return m_waiting; }
    [[nodiscard]] bool isSearching() const { return m_searching; }
    /** The source answered at least once since reload(). */
    [[nodiscard]] bool firstPageRead() const { return m_nextPage > 1; }

    /** Reads from the start, for another source: the rows go at once. */
    void reload() override;
    /** Reads from the start; the rows stay until the engine has answered, and also if it does not. */
    Q_INVOKABLE void refresh();
    /** Reads on, page by page, until 100 more rows match, the end, a failure or stopSearch(). */
    Q_INVOKABLE void searchFurther();
    Q_INVOKABLE void stopSearch();
    /** Asks for the first page again and counts what is new, without touching a row. */
    Q_INVOKABLE void poll();
    /** Shows what poll() found: reads from the start. */
    Q_INVOKABLE void showWaiting() { refresh(); }

protected:
    static constexpr int pageSize = 100;
    /** Most records kept in memory; beyond it the list says that older ones are not loaded. */
    static constexpr int memoryLimit = 20'000;

    /** Starts reading a page; its answer calls pageArrived() with the same ticket. */
    virtual void requestPage(int page, int ticket) = 0;
    /** Forgets every record; also begins to read again what does not come from the engine's pages. */
    virtual void clearRecords() = 0;
    [[nodiscard]] bool hasMore() const override;

    struct Arrival {
        int read = 0;  ///< items of the page, readable or not
        int known = 0; ///< items whose id was there already
        qint64 total = -1;
        int pages = -1;
        QList<engine::BrokenRecord> broken;
        QByteArray raw;
    };
    [[nodiscard]] bool isCurrent(int ticket) const { return ticket == m_ticket; }
    [[nodiscard]] bool isPoll(int ticket) const { return ticket == m_pollTicket; }
    /** The records of a page were appended (not for a poll). */
    void pageArrived(const Arrival &arrival);
    void pollArrived(int unknown);
    void pageFailed(const base::Error &error, int ticket);
    /** The first page of a refresh came: the old rows make room. No effect for any other ticket. */
    void replaceIfRefreshed(int ticket);

private:
    void startAgain(int ticket);
    void requestNext();
    void describeGaps();

    int m_ticket = 0;
    int m_pollTicket = -1;
    int m_refreshTicket = -1;
    int m_tickets = 0;
    int m_nextPage = 1;
    int m_pages = -1;
    qint64 m_total = -1;
    int m_waiting = 0;
    bool m_searching = false;
    int m_searchGoal = 0;
    QStringList m_broken;
    QByteArray m_brokenRaw;
    std::optional<base::Error> m_pageError;
    std::optional<base::Error> m_refreshError;
};

/** The typed half: keeps the records of a paged list. */
template<typename T>
class TypedPagedListModel : public PagedListModel
{
public:
    using PagedListModel::PagedListModel;
    [[nodiscard]] const QList<T> &records() const { return m_records; }
    /** The record behind a row, or nullptr. */
    [[nodiscard]] const T *recordAt(int row) const
    {
        const int record = recordOf(row);
        return record < 0 ? nullptr : &m_records.at(record);
    }

protected:
    [[nodiscard]] int recordCount() const override { return int(m_records.size()); }
    void clearRecords() override
    {
        m_records.clear();
        m_ids.clear();
    }

    /**
     * Takes a page in. @p idOf names an item, @p convert makes a record of it or nothing if the item
     * does not belong into this list.
     */
    template<typename Item, typename IdOf, typename Convert>
    void takePage(const base::Result<engine::Page<Item>> &page, int ticket, IdOf idOf, Convert convert)
    {
        if (!page) {
            pageFailed(page.error(), ticket);
            return;
        }
        replaceIfRefreshed(ticket);
        const bool polled = isPoll(ticket);
        if (!polled && !isCurrent(ticket))
            return;
        if (polled) {
            int unknown = 0;
            for (const Item &item : page->items)
                unknown += !m_ids.contains(idOf(item)) && convert(item) ? 1 : 0;
            pollArrived(unknown);
            return;
        }
        Arrival arrival;
        arrival.read = int(page->items.size() + page->broken.size());
        arrival.total = page->total;
        arrival.pages = page->pages;
        arrival.broken = page->broken;
        arrival.raw = page->raw;
        const int first = int(m_records.size());
        for (const Item &item : page->items) {
            const QString id = idOf(item);
            if (m_ids.contains(id)) {
                ++arrival.known;
                continue;
            }
            m_ids.insert(id);
            if (std::optional<T> record = convert(item))
                m_records.append(std::move(*record));
        }
        recordsAppended(first, int(m_records.size()) - first);
        pageArrived(arrival);
    }

    QList<T> m_records;
    QSet<QString> m_ids;
};

} // namespace algenta::console
