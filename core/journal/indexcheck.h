// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>
#include <QStringList>

#include <array>
#include <optional>

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
    /** What an index holds, added up under the same key; nothing where it is not in its order. */
    using Found = std::array<std::optional<quint64>, columns>;
    /** Reads the indexes; only looks at the key, so it may run beside expect() in another thread. */
    [[nodiscard]] base::Result<Found> found(const JournalDatabase &database) const;
    /** Names of the indexes that hold something else, or not in their order. */
    [[nodiscard]] QStringList differing(const Found &found) const;

private:
    [[nodiscard]] quint64 sum(Column column, QByteArrayView value, qint64 seq) const;
    [[nodiscard]] base::Result<std::optional<quint64>> foundIn(const JournalDatabase &database, Column column,
                                                               qint64 root) const;

    std::array<unsigned char, 16> m_key{};
    std::array<quint64, columns> m_expected{};
};

} // namespace algenta::journal
