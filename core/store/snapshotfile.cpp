// SPDX-License-Identifier: Apache-2.0
#include "core/store/snapshotfile.h"

#include "core/base/timestamp.h"
#include "core/store/snapshotdatabase.h"

#include <QCryptographicHash>

#include <algorithm>

namespace algenta::store
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Result;

namespace
{

const QString columns =
    u"id, engine, kind, content_hash, raw_hash, last_raw_hash, first_seen, last_seen, sights"_s;

QByteArray sha256(const QList<QByteArray> &pages)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QByteArray &page : pages)
        hash.addData(page);
    return hash.result();
}

QString timeText(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODateWithMs);
}

SnapshotInfo infoOf(const QSqlQuery &row)
{
    SnapshotInfo info;
    info.id = row.value(0).toLongLong();
    info.engine = row.value(1).toString();
    info.kind = row.value(2).toString() == snapshotKindName(SnapshotKind::Contract) ? SnapshotKind::Contract
                                                                                    : SnapshotKind::ToolList;
    info.contentHash = row.value(3).toByteArray();
    info.rawHash = row.value(4).toByteArray();
    info.lastRawHash = row.value(5).toByteArray();
    info.firstSeen = QDateTime::fromString(row.value(6).toString(), Qt::ISODateWithMs);
    info.lastSeen = QDateTime::fromString(row.value(7).toString(), Qt::ISODateWithMs);
    info.sights = row.value(8).toLongLong();
    return info;
}

} // namespace

SnapshotFile::SnapshotFile(std::unique_ptr<SnapshotDatabase> database)
    : m_database(std::move(database))
{
}

SnapshotFile::~SnapshotFile() = default;

Result<std::unique_ptr<SnapshotFile>> SnapshotFile::open(const QString &path)
{
    auto database = SnapshotDatabase::open(path);
    if (!database)
        return base::fail(database.error());
    return std::unique_ptr<SnapshotFile>(new SnapshotFile(std::move(*database)));
}

QString SnapshotFile::path() const
{
    return m_database->path();
}

Result<Recorded> SnapshotFile::record(const Sighting &sighting)
{
    if (sighting.engine.isEmpty() || sighting.content.isEmpty() || !sighting.seenAt.isValid())
        return base::fail(ErrorCode::InvalidInput, u"A snapshot needs an engine, a content and a time."_s);
    if (auto there = m_database->checkStillThere(); !there)
        return base::fail(there.error());
    if (auto begun = m_database->run(u"BEGIN IMMEDIATE"_s); !begun)
        return base::fail(begun.error());
    auto recorded = put(sighting);
    if (recorded) {
        if (auto done = m_database->run(u"COMMIT"_s); !done)
            recorded = base::fail(done.error());
    }
    if (!recorded)
        static_cast<void>(
            m_database->run(u"ROLLBACK"_s)); // fails only where SQLite has rolled back by itself
    return recorded;
}

Result<Recorded> SnapshotFile::put(const Sighting &sighting)
{
    const QByteArray hash = QCryptographicHash::hash(sighting.content, QCryptographicHash::Sha256);
    const auto known = find(sighting, hash);
    if (!known)
        return base::fail(known.error());
    bool isFirst = false;
    if (*known) {
        // A clock that was set back must not make a sight older than it was.
        const QDateTime last = std::max((*known)->lastSeen, sighting.seenAt);
        const auto updated = m_database->run(
            u"UPDATE snapshot SET last_seen = ?, last_raw_hash = ?, sights = sights + 1 WHERE id = ?"_s,
            {timeText(last), sha256(sighting.raw), (*known)->id});
        if (!updated)
            return base::fail(updated.error());
    } else {
        const auto count = contents(sighting);
        if (!count)
            return base::fail(count.error());
        isFirst = *count == 0;
        if (*count >= mostContents)
            return base::fail(
                ErrorCode::LimitExceeded,
                u"This engine has shown %1 different answers of one kind; new ones are no longer "
                "kept."_s.arg(*count),
                u"Find out why it keeps changing. To begin anew, move %1 aside while this program "
                "is closed."_s.arg(path()));
        if (auto inserted = insert(sighting, hash); !inserted)
            return base::fail(inserted.error());
    }
    const auto now = find(sighting, hash);
    if (!now)
        return base::fail(now.error());
    return Recorded{now->value_or(SnapshotInfo()), !known->has_value(), isFirst};
}

Result<void> SnapshotFile::insert(const Sighting &sighting, const QByteArray &contentHash)
{
    const QByteArray raw = sha256(sighting.raw);
    const QString seen = timeText(sighting.seenAt);
    auto inserted = m_database->run(u"INSERT INTO snapshot(engine, kind, content_hash, content, raw_hash, "
                                    "last_raw_hash, first_seen, last_seen, sights) "
                                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)"_s,
                                    {sighting.engine, snapshotKindName(sighting.kind), contentHash,
                                     sighting.content, raw, raw, seen, seen});
    if (!inserted)
        return base::fail(inserted.error());
    const QVariant id = inserted->lastInsertId();
    for (qsizetype i = 0; i < sighting.raw.size(); ++i) {
        const auto page = m_database->run(u"INSERT INTO page(snapshot, position, bytes) VALUES (?, ?, ?)"_s,
                                          {id, i, sighting.raw.at(i)});
        if (!page)
            return base::fail(page.error());
    }
    return {};
}

Result<std::optional<SnapshotInfo>> SnapshotFile::find(const Sighting &sighting,
                                                       const QByteArray &contentHash) const
{
    auto query = m_database->run(u"SELECT "_s + columns +
                                     u" FROM snapshot WHERE engine = ? AND kind = ? AND content_hash = ?"_s,
                                 {sighting.engine, snapshotKindName(sighting.kind), contentHash});
    const auto row = query ? m_database->next(*query) : Result<bool>(base::fail(query.error()));
    if (!row)
        return base::fail(row.error());
    return *row ? std::optional(infoOf(*query)) : std::nullopt;
}

Result<qint64> SnapshotFile::contents(const Sighting &sighting) const
{
    auto query = m_database->run(u"SELECT count(*) FROM snapshot WHERE engine = ? AND kind = ?"_s,
                                 {sighting.engine, snapshotKindName(sighting.kind)});
    const auto row = query ? m_database->next(*query) : Result<bool>(base::fail(query.error()));
    if (!row)
        return base::fail(row.error());
    return query->value(0).toLongLong();
}

Result<QList<SnapshotInfo>> SnapshotFile::list(const QString &engine) const
{
    if (auto there = m_database->checkStillThere(); !there)
        return base::fail(there.error());
    auto query =
        engine.isEmpty()
            ? m_database->run(u"SELECT "_s + columns + u" FROM snapshot ORDER BY last_seen DESC, id DESC"_s)
            : m_database->run(u"SELECT "_s + columns +
                                  u" FROM snapshot WHERE engine = ? ORDER BY last_seen DESC, id DESC"_s,
                              {engine});
    if (!query)
        return base::fail(query.error());
    QList<SnapshotInfo> found;
    while (true) {
        const auto row = m_database->next(*query);
        if (!row)
            return base::fail(row.error());
        if (!*row)
            return found;
        found.append(infoOf(*query));
    }
}

Result<KeptSnapshot> SnapshotFile::load(qint64 id) const
{
    if (auto there = m_database->checkStillThere(); !there)
        return base::fail(there.error());
    auto query = m_database->run(u"SELECT "_s + columns + u", content FROM snapshot WHERE id = ?"_s, {id});
    auto row = query ? m_database->next(*query) : Result<bool>(base::fail(query.error()));
    if (!row)
        return base::fail(row.error());
    if (!*row)
        return base::fail(ErrorCode::NotFound, u"There is no snapshot %1."_s.arg(id));
    KeptSnapshot snapshot{infoOf(*query), {}, query->value(9).toByteArray()};
    auto pages = m_database->run(u"SELECT bytes FROM page WHERE snapshot = ? ORDER BY position"_s, {id});
    row = pages ? m_database->next(*pages) : Result<bool>(base::fail(pages.error()));
    while (row && *row) {
        snapshot.raw.append(pages->value(0).toByteArray());
        row = m_database->next(*pages);
    }
    if (!row)
        return base::fail(row.error());
    if (QCryptographicHash::hash(snapshot.content, QCryptographicHash::Sha256) != snapshot.info.contentHash ||
        sha256(snapshot.raw) != snapshot.info.rawHash)
        return base::fail(ErrorCode::Tampered,
                          u"Snapshot %1 does not fit its hash: it was changed after it was kept."_s.arg(id),
                          u"Do not rely on it. Move %1 aside to begin anew."_s.arg(path()));
    return snapshot;
}

Result<std::optional<KeptSnapshot>> SnapshotFile::first(const QString &engine, SnapshotKind kind) const
{
    auto query = m_database->run(u"SELECT min(id) FROM snapshot WHERE engine = ? AND kind = ?"_s,
                                 {engine, snapshotKindName(kind)});
    const auto row = query ? m_database->next(*query) : Result<bool>(base::fail(query.error()));
    if (!row)
        return base::fail(row.error());
    if (query->value(0).isNull())
        return std::optional<KeptSnapshot>();
    auto snapshot = load(query->value(0).toLongLong());
    if (!snapshot)
        return base::fail(snapshot.error());
    return std::optional(std::move(*snapshot));
}

} // namespace algenta::store
