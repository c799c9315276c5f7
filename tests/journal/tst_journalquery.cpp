// SPDX-License-Identifier: Apache-2.0
#include "core/journal/entryfilter.h"
#include "core/journal/journalrecords.h"
#include "tests/journal/journalfixture.h"

#include <algorithm>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;

/** That a few entries of a large journal are found without reading the others. */
class TestJournalQuery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void pagesAreReadByTheNarrowestIndex_data();
    void pagesAreReadByTheNarrowestIndex();
    void pagesOfSeveralKindsAreInOrder();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    SteppingClock m_clock;
};

void TestJournalQuery::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_path = m_folder->filePath(u"journal.db"_s);
}

void TestJournalQuery::pagesAreReadByTheNarrowestIndex_data()
{
    const QString engine = u"https://engine.example"_s;
    const QList<EntryKind> rules{EntryKind::HostAllowed, EntryKind::HostWithdrawn};
    QTest::addColumn<EntryFilter>("filter");
    QTest::addColumn<QString>("index");
    QTest::newRow("kinds of an engine") << EntryFilter{rules, engine, {}, {}, {}} << u"entry_kind"_s;
    QTest::newRow("kinds") << EntryFilter{rules, {}, {}, {}, {}} << u"entry_kind"_s;
    QTest::newRow("kind of a subject")
        << EntryFilter{{EntryKind::Intent}, engine, u"dec_1"_s, {}, {}} << u"entry_subject"_s;
    QTest::newRow("act") << EntryFilter{{}, engine, {}, u"a1"_s, {}} << u"entry_act"_s;
    QTest::newRow("engine") << EntryFilter{{}, engine, {}, {}, {}} << u"entry_engine"_s;
}

/** Sorting, or another index, would parse most of the journal for a few entries. */
void TestJournalQuery::pagesAreReadByTheNarrowestIndex()
{
    QFETCH(EntryFilter, filter);
    QFETCH(QString, index);
    QVERIFY(JournalFile::open(m_path, m_clock));
    Intruder intruder(m_path);
    for (const qint64 before : {0, 1000}) {
        const EntryQuery query = queryOf(JournalRecords::columns, filter, before);
        const QStringList steps = intruder.plan(query.sql, query.values);
        qsizetype searches = 0;
        for (const QString &step : steps) {
            QVERIFY2(!step.contains(u"B-TREE"_s) && !step.contains(u"SCAN"_s), qPrintable(step));
            if (!step.startsWith(u"SEARCH"_s))
                continue;
            QVERIFY2(step.contains(index), qPrintable(step));
            ++searches;
        }
        QCOMPARE(searches, std::max<qsizetype>(1, filter.kinds.size()));
    }
}

void TestJournalQuery::pagesOfSeveralKindsAreInOrder()
{
    const auto opened = JournalFile::open(m_path, m_clock);
    QVERIFY(opened);
    JournalFile &file = **opened;
    constexpr EntryKind kinds[] = {EntryKind::Note, EntryKind::HostAllowed, EntryKind::BlockedSeen};
    for (int i = 0; i < 30; ++i) {
        Draft draft = note(QString::number(i));
        draft.kind = kinds[(i * 7 + i / 3) % 3];
        QVERIFY(file.append(draft));
    }
    QList<qint64> expected;
    for (qint64 seq = 31; seq > 1; --seq) {
        if (file.entry(seq)->draft.kind != EntryKind::HostAllowed)
            expected.append(seq);
    }
    QVERIFY(expected.size() > 10 && expected.size() < 30);
    const EntryFilter filter{
        {EntryKind::BlockedSeen, EntryKind::Note}, u"https://engine.example"_s, {}, {}, {}};
    QList<qint64> read;
    for (qint64 before = 0;;) {
        const auto page = file.page(filter, before, 4);
        QVERIFY(page);
        for (const Entry &entry : *page)
            read.append(entry.seq);
        if (page->size() < 4)
            break;
        before = read.last();
    }
    QCOMPARE(read, expected);
}

QTEST_GUILESS_MAIN(TestJournalQuery)
#include "tst_journalquery.moc"
