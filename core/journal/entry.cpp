// SPDX-License-Identifier: Apache-2.0
#include "core/journal/entry.h"

#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/base/timestamp.h"
#include "core/journal/merkletree.h"

#include <QCryptographicHash>
#include <QSysInfo>

#include <array>
#include <utility>

#include <pwd.h>
#include <unistd.h>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

constexpr auto formatTag = "algenta.journal/1"_L1;
constexpr qsizetype hashSize = 32;

constexpr std::array<std::pair<EntryKind, QLatin1StringView>, 22> kindNames{{
    {EntryKind::JournalOpened, "journal_opened"_L1},
    {EntryKind::ConsoleStarted, "console_started"_L1},
    {EntryKind::ConsoleStopped, "console_stopped"_L1},
    {EntryKind::ConnectionEnrolled, "connection_enrolled"_L1},
    {EntryKind::ConnectionWithdrawn, "connection_withdrawn"_L1},
    {EntryKind::BlockedSeen, "blocked_seen"_L1},
    {EntryKind::Intent, "intent"_L1},
    {EntryKind::Outcome, "outcome"_L1},
    {EntryKind::Reconciled, "reconciled"_L1},
    {EntryKind::ReceiptSeen, "receipt_seen"_L1},
    {EntryKind::Note, "note"_L1},
    {EntryKind::Armed, "armed"_L1},
    {EntryKind::ArmingClosed, "arming_closed"_L1},
    {EntryKind::HostAllowed, "host_allowed"_L1},
    {EntryKind::HostWithdrawn, "host_withdrawn"_L1},
    {EntryKind::Reviewed, "reviewed"_L1},
    {EntryKind::DrillDone, "drill_done"_L1},
    {EntryKind::SigningKeySet, "signing_key_set"_L1},
    {EntryKind::Anchored, "anchored"_L1},
    {EntryKind::SegmentCut, "segment_cut"_L1},
    {EntryKind::Recovered, "recovered"_L1},
    {EntryKind::DriftAccepted, "drift_accepted"_L1},
}};

QString hex(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toHex());
}

QByteArray sha256(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

base::JsonMember member(QLatin1StringView key, QString value)
{
    return {QString(key), base::Json::string(std::move(value))};
}

tl::unexpected<base::Error> malformed(const QString &why)
{
    return base::fail(base::ErrorCode::MalformedAnswer, u"This is not a journal entry: %1."_s.arg(why));
}

/** The one value of a hash in hex, lower case; nothing else decodes. */
QByteArray hashFromHex(const QString &text)
{
    const QByteArray bytes = QByteArray::fromHex(text.toLatin1());
    return bytes.size() == hashSize && hex(bytes) == text ? bytes : QByteArray();
}

base::Result<Entry> entryFromMembers(const base::Json &root)
{
    constexpr std::array texts{"act"_L1,      "actor"_L1, "engine"_L1,  "format"_L1, "kind"_L1,
                               "previous"_L1, "seq"_L1,   "subject"_L1, "time"_L1};
    for (const auto key : texts) {
        if (!root[QString(key)].isString())
            return malformed(u"the field %1 is missing or not a text"_s.arg(key));
    }
    if (!root[u"details"].isObject() || root.size() != qsizetype(texts.size()) + 1)
        return malformed(u"it does not have exactly the fields of the format"_s);
    if (root[u"format"].toString() != formatTag)
        return malformed(u"its format is not %1"_s.arg(formatTag));

    Entry entry;
    bool isNumber = false;
    const QString seq = root[u"seq"].toString();
    entry.seq = seq.toLongLong(&isNumber);
    if (!isNumber || entry.seq < 1 || QString::number(entry.seq) != seq)
        return malformed(u"its number is not a positive whole number"_s);
    const QString time = root[u"time"].toString();
    entry.time = base::parseTimestamp(time).instant;
    if (!entry.time.isValid() || base::toRfc3339(entry.time) != time)
        return malformed(u"its time is not UTC with milliseconds"_s);
    const auto kind = entryKindFromName(root[u"kind"].toString());
    if (!kind)
        return malformed(u"its kind is not known"_s);
    entry.previous = hashFromHex(root[u"previous"].toString());
    if (entry.previous.isEmpty())
        return malformed(u"the chain value before it is not 32 bytes in hex"_s);
    entry.draft = {*kind,
                   root[u"actor"].toString(),
                   root[u"engine"].toString(),
                   root[u"subject"].toString(),
                   root[u"act"].toString(),
                   root[u"details"]};
    return entry;
}

} // namespace

QString entryKindName(EntryKind kind)
{
    for (const auto &[value, name] : kindNames) {
        if (value == kind)
            return name;
    }
    return {};
}

base::Result<EntryKind> entryKindFromName(QStringView name)
{
    for (const auto &[value, text] : kindNames) {
        if (text == name)
            return value;
    }
    return base::fail(base::ErrorCode::InvalidInput, u"There is no such kind of journal entry."_s);
}

QString systemActor()
{
    const passwd *user = ::getpwuid(::geteuid());
    const QString name = user ? QString::fromLocal8Bit(user->pw_name) : QString::number(::geteuid());
    return name + u'@' + QSysInfo::machineHostName();
}

base::Json evidence(const QByteArray &bytes)
{
    return base::Json::object({member("base64"_L1, QString::fromLatin1(bytes.toBase64())),
                               member("sha256"_L1, hex(sha256(bytes)))});
}

base::Result<QByteArray> evidenceBytes(const base::Json &value)
{
    const QString text = value[u"base64"].toString();
    const auto decoded =
        QByteArray::fromBase64Encoding(text.toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    if (value.size() != 2 || !value[u"base64"].isString() || !value[u"sha256"].isString() || !decoded ||
        QString::fromLatin1(decoded.decoded.toBase64()) != text)
        return base::fail(base::ErrorCode::MalformedJson,
                          u"The recorded bytes cannot be read: this is not base64 with a SHA-256."_s);
    if (hex(sha256(decoded.decoded)) != value[u"sha256"].toString())
        return base::fail(base::ErrorCode::Tampered,
                          u"The recorded bytes do not match the SHA-256 beside them."_s);
    return decoded.decoded;
}

base::Result<QByteArray> canonicalBytes(qint64 seq, const QDateTime &time, const Draft &draft,
                                        const QByteArray &previous)
{
    if (seq < 1 || !time.isValid() || previous.size() != hashSize)
        return base::fail(base::ErrorCode::InvalidInput,
                          u"A journal entry needs a number from 1, a valid time and a chain value."_s);
    if (!draft.details.isObject() && !draft.details.isNull())
        return base::fail(base::ErrorCode::InvalidInput, u"The details of an entry must be an object."_s);
    const base::Json details = draft.details.isNull() ? base::Json::object() : draft.details;
    return base::writeCanonicalJson(base::Json::object({
        member("act"_L1, draft.actId),
        member("actor"_L1, draft.actor),
        {u"details"_s, details},
        member("engine"_L1, draft.engine),
        member("format"_L1, formatTag),
        member("kind"_L1, entryKindName(draft.kind)),
        member("previous"_L1, hex(previous)),
        member("seq"_L1, QString::number(seq)),
        member("subject"_L1, draft.subject),
        member("time"_L1, base::toRfc3339(time.toUTC())),
    }));
}

base::Result<Entry> parseEntry(const QByteArray &bytes)
{
    const auto root = base::readJson(bytes, {}, base::DuplicateKeys::Refuse);
    if (!root)
        return base::fail(root.error());
    const auto canonical = base::writeCanonicalJson(*root);
    if (!canonical || *canonical != bytes)
        return malformed(u"its bytes are not in canonical form"_s);
    auto entry = entryFromMembers(*root);
    if (entry) {
        entry->bytes = bytes;
        entry->leaf = leafHash(bytes);
        entry->chain = nodeHash(entry->previous, entry->leaf);
    }
    return entry;
}

} // namespace algenta::journal
