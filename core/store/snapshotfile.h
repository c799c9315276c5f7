// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/keptsnapshot.h"

#include <memory>
#include <optional>

namespace algenta::store
{

class SnapshotDatabase;

/**
 * What engines have shown, in one owner-only SQLite file (WAL), used from one thread.
 *
 * A content stands there once for each engine and kind, with the bytes of its first sight, when it was
 * seen first and last, and how often. Nothing is ever removed. Several processes may use the file.
 */
class SnapshotFile
{
public:
    /** Contents of one kind that are kept for one engine: one that changes all the time must not fill a disk.
     */
    static constexpr int mostContents = 2000;

    [[nodiscard]] static base::Result<std::unique_ptr<SnapshotFile>> open(const QString &path);
    ~SnapshotFile();
    SnapshotFile(const SnapshotFile &) = delete;
    SnapshotFile &operator=(const SnapshotFile &) = delete;

    /** One transaction, synced. LimitExceeded for a new content beyond mostContents. */
    [[nodiscard]] base::Result<Recorded> record(const Sighting &sighting);
    /** Of one engine, newest sight first; of all engines if @p engine is empty. */
    [[nodiscard]] base::Result<QList<SnapshotInfo>> list(const QString &engine = {}) const;
    /** NotFound; Tampered if what is stored does not fit its hashes. */
    [[nodiscard]] base::Result<KeptSnapshot> load(qint64 id) const;
    /** The content that the engine showed first. */
    [[nodiscard]] base::Result<std::optional<KeptSnapshot>> first(const QString &engine,
                                                                  SnapshotKind kind) const;
    [[nodiscard]] QString path() const;

private:
    explicit SnapshotFile(std::unique_ptr<SnapshotDatabase> database);
    [[nodiscard]] base::Result<Recorded> put(const Sighting &sighting);
    [[nodiscard]] base::Result<void> insert(const Sighting &sighting, const QByteArray &contentHash);
    [[nodiscard]] base::Result<std::optional<SnapshotInfo>> find(const Sighting &sighting,
                                                                 const QByteArray &contentHash) const;
    [[nodiscard]] base::Result<qint64> contents(const Sighting &sighting) const;

    std::unique_ptr<SnapshotDatabase> m_database;
};

} // namespace algenta::store
