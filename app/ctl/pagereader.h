// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/record.h"
#include "core/engine/records.h"

#include <QSet>

#include <utility>

namespace algenta::ctl
{

/** Items that could not be read, their index counted over all pages. */
[[nodiscard]] base::Json brokenRecordsJson(const QList<engine::BrokenRecord> &broken, qint64 firstIndex);

/**
 * Keeps count over the pages of a list that has page numbers only, and may grow or shrink while it
 * is read: a record pushed to the next page is taken once, a list that became shorter is said.
 */
class PageReader
{
public:
    static constexpr int pageSize = 100;

    [[nodiscard]] int page() const { return m_page; }

    /** The part of the list that a page adds, and the step to the next page. */
    template<typename T, typename ToRecord>
    [[nodiscard]] Batch take(const engine::Page<T> &page, ToRecord toRecord)
    {
        Batch batch;
        QSet<QString> ids;
        for (const T &item : page.items) {
            ids.insert(item.id);
            if (m_previousIds.contains(item.id))
                continue;
            if (std::optional<Record> record = toRecord(item))
                batch.records.append(std::move(*record));
        }
        batch.broken = brokenRecordsJson(page.broken, qint64(m_page - 1) * pageSize);
        const qsizetype count = page.items.size() + page.broken.size();
        const bool repeated = !ids.isEmpty() && ids == m_previousIds;
        step(batch, page.total, page.pages, count, repeated);
        m_previousIds = std::move(ids);
        return batch;
    }

private:
    void step(Batch &batch, qint64 total, int pages, qsizetype count, bool repeated);

    int m_page = 1;
    qint64 m_total = -1;
    qint64 m_read = 0;
    QSet<QString> m_previousIds;
};

} // namespace algenta::ctl
