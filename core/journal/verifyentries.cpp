// SPDX-License-Identifier: Apache-2.0
#include "core/base/utf8.h"
#include "core/journal/entryscan.h"
#include "core/journal/merkletree.h"
#include "core/journal/verifier.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

void setHash(Hash &hash, QByteArrayView bytes)
{
    hash.fill(0);
    std::copy_n(bytes.data(), std::min(bytes.size(), hashSize), reinterpret_cast<char *>(hash.data()));
}

bool isHexOf(QByteArrayView hex, const Hash &hash)
{
    static constexpr auto pairs = [] {
        constexpr char digits[] = "0123456789abcdef";
        std::array<std::array<char, 2>, 256> all{};
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = {digits[i >> 4], digits[i & 15]};
        return all;
    }();
    std::array<char, 64> expected;
    for (std::size_t i = 0; i < hash.size(); ++i)
        std::memcpy(expected.data() + 2 * i, pairs[hash[i]].data(), 2);
    return hex == QByteArrayView(expected.data(), qsizetype(expected.size()));
}

} // namespace

void Verifier::readEntries()
{
    startAtSeam();
    m_lookedUp = true;
    auto lookUp = m_database->prepare(u"SELECT seq FROM entry WHERE seq = ?"_s);
    if (!lookUp) {
        if (!failed(lookUp.error()))
            report(0, FindingKind::Unreadable, u"The entries cannot be read."_s);
        return;
    }
    m_lookUp = std::move(*lookUp);
    m_lookedUp = !m_side;
    qint64 after = m_last;
    while (!m_stopped && !readFrom(after)) {
        if (!skipUnreadable())
            break;
        after = m_last;
    }
    if (m_stopped)
        return;
    if (m_last == 0)
        report(0, FindingKind::Missing,
               u"There is no entry at all; a journal always holds the one that opened it."_s);
    m_entriesRead = true;
}

/** True if it came to the end; false if rows behind damage could not be reached. */
bool Verifier::readFrom(qint64 after)
{
    auto rows = m_database->prepare(u"SELECT seq, body, leaf, chain FROM entry WHERE seq > ? ORDER BY seq"_s);
    if (rows)
        rows->bind(1, after);
    auto more = rows ? rows->step() : base::Result<bool>(base::fail(rows.error()));
    while (more && *more) {
        const qint64 seq = rows->integer(0);
        if (seq > m_last + 1)
            skipMissing(m_last + 1, seq - 1, FindingKind::Missing);
        checkRow(seq, *rows);
        if (m_lookedUp)
            checkLookUp(seq);
        if (m_firstRead == 0)
            m_firstRead = seq;
        m_last = seq;
        if (m_cancelled && *m_cancelled) {
            stop(base::ErrorCode::Cancelled, u"Verifying the journal was ended before its end."_s);
            return true;
        }
        more = rows->step();
    }
    return more || failed(more.error());
}

/** Damage in the middle: what lies behind it may still be readable. False if nothing is. */
bool Verifier::skipUnreadable()
{
    auto behind = m_database->prepare(u"SELECT seq FROM entry WHERE seq > ? ORDER BY seq DESC"_s);
    if (behind)
        behind->bind(1, m_last);
    qint64 first = 0;
    auto step = behind ? behind->step() : base::Result<bool>(base::fail(behind.error()));
    while (step && *step) {
        first = behind->integer(0);
        step = behind->step();
    }
    if (!step && failed(step.error()))
        return false;
    if (first <= m_last + 1) {
        report(m_last + 1, FindingKind::Unreadable,
               u"Nothing can be read after entry %1: the file is damaged there."_s.arg(m_last));
        m_treeWhole = false;
        return false;
    }
    skipMissing(m_last + 1, first - 1, FindingKind::Unreadable);
    m_last = first - 1;
    return true;
}

void Verifier::skipMissing(qint64 from, qint64 to, FindingKind kind)
{
    const bool one = from == to;
    const QString which = one ? u"Entry %1"_s.arg(from) : u"Entries %1 to %2"_s.arg(from).arg(to);
    if (kind == FindingKind::Missing)
        report(from, kind, which + (one ? u" is missing."_s : u" are missing."_s));
    else
        report(from, kind, which + u" cannot be read: the file is damaged there."_s);
    m_treeWhole = false;
    m_comparable = false;
}

void Verifier::checkRow(qint64 seq, const Statement &row)
{
    ++m_verdict.entries;
    const bool areBlobs = row.isBlob(1) && row.isBlob(2) && row.isBlob(3);
    const QByteArrayView body = row.bytes(1);
    const QByteArrayView storedLeaf = row.bytes(2);
    const QByteArrayView storedChain = row.bytes(3);
    const Hash leaf = sha256Hash({QByteArrayView("\x00", 1), body});
    if (!areBlobs)
        report(seq, FindingKind::Malformed, u"Entry %1 is not stored as bytes."_s.arg(seq));
    if (const auto scanned = scanEntry(body)) {
        checkContent(seq, scanned->seq, scanned->kind, scanned->previousHex, leaf, storedLeaf, storedChain);
        expectIndexed(seq, *scanned);
        remember(body, scanned->kind);
    } else if (const auto parsed = parseEntry(body.toByteArray())) {
        checkContent(seq, parsed->seq, parsed->draft.kind, parsed->previous.toHex(), leaf, storedLeaf,
                     storedChain);
        const Draft &draft = parsed->draft;
        m_indexes.expect(IndexCheck::Kind, entryKindName(draft.kind).toUtf8(), seq);
        m_indexes.expect(IndexCheck::Engine, draft.engine.toUtf8(), seq);
        m_indexes.expect(IndexCheck::Subject, draft.subject.toUtf8(), seq);
        m_indexes.expect(IndexCheck::Act, draft.actId.toUtf8(), seq);
        remember(parsed->bytes, draft.kind);
    } else {
        report(seq, storedLeaf == viewOf(leaf) ? FindingKind::Malformed : FindingKind::Modified,
               u"Entry %1 cannot be read. %2"_s.arg(seq).arg(parsed.error().message));
        setHash(m_ownChain, storedChain);
    }
    setHash(m_storedChain, storedChain);
    m_comparable = true;
    if (m_treeWhole)
        checkTree(seq, leaf, storedLeaf);
}

void Verifier::checkContent(qint64 seq, qint64 ownSeq, EntryKind kind, QByteArrayView previousHex,
                            const Hash &leaf, QByteArrayView storedLeaf, QByteArrayView storedChain)
{
    if (ownSeq != seq)
        report(seq, FindingKind::OrderChanged,
               u"In the place of entry %1 stands entry %2: it was moved or copied."_s.arg(seq).arg(ownSeq));
    if (seq > 1 && kind == EntryKind::JournalOpened)
        report(seq, FindingKind::Malformed, u"Entry %1 opens a journal in the middle of one."_s.arg(seq));
    if (seq == 1 && kind != EntryKind::JournalOpened)
        report(seq, FindingKind::Malformed, u"The first entry does not open and name the journal."_s);

    // After a gap there is nothing to compare with; a fault of the entry before is named only there.
    const bool followsOwn = isHexOf(previousHex, m_ownChain);
    const bool follows = followsOwn || !m_comparable || isHexOf(previousHex, m_storedChain);
    Hash previous = m_ownChain;
    if (!followsOwn)
        setHash(previous, QByteArray::fromHex(previousHex.toByteArray()));
    const Hash chain = sha256Hash({QByteArrayView("\x01", 1), viewOf(previous), viewOf(leaf)});
    const bool leafFits = viewOf(leaf) == storedLeaf;
    const bool chainFits = viewOf(chain) == storedChain;
    if (!leafFits && !chainFits)
        report(
            seq, FindingKind::Modified,
            u"Entry %1 was modified: its content fits neither its leaf hash nor its chain value."_s.arg(seq));
    else if (!leafFits)
        report(seq, FindingKind::HashDiffers,
               u"The leaf hash stored with entry %1 is not that of its content."_s.arg(seq));
    else if (!chainFits)
        report(seq, FindingKind::HashDiffers,
               u"The chain value stored with entry %1 does not follow from its content."_s.arg(seq));
    if (!follows)
        report(seq, FindingKind::OrderChanged, u"Entry %1 does not follow the one before it."_s.arg(seq));
    m_ownChain = chain;
}

void Verifier::expectIndexed(qint64 seq, const ScannedEntry &entry)
{
    const auto expect = [&](IndexCheck::Column column, QByteArrayView text) {
        if (text.contains(QByteArrayView("\\")))
            m_indexes.expect(column, base::decodeJsonString(text).toUtf8(), seq);
        else
            m_indexes.expect(column, text, seq);
    };
    m_indexes.expect(IndexCheck::Kind, entry.kindName, seq);
    expect(IndexCheck::Engine, entry.engine);
    expect(IndexCheck::Subject, entry.subject);
    expect(IndexCheck::Act, entry.act);
}

/** A table that is sound from end to end can still lead a look-up astray. */
void Verifier::checkLookUp(qint64 seq)
{
    m_lookUp.bind(1, seq);
    const auto found = m_lookUp.step();
    m_lookUp.reset();
    if (!found && failed(found.error()))
        return;
    if (!found || !*found)
        report(seq, FindingKind::Unreadable, u"Entry %1 is there but cannot be looked up."_s.arg(seq));
}

/** For what the side check leaves open: each entry that reading them in a row comes to. */
void Verifier::checkLookUps()
{
    m_lookedUp = true;
    auto rows = m_database->prepare(u"SELECT seq FROM entry ORDER BY seq"_s);
    auto more = rows ? rows->step() : base::Result<bool>(base::fail(rows.error()));
    for (; more && *more && !m_stopped; more = rows->step())
        checkLookUp(rows->integer(0));
    if (!more)
        static_cast<void>(failed(more.error())); // damage was found when the entries were read
}

/** Keeps what the entries say about the journal itself. */
void Verifier::remember(QByteArrayView body, EntryKind kind)
{
    if (kind != EntryKind::JournalOpened && kind != EntryKind::SigningKeySet &&
        kind != EntryKind::Recovered && kind != EntryKind::SegmentCut && !isStanding(kind))
        return;
    const auto entry = parseEntry(body.toByteArray());
    if (!entry)
        return;
    if (kind == EntryKind::JournalOpened && entry->seq == 1) {
        m_journalId = entry->draft.details[QString(journalIdKey)].toString();
        if (m_journalId.isEmpty())
            report(1, FindingKind::Malformed, u"The first entry does not open and name the journal."_s);
    } else if (kind == EntryKind::SigningKeySet) {
        rememberKey(*entry);
    } else if (kind == EntryKind::SegmentCut) {
        if (const auto seam = seamOf(*entry))
            m_cuts.insert(entry->seq, *seam);
        else
            report(entry->seq, FindingKind::Malformed, seam.error().message);
    } else if (isStanding(kind)) {
        rememberCarried(*entry);
    } else if (kind == EntryKind::Recovered) {
        const auto mark = recoveredMarkOf(*entry);
        if (!mark)
            return report(entry->seq, FindingKind::Malformed, mark.error().message);
        m_marks.append({*entry, *mark});
        if (mark->newSeal)
            m_sealStarts.append(mark->lastCheckpoint + 1);
    }
}

void Verifier::rememberKey(const Entry &entry)
{
    const auto key = signingKeyOf(entry);
    if (!key)
        return report(entry.seq, FindingKind::Malformed, key.error().message);
    m_keysSet.append({entry.seq, *key});
    const base::Json &details = entry.draft.details;
    if (details[u"unattended"].toBool())
        m_unattended.insert(key->publicKey);
    if (details[u"new_seal"].toBool())
        m_sealStarts.append(details[u"first_checkpoint"].toString().toLongLong());
    const auto replacement = replacementOf(entry);
    if (!replacement)
        report(entry.seq, FindingKind::Malformed, replacement.error().message);
    else if (*replacement)
        m_replacements.append(**replacement);
}

/** The cut stands before what it carries over, and both were recorded at once. */
void Verifier::rememberCarried(const Entry &entry)
{
    const auto carried = carriedBy(entry);
    if (!carried)
        return report(entry.seq, FindingKind::Malformed, carried.error().message);
    if (!*carried)
        return;
    const auto cut = m_cuts.constFind((*carried)->cut);
    if (cut == m_cuts.cend() || !isProven(**carried, *cut))
        report(entry.seq, FindingKind::Malformed,
               u"Entry %1 carries over an entry %2 that is not among those that left."_s.arg(entry.seq).arg(
                   (*carried)->original.seq));
}

} // namespace algenta::journal
