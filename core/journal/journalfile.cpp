// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalfile.h"

#include "core/base/redaction.h"
#include "core/journal/entryfilter.h"
#include "core/journal/journaldatabase.h"
#include "core/journal/journalfolder.h"
#include "core/journal/merkletree.h"

#include <QFileInfo>
#include <QMap>
#include <QUuid>

#include <algorithm>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

constexpr auto columns = "SELECT seq, body, leaf, chain FROM entry "_L1;

tl::unexpected<base::Error> invalid(const QString &message)
{
    return base::fail(base::ErrorCode::InvalidInput, message);
}

tl::unexpected<base::Error> tampered(const QString &message)
{
    return base::fail(
        base::ErrorCode::Tampered, message,
        u"Keep the file as it is and verify the journal. To go on, move it aside, so that a new "
        "journal is started."_s);
}

bool belongsToAct(EntryKind kind)
{
    return kind == EntryKind::Intent || kind == EntryKind::Outcome || kind == EntryKind::Reconciled;
}

base::Result<void> checkDraft(const Draft &draft)
{
    if (belongsToAct(draft.kind) && draft.actId.isEmpty())
        return invalid(u"An intent, an outcome and a reconciliation must name their act."_s);
    // SQLite would cut an index value at a NUL, and a filter would then see something else.
    for (const QString &text : {draft.engine, draft.subject, draft.actId}) {
        if (text.contains(QChar(0)))
            return invalid(u"An engine, a subject or an act must not hold the character U+0000."_s);
    }
    return {};
}

Entry entryFromRow(const QSqlQuery &row)
{
    const auto seq = row.value(0).toLongLong();
    const QByteArray body = row.value(1).toByteArray();
    const QByteArray leaf = row.value(2).toByteArray();
    const QByteArray chain = row.value(3).toByteArray();
    Entry entry;
    if (auto parsed = parseEntry(body)) {
        entry = *parsed;
        if (entry.seq != seq)
            entry.fault = u"Here stands what was recorded as entry %1."_s.arg(entry.seq);
        else if (entry.leaf != leaf || entry.chain != chain)
            entry.fault = u"The content does not match the hashes that were stored with it."_s;
    } else {
        entry.fault = u"The stored bytes are damaged: "_s + parsed.error().message;
    }
    entry.seq = seq;
    entry.bytes = body;
    entry.leaf = leaf;
    entry.chain = chain;
    return entry;
}

struct Tail {
    qint64 size = 0;
    QByteArray chain = QByteArray(32, '\0');
    MerkleTree tree;
};

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

} // namespace

class JournalFile::Private
{
public:
    Private(std::unique_ptr<JournalDatabase> openDatabase, const base::Clock &machineClock)
        : database(std::move(openDatabase))
        , clock(machineClock)
    {
    }

    base::Result<void> readJournalId();
    base::Result<Tail> tail() const;
    base::Result<QByteArray> storedHash(const TreeNode &node) const;
    base::Result<Entry> appendInTransaction(const Draft &draft);
    base::Result<void> checkPlace(const Draft &draft, qint64 size) const;
    base::Result<void> store(const Entry &entry, const QList<TreeNode> &nodes);
    base::Result<void> checkNothingUnreadable() const;
    base::Result<QList<Entry>> soundEntries(const QString &sql, const QVariantList &values) const;
    base::Result<void> collect(const QString &sql, const QVariantList &values, const QString &text, int limit,
                               QMap<qint64, Entry> &found) const;

    std::unique_ptr<JournalDatabase> database;
    const base::Clock &clock;
    QString journalId;
    mutable Tail known; ///< as last seen; only used while size and chain still fit
    bool writable = false;
};

base::Result<void> JournalFile::Private::readJournalId()
{
    auto query = database->run(columns + u"WHERE seq = 1"_s);
    if (!query)
        return base::fail(query.error());
    const auto found = database->next(*query);
    if (!found)
        return base::fail(found.error());
    if (*found) {
        const Entry first = entryFromRow(*query);
        if (first.fault.isEmpty() && first.draft.kind == EntryKind::JournalOpened)
            journalId = first.draft.details[QString(journalIdKey)].toString();
    }
    if (journalId.isEmpty())
        return tampered(u"The first entry of the journal %1, which names it, is missing or damaged."_s.arg(
            database->path()));
    return {};
}

base::Result<QByteArray> JournalFile::Private::storedHash(const TreeNode &node) const
{
    auto query = node.level == 0
                     ? database->run(u"SELECT leaf FROM entry WHERE seq = ?"_s, {node.position + 1})
                     : database->run(u"SELECT hash FROM node WHERE level = ? AND position = ?"_s,
                                     {node.level, node.position});
    if (!query)
        return base::fail(query.error());
    const auto found = database->next(*query);
    if (!found)
        return base::fail(found.error());
    const QByteArray hash = *found ? query->value(0).toByteArray() : QByteArray();
    if (hash.size() != 32)
        return tampered(u"The stored tree of the journal %1 has a hole."_s.arg(database->path()));
    return hash;
}

base::Result<Tail> JournalFile::Private::tail() const
{
    auto query = database->run(columns + u"ORDER BY seq DESC LIMIT 1"_s);
    if (!query)
        return base::fail(query.error());
    const auto found = database->next(*query);
    if (!found)
        return base::fail(found.error());
    if (!*found)
        return Tail();
    const Entry last = entryFromRow(*query);
    if (last.seq == known.size && last.chain == known.chain)
        return known;
    if (!last.fault.isEmpty())
        return tampered(u"The last entry (%1) of the journal %2 is damaged. %3"_s.arg(last.seq).arg(
            database->path(), last.fault));
    QList<QByteArray> edge;
    for (const TreeNode &node : MerkleTree::edgeNodes(last.seq)) {
        auto hash = storedHash(node);
        if (!hash)
            return base::fail(hash.error());
        edge.append(*hash);
    }
    known = {last.seq, last.chain, MerkleTree(last.seq, edge)};
    return known;
}

base::Result<void> JournalFile::Private::checkPlace(const Draft &draft, qint64 size) const
{
    if ((draft.kind == EntryKind::JournalOpened) != (size == 0))
        return size == 0 ? base::Result<void>(tampered(u"The journal has lost all its entries."_s))
                         : base::Result<void>(invalid(u"Only the first entry opens a journal."_s));
    if (draft.kind != EntryKind::Intent)
        return {};
    auto query = database->run(u"SELECT seq FROM entry WHERE act = ? AND kind = ? LIMIT 1"_s,
                               {draft.actId, entryKindName(EntryKind::Intent)});
    if (!query)
        return base::fail(query.error());
    const auto found = database->next(*query);
    if (!found)
        return base::fail(found.error());
    if (*found)
        return invalid(u"This act already has an intent: every attempt needs an id of its own."_s);
    return {};
}

base::Result<Entry> JournalFile::Private::appendInTransaction(const Draft &draft)
{
    auto last = tail();
    if (!last)
        return base::fail(last.error());
    if (auto place = checkPlace(draft, last->size); !place)
        return base::fail(place.error());
    const auto bytes = canonicalBytes(last->size + 1, clock.now(), draft, last->chain);
    if (!bytes)
        return base::fail(bytes.error());
    if (base::redact(*bytes) != *bytes)
        return invalid(u"The entry looks like it holds a key. Nothing was recorded."_s);
    // What cannot be read back must not get in.
    auto entry = parseEntry(*bytes);
    if (!entry)
        return invalid(u"The entry cannot be recorded: "_s + entry.error().message);
    const QList<TreeNode> nodes = last->tree.append(entry->leaf);
    if (auto stored = store(*entry, nodes); !stored)
        return base::fail(stored.error());
    if (auto done = database->run(u"COMMIT"_s); !done)
        return base::fail(done.error());
    known = {entry->seq, entry->chain, last->tree};
    return entry;
}

base::Result<void> JournalFile::Private::store(const Entry &entry, const QList<TreeNode> &nodes)
{
    if (auto done = database->run(u"INSERT INTO entry(seq, body, leaf, chain) VALUES (?, ?, ?, ?)"_s,
                                  {entry.seq, entry.bytes, entry.leaf, entry.chain});
        !done)
        return base::fail(done.error());
    for (const TreeNode &node : nodes) {
        if (auto done = database->run(u"INSERT INTO node(level, position, hash) VALUES (?, ?, ?)"_s,
                                      {node.level, node.position, node.hash});
            !done)
            return base::fail(done.error());
    }
    return database->checkStillThere();
}

base::Result<void> JournalFile::Private::checkNothingUnreadable() const
{
    auto query = database->run(u"SELECT seq FROM entry WHERE kind IS NULL LIMIT 1"_s);
    if (!query)
        return base::fail(query.error());
    const auto found = database->next(*query);
    if (!found)
        return base::fail(found.error());
    if (*found)
        return tampered(u"Entry %1 of the journal is damaged, so it cannot be told what it recorded."_s.arg(
            query->value(0).toLongLong()));
    return {};
}

base::Result<QList<Entry>> JournalFile::Private::soundEntries(const QString &sql,
                                                              const QVariantList &values) const
{
    auto query = database->run(columns + sql, values);
    if (!query)
        return base::fail(query.error());
    QList<Entry> entries;
    for (;;) {
        const auto more = database->next(*query);
        if (!more)
            return base::fail(more.error());
        if (!*more)
            return entries;
        entries.append(entryFromRow(*query));
        if (!entries.last().fault.isEmpty())
            return tampered(u"Entry %1 of the journal is damaged. %2"_s.arg(entries.last().seq)
                                .arg(entries.last().fault));
    }
}

base::Result<void> JournalFile::Private::collect(const QString &sql, const QVariantList &values,
                                                 const QString &text, int limit,
                                                 QMap<qint64, Entry> &found) const
{
    auto query = database->run(columns + sql + u"ORDER BY seq DESC"_s, values);
    if (!query)
        return base::fail(query.error());
    for (int count = 0; count < limit;) {
        const auto more = database->next(*query);
        if (!more)
            return base::fail(more.error());
        if (!*more)
            break;
        const Entry entry = entryFromRow(*query);
        if (!text.isEmpty() && entry.fault.isEmpty() && !holdsText(entry, text))
            continue;
        found.insert(entry.seq, entry);
        ++count;
    }
    return {};
}

JournalFile::JournalFile(std::unique_ptr<Private> state)
    : d(std::move(state))
{
}

JournalFile::~JournalFile() = default;

base::Result<std::unique_ptr<JournalFile>> JournalFile::open(const QString &path, const base::Clock &clock)
{
    const QFileInfo info(path);
    if (!info.exists() && !info.isSymbolicLink()) {
        if (auto created = create(info.absoluteFilePath(), clock); !created)
            return base::fail(created.error());
    }
    auto database = JournalDatabase::open(info.absoluteFilePath(), JournalDatabase::Access::ReadWrite);
    if (!database)
        return base::fail(database.error());
    std::unique_ptr<JournalFile> file(
        new JournalFile(std::make_unique<Private>(std::move(*database), clock)));
    file->d->writable = true;
    if (auto named = file->d->readJournalId(); !named)
        return base::fail(named.error());
    return file;
}

base::Result<void> JournalFile::create(const QString &path, const base::Clock &clock)
{
    if (QFileInfo::exists(path + u"-wal"_s))
        return base::fail(base::ErrorCode::StorageFailed,
                          u"The journal %1 is gone, but its write-ahead log is still there."_s.arg(path),
                          u"Put the journal file back, or move the -wal and -shm files aside too."_s);
    if (auto folder = makeFolder(path); !folder)
        return folder;
    const QString temporary = path + u".new-"_s + QUuid::createUuid().toString(QUuid::WithoutBraces);
    base::Result<void> result;
    if (auto database = JournalDatabase::create(temporary)) {
        JournalFile file(std::make_unique<Private>(std::move(*database), clock));
        file.d->writable = true;
        const QString id = QString::fromLatin1(QUuid::createUuid().toRfc4122().toHex());
        const auto opened =
            file.append({EntryKind::JournalOpened,
                         systemActor(),
                         {},
                         {},
                         {},
                         base::Json::object({{QString(journalIdKey), base::Json::string(id)}})});
        if (!opened)
            result = base::fail(opened.error());
    } else {
        result = base::fail(database.error());
    }
    if (result)
        result = publishFile(temporary, path);
    removeDatabase(temporary);
    return result;
}

base::Result<std::unique_ptr<JournalFile>> JournalFile::openReadOnly(const QString &path,
                                                                     const base::Clock &clock)
{
    auto database = JournalDatabase::open(path, JournalDatabase::Access::ReadOnly);
    if (!database)
        return base::fail(database.error());
    std::unique_ptr<JournalFile> file(
        new JournalFile(std::make_unique<Private>(std::move(*database), clock)));
    // A damaged first entry must not keep the others from being read.
    if (auto named = file->d->readJournalId(); !named && named.error().code != base::ErrorCode::Tampered)
        return base::fail(named.error());
    return file;
}

base::Result<Entry> JournalFile::append(const Draft &draft)
{
    if (!d->writable)
        return base::fail(base::ErrorCode::StorageReadOnly, u"The journal was opened for reading only."_s);
    if (auto usable = checkDraft(draft); !usable)
        return base::fail(usable.error());
    if (auto there = d->database->checkStillThere(); !there)
        return base::fail(there.error());
    if (auto begun = d->database->run(u"BEGIN IMMEDIATE"_s); !begun)
        return base::fail(begun.error());
    auto entry = d->appendInTransaction(draft);
    if (!entry)
        static_cast<void>(
            d->database->run(u"ROLLBACK"_s)); // fails only where SQLite has rolled back by itself
    return entry;
}

base::Result<Head> JournalFile::head() const
{
    if (auto there = d->database->checkStillThere(); !there)
        return base::fail(there.error());
    const auto tail = d->tail();
    if (!tail)
        return base::fail(tail.error());
    return Head{tail->size, tail->chain, tail->tree.root(), d->journalId};
}

base::Result<QList<Entry>> JournalFile::page(const EntryFilter &filter, qint64 before, int limit) const
{
    if (limit < 1 || before < 0)
        return invalid(u"A page of the journal needs a limit from 1 and a number from 0."_s);
    if (auto there = d->database->checkStillThere(); !there)
        return base::fail(there.error());
    QMap<qint64, Entry> found;
    const Condition condition = conditionOf(filter, before);
    if (auto done = d->collect(condition.clause(), condition.values, filter.text, limit, found); !done)
        return base::fail(done.error());
    Condition damaged = conditionOf({}, before);
    damaged.terms << u"kind IS NULL"_s;
    if (auto done = d->collect(damaged.clause(), damaged.values, {}, limit, found); !done)
        return base::fail(done.error());
    QList<Entry> entries = found.values();
    std::reverse(entries.begin(), entries.end());
    return entries.mid(0, limit);
}

base::Result<Entry> JournalFile::entry(qint64 seq) const
{
    if (auto there = d->database->checkStillThere(); !there)
        return base::fail(there.error());
    auto query = d->database->run(columns + u"WHERE seq = ?"_s, {seq});
    if (!query)
        return base::fail(query.error());
    const auto found = d->database->next(*query);
    if (!found)
        return base::fail(found.error());
    if (!*found)
        return base::fail(base::ErrorCode::NotFound, u"The journal has no entry %1."_s.arg(seq));
    return entryFromRow(*query);
}

base::Result<QList<Entry>> JournalFile::act(const QString &actId) const
{
    if (auto there = d->database->checkStillThere(); !there)
        return base::fail(there.error());
    if (auto readable = d->checkNothingUnreadable(); !readable)
        return base::fail(readable.error());
    if (actId.isEmpty())
        return invalid(u"Which act? Its id is empty."_s);
    return d->soundEntries(u"WHERE act = ? ORDER BY seq"_s, {actId});
}

base::Result<QList<Entry>> JournalFile::openIntents() const
{
    if (auto there = d->database->checkStillThere(); !there)
        return base::fail(there.error());
    if (auto readable = d->checkNothingUnreadable(); !readable)
        return base::fail(readable.error());
    const auto intents =
        d->soundEntries(u"WHERE kind = ? ORDER BY seq"_s, {entryKindName(EntryKind::Intent)});
    if (!intents)
        return intents;
    QList<Entry> open;
    for (const Entry &intent : *intents) {
        const auto act =
            d->soundEntries(u"WHERE act = ? AND seq >= ? ORDER BY seq"_s, {intent.draft.actId, intent.seq});
        if (!act)
            return act;
        if (isOpen(*act, 0))
            open.append(intent);
    }
    return open;
}

QString JournalFile::path() const
{
    return d->database->path();
}

} // namespace algenta::journal
