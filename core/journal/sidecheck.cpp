// SPDX-License-Identifier: Apache-2.0
#include "core/journal/sidecheck.h"

#include "core/journal/journaldatabase.h"

#include <chrono>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

base::Result<qint64> numberOf(const JournalDatabase &database, const QString &sql,
                              const QVariantList &values = {})
{
    auto query = database.run(sql, values);
    const auto found = query ? database.next(*query) : base::Result<bool>(base::fail(query.error()));
    if (!found)
        return base::fail(found.error());
    return *found ? query->value(0).toLongLong() : 0;
}

} // namespace

base::Result<qint64> nodesBeyond(const JournalDatabase &database, qint64 last, qint64 cut)
{
    return numberOf(database,
                    u"SELECT count(*) FROM node WHERE level < 0 OR level > 62 OR position < 0"
                    " OR (position + 1) > (? >> level) OR (level = 0 AND position + 1 <> ?)"_s,
                    {last, cut});
}

base::Result<qint64> nodesLeft(const JournalDatabase &database, qint64 cut)
{
    return numberOf(database, u"SELECT count(*) FROM node WHERE (position + 1) <= (? >> level)"_s, {cut});
}

SideCheck::SideCheck(const QString &path, const IndexCheck &indexes, qint64 cut)
    : m_reading(
          std::async(std::launch::async, [this, path, &indexes, cut] { return read(path, indexes, cut); }))
{
}

SideCheck::~SideCheck()
{
    m_stop = true;
}

std::optional<SideCheck::Seen> SideCheck::take(const std::atomic_bool *cancelled)
{
    while (m_reading.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
        if (cancelled && *cancelled)
            m_stop = true;
    }
    const base::Result<Seen> seen = m_reading.get();
    return seen ? std::optional<Seen>(*seen) : std::nullopt;
}

base::Result<SideCheck::Seen> SideCheck::read(const QString &path, const IndexCheck &indexes,
                                              qint64 cut) const
{
    const auto opened = JournalDatabase::open(path, JournalDatabase::Access::ReadOnly);
    if (!opened)
        return base::fail(opened.error());
    JournalDatabase &database = **opened;
    database.setCancelFlag(m_stop);
    if (auto begun = database.run(u"BEGIN"_s); !begun)
        return base::fail(begun.error());
    const auto first = numberOf(database, u"SELECT min(seq) FROM entry"_s);
    const auto last = first ? numberOf(database, u"SELECT max(seq) FROM entry"_s) : first;
    if (!last)
        return base::fail(last.error());
    Seen seen;
    seen.first = *first;
    seen.last = *last;
    // Backwards: going on to the next number SQLite takes a short cut and does not search from the top.
    auto rows = database.prepare(u"SELECT sought.seq FROM entry AS walked CROSS JOIN entry AS sought"
                                 " ON sought.seq = walked.seq ORDER BY walked.seq DESC"_s);
    auto more = rows ? rows->step() : base::Result<bool>(base::fail(rows.error()));
    for (; more && *more; more = rows->step())
        ++seen.lookedUp;
    if (!more)
        return base::fail(more.error());
    const auto beyond = nodesBeyond(database, seen.last, cut);
    const auto left = beyond ? nodesLeft(database, cut) : beyond;
    if (!left)
        return base::fail(left.error());
    seen.nodesBeyond = *beyond;
    seen.nodesLeft = *left;
    auto found = indexes.found(database);
    if (!found)
        return base::fail(found.error());
    seen.indexes = *found;
    return seen;
}

} // namespace algenta::journal
