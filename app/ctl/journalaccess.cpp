// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/journalaccess.h"

#include "app/ctl/inputfile.h"
#include "core/base/timestamp.h"

#include <QFileInfo>
#include <QStandardPaths>

#include <cerrno>

#include <unistd.h>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;

QString defaultJournalPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           u"/algenta-console/journal.db"_s;
}

OptionSpec journalOption()
{
    return {u"journal"_s, u"FILE"_s,
            u"journal of the console\n(else algenta-console/journal.db in XDG_DATA_HOME, ~/.local/share)"_s};
}

OptionSpec publicKeyOption()
{
    return {
        u"public-key"_s, u"KEY|FILE"_s,
        u"public key that must have signed, as it was shown when it was set,\nor a file with one a line"_s};
}

OptionSpec passphraseOption()
{
    return {u"passphrase-stdin"_s, {}, u"read the passphrase of the signing key from standard input"_s};
}

QString journalPath(const Arguments &arguments)
{
    return arguments.value(u"journal"_s).value_or(defaultJournalPath());
}

base::Result<QList<journal::NoteKey>> publicKeys(const Arguments &arguments)
{
    const auto given = arguments.value(u"public-key"_s);
    if (!given)
        return QList<journal::NoteKey>();
    QStringList lines{*given};
    if (QFileInfo(*given).isFile()) {
        const auto content = readInput(*given);
        if (!content)
            return base::fail(content.error());
        lines = QString::fromUtf8(*content).split(u'\n', Qt::SkipEmptyParts);
    }
    QList<journal::NoteKey> keys;
    for (const QString &line : std::as_const(lines)) {
        if (line.trimmed().isEmpty())
            continue;
        const auto key = journal::NoteKey::fromText(line);
        if (!key)
            return base::fail(key.error());
        keys.append(*key);
    }
    if (keys.isEmpty())
        return base::fail(ErrorCode::InvalidInput, u"The file of --public-key holds no key."_s);
    return keys;
}

base::Result<base::Secret> readPassphrase()
{
    constexpr qsizetype longest = 4096;
    QByteArray bytes;
    bytes.reserve(longest + 1);
    char byte = 0;
    while (bytes.size() <= longest) {
        const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0 || byte == '\n')
            break;
        bytes.append(byte);
    }
    if (bytes.endsWith('\r'))
        bytes.chop(1);
    const bool good = !bytes.isEmpty() && bytes.size() <= longest;
    base::Secret passphrase = base::Secret::takeFrom(bytes);
    if (!good)
        return base::fail(ErrorCode::InvalidInput, u"The first line of standard input holds no passphrase."_s,
                          u"Give it there; it is never an argument."_s);
    return passphrase;
}

base::Result<std::unique_ptr<journal::JournalFile>> openJournalForWriting(const QString &path,
                                                                          const base::Clock &clock)
{
    if (!QFileInfo::exists(path))
        return base::fail(ErrorCode::NotFound, u"There is no journal at %1."_s.arg(path),
                          u"Check the path. The console makes the journal when it is started."_s);
    return journal::JournalFile::open(path, clock);
}

base::Result<SigningJournal> openSigningJournal(const QString &path, const base::Clock &clock)
{
    const auto passphrase = readPassphrase();
    if (!passphrase)
        return base::fail(passphrase.error());
    SigningJournal opened;
    opened.paths = journal::KeyPaths::beside(path);
    bool unattended = false;
    auto key = journal::openKey(opened.paths, *passphrase, unattended);
    if (!key) {
        base::Error error = key.error();
        if (error.code == ErrorCode::NotFound) {
            error.message = u"No signing key has been set for the journal %1."_s.arg(path);
            error.remedy = u"Set one with algentactl journal checkpoint --set-key --passphrase-stdin."_s;
        }
        return base::fail(error);
    }
    auto file = openJournalForWriting(path, clock);
    if (!file)
        return base::fail(file.error());
    if (auto named = journal::checkKeyIsNamed(**file, *key); !named)
        return base::fail(named.error());
    opened.file = std::move(*file);
    opened.key.emplace(std::move(*key));
    return opened;
}

QString hexText(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toHex());
}

Json checkpointJson(const journal::Checkpoint &checkpoint)
{
    Json json = Json::object();
    json.set(u"number"_s, Json::integer(checkpoint.number));
    json.set(u"time"_s, Json::string(base::toRfc3339(checkpoint.time)));
    json.set(u"cause"_s, Json::string(journal::checkpointCauseName(checkpoint.cause)));
    json.set(u"size"_s, Json::integer(checkpoint.size));
    json.set(u"root"_s, Json::string(hexText(checkpoint.root)));
    json.set(u"note"_s, Json::string(QString::fromUtf8(checkpoint.note)));
    json.set(u"note_sha256"_s, Json::string(hexText(checkpoint.noteHash())));
    return json;
}

} // namespace algenta::ctl
