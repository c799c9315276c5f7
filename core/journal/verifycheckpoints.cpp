// SPDX-License-Identifier: Apache-2.0
#include "core/journal/keyepochs.h"
#include "core/journal/sealkey.h"
#include "core/journal/verifier.h"

#include <algorithm>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

/** The heartbeat, and what a busy machine may take on top. */
constexpr qint64 longestPause = 20 * 60;

QString hexStart(const QByteArray &hash)
{
    return QString::fromLatin1(hash.toHex().first(16));
}

} // namespace

bool Verifier::coversWhatWasPutAside(qint64 number, qint64 size) const
{
    return std::any_of(m_marks.cbegin(), m_marks.cend(), [=](const auto &marked) {
        return number <= marked.second.lastCheckpoint && size >= marked.second.firstBad;
    });
}

void Verifier::checkCheckpoints()
{
    for (const auto &[seq, key] : std::as_const(m_keysSet))
        m_recorded.append(key);
    m_trusted = m_options.publicKeys;
    if (m_trusted.isEmpty() && m_seam)
        m_trusted = m_seam->keys;
    // Without a key from elsewhere the journal can only be held against itself.
    if (m_trusted.isEmpty() && !m_checkpoints.empty()) {
        const auto first = parseNote(m_checkpoints.front().note);
        for (const NoteKey &key : std::as_const(m_recorded)) {
            if (first && m_trusted.isEmpty() && checkNote(*first, {key}) == NoteTrust::Signed)
                m_trusted.append(key);
        }
    }

    const Checkpoint *before = nullptr;
    for (const StoredCheckpoint &stored : m_checkpoints) {
        checkCheckpoint(stored, before);
        before = stored.parsed ? &*stored.parsed : nullptr;
    }
    if (m_checkpoints.empty() && m_seam)
        report(m_seam->size, FindingKind::CheckpointGap,
               u"Checkpoint %1, which holds the seam, is missing."_s.arg(m_seam->checkpoint));
    if (m_untrusted > 0)
        tell(0, FindingKind::KeyUnknown,
             m_options.publicKeys.isEmpty()
                 ? u"%1 checkpoints are signed by a later key, and no checkpoint of an earlier key vouches "
                   "for it. Give its public key to trust it."_s.arg(m_untrusted)
                 : u"%1 checkpoints are signed by another key than the one that was given."_s.arg(
                       m_untrusted));
    checkSeals();
    checkSealState();
    tellPauses();
}

void Verifier::checkCheckpoint(const StoredCheckpoint &stored, const Checkpoint *before)
{
    const auto findings = m_verdict.findings.size();
    const auto bad = [&](const QString &why) {
        report(stored.parsed ? stored.parsed->size : 0, FindingKind::CheckpointBad,
               u"Checkpoint %1 %2."_s.arg(stored.number).arg(why));
    };
    const bool isFirst = &stored == &m_checkpoints.front();
    const qint64 expected = !isFirst ? (&stored - 1)->number + 1 : m_seam ? m_seam->checkpoint : 1;
    if (stored.number != expected)
        report(stored.parsed ? stored.parsed->size : 0, FindingKind::CheckpointGap,
               stored.number == expected + 1
                   ? u"Checkpoint %1 is missing."_s.arg(expected)
                   : u"Checkpoints %1 to %2 are missing."_s.arg(expected).arg(stored.number - 1));
    m_lastIsTrusted = false;
    if (!stored.parsed)
        return bad(u"was changed: "_s + stored.parsed.error().message.chopped(1));
    const Checkpoint &checkpoint = *stored.parsed;
    if (checkpoint.number != stored.number || checkpoint.size != stored.size)
        bad(u"stands under another number or size than its own"_s);
    if (checkpoint.origin != checkpointOrigin(m_journalId))
        bad(u"is that of another journal"_s);
    if (before && checkpoint.previous != before->noteHash())
        bad(u"does not follow the one before it"_s);
    if (before && checkpoint.size < before->size && !coversWhatWasPutAside(before->number, before->size))
        bad(u"covers fewer entries than the one before it"_s);
    checkRoot(checkpoint);
    if (m_verdict.findings.size() == findings)
        checkSigner(checkpoint);
}

void Verifier::checkRoot(const Checkpoint &checkpoint)
{
    if (coversWhatWasPutAside(checkpoint.number, checkpoint.size))
        return;
    if (checkpoint.size > m_last)
        return report(m_last + 1, FindingKind::TruncatedBelowAnchor,
                      u"Checkpoint %1 covers %2 entries, but only %3 are here: entries were cut off at the "
                      "end."_s.arg(checkpoint.number)
                          .arg(checkpoint.size)
                          .arg(m_last));
    const auto root = m_rootAt.constFind(checkpoint.size);
    if (root != m_rootAt.cend() && *root != checkpoint.root)
        report(checkpoint.size, FindingKind::Fork,
               u"The entries up to %1 are not those that checkpoint %2 sealed."_s.arg(checkpoint.size)
                   .arg(checkpoint.number));
}

/** Every stored checkpoint is signed once, by a key that the journal names. */
void Verifier::checkSigner(const Checkpoint &checkpoint)
{
    const auto note = parseNote(checkpoint.note);
    const auto bad = [&](const QString &why) {
        report(checkpoint.size, FindingKind::CheckpointBad,
               u"Checkpoint %1 %2."_s.arg(checkpoint.number).arg(why));
    };
    if (!note || note->signatures.size() != 1)
        return bad(u"does not have exactly one signature"_s);
    const QList<NoteKey> known = m_recorded + m_options.publicKeys;
    switch (checkNote(*note, known)) {
    case NoteTrust::BadSignature:
        return bad(u"has a signature that does not fit it"_s);
    case NoteTrust::UnknownSigner:
        return bad(u"is signed by a key that the journal does not name"_s);
    case NoteTrust::Signed:
        break;
    }
    for (const NoteKey &key : known) {
        if (checkNote(*note, {key}) != NoteTrust::Signed)
            continue;
        checkEpoch(checkpoint, key);
        break;
    }
    if (checkNote(*note, m_trusted) != NoteTrust::Signed) {
        ++m_untrusted;
        return;
    }
    m_lastIsTrusted = true;
    if (coversWhatWasPutAside(checkpoint.number, checkpoint.size))
        return;
    m_verdict.covered = checkpoint;
    // What a trusted key has sealed may name the keys that come after it.
    for (const auto &[seq, key] : std::as_const(m_keysSet)) {
        if (seq <= checkpoint.size && !m_trusted.contains(key))
            m_trusted.append(key);
    }
}

/** A key that took the place of another one was introduced by it, and the one before signs no more. */
void Verifier::checkEpoch(const Checkpoint &checkpoint, const NoteKey &signer)
{
    const auto bad = [&](const QString &why) {
        report(checkpoint.size, FindingKind::CheckpointBad,
               u"Checkpoint %1 %2."_s.arg(checkpoint.number).arg(why));
    };
    if (m_signer && isFollowedBy(signer, *m_signer, m_replacements))
        bad(u"is signed by a key that another one had taken the place of"_s);
    for (const KeyReplacement &replacement : std::as_const(m_replacements)) {
        const bool setBack = std::any_of(m_marks.cbegin(), m_marks.cend(), [&](const auto &marked) {
            return marked.first.seq > replacement.seq;
        });
        if (replacement.after == signer && !setBack && m_signer != signer &&
            m_sealedBy.value(replacement.before.publicKey) < replacement.seq)
            bad(u"is signed by a key that the one before it did not introduce"_s);
    }
    m_signer = signer;
    qint64 &sealed = m_sealedBy[signer.publicKey];
    sealed = std::max(sealed, checkpoint.size);
}

void Verifier::checkSeals()
{
    if (!m_options.sealKey)
        return;
    SealKey key = m_options.sealKey->clone();
    const qint64 start = key.number();
    // Where the seal key was lost, or checkpoints were lost to damage, another seal began.
    const auto endedBefore = [&](qint64 number) {
        return std::any_of(m_sealStarts.cbegin(), m_sealStarts.cend(),
                           [=](qint64 first) { return first > start && number >= first; });
    };
    for (const StoredCheckpoint &stored : m_checkpoints) {
        if (!stored.parsed || stored.number < key.number())
            continue;
        m_seals.ended = endedBefore(stored.number);
        if (m_seals.ended)
            break;
        while (key.number() < stored.number)
            key.step();
        ++m_seals.checked;
        if (key.seal(unsealedText(*stored.parsed)) == stored.parsed->seal)
            continue;
        ++m_seals.bad;
        if (m_seals.firstBad == 0)
            m_seals.firstBad = stored.number;
    }
    if (m_seals.ended)
        tell(0, FindingKind::NotSealed,
             u"The seal of the verification key ended, and another one began, as the journal says. Later "
             "checkpoints need the key that was shown then."_s);
    if (m_seals.checked == 0)
        tell(0, FindingKind::NotSealed,
             u"There is no checkpoint that the verification key could be held against."_s);
    else if (m_seals.bad == m_seals.checked)
        tell(0, FindingKind::KeyUnknown,
             u"No checkpoint is sealed by the verification key that was given: it belongs to another "
             "journal, or this one was written anew."_s);
    else if (m_seals.bad > 0)
        report(0, FindingKind::CheckpointBad,
               u"Checkpoint %1 is not sealed by the key of its number (%2 such checkpoints): it was sealed "
               "again later."_s.arg(m_seals.firstBad)
                   .arg(m_seals.bad));
}

/** The seal key beside the journal has gone on with each checkpoint, so it shows an older copy. */
void Verifier::checkSealState()
{
    if (!m_sealState || m_sealState->journalId != m_journalId)
        return;
    const qint64 last = m_checkpoints.empty() ? 0 : m_checkpoints.back().number;
    if (m_sealState->number > last + 1)
        report(0, FindingKind::TruncatedBelowAnchor,
               u"Checkpoints up to %1 were made, but the last one here is %2: the journal was replaced by an "
               "older copy, or they were removed."_s.arg(m_sealState->number - 1)
                   .arg(last));
}

void Verifier::tellPauses()
{
    qint64 count = 0;
    qint64 longest = 0;
    const Checkpoint *before = nullptr;
    for (const StoredCheckpoint &stored : m_checkpoints) {
        if (!stored.parsed)
            continue;
        const qint64 pause =
            before && before->cause != CheckpointCause::Stop ? before->time.secsTo(stored.parsed->time) : 0;
        count += pause > longestPause ? 1 : 0;
        longest = std::max(longest, pause);
        before = &*stored.parsed;
    }
    if (count > 0)
        tell(0, FindingKind::Pause,
             u"%1 times there was no checkpoint for more than %2 minutes though the console had not been "
             "closed (at most %3 minutes): the key was locked, or the program or the machine stood "
             "still."_s.arg(count)
                 .arg(longestPause / 60)
                 .arg(longest / 60));
}

void Verifier::checkAnchors()
{
    if (!m_options.anchors)
        return;
    qsizetype own = 0;
    for (const Anchor &anchor : m_options.anchors->anchors) {
        if (anchor.journalId != m_journalId)
            continue;
        ++own;
        checkAnchor(anchor);
    }
    if (m_options.anchors->unreadable > 0) {
        m_anchorsMet = false;
        tell(0, FindingKind::NotCheckable,
             u"%1 lines of the anchors cannot be read."_s.arg(m_options.anchors->unreadable));
    }
    if (own == 0) {
        m_anchorsMet = false;
        tell(0, FindingKind::NotCheckable, u"None of the anchors is one of this journal."_s);
    }
}

void Verifier::checkAnchor(const Anchor &anchor)
{
    if (coversWhatWasPutAside(anchor.number, anchor.size))
        return tell(anchor.size, FindingKind::NotCheckable,
                    u"The anchor of checkpoint %1 covers entries that were put aside after damage."_s.arg(
                        anchor.number));
    const auto stored =
        std::find_if(m_checkpoints.cbegin(), m_checkpoints.cend(),
                     [&](const StoredCheckpoint &checkpoint) { return checkpoint.number == anchor.number; });
    if (anchor.size > m_last)
        return report(
            m_last + 1, FindingKind::TruncatedBelowAnchor,
            u"The anchor of checkpoint %1 stands for %2 entries, but only %3 are here."_s.arg(anchor.number)
                .arg(anchor.size)
                .arg(m_last));
    const bool leftByPolicy = m_seam && anchor.size < m_seam->size;
    const auto root = m_rootAt.constFind(anchor.size);
    if (!leftByPolicy && root != m_rootAt.cend() && *root != anchor.root)
        return report(anchor.size, FindingKind::Fork,
                      u"The entries up to %1 are not those of the anchor of checkpoint %2 (root %3…)."_s
                          .arg(anchor.size)
                          .arg(anchor.number)
                          .arg(hexStart(anchor.root)));
    if (stored != m_checkpoints.cend() && stored->parsed && stored->parsed->noteHash() != anchor.noteHash)
        return report(anchor.size, FindingKind::Fork,
                      u"Checkpoint %1 is not the one that was anchored."_s.arg(anchor.number));
    const qint64 last = m_checkpoints.empty() ? 0 : m_checkpoints.back().number;
    if (anchor.number > last)
        return report(
            anchor.size, FindingKind::TruncatedBelowAnchor,
            u"Checkpoint %1 was anchored, but the last one here is %2."_s.arg(anchor.number).arg(last));
    if (leftByPolicy)
        return tell(
            anchor.size, FindingKind::NotCheckable,
            u"The anchor of checkpoint %1 stands for entries that left by policy."_s.arg(anchor.number));
    if (root != m_rootAt.cend() && (!m_verdict.anchored || m_verdict.anchored->size <= anchor.size))
        m_verdict.anchored = anchor;
}

} // namespace algenta::journal
