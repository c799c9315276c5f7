// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/entry.h"
#include "core/journal/signednote.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace algenta::journal
{

/** A signing key that took the place of another one. */
struct KeyReplacement {
    NoteKey before;
    NoteKey after;
    qint64 seq = 0; ///< entry that says so; 0 if it left with a segment
    bool operator==(const KeyReplacement &) const = default;
};

/**
 * Where the journal begins after entries left it by policy: enough to go on verifying from there.
 * Recorded in the details of a SegmentCut entry.
 */
struct Seam {
    QString journalId;
    qint64 first = 1;       ///< first entry of the segment that left
    qint64 size = 0;        ///< last one: entries 1 … size are no longer here
    QByteArray root;        ///< over 1 … size
    QByteArray chain;       ///< chain value of entry size
    QList<QByteArray> edge; ///< complete subtrees over 1 … size, largest first
    qint64 checkpoint = 0;  ///< number of the checkpoint at size, which stays
    QString file;           ///< name of the segment file, without its folder
    QByteArray fileHash;    ///< SHA-256 of that file
    QString reason;
    QList<NoteKey> keys;                ///< signing keys that were set in the entries that left
    QList<KeyReplacement> replacements; ///< and which of them took the place of which
};

[[nodiscard]] base::Json seamDetails(const Seam &seam);
/** MalformedAnswer unless the parts fit each other: the edge gives the root. */
[[nodiscard]] base::Result<Seam> seamOf(const Entry &entry);

/** The key that a SigningKeySet entry names. */
[[nodiscard]] base::Result<NoteKey> signingKeyOf(const Entry &entry);
/** Which key it takes the place of; nothing if it says none, MalformedAnswer if it cannot be read. */
[[nodiscard]] base::Result<std::optional<KeyReplacement>> replacementOf(const Entry &entry);

/** What a Recovered entry says about the damage it went on from. */
struct RecoveredMark {
    qint64 firstBad = 0;       ///< entry from which on nothing was kept
    qint64 lastCheckpoint = 0; ///< checkpoints up to this number may cover entries that were not kept
    QString finding;           ///< what was wrong there
    QString archive;           ///< name of the file that holds the damaged journal
    QByteArray archiveHash;    ///< SHA-256 of it
    QByteArray archiveLogHash; ///< SHA-256 of the write-ahead log beside it; empty if there was none
    bool newSeal = false;      ///< checkpoints were lost, and with them the seal: a new one begins
    QString reason;
};

[[nodiscard]] base::Json recoveredDetails(const RecoveredMark &mark);
[[nodiscard]] base::Result<RecoveredMark> recoveredMarkOf(const Entry &entry);

} // namespace algenta::journal
