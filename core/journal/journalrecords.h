// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/checkpoint.h"
#include "core/journal/entry.h"
#include "core/journal/journaldatabase.h"
#include "core/journal/merkleproof.h"
#include "core/journal/seam.h"

#include <QList>
#include <QString>

#include <memory>
#include <optional>

namespace algenta::journal
{

/** The end of the journal: what the next entry follows. */
struct Tail {
    qint64 size = 0;
    QByteArray chain = QByteArray(32, '\0');
    MerkleTree tree;
};

/** What stands in the tables of a journal, read back with the faults marked. */
class JournalRecords
{
public:
    explicit JournalRecords(std::unique_ptr<JournalDatabase> database);

    [[nodiscard]] JournalDatabase &database() const { return *m_database; }
    /** Reads who this journal is; Tampered if nothing sound says so. */
    [[nodiscard]] base::Result<void> readIdentity();
    [[nodiscard]] QString journalId() const { return m_journalId; }

    [[nodiscard]] base::Result<Tail> tail() const;
    void setTail(const Tail &tail) { m_known = tail; }
    [[nodiscard]] base::Result<QByteArray> storedHash(const TreeNode &node) const;
    [[nodiscard]] SubtreeSource subtrees() const;

    /** Rows of `entry` that fit @p condition, which ends with an order; faults are marked. */
    [[nodiscard]] base::Result<QList<Entry>> entries(const QString &condition,
                                                     const QVariantList &values) const;
    /** The same, but Tampered if one of them is damaged. */
    [[nodiscard]] base::Result<QList<Entry>> soundEntries(const QString &condition,
                                                          const QVariantList &values) const;
    [[nodiscard]] base::Result<std::optional<Entry>> lastOfKind(EntryKind kind) const;
    [[nodiscard]] base::Result<void> checkNothingUnreadable() const;
    /** Where entries left by policy; empty if none did. */
    [[nodiscard]] base::Result<std::optional<Seam>> seam() const;

    /** The newest checkpoint, read back strictly; Tampered if it is damaged. */
    [[nodiscard]] base::Result<std::optional<Checkpoint>> lastCheckpoint() const;
    [[nodiscard]] base::Result<Checkpoint> checkpoint(qint64 number) const;
    /** True if the newest Recovered entry says that @p last covers entries that were put aside. */
    [[nodiscard]] base::Result<bool> coversWhatWasPutAside(const Checkpoint &last) const;

    [[nodiscard]] static Entry entryFromRow(const QSqlQuery &row);
    static const QLatin1StringView columns;

private:
    [[nodiscard]] base::Result<std::optional<Checkpoint>> checkpointOf(const QString &condition,
                                                                       const QVariantList &values) const;

    std::unique_ptr<JournalDatabase> m_database;
    QString m_journalId;
    mutable Tail m_known; ///< as last seen; only used while size and chain still fit
    mutable std::optional<Statement> m_lastRow;
};

[[nodiscard]] tl::unexpected<base::Error> invalidInput(const QString &message);
/** What stands in the journal is not what was recorded. */
[[nodiscard]] tl::unexpected<base::Error> tamperedJournal(const QString &message);

} // namespace algenta::journal
