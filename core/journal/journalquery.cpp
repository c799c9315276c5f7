// SPDX-License-Identifier: Apache-2.0
#include "core/journal/entryfilter.h"
#include "core/journal/journalfile.h"
#include "core/journal/journalfile_p.h"

#include <QMap>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

bool isOpen(const QList<Entry> &act, qsizetype intent)
{
    bool open = true;
    for (qsizetype i = intent + 1; i < act.size(); ++i) {
        const Draft &draft = act.at(i).draft;
        if (draft.kind == EntryKind::Reconciled) {
            open = false;
        } else if (draft.kind == EntryKind::Outcome) {
            const QString outcome = draft.details[QString(outcomeKey)].toString();
            open = outcome.isEmpty() || outcome == unknownOutcome;
        }
    }
    return open;
}

/** The newest rows that fit, at most @p limit; text is looked for in what is sound. */
base::Result<void> collect(const JournalRecords &records, const EntryQuery &wanted, const QString &text,
                           int limit, QMap<qint64, Entry> &found)
{
    auto query = records.database().run(wanted.sql, wanted.values);
    if (!query)
        return base::fail(query.error());
    for (int count = 0; count < limit;) {
        const auto more = records.database().next(*query);
        if (!more)
            return base::fail(more.error());
        if (!*more)
            break;
        const Entry entry = JournalRecords::entryFromRow(*query);
        if (!text.isEmpty() && entry.fault.isEmpty() && !holdsText(entry, text))
            continue;
        found.insert(entry.seq, entry);
        ++count;
    }
    return {};
}

} // namespace

base::Result<QList<Entry>> JournalFile::page(const EntryFilter &filter, qint64 before, int limit) const
{
    if (limit < 1 || before < 0)
        return invalidInput(u"A page of the journal needs a limit from 1 and a number from 0."_s);
    if (auto there = d->records.database().checkStillThere(); !there)
        return base::fail(there.error());
    QMap<qint64, Entry> found;
    const EntryQuery wanted = queryOf(JournalRecords::columns, filter, before);
    if (auto done = collect(d->records, wanted, filter.text, limit, found); !done)
        return base::fail(done.error());
    if (auto done = collect(d->records, damagedQuery(JournalRecords::columns, before), {}, limit, found);
        !done)
        return base::fail(done.error());
    QList<Entry> entries = found.values();
    std::reverse(entries.begin(), entries.end());
    return entries.mid(0, limit);
}

base::Result<Entry> JournalFile::entry(qint64 seq) const
{
    if (auto there = d->records.database().checkStillThere(); !there)
        return base::fail(there.error());
    const auto found = d->records.entries(u"WHERE seq = ?"_s, {seq});
    if (!found)
        return base::fail(found.error());
    if (found->isEmpty())
        return base::fail(base::ErrorCode::NotFound, u"The journal has no entry %1."_s.arg(seq));
    return found->first();
}

base::Result<QList<Entry>> JournalFile::act(const QString &actId) const
{
    if (auto there = d->records.database().checkStillThere(); !there)
        return base::fail(there.error());
    if (auto readable = d->records.checkNothingUnreadable(); !readable)
        return base::fail(readable.error());
    if (actId.isEmpty())
        return invalidInput(u"Which act? Its id is empty."_s);
    return d->records.soundEntries(u"WHERE act = ? ORDER BY seq"_s, {actId});
}

base::Result<QList<Entry>> JournalFile::openIntents() const
{
    if (auto there = d->records.database().checkStillThere(); !there)
        return base::fail(there.error());
    if (auto readable = d->records.checkNothingUnreadable(); !readable)
        return base::fail(readable.error());
    const auto intents =
        d->records.soundEntries(u"WHERE kind = ? ORDER BY seq"_s, {entryKindName(EntryKind::Intent)});
    if (!intents)
        return intents;
    QList<Entry> open;
    for (const Entry &intent : *intents) {
        const auto act = d->records.soundEntries(u"WHERE act = ? AND seq >= ? ORDER BY seq"_s,
                                                 {intent.draft.actId, intent.seq});
        if (!act)
            return act;
        if (isOpen(*act, 0))
            open.append(intent);
    }
    return open;
}

} // namespace algenta::journal
