// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>
#include <QVariantList>

#include <memory>

namespace algenta::store
{

/**
 * One SQLite connection to the file of snapshots, for the thread that opens it.
 *
 * A file that is damaged, of another program or of a newer version is refused and left as it is.
 */
class SnapshotDatabase
{
public:
    /** The newest format, as PRAGMA user_version. */
    static constexpr int format = 1;
    /** PRAGMA application_id: "AlSn". */
    static constexpr qint32 applicationId = 0x416c536e;

    /** Creates what is not there: folder with 0700, file with 0600. */
    [[nodiscard]] static base::Result<std::unique_ptr<SnapshotDatabase>> open(const QString &path);
    ~SnapshotDatabase();
    SnapshotDatabase(const SnapshotDatabase &) = delete;
    SnapshotDatabase &operator=(const SnapshotDatabase &) = delete;

    /** Executes one statement; a query that returns rows stands before the first one. */
    [[nodiscard]] base::Result<QSqlQuery> run(const QString &sql, const QVariantList &values = {}) const;
    /** Steps to the next row; false at the end, an error if the row cannot be read. */
    [[nodiscard]] base::Result<bool> next(QSqlQuery &query) const;
    /** StorageFailed if the file that was opened no longer stands at its path. */
    [[nodiscard]] base::Result<void> checkStillThere() const;
    [[nodiscard]] QString path() const { return m_path; }

private:
    explicit SnapshotDatabase(QString path);
    [[nodiscard]] base::Result<void> connect();
    [[nodiscard]] base::Result<void> prepareSchema();
    [[nodiscard]] base::Result<void> checkIdentity(bool isEmpty, qint64 program, qint64 version) const;
    [[nodiscard]] base::Result<void> createSchema();
    [[nodiscard]] base::Result<qint64> number(const QString &sql) const;
    [[nodiscard]] base::Error failure(int code, const QString &text) const;

    QString m_path;
    QString m_connectionName;
    QSqlDatabase m_database;
    quint64 m_device = 0;
    quint64 m_inode = 0;
};

} // namespace algenta::store
