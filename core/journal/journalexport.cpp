// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalexport.h"

#include "core/base/jsonwriter.h"
#include "core/journal/journalrecords.h"

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

QByteArray line(std::initializer_list<std::pair<QString, QString>> members)
{
    base::Json object = base::Json::object();
    for (const auto &[key, value] : members)
        object.set(key, base::Json::string(value));
    return base::writeJson(object) + '\n';
}

tl::unexpected<base::Error> ended()
{
    return base::fail(base::ErrorCode::Cancelled, u"The export was ended before it was complete."_s);
}

} // namespace

base::Result<void> exportJournal(const JournalFile &file, qint64 first, qint64 last, const LineSink &sink)
{
    const JournalRecords &records = file.records();
    const auto head = file.head();
    if (!head && head.error().code != base::ErrorCode::Tampered)
        return base::fail(head.error());
    const qint64 end = last > 0 ? last : head ? head->size : 0;
    if (!sink(line({{u"format"_s, u"algenta.journal-export/1"_s},
                    {QString(journalIdKey), records.journalId()},
                    {u"first"_s, QString::number(first)},
                    {u"last"_s, QString::number(end)}})))
        return ended();
    auto rows = records.database().prepare(
        u"SELECT seq, body FROM entry WHERE seq >= ? AND (seq <= ? OR ? = 0) ORDER BY seq"_s);
    if (!rows)
        return base::fail(rows.error());
    rows->bind(1, first);
    rows->bind(2, end);
    rows->bind(3, end);
    auto more = rows->step();
    while (more && *more) {
        if (!sink(line({{u"seq"_s, QString::number(rows->integer(0))},
                        {u"entry"_s, QString::fromLatin1(rows->bytes(1).toByteArray().toBase64())}})))
            return ended();
        more = rows->step();
    }
    if (!more)
        return base::fail(more.error());
    if (records.database().format() < 2)
        return {};
    auto notes = records.database().prepare(
        u"SELECT number, note FROM checkpoint WHERE size >= ? AND (size <= ? OR ? = 0) ORDER BY number"_s);
    if (!notes)
        return base::fail(notes.error());
    notes->bind(1, first);
    notes->bind(2, end);
    notes->bind(3, end);
    more = notes->step();
    while (more && *more) {
        if (!sink(line({{u"checkpoint"_s, QString::number(notes->integer(0))},
                        {u"note"_s, QString::fromUtf8(notes->bytes(1).toByteArray())}})))
            return ended();
        more = notes->step();
    }
    return more ? base::Result<void>() : base::fail(more.error());
}

} // namespace algenta::journal
