// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/anchor.h"
#include "core/journal/checkpoint.h"
#include "core/journal/signednote.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <atomic>
#include <memory>
#include <optional>

namespace algenta::journal
{

class SealKey;

/** Do the entries that are here fit everything that was recorded about them? */
enum class Integrity { Intact, Tampered, CouldNotRun };

/** Up to where is it shown that nothing is missing and nothing was replaced as a whole? */
enum class Completeness {
    Unknown,        ///< verification did not come to an end
    NotSealed,      ///< no checkpoint: integrity alone
    KeyUnknown,     ///< checkpoints, but none that a key to be trusted signed or sealed
    UpToCheckpoint, ///< all entries up to a signed checkpoint
    UpToAnchor,     ///< up to a checkpoint that was also noted elsewhere
    Broken,         ///< something is missing or replaced
};

enum class FindingKind {
    Modified,             ///< the bytes of an entry are not those that were hashed
    HashDiffers,          ///< a stored hash is not that of what it stands for
    Missing,              ///< entries are not there
    OrderChanged,         ///< an entry stands where another one belongs, or twice
    Malformed,            ///< bytes that no version of this program wrote
    Unreadable,           ///< a part of the file that SQLite cannot read
    Structure,            ///< tables, indexes or triggers are not those of the format
    TruncatedBelowAnchor, ///< fewer entries or checkpoints than were noted elsewhere
    Fork,                 ///< other entries than those that a checkpoint or an anchor stands for
    CheckpointBad,        ///< a checkpoint does not follow the one before, or its signature or seal is bad
    CheckpointGap,        ///< checkpoints are not there
    // Things to know that are no tampering:
    KeyUnknown,   ///< a checkpoint of a key that nothing vouches for
    NotSealed,    ///< entries that no checkpoint covers, though one was asked for
    PrunedByRule, ///< entries left by policy, and the seam verifies
    Reanchored,   ///< the journal was damaged and went on from its good part
    Unattended,   ///< a signing key that needs no passphrase
    Pause,        ///< long without a checkpoint, and no recorded stop
    NotCheckable, ///< an anchor of entries that left by policy
};

/** Stable name, as printed by `algentactl --json`. */
[[nodiscard]] QString findingKindName(FindingKind kind);
[[nodiscard]] QString completenessName(Completeness completeness);

struct Finding {
    qint64 seq = 0; ///< 0 where it is not about one entry
    QString what;   ///< one sentence
    FindingKind kind = FindingKind::Modified;
};

/** Two verdicts that say different things: integrity and completeness. */
struct Verdict {
    Integrity integrity = Integrity::CouldNotRun;
    Completeness coverage = Completeness::Unknown;
    QString integrityText; ///< one or two sentences
    QString completeness;  ///< the same about coverage: up to where, and what is not covered
    qint64 firstEntry = 1; ///< greater where entries left by policy
    qint64 entries = 0;    ///< how many are here
    QByteArray root;
    QByteArray chain;
    qint64 checkpoints = 0;
    std::optional<Checkpoint> covered; ///< newest checkpoint that is signed by a trusted key and fits
    std::optional<Anchor> anchored;    ///< newest anchor that fits
    qint64 tail = 0;                   ///< entries after covered
    QList<Finding> findings;           ///< all signs of tampering, in order
    QList<Finding> notices;            ///< what else to know
    std::optional<base::Error> error;  ///< why it could not run
    /** Everything that was asked for is shown, and no more entries than a pause allows are uncovered. */
    bool complete = false;
};

/** What to hold the journal against. */
struct VerifyOptions {
    /** Empty: the named key of the first checkpoint, and those that a trusted one vouches for. */
    QList<NoteKey> publicKeys;
    /** Nothing: no anchors were given. */
    std::optional<AnchorList> anchors;
    /** Verification key of the seal, or nothing. */
    std::shared_ptr<const SealKey> sealKey;
    /** Seal key file beside the journal: shows that the journal is not older than it. May be empty. */
    QString sealPath;
};

/** More entries after the last checkpoint than this are not complete. */
inline constexpr qint64 longestTail = 256;

/**
 * Reads the whole file in one snapshot (of a live journal too), recomputes every hash, and goes on
 * after a fault so that all are listed. Never changes the journal.
 *
 * A file that SQLite or this version cannot read at all could not be verified; that is neither
 * intact nor tampered.
 */
[[nodiscard]] Verdict verifyJournal(const QString &path);
[[nodiscard]] Verdict verifyJournal(const QString &path, const VerifyOptions &options);
/** The same; ends with CouldNotRun and Cancelled soon after @p cancelled becomes true. */
[[nodiscard]] Verdict verifyJournal(const QString &path, const std::atomic_bool &cancelled,
                                    const VerifyOptions &options = {});

} // namespace algenta::journal
