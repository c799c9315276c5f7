// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalfile.h"

#include "core/base/redaction.h"
#include "core/journal/journalfile_p.h"
#include "core/journal/journalfolder.h"

#include <QFileInfo>
#include <QUuid>

#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

bool belongsToAct(EntryKind kind)
{
    return kind == EntryKind::Intent || kind == EntryKind::Outcome || kind == EntryKind::Reconciled;
}

base::Result<void> checkDraft(const Draft &draft)
{
    if (belongsToAct(draft.kind) && draft.actId.isEmpty())
        return invalidInput(u"An intent, an outcome and a reconciliation must name their act."_s);
    // SQLite would cut an index value at a NUL, and a filter would then see something else.
    for (const QString &text : {draft.engine, draft.subject, draft.actId}) {
        if (text.contains(QChar(0)))
            return invalidInput(u"An engine, a subject or an act must not hold the character U+0000."_s);
    }
    return {};
}

} // namespace

base::Result<void> JournalFile::Private::checkPlace(const Draft &draft, qint64 size) const
{
    if ((draft.kind == EntryKind::JournalOpened) != (size == 0))
        return size == 0 ? base::Result<void>(tamperedJournal(u"The journal has lost all its entries."_s))
                         : base::Result<void>(invalidInput(u"Only the first entry opens a journal."_s));
    if (draft.kind != EntryKind::Intent)
        return {};
    auto query = records.database().run(u"SELECT seq FROM entry WHERE act = ? AND kind = ? LIMIT 1"_s,
                                        {draft.actId, entryKindName(EntryKind::Intent)});
    if (!query)
        return base::fail(query.error());
    const auto found = records.database().next(*query);
    if (!found)
        return base::fail(found.error());
    if (*found)
        return invalidInput(u"This act already has an intent: every attempt needs an id of its own."_s);
    return {};
}

base::Result<void> JournalFile::Private::checkWritable() const
{
    if (!writable)
        return base::fail(base::ErrorCode::StorageReadOnly, u"The journal was opened for reading only."_s);
    return records.database().checkStillThere();
}

base::Result<void> JournalFile::Private::prepare()
{
    if (m_statements)
        return {};
    Statements statements;
    const std::pair<Statement *, QString> wanted[] = {
        {&statements.begin, u"BEGIN IMMEDIATE"_s},
        {&statements.commit, u"COMMIT"_s},
        {&statements.insertEntry, u"INSERT INTO entry(seq, body, leaf, chain) VALUES (?, ?, ?, ?)"_s},
        {&statements.insertNode, u"INSERT INTO node(level, position, hash) VALUES (?, ?, ?)"_s},
    };
    for (const auto &[statement, sql] : wanted) {
        auto prepared = records.database().prepare(sql);
        if (!prepared)
            return base::fail(prepared.error());
        *statement = std::move(*prepared);
    }
    m_statements.emplace(std::move(statements));
    return {};
}

base::Result<void> JournalFile::Private::begin()
{
    if (auto prepared = prepare(); !prepared)
        return prepared;
    return m_statements->begin.execute();
}

base::Result<void> JournalFile::Private::commit()
{
    return m_statements->commit.execute();
}

void JournalFile::Private::rollBack()
{
    // Fails only where SQLite has rolled back by itself.
    static_cast<void>(records.database().run(u"ROLLBACK"_s));
}

base::Result<std::pair<Entry, Tail>> JournalFile::Private::put(const Draft &draft)
{
    auto last = records.tail();
    if (!last)
        return base::fail(last.error());
    if (auto place = checkPlace(draft, last->size); !place)
        return base::fail(place.error());
    const auto bytes = canonicalBytes(last->size + 1, clock.now(), draft, last->chain);
    if (!bytes)
        return base::fail(bytes.error());
    if (base::redact(*bytes) != *bytes)
        return invalidInput(u"The entry looks like it holds a key. Nothing was recorded."_s);
    // What cannot be read back must not get in.
    auto entry = parseEntry(*bytes);
    if (!entry)
        return invalidInput(u"The entry cannot be recorded: "_s + entry.error().message);
    const QList<TreeNode> nodes = last->tree.append(entry->leaf);
    if (auto stored = store(*entry, nodes); !stored)
        return base::fail(stored.error());
    Tail next{entry->seq, entry->chain, last->tree};
    return std::pair(std::move(*entry), std::move(next));
}

base::Result<void> JournalFile::Private::store(const Entry &entry, const QList<TreeNode> &nodes)
{
    Statement &row = m_statements->insertEntry;
    row.bind(1, entry.seq);
    row.bind(2, QByteArrayView(entry.bytes));
    row.bind(3, QByteArrayView(entry.leaf));
    row.bind(4, QByteArrayView(entry.chain));
    if (auto done = row.execute(); !done)
        return done;
    for (const TreeNode &node : nodes) {
        Statement &inner = m_statements->insertNode;
        inner.bind(1, qint64(node.level));
        inner.bind(2, node.position);
        inner.bind(3, QByteArrayView(node.hash));
        if (auto done = inner.execute(); !done)
            return done;
    }
    return records.database().checkStillThere();
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
    if (auto named = file->d->records.readIdentity(); !named)
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
    if (auto named = file->d->records.readIdentity();
        !named && named.error().code != base::ErrorCode::Tampered)
        return base::fail(named.error());
    return file;
}

base::Result<Entry> JournalFile::append(const Draft &draft)
{
    if (auto ready = d->checkWritable(); !ready)
        return base::fail(ready.error());
    if (auto usable = checkDraft(draft); !usable)
        return base::fail(usable.error());
    if (auto begun = d->begin(); !begun)
        return base::fail(begun.error());
    auto stored = d->put(draft);
    if (stored) {
        if (auto done = d->commit(); !done)
            stored = base::fail(done.error());
    }
    if (!stored) {
        d->rollBack();
        return base::fail(stored.error());
    }
    d->records.setTail(stored->second);
    return std::move(stored->first);
}

base::Result<Head> JournalFile::head() const
{
    if (auto there = d->records.database().checkStillThere(); !there)
        return base::fail(there.error());
    const auto tail = d->records.tail();
    if (!tail)
        return base::fail(tail.error());
    return Head{tail->size, tail->chain, tail->tree.root(), d->records.journalId()};
}

QString JournalFile::path() const
{
    return d->records.database().path();
}

const JournalRecords &JournalFile::records() const
{
    return d->records;
}

} // namespace algenta::journal
