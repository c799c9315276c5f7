// SPDX-License-Identifier: Apache-2.0
#include "core/journal/indexcheck.h"

#include "core/journal/journaldatabase.h"

#include <QByteArray>

#include <sodium.h>
#include <sqlite3.h>

#include <cstring>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

constexpr std::array names{"entry_kind"_L1, "entry_engine"_L1, "entry_subject"_L1, "entry_act"_L1};
static_assert(names.size() == IndexCheck::columns);
static_assert(crypto_shorthash_KEYBYTES == 16 && crypto_shorthash_BYTES == 8);

/**
 * Gives one connection a second view of an index: as a table of its own, whose rows are the index's
 * entries as they are stored. Nothing is written; the view goes with this object.
 */
class IndexView
{
public:
    IndexView(const JournalDatabase &database, qint64 root)
        : m_connection(database.handle())
    {
        sqlite3_test_control(SQLITE_TESTCTRL_IMPOSTER, m_connection, "main", 1, int(root));
        m_made = sqlite3_exec(m_connection,
                              "CREATE TABLE index_view(value TEXT, seq INTEGER, PRIMARY KEY(value, seq))"
                              " WITHOUT ROWID",
                              nullptr, nullptr, nullptr) == SQLITE_OK;
        sqlite3_test_control(SQLITE_TESTCTRL_IMPOSTER, m_connection, "main", 0, 0);
    }
    ~IndexView()
    {
        // The number after the switch asks for the real schema to be read again.
        sqlite3_test_control(SQLITE_TESTCTRL_IMPOSTER, m_connection, "main", 0, 1);
    }
    IndexView(const IndexView &) = delete;
    IndexView &operator=(const IndexView &) = delete;
    [[nodiscard]] bool isMade() const { return m_made; }

private:
    sqlite3 *m_connection;
    bool m_made = false;
};

} // namespace

IndexCheck::IndexCheck()
{
    if (sodium_init() < 0)
        qFatal("libsodium could not be started.");
    randombytes_buf(m_key.data(), m_key.size());
}

quint64 IndexCheck::sum(Column column, QByteArrayView value, qint64 seq) const
{
    constexpr qsizetype head = 1 + qsizetype(sizeof seq);
    std::array<char, 256> inPlace;
    QByteArray larger;
    const qsizetype size = head + value.size();
    if (size > qsizetype(inPlace.size()))
        larger.resize(size);
    char *const data = larger.isEmpty() ? inPlace.data() : larger.data();
    data[0] = char(column);
    std::memcpy(data + 1, &seq, sizeof seq);
    if (!value.isEmpty())
        std::memcpy(data + head, value.data(), std::size_t(value.size()));
    quint64 hash = 0;
    crypto_shorthash(reinterpret_cast<unsigned char *>(&hash), reinterpret_cast<unsigned char *>(data),
                     static_cast<unsigned long long>(size), m_key.data());
    return hash;
}

base::Result<IndexCheck::Found> IndexCheck::found(const JournalDatabase &database) const
{
    Found all;
    for (std::size_t column = 0; column < columns; ++column) {
        auto query =
            database.run(u"SELECT rootpage FROM sqlite_schema WHERE name = ?"_s, {QString(names[column])});
        const auto there = query ? database.next(*query) : base::Result<bool>(base::fail(query.error()));
        if (!there)
            return base::fail(there.error());
        const qint64 root = *there ? query->value(0).toLongLong() : 0;
        query->finish();
        auto sum = root > 1 ? foundIn(database, Column(column), root)
                            : base::Result<std::optional<quint64>>(std::nullopt);
        if (!sum && sum.error().code != base::ErrorCode::Tampered)
            return base::fail(sum.error());
        if (sum)
            all[column] = *sum;
    }
    return all;
}

QStringList IndexCheck::differing(const Found &found) const
{
    QStringList bad;
    for (std::size_t column = 0; column < columns; ++column) {
        if (found[column] != m_expected[column])
            bad.append(names[column]);
    }
    return bad;
}

base::Result<std::optional<quint64>> IndexCheck::foundIn(const JournalDatabase &database, Column column,
                                                         qint64 root) const
{
    const IndexView view(database, root);
    if (!view.isMade())
        return std::nullopt;
    auto rows = database.prepare(u"SELECT value, seq FROM index_view"_s);
    if (!rows)
        return base::fail(rows.error());
    quint64 found = 0;
    QByteArray before;
    qint64 seqBefore = 0;
    auto more = rows->step();
    for (; more && *more; more = rows->step()) {
        const bool typesFit = rows->isText(0) && rows->isInteger(1);
        const QByteArrayView value = rows->bytes(0);
        const qint64 seq = rows->integer(1);
        // What is not in its order cannot be looked up.
        const int order = value.compare(before);
        if (order < 0 || (order == 0 && seq <= seqBefore) || !typesFit)
            return std::nullopt;
        found += sum(column, value, seq);
        if (order != 0) {
            before.resize(0); // keeps its memory
            before.append(value);
        }
        seqBefore = seq;
    }
    if (!more)
        return base::fail(more.error());
    return found;
}

} // namespace algenta::journal
