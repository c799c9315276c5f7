// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/journalfile.h"
#include "core/journal/seam.h"

#include <QString>

namespace algenta::journal
{

/** What to cut, and why. */
struct CutRequest {
    qint64 checkpoint = 0; ///< entries up to the size of this checkpoint leave; it stays
    QString segmentFile;   ///< written first; must not be there yet
    QString reason;        ///< not empty
    QString actor;
};

/** What left, and the entry that says so. */
struct CutResult {
    Seam seam;
    Entry entry;
    QList<Entry> carried; ///< standing words that left and were recorded once more; see standing.h
};

/**
 * Moves entries out of the journal into a segment file (an export), by policy. Verification then goes
 * on from the seam, and words that still stand are carried over behind it. Make a checkpoint afterwards, so
 * that the record of the cut is sealed as well.
 *
 * Tampered if the journal does not verify: evidence is not cut away. InvalidInput for an open intent,
 * an unknown checkpoint or an empty reason.
 */
[[nodiscard]] base::Result<CutResult> cutSegment(JournalFile &file, const CutRequest &request);

} // namespace algenta::journal
