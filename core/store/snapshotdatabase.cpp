// SPDX-License-Identifier: Apache-2.0
#include "core/store/snapshotdatabase.h"

#include "core/journal/journalfolder.h"
#include "core/journal/journalheader.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlDriver>
#include <QSqlError>
#include <QUrl>
#include <QUuid>

#include <cerrno>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

namespace algenta::store
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Result;

namespace
{

const QStringList &schema()
{
    static const QStringList statements{
        u"CREATE TABLE snapshot(\n"
        "  id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
        "  engine TEXT NOT NULL,\n"
        "  kind TEXT NOT NULL,\n"
        "  content_hash BLOB NOT NULL CHECK (length(content_hash) = 32),\n"
        "  content BLOB NOT NULL,\n"
        "  raw_hash BLOB NOT NULL CHECK (length(raw_hash) = 32),\n"
        "  last_raw_hash BLOB NOT NULL CHECK (length(last_raw_hash) = 32),\n"
        "  first_seen TEXT NOT NULL,\n"
        "  last_seen TEXT NOT NULL,\n"
        "  sights INTEGER NOT NULL CHECK (sights > 0),\n"
        "  UNIQUE (engine, kind, content_hash)\n"
        ")"_s,
        u"CREATE TABLE page(\n"
        "  snapshot INTEGER NOT NULL REFERENCES snapshot(id),\n"
        "  position INTEGER NOT NULL,\n"
        "  bytes BLOB NOT NULL,\n"
        "  PRIMARY KEY (snapshot, position)\n"
        ") WITHOUT ROWID"_s,
    };
    return statements;
}

int nativeCode(const QSqlError &error)
{
    return error.nativeErrorCode().toInt();
}

/** The error number of the system behind an I/O error; a failed commit leaves it only with the file. */
int systemErrorOf(const QSqlDatabase &database)
{
    const QVariant driver = database.driver()->handle();
    if (!driver.isValid() || qstrcmp(driver.typeName(), "sqlite3*") != 0)
        return 0;
    sqlite3 *const connection = *static_cast<sqlite3 *const *>(driver.constData());
    if (!connection)
        return 0;
    if (const int code = sqlite3_system_errno(connection); code != 0)
        return code;
    for (const int which : {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER}) {
        sqlite3_file *file = nullptr;
        int code = 0;
        if (sqlite3_file_control(connection, "main", which, &file) == SQLITE_OK && file && file->pMethods &&
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK && code != 0)
            return code;
    }
    return 0;
}

base::Error systemError(int code, const QString &what)
{
    base::Error error = journal::systemError(code, what);
    if (error.code == ErrorCode::StorageReadOnly)
        error.remedy = u"Give your user write access to the file and its folder."_s;
    return error;
}

/** The file with 0600; what is there already stays. */
Result<void> createFile(const QString &path)
{
    if (QFileInfo::exists(path))
        return {};
    // SQLite would take it for the new file's own.
    if (QFileInfo::exists(path + u"-wal"_s))
        return base::fail(ErrorCode::StorageFailed,
                          u"The snapshots %1 are gone, but their write-ahead log is still there."_s.arg(path),
                          u"Put the file back, or move the -wal and -shm files aside too."_s);
    if (auto folder = journal::makeFolder(path); !folder)
        return folder;
    const int file =
        ::open(QFile::encodeName(path).constData(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return base::fail(systemError(errno, u"The snapshots %1 cannot be created."_s.arg(path)));
    ::close(file);
    return {};
}

} // namespace

SnapshotDatabase::SnapshotDatabase(QString path)
    : m_path(std::move(path))
    , m_connectionName(u"algenta-snapshots-"_s + QUuid::createUuid().toString(QUuid::WithoutBraces))
{
}

SnapshotDatabase::~SnapshotDatabase()
{
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_connectionName);
}

Result<std::unique_ptr<SnapshotDatabase>> SnapshotDatabase::open(const QString &path)
{
    std::unique_ptr<SnapshotDatabase> database(new SnapshotDatabase(QFileInfo(path).absoluteFilePath()));
    const QFileInfo info(database->m_path);
    if (info.exists() && !info.isFile())
        return base::fail(ErrorCode::StorageFailed, u"%1 is not a file."_s.arg(path),
                          u"Nothing was changed. Move it aside, then try again."_s);
    if (auto created = createFile(database->m_path); !created)
        return base::fail(created.error());
    if (auto owned = journal::makePrivate(database->m_path); !owned)
        return base::fail(owned.error());
    for (const QString &name : {database->m_path, info.absolutePath()}) {
        if (::access(QFile::encodeName(name).constData(), W_OK) != 0)
            return base::fail(systemError(errno, u"%1 cannot be written."_s.arg(name)));
    }
    if (auto connected = database->connect(); !connected)
        return base::fail(connected.error());
    return database;
}

Result<void> SnapshotDatabase::connect()
{
    if (!QSqlDatabase::isDriverAvailable(u"QSQLITE"_s))
        return base::fail(ErrorCode::StorageFailed, u"Qt's SQLite driver is not installed."_s,
                          u"Install it (Debian: libqt6sql6-sqlite) and start again."_s);
    m_database = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_connectionName);
    m_database.setConnectOptions(u"QSQLITE_OPEN_URI;QSQLITE_BUSY_TIMEOUT=20000"_s);
    // Never "create": a file that vanished just now must not come back empty.
    m_database.setDatabaseName(u"file:"_s + QString::fromLatin1(QUrl::toPercentEncoding(m_path, "/")) +
                               u"?mode=rw"_s);
    struct stat status {
    };
    if (::stat(QFile::encodeName(m_path).constData(), &status) != 0)
        return base::fail(systemError(errno, u"%1 cannot be read."_s.arg(m_path)));
    m_device = status.st_dev;
    m_inode = status.st_ino;
    if (!m_database.open())
        return base::fail(failure(nativeCode(m_database.lastError()), m_database.lastError().text()));
    for (const QString &pragma : {u"PRAGMA foreign_keys=ON"_s, u"PRAGMA cell_size_check=ON"_s}) {
        if (auto done = run(pragma); !done)
            return base::fail(done.error());
    }
    return prepareSchema();
}

Result<qint64> SnapshotDatabase::number(const QString &sql) const
{
    auto query = run(sql);
    if (!query)
        return base::fail(query.error());
    const auto row = next(*query);
    if (!row)
        return base::fail(row.error());
    return *row ? query->value(0).toLongLong() : 0;
}

Result<void> SnapshotDatabase::checkIdentity(bool isEmpty, qint64 program, qint64 version) const
{
    if (isEmpty && program == 0 && version == 0)
        return {};
    const QString advice = u"Nothing was changed. Move the file aside, then try again."_s;
    if (program != applicationId)
        return base::fail(ErrorCode::StorageFailed, u"%1 is the database of another program."_s.arg(m_path),
                          advice);
    if (version > format)
        return base::fail(ErrorCode::StorageFailed,
                          u"%1 was written by a newer version (format %2)."_s.arg(m_path).arg(version),
                          u"Nothing was changed. Update this program."_s);
    if (version != format)
        return base::fail(ErrorCode::StorageFailed,
                          u"%1 has the format number %2, which there never was."_s.arg(m_path).arg(version),
                          advice);
    return {};
}

/** Looks before anything is written, the write-ahead log included. */
Result<void> SnapshotDatabase::prepareSchema()
{
    const auto look = [this]() -> Result<bool> {
        const auto tables = number(u"SELECT count(*) FROM sqlite_master"_s);
        const auto program = tables ? number(u"PRAGMA application_id"_s) : tables;
        const auto version = program ? number(u"PRAGMA user_version"_s) : program;
        if (!version)
            return base::fail(version.error());
        if (auto known = checkIdentity(*tables == 0, *program, *version); !known)
            return base::fail(known.error());
        return *tables == 0;
    };
    const auto isEmpty = look();
    if (!isEmpty)
        return base::fail(isEmpty.error());
    auto mode = run(u"PRAGMA journal_mode=WAL"_s);
    const auto row = mode ? next(*mode) : Result<bool>(base::fail(mode.error()));
    if (!row)
        return base::fail(row.error());
    if (mode->value(0).toString() != "wal"_L1)
        return base::fail(ErrorCode::StorageFailed,
                          u"The file system of %1 does not support a write-ahead log."_s.arg(m_path),
                          u"Keep the snapshots on a local disk."_s);
    mode->finish();
    if (auto synced = run(u"PRAGMA synchronous=FULL"_s); !synced)
        return base::fail(synced.error());
    if (!*isEmpty)
        return {};
    if (auto begun = run(u"BEGIN IMMEDIATE"_s); !begun)
        return base::fail(begun.error());
    // Another process may have been first.
    const auto stillEmpty = look();
    Result<void> result = !stillEmpty   ? Result<void>(base::fail(stillEmpty.error()))
                          : *stillEmpty ? createSchema()
                                        : Result<void>();
    if (result) {
        if (auto done = run(u"COMMIT"_s); !done)
            result = base::fail(done.error());
    }
    if (!result)
        static_cast<void>(run(u"ROLLBACK"_s)); // fails only where SQLite has rolled back by itself
    return result;
}

Result<void> SnapshotDatabase::createSchema()
{
    const QStringList statements = schema() + QStringList{u"PRAGMA application_id=%1"_s.arg(applicationId),
                                                          u"PRAGMA user_version=%1"_s.arg(format)};
    for (const QString &statement : statements) {
        if (auto done = run(statement); !done)
            return base::fail(done.error());
    }
    return {};
}

Result<QSqlQuery> SnapshotDatabase::run(const QString &sql, const QVariantList &values) const
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.prepare(sql))
        return base::fail(failure(nativeCode(query.lastError()), query.lastError().text()));
    for (const QVariant &value : values)
        query.addBindValue(value);
    if (!query.exec())
        return base::fail(failure(nativeCode(query.lastError()), query.lastError().text()));
    return query;
}

Result<bool> SnapshotDatabase::next(QSqlQuery &query) const
{
    if (query.next())
        return true;
    if (query.lastError().isValid())
        return base::fail(failure(nativeCode(query.lastError()), query.lastError().text()));
    return false;
}

Result<void> SnapshotDatabase::checkStillThere() const
{
    struct stat status {
    };
    if (::stat(QFile::encodeName(m_path).constData(), &status) == 0 && status.st_dev == m_device &&
        status.st_ino == m_inode)
        return {};
    return base::fail(
        ErrorCode::StorageFailed,
        u"The snapshots %1 were moved, deleted or replaced while they were in use."_s.arg(m_path),
        u"Find out who did that, then start again."_s);
}

base::Error SnapshotDatabase::failure(int code, const QString &text) const
{
    const QString what = u"The snapshots %1 could not be used."_s.arg(m_path);
    const auto make = [](const QString &message, const QString &remedy) {
        base::Error result;
        result.code = ErrorCode::StorageFailed;
        result.message = message;
        result.remedy = remedy;
        return result;
    };
    switch (code & 0xff) {
    case SQLITE_FULL:
        return systemError(ENOSPC, what);
    case SQLITE_READONLY:
        return systemError(EROFS, what);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return make(what + u" Another program is holding the file for writing."_s,
                    u"Close that program, or wait and try again."_s);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_CONSTRAINT:
        return make(
            what + u" The file is damaged."_s,
            u"Nothing was changed. Move the file aside to begin anew: what was accepted stands in the "
            "journal and stays accepted."_s);
    case SQLITE_IOERR:
        if (const int system = systemErrorOf(m_database); system != 0)
            return systemError(system, what);
        break;
    default:
        break;
    }
    return make(what + u' ' + text.trimmed() + u'.', u"Check the disk and the path, then try again."_s);
}

} // namespace algenta::store
