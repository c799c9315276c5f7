// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/journalreader.h"

#include "core/base/ondone.h"

#include <algorithm>
#include <memory>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using EntriesResult = base::Result<QList<journal::Entry>>;

namespace
{

constexpr int pageSize = 500;

/** Reads page after page; deletes itself with the last one. */
class PagedReading : public QObject
{
public:
    PagedReading(journal::JournalService &journal, journal::EntryFilter filter)
        : QObject(&journal)
        , m_journal(journal)
        , m_filter(std::move(filter))
    {
        m_promise.start();
    }
    ~PagedReading() override
    {
        if (!m_done)
            finish(base::fail(base::ErrorCode::Cancelled, u"The journal was closed before it was read."_s));
    }
    QFuture<EntriesResult> future() { return m_promise.future(); }
    void next(qint64 before)
    {
        base::onDone(m_journal.page(m_filter, before, pageSize), this,
                     [this](const EntriesResult &page) { take(page); });
    }

private:
    void take(const EntriesResult &page)
    {
        if (!page) {
            end(page);
            return;
        }
        for (const journal::Entry &entry : *page) {
            if (!entry.fault.isEmpty()) {
                end(base::fail(damagedEntry(entry)));
                return;
            }
        }
        m_entries.append(*page);
        if (page->size() == pageSize && page->last().seq > 1) {
            next(page->last().seq);
            return;
        }
        std::reverse(m_entries.begin(), m_entries.end());
        end(m_entries);
    }
    void end(EntriesResult result)
    {
        finish(std::move(result));
        deleteLater();
    }
    void finish(EntriesResult result)
    {
        m_done = true;
        m_promise.addResult(std::move(result));
        m_promise.finish();
    }

    journal::JournalService &m_journal;
    journal::EntryFilter m_filter;
    QPromise<EntriesResult> m_promise;
    QList<journal::Entry> m_entries;
    bool m_done = false;
};

} // namespace

base::Error damagedEntry(const journal::Entry &entry)
{
    base::Error error;
    error.code = base::ErrorCode::Tampered;
    error.message =
        u"Entry %1 of the journal is damaged, so it cannot be told what is allowed. %2"_s.arg(entry.seq).arg(
            entry.fault);
    error.remedy = u"Verify the journal. Nothing can be armed before it is whole or set aside."_s;
    return error;
}

QFuture<EntriesResult> readEntries(journal::JournalService &journal, const journal::EntryFilter &filter)
{
    auto *reading = new PagedReading(journal, filter);
    QFuture<EntriesResult> future = reading->future();
    reading->next(0);
    return future;
}

} // namespace algenta::breakglass
