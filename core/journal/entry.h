// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace algenta::journal
{

/** What an entry records. The names in the stored bytes are stable (entryKindName). */
enum class EntryKind {
    JournalOpened, ///< first entry: names the journal
    ConsoleStarted,
    ConsoleStopped,
    ConnectionEnrolled,  ///< origin and pin confirmed for acts
    ConnectionWithdrawn, ///< no longer
    BlockedSeen,         ///< own call that came back blocked
    Intent,              ///< an override about to be sent: radius, reason, request
    Outcome,             ///< what came back for an intent
    Reconciled,          ///< what re-reading the decision proved about an Unknown
    ReceiptSeen,         ///< receipt of an act without override
    Note,
    Armed,         ///< an override armed: radius, reason, until when
    ArmingClosed,  ///< how an arming ended: used, disarmed or expired
    HostAllowed,   ///< webhook host that acts on this engine may go to
    HostWithdrawn, ///< no longer
    Reviewed,      ///< somebody looked at an act afterwards
    DrillDone,     ///< an exercise of the override path, from start to end
    SigningKeySet, ///< public key that signs checkpoints from here on
    Anchored,      ///< a checkpoint was put where this program cannot change it
    SegmentCut,    ///< entries that left the file by policy, with what verifies the seam
    Recovered,     ///< the journal goes on after damage: what was kept, what was put aside
    DriftAccepted, ///< a change of the contract or a tool that the operator accepted
};

[[nodiscard]] QString entryKindName(EntryKind kind);
[[nodiscard]] base::Result<EntryKind> entryKindFromName(QStringView name);

/**
 * An Outcome says in its details under this key what came back. Without the key, or with
 * unknownOutcome, the intent stays open until a Reconciled entry.
 */
inline constexpr QLatin1StringView outcomeKey("outcome");
inline constexpr QLatin1StringView unknownOutcome("unknown");
/** Under this key the first entry names the journal: 128 random bits in hex. */
inline constexpr QLatin1StringView journalIdKey("journal_id");

/** "user@host" of this process, from the system and not from the environment. */
[[nodiscard]] QString systemActor();

/** What a caller hands in; the journal adds number, time and chain. */
struct Draft {
    EntryKind kind = EntryKind::Note;
    QString actor;   ///< "operator@host"
    QString engine;  ///< origin of the engine, or empty
    QString subject; ///< id of what it is about, e.g. a decision id; or empty
    QString actId;   ///< joins intent, outcome and reconciliation of one act; or empty
    /** Object (or null) without numbers and secrets: outside text goes through base::redact(), bytes through
     * evidence(). */
    base::Json details;
};

/**
 * One recorded entry.
 *
 * `bytes` are canonical JSON (RFC 8785, numbers as strings) with a format tag, seq, time, every
 * field of the draft and `previous`; nothing that a screen shows lies outside of them.
 */
struct Entry {
    qint64 seq = 0; ///< 1, 2, 3 … without gaps
    QDateTime time; ///< UTC, milliseconds
    Draft draft;
    QByteArray bytes;    ///< canonical bytes, what is hashed
    QByteArray leaf;     ///< SHA-256(0x00 ‖ bytes), 32 bytes (RFC 6962, section 2.1)
    QByteArray previous; ///< chain value before this entry, 32 bytes
    QByteArray chain;    ///< SHA-256(0x01 ‖ previous ‖ leaf), 32 bytes
    QString fault; ///< not empty: what is stored does not fit its hashes, and nothing here can be trusted
};

/** Bytes from outside for Draft::details: `{"base64": …, "sha256": …}`, never re-serialised. */
[[nodiscard]] base::Json evidence(const QByteArray &bytes);
/** The bytes of evidence(); MalformedJson if damaged, Tampered if the hash does not match. */
[[nodiscard]] base::Result<QByteArray> evidenceBytes(const base::Json &value);

/** Canonical bytes of an entry. InvalidInput if details hold a number, a lone surrogate or a duplicate key.
 */
[[nodiscard]] base::Result<QByteArray> canonicalBytes(qint64 seq, const QDateTime &time, const Draft &draft,
                                                      const QByteArray &previous);
/**
 * The fields read back from canonical bytes, with the hashes that follow from them. Refuses bytes
 * that are not exactly canonical: MalformedJson, or MalformedAnswer if JSON of another form.
 */
[[nodiscard]] base::Result<Entry> parseEntry(const QByteArray &bytes);

} // namespace algenta::journal
