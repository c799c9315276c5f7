// SPDX-License-Identifier: Apache-2.0
#include "core/journal/soundprefix.h"

#include "core/journal/journalrecords.h"
#include "core/journal/journalschema.h"

#include <QHash>

#include <algorithm>
#include <functional>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

/** The entries in a row from @p prefix.last on, given one by one until the first that is not sound. */
base::Result<void> walk(const JournalDatabase &database, SoundPrefix &prefix, QByteArray chain,
                        const std::function<base::Result<void>(const Entry &)> &each)
{
    auto rows = database.prepare(u"SELECT seq, body, leaf, chain FROM entry WHERE seq > ? ORDER BY seq"_s);
    if (!rows)
        return base::fail(rows.error());
    rows->bind(1, prefix.last);
    auto more = rows->step();
    for (; more && *more; more = rows->step()) {
        const qint64 seq = rows->integer(0);
        const auto entry = parseEntry(rows->bytes(1).toByteArray());
        const qint64 next = prefix.last + 1;
        if (seq != next)
            prefix.finding = u"Entry %1 is missing."_s.arg(next);
        else if (!entry || entry->seq != seq || rows->bytes(2) != QByteArrayView(entry->leaf) ||
                 rows->bytes(3) != QByteArrayView(entry->chain))
            prefix.finding = u"Entry %1 was modified."_s.arg(seq);
        else if (entry->previous != chain)
            prefix.finding = u"Entry %1 does not follow the one before it."_s.arg(seq);
        if (!prefix.finding.isEmpty())
            return {};
        if (auto done = each(*entry); !done)
            return done;
        chain = entry->chain;
        prefix.last = seq;
    }
    if (!more && more.error().code != base::ErrorCode::Tampered)
        return base::fail(more.error());
    if (!more)
        prefix.finding = u"Entry %1 cannot be read."_s.arg(prefix.last + 1);
    return {};
}

std::optional<Seam> seamIn(const JournalDatabase &database)
{
    auto rows = database.prepare(
        u"SELECT body, (SELECT min(seq) FROM entry) FROM entry NOT INDEXED WHERE kind = 'segment_cut'"
        " ORDER BY seq DESC LIMIT 1"_s);
    const auto found = rows ? rows->step() : base::Result<bool>(base::fail(rows.error()));
    if (!found || !*found || rows->integer(1) == 1)
        return std::nullopt;
    const auto entry = parseEntry(rows->bytes(0).toByteArray());
    const auto seam = entry ? seamOf(*entry) : base::Result<Seam>(base::fail(entry.error()));
    return seam && seam->size == rows->integer(1) - 1 ? std::optional<Seam>(*seam) : std::nullopt;
}

/** Checkpoints in a row that are whole and signed by a key of the sound entries. */
void readCheckpoints(const JournalDatabase &database, const QList<NoteKey> &keys, SoundPrefix &prefix)
{
    if (database.format() < 2)
        return;
    auto rows = database.prepare(u"SELECT number, size, note FROM checkpoint ORDER BY number"_s);
    auto more = rows ? rows->step() : base::Result<bool>(base::fail(rows.error()));
    qint64 expected = prefix.seam ? prefix.seam->checkpoint : 1;
    for (; more && *more; more = rows->step()) {
        const QByteArray note = rows->bytes(2).toByteArray();
        const auto checkpoint = parseCheckpoint(note);
        const bool sound =
            checkpoint && checkpoint->number == rows->integer(0) && checkpoint->size == rows->integer(1) &&
            checkpoint->number == expected &&
            (prefix.checkpoints.isEmpty() || checkpoint->previous == prefix.checkpoints.last().noteHash()) &&
            checkNote(*parseNote(note), keys) == NoteTrust::Signed;
        if (!sound)
            break;
        prefix.checkpoints.append(*checkpoint);
        ++expected;
    }
    prefix.lostCheckpoints = !more || *more;
}

} // namespace

base::Result<SoundPrefix> findSoundPrefix(const JournalDatabase &damaged)
{
    SoundPrefix prefix;
    prefix.seam = seamIn(damaged);
    MerkleTree tree;
    QByteArray chain(32, '\0');
    QList<NoteKey> keys;
    QList<RecoveredMark> marks;
    qint64 seamEntry = 0;
    if (prefix.seam) {
        prefix.last = prefix.seam->size;
        chain = prefix.seam->chain;
        tree = MerkleTree(prefix.seam->size, prefix.seam->edge);
        keys = prefix.seam->keys;
    }
    QHash<qint64, QByteArray> roots{{prefix.last, tree.root()}};
    const qint64 first = prefix.last + 1;
    const auto walked = walk(damaged, prefix, chain, [&](const Entry &entry) -> base::Result<void> {
        tree.append(entry.leaf);
        roots.insert(entry.seq, tree.root());
        if (entry.draft.kind == EntryKind::SegmentCut)
            seamEntry = entry.seq;
        if (const auto key = signingKeyOf(entry))
            keys.append(*key);
        if (const auto mark = recoveredMarkOf(entry))
            marks.append(*mark);
        return {};
    });
    if (!walked)
        return base::fail(walked.error());
    readCheckpoints(damaged, keys, prefix);
    // Entries that fit each other but not what was sealed are somebody's own: only what is under the
    // last checkpoint that fits is kept.
    qint64 fitting = first - 1;
    for (const Checkpoint &checkpoint : std::as_const(prefix.checkpoints)) {
        const bool putAside = std::any_of(marks.cbegin(), marks.cend(), [&](const RecoveredMark &mark) {
            return checkpoint.number <= mark.lastCheckpoint && checkpoint.size >= mark.firstBad;
        });
        if (putAside || checkpoint.size > prefix.last)
            continue;
        if (roots.value(checkpoint.size) != checkpoint.root) {
            prefix.last = fitting;
            prefix.finding =
                u"The entries after %1 are not those that checkpoint %2 sealed."_s.arg(fitting).arg(
                    checkpoint.number);
            break;
        }
        fitting = checkpoint.size;
    }
    if (prefix.last < first || (prefix.seam && seamEntry > prefix.last) || (prefix.seam && seamEntry == 0))
        return tamperedJournal(u"Not even the beginning of the journal is sound. "_s + prefix.finding);
    auto count = damaged.prepare(u"SELECT count(*) FROM entry NOT INDEXED WHERE seq > ?"_s);
    if (count) {
        count->bind(1, prefix.last);
        if (const auto found = count->step(); found && *found)
            prefix.dropped = count->integer(0);
    }
    return prefix;
}

base::Result<void> copySoundPrefix(const JournalDatabase &damaged, const SoundPrefix &prefix,
                                   const JournalDatabase &fresh)
{
    const QString trigger = u"CREATE TRIGGER entry_append "_s;
    for (const QString &sql : {u"BEGIN IMMEDIATE"_s, u"DROP TRIGGER entry_append"_s}) {
        if (auto done = fresh.run(sql); !done)
            return base::fail(done.error());
    }
    const auto node = [&](const TreeNode &stored) -> base::Result<void> {
        auto done = fresh.run(u"INSERT INTO node(level, position, hash) VALUES (?, ?, ?)"_s,
                              {stored.level, stored.position, stored.hash});
        return done ? base::Result<void>() : base::fail(done.error());
    };
    MerkleTree tree;
    SoundPrefix copied;
    QByteArray chain(32, '\0');
    if (prefix.seam) {
        copied.last = prefix.seam->size;
        chain = prefix.seam->chain;
        tree = MerkleTree(prefix.seam->size, prefix.seam->edge);
        QList<TreeNode> edge = MerkleTree::edgeNodes(prefix.seam->size);
        for (qsizetype i = 0; i < edge.size(); ++i) {
            edge[i].hash = prefix.seam->edge.at(i);
            if (auto done = node(edge.at(i)); !done)
                return done;
        }
    }
    const auto copy = [&](const Entry &entry) -> base::Result<void> {
        if (entry.seq > prefix.last)
            return {};
        if (auto done = fresh.run(u"INSERT INTO entry(seq, body, leaf, chain) VALUES (?, ?, ?, ?)"_s,
                                  {entry.seq, entry.bytes, entry.leaf, entry.chain});
            !done)
            return base::fail(done.error());
        const QList<TreeNode> nodes = tree.append(entry.leaf);
        for (const TreeNode &stored : nodes) {
            if (auto done = node(stored); !done)
                return done;
        }
        return {};
    };
    if (auto walked = walk(damaged, copied, chain, copy); !walked)
        return walked;
    QList<std::pair<QString, QVariantList>> statements;
    for (const Checkpoint &checkpoint : prefix.checkpoints)
        statements.append({u"INSERT INTO checkpoint(number, size, note) VALUES (?, ?, ?)"_s,
                           {checkpoint.number, checkpoint.size, checkpoint.note}});
    for (const QString &statement : journalSchema(newestFormat)) {
        if (statement.startsWith(trigger))
            statements.append({statement, {}});
    }
    statements.append({u"COMMIT"_s, {}});
    for (const auto &[sql, values] : std::as_const(statements)) {
        if (auto done = fresh.run(sql, values); !done)
            return base::fail(done.error());
    }
    return {};
}

} // namespace algenta::journal
