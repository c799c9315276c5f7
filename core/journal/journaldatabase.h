// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>
#include <QStringList>
#include <QVariantList>

#include <atomic>
#include <memory>

namespace algenta::journal
{

/** Names of the tables, indexes and triggers of format 1, each with the statement that makes it. */
[[nodiscard]] const QStringList &journalSchema();

/**
 * One SQLite connection to a journal file, for the thread that opens it.
 *
 * A file that is not a journal of this format is refused before SQLite touches it.
 */
class JournalDatabase
{
public:
    enum class Access { ReadWrite, ReadOnly };

    [[nodiscard]] static base::Result<std::unique_ptr<JournalDatabase>> open(const QString &path,
                                                                             Access access);
    /** A new file with the schema and no entry; fails if @p path exists. */
    [[nodiscard]] static base::Result<std::unique_ptr<JournalDatabase>> create(const QString &path);
    ~JournalDatabase();
    JournalDatabase(const JournalDatabase &) = delete;
    JournalDatabase &operator=(const JournalDatabase &) = delete;

    /** Executes one statement; a query that returns rows stands before the first one. */
    [[nodiscard]] base::Result<QSqlQuery> run(const QString &sql, const QVariantList &values = {}) const;
    /** Steps to the next row; false at the end, an error if the row cannot be read. */
    [[nodiscard]] base::Result<bool> next(QSqlQuery &query) const;

    /** StorageFailed if the file that was opened no longer stands at its path. */
    [[nodiscard]] base::Result<void> checkStillThere() const;
    /** Statements end with Cancelled soon after @p cancelled becomes true; it must outlive this object. */
    void setCancelFlag(const std::atomic_bool &cancelled);
    /** True if the file is read as if nobody could write it (no WAL, folder not writable). */
    [[nodiscard]] bool isImmutable() const { return m_immutable; }
    [[nodiscard]] QString path() const { return m_path; }

private:
    explicit JournalDatabase(QString path);
    [[nodiscard]] base::Result<void> connect(const QString &uriOptions, Access access);
    [[nodiscard]] base::Error failure(const QSqlError &error) const;
    [[nodiscard]] base::Result<void> remember();

    QString m_path;
    QString m_connectionName;
    QSqlDatabase m_database;
    quint64 m_device = 0;
    quint64 m_inode = 0;
    qint64 m_changedAt = 0; ///< modification time in nanoseconds, of an immutable file
    bool m_immutable = false;
};

} // namespace algenta::journal
