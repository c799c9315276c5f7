// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalfolder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

tl::unexpected<base::Error> cannotCreate(const QString &path, int code)
{
    const bool full = code == ENOSPC || code == EDQUOT;
    const bool forbidden = code == EACCES || code == EPERM || code == EROFS;
    return base::fail(full        ? base::ErrorCode::StorageFull
                      : forbidden ? base::ErrorCode::StorageReadOnly
                                  : base::ErrorCode::StorageFailed,
                      u"%1 cannot be created: %2."_s.arg(path, QString::fromLocal8Bit(std::strerror(code))),
                      full ? u"Free some space on that disk, then try again."_s
                           : u"Check the path and your rights to its folder, then try again."_s);
}

} // namespace

base::Result<void> makeFolder(const QString &path)
{
    const QString folder = QFileInfo(path).absolutePath();
    if (QFileInfo(folder).isDir())
        return {};
    QDir().mkpath(QFileInfo(folder).absolutePath());
    if (::mkdir(QFile::encodeName(folder).constData(), 0700) != 0 && errno != EEXIST)
        return cannotCreate(folder, errno);
    return {};
}

void removeDatabase(const QString &path)
{
    for (const auto suffix : {""_L1, "-wal"_L1, "-shm"_L1, "-journal"_L1})
        QFile::remove(path + suffix);
}

base::Result<void> publishFile(const QString &temporary, const QString &path)
{
    const QByteArray from = QFile::encodeName(temporary);
    const QByteArray to = QFile::encodeName(path);
    if (::link(from.constData(), to.constData()) != 0 && errno != EEXIST &&
        ::renameat2(AT_FDCWD, from.constData(), AT_FDCWD, to.constData(), RENAME_NOREPLACE) != 0 &&
        errno != EEXIST)
        return cannotCreate(path, errno);
    const int folder = ::open(QFile::encodeName(QFileInfo(path).absolutePath()).constData(),
                              O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = folder >= 0 && ::fsync(folder) == 0;
    const int reason = errno;
    if (folder >= 0)
        ::close(folder);
    return synced ? base::Result<void>() : cannotCreate(path, reason);
}

} // namespace algenta::journal
