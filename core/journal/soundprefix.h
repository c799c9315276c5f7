// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/checkpoint.h"
#include "core/journal/entry.h"
#include "core/journal/journaldatabase.h"
#include "core/journal/merkletree.h"
#include "core/journal/seam.h"

#include <QList>

#include <optional>

namespace algenta::journal
{

/** What of a damaged journal can be trusted: its beginning, and the checkpoints in a row from the first. */
struct SoundPrefix {
    std::optional<Seam> seam;
    qint64 last = 0;    ///< entries up to this one are sound
    qint64 dropped = 0; ///< rows behind it, as far as they can be read
    QString finding;    ///< what is wrong with the first one that is not
    QList<Checkpoint> checkpoints;
    bool lostCheckpoints = false;
};

/** Tampered if not even the first entry is sound. */
[[nodiscard]] base::Result<SoundPrefix> findSoundPrefix(const JournalDatabase &damaged);

/** Copies the entries and checkpoints of @p prefix into an empty journal, byte for byte, in one transaction.
 */
[[nodiscard]] base::Result<void> copySoundPrefix(const JournalDatabase &damaged, const SoundPrefix &prefix,
                                                 const JournalDatabase &fresh);

} // namespace algenta::journal
