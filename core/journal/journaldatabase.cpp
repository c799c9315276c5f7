// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journaldatabase.h"

#include "core/journal/journalheader.h"
#include "core/journal/journalschema.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlDriver>
#include <QSqlError>
#include <QUrl>
#include <QUuid>

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

constexpr auto busyTimeout = "QSQLITE_BUSY_TIMEOUT=20000"_L1;

qint64 nanoseconds(const timespec &time)
{
    return qint64(time.tv_sec) * 1000000000 + time.tv_nsec;
}

/** The error number of the system behind an I/O error; a failed commit leaves it only with the file. */
int systemErrorOf(sqlite3 *connection)
{
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

int nativeCode(const QSqlError &error)
{
    return error.nativeErrorCode().toInt();
}

} // namespace

JournalDatabase::JournalDatabase(QString path)
    : m_path(std::move(path))
    , m_connectionName(u"algenta-journal-"_s + QUuid::createUuid().toString(QUuid::WithoutBraces))
{
}

JournalDatabase::~JournalDatabase()
{
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_connectionName);
}

base::Result<std::unique_ptr<JournalDatabase>> JournalDatabase::open(const QString &path, Access access)
{
    if (auto header = checkHeader(path); !header)
        return base::fail(header.error());
    std::unique_ptr<JournalDatabase> database(new JournalDatabase(QFileInfo(path).absoluteFilePath()));
    QString options = u"mode=ro"_s;
    if (access == Access::ReadWrite) {
        if (auto writable = checkWritable(path); !writable)
            return base::fail(writable.error());
        if (auto owned = makePrivate(path); !owned)
            return base::fail(owned.error());
        options = u"mode=rw"_s; // never "create": a file that vanished just now must not come back empty
    } else if (!folderIsWritable(path) && !QFileInfo::exists(path + u"-wal"_s)) {
        database->m_immutable = true;
        options += u"&immutable=1"_s;
    }
    if (auto connected = database->connect(options, access); !connected) {
        base::Error error = connected.error();
        if (access == Access::ReadOnly && !database->m_immutable && !folderIsWritable(path))
            error.remedy =
                u"The newest entries are in the -wal file beside it, and reading that needs a folder "
                "that can be written: copy both files to a folder of your own and read them there."_s;
        return base::fail(error);
    }
    if (auto read = database->readFormat(); !read)
        return base::fail(read.error());
    if (access == Access::ReadWrite && database->m_format < newestFormat) {
        if (auto upgraded = database->upgrade(); !upgraded)
            return base::fail(upgraded.error());
    }
    return database;
}

base::Result<void> JournalDatabase::readFormat()
{
    auto query = run(u"PRAGMA user_version"_s);
    const auto found = query ? next(*query) : base::Result<bool>(base::fail(query.error()));
    if (!found)
        return base::fail(found.error());
    m_format = query->value(0).toInt();
    if (m_format < 1 || m_format > newestFormat)
        return base::fail(base::ErrorCode::StorageFailed,
                          u"%1 is of format %2, which this version cannot read."_s.arg(m_path).arg(m_format),
                          u"Nothing was changed. Update this program."_s);
    return {};
}

base::Result<void> JournalDatabase::upgrade()
{
    if (auto begun = run(u"BEGIN IMMEDIATE"_s); !begun)
        return base::fail(begun.error());
    // Another process may have been first.
    base::Result<void> result = readFormat();
    QStringList statements = journalSchema(newestFormat).mid(journalSchema(m_format).size());
    if (m_format < newestFormat)
        statements << u"PRAGMA user_version=%1"_s.arg(newestFormat);
    statements << u"COMMIT"_s;
    for (const QString &statement : std::as_const(statements)) {
        if (result) {
            if (auto done = run(statement); !done)
                result = base::fail(done.error());
        }
    }
    if (!result)
        static_cast<void>(run(u"ROLLBACK"_s)); // fails only where SQLite has rolled back by itself
    else
        m_format = newestFormat;
    return result;
}

base::Result<std::unique_ptr<JournalDatabase>> JournalDatabase::create(const QString &path)
{
    const int file = ::open(QFile::encodeName(path).constData(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0)
        return base::fail(systemError(errno, u"The journal %1 cannot be created."_s.arg(path)));
    ::close(file);
    std::unique_ptr<JournalDatabase> database(new JournalDatabase(QFileInfo(path).absoluteFilePath()));
    if (auto connected = database->connect(u"mode=rw"_s, Access::ReadWrite); !connected)
        return base::fail(connected.error());
    QStringList statements{u"BEGIN IMMEDIATE"_s, u"PRAGMA application_id=%1"_s.arg(applicationId),
                           u"PRAGMA user_version=%1"_s.arg(newestFormat)};
    statements << journalSchema(newestFormat) << u"COMMIT"_s;
    for (const QString &statement : std::as_const(statements)) {
        if (auto done = database->run(statement); !done)
            return base::fail(done.error());
    }
    database->m_format = newestFormat;
    return database;
}

base::Result<void> JournalDatabase::connect(const QString &uriOptions, Access access)
{
    if (!QSqlDatabase::isDriverAvailable(u"QSQLITE"_s))
        return base::fail(base::ErrorCode::StorageFailed, u"Qt's SQLite driver is not installed."_s,
                          u"Install it (Debian: libqt6sql6-sqlite) and start again."_s);
    m_database = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_connectionName);
    m_database.setConnectOptions(u"QSQLITE_OPEN_URI;"_s + busyTimeout +
                                 (access == Access::ReadOnly ? u";QSQLITE_OPEN_READONLY"_s : QString()));
    m_database.setDatabaseName(u"file:"_s + QString::fromLatin1(QUrl::toPercentEncoding(m_path, "/")) + u'?' +
                               uriOptions);
    if (auto remembered = remember(); !remembered)
        return remembered;
    if (!m_database.open())
        return base::fail(failure(nativeCode(m_database.lastError()), m_database.lastError().text()));

    QStringList pragmas{u"PRAGMA foreign_keys=ON"_s, u"PRAGMA recursive_triggers=ON"_s,
                        u"PRAGMA cell_size_check=ON"_s};
    if (access == Access::ReadWrite)
        pragmas << u"PRAGMA synchronous=FULL"_s;
    for (const QString &pragma : std::as_const(pragmas)) {
        if (auto done = run(pragma); !done)
            return base::fail(done.error());
    }
    auto mode = run(access == Access::ReadWrite ? u"PRAGMA journal_mode=WAL"_s : u"PRAGMA journal_mode"_s);
    if (!mode)
        return base::fail(mode.error());
    const auto row = next(*mode);
    if (!row)
        return base::fail(row.error());
    if (access == Access::ReadWrite && mode->value(0).toString() != "wal"_L1)
        return base::fail(base::ErrorCode::StorageFailed,
                          u"The file system of %1 does not support a write-ahead log."_s.arg(m_path),
                          u"Keep the journal on a local disk."_s);
    return {};
}

base::Result<QSqlQuery> JournalDatabase::run(const QString &sql, const QVariantList &values) const
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

base::Result<bool> JournalDatabase::next(QSqlQuery &query) const
{
    if (query.next())
        return true;
    if (query.lastError().isValid())
        return base::fail(failure(nativeCode(query.lastError()), query.lastError().text()));
    return false;
}

sqlite3 *JournalDatabase::handle() const
{
    const QVariant driver = m_database.driver()->handle();
    return driver.isValid() && qstrcmp(driver.typeName(), "sqlite3*") == 0
               ? *static_cast<sqlite3 *const *>(driver.constData())
               : nullptr;
}

base::Error JournalDatabase::failure(int code, const QString &text) const
{
    const QString what = u"The journal %1 could not be used."_s.arg(m_path);
    const auto make = [](base::ErrorCode kind, const QString &message, const QString &remedy) {
        base::Error result;
        result.code = kind;
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
        return make(base::ErrorCode::StorageFailed, what + u" Another program is holding it for writing."_s,
                    u"Close that program, or wait and try again."_s);
    case SQLITE_CORRUPT:
        return make(base::ErrorCode::Tampered, what + u" Its file is damaged."_s,
                    u"Keep a copy of the file as it is, then verify the journal."_s);
    case SQLITE_NOTADB:
        return make(base::ErrorCode::StorageFailed, what + u" Its file is damaged at the beginning."_s,
                    u"Keep a copy of the file as it is, then restore it or name another path."_s);
    case SQLITE_INTERRUPT:
        return make(base::ErrorCode::Cancelled, u"Reading the journal was ended."_s, {});
    case SQLITE_IOERR: {
        sqlite3 *const connection = handle();
        if (const int system = connection ? systemErrorOf(connection) : 0; system != 0)
            return systemError(system, what);
        break;
    }
    case SQLITE_CONSTRAINT:
        return make(base::ErrorCode::Tampered, what + u" Its tables do not fit together: "_s + text + u'.',
                    u"Verify the journal; keep the file as it is."_s);
    default:
        break;
    }
    return make(base::ErrorCode::StorageFailed, what + u' ' + text.trimmed() + u'.',
                u"Check the disk and the path, then try again."_s);
}

base::Result<void> JournalDatabase::remember()
{
    struct stat status {
    };
    if (::stat(QFile::encodeName(m_path).constData(), &status) != 0)
        return base::fail(systemError(errno, u"%1 cannot be read."_s.arg(m_path)));
    m_device = status.st_dev;
    m_inode = status.st_ino;
    m_changedAt = nanoseconds(status.st_mtim);
    return {};
}

base::Result<void> JournalDatabase::checkStillThere() const
{
    struct stat status {
    };
    if (::stat(QFile::encodeName(m_path).constData(), &status) != 0)
        return base::fail(base::ErrorCode::StorageFailed,
                          u"The journal %1 was moved or deleted while it was in use."_s.arg(m_path),
                          u"Put the file back, or start again with a new journal."_s);
    if (status.st_dev != m_device || status.st_ino != m_inode)
        return base::fail(base::ErrorCode::StorageFailed,
                          u"The journal %1 was replaced by another file while it was in use."_s.arg(m_path),
                          u"Find out who replaced it, then start again."_s);
    if (m_immutable && (nanoseconds(status.st_mtim) != m_changedAt || QFileInfo::exists(m_path + u"-wal"_s)))
        return base::fail(
            base::ErrorCode::StorageFailed,
            u"The journal %1 changed while it was being read from a folder that cannot be "
            "written."_s.arg(m_path),
            u"Copy the file, with the -wal file beside it, to a folder of your own and read it there."_s);
    return {};
}

void JournalDatabase::setCancelFlag(const std::atomic_bool &cancelled)
{
    if (sqlite3 *const connection = handle())
        sqlite3_progress_handler(
            connection, 100000,
            [](void *flag) { return static_cast<const std::atomic_bool *>(flag)->load() ? 1 : 0; },
            const_cast<std::atomic_bool *>(&cancelled));
}

} // namespace algenta::journal
