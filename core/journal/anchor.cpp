// SPDX-License-Identifier: Apache-2.0
#include "core/journal/anchor.h"

#include "core/journal/sha256.h"

#include <QFile>
#include <QHash>
#include <QRegularExpression>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

constexpr auto tag = "algenta-anchor/1"_L1;

QString base64(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

base::Result<Anchor> anchorFromText(const QString &text)
{
    QHash<QString, QString> fields;
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words.mid(1))
        fields.insert(word.section(u'=', 0, 0), word.section(u'=', 1));
    Anchor anchor;
    anchor.journalId = fields.value(u"journal"_s);
    anchor.number = fields.value(u"checkpoint"_s).toLongLong();
    anchor.size = fields.value(u"size"_s).toLongLong();
    anchor.root = QByteArray::fromBase64(fields.value(u"root"_s).toLatin1());
    anchor.noteHash = QByteArray::fromBase64(fields.value(u"note-sha256"_s).toLatin1());
    anchor.note = QByteArray::fromBase64(fields.value(u"note"_s).toLatin1());
    const bool whole = anchor.number >= 1 && anchor.size >= 0 && anchor.root.size() == hashSize &&
                       anchor.noteHash.size() == hashSize && anchorLine(anchor) == words.join(u' ') &&
                       (anchor.note.isEmpty() || sha256(anchor.note) == anchor.noteHash);
    if (!whole)
        return base::fail(base::ErrorCode::MalformedAnswer, u"This is not an anchor of a journal."_s);
    return anchor;
}

tl::unexpected<base::Error> failed(const QString &what, int code, const QString &remedy)
{
    const bool full = code == ENOSPC || code == EDQUOT;
    const bool forbidden = code == EACCES || code == EPERM || code == EROFS;
    return base::fail(full        ? base::ErrorCode::StorageFull
                      : forbidden ? base::ErrorCode::StorageReadOnly
                                  : base::ErrorCode::StorageFailed,
                      u"%1: %2."_s.arg(what, QString::fromLocal8Bit(std::strerror(code))), remedy);
}

} // namespace

Anchor anchorOf(const Checkpoint &checkpoint, const QString &journalId)
{
    return {journalId,       checkpoint.number,     checkpoint.size,
            checkpoint.root, checkpoint.noteHash(), checkpoint.note};
}

QString anchorLine(const Anchor &anchor)
{
    QString line = u"%1 journal=%2 checkpoint=%3 size=%4 root=%5 note-sha256=%6"_s.arg(tag, anchor.journalId)
                       .arg(anchor.number)
                       .arg(anchor.size)
                       .arg(base64(anchor.root), base64(anchor.noteHash));
    if (!anchor.note.isEmpty())
        line += u" note="_s + base64(anchor.note);
    return line;
}

AnchorList parseAnchors(const QByteArray &text)
{
    AnchorList list;
    const QList<QByteArray> lines = text.split('\n');
    for (const QByteArray &line : lines) {
        const QString decoded = QString::fromUtf8(line);
        const qsizetype at = decoded.indexOf(tag);
        if (at < 0)
            continue;
        if (const auto anchor = anchorFromText(decoded.mid(at).trimmed()))
            list.anchors.append(*anchor);
        else
            ++list.unreadable;
    }
    return list;
}

QString anchorPlaceName(AnchorPlace place)
{
    switch (place) {
    case AnchorPlace::File:
        return u"file"_s;
    case AnchorPlace::SystemLog:
        return u"system_log"_s;
    case AnchorPlace::Print:
        return u"print"_s;
    }
    Q_UNREACHABLE();
}

Draft anchoredDraft(const Anchor &anchor, AnchorPlace place, const QString &target, const QString &actor)
{
    const auto text = [](const QString &value) { return base::Json::string(value); };
    Draft draft;
    draft.kind = EntryKind::Anchored;
    draft.actor = actor;
    draft.details =
        base::Json::object({{u"place"_s, text(anchorPlaceName(place))},
                            {u"target"_s, text(target)},
                            {u"checkpoint"_s, text(QString::number(anchor.number))},
                            {u"size"_s, text(QString::number(anchor.size))},
                            {u"root"_s, text(QString::fromLatin1(anchor.root.toHex()))},
                            {u"note_sha256"_s, text(QString::fromLatin1(anchor.noteHash.toHex()))}});
    return draft;
}

base::Result<bool> appendAnchor(const QString &path, const Anchor &anchor)
{
    const QString remedy =
        u"Another user makes the file and lets this one append to it; then chattr +a on it."_s;
    const int file =
        ::open(QFile::encodeName(path).constData(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        return failed(u"The anchor cannot be appended to %1"_s.arg(path), errno, remedy);
    struct stat status {
    };
    // A last line that a crash cut off must not swallow this one.
    const QByteArray line = '\n' + anchorLine(anchor).toUtf8() + '\n';
    const bool regular = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    const bool done = regular && ::write(file, line.constData(), std::size_t(line.size())) == line.size() &&
                      ::fsync(file) == 0;
    const int reason = regular ? (errno != 0 ? errno : EIO) : EINVAL;
    ::close(file);
    if (!done)
        return failed(u"The anchor could not be appended to %1"_s.arg(path), reason, remedy);
    return status.st_uid != ::geteuid();
}

base::Result<void> sendAnchorToSystemLog(const Anchor &anchor, const QString &socket)
{
    Anchor brief = anchor;
    brief.note.clear(); // a log may cut long lines
    constexpr int noticeOfUser = (1 << 3) | 5;
    const QByteArray line =
        '<' + QByteArray::number(noticeOfUser) + ">algenta-journal: " + anchorLine(brief).toUtf8();
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(socket);
    if (name.size() >= qsizetype(sizeof address.sun_path))
        return base::fail(base::ErrorCode::InvalidInput, u"The path of the system log is too long."_s);
    std::memcpy(address.sun_path, name.constData(), std::size_t(name.size()));
    const int log = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const bool sent = log >= 0 &&
                      ::connect(log, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 &&
                      ::send(log, line.constData(), std::size_t(line.size()), MSG_NOSIGNAL) == line.size();
    const int reason = errno;
    if (log >= 0)
        ::close(log);
    if (!sent)
        return failed(u"The system log took no anchor"_s, reason,
                      u"Start the system log, or put the anchor in a file or on paper."_s);
    return {};
}

} // namespace algenta::journal
