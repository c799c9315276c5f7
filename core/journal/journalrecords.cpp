// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalrecords.h"

#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

const QLatin1StringView JournalRecords::columns = "SELECT seq, body, leaf, chain FROM entry "_L1;

tl::unexpected<base::Error> invalidInput(const QString &message)
{
    return base::fail(base::ErrorCode::InvalidInput, message);
}

tl::unexpected<base::Error> tamperedJournal(const QString &message)
{
    return base::fail(base::ErrorCode::Tampered, message,
                      u"Keep the file as it is and verify the journal. To go on, close the console and run "
                      "algentactl journal recover, or move the file aside, so that a new journal is "
                      "started."_s);
}

JournalRecords::JournalRecords(std::unique_ptr<JournalDatabase> database)
    : m_database(std::move(database))
{
}

Entry JournalRecords::entryFromRow(const QSqlQuery &row)
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

base::Result<void> JournalRecords::readIdentity()
{
    const auto first = entries(u"WHERE seq = 1"_s, {});
    if (!first)
        return base::fail(first.error());
    if (!first->isEmpty() && first->first().fault.isEmpty() &&
        first->first().draft.kind == EntryKind::JournalOpened)
        m_journalId = first->first().draft.details[QString(journalIdKey)].toString();
    if (first->isEmpty()) {
        const auto cut = seam();
        if (!cut)
            return base::fail(cut.error());
        if (*cut)
            m_journalId = (*cut)->journalId;
    }
    if (m_journalId.isEmpty())
        return tamperedJournal(
            u"The first entry of the journal %1, which names it, is missing or damaged."_s.arg(
                m_database->path()));
    return {};
}

base::Result<std::optional<Seam>> JournalRecords::seam() const
{
    const auto first = entries(u"ORDER BY seq LIMIT 1"_s, {});
    if (!first)
        return base::fail(first.error());
    if (first->isEmpty() || first->first().seq == 1)
        return std::nullopt;
    const auto cut = lastOfKind(EntryKind::SegmentCut);
    if (!cut)
        return base::fail(cut.error());
    if (!*cut || !(*cut)->fault.isEmpty())
        return std::nullopt;
    const auto found = seamOf(**cut);
    if (!found || found->size != first->first().seq - 1)
        return std::nullopt;
    return *found;
}

base::Result<QByteArray> JournalRecords::storedHash(const TreeNode &node) const
{
    // A seam keeps the leaf of an odd last entry that left as a node of level 0.
    for (const bool asNode : {node.level > 0, true}) {
        auto query = asNode ? m_database->run(u"SELECT hash FROM node WHERE level = ? AND position = ?"_s,
                                              {node.level, node.position})
                            : m_database->run(u"SELECT leaf FROM entry WHERE seq = ?"_s, {node.position + 1});
        if (!query)
            return base::fail(query.error());
        const auto found = m_database->next(*query);
        if (!found)
            return base::fail(found.error());
        const QByteArray hash = *found ? query->value(0).toByteArray() : QByteArray();
        if (hash.size() == 32)
            return hash;
    }
    return tamperedJournal(u"The stored tree of the journal %1 has a hole."_s.arg(m_database->path()));
}

SubtreeSource JournalRecords::subtrees() const
{
    return [this](const TreeNode &node) { return storedHash(node); };
}

base::Result<Tail> JournalRecords::tail() const
{
    if (!m_lastRow) {
        auto prepared = m_database->prepare(u"SELECT seq, chain FROM entry ORDER BY seq DESC LIMIT 1"_s);
        if (!prepared)
            return base::fail(prepared.error());
        m_lastRow = std::move(*prepared);
    }
    const auto found = m_lastRow->step();
    const bool isKnown = found && *found && m_lastRow->integer(0) == m_known.size &&
                         m_lastRow->bytes(1) == QByteArrayView(m_known.chain);
    m_lastRow->reset();
    if (!found)
        return base::fail(found.error());
    if (!*found)
        return Tail();
    if (isKnown)
        return m_known;
    const auto rows = entries(u"ORDER BY seq DESC LIMIT 1"_s, {});
    if (!rows)
        return base::fail(rows.error());
    if (rows->isEmpty())
        return Tail();
    const Entry &last = rows->first();
    if (!last.fault.isEmpty())
        return tamperedJournal(u"The last entry (%1) of the journal %2 is damaged. %3"_s.arg(last.seq).arg(
            m_database->path(), last.fault));
    QList<QByteArray> edge;
    for (const TreeNode &node : MerkleTree::edgeNodes(last.seq)) {
        auto hash = storedHash(node);
        if (!hash)
            return base::fail(hash.error());
        edge.append(*hash);
    }
    m_known = {last.seq, last.chain, MerkleTree(last.seq, edge)};
    return m_known;
}

base::Result<QList<Entry>> JournalRecords::entries(const QString &condition, const QVariantList &values) const
{
    auto query = m_database->run(columns + condition, values);
    if (!query)
        return base::fail(query.error());
    QList<Entry> found;
    for (;;) {
        const auto more = m_database->next(*query);
        if (!more)
            return base::fail(more.error());
        if (!*more)
            return found;
        found.append(entryFromRow(*query));
    }
}

base::Result<QList<Entry>> JournalRecords::soundEntries(const QString &condition,
                                                        const QVariantList &values) const
{
    auto found = entries(condition, values);
    if (!found)
        return found;
    for (const Entry &entry : std::as_const(*found)) {
        if (!entry.fault.isEmpty())
            return tamperedJournal(
                u"Entry %1 of the journal is damaged. %2"_s.arg(entry.seq).arg(entry.fault));
    }
    return found;
}

base::Result<std::optional<Entry>> JournalRecords::lastOfKind(EntryKind kind) const
{
    const auto found = entries(u"WHERE kind = ? ORDER BY seq DESC LIMIT 1"_s, {entryKindName(kind)});
    if (!found)
        return base::fail(found.error());
    return found->isEmpty() ? std::nullopt : std::optional<Entry>(found->first());
}

base::Result<void> JournalRecords::checkNothingUnreadable() const
{
    auto query = m_database->run(u"SELECT seq FROM entry WHERE kind IS NULL LIMIT 1"_s);
    if (!query)
        return base::fail(query.error());
    const auto found = m_database->next(*query);
    if (!found)
        return base::fail(found.error());
    if (*found)
        return tamperedJournal(
            u"Entry %1 of the journal is damaged, so it cannot be told what it recorded."_s.arg(
                query->value(0).toLongLong()));
    return {};
}

base::Result<std::optional<Checkpoint>> JournalRecords::checkpointOf(const QString &condition,
                                                                     const QVariantList &values) const
{
    if (m_database->format() < 2)
        return std::nullopt;
    auto query = m_database->run(u"SELECT number, size, note FROM checkpoint "_s + condition, values);
    if (!query)
        return base::fail(query.error());
    const auto found = m_database->next(*query);
    if (!found)
        return base::fail(found.error());
    if (!*found)
        return std::nullopt;
    const qint64 number = query->value(0).toLongLong();
    const auto checkpoint = parseCheckpoint(query->value(2).toByteArray());
    if (!checkpoint || checkpoint->number != number || checkpoint->size != query->value(1).toLongLong())
        return tamperedJournal(u"Checkpoint %1 of the journal is damaged."_s.arg(number));
    return *checkpoint;
}

base::Result<std::optional<Checkpoint>> JournalRecords::lastCheckpoint() const
{
    return checkpointOf(u"ORDER BY number DESC LIMIT 1"_s, {});
}

base::Result<Checkpoint> JournalRecords::checkpoint(qint64 number) const
{
    const auto found = checkpointOf(u"WHERE number = ?"_s, {number});
    if (!found)
        return base::fail(found.error());
    if (!*found)
        return base::fail(base::ErrorCode::NotFound, u"The journal has no checkpoint %1."_s.arg(number));
    return **found;
}

base::Result<bool> JournalRecords::coversWhatWasPutAside(const Checkpoint &last) const
{
    const auto entry = lastOfKind(EntryKind::Recovered);
    if (!entry)
        return base::fail(entry.error());
    if (!*entry || !(*entry)->fault.isEmpty())
        return false;
    const auto mark = recoveredMarkOf(**entry);
    return mark && last.number <= mark->lastCheckpoint && last.size >= mark->firstBad;
}

} // namespace algenta::journal
