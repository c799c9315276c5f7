// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/journalfile.h"
#include "core/journal/journalrecords.h"

#include <memory>
#include <optional>
#include <utility>

namespace algenta::journal
{

class JournalFile::Private
{
public:
    Private(std::unique_ptr<JournalDatabase> database, const base::Clock &machineClock)
        : records(std::move(database))
        , clock(machineClock)
    {
    }

    [[nodiscard]] base::Result<void> checkWritable() const;
    [[nodiscard]] base::Result<void> begin();
    [[nodiscard]] base::Result<void> commit();
    void rollBack();
    /** Inside a transaction; the tail of @c records is set only after the commit. */
    [[nodiscard]] base::Result<std::pair<Entry, Tail>> put(const Draft &draft);

    JournalRecords records;
    const base::Clock &clock;
    bool writable = false;

private:
    [[nodiscard]] base::Result<void> checkPlace(const Draft &draft, qint64 size) const;
    [[nodiscard]] base::Result<void> store(const Entry &entry, const QList<TreeNode> &nodes);
    [[nodiscard]] base::Result<void> prepare();

    struct Statements {
        Statement begin;
        Statement commit;
        Statement insertEntry;
        Statement insertNode;
    };
    std::optional<Statements> m_statements; ///< must go before the database of records
};

} // namespace algenta::journal
