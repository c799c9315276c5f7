// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalfile.h"

#include "core/journal/journaldatabase.h"
#include "core/journal/merkletree.h"

#include <optional>
#include <utility>
#include <vector>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

/** The stored hashes of one level of the tree, read alongside the entries. */
struct Level {
    QSqlQuery query;
    qint64 position = -1; ///< where the query stands; -1 at its end
    QByteArray hash;
};

/** A stored hash that waits for its right neighbour. */
struct Pending {
    int level = 0;
    QByteArray hash;
};

class Verifier
{
public:
    Verifier(const QString &path, const std::atomic_bool *cancelled)
        : m_path(path)
        , m_cancelled(cancelled)
    {
    }

    Verdict run();

private:
    void checkStructure();
    void checkDatabase();
    void readEntries();
    void checkRow(qint64 seq, const QSqlQuery &row);
    void checkContent(const Entry &entry, qint64 seq, const QByteArray &storedLeaf,
                      const QByteArray &storedChain);
    void checkTree(qint64 seq, const QByteArray &storedLeaf);
    void checkTreeEnd();
    void skipMissing(qint64 from, qint64 to, FindingKind kind);
    Level *level(int number);
    void advance(Level &level);
    void report(qint64 seq, FindingKind kind, const QString &what)
    {
        m_verdict.findings.append({seq, what, kind});
    }
    bool failed(const base::Error &error);
    void stop(base::ErrorCode code, const QString &message) { m_stopped = base::fail(code, message).value(); }

    QString m_path;
    const std::atomic_bool *m_cancelled;
    std::unique_ptr<JournalDatabase> m_database;
    Verdict m_verdict;
    std::optional<base::Error> m_stopped;

    qint64 m_last = 0;           ///< number of the row before
    QByteArray m_ownChain;       ///< chain value that follows from the bytes of the row before
    QByteArray m_storedChain;    ///< chain value that is stored with the row before
    MerkleTree m_tree;           ///< over the bytes that are there
    bool m_treeWhole = true;     ///< no entry is missing so far
    std::vector<Level> m_levels; ///< 1, 2, 3 …
    std::vector<Pending> m_pending;
};

/** True if verification cannot go on; damage alone is a finding and not a reason to stop. */
bool Verifier::failed(const base::Error &error)
{
    if (error.code != base::ErrorCode::Tampered)
        m_stopped = error;
    return m_stopped.has_value();
}

Verdict Verifier::run()
{
    m_verdict.completeness =
        u"Integrity only: entries that were cut off at the end, and a journal replaced as a whole, cannot be "
        "seen from this file alone. Compare the number of entries and the root with a copy kept elsewhere."_s;
    auto database = JournalDatabase::open(m_path, JournalDatabase::Access::ReadOnly);
    if (!database) {
        m_verdict.error = database.error();
        return m_verdict;
    }
    m_database = std::move(*database);
    if (m_cancelled)
        m_database->setCancelFlag(*m_cancelled);
    if (auto begun = m_database->run(u"BEGIN"_s); !begun) {
        m_verdict.error = begun.error();
        return m_verdict;
    }
    checkStructure();
    if (!m_stopped)
        checkDatabase();
    if (!m_stopped)
        readEntries();
    if (!m_stopped) {
        if (auto there = m_database->checkStillThere(); !there)
            m_stopped = there.error();
    }
    m_levels.clear();
    if (m_stopped) {
        m_verdict.error = m_stopped;
        return m_verdict;
    }
    m_verdict.chain = m_ownChain;
    if (m_treeWhole)
        m_verdict.root = m_tree.root();
    m_verdict.integrity = m_verdict.findings.isEmpty() ? Integrity::Intact : Integrity::Tampered;
    return m_verdict;
}

/** The definitions decide what a filter sees, so they must be those of the format, letter by letter. */
void Verifier::checkStructure()
{
    auto query = m_database->run(u"SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"_s);
    if (!query) {
        if (!failed(query.error()))
            report(0, FindingKind::Unreadable, u"The list of tables cannot be read."_s);
        return;
    }
    QStringList expected = journalSchema();
    for (;;) {
        const auto more = m_database->next(*query);
        if (!more && !failed(more.error()))
            report(0, FindingKind::Unreadable, u"The list of tables cannot be read to its end."_s);
        if (!more || !*more)
            break;
        if (!expected.removeOne(query->value(1).toString()))
            report(0, FindingKind::Structure,
                   u"The database holds “%1”, which is not part of the format."_s.arg(
                       query->value(0).toString()));
    }
    for (const QString &statement : std::as_const(expected))
        report(0, FindingKind::Structure,
               u"The database lacks “%1”."_s.arg(statement.section(u' ', 1, 2).section(u'(', 0, 0)));
}

void Verifier::checkDatabase()
{
    auto query = m_database->run(u"PRAGMA integrity_check(1000)"_s);
    if (!query) {
        if (!failed(query.error()))
            report(0, FindingKind::Unreadable, u"SQLite cannot check the file: "_s + query.error().message);
        return;
    }
    for (;;) {
        const auto more = m_database->next(*query);
        if (!more && !failed(more.error()))
            report(0, FindingKind::Unreadable, u"SQLite cannot check the file to its end."_s);
        if (!more || !*more)
            return;
        const QString line = query->value(0).toString();
        if (line != "ok"_L1)
            report(0, FindingKind::Unreadable, u"SQLite says of the file: %1."_s.arg(line));
    }
}

void Verifier::readEntries()
{
    m_ownChain = m_storedChain = QByteArray(32, '\0');
    qint64 resumeAfter = 0;
    for (;;) {
        auto query = m_database->run(
            u"SELECT seq, body, leaf, chain, typeof(body) FROM entry WHERE seq > ? ORDER BY seq"_s,
            {resumeAfter});
        auto more = query ? m_database->next(*query) : base::Result<bool>(base::fail(query.error()));
        while (more && *more) {
            const qint64 seq = query->value(0).toLongLong();
            if (seq > m_last + 1)
                skipMissing(m_last + 1, seq - 1, FindingKind::Missing);
            checkRow(seq, *query);
            m_last = seq;
            if (m_cancelled && *m_cancelled)
                return stop(base::ErrorCode::Cancelled, u"Verifying the journal was ended before its end."_s);
            more = m_database->next(*query);
        }
        if (more || failed(more.error()))
            break;
        // Damage in the middle: what lies behind it may still be readable.
        query = base::fail(more.error());
        auto behind = m_database->run(u"SELECT seq FROM entry WHERE seq > ? ORDER BY seq DESC"_s, {m_last});
        qint64 first = 0;
        auto step = behind ? m_database->next(*behind) : base::Result<bool>(base::fail(behind.error()));
        while (step && *step) {
            first = behind->value(0).toLongLong();
            step = m_database->next(*behind);
        }
        if (!step && failed(step.error()))
            break;
        if (first <= m_last + 1) {
            report(m_last + 1, FindingKind::Unreadable,
                   u"Nothing can be read after entry %1: the file is damaged there."_s.arg(m_last));
            m_treeWhole = false;
            break;
        }
        skipMissing(m_last + 1, first - 1, FindingKind::Unreadable);
        m_last = resumeAfter = first - 1;
    }
    if (m_stopped)
        return;
    if (m_last == 0)
        report(0, FindingKind::Missing,
               u"There is no entry at all; a journal always holds the one that opened it."_s);
    checkTreeEnd();
}

void Verifier::skipMissing(qint64 from, qint64 to, FindingKind kind)
{
    const bool one = from == to;
    const QString which = one ? u"Entry %1"_s.arg(from) : u"Entries %1 to %2"_s.arg(from).arg(to);
    if (kind == FindingKind::Missing)
        report(from, kind, which + (one ? u" is missing."_s : u" are missing."_s));
    else
        report(from, kind, which + u" cannot be read: the file is damaged there."_s);
    m_treeWhole = false;
    m_ownChain.clear();
    m_storedChain.clear();
}

void Verifier::checkRow(qint64 seq, const QSqlQuery &row)
{
    ++m_verdict.entries;
    const QByteArray body = row.value(1).toByteArray();
    const QByteArray storedLeaf = row.value(2).toByteArray();
    const QByteArray storedChain = row.value(3).toByteArray();
    const QByteArray ownLeaf = leafHash(body);
    const auto parsed = parseEntry(body);
    if (row.value(4).toString() != "blob"_L1)
        report(seq, FindingKind::Malformed, u"Entry %1 is not stored as bytes."_s.arg(seq));
    if (parsed) {
        checkContent(*parsed, seq, storedLeaf, storedChain);
        m_ownChain = parsed->chain;
    } else {
        report(seq, storedLeaf == ownLeaf ? FindingKind::Malformed : FindingKind::Modified,
               u"Entry %1 cannot be read. %2"_s.arg(seq).arg(parsed.error().message));
        m_ownChain = storedChain;
    }
    m_storedChain = storedChain;
    if (m_treeWhole) {
        m_tree.append(ownLeaf);
        checkTree(seq, storedLeaf);
    }
}

void Verifier::checkContent(const Entry &entry, qint64 seq, const QByteArray &storedLeaf,
                            const QByteArray &storedChain)
{
    if (entry.seq != seq)
        report(
            seq, FindingKind::OrderChanged,
            u"In the place of entry %1 stands entry %2: it was moved or copied."_s.arg(seq).arg(entry.seq));
    if (seq == 1 && (entry.draft.kind != EntryKind::JournalOpened ||
                     entry.draft.details[QString(journalIdKey)].toString().isEmpty()))
        report(seq, FindingKind::Malformed, u"The first entry does not open and name the journal."_s);
    if (seq > 1 && entry.draft.kind == EntryKind::JournalOpened)
        report(seq, FindingKind::Malformed, u"Entry %1 opens a journal in the middle of one."_s.arg(seq));

    const bool leafFits = entry.leaf == storedLeaf;
    const bool chainFits = entry.chain == storedChain;
    if (!leafFits && !chainFits)
        report(
            seq, FindingKind::Modified,
            u"Entry %1 was modified: its content fits neither its leaf hash nor its chain value."_s.arg(seq));
    else if (!leafFits)
        report(seq, FindingKind::HashDiffers,
               u"The leaf hash stored with entry %1 is not that of its content."_s.arg(seq));
    else if (!chainFits)
        report(seq, FindingKind::HashDiffers,
               u"The chain value stored with entry %1 does not follow from its content."_s.arg(seq));
    // After a gap there is nothing to compare with; a fault of the entry before is named only there.
    if (!m_ownChain.isEmpty() && entry.previous != m_ownChain && entry.previous != m_storedChain)
        report(seq, FindingKind::OrderChanged, u"Entry %1 does not follow the one before it."_s.arg(seq));
}

Level *Verifier::level(int number)
{
    while (int(m_levels.size()) < number) {
        auto query = m_database->run(u"SELECT position, hash FROM node WHERE level = ? ORDER BY position"_s,
                                     {int(m_levels.size()) + 1});
        if (!query) {
            if (!failed(query.error()))
                report(0, FindingKind::Unreadable, u"The stored tree cannot be read."_s);
            return nullptr;
        }
        m_levels.push_back({std::move(*query), -1, {}});
        advance(m_levels.back());
    }
    return &m_levels[std::size_t(number) - 1];
}

void Verifier::advance(Level &level)
{
    const auto more = m_database->next(level.query);
    if (!more && !failed(more.error()))
        report(0, FindingKind::Unreadable, u"The stored tree cannot be read to its end."_s);
    level.position = more && *more ? level.query.value(0).toLongLong() : -1;
    level.hash = level.position < 0 ? QByteArray() : level.query.value(1).toByteArray();
}

/** Each stored node against its stored children: one changed hash is one finding, not one a level. */
void Verifier::checkTree(qint64 seq, const QByteArray &storedLeaf)
{
    m_pending.push_back({0, storedLeaf});
    while (m_pending.size() > 1 && m_pending[m_pending.size() - 2].level == m_pending.back().level) {
        const Pending right = m_pending.back();
        m_pending.pop_back();
        const Pending left = m_pending.back();
        m_pending.pop_back();
        const int number = right.level + 1;
        const qint64 position = (seq >> number) - 1;
        Level *stored = level(number);
        QByteArray hash = nodeHash(left.hash, right.hash);
        while (stored && stored->position >= 0 && stored->position < position) {
            report(0, FindingKind::Structure, u"The stored tree holds a node that belongs nowhere."_s);
            advance(*stored);
        }
        if (!stored || stored->position != position) {
            report(seq, FindingKind::Missing,
                   u"The stored tree lacks the node over entries %1 to %2."_s.arg((position << number) + 1)
                       .arg(seq));
        } else {
            if (stored->hash != hash)
                report(seq, FindingKind::HashDiffers,
                       u"The stored tree does not match entries %1 to %2."_s.arg((position << number) + 1)
                           .arg(seq));
            hash = stored->hash;
            advance(*stored);
        }
        m_pending.push_back({number, hash});
    }
}

void Verifier::checkTreeEnd()
{
    if (!m_treeWhole)
        return; // what the tree holds beyond a gap cannot be told apart
    auto query = m_database->run(u"SELECT count(*) FROM node WHERE level < 1 OR level > 62 OR position < 0"
                                 " OR (position + 1) > (? >> level)"_s,
                                 {m_last});
    const auto found = query ? m_database->next(*query) : base::Result<bool>(base::fail(query.error()));
    if (!found) {
        if (!failed(found.error()))
            report(0, FindingKind::Unreadable, u"The stored tree cannot be read."_s);
        return;
    }
    if (const qint64 count = query->value(0).toLongLong(); count > 0)
        report(
            m_last + 1, FindingKind::Missing,
            u"The stored tree holds %1 nodes beyond entry %2: entries were cut off at the end."_s.arg(count)
                .arg(m_last));
}

} // namespace

Verdict verifyJournal(const QString &path)
{
    return Verifier(path, nullptr).run();
}

Verdict verifyJournal(const QString &path, const std::atomic_bool &cancelled)
{
    return Verifier(path, &cancelled).run();
}

} // namespace algenta::journal
