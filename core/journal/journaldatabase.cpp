// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journaldatabase.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlDriver>
#include <QSqlError>
#include <QUrl>
#include <QUuid>
#include <QtEndian>

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

constexpr quint32 applicationId = 0x416c674a; // "AlgJ"
constexpr quint32 formatVersion = 1;
constexpr auto busyTimeout = "QSQLITE_BUSY_TIMEOUT=20000"_L1;

QString systemReason(int code)
{
    return QString::fromLocal8Bit(std::strerror(code));
}

base::Error systemError(int code, const QString &what)
{
    base::Error error;
    error.message = what + u' ' + systemReason(code) + u'.';
    switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        error.code = base::ErrorCode::StorageFull;
        error.remedy = u"Free some space on that disk (or raise the quota), then try again."_s;
        break;
    case EROFS:
    case EACCES:
    case EPERM:
        error.code = base::ErrorCode::StorageReadOnly;
        error.remedy = u"Give your user write access to the journal's file and folder."_s;
        break;
    default:
        error.code = base::ErrorCode::StorageFailed;
        error.remedy = u"Check the disk and the path, then try again."_s;
    }
    return error;
}

tl::unexpected<base::Error> notAJournal(const QString &path, const QString &why)
{
    return base::fail(base::ErrorCode::StorageFailed, u"%1 cannot be used as a journal: %2."_s.arg(path, why),
                      u"Nothing was changed. Move the file aside, or name another path for the journal."_s);
}

/** Looks at the header that SQLite keeps in the file itself, without opening it as a database. */
base::Result<void> checkHeader(const QString &path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return notAJournal(path, u"it is a folder"_s);
    if (!info.exists() && !info.isSymbolicLink())
        return base::fail(base::ErrorCode::NotFound, u"There is no journal at %1."_s.arg(path),
                          u"Check the path. A journal that was there before has been moved or deleted."_s);
    if (!info.isFile())
        return notAJournal(path, u"it is not a regular file"_s);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return base::fail(base::ErrorCode::StorageFailed,
                          u"%1 cannot be read: %2."_s.arg(path, file.errorString()),
                          u"Give your user read access to the file."_s);
    const QByteArray header = file.read(100);
    if (header.isEmpty())
        return notAJournal(path, u"it is empty, and a journal never is: it was cut off or replaced"_s);
    if (header.size() < 100 || !header.startsWith(QByteArrayView("SQLite format 3\0", 16)))
        return notAJournal(path, u"it is not an SQLite file, or its beginning is damaged"_s);
    if (qFromBigEndian<quint32>(header.constData() + 68) != applicationId)
        return notAJournal(path, u"it is the database of another program"_s);
    const auto version = qFromBigEndian<quint32>(header.constData() + 60);
    if (version > formatVersion)
        return base::fail(base::ErrorCode::StorageFailed,
                          u"%1 was written by a newer version (format %2)."_s.arg(path).arg(version),
                          u"Nothing was changed. Update this program."_s);
    if (version != formatVersion)
        return notAJournal(path, u"its format number is %1"_s.arg(version));
    return {};
}

base::Result<void> makePrivate(const QString &path)
{
    for (const auto suffix : {""_L1, "-wal"_L1, "-shm"_L1}) {
        const QByteArray name = QFile::encodeName(path + suffix);
        struct stat status {
        };
        if (::stat(name.constData(), &status) == 0 && (status.st_mode & 077) != 0 &&
            ::chmod(name.constData(), 0600) != 0)
            return base::fail(systemError(
                errno, u"Others can read %1 and that cannot be changed."_s.arg(QString(path + suffix))));
    }
    return {};
}

base::Result<void> checkWritable(const QString &path)
{
    for (const QString &name : {path, QFileInfo(path).absolutePath()}) {
        if (::access(QFile::encodeName(name).constData(), W_OK) != 0)
            return base::fail(systemError(errno, u"%1 cannot be written."_s.arg(name)));
    }
    return {};
}

bool folderIsWritable(const QString &path)
{
    return ::access(QFile::encodeName(QFileInfo(path).absolutePath()).constData(), W_OK) == 0;
}

qint64 nanoseconds(const timespec &time)
{
    return qint64(time.tv_sec) * 1000000000 + time.tv_nsec;
}

} // namespace

const QStringList &journalSchema()
{
    // The columns after chain come from the hashed bytes, so that a filter cannot see anything else.
    static const QStringList statements{
        u"CREATE TABLE entry(\n"
        "  seq INTEGER PRIMARY KEY CHECK (seq > 0),\n"
        "  body BLOB NOT NULL CHECK (typeof(body) = 'blob'),\n"
        "  leaf BLOB NOT NULL CHECK (typeof(leaf) = 'blob' AND length(leaf) = 32),\n"
        "  chain BLOB NOT NULL CHECK (typeof(chain) = 'blob' AND length(chain) = 32),\n"
        "  kind TEXT AS (CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), "
        "'$.kind') END),\n"
        "  engine TEXT AS (CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), "
        "'$.engine') END),\n"
        "  subject TEXT AS (CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), "
        "'$.subject') END),\n"
        "  act TEXT AS (CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), "
        "'$.act') END)\n"
        ")"_s,
        u"CREATE TABLE node(level INTEGER NOT NULL, position INTEGER NOT NULL, hash BLOB NOT NULL,"
        " PRIMARY KEY (level, position)) WITHOUT ROWID"_s,
        u"CREATE INDEX entry_kind ON entry(kind)"_s,
        u"CREATE INDEX entry_engine ON entry(engine)"_s,
        u"CREATE INDEX entry_subject ON entry(subject)"_s,
        u"CREATE INDEX entry_act ON entry(act)"_s,
        u"CREATE TRIGGER entry_append BEFORE INSERT ON entry"
        " WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entry)"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
        u"CREATE TRIGGER entry_update BEFORE UPDATE ON entry"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
        u"CREATE TRIGGER entry_delete BEFORE DELETE ON entry"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
        u"CREATE TRIGGER node_update BEFORE UPDATE ON node"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
        u"CREATE TRIGGER node_delete BEFORE DELETE ON node"
        " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"_s,
    };
    return statements;
}

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
    return database;
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
                           u"PRAGMA user_version=%1"_s.arg(formatVersion)};
    statements << journalSchema() << u"COMMIT"_s;
    for (const QString &statement : std::as_const(statements)) {
        if (auto done = database->run(statement); !done)
            return base::fail(done.error());
    }
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
        return base::fail(failure(m_database.lastError()));

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
        return base::fail(failure(query.lastError()));
    for (const QVariant &value : values)
        query.addBindValue(value);
    if (!query.exec())
        return base::fail(failure(query.lastError()));
    return query;
}

base::Result<bool> JournalDatabase::next(QSqlQuery &query) const
{
    if (query.next())
        return true;
    if (query.lastError().isValid())
        return base::fail(failure(query.lastError()));
    return false;
}

base::Error JournalDatabase::failure(const QSqlError &error) const
{
    const int code = error.nativeErrorCode().toInt();
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
        const QVariant handle = m_database.driver()->handle();
        int system = 0;
        if (handle.isValid() && qstrcmp(handle.typeName(), "sqlite3*") == 0)
            system = sqlite3_system_errno(*static_cast<sqlite3 *const *>(handle.constData()));
        if (system != 0)
            return systemError(system, what);
        break;
    }
    case SQLITE_CONSTRAINT:
        return make(base::ErrorCode::Tampered,
                    what + u" Its tables do not fit together: "_s + error.text() + u'.',
                    u"Verify the journal; keep the file as it is."_s);
    default:
        break;
    }
    return make(base::ErrorCode::StorageFailed, what + u' ' + error.text().trimmed() + u'.',
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
    const QVariant handle = m_database.driver()->handle();
    if (!handle.isValid() || qstrcmp(handle.typeName(), "sqlite3*") != 0)
        return;
    sqlite3_progress_handler(
        *static_cast<sqlite3 *const *>(handle.constData()), 100000,
        [](void *flag) { return static_cast<const std::atomic_bool *>(flag)->load() ? 1 : 0; },
        const_cast<std::atomic_bool *>(&cancelled));
}

} // namespace algenta::journal
