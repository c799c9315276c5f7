// SPDX-License-Identifier: Apache-2.0
#include "core/journal/checkpoint.h"

#include "core/base/timestamp.h"
#include "core/base/utf8.h"
#include "core/journal/sha256.h"

#include <array>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

constexpr std::array<std::pair<CheckpointCause, QLatin1StringView>, 8> causeNames{{
    {CheckpointCause::Asked, "asked"_L1},
    {CheckpointCause::KeySet, "key-set"_L1},
    {CheckpointCause::Entries, "entries"_L1},
    {CheckpointCause::Time, "time"_L1},
    {CheckpointCause::Heartbeat, "heartbeat"_L1},
    {CheckpointCause::BeforeAct, "before-act"_L1},
    {CheckpointCause::AfterAct, "after-act"_L1},
    {CheckpointCause::Stop, "stop"_L1},
}};

tl::unexpected<base::Error> malformed(const QString &why)
{
    return base::fail(base::ErrorCode::MalformedAnswer,
                      u"This is not a checkpoint of a journal: %1."_s.arg(why));
}

QByteArray line(const char *name, const QByteArray &value)
{
    return QByteArray(name) + ' ' + value + '\n';
}

} // namespace

QString checkpointCauseName(CheckpointCause cause)
{
    for (const auto &[value, name] : causeNames) {
        if (value == cause)
            return name;
    }
    return {};
}

QByteArray Checkpoint::noteHash() const
{
    return sha256(note);
}

QString checkpointOrigin(const QString &journalId)
{
    return u"algenta-journal/"_s + journalId;
}

QByteArray unsealedText(const Checkpoint &checkpoint)
{
    return checkpoint.origin.toUtf8() + '\n' + QByteArray::number(checkpoint.size) + '\n' +
           checkpoint.root.toBase64() + '\n' + line("number", QByteArray::number(checkpoint.number)) +
           line("time", base::toRfc3339(checkpoint.time).toLatin1()) +
           line("cause", checkpointCauseName(checkpoint.cause).toLatin1()) +
           line("previous", checkpoint.previous.isEmpty() ? "none" : checkpoint.previous.toBase64());
}

QByteArray checkpointText(const Checkpoint &checkpoint)
{
    return unsealedText(checkpoint) + line("seal", checkpoint.seal.toBase64());
}

base::Result<Checkpoint> parseCheckpoint(const QByteArray &note)
{
    const auto parsed = parseNote(note);
    if (!parsed)
        return base::fail(parsed.error());
    const QList<QByteArray> lines = parsed->text.chopped(1).split('\n');
    if (lines.size() != 8)
        return malformed(u"it has %1 lines instead of 8"_s.arg(lines.size()));
    const auto value = [&lines](qsizetype at) { return lines.at(at).mid(lines.at(at).indexOf(' ') + 1); };
    Checkpoint checkpoint;
    checkpoint.note = note;
    checkpoint.origin = base::decodeUtf8(lines.at(0));
    checkpoint.size = lines.at(1).toLongLong();
    checkpoint.root = QByteArray::fromBase64(lines.at(2));
    checkpoint.number = value(3).toLongLong();
    checkpoint.time = base::parseTimestamp(QString::fromLatin1(value(4))).instant;
    bool knownCause = false;
    for (const auto &[cause, name] : causeNames) {
        if (QString::fromLatin1(value(5)) == name) {
            checkpoint.cause = cause;
            knownCause = true;
        }
    }
    if (value(6) != "none")
        checkpoint.previous = QByteArray::fromBase64(value(6));
    checkpoint.seal = QByteArray::fromBase64(value(7));
    const bool hashes = checkpoint.root.size() == hashSize && checkpoint.seal.size() == hashSize &&
                        (checkpoint.previous.isEmpty() || checkpoint.previous.size() == hashSize);
    if (!knownCause || !hashes || checkpoint.number < 1 || checkpoint.size < 0 ||
        !isNoteKeyName(checkpoint.origin) || (checkpoint.number == 1) != checkpoint.previous.isEmpty())
        return malformed(u"a line holds something else than the format says"_s);
    if (checkpointText(checkpoint) != parsed->text)
        return malformed(u"it is written in another way than this program writes it"_s);
    return checkpoint;
}

} // namespace algenta::journal
