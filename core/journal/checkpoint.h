// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/signednote.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace algenta::journal
{

/** Why a checkpoint was made. The names in the note are stable (checkpointCauseName). */
enum class CheckpointCause {
    Asked,     ///< by an operator
    KeySet,    ///< first one of a new signing key
    Entries,   ///< so many entries since the last one
    Time,      ///< so long since the last one, and there is news
    Heartbeat, ///< so long since the last one, without news: shows that somebody was there
    BeforeAct, ///< before an intent is recorded
    AfterAct,  ///< after an intent or an outcome
    Stop,      ///< the console was closed; a pause follows
};

[[nodiscard]] QString checkpointCauseName(CheckpointCause cause);

/**
 * What a checkpoint says (C2SP tlog-checkpoint): origin, size and root, then one extension line each
 * for number, time, cause, the checkpoint before and the seal.
 *
 * The format of entries has no room for the hash of the checkpoint before them; the chain runs from
 * checkpoint to checkpoint, and each one covers all entries by its root.
 */
struct Checkpoint {
    QString origin;    ///< "algenta-journal/" and the id of the journal
    qint64 size = 0;   ///< entries 1 … size
    QByteArray root;   ///< RFC 6962 root over them
    qint64 number = 0; ///< 1, 2, 3 … without gaps
    QDateTime time;    ///< UTC, milliseconds
    CheckpointCause cause = CheckpointCause::Asked;
    QByteArray previous; ///< SHA-256 of the note before, 32 bytes; empty for the first
    QByteArray seal;     ///< MAC of the seal key of this number, 32 bytes
    QByteArray note;     ///< the signed note, byte for byte

    /** SHA-256 of the note: what the next checkpoint and anchors name. */
    [[nodiscard]] QByteArray noteHash() const;
};

[[nodiscard]] QString checkpointOrigin(const QString &journalId);
/** The note's text up to the seal line, which the seal covers. */
[[nodiscard]] QByteArray unsealedText(const Checkpoint &checkpoint);
/** The whole text, which the signature covers. */
[[nodiscard]] QByteArray checkpointText(const Checkpoint &checkpoint);
/** Reads a note that checkpointText() wrote, letter by letter; MalformedAnswer for any other. */
[[nodiscard]] base::Result<Checkpoint> parseCheckpoint(const QByteArray &note);

} // namespace algenta::journal
