// SPDX-License-Identifier: Apache-2.0
#include "core/journal/entryproof.h"

#include "core/base/timestamp.h"
#include "core/journal/journalrecords.h"
#include "core/journal/merkleproof.h"

#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

const QByteArray firstLine("c2sp.org/tlog-proof@v1\n");

tl::unexpected<base::Error> malformed(const QString &why)
{
    return base::fail(base::ErrorCode::MalformedAnswer,
                      u"This is not a proof of a journal entry: %1."_s.arg(why));
}

} // namespace

base::Result<EntryProof> proveEntry(const JournalFile &file, qint64 seq)
{
    const JournalRecords &records = file.records();
    const auto entry = file.entry(seq);
    if (!entry)
        return base::fail(entry.error());
    if (!entry->fault.isEmpty())
        return tamperedJournal(u"Entry %1 of the journal is damaged. %2"_s.arg(seq).arg(entry->fault));
    const auto last = file.lastCheckpoint();
    if (!last)
        return base::fail(last.error());
    const auto head = file.head();
    if (!head)
        return base::fail(head.error());
    const auto stale = *last ? records.coversWhatWasPutAside(**last) : base::Result<bool>(false);
    if (!stale)
        return base::fail(stale.error());
    if (!*last || *stale || (*last)->size < seq || (*last)->size > head->size)
        return base::fail(
            base::ErrorCode::NotFound,
            u"No checkpoint covers entry %1 yet, so there is nothing to prove it with."_s.arg(seq),
            u"Unlock the signing key and make a checkpoint, then try again."_s);
    EntryProof proof;
    proof.entry = entry->bytes;
    proof.index = seq - 1;
    proof.note = (*last)->note;
    auto path = makeInclusionProof(proof.index, (*last)->size, records.subtrees());
    if (!path)
        return base::fail(path.error());
    proof.path = std::move(*path);
    if (!verifyInclusion(entry->leaf, proof.index, (*last)->size, proof.path, (*last)->root))
        return tamperedJournal(
            u"Entry %1 is not under the root of checkpoint %2."_s.arg(seq).arg((*last)->number));
    return proof;
}

QByteArray proofBytes(const EntryProof &proof)
{
    QByteArray bytes =
        firstLine + "extra " + proof.entry.toBase64() + "\nindex " + QByteArray::number(proof.index) + '\n';
    for (const QByteArray &hash : proof.path)
        bytes += hash.toBase64() + '\n';
    return bytes + '\n' + proof.note;
}

base::Result<EntryProof> parseProof(const QByteArray &bytes)
{
    const qsizetype blank = bytes.indexOf("\n\n");
    if (!bytes.startsWith(firstLine) || blank < 0)
        return malformed(u"it does not begin as one"_s);
    const QList<QByteArray> lines = bytes.first(blank).split('\n');
    if (lines.size() < 3 || !lines.at(1).startsWith("extra ") || !lines.at(2).startsWith("index "))
        return malformed(u"it lacks the entry or its index"_s);
    EntryProof proof;
    proof.entry = QByteArray::fromBase64(lines.at(1).mid(6));
    proof.index = lines.at(2).mid(6).toLongLong();
    for (const QByteArray &line : lines.mid(3))
        proof.path.append(QByteArray::fromBase64(line));
    proof.note = bytes.sliced(blank + 2);
    // There is one way to write a proof, so that no byte of the file says nothing.
    if (proofBytes(proof) != bytes)
        return malformed(u"it is written in another way than this program writes it"_s);
    return proof;
}

ProofVerdict verifyProof(const EntryProof &proof, const QList<NoteKey> &keys)
{
    ProofVerdict verdict;
    const auto checkpoint = parseCheckpoint(proof.note);
    const auto entry = parseEntry(proof.entry);
    if (!checkpoint || !entry) {
        verdict.text = (checkpoint ? entry.error() : checkpoint.error()).message;
        return verdict;
    }
    verdict.entry = *entry;
    verdict.checkpoint = *checkpoint;
    if (entry->seq != proof.index + 1) {
        verdict.text = u"The entry calls itself %1, but the proof is for entry %2."_s.arg(entry->seq)
                           .arg(proof.index + 1);
        return verdict;
    }
    if (!verifyInclusion(entry->leaf, proof.index, checkpoint->size, proof.path, checkpoint->root)) {
        verdict.text =
            u"Entry %1 is not under the root of checkpoint %2."_s.arg(entry->seq).arg(checkpoint->number);
        return verdict;
    }
    const QString under =
        u"Entry %1 stands in the journal %2 as of checkpoint %3 (%4 entries, %5)."_s.arg(entry->seq)
            .arg(checkpoint->origin)
            .arg(checkpoint->number)
            .arg(checkpoint->size)
            .arg(base::toRfc3339(checkpoint->time));
    switch (checkNote(*parseNote(proof.note), keys)) {
    case NoteTrust::Signed:
        verdict.result = ProofResult::Holds;
        verdict.text = under + u" The checkpoint is signed by the key that was given."_s;
        break;
    case NoteTrust::UnknownSigner:
        verdict.result = ProofResult::KeyUnknown;
        verdict.text =
            under + (keys.isEmpty() ? u" Who signed that was not checked: no public key was given."_s
                                    : u" The key that was given did not sign it."_s);
        break;
    case NoteTrust::BadSignature:
        verdict.text = u"The signature under checkpoint %1 is not one of the key that it names."_s.arg(
            checkpoint->number);
        break;
    }
    return verdict;
}

} // namespace algenta::journal
