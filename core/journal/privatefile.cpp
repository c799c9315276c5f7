// SPDX-License-Identifier: Apache-2.0
#include "core/journal/privatefile.h"

#include <QFile>
#include <QFileInfo>
#include <QUuid>

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

constexpr qsizetype maxBytes = 64 * 1024;

/** Closes when it goes. */
class Descriptor
{
public:
    explicit Descriptor(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    ~Descriptor()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    [[nodiscard]] int get() const { return m_descriptor; }

private:
    int m_descriptor;
};

tl::unexpected<base::Error> failed(const QString &path, int code)
{
    const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG;
    const bool forbidden = code == EACCES || code == EPERM || code == EROFS;
    return base::fail(full        ? base::ErrorCode::StorageFull
                      : forbidden ? base::ErrorCode::StorageReadOnly
                                  : base::ErrorCode::StorageFailed,
                      u"%1 cannot be used: %2."_s.arg(path, QString::fromLocal8Bit(std::strerror(code))),
                      full ? u"Free some space on that disk, then try again."_s
                           : u"Check the path and your rights to its folder, then try again."_s);
}

bool writeAll(int descriptor, QByteArrayView content)
{
    while (!content.isEmpty()) {
        const ssize_t written = ::write(descriptor, content.data(), std::size_t(content.size()));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        content = content.sliced(written);
    }
    return ::fsync(descriptor) == 0;
}

void overwrite(int descriptor)
{
    struct stat status {
    };
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0 || status.st_nlink != 0)
        return;
    if (::lseek(descriptor, 0, SEEK_SET) == 0)
        static_cast<void>(writeAll(descriptor, QByteArray(qsizetype(status.st_size), '\0')));
}

base::Result<void> writeFile(const QString &path, QByteArrayView content, unsigned renameFlags)
{
    const QByteArray name = QFile::encodeName(path);
    const QByteArray temporary = name + ".new-" + QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
    const Descriptor old(renameFlags == 0 ? ::open(name.constData(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW) : -1);
    const Descriptor file(
        ::open(temporary.constData(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (file.get() < 0)
        return failed(path, errno);
    if (!writeAll(file.get(), content) ||
        ::renameat2(AT_FDCWD, temporary.constData(), AT_FDCWD, name.constData(), renameFlags) != 0) {
        const int reason = errno;
        ::unlink(temporary.constData());
        return failed(path, reason);
    }
    overwrite(old.get());
    return syncFolder(path);
}

} // namespace

base::Result<void> writePrivateFile(const QString &path, QByteArrayView content)
{
    return writeFile(path, content, 0);
}

base::Result<void> createPrivateFile(const QString &path, QByteArrayView content)
{
    return writeFile(path, content, RENAME_NOREPLACE);
}

base::Result<QByteArray> readPrivateFile(const QString &path)
{
    const Descriptor file(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status {
    };
    if (file.get() < 0 && errno == ENOENT)
        return base::fail(base::ErrorCode::NotFound, u"There is no file %1."_s.arg(path));
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0)
        return failed(path, errno);
    if (!S_ISREG(status.st_mode) || status.st_size > maxBytes)
        return base::fail(base::ErrorCode::StorageFailed,
                          u"%1 is not a file of the expected kind."_s.arg(path), u"Check the path."_s);
    if ((status.st_mode & 077) != 0)
        return base::fail(base::ErrorCode::NotAllowed,
                          u"Others than its owner can read or write %1, so it is not used."_s.arg(path),
                          u"Find out who has seen it; a key that others could read needs replacing. Then: "
                          "chmod 600."_s);
    QByteArray content(maxBytes, Qt::Uninitialized);
    qsizetype size = 0;
    while (size < maxBytes) {
        const ssize_t got = ::read(file.get(), content.data() + size, std::size_t(maxBytes - size));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failed(path, errno);
        if (got == 0)
            break;
        size += got;
    }
    content.resize(size);
    return content;
}

base::Result<void> syncFolder(const QString &path)
{
    const QString folder = QFileInfo(path).absolutePath();
    const Descriptor opened(
        ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.get() < 0 || ::fsync(opened.get()) != 0)
        return failed(folder, errno);
    return {};
}

} // namespace algenta::journal
