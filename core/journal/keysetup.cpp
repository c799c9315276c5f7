// SPDX-License-Identifier: Apache-2.0
#include "core/journal/keysetup.h"

#include "core/journal/journalrecords.h"
#include "core/journal/sealkey.h"

#include <QFileInfo>

#include <functional>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

/** The text of a new seal's first key, or empty if the seal of this journal goes on. */
base::Result<base::Secret> startSeal(const QString &path, const QString &journalId, qint64 number)
{
    const auto existing = SealFile::read(path, journalId);
    // Before the first checkpoint nobody can have kept its key: the setting up was cut short.
    if (existing && number > 1)
        return base::Secret();
    if (!existing && existing.error().code != base::ErrorCode::NotFound)
        return base::fail(existing.error());
    const SealKey first = SealKey::generate(number);
    const auto stored =
        existing ? SealFile::write(path, journalId, first) : SealFile::create(path, journalId, first);
    return stored ? base::Result<base::Secret>(first.verificationKey()) : base::fail(stored.error());
}

/**
 * Entry, seal, key file, checkpoint: cut short anywhere, setting up again starts over, and a key that
 * the journal does not name is never left behind.
 */
base::Result<NewKeys> setUp(JournalFile &file, const KeyPaths &paths, const QString &actor, bool unattended,
                            const std::function<base::Result<void>(const SigningKey &)> &keep)
{
    const auto head = file.head();
    if (!head)
        return base::fail(head.error());
    const auto last = file.lastCheckpoint();
    if (!last)
        return base::fail(last.error());
    auto key = SigningKey::generate(checkpointOrigin(head->journalId));
    if (!key)
        return base::fail(key.error());
    const qint64 number = *last ? (*last)->number + 1 : 1;
    const bool newSeal = !QFileInfo::exists(paths.sealKey);
    Draft draft;
    draft.kind = EntryKind::SigningKeySet;
    draft.actor = actor;
    draft.details = base::Json::object({{u"public_key"_s, base::Json::string(key->publicKey().text())},
                                        {u"unattended"_s, base::Json::boolean(unattended)},
                                        {u"first_checkpoint"_s, base::Json::string(QString::number(number))},
                                        {u"new_seal"_s, base::Json::boolean(newSeal)}});
    if (auto recorded = file.append(draft); !recorded)
        return base::fail(recorded.error());
    auto verificationKey = startSeal(paths.sealKey, head->journalId, number);
    if (!verificationKey)
        return base::fail(verificationKey.error());
    if (auto kept = keep(*key); !kept)
        return base::fail(kept.error());
    auto checkpoint = file.addCheckpoint(*key, paths.sealKey, CheckpointCause::KeySet);
    if (!checkpoint)
        return base::fail(checkpoint.error());
    const QString text = key->publicKey().text();
    return NewKeys{std::move(*key), text, std::move(*verificationKey), std::move(*checkpoint)};
}

} // namespace

KeyPaths KeyPaths::beside(const QString &journalPath)
{
    return {journalPath + u".key"_s, journalPath + u".seal"_s};
}

base::Result<NewKeys> setUpKeys(JournalFile &file, const KeyPaths &paths, const base::Secret &passphrase,
                                const QString &actor, const base::SealCost &cost)
{
    if (QFileInfo::exists(paths.signingKey))
        return base::fail(base::ErrorCode::StorageFailed,
                          u"The journal has a signing key already: %1."_s.arg(paths.signingKey),
                          u"Unlock it. If its passphrase is lost, move the file aside and set a new key."_s);
    if (auto good = KeyFile::checkPassphrase(passphrase); !good)
        return base::fail(good.error());
    return setUp(file, paths, actor, false, [&](const SigningKey &key) {
        return KeyFile::create(paths.signingKey, key, passphrase, cost);
    });
}

base::Result<SigningKey> openKey(const KeyPaths &paths, const base::Secret &passphrase, bool &unattended)
{
    const auto file = KeyFile::read(paths.signingKey);
    if (!file)
        return base::fail(file.error());
    unattended = file->isUnattended();
    return file->open(passphrase);
}

base::Result<void> checkKeyIsNamed(const JournalFile &file, const SigningKey &key)
{
    const auto named = namedSigningKeys(file);
    if (!named)
        return base::fail(named.error());
    if (!named->contains(key.publicKey()))
        return base::fail(
            base::ErrorCode::NotAllowed,
            u"The journal does not name this signing key, so nothing is signed with it."_s,
            u"It belongs to another journal, or the entry that named it was put aside after "
            "damage. Put back the key of this one, or move the file aside and set a new key."_s);
    return {};
}

std::optional<QDateTime> keyNamedAt(const JournalFile &file, const NoteKey &key)
{
    const auto entries =
        file.records().entries(u"WHERE kind = ? ORDER BY seq"_s, {entryKindName(EntryKind::SigningKeySet)});
    for (const Entry &entry : entries.value_or(QList<Entry>())) {
        const auto named = signingKeyOf(entry);
        if (entry.fault.isEmpty() && named && *named == key)
            return entry.time;
    }
    return std::nullopt;
}

base::Result<QList<NoteKey>> namedSigningKeys(const JournalFile &file)
{
    const JournalRecords &records = file.records();
    const auto seam = records.seam();
    if (!seam)
        return base::fail(seam.error());
    QList<NoteKey> keys = *seam ? (*seam)->keys : QList<NoteKey>();
    const auto entries =
        records.entries(u"WHERE kind = ? ORDER BY seq"_s, {entryKindName(EntryKind::SigningKeySet)});
    if (!entries)
        return base::fail(entries.error());
    for (const Entry &entry : *entries) {
        if (const auto key = signingKeyOf(entry); key && entry.fault.isEmpty())
            keys.append(*key);
    }
    return keys;
}

base::Result<NewKeys> setUpUnattendedKeys(JournalFile &file, const KeyPaths &paths, const QString &actor)
{
    if (!QFileInfo::exists(paths.signingKey))
        return setUp(file, paths, actor, true,
                     [&](const SigningKey &key) { return KeyFile::createUnattended(paths.signingKey, key); });
    bool unattended = false;
    const auto existing = KeyFile::read(paths.signingKey);
    if (existing && !existing->isUnattended())
        return base::fail(base::ErrorCode::NotAllowed,
                          u"The signing key %1 is sealed by a passphrase."_s.arg(paths.signingKey),
                          u"Unlock it with its passphrase."_s);
    auto key = openKey(paths, {}, unattended);
    if (!key)
        return base::fail(key.error());
    if (auto named = checkKeyIsNamed(file, *key); !named)
        return base::fail(named.error());
    auto checkpoint = file.addCheckpoint(*key, paths.sealKey, CheckpointCause::Asked);
    if (!checkpoint)
        return base::fail(checkpoint.error());
    const QString text = key->publicKey().text();
    return NewKeys{std::move(*key), text, base::Secret(), std::move(*checkpoint)};
}

} // namespace algenta::journal
