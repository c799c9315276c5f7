// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>
#include <QStringList>

#include <array>
#include <atomic>

namespace algenta::journal
{

class JournalDatabase;

/**
 * Shows that the indexes over the entries hold exactly what follows from the hashed bytes: an index
 * that hides an entry would hide it from every filter.
 *
 * Both sides are added up under a key that is drawn for each run: equal sums mean equal content.
 * SQLite's own check computes every indexed value anew from the JSON, several times an entry.
 */
class IndexCheck
{
public:
    /** In the order of the columns of the table. */
    enum Column { Kind, Engine, Subject, Act };
    static constexpr std::size_t columns = 4;

    IndexCheck();
    /** What the index over @p column must hold for entry @p seq: UTF-8 of the decoded text. */
    void expect(Column column, QByteArrayView value, qint64 seq)
    {
        m_expected[column] += sum(column, value, seq);
    }
    /** Names of the indexes that hold something else, or not in their order. */
    [[nodiscard]] base::Result<QStringList> differing(const JournalDatabase &database,
                                                      const std::atomic_bool *cancelled) const;

private:
    [[nodiscard]] quint64 sum(Column column, QByteArrayView value, qint64 seq) const;
    [[nodiscard]] base::Result<bool> fits(const JournalDatabase &database, Column column, qint64 root,
                                          const std::atomic_bool *cancelled) const;

    std::array<unsigned char, 16> m_key{};
    std::array<quint64, columns> m_expected{};
};

} // namespace algenta::journal
