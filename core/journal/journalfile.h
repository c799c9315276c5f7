// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/journal/checkpoint.h"
#include "core/journal/entry.h"
#include "core/journal/verify.h"

#include <QList>
#include <QString>

#include <memory>
#include <optional>

namespace algenta::journal
{

class JournalRecords;
class SigningKey;
struct Seam;

struct Head {
    qint64 size = 0;
    QByteArray chain; ///< chain value of the last entry; 32 zero bytes if empty
    QByteArray root;  ///< RFC 6962 root
    QString journalId;
};

/** Entries that cannot be read pass every filter: a page never hides damage. */
struct EntryFilter {
    QList<EntryKind> kinds; ///< empty: all
    QString engine;         ///< empty: all
    QString subject;        ///< empty: all
    QString actId;          ///< empty: all
    QString text;           ///< part of any field or recorded bytes, case-insensitive; empty: all
};

/**
 * The journal file (SQLite, WAL, synchronous=FULL, owner-only), used from one thread.
 *
 * Several processes may have it open; one appends at a time: the head is read again inside each
 * transaction. Entries are never changed or removed by this class. page() and entry() mark damage
 * in Entry::fault; act() and openIntents(), on which acts depend, fail with Tampered instead.
 */
class JournalFile
{
public:
    /**
     * Opens, or creates what is not there; @p clock must outlive it. Folder is created with 0700,
     * file with 0600. A new journal appears under its name only when its first entry is on the disk.
     */
    [[nodiscard]] static base::Result<std::unique_ptr<JournalFile>> open(const QString &path,
                                                                         const base::Clock &clock);
    /** Read-only: neither creates nor writes. */
    [[nodiscard]] static base::Result<std::unique_ptr<JournalFile>> openReadOnly(const QString &path,
                                                                                 const base::Clock &clock);
    ~JournalFile();
    JournalFile(const JournalFile &) = delete;
    JournalFile &operator=(const JournalFile &) = delete;

    /**
     * On success the entry is on the disk (synced). On failure nothing was recorded, except that after
     * a failed sync and a crash the entry may turn up; so a caller that failed must not act.
     *
     * InvalidInput: an act's entry without actId, a second Intent of one act, or details that look
     * like they hold a key (base::redact() would change them). Tampered: the last entry is damaged.
     */
    [[nodiscard]] base::Result<Entry> append(const Draft &draft);

    [[nodiscard]] base::Result<Head> head() const;
    /** Newest first, entries with seq < @p before (0: from the end), at most @p limit. */
    [[nodiscard]] base::Result<QList<Entry>> page(const EntryFilter &filter, qint64 before, int limit) const;
    [[nodiscard]] base::Result<Entry> entry(qint64 seq) const;
    /** All entries of one act, oldest first. */
    [[nodiscard]] base::Result<QList<Entry>> act(const QString &actId) const;
    /** Intents without an Outcome, or whose last Outcome is Unknown without a Reconciled entry; oldest first.
     */
    [[nodiscard]] base::Result<QList<Entry>> openIntents() const;
    [[nodiscard]] QString path() const;

    /**
     * Seals and signs what is recorded so far, as the next checkpoint. The seal key in @p sealPath is
     * advanced once the checkpoint is on the disk; a crash between the two is made up for later.
     *
     * Tampered if the journal is not a continuation of its last checkpoint, or is older than its seal
     * key: nothing is signed then. Other errors leave the entries as they are.
     */
    [[nodiscard]] base::Result<Checkpoint> addCheckpoint(const SigningKey &key, const QString &sealPath,
                                                         CheckpointCause cause);
    [[nodiscard]] base::Result<std::optional<Checkpoint>> lastCheckpoint() const;
    /** The newest SigningKeySet entry. */
    [[nodiscard]] base::Result<std::optional<Entry>> signingKeySet() const;
    /**
     * Takes the entries of @p seam out of the file and records that, in one transaction: the SegmentCut
     * entry, then what it carries over. The segment file must be complete and synced before. InvalidInput if
     * an intent among them is open.
     */
    [[nodiscard]] base::Result<QList<Entry>> cut(const Seam &seam, const QString &actor);

    /** What stands in the tables: for the other parts of this folder. */
    [[nodiscard]] const JournalRecords &records() const;

private:
    class Private;
    [[nodiscard]] static base::Result<void> create(const QString &path, const base::Clock &clock);
    explicit JournalFile(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace algenta::journal
