// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalheader.h"

#include "core/journal/journalschema.h"

#include <QFile>
#include <QFileInfo>
#include <QtEndian>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

constexpr qsizetype headerSize = 100;

struct Closer {
    void operator()(sqlite3 *database) const { sqlite3_close(database); }
};

tl::unexpected<base::Error> notAJournal(const QString &path, const QString &why)
{
    return base::fail(base::ErrorCode::StorageFailed, u"%1 cannot be used as a journal: %2."_s.arg(path, why),
                      u"Nothing was changed. Move the file aside, or name another path for the journal."_s);
}

/**
 * The first bytes of the file, through SQLite: were the file opened and closed beside it, the system
 * would drop every lock that this process holds on it, and another process could then remove the
 * write-ahead log that is in use.
 */
base::Result<QByteArray> readHeader(const QString &path)
{
    sqlite3 *opened = nullptr;
    const int code =
        sqlite3_open_v2(QFile::encodeName(path).constData(), &opened, SQLITE_OPEN_READONLY, nullptr);
    const std::unique_ptr<sqlite3, Closer> database(opened);
    sqlite3_file *file = nullptr;
    if (code == SQLITE_OK)
        sqlite3_file_control(opened, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (!file || !file->pMethods)
        return base::fail(
            base::ErrorCode::StorageFailed,
            u"%1 cannot be read: %2."_s.arg(
                path, QString::fromLocal8Bit(std::strerror(opened ? sqlite3_system_errno(opened) : EIO))),
            u"Give your user read access to the file."_s);
    sqlite3_int64 size = 0;
    QByteArray header(headerSize, '\0');
    if (file->pMethods->xFileSize(file, &size) != SQLITE_OK || size < headerSize)
        return header.first(size > 0 ? qsizetype(std::min<sqlite3_int64>(size, headerSize - 1)) : 0);
    if (file->pMethods->xRead(file, header.data(), int(headerSize), 0) != SQLITE_OK)
        return base::fail(base::ErrorCode::StorageFailed, u"The beginning of %1 cannot be read."_s.arg(path),
                          u"Check the disk."_s);
    return header;
}

} // namespace

base::Error systemError(int code, const QString &what)
{
    base::Error error;
    error.message = what + u' ' + QString::fromLocal8Bit(std::strerror(code)) + u'.';
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
    const auto header = readHeader(path);
    if (!header)
        return base::fail(header.error());
    if (header->isEmpty())
        return notAJournal(path, u"it is empty, and a journal never is: it was cut off or replaced"_s);
    if (header->size() < headerSize || !header->startsWith(QByteArrayView("SQLite format 3\0", 16)))
        return notAJournal(path, u"it is not an SQLite file, or its beginning is damaged"_s);
    if (qFromBigEndian<quint32>(header->constData() + 68) != applicationId)
        return notAJournal(path, u"it is the database of another program"_s);
    const auto version = qFromBigEndian<quint32>(header->constData() + 60);
    if (version > quint32(newestFormat))
        return base::fail(base::ErrorCode::StorageFailed,
                          u"%1 was written by a newer version (format %2)."_s.arg(path).arg(version),
                          u"Nothing was changed. Update this program."_s);
    if (version < 1)
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

} // namespace algenta::journal
