// SPDX-License-Identifier: Apache-2.0
#include "core/journal/merkletree.h"
#include "tests/journal/journalfixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QThread>

#include <atomic>

#include <sys/stat.h>
#include <unistd.h>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;

class TestVerify : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_folder.reset(); }
    void anUntouchedJournalIsIntact();
    void everyFlippedByteOfAnEntryIsFound();
    void everyFlippedByteOfTheTreeIsFound();
    void deletedEntriesAreNamed_data();
    void deletedEntriesAreNamed();
    void aCutTailIsSeenByWhatTheTreeStillHolds();
    void aCleanlyCutTailIsNotSeenAndThatIsSaid();
    void swappedEntriesAreFound();
    void aCopiedEntryIsFound();
    void aRenumberedEntryIsFound();
    void aRewrittenMiddleIsFound();
    void aReorderedButCanonicalBodyIsFound();
    void aJournalThatNamesNothingIsFound();
    void changedDefinitionsAreFound_data();
    void changedDefinitionsAreFound();
    void falseIndexesAreFound_data();
    void falseIndexesAreFound();
    void largeJournalsAreReadByTwo_data();
    void largeJournalsAreReadByTwo();
    void allFaultsAreListed();
    void everyDamagedPageIsNoticed();
    void everyCutFileIsNoticed();
    void whatCannotBeReadIsNotCalledTampered_data();
    void whatCannotBeReadIsNotCalledTampered();
    void anUnreadableFileIsNotCalledTampered();
    void aFolderWithALogThatCannotBeWritten();
    void aLiveJournalIsNeverCalledTampered();
    void verificationCanBeEnded();
    void verificationLeavesTheFileAlone();

private:
    std::unique_ptr<JournalFile> opened();
    void fill(int entries);
    void fillAtOnce(qint64 entries);
    void falsifyIndex(const QByteArray &value);

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    SteppingClock m_clock;
};

void TestVerify::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_path = m_folder->filePath(u"journal.db"_s);
}

std::unique_ptr<JournalFile> TestVerify::opened()
{
    auto file = JournalFile::open(m_path, m_clock);
    if (!file)
        qFatal("%s", qPrintable(file.error().message));
    return std::move(*file);
}

/** A journal of that many entries, closed. */
void TestVerify::fill(int entries)
{
    const auto file = opened();
    while (file->head()->size < entries)
        QVERIFY(file->append(note(u"entry %1"_s.arg(file->head()->size + 1))));
}

/** The same in one transaction that is not synced: as many as take verification a second thread. */
void TestVerify::fillAtOnce(qint64 entries)
{
    const Head head = *opened()->head();
    Intruder intruder(m_path);
    QVERIFY(intruder.run(u"BEGIN"_s));
    QByteArray chain = head.chain;
    MerkleTree tree(1, {head.root});
    for (qint64 seq = 2; seq <= entries; ++seq) {
        Draft draft = note(u"entry %1"_s.arg(seq));
        draft.subject = u"dec_%1"_s.arg(seq % 997);
        const QByteArray bytes = *canonicalBytes(seq, m_clock.now(), draft, chain);
        const QByteArray leaf = leafHash(bytes);
        chain = nodeHash(chain, leaf);
        QVERIFY(intruder.run(u"INSERT INTO entry(seq, body, leaf, chain) VALUES (?, ?, ?, ?)"_s,
                             {seq, bytes, leaf, chain}));
        const auto nodes = tree.append(leaf);
        for (const TreeNode &node : nodes)
            QVERIFY(intruder.run(u"INSERT INTO node(level, position, hash) VALUES (?, ?, ?)"_s,
                                 {node.level, node.position, node.hash}));
    }
    QVERIFY(intruder.run(u"COMMIT"_s));
}

void TestVerify::anUntouchedJournalIsIntact()
{
    for (const int size : {1, 2, 3, 4, 7, 8, 9, 33}) {
        fill(size);
        const Verdict verdict = verifyJournal(m_path);
        QVERIFY2(verdict.integrity == Integrity::Intact, findings(verdict));
        QVERIFY(!verdict.error);
        QCOMPARE(verdict.entries, size);
        const Head head = *opened()->head();
        QCOMPARE(verdict.root, head.root);
        QCOMPARE(verdict.chain, head.chain);
        QVERIFY(verdict.completeness.contains(u"cut off at the end"_s));
    }
}

void TestVerify::everyFlippedByteOfAnEntryIsFound()
{
    fill(5);
    Intruder intruder(m_path);
    int flips = 0;
    for (const QString &column : {u"body"_s, u"leaf"_s, u"chain"_s}) {
        for (qint64 seq = 1; seq <= 5; ++seq) {
            const QByteArray good =
                intruder.value(u"SELECT %1 FROM entry WHERE seq = ?"_s.arg(column), {seq}).toByteArray();
            const QString update = u"UPDATE entry SET %1 = ? WHERE seq = %2"_s.arg(column).arg(seq);
            QVERIFY(good.size() >= 32);
            for (qsizetype at = 0; at < good.size(); ++at, ++flips) {
                QByteArray bad = good;
                bad[at] = char(bad.at(at) ^ (1 << (at % 8)));
                intruder.tamper({update}, {bad});
                const Verdict verdict = verifyJournal(m_path);
                QCOMPARE(verdict.integrity, Integrity::Tampered);
                const FindingKind kind =
                    column == u"body"_s ? FindingKind::Modified : FindingKind::HashDiffers;
                QVERIFY2(found(verdict, seq, kind), findings(verdict));
            }
            intruder.tamper({update}, {good});
        }
    }
    QVERIFY(flips > 5 * 300);
    const Verdict verdict = verifyJournal(m_path);
    QVERIFY2(verdict.integrity == Integrity::Intact, findings(verdict));
}

void TestVerify::everyFlippedByteOfTheTreeIsFound()
{
    fill(5); // three nodes: (1,0), (1,1), (2,0)
    Intruder intruder(m_path);
    QCOMPARE(intruder.value(u"SELECT count(*) FROM node"_s).toInt(), 3);
    const std::pair<int, int> nodes[] = {{1, 0}, {1, 1}, {2, 0}};
    for (const auto &[level, position] : nodes) {
        const QString where = u" WHERE level = %1 AND position = %2"_s.arg(level).arg(position);
        const QByteArray good = intruder.value(u"SELECT hash FROM node"_s + where).toByteArray();
        for (int at = 0; at < 32; ++at) {
            QByteArray bad = good;
            bad[at] = char(bad.at(at) ^ 0x80);
            intruder.tamper({u"UPDATE node SET hash = ?"_s + where}, {bad});
            const Verdict verdict = verifyJournal(m_path);
            QCOMPARE(verdict.integrity, Integrity::Tampered);
            QVERIFY2(found(verdict, (position + 1) << level, FindingKind::HashDiffers), findings(verdict));
        }
        intruder.tamper({u"UPDATE node SET hash = ?"_s + where}, {good});
        for (const QString &change :
             {u"DELETE FROM node"_s, u"UPDATE node SET position = position + 10"_s,
              u"UPDATE node SET level = level + 7"_s, u"UPDATE node SET level = -level"_s}) {
            intruder.tamper({change + where});
            QCOMPARE(verifyJournal(m_path).integrity, Integrity::Tampered);
            intruder.tamper(
                {u"DELETE FROM node WHERE level > 2 OR level < 0 OR position > 1"_s,
                 u"INSERT OR REPLACE INTO node(level, position, hash) VALUES (%1, %2, x'%3')"_s.arg(level)
                     .arg(position)
                     .arg(QString::fromLatin1(good.toHex()))});
        }
    }
    QCOMPARE(verifyJournal(m_path).integrity, Integrity::Intact);
}

void TestVerify::deletedEntriesAreNamed_data()
{
    QTest::addColumn<QString>("condition");
    QTest::addColumn<qint64>("seq");
    QTest::addColumn<QString>("words");
    QTest::addRow("first") << u"seq = 1"_s << qint64(1) << u"Entry 1 is missing."_s;
    QTest::addRow("middle") << u"seq = 5"_s << qint64(5) << u"Entry 5 is missing."_s;
    QTest::addRow("range") << u"seq BETWEEN 3 AND 6"_s << qint64(3) << u"Entries 3 to 6 are missing."_s;
    QTest::addRow("all") << u"seq > 0"_s << qint64(0) << u"There is no entry at all"_s;
}

void TestVerify::deletedEntriesAreNamed()
{
    QFETCH(QString, condition);
    QFETCH(qint64, seq);
    QFETCH(QString, words);
    fill(9);
    Intruder(m_path).tamper({u"DELETE FROM entry WHERE "_s + condition});
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(found(verdict, seq, FindingKind::Missing), findings(verdict));
    QVERIFY2(findings(verdict).contains(words.toUtf8()), findings(verdict));
}

void TestVerify::aCutTailIsSeenByWhatTheTreeStillHolds()
{
    fill(8);
    Intruder(m_path).tamper({u"DELETE FROM entry WHERE seq = 8"_s});
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(found(verdict, 8, FindingKind::Missing), findings(verdict));
    // Going on would hide the cut, so appending refuses too.
    const auto entry = opened()->append(note(u"x"_s));
    QVERIFY(!entry);
    QCOMPARE(entry.error().code, base::ErrorCode::Tampered);
}

void TestVerify::aCleanlyCutTailIsNotSeenAndThatIsSaid()
{
    fill(9);
    const Head before = *opened()->head();
    Intruder(m_path).tamper(
        {u"DELETE FROM entry WHERE seq > 6"_s, u"DELETE FROM node WHERE (position + 1) << level > 6"_s});
    const Verdict verdict = verifyJournal(m_path);
    QVERIFY2(verdict.integrity == Integrity::Intact, findings(verdict));
    QVERIFY(verdict.completeness.contains(u"cut off at the end"_s));
    // What a copy kept elsewhere shows:
    QCOMPARE(verdict.entries, 6);
    QVERIFY(verdict.root != before.root);
}

void TestVerify::swappedEntriesAreFound()
{
    fill(7);
    Intruder(m_path).tamper({u"UPDATE entry SET seq = 100 WHERE seq = 3"_s,
                             u"UPDATE entry SET seq = 3 WHERE seq = 4"_s,
                             u"UPDATE entry SET seq = 4 WHERE seq = 100"_s});
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(found(verdict, 3, FindingKind::OrderChanged), findings(verdict));
    QVERIFY2(found(verdict, 4, FindingKind::OrderChanged), findings(verdict));
    QVERIFY2(found(verdict, 5, FindingKind::OrderChanged), findings(verdict));
}

void TestVerify::aCopiedEntryIsFound()
{
    fill(5);
    Intruder(m_path).tamper(
        {u"INSERT INTO entry(seq, body, leaf, chain) SELECT 6, body, leaf, chain FROM entry WHERE seq = 4"_s});
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(found(verdict, 6, FindingKind::OrderChanged), findings(verdict));
}

void TestVerify::aRenumberedEntryIsFound()
{
    fill(3);
    const Entry last = *opened()->entry(3);
    const Entry forged = *parseEntry(*canonicalBytes(7, last.time, last.draft, last.previous));
    const auto hex = [](const QByteArray &bytes) { return QString::fromLatin1(bytes.toHex()); };
    Intruder(m_path).tamper(
        {u"UPDATE entry SET body = x'%1', leaf = x'%2', chain = x'%3' WHERE seq = 3"_s.arg(
            hex(forged.bytes), hex(forged.leaf), hex(forged.chain))});
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(found(verdict, 3, FindingKind::OrderChanged), findings(verdict));
    QVERIFY(!opened()->entry(3)->fault.isEmpty());
}

void TestVerify::aRewrittenMiddleIsFound()
{
    fill(6);
    Entry third = *opened()->entry(3);
    third.draft.details = details({{u"text"_s, u"another story"_s}});
    const QByteArray body = *canonicalBytes(3, third.time, third.draft, third.previous);
    const Entry forged = *parseEntry(body);
    const auto hex = [](const QByteArray &bytes) { return QString::fromLatin1(bytes.toHex()); };
    Intruder(m_path).tamper(
        {u"UPDATE entry SET body = x'%1', leaf = x'%2', chain = x'%3' WHERE seq = 3"_s.arg(
            hex(forged.bytes), hex(forged.leaf), hex(forged.chain))});
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(found(verdict, 4, FindingKind::OrderChanged), findings(verdict));
    QVERIFY2(found(verdict, 4, FindingKind::HashDiffers), findings(verdict)); // the tree over 3 and 4
}

void TestVerify::aReorderedButCanonicalBodyIsFound()
{
    fill(3);
    const Entry last = *opened()->entry(3);
    const QByteArray spaced = QByteArray(last.bytes).replace("\"act\":", "\"act\": ");
    const auto hex = [](const QByteArray &bytes) { return QString::fromLatin1(bytes.toHex()); };
    const QByteArray leaf = leafHash(spaced);
    Intruder(m_path).tamper(
        {u"UPDATE entry SET body = x'%1', leaf = x'%2', chain = x'%3' WHERE seq = 3"_s.arg(
            hex(spaced), hex(leaf), hex(nodeHash(last.previous, leaf)))});
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(found(verdict, 3, FindingKind::Malformed), findings(verdict));
}

void TestVerify::aJournalThatNamesNothingIsFound()
{
    fill(1);
    const QByteArray body = *canonicalBytes(1, m_clock.now(), note(u"no opening"_s), QByteArray(32, '\0'));
    const Entry forged = *parseEntry(body);
    const auto hex = [](const QByteArray &bytes) { return QString::fromLatin1(bytes.toHex()); };
    Intruder(m_path).tamper({u"UPDATE entry SET body = x'%1', leaf = x'%2', chain = x'%3'"_s.arg(
        hex(forged.bytes), hex(forged.leaf), hex(forged.chain))});
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(found(verdict, 1, FindingKind::Malformed), findings(verdict));
    QCOMPARE(JournalFile::open(m_path, m_clock).error().code, base::ErrorCode::Tampered);
    QVERIFY(JournalFile::openReadOnly(m_path, m_clock));
}

void TestVerify::changedDefinitionsAreFound_data()
{
    QTest::addColumn<QStringList>("statements");
    QTest::addRow("trigger gone") << QStringList{u"DROP TRIGGER entry_update"_s};
    QTest::addRow("index gone") << QStringList{u"DROP INDEX entry_act"_s};
    QTest::addRow("index over less") << QStringList{u"DROP INDEX entry_act"_s,
                                                    u"CREATE INDEX entry_act ON entry(act) WHERE seq < 3"_s};
    QTest::addRow("table added") << QStringList{u"CREATE TABLE more(x)"_s};
    QTest::addRow("view added") << QStringList{u"CREATE VIEW more AS SELECT 1"_s};
    QTest::addRow("column shows something else") << QStringList{
        u"PRAGMA writable_schema=ON"_s,
        u"UPDATE sqlite_schema SET sql = replace(sql, '$.kind', '$.actor') WHERE name = 'entry'"_s};
    QTest::addRow("trigger does nothing")
        << QStringList{u"DROP TRIGGER entry_delete"_s,
                       u"CREATE TRIGGER entry_delete BEFORE DELETE ON entry BEGIN SELECT 1; END"_s};
}

void TestVerify::changedDefinitionsAreFound()
{
    QFETCH(QStringList, statements);
    fill(4);
    {
        Intruder intruder(m_path);
        for (const QString &statement : std::as_const(statements))
            QVERIFY2(intruder.run(statement), qPrintable(intruder.error()));
    }
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(found(verdict, 0, FindingKind::Structure), findings(verdict));
}

void TestVerify::falseIndexesAreFound_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("entry_kind") << "journal_opened"_ba;
    QTest::newRow("entry_engine") << "https://engine.example"_ba;
    QTest::newRow("entry_subject") << "dec_1"_ba;
    QTest::newRow("entry_act") << "act-of-the-index"_ba;
}

/** What an index holds is changed where it stands, so that a filter no longer sees the entry. */
void TestVerify::falsifyIndex(const QByteArray &value)
{
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray whole = file.readAll();
    // In the entries themselves it stands in quotes.
    qsizetype at = whole.indexOf(value);
    while (at > 0 && whole.at(at - 1) == '"')
        at = whole.indexOf(value, at + 1);
    QVERIFY(at > 0);
    QByteArray bad = whole;
    bad[at + value.size() - 1] = char(bad.at(at + value.size() - 1) ^ 1);
    QVERIFY(file.seek(0) && file.write(bad) == bad.size());
    file.close();
}

void TestVerify::falseIndexesAreFound()
{
    QFETCH(QByteArray, value);
    fill(9);
    QVERIFY(opened()->append(ofAct(EntryKind::Intent, u"act-of-the-index"_s)));
    QCOMPARE(verifyJournal(m_path).integrity, Integrity::Intact);
    falsifyIndex(value);
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(
        findings(verdict).contains(QByteArray("The index ") + QTest::currentDataTag() + " does not hold"),
        findings(verdict));
}

void TestVerify::largeJournalsAreReadByTwo_data()
{
    QTest::addColumn<QStringList>("sql");
    QTest::addColumn<QByteArray>("finding"); ///< empty: none
    QTest::newRow("whole") << QStringList() << QByteArray();
    QTest::newRow("an entry") << QStringList{u"UPDATE entry SET body = CAST(replace(body, 'entry 4000', "
                                             "'entry 4001') AS BLOB) WHERE seq = 4000"_s}
                              << "Entry 4000"_ba;
    QTest::newRow("a missing entry") << QStringList{u"DELETE FROM entry WHERE seq = 3000"_s}
                                     << "Entry 3000 is missing."_ba;
    QTest::newRow("a node too much")
        << QStringList{u"INSERT INTO node(level, position, hash) VALUES (13, 0, zeroblob(32))"_s}
        << "holds 1 nodes beyond entry 5000"_ba;
    QTest::newRow("a cut tail") << QStringList{u"DELETE FROM entry WHERE seq > 4990"_s}
                                << "nodes beyond entry 4990"_ba;
    QTest::newRow("index") << QStringList() << "The index entry_subject does not hold"_ba;
}

void TestVerify::largeJournalsAreReadByTwo()
{
    QFETCH(QStringList, sql);
    QFETCH(QByteArray, finding);
    fillAtOnce(5000);
    if (finding.contains("The index"))
        falsifyIndex("dec_500");
    else if (!sql.isEmpty())
        Intruder(m_path).tamper(sql);
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, finding.isEmpty() ? Integrity::Intact : Integrity::Tampered);
    QVERIFY2(findings(verdict).contains(finding), findings(verdict));
}

void TestVerify::allFaultsAreListed()
{
    fill(40);
    Intruder(m_path).tamper(
        {u"UPDATE entry SET body = CAST(replace(body, 'entry 5', 'entry 6') AS BLOB) WHERE seq = 5"_s,
         u"UPDATE entry SET leaf = zeroblob(32) WHERE seq = 11"_s,
         u"UPDATE entry SET chain = zeroblob(32) WHERE seq = 17"_s,
         u"DELETE FROM entry WHERE seq IN (23, 24)"_s, u"UPDATE entry SET body = x'00' WHERE seq = 31"_s});
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QCOMPARE(verdict.entries, 38);
    QVERIFY2(found(verdict, 5, FindingKind::Modified), findings(verdict));
    QVERIFY2(found(verdict, 11, FindingKind::HashDiffers), findings(verdict));
    QVERIFY2(found(verdict, 17, FindingKind::HashDiffers), findings(verdict));
    QVERIFY2(found(verdict, 23, FindingKind::Missing), findings(verdict));
    QVERIFY2(found(verdict, 31, FindingKind::Modified), findings(verdict));
    // Each fault once: the entries behind one are not blamed for it.
    for (const qint64 sound : {6, 12, 18, 25, 32})
        QVERIFY2(std::none_of(verdict.findings.cbegin(), verdict.findings.cend(),
                              [sound](const Finding &finding) {
                                  return finding.seq == sound && finding.kind != FindingKind::HashDiffers;
                              }),
                 findings(verdict));
    QVERIFY(verdict.root.isEmpty());
}

void TestVerify::everyDamagedPageIsNoticed()
{
    fill(60);
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Unbuffered));
    const QByteArray whole = file.readAll();
    const qsizetype pageSize = 4096;
    QVERIFY(whole.size() / pageSize > 10);
    for (qsizetype page = 0; page < whole.size() / pageSize; ++page) {
        for (const char fill : {'\0', '\xff', 'x'}) {
            QByteArray bad = whole;
            bad.replace(page * pageSize, pageSize, QByteArray(pageSize, fill));
            QVERIFY(file.seek(0) && file.write(bad) == bad.size());
            const Verdict verdict = verifyJournal(m_path);
            QVERIFY2(verdict.integrity != Integrity::Intact, qPrintable(u"page %1"_s.arg(page)));
            if (page > 0)
                QVERIFY2(verdict.integrity == Integrity::Tampered, findings(verdict));
            // Neither of these may crash or spin.
            if (const auto reader = JournalFile::openReadOnly(m_path, m_clock)) {
                static_cast<void>((*reader)->page({}, 0, 100));
                static_cast<void>((*reader)->openIntents());
            }
        }
    }
    QVERIFY(file.seek(0) && file.write(whole) == whole.size());
    QCOMPARE(verifyJournal(m_path).integrity, Integrity::Intact);
}

void TestVerify::everyCutFileIsNoticed()
{
    fill(60);
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Unbuffered));
    const QByteArray whole = file.readAll();
    for (qsizetype size = 0; size < whole.size(); size += size < 4096 ? 100 : 4096) {
        QVERIFY(file.resize(size) && file.seek(0) && file.write(whole.left(size)) == size);
        const Verdict verdict = verifyJournal(m_path);
        QVERIFY2(verdict.integrity != Integrity::Intact, qPrintable(u"%1 bytes"_s.arg(size)));
        QVERIFY(verdict.error || !verdict.findings.isEmpty());
        const auto entry =
            JournalFile::open(m_path, m_clock).and_then([](const std::unique_ptr<JournalFile> &opened) {
                return opened->append(note(u"x"_s));
            });
        if (entry)
            QVERIFY2(verifyJournal(m_path).integrity != Integrity::Intact,
                     qPrintable(u"%1 bytes"_s.arg(size)));
    }
}

void TestVerify::whatCannotBeReadIsNotCalledTampered_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addRow("zero length") << QByteArray();
    QTest::addRow("text") << QByteArray("no database").repeated(100);
    QTest::addRow("header alone") << QByteArray("SQLite format 3\0", 16);
}

void TestVerify::whatCannotBeReadIsNotCalledTampered()
{
    QFETCH(QByteArray, content);
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
    file.close();
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::CouldNotRun);
    QVERIFY(verdict.error);
    QVERIFY(!verdict.error->message.isEmpty() && !verdict.error->remedy.isEmpty());
    QVERIFY(verdict.findings.isEmpty());

    QCOMPARE(verifyJournal(m_folder->path()).integrity, Integrity::CouldNotRun);
    const Verdict missing = verifyJournal(m_folder->filePath(u"missing.db"_s));
    QCOMPARE(missing.integrity, Integrity::CouldNotRun);
    QCOMPARE(missing.error->code, base::ErrorCode::NotFound);
}

void TestVerify::anUnreadableFileIsNotCalledTampered()
{
    if (::geteuid() == 0)
        QSKIP("Root may read everything; run the tests as an ordinary user.");
    fill(3);
    QVERIFY(::chmod(QFile::encodeName(m_path).constData(), 0) == 0);
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::CouldNotRun);
    QVERIFY(verdict.error->message.contains(u"Permission denied"_s));
}

void TestVerify::aFolderWithALogThatCannotBeWritten()
{
    if (::geteuid() == 0)
        QSKIP("Root may write everywhere; run the tests as an ordinary user.");
    // A copy taken with its log, as after a crash: the last entries are in the log alone.
    const auto file = opened();
    QVERIFY(file->append(note(u"in the log"_s)));
    const QString folder = m_folder->filePath(u"copy"_s);
    QVERIFY(QDir().mkdir(folder));
    QVERIFY(QFile::copy(m_path, folder + u"/journal.db"_s));
    QVERIFY(QFile::copy(m_path + u"-wal"_s, folder + u"/journal.db-wal"_s));
    QVERIFY(::chmod(QFile::encodeName(folder).constData(), 0500) == 0);
    const Verdict locked = verifyJournal(folder + u"/journal.db"_s);
    QVERIFY(::chmod(QFile::encodeName(folder).constData(), 0700) == 0);
    const Verdict free = verifyJournal(folder + u"/journal.db"_s);
    QVERIFY2(free.integrity == Integrity::Intact, findings(free));
    QCOMPARE(free.entries, 2);
    // Never a verdict over less than there is.
    QCOMPARE(locked.integrity, Integrity::CouldNotRun);
    QVERIFY2(locked.error->remedy.contains(u"-wal"_s), qPrintable(locked.error->remedy));
}

void TestVerify::aLiveJournalIsNeverCalledTampered()
{
    opened();
    std::atomic_bool stop = false;
    std::atomic_int failures = 0;
    const std::unique_ptr<QThread> writer(QThread::create([&] {
        const auto file = JournalFile::open(m_path, m_clock);
        while (file && !stop)
            failures += !(*file)->append(note(u"live"_s));
    }));
    writer->start();
    QList<Verdict> verdicts;
    for (int i = 0; i < 40; ++i)
        verdicts.append(verifyJournal(m_path));
    // Before any check, which would return and leave the thread running.
    stop = true;
    writer->wait();
    QCOMPARE(failures, 0);
    for (const Verdict &verdict : std::as_const(verdicts))
        QVERIFY2(verdict.integrity == Integrity::Intact, findings(verdict));
    QVERIFY(verdicts.last().entries > verdicts.first().entries);
    QCOMPARE(verifyJournal(m_path).entries, opened()->head()->size);
}

void TestVerify::verificationCanBeEnded()
{
    fill(300);
    const std::atomic_bool cancelled = true;
    const Verdict verdict = verifyJournal(m_path, cancelled);
    QCOMPARE(verdict.integrity, Integrity::CouldNotRun);
    QCOMPARE(verdict.error->code, base::ErrorCode::Cancelled);
}

void TestVerify::verificationLeavesTheFileAlone()
{
    fill(20);
    const auto content = [this] {
        QFile file(m_path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray before = content();
    QCOMPARE(verifyJournal(m_path).integrity, Integrity::Intact);
    QCOMPARE(content(), before);
}

QTEST_GUILESS_MAIN(TestVerify)
#include "tst_verify.moc"
