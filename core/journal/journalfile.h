// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/journal/entry.h"

#include <QList>
#include <QString>
#include <QStringList>

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

struct Finding {
    qint64 seq = 0; ///< 0 where it is not about one entry
    QString what;   ///< one sentence
};

/** What verification found. Integrity says nothing about completeness: a cut tail needs an anchor to be seen. */
struct Verdict {
    Integrity integrity = Integrity::CouldNotRun;
    QString completeness;      ///< one sentence: what this verdict does not cover
    qint64 entries = 0;
    QByteArray root;
    QByteArray chain;
    QList<Finding> findings;   ///< all of them, in order
    std::optional<base::Error> error; ///< why it could not run
};

struct EntryFilter {
    QList<EntryKind> kinds;   ///< empty: all
    QString engine;           ///< empty: all
    QString subject;          ///< empty: all
    QString actId;            ///< empty: all
    QString text;             ///< part of any field, case-insensitive; empty: all
};

/**
 * The journal file (SQLite, WAL, synchronous=FULL, owner-only), used from one thread.
 *
 * Several processes may have it open; one appends at a time: the head is read again inside each
 * transaction. Entries are never changed or removed by this class.
 */
class JournalFile
{
public:
    /** Opens or creates; @p clock must outlive it. Folder is created with 0700, file with 0600. */
    [[nodiscard]] static base::Result<std::unique_ptr<JournalFile>> open(const QString &path,
                                                                         const base::Clock &clock);
    /** Read-only: neither creates nor writes. */
    [[nodiscard]] static base::Result<std::unique_ptr<JournalFile>> openReadOnly(const QString &path,
                                                                                 const base::Clock &clock);
    ~JournalFile();
    JournalFile(const JournalFile &) = delete;
    JournalFile &operator=(const JournalFile &) = delete;

    /** On success the entry is on the disk (synced). On failure nothing was recorded. */
    [[nodiscard]] base::Result<Entry> append(const Draft &draft);

    [[nodiscard]] base::Result<Head> head() const;
    /** Newest first, entries with seq < @p before (0: from the end), at most @p limit. */
    [[nodiscard]] base::Result<QList<Entry>> page(const EntryFilter &filter, qint64 before, int limit) const;
    [[nodiscard]] base::Result<Entry> entry(qint64 seq) const;
    /** All entries of one act, oldest first. */
    [[nodiscard]] base::Result<QList<Entry>> act(const QString &actId) const;
    /** Intents without an Outcome, or whose last Outcome is Unknown without a Reconciled entry; oldest first. */
    [[nodiscard]] base::Result<QList<Entry>> openIntents() const;
    [[nodiscard]] QString path() const;

private:
    class Private;
    explicit JournalFile(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/**
 * Reads the whole file in one snapshot (of a live journal too), recomputes every hash, and goes on
 * after a fault so that all are listed. Never writes.
 */
[[nodiscard]] Verdict verifyJournal(const QString &path);

} // namespace algenta::journal
