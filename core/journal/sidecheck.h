// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/indexcheck.h"

#include <QString>

#include <atomic>
#include <future>
#include <optional>

namespace algenta::journal
{

/**
 * What verification reads beside the entries themselves, in a thread and on a connection of its own:
 * the indexes, whether each entry can be looked up by its number, and what the tree holds too much.
 *
 * Its snapshot may be younger than that of the entries, and any trouble ends it: what it says counts
 * only where it saw the same entries and found all in order. Whoever asks does it again otherwise.
 */
class SideCheck
{
public:
    struct Seen {
        qint64 first = 0;
        qint64 last = 0;
        qint64 lookedUp = 0; ///< entries that a look-up by number found
        IndexCheck::Found indexes;
        qint64 nodesBeyond = 0; ///< see nodesBeyond()
        qint64 nodesLeft = 0;   ///< see nodesLeft()
    };

    /** Begins at once; @p indexes must outlive this object. @p cut: last entry that left by policy, or 0. */
    SideCheck(const QString &path, const IndexCheck &indexes, qint64 cut);
    ~SideCheck();
    SideCheck(const SideCheck &) = delete;
    SideCheck &operator=(const SideCheck &) = delete;

    /** Waits for it, soon to end once @p cancelled is true. Nothing if it did not come to its end. */
    [[nodiscard]] std::optional<Seen> take(const std::atomic_bool *cancelled);

private:
    [[nodiscard]] base::Result<Seen> read(const QString &path, const IndexCheck &indexes, qint64 cut) const;

    std::atomic_bool m_stop = false;
    std::future<base::Result<Seen>> m_reading;
};

/** Stored subtrees that no tree of @p last entries has, of which those up to @p cut left. */
[[nodiscard]] base::Result<qint64> nodesBeyond(const JournalDatabase &database, qint64 last, qint64 cut);
/** Stored subtrees over nothing but entries up to @p cut. */
[[nodiscard]] base::Result<qint64> nodesLeft(const JournalDatabase &database, qint64 cut);

} // namespace algenta::journal
