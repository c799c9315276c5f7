// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/journal/entry.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <atomic>
#include <memory>
#include <optional>

namespace algenta::journal
{

struct Head {
    qint64 size = 0;
    QByteArray chain; ///< chain value of the last entry; 32 zero bytes if empty
    QByteArray root;  ///< RFC 6962 root
    QString journalId;
};

enum class Integrity { Intact, Tampered, CouldNotRun };

enum class FindingKind {
    Modified,     ///< the bytes of an entry are not those that were hashed
    HashDiffers,  ///< a stored hash is not that of what it stands for
    Missing,      ///< entries are not there
    OrderChanged, ///< an entry stands where another one belongs, or twice
    Malformed,    ///< bytes that no version of this program wrote
    Unreadable,   ///< a part of the file that SQLite cannot read
    Structure,    ///< tables, indexes or triggers are not those of the format
};

struct Finding {
    qint64 seq = 0; ///< 0 where it is not about one entry
    QString what;   ///< one sentence
    FindingKind kind = FindingKind::Modified;
};

/** What verification found. Integrity says nothing about completeness: a cut tail needs an anchor to be seen.
 */
struct Verdict {
    Integrity integrity = Integrity::CouldNotRun;
    QString completeness; ///< one sentence: what this verdict does not cover
    qint64 entries = 0;
    QByteArray root;
    QByteArray chain;
    QList<Finding> findings;          ///< all of them, in order
    std::optional<base::Error> error; ///< why it could not run
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

private:
    class Private;
    [[nodiscard]] static base::Result<void> create(const QString &path, const base::Clock &clock);
    explicit JournalFile(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/**
 * Reads the whole file in one snapshot (of a live journal too), recomputes every hash, and goes on
 * after a fault so that all are listed. Never changes the journal.
 *
 * A file that SQLite or this version cannot read at all could not be verified; that is neither
 * intact nor tampered.
 */
[[nodiscard]] Verdict verifyJournal(const QString &path);
/** The same; ends with CouldNotRun and Cancelled soon after @p cancelled becomes true. */
[[nodiscard]] Verdict verifyJournal(const QString &path, const std::atomic_bool &cancelled);

} // namespace algenta::journal
