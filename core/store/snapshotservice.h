// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/keptsnapshot.h"

#include <QFuture>
#include <QObject>
#include <QThread>

#include <atomic>
#include <memory>
#include <optional>

namespace algenta::store
{

class SnapshotWorker;

/**
 * The snapshots for a program with a screen: one thread that has the file, results as futures.
 *
 * Every future finishes with a value, also when the service is destroyed meanwhile: what was to be
 * recorded still is, everything else ends with Cancelled. A file that could not be opened is tried
 * again with the next call, so that a repaired disk needs no restart.
 */
class SnapshotService : public QObject
{
    Q_OBJECT

public:
    /** Does no I/O before the first call of a function below. */
    explicit SnapshotService(QString path, QObject *parent = nullptr);
    ~SnapshotService() override;

    [[nodiscard]] QFuture<base::Result<Recorded>> record(const Sighting &sighting);
    /** See SnapshotFile::list(). */
    [[nodiscard]] QFuture<base::Result<QList<SnapshotInfo>>> list(const QString &engine = {});
    [[nodiscard]] QFuture<base::Result<KeptSnapshot>> load(qint64 id);
    [[nodiscard]] QFuture<base::Result<std::optional<KeptSnapshot>>> first(const QString &engine,
                                                                           SnapshotKind kind);
    [[nodiscard]] QString path() const { return m_path; }

private:
    enum class Ending { Drop, Finish };
    template<typename T, typename Work>
    QFuture<base::Result<T>> run(Ending ending, Work work);

    QString m_path;
    std::atomic_bool m_stopping = false;
    QThread m_thread;
    SnapshotWorker *m_worker = nullptr;
};

} // namespace algenta::store
