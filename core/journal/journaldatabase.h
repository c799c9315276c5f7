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

struct sqlite3;
struct sqlite3_stmt;

namespace algenta::journal
{

class JournalDatabase;

/**
 * A prepared statement for what runs often: no copies of what is read, and prepared once.
 *
 * Used from the thread of its database, which must outlive it.
 */
class Statement
{
public:
    Statement() = default;
    ~Statement();
    Statement(Statement &&other) noexcept;
    Statement &operator=(Statement &&other) noexcept;
    Statement(const Statement &) = delete;
    Statement &operator=(const Statement &) = delete;

    void bind(int index, qint64 value);
    /** @p bytes must live until reset(). */
    void bind(int index, QByteArrayView bytes);
    void bindText(int index, const QString &text);
    /** True if it stands on a row, false at the end. */
    [[nodiscard]] base::Result<bool> step();
    /** For a statement without rows. */
    [[nodiscard]] base::Result<void> execute();
    void reset();
    [[nodiscard]] qint64 integer(int column) const;
    /** Valid until the next step() or reset(). */
    [[nodiscard]] QByteArrayView bytes(int column) const;
    [[nodiscard]] bool isBlob(int column) const;
    [[nodiscard]] bool isText(int column) const;
    [[nodiscard]] bool isInteger(int column) const;

private:
    friend class JournalDatabase;
    Statement(const JournalDatabase *database, sqlite3_stmt *statement);

    const JournalDatabase *m_database = nullptr;
    sqlite3_stmt *m_statement = nullptr;
};

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

    [[nodiscard]] base::Result<Statement> prepare(const QString &sql) const;

    /** StorageFailed if the file that was opened no longer stands at its path. */
    [[nodiscard]] base::Result<void> checkStillThere() const;
    /** Statements end with Cancelled soon after @p cancelled becomes true; it must outlive this object. */
    void setCancelFlag(const std::atomic_bool &cancelled);
    /** True if the file is read as if nobody could write it (no WAL, folder not writable). */
    [[nodiscard]] bool isImmutable() const { return m_immutable; }
    [[nodiscard]] QString path() const { return m_path; }

    /** Format of the file, 1 or 2. A file that is opened for writing is brought to the newest. */
    [[nodiscard]] int format() const { return m_format; }
    /** What SQLite's error @p code means for an operator. */
    [[nodiscard]] base::Error failure(int code, const QString &text) const;
    [[nodiscard]] sqlite3 *handle() const;

private:
    explicit JournalDatabase(QString path);
    [[nodiscard]] base::Result<void> connect(const QString &uriOptions, Access access);
    [[nodiscard]] base::Result<void> upgrade();
    [[nodiscard]] base::Result<void> readFormat();
    [[nodiscard]] base::Result<void> remember();

    QString m_path;
    QString m_connectionName;
    QSqlDatabase m_database;
    quint64 m_device = 0;
    quint64 m_inode = 0;
    qint64 m_changedAt = 0; ///< modification time in nanoseconds, of an immutable file
    bool m_immutable = false;
    int m_format = 0;
};

} // namespace algenta::journal
