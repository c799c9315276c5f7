// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalfile.h"
#include "core/journal/journalfile_p.h"
#include "core/journal/keyepochs.h"
#include "core/journal/sealkey.h"
#include "core/journal/signingkey.h"

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

/** A checkpoint must never be signed over entries that contradict the one before. */
base::Result<void> checkContinues(const JournalRecords &records, const Checkpoint &last, qint64 size)
{
    const auto recovered = records.coversWhatWasPutAside(last);
    if (!recovered)
        return base::fail(recovered.error());
    if (*recovered)
        return {};
    if (last.size > size)
        return tamperedJournal(u"Checkpoint %1 covers %2 entries, but only %3 are there."_s.arg(last.number)
                                   .arg(last.size)
                                   .arg(size));
    const auto root = subtreeRoot(0, last.size, records.subtrees());
    if (!root)
        return base::fail(root.error());
    if (*root != last.root)
        return tamperedJournal(
            u"The first %1 entries are no longer those that checkpoint %2 sealed."_s.arg(last.size).arg(
                last.number));
    return {};
}

/** A program that was open while the key was changed must not go on with the one before. */
base::Result<void> checkStillSigns(const JournalRecords &records, const Checkpoint &last, const NoteKey &key)
{
    const auto note = parseNote(last.note);
    if (note && checkNote(*note, {key}) == NoteTrust::Signed)
        return {};
    const auto replacements = keyReplacements(records);
    if (!replacements)
        return base::fail(replacements.error());
    for (const KeyReplacement &replacement : *replacements) {
        if (note && checkNote(*note, {replacement.after}) == NoteTrust::Signed &&
            isFollowedBy(key, replacement.after, *replacements))
            return base::fail(base::ErrorCode::NotAllowed,
                              u"Another signing key has taken the place of this one, so nothing is signed "
                              "with it."_s,
                              u"Open the new key with its passphrase."_s);
    }
    return {};
}

base::Result<SealKey> sealKeyFor(const QString &path, const QString &journalId, qint64 number)
{
    auto key = SealFile::read(path, journalId);
    if (!key)
        return key;
    if (key->number() > number)
        return tamperedJournal(
            u"Checkpoints %1 to %2 were sealed and are not in the journal: it was replaced by an older "
            "copy, or they were removed."_s.arg(number)
                .arg(key->number() - 1));
    // Behind after a crash between checkpoint and key, or put back from a copy.
    while (key->number() < number)
        key->step();
    return key;
}

} // namespace

base::Result<Checkpoint> JournalFile::addCheckpoint(const SigningKey &key, const QString &sealPath,
                                                    CheckpointCause cause)
{
    if (auto ready = d->checkWritable(); !ready)
        return base::fail(ready.error());
    if (auto begun = d->begin(); !begun)
        return base::fail(begun.error());
    const auto added = [&]() -> base::Result<std::pair<Checkpoint, SealKey>> {
        const JournalRecords &records = d->records;
        const auto tail = records.tail();
        if (!tail)
            return base::fail(tail.error());
        const auto last = records.lastCheckpoint();
        if (!last)
            return base::fail(last.error());
        Checkpoint checkpoint;
        checkpoint.origin = checkpointOrigin(records.journalId());
        checkpoint.size = tail->size;
        checkpoint.root = tail->tree.root();
        checkpoint.number = *last ? (*last)->number + 1 : 1;
        checkpoint.time = d->clock.now();
        checkpoint.cause = cause;
        if (*last) {
            checkpoint.previous = (*last)->noteHash();
            if (auto continues = checkContinues(records, **last, tail->size); !continues)
                return base::fail(continues.error());
            if (auto signs = checkStillSigns(records, **last, key.publicKey()); !signs)
                return base::fail(signs.error());
        }
        auto seal = sealKeyFor(sealPath, records.journalId(), checkpoint.number);
        if (!seal)
            return base::fail(seal.error());
        checkpoint.seal = seal->seal(unsealedText(checkpoint));
        const QByteArray text = checkpointText(checkpoint);
        checkpoint.note = noteBytes(text, key.publicKey(), key.sign(text));
        if (auto stored =
                records.database().run(u"INSERT INTO checkpoint(number, size, note) VALUES (?, ?, ?)"_s,
                                       {checkpoint.number, checkpoint.size, checkpoint.note});
            !stored)
            return base::fail(stored.error());
        if (auto there = records.database().checkStillThere(); !there)
            return base::fail(there.error());
        if (auto done = d->commit(); !done)
            return base::fail(done.error());
        return std::pair(std::move(checkpoint), std::move(*seal));
    }();
    if (!added) {
        d->rollBack();
        return base::fail(added.error());
    }
    SealKey next = added->second.clone();
    next.step();
    if (auto advanced = SealFile::write(sealPath, d->records.journalId(), next); !advanced) {
        base::Error error = advanced.error();
        error.message =
            u"Checkpoint %1 was made, but its seal key could not be erased. "_s.arg(added->first.number) +
            error.message;
        return base::fail(error);
    }
    return added->first;
}

base::Result<std::optional<Checkpoint>> JournalFile::lastCheckpoint() const
{
    if (auto there = d->records.database().checkStillThere(); !there)
        return base::fail(there.error());
    return d->records.lastCheckpoint();
}

base::Result<std::optional<Entry>> JournalFile::signingKeySet() const
{
    if (auto there = d->records.database().checkStillThere(); !there)
        return base::fail(there.error());
    return d->records.lastOfKind(EntryKind::SigningKeySet);
}

} // namespace algenta::journal
