// SPDX-License-Identifier: Apache-2.0
#include "core/base/timestamp.h"
#include "core/journal/verifier.h"

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

QString entryCount(qint64 count)
{
    return count == 1 ? u"1 entry"_s : u"%1 entries"_s.arg(count);
}

} // namespace

QString findingKindName(FindingKind kind)
{
    constexpr std::array<std::pair<FindingKind, QLatin1StringView>, 18> names{{
        {FindingKind::Modified, "modified"_L1},
        {FindingKind::HashDiffers, "hash_differs"_L1},
        {FindingKind::Missing, "missing"_L1},
        {FindingKind::OrderChanged, "order_changed"_L1},
        {FindingKind::Malformed, "malformed"_L1},
        {FindingKind::Unreadable, "unreadable"_L1},
        {FindingKind::Structure, "structure"_L1},
        {FindingKind::TruncatedBelowAnchor, "truncated_below_anchor"_L1},
        {FindingKind::Fork, "fork"_L1},
        {FindingKind::CheckpointBad, "checkpoint_bad"_L1},
        {FindingKind::CheckpointGap, "checkpoint_gap"_L1},
        {FindingKind::KeyUnknown, "key_unknown"_L1},
        {FindingKind::NotSealed, "not_sealed"_L1},
        {FindingKind::PrunedByRule, "pruned_by_policy"_L1},
        {FindingKind::Reanchored, "reanchored"_L1},
        {FindingKind::Unattended, "unattended_key"_L1},
        {FindingKind::Pause, "pause"_L1},
        {FindingKind::NotCheckable, "not_checkable"_L1},
    }};
    for (const auto &[value, name] : names) {
        if (value == kind)
            return name;
    }
    Q_UNREACHABLE();
}

QString completenessName(Completeness completeness)
{
    switch (completeness) {
    case Completeness::Unknown:
        return u"unknown"_s;
    case Completeness::NotSealed:
        return u"not_sealed"_s;
    case Completeness::KeyUnknown:
        return u"key_unknown"_s;
    case Completeness::UpToCheckpoint:
        return u"up_to_checkpoint"_s;
    case Completeness::UpToAnchor:
        return u"up_to_anchor"_s;
    case Completeness::Broken:
        return u"broken"_s;
    }
    Q_UNREACHABLE();
}

void Verifier::conclude()
{
    if (m_stopped) {
        m_verdict.error = m_stopped;
    } else {
        m_verdict.chain = viewOf(m_ownChain).toByteArray();
        if (m_treeWhole)
            m_verdict.root = viewOf(ownRoot()).toByteArray();
        m_verdict.integrity = m_verdict.findings.isEmpty() ? Integrity::Intact : Integrity::Tampered;
        for (const auto &[entry, mark] : std::as_const(m_marks))
            tell(entry.seq, FindingKind::Reanchored,
                 u"Broken at entry %1 and re-anchored by %2 on %3: %4 The damaged journal was put aside as "
                 "%5."_s.arg(mark.firstBad)
                     .arg(entry.draft.actor, base::toRfc3339(entry.time), mark.finding, mark.archive));
        if (m_seam)
            tell(m_seamEntry, FindingKind::PrunedByRule,
                 u"Entries 1 to %1 left by policy into %2 (entry %3 says why): the seam is verified."_s
                     .arg(m_seam->size)
                     .arg(m_seam->file)
                     .arg(m_seamEntry));
        if (!m_unattended.isEmpty())
            tell(0, FindingKind::Unattended,
                 u"The journal names a signing key that needs no passphrase: whoever reads its file can "
                 "sign."_s);
    }
    const qint64 shown = std::max(m_verdict.covered ? m_verdict.covered->size : 0,
                                  m_verdict.anchored ? m_verdict.anchored->size : 0);
    m_verdict.tail = std::max<qint64>(0, m_last - shown);
    if (m_seam && !m_stopped && m_seamEntry > shown)
        tell(m_seamEntry, FindingKind::NotSealed,
             u"The entry that says why entries left is not under a checkpoint yet."_s);

    const bool sealFits = !m_options.sealKey || (m_seals.checked > 0 && m_seals.bad == 0);
    const bool keyFits = m_verdict.covered && m_lastIsTrusted && sealFits;
    if (m_stopped)
        m_verdict.coverage = Completeness::Unknown;
    else if (m_verdict.integrity == Integrity::Tampered)
        m_verdict.coverage = Completeness::Broken;
    else if (m_checkpoints.empty() && !m_verdict.anchored)
        m_verdict.coverage = Completeness::NotSealed;
    else if (!sealFits || (!keyFits && (!m_verdict.anchored || !m_options.publicKeys.isEmpty())))
        m_verdict.coverage = Completeness::KeyUnknown;
    else
        m_verdict.coverage = m_verdict.anchored ? Completeness::UpToAnchor : Completeness::UpToCheckpoint;
    const bool seamSealed = !m_seam || m_seamEntry <= shown;
    m_verdict.complete = (m_verdict.coverage == Completeness::UpToAnchor ||
                          (m_verdict.coverage == Completeness::UpToCheckpoint && !m_options.anchors)) &&
                         m_anchorsMet && seamSealed && !m_seals.ended && m_verdict.tail <= longestTail;
    m_verdict.integrityText = integrityText();
    m_verdict.completeness = completenessText();
}

QString Verifier::integrityText() const
{
    switch (m_verdict.integrity) {
    case Integrity::Intact:
        return u"All %1 fit the hashes that were recorded with them, in the order in which they were "
               "recorded."_s.arg(entryCount(m_verdict.entries));
    case Integrity::Tampered:
        return u"The journal was changed after it was written: %1 findings among %2."_s
            .arg(m_verdict.findings.size())
            .arg(entryCount(m_verdict.entries));
    case Integrity::CouldNotRun:
        break;
    }
    return u"Nothing is known about the entries: verification did not come to an end."_s;
}

QString Verifier::completenessText() const
{
    const QString tail =
        m_verdict.tail == 0
            ? u"Nothing came after it."_s
            : u"%1 after it: these could be cut off at the end or rewritten without a trace."_s.arg(
                  m_verdict.tail == 1 ? u"1 entry came"_s : u"%1 entries came"_s.arg(m_verdict.tail));
    switch (m_verdict.coverage) {
    case Completeness::Unknown:
        return u"Nothing is known about completeness either."_s;
    case Completeness::NotSealed:
        return u"Not sealed, integrity only: entries that were cut off at the end, and a journal replaced as "
               "a whole, cannot be seen from this file alone. Set a signing key, or compare the number of "
               "entries and the root with a copy kept elsewhere."_s;
    case Completeness::KeyUnknown:
        return u"The checkpoints are not those of a key to be trusted, so they do not show that nothing is "
               "missing or replaced."_s;
    case Completeness::UpToCheckpoint:
        return u"Complete up to checkpoint %1 of %2, which covers %3 and is signed by the key %4. %5 A "
               u"journal "
               "replaced as a whole is only seen with an anchor or the key noted elsewhere."_s
                   .arg(m_verdict.covered->number)
                   .arg(base::toRfc3339(m_verdict.covered->time), entryCount(m_verdict.covered->size),
                        QString::fromLatin1(m_trusted.isEmpty() ? QByteArray()
                                                                : m_trusted.last().id().toHex()),
                        tail);
    case Completeness::UpToAnchor:
        return u"Complete up to the anchor of checkpoint %1, which stands for %2. %3"_s
            .arg(m_verdict.anchored->number)
            .arg(entryCount(m_verdict.anchored->size), tail);
    case Completeness::Broken:
        break;
    }
    return u"Broken: what was found shows that entries or checkpoints were changed, removed or replaced."_s;
}

} // namespace algenta::journal
