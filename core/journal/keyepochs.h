// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/seam.h"
#include "core/journal/signednote.h"

#include <QList>

namespace algenta::journal
{

class JournalRecords;

/**
 * Each signing key has its time: the key that takes the place of another one is named by an entry
 * that the earlier key still seals, and from its own first checkpoint on the earlier one signs no more.
 */
[[nodiscard]] bool isFollowedBy(const NoteKey &earlier, const NoteKey &later,
                                const QList<KeyReplacement> &replacements);

/** Every replacement that the journal names, oldest first; damaged entries name none. */
[[nodiscard]] base::Result<QList<KeyReplacement>> keyReplacements(const JournalRecords &records);

} // namespace algenta::journal
