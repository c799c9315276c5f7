// SPDX-License-Identifier: Apache-2.0
#include "core/journal/seam.h"

#include "core/journal/merkletree.h"
#include "core/journal/sha256.h"

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

base::Json text(const QString &value)
{
    return base::Json::string(value);
}

base::Json hex(const QByteArray &bytes)
{
    return text(QString::fromLatin1(bytes.toHex()));
}

base::Json number(qint64 value)
{
    return text(QString::number(value));
}

QByteArray bytesOf(const base::Json &value)
{
    return QByteArray::fromHex(value.toString().toLatin1());
}

tl::unexpected<base::Error> malformed(const Entry &entry)
{
    return base::fail(base::ErrorCode::MalformedAnswer,
                      u"Entry %1 does not say what an entry of its kind must say."_s.arg(entry.seq));
}

} // namespace

base::Json seamDetails(const Seam &seam)
{
    base::Json edge = base::Json::array();
    for (const QByteArray &hash : seam.edge)
        edge.append(hex(hash));
    base::Json keys = base::Json::array();
    for (const NoteKey &key : seam.keys)
        keys.append(text(key.text()));
    base::Json replacements = base::Json::array();
    for (const KeyReplacement &replacement : seam.replacements)
        replacements.append(
            base::Json::array({text(replacement.before.text()), text(replacement.after.text())}));
    return base::Json::object({{QString(journalIdKey), text(seam.journalId)},
                               {u"first"_s, number(seam.first)},
                               {u"last"_s, number(seam.size)},
                               {u"count"_s, number(seam.size - seam.first + 1)},
                               {u"root"_s, hex(seam.root)},
                               {u"chain"_s, hex(seam.chain)},
                               {u"edge"_s, edge},
                               {u"checkpoint"_s, number(seam.checkpoint)},
                               {u"file"_s, text(seam.file)},
                               {u"file_sha256"_s, hex(seam.fileHash)},
                               {u"reason"_s, text(seam.reason)},
                               {u"signing_keys"_s, keys},
                               {u"key_replacements"_s, replacements}});
}

base::Result<Seam> seamOf(const Entry &entry)
{
    const base::Json &details = entry.draft.details;
    Seam seam;
    seam.journalId = details[QString(journalIdKey)].toString();
    seam.first = details[u"first"].toString().toLongLong();
    seam.size = details[u"last"].toString().toLongLong();
    seam.root = bytesOf(details[u"root"]);
    seam.chain = bytesOf(details[u"chain"]);
    for (const base::Json &hash : details[u"edge"].items())
        seam.edge.append(bytesOf(hash));
    seam.checkpoint = details[u"checkpoint"].toString().toLongLong();
    seam.file = details[u"file"].toString();
    seam.fileHash = bytesOf(details[u"file_sha256"]);
    seam.reason = details[u"reason"].toString();
    for (const base::Json &item : details[u"signing_keys"].items()) {
        const auto key = NoteKey::fromText(item.toString());
        if (!key)
            return malformed(entry);
        seam.keys.append(*key);
    }
    for (const base::Json &pair : details[u"key_replacements"].items()) {
        const auto before = NoteKey::fromText(pair.at(0).toString());
        const auto after = NoteKey::fromText(pair.at(1).toString());
        if (!before || !after || pair.size() != 2)
            return malformed(entry);
        seam.replacements.append({*before, *after, 0});
    }
    const bool fits = entry.draft.kind == EntryKind::SegmentCut && !seam.journalId.isEmpty() &&
                      seam.size >= 1 && seam.size < entry.seq && seam.first >= 1 && seam.first <= seam.size &&
                      seam.checkpoint >= 1 && seam.chain.size() == hashSize &&
                      seam.edge.size() == MerkleTree::edgeNodes(seam.size).size() &&
                      MerkleTree(seam.size, seam.edge).root() == seam.root;
    if (!fits)
        return malformed(entry);
    return seam;
}

base::Result<NoteKey> signingKeyOf(const Entry &entry)
{
    const auto key = NoteKey::fromText(entry.draft.details[u"public_key"].toString());
    if (entry.draft.kind != EntryKind::SigningKeySet || !key)
        return malformed(entry);
    return key;
}

base::Result<std::optional<KeyReplacement>> replacementOf(const Entry &entry)
{
    const base::Json *replaces = entry.draft.details.find(u"replaces");
    if (!replaces)
        return std::nullopt;
    const auto before = NoteKey::fromText(replaces->toString());
    const auto after = signingKeyOf(entry);
    if (!before || !after || *before == *after)
        return malformed(entry);
    return KeyReplacement{*before, *after, entry.seq};
}

base::Json recoveredDetails(const RecoveredMark &mark)
{
    return base::Json::object({{u"first_bad"_s, number(mark.firstBad)},
                               {u"last_checkpoint"_s, number(mark.lastCheckpoint)},
                               {u"finding"_s, text(mark.finding)},
                               {u"archive"_s, text(mark.archive)},
                               {u"archive_sha256"_s, hex(mark.archiveHash)},
                               {u"archive_wal_sha256"_s, hex(mark.archiveLogHash)},
                               {u"new_seal"_s, base::Json::boolean(mark.newSeal)},
                               {u"reason"_s, text(mark.reason)}});
}

base::Result<RecoveredMark> recoveredMarkOf(const Entry &entry)
{
    const base::Json &details = entry.draft.details;
    RecoveredMark mark;
    mark.firstBad = details[u"first_bad"].toString().toLongLong();
    mark.lastCheckpoint = details[u"last_checkpoint"].toString().toLongLong();
    mark.finding = details[u"finding"].toString();
    mark.archive = details[u"archive"].toString();
    mark.archiveHash = bytesOf(details[u"archive_sha256"]);
    mark.archiveLogHash = bytesOf(details[u"archive_wal_sha256"]);
    mark.newSeal = details[u"new_seal"].toBool();
    mark.reason = details[u"reason"].toString();
    // It stands where the damage began: nothing between was kept.
    if (entry.draft.kind != EntryKind::Recovered || mark.firstBad != entry.seq || mark.lastCheckpoint < 0 ||
        mark.archiveHash.size() != hashSize)
        return malformed(entry);
    return mark;
}

} // namespace algenta::journal
