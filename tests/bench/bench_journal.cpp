// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalfile.h"
#include "core/journal/merkletree.h"
#include "core/journal/sha256.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

#include <sqlite3.h>

using namespace algenta;
using namespace algenta::journal;
using namespace Qt::Literals::StringLiterals;

namespace
{

/** Details of the size of an intent: some hundred bytes of text and evidence. */
Draft draftOf(qint64 number)
{
    Draft draft;
    draft.actor = u"operator@desk.example"_s;
    draft.engine = u"https://engine.example"_s;
    draft.subject = u"dec_%1"_s.arg(number);
    draft.details.set(u"text"_s, base::Json::string(u"measured %1"_s.arg(number)));
    draft.details.set(u"answer"_s, evidence(QByteArray("{\"status\":\"delivered\",\"n\":") +
                                            QByteArray::number(number) + '}'));
    return draft;
}

/** Every 500 entries one act: intent, outcome, review. One host in all. */
Draft mixedDraft(qint64 seq)
{
    constexpr EntryKind kinds[] = {EntryKind::Intent, EntryKind::Outcome, EntryKind::Reviewed};
    Draft draft = draftOf(seq);
    if (seq == 10)
        draft.kind = EntryKind::HostAllowed;
    if (seq > 500 && seq % 500 >= 1 && seq % 500 <= 3) {
        draft.kind = kinds[seq % 500 - 1];
        draft.actId = u"act-%1"_s.arg(seq / 500);
        draft.details.set(QString(outcomeKey), base::Json::string(u"receipt"_s));
    }
    return draft;
}

void require(bool condition, const char *what)
{
    if (!condition)
        qFatal("%s failed", what);
}

/** A bare table with the same bytes and the same pragmas, one transaction a row. */
class BareTable
{
public:
    explicit BareTable(const QString &path)
    {
        require(sqlite3_open(QFile::encodeName(path).constData(), &m_database) == SQLITE_OK, "open");
        run("PRAGMA journal_mode=WAL");
        run("PRAGMA synchronous=FULL");
        run("CREATE TABLE entry(seq INTEGER PRIMARY KEY, body BLOB NOT NULL, leaf BLOB NOT NULL, chain BLOB "
            "NOT NULL)");
        require(sqlite3_prepare_v2(m_database, "INSERT INTO entry VALUES (?, ?, ?, ?)", -1, &m_insert,
                                   nullptr) == SQLITE_OK,
                "prepare");
    }
    ~BareTable()
    {
        sqlite3_finalize(m_insert);
        sqlite3_close(m_database);
    }
    BareTable(const BareTable &) = delete;
    BareTable &operator=(const BareTable &) = delete;

    void insert(const Entry &entry)
    {
        const auto blob = [this](int at, const QByteArray &bytes) {
            sqlite3_bind_blob(m_insert, at, bytes.constData(), int(bytes.size()), SQLITE_STATIC);
        };
        sqlite3_bind_int64(m_insert, 1, entry.seq);
        blob(2, entry.bytes);
        blob(3, entry.leaf);
        blob(4, entry.chain);
        require(sqlite3_step(m_insert) == SQLITE_DONE, "insert");
        sqlite3_reset(m_insert);
    }

private:
    void run(const char *sql)
    {
        require(sqlite3_exec(m_database, sql, nullptr, nullptr, nullptr) == SQLITE_OK, sql);
    }

    sqlite3 *m_database = nullptr;
    sqlite3_stmt *m_insert = nullptr;
};

double perSecond(qint64 count, qint64 nanoseconds)
{
    return double(count) * 1e9 / double(std::max<qint64>(1, nanoseconds));
}

/** Durable appends and bare inserts by turns, so that the disk is the same for both. */
void benchAppend(const QTemporaryDir &folder, qint64 count)
{
    const base::SystemClock clock;
    const auto journal = JournalFile::open(folder.filePath(u"append.db"_s), clock);
    require(journal.has_value(), "journal");
    BareTable bare(folder.filePath(u"bare.db"_s));
    qint64 ours = 0;
    qint64 peer = 0;
    QElapsedTimer timer;
    for (qint64 i = 0; i < count; ++i) {
        const Draft draft = draftOf(i);
        timer.start();
        const auto entry = (*journal)->append(draft);
        ours += timer.nsecsElapsed();
        require(entry.has_value(), "append");
        timer.start();
        bare.insert(*entry);
        peer += timer.nsecsElapsed();
    }
    std::printf("journal_append ours=%.0f/s peer=%.0f/s ratio=%.2f\n", perSecond(count, ours),
                perSecond(count, peer), perSecond(count, ours) / perSecond(count, peer));
}

/** A journal of that many entries, written in one transaction; the same tables and hashes. */
void fill(const QString &path, qint64 count)
{
    const base::SystemClock clock;
    Head head;
    {
        const auto journal = JournalFile::open(path, clock);
        require(journal.has_value(), "journal");
        head = *(*journal)->head();
    }
    sqlite3 *database = nullptr;
    require(sqlite3_open(QFile::encodeName(path).constData(), &database) == SQLITE_OK, "open");
    require(sqlite3_exec(database, "PRAGMA synchronous=OFF; BEGIN", nullptr, nullptr, nullptr) == SQLITE_OK,
            "begin");
    sqlite3_stmt *row = nullptr;
    sqlite3_stmt *node = nullptr;
    require(sqlite3_prepare_v2(database, "INSERT INTO entry(seq, body, leaf, chain) VALUES (?, ?, ?, ?)", -1,
                               &row, nullptr) == SQLITE_OK &&
                sqlite3_prepare_v2(database, "INSERT INTO node(level, position, hash) VALUES (?, ?, ?)", -1,
                                   &node, nullptr) == SQLITE_OK,
            "prepare");
    const auto blob = [](sqlite3_stmt *statement, int at, const QByteArray &bytes) {
        sqlite3_bind_blob(statement, at, bytes.constData(), int(bytes.size()), SQLITE_STATIC);
    };
    QByteArray chain = head.chain;
    MerkleTree tree(1, {head.root});
    const QDateTime now = clock.now();
    for (qint64 seq = 2; seq <= count; ++seq) {
        const QByteArray bytes = *canonicalBytes(seq, now, mixedDraft(seq), chain);
        const QByteArray leaf = leafHash(bytes);
        chain = nodeHash(chain, leaf);
        sqlite3_bind_int64(row, 1, seq);
        blob(row, 2, bytes);
        blob(row, 3, leaf);
        blob(row, 4, chain);
        require(sqlite3_step(row) == SQLITE_DONE, "insert");
        sqlite3_reset(row);
        const auto nodes = tree.append(leaf);
        for (const TreeNode &stored : nodes) {
            sqlite3_bind_int(node, 1, stored.level);
            sqlite3_bind_int64(node, 2, stored.position);
            blob(node, 3, stored.hash);
            require(sqlite3_step(node) == SQLITE_DONE, "node");
            sqlite3_reset(node);
        }
    }
    sqlite3_finalize(row);
    sqlite3_finalize(node);
    require(sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr) == SQLITE_OK, "commit");
    sqlite3_close(database);
}

/** Verification of the whole journal against SHA-256 over the bodies in memory, both warm. */
void benchVerify(const QTemporaryDir &folder, qint64 count)
{
    const QString path = folder.filePath(u"verify.db"_s);
    fill(path, count);
    sqlite3 *database = nullptr;
    require(sqlite3_open(QFile::encodeName(path).constData(), &database) == SQLITE_OK, "open");
    sqlite3_stmt *rows = nullptr;
    require(sqlite3_prepare_v2(database, "SELECT body FROM entry ORDER BY seq", -1, &rows, nullptr) ==
                SQLITE_OK,
            "prepare");
    QList<QByteArray> bodies;
    qint64 bytes = 0;
    while (sqlite3_step(rows) == SQLITE_ROW) {
        bodies.append(QByteArray(static_cast<const char *>(sqlite3_column_blob(rows, 0)),
                                 sqlite3_column_bytes(rows, 0)));
        bytes += bodies.last().size();
    }
    sqlite3_finalize(rows);
    sqlite3_close(database);
    require(bodies.size() == count, "read");

    QElapsedTimer timer;
    timer.start();
    unsigned char sum = 0;
    for (const QByteArray &body : std::as_const(bodies))
        sum = static_cast<unsigned char>(sum ^ sha256Hash({body})[0]);
    const qint64 peer = timer.nsecsElapsed();
    bodies.clear();
    timer.start();
    const Verdict verdict = verifyJournal(path);
    const qint64 ours = timer.nsecsElapsed();
    for (const Finding &finding : verdict.findings.mid(0, 5))
        std::fprintf(stderr, "%s\n", qPrintable(finding.what));
    if (verdict.error)
        std::fprintf(stderr, "%s\n", qPrintable(verdict.error->message));
    require(verdict.integrity == Integrity::Intact && verdict.entries == count, "verify");
    std::printf("journal_verify_%lld ours=%.2fs peer=%.2fs ratio=%.2f (%lld bytes an entry, check %02x)\n",
                static_cast<long long>(count), double(ours) / 1e9, double(peer) / 1e9,
                double(ours) / double(peer), static_cast<long long>(bytes / count), sum);
}

/** What opening and arming ask of the journal: the rules of the engine, every act, the open ones. */
void benchArming(const QTemporaryDir &folder, qint64 count)
{
    const base::SystemClock clock;
    const auto journal = JournalFile::openReadOnly(folder.filePath(u"verify.db"_s), clock);
    require(journal.has_value(), "journal");
    const auto readAll = [&](const EntryFilter &filter) {
        constexpr int pageSize = 500;
        qint64 read = 0;
        for (qint64 before = 0;;) {
            const auto page = (*journal)->page(filter, before, pageSize);
            require(page.has_value(), "page");
            read += page->size();
            if (page->size() < pageSize)
                return read;
            before = page->last().seq;
        }
    };
    QElapsedTimer timer;
    timer.start();
    const qint64 rules =
        readAll({{EntryKind::ConnectionEnrolled, EntryKind::HostAllowed, EntryKind::HostWithdrawn},
                 u"https://engine.example"_s,
                 {},
                 {},
                 {}});
    const qint64 rulesTime = timer.nsecsElapsed();
    timer.start();
    const qint64 acts =
        readAll({{EntryKind::Intent, EntryKind::Outcome, EntryKind::Reviewed}, {}, {}, {}, {}});
    const qint64 actsTime = timer.nsecsElapsed();
    timer.start();
    const auto open = (*journal)->openIntents();
    const qint64 openTime = timer.nsecsElapsed();
    require(open && open->isEmpty() && rules == 1, "open");
    std::printf("journal_arming_%lld rules=%.1fms acts=%.1fms (%lld entries) open=%.1fms\n",
                static_cast<long long>(count), double(rulesTime) / 1e6, double(actsTime) / 1e6,
                static_cast<long long>(acts), double(openTime) / 1e6);
}

} // namespace

/** usage: bench_journal [APPENDS [ENTRIES]] */
int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const qint64 appends = arguments.size() > 1 ? arguments.at(1).toLongLong() : 2000;
    const qint64 entries = arguments.size() > 2 ? arguments.at(2).toLongLong() : 1000000;
    const QTemporaryDir folder;
    require(folder.isValid(), "temporary folder");
    benchAppend(folder, appends);
    benchVerify(folder, entries);
    benchArming(folder, entries);
    return 0;
}
