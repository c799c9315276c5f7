// SPDX-License-Identifier: Apache-2.0
#include "core/journal/verifier.h"

#include "core/journal/journalschema.h"

#include <algorithm>
#include <functional>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

Verifier::Verifier(const QString &path, const std::atomic_bool *cancelled, const VerifyOptions &options)
    : m_path(path)
    , m_cancelled(cancelled)
    , m_options(options)
{
}

/** True if verification cannot go on; damage alone is a finding and not a reason to stop. */
bool Verifier::failed(const base::Error &error)
{
    if (error.code != base::ErrorCode::Tampered)
        m_stopped = error;
    return m_stopped.has_value();
}

Verdict Verifier::run()
{
    // Before the snapshot: a checkpoint is on the disk before its seal key is advanced.
    if (!m_options.sealPath.isEmpty())
        m_sealState = SealFile::state(m_options.sealPath);
    auto database = JournalDatabase::open(m_path, JournalDatabase::Access::ReadOnly);
    if (!database) {
        m_stopped = database.error();
        conclude();
        return m_verdict;
    }
    m_database = std::move(*database);
    if (m_cancelled)
        m_database->setCancelFlag(*m_cancelled);
    if (auto begun = m_database->run(u"BEGIN"_s); !begun)
        m_stopped = begun.error();
    const std::function<void()> steps[] = {
        [this] { checkStructure(); },
        [this] { readCheckpoints(); },
        [this] { findSeam(); },
        [this] { startSideCheck(); },
        [this] { readEntries(); },
        [this] { finishSideCheck(); },
        [this] { checkIndexes(); },
        [this] { checkCheckpoints(); },
        [this] { checkAnchors(); },
        [this] {
            if (auto there = m_database->checkStillThere(); !there)
                m_stopped = there.error();
        },
    };
    for (const auto &step : steps) {
        if (!m_stopped)
            step();
    }
    m_side.reset();
    m_levels.clear();
    conclude();
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
    QStringList expected = journalSchema(m_database->format());
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

/**
 * Entries and tree have been read to their ends by now. Where all of it fits, the indexes are all that
 * is left; where not, SQLite's own check says more about the damage, and takes its time.
 */
void Verifier::checkIndexes()
{
    m_levels.clear();
    if (!m_verdict.findings.isEmpty())
        return listDamage();
    const auto differing = differingIndexes();
    if (!differing) {
        if (!failed(differing.error()))
            listDamage();
        return;
    }
    for (const QString &name : *differing)
        report(0, FindingKind::Structure, u"The index %1 does not hold what the entries hold."_s.arg(name));
    if (!differing->isEmpty())
        listDamage();
}

/** From the side check where it saw all in order; else read again, in the snapshot of the entries. */
base::Result<QStringList> Verifier::differingIndexes()
{
    if (m_indexesSeen && m_indexes.differing(*m_indexesSeen).isEmpty())
        return QStringList();
    const auto found = m_indexes.found(*m_database);
    if (!found)
        return base::fail(found.error());
    return m_indexes.differing(*found);
}

/** A small journal is read before a second connection to it is even open. */
void Verifier::startSideCheck()
{
    constexpr qint64 manyEntries = 4096;
    auto query = m_database->run(u"SELECT max(seq) FROM entry"_s);
    const auto found = query ? m_database->next(*query) : base::Result<bool>(base::fail(query.error()));
    const qint64 last = found && *found ? query->value(0).toLongLong() : 0;
    if (last - (m_seam ? m_seam->size : 0) >= manyEntries)
        m_side = std::make_unique<SideCheck>(m_path, m_indexes, m_seam ? m_seam->size : 0);
}

void Verifier::finishSideCheck()
{
    std::optional<SideCheck::Seen> seen = m_side ? m_side->take(m_cancelled) : std::nullopt;
    m_side.reset();
    if (seen && (seen->last != m_last || seen->first != m_firstRead))
        seen.reset();
    if (m_entriesRead)
        checkTreeEnd(seen);
    if (seen)
        m_indexesSeen = seen->indexes;
    if (!m_lookedUp && !(seen && seen->lookedUp == m_verdict.entries))
        checkLookUps();
    m_lookUp = Statement();
}

void Verifier::listDamage()
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

void Verifier::readCheckpoints()
{
    if (m_database->format() < 2)
        return;
    auto rows = m_database->prepare(u"SELECT number, size, note FROM checkpoint ORDER BY number"_s);
    auto more = rows ? rows->step() : base::Result<bool>(base::fail(rows.error()));
    while (more && *more) {
        // Text would read as other bytes elsewhere.
        const QByteArray note = rows->isBlob(2) ? rows->bytes(2).toByteArray() : QByteArray();
        m_checkpoints.push_back({rows->integer(0), rows->integer(1), note, parseCheckpoint(note)});
        more = rows->step();
    }
    if (!more && !failed(more.error()))
        report(0, FindingKind::Unreadable, u"The checkpoints cannot be read to their end."_s);
    m_verdict.checkpoints = qint64(m_checkpoints.size());
    QSet<qint64> sizes;
    for (const StoredCheckpoint &stored : m_checkpoints) {
        if (stored.parsed)
            sizes.insert(stored.parsed->size);
    }
    if (m_options.anchors) {
        for (const Anchor &anchor : m_options.anchors->anchors)
            sizes.insert(anchor.size);
    }
    m_wantedSizes = sizes.values();
    std::sort(m_wantedSizes.begin(), m_wantedSizes.end(), std::greater<>());
}

/** A journal that begins later than with entry 1 says why, in its newest SegmentCut entry. */
void Verifier::findSeam()
{
    const auto value = [this](const QString &sql) -> QVariant {
        auto query = m_database->run(sql);
        const auto found = query ? m_database->next(*query) : base::Result<bool>(base::fail(query.error()));
        if (!found && failed(found.error()))
            return {};
        return found && *found ? query->value(0) : QVariant();
    };
    const qint64 first = value(u"SELECT min(seq) FROM entry"_s).toLongLong();
    if (first <= 1)
        return;
    const QVariant body =
        value(u"SELECT body FROM entry WHERE kind = 'segment_cut' ORDER BY seq DESC LIMIT 1"_s);
    const auto entry = parseEntry(body.toByteArray());
    if (!entry)
        return;
    auto seam = seamOf(*entry);
    if (!seam || seam->size != first - 1)
        return;
    m_seam = std::move(*seam);
    m_seamEntry = entry->seq;
    m_journalId = m_seam->journalId;
    m_verdict.firstEntry = first;
    for (const NoteKey &key : m_seam->keys)
        m_keysSet.append({first - 1, key});
    m_replacements = m_seam->replacements;
}

Verdict verifyJournal(const QString &path)
{
    return verifyJournal(path, VerifyOptions());
}

Verdict verifyJournal(const QString &path, const VerifyOptions &options)
{
    return Verifier(path, nullptr, options).run();
}

Verdict verifyJournal(const QString &path, const std::atomic_bool &cancelled, const VerifyOptions &options)
{
    return Verifier(path, &cancelled, options).run();
}

} // namespace algenta::journal
