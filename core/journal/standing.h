// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/entry.h"
#include "core/journal/seam.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace algenta::journal
{

class JournalRecords;

/**
 * Words that hold however old they are: enrolled engines, allowed hosts, accepted drift, the last
 * drill. The last word counts for each kind, engine and subject (for a drill: each engine), so when
 * such an entry leaves the journal by policy, the cut records it once more as *carried over*: an entry
 * of the same kind, engine, subject and details, with the original bytes under carriedKey and the
 * proof that they are among the entries that left. Whoever asks by kind, engine and subject finds it.
 */
[[nodiscard]] bool isStanding(EntryKind kind);

/** `{"entry": evidence of the original, "cut": number of the SegmentCut entry, "path": [hashes]}` */
inline constexpr QLatin1StringView carriedKey("carried");

/** The original bytes that an entry carries over, and what shows that they left with a segment. */
struct Carried {
    Entry original;
    qint64 cut = 0;         ///< SegmentCut entry whose root the path leads to
    QList<QByteArray> path; ///< from the original's leaf to that root
};

/** Nothing if the entry carries none over; MalformedAnswer if it does not repeat what it carries. */
[[nodiscard]] base::Result<std::optional<Carried>> carriedBy(const Entry &entry);
/**
 * Who said it, when and why: the original where the entry is carried over, else the entry itself.
 * Tampered if it does not repeat its original.
 */
[[nodiscard]] base::Result<Entry> statedBy(const Entry &entry);
/** True if the original is among the entries that @p seam, of the SegmentCut entry it names, took out. */
[[nodiscard]] bool isProven(const Carried &carried, const Seam &seam);

/**
 * What a cut at @p seam, recorded as entry @p cut, has to carry over, oldest first. Before the rows are
 * removed. Tampered if a standing entry is damaged: it is not dropped in silence.
 */
[[nodiscard]] base::Result<QList<Draft>> carriedDrafts(const JournalRecords &records, const Seam &seam,
                                                       qint64 cut, const QString &actor);

} // namespace algenta::journal
