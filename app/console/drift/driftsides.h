// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/drift/snapshotkeeper.h"

#include <QFuture>
#include <QObject>
#include <QStringList>
#include <QVariantList>

namespace algenta::console
{

/** What can be compared: the engine now and at first sight, what was kept of it and of others, the copy,
 * files. */
class DriftSides : public QObject
{
    Q_OBJECT

public:
    static constexpr QLatin1StringView first{"first"};
    static constexpr QLatin1StringView live{"live"};
    static constexpr QLatin1StringView embedded{"embedded"};

    DriftSides(Session &session, SnapshotKeeper &keeper, store::SnapshotService &service,
               QObject *parent = nullptr);

    /** Ids in the order of rows(): the three above, "snapshot:N", "engine:ORIGIN", "file:PATH". */
    [[nodiscard]] const QStringList &ids() const { return m_ids; }
    /** What to call each, made visible. */
    [[nodiscard]] const QStringList &labels() const { return m_labels; }
    [[nodiscard]] QString label(const QString &id) const;
    /** How `algentactl contract diff` names it; empty for what only this program has. */
    [[nodiscard]] QString commandWord(const QString &id) const;
    /** Why what was kept cannot be listed. */
    [[nodiscard]] const std::optional<base::Error> &problem() const { return m_problem; }

    /** Lists what was kept again. */
    void reload();
    /** Adds a file and returns its id; nothing is read before load(). */
    QString addFile(const QString &path);
    /** NotFound for an id that is not listed, or where nothing has been read yet. */
    [[nodiscard]] QFuture<base::Result<contract::Snapshot>> load(const QString &id);

Q_SIGNALS:
    void changed();

private:
    using Loaded = base::Result<contract::Snapshot>;

    void rebuild();
    void add(const QString &id, const QString &label);
    [[nodiscard]] QString snapshotLabel(const store::SnapshotInfo &info) const;
    [[nodiscard]] QFuture<Loaded> loadKept(const QList<qint64> &ids);

    Session &m_session;
    SnapshotKeeper &m_keeper;
    store::SnapshotService &m_service;
    int m_ticket = 0;
    QList<store::SnapshotInfo> m_kept; ///< of every engine, newest sight first
    QStringList m_files;
    QStringList m_ids;
    QStringList m_labels;
    std::optional<base::Error> m_problem;
};

/** Reads a contract, a tools/list or an answer of get_contract from a file of at most 16 MiB, in the pool. */
[[nodiscard]] QFuture<base::Result<contract::Snapshot>> readSnapshotFile(const QString &path);

} // namespace algenta::console
