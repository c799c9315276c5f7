// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/secret.h"
#include "core/journal/entry.h"
#include "core/journal/seam.h"

#include <QString>

namespace algenta::journal
{

struct RecoveryRequest {
    QString path;     ///< the damaged journal; nothing may have it open
    QString sealPath; ///< its seal key file, where there is one
    QString reason;   ///< not empty
    QString actor;
};

struct RecoveryResult {
    RecoveredMark mark;
    Entry entry;        ///< the Recovered entry
    QString archive;    ///< where the damaged journal is now, whole; its log beside it with -wal
    qint64 kept = 0;    ///< entries that were kept, byte for byte
    qint64 dropped = 0; ///< rows of entries that are only in the archive
    /** Key of a new seal, to be shown once; empty if the seal goes on. */
    base::Secret verificationKey;
};

/**
 * Goes on from the sound beginning of a damaged journal: copies it byte for byte into a new file,
 * records what was wrong and where the damaged file is, and puts that aside, whole. Nothing is wiped.
 *
 * InvalidInput if the journal verifies, or without a reason. NotAllowed while anything has it open.
 * Tampered if not even the beginning is sound: then nothing is changed.
 */
[[nodiscard]] base::Result<RecoveryResult> recoverJournal(const RecoveryRequest &request,
                                                          const base::Clock &clock);

} // namespace algenta::journal
