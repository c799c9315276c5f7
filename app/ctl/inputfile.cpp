// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/inputfile.h"

#include "core/base/textsafety.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>

#include <unistd.h>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Result;

namespace
{

constexpr qsizetype maxInput = 16 * 1024 * 1024;
constexpr qsizetype maxKey = 4096;

Result<base::Secret> checkedKey(QByteArray bytes, const QString &where)
{
    while (bytes.endsWith('\n') || bytes.endsWith('\r'))
        bytes.chop(1);
    const bool printable =
        std::all_of(bytes.cbegin(), bytes.cend(), [](char c) { return c > ' ' && c <= '~'; });
    const bool good = !bytes.isEmpty() && bytes.size() <= maxKey && printable;
    base::Secret key = base::Secret::takeFrom(bytes);
    if (good)
        return key;
    return base::fail(ErrorCode::InvalidInput,
                      u"%1 holds no usable key: it must be one word of visible ASCII, at most %2 long."_s.arg(
                          where, QString::number(maxKey)),
                      u"Copy the key again, without blanks or line breaks in it."_s);
}

} // namespace

Result<QByteArray> readInput(const QString &path)
{
    QFile file(path);
    const QString shown = path == "-"_L1 ? u"Standard input"_s : u"“%1”"_s.arg(base::elidedText(path, 200));
    const bool opened = path == "-"_L1 ? file.open(STDIN_FILENO, QIODevice::ReadOnly)
                                       : !QFileInfo(path).isDir() && file.open(QIODevice::ReadOnly);
    if (!opened) {
        const QString why = QFileInfo(path).isDir() ? u"it is a folder"_s : file.errorString();
        return base::fail(ErrorCode::StorageFailed, u"%1 cannot be read: %2."_s.arg(shown, why),
                          u"Check the name and the right to read it."_s);
    }
    QByteArray bytes;
    while (bytes.size() <= maxInput) {
        const QByteArray piece = file.read(std::min<qsizetype>(maxInput + 1 - bytes.size(), 1024 * 1024));
        if (piece.isEmpty())
            break;
        bytes += piece;
    }
    if (file.error() != QFileDevice::NoError)
        return base::fail(ErrorCode::StorageFailed,
                          u"%1 cannot be read: %2."_s.arg(shown, file.errorString()));
    if (bytes.size() > maxInput)
        return base::fail(ErrorCode::LimitExceeded, u"%1 is larger than 16 MiB."_s.arg(shown),
                          u"Give the answer of one call only."_s);
    return bytes;
}

Result<base::Secret> readKeyFromStandardInput()
{
    // Byte by byte: whatever follows the first line is not ours to take.
    QByteArray bytes;
    bytes.reserve(maxKey + 1);
    char byte = 0;
    while (bytes.size() <= maxKey) {
        const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0 || byte == '\n')
            break;
        bytes.append(byte);
    }
    auto key = checkedKey(std::move(bytes), u"The first line of standard input"_s);
    return key;
}

Result<base::Secret> readKeyFromEnvironment()
{
    for (const char *name : {"ALGENTA_API_KEY", "DE_API_KEY"}) {
        QByteArray bytes = qgetenv(name);
        if (!bytes.isEmpty())
            return checkedKey(std::move(bytes), QString::fromLatin1(name));
    }
    return base::Secret();
}

} // namespace algenta::ctl
