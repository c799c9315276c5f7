// SPDX-License-Identifier: Apache-2.0
#include "app/console/journal/journalviewmodel.h"
#include "core/base/jsonreader.h"
#include "tests/console/recordsfixture.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <csignal>

#include <sys/resource.h>

using namespace algenta;
using namespace algenta::console;
using namespace Qt::Literals::StringLiterals;
using Fixture = algenta::test::RecordsFixture;

class TestJournalViewModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void anActIsToldAsAStory();
    void fullDiskIsSaidAndWhatIsReadStays();
    void reportOfAnActIsAFileForPeopleAndOneForChecking();
    void entriesComeNewestFirstAndPageByPage();
    void aFilterReadsOnUntilItHasRows();
    void newEntriesWaitUntilTheyAreAskedFor();
    void theHeadIsCounted();
    void aJournalThatCannotBeReadIsSaid();
    void verifySaysIntactAndWhatThatDoesNotCover();
    void verifyNamesAChangedEntry();
    void verifyThatCannotRunIsNeitherGoodNorBad();

private:
    static journal::Draft note(const QString &text);
    static void addNotes(Fixture &f, int count);
};

journal::Draft TestJournalViewModel::note(const QString &text)
{
    journal::Draft draft;
    draft.kind = journal::EntryKind::Note;
    draft.actor = u"op@desk"_s;
    draft.details = base::Json::object();
    draft.details.set(u"text"_s, base::Json::string(text));
    return draft;
}

void TestJournalViewModel::addNotes(Fixture &f, int count)
{
    QFuture<base::Result<journal::Entry>> last;
    for (int i = 0; i < count; ++i) {
        last = f.journal.append(note(u"note %1"_s.arg(i)));
    }
    QTRY_VERIFY_WITH_TIMEOUT(last.isFinished(), 60'000);
    QVERIFY(last.result());
}

void TestJournalViewModel::anActIsToldAsAStory()
{
    Fixture f;
    const QString id = f.override();
    JournalViewModel view(f.session, f.journal);
    QAbstractItemModelTester tester(view.list(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    view.refresh();
    QTRY_COMPARE(view.list()->status(), u"ready"_s);
    const int outcome = Fixture::rowWith(*view.list(), "title", u"outcome: receipt"_s);
    QVERIFY(outcome >= 0);
    QCOMPARE(Fixture::at(*view.list(), outcome, "exactSubject").toString(), id);
    QCOMPARE(Fixture::at(*view.list(), outcome, "badge").toString(), u"ok"_s);
    view.select(Fixture::at(*view.list(), outcome, "key").toString());
    QTRY_COMPARE(view.story().size(), 4);
    QVERIFY(view.story().at(0).toMap().value(u"title"_s).toString().endsWith(u"armed"_s));
    QVERIFY(view.story().at(1).toMap().value(u"title"_s).toString().endsWith(u"intent"_s));
    QVERIFY(view.story().at(3).toMap().value(u"title"_s).toString().endsWith(u"outcome: receipt"_s));
    QCOMPARE(view.hashes().size(), 3);
    QCOMPARE(view.hashes().at(0).toMap().value(u"exact"_s).toString().size(), 64);
    QVERIFY(view.exactBytes().startsWith(u'{'));
    QCOMPARE(view.evidence().size(), 1);
    QCOMPARE(view.evidence().at(0).toMap().value(u"name"_s).toString(), u"answer"_s);
    QVERIFY(view.evidence().at(0).toMap().value(u"exact"_s).toString().contains(id));
    view.filterAct();
    QCOMPARE(view.list()->rowCount(), 4);
    view.close();
    QVERIFY(view.selectedKey().isEmpty());
    QVERIFY(view.story().isEmpty());
}

void TestJournalViewModel::fullDiskIsSaidAndWhatIsReadStays()
{
    Fixture f;
    addNotes(f, 3);
    JournalViewModel view(f.session, f.journal);
    view.refresh();
    QTRY_COMPARE(view.list()->rowCount(), 4);
    QVERIFY(view.problem().isEmpty());

    // No file of this process may grow any more: what a full disk looks like from here.
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit none = before;
    none.rlim_cur = 1;
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &none), 0);
    const auto refused = f.journal.append(note(u"too much"_s));
    QTRY_VERIFY(refused.isFinished());
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);

    QVERIFY(!refused.result());
    QTRY_VERIFY(view.problem().contains(u"could not be written"_s));
    QVERIFY(view.headText().contains(u"trouble"_s));
    QCOMPARE(view.list()->rowCount(), 4);

    // Room again: the next entry is written, and the notice goes.
    const auto written = f.journal.append(note(u"fits"_s));
    QTRY_VERIFY(written.isFinished());
    QVERIFY(written.result());
    QTRY_VERIFY(view.problem().isEmpty());
    QTRY_COMPARE(view.list()->waiting(), 1);
}

void TestJournalViewModel::reportOfAnActIsAFileForPeopleAndOneForChecking()
{
    Fixture f;
    const QString id = f.override();
    JournalViewModel view(f.session, f.journal);
    view.refresh();
    QTRY_COMPARE(view.list()->status(), u"ready"_s);
    const int outcome = Fixture::rowWith(*view.list(), "title", u"outcome: receipt"_s);
    view.select(Fixture::at(*view.list(), outcome, "key").toString());
    QVERIFY(!view.actId().isEmpty());
    QVERIFY(view.suggestedReport().endsWith(u".pdf"_s));
    QTemporaryDir folder;

    const QString json = folder.filePath(u"act.json"_s);
    view.saveReport(json);
    QTRY_COMPARE(view.savedText(), u"Written: "_s + json);
    QFile written(json);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    const auto report = base::readJson(written.readAll());
    QVERIFY(report);
    QCOMPARE((*report)[u"act"].toString(), view.actId());
    QCOMPARE((*report)[u"decision"].toString(), id);
    QVERIFY((*report)[u"verdict"].toString().contains(u"receipt"_s));

    const QString pdf = folder.filePath(u"act.pdf"_s);
    view.saveReport(pdf);
    QTRY_COMPARE(view.savedText(), u"Written: "_s + pdf);
    QFile paper(pdf);
    QVERIFY(paper.open(QIODevice::ReadOnly));
    const QByteArray bytes = paper.readAll();
    QVERIFY(bytes.startsWith("%PDF-"));
    QVERIFY(bytes.size() > 2000);

    view.saveReport(pdf);
    QTRY_VERIFY(view.saveFailed());
    QVERIFY(view.savedText().contains(u"already"_s));
    QVERIFY(paper.seek(0));
    QCOMPARE(paper.readAll(), bytes);
    view.saveReport(folder.filePath(u"act.txt"_s));
    QTRY_VERIFY(view.savedText().contains(u".pdf nor .json"_s));
    view.saveReport(u"/nowhere/at/all.pdf"_s);
    QTRY_VERIFY(view.savedText().contains(u"not written"_s));
}

void TestJournalViewModel::entriesComeNewestFirstAndPageByPage()
{
    Fixture f;
    addNotes(f, 450);
    JournalViewModel view(f.session, f.journal);
    view.refresh();
    QTRY_COMPARE(view.list()->rowCount(), 200);
    QCOMPARE(Fixture::at(*view.list(), 0, "seq").toString(), u"451"_s);
    QVERIFY(view.list()->canFetchMore({}));
    view.list()->fetchMore({});
    QTRY_COMPARE(view.list()->rowCount(), 400);
    view.list()->fetchMore({});
    QTRY_COMPARE(view.list()->rowCount(), 451);
    QVERIFY(!view.list()->canFetchMore({}));
    for (int row = 0; row < 451; ++row)
        QCOMPARE(Fixture::at(*view.list(), row, "seq").toString(), QString::number(451 - row));
}

void TestJournalViewModel::aFilterReadsOnUntilItHasRows()
{
    Fixture f;
    addNotes(f, 450);
    JournalViewModel view(f.session, f.journal);
    view.refresh();
    QTRY_COMPARE(view.list()->rowCount(), 200);
    view.list()->setFilterText(u"kind:journal_opened"_s);
    QTRY_COMPARE(view.list()->rowCount(), 1);
    QCOMPARE(Fixture::at(*view.list(), 0, "seq").toString(), u"1"_s);
    view.list()->setFilterText(u"\"note 449\""_s);
    QCOMPARE(view.list()->rowCount(), 1);
    view.list()->setFilterText(u"nonsense:1"_s);
    QVERIFY(!view.list()->filterError().isEmpty());
}

void TestJournalViewModel::newEntriesWaitUntilTheyAreAskedFor()
{
    Fixture f;
    JournalViewModel view(f.session, f.journal);
    view.refresh();
    QTRY_COMPARE(view.list()->rowCount(), 1);
    addNotes(f, 3);
    QTRY_COMPARE(view.list()->waiting(), 3);
    QCOMPARE(view.list()->rowCount(), 1);
    view.list()->showWaiting();
    QTRY_COMPARE(view.list()->rowCount(), 4);
    QCOMPARE(view.list()->waiting(), 0);
}

void TestJournalViewModel::theHeadIsCounted()
{
    Fixture f;
    JournalViewModel view(f.session, f.journal);
    QVERIFY(view.headText().contains(u"not read yet"_s));
    view.refresh();
    QTRY_VERIFY(view.headText().endsWith(u"journal 1 entry"_s));
    QVERIFY(view.headText().startsWith(u"operator "_s + journal::systemActor()));
    QVERIFY(view.problem().isEmpty());
    addNotes(f, 2);
    QTRY_VERIFY(view.headText().endsWith(u"journal 3 entries"_s));
}

void TestJournalViewModel::aJournalThatCannotBeReadIsSaid()
{
    Fixture f;
    const QString path = f.folder.filePath(u"other.db"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("this is no database, whatever its name says");
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    journal::JournalService broken(path, f.clock);
    const auto started = broken.start();
    QTRY_VERIFY(started.isFinished());
    QVERIFY(!started.result());
    JournalViewModel view(f.session, broken);
    view.refresh();
    QTRY_VERIFY(!view.problem().isEmpty());
    QVERIFY(view.headText().contains(u"in trouble"_s));
    QTRY_COMPARE(view.list()->status(), u"failed"_s);
    QVERIFY(!view.list()->failedWhy().isEmpty());
}

void TestJournalViewModel::verifySaysIntactAndWhatThatDoesNotCover()
{
    Fixture f;
    addNotes(f, 5);
    JournalViewModel view(f.session, f.journal);
    QVERIFY(!view.verdict()->isShown());
    view.verdict()->run();
    QVERIFY(view.verdict()->isBusy() || view.verdict()->isShown());
    QTRY_VERIFY(view.verdict()->isShown());
    QVERIFY(!view.verdict()->isBusy());
    QCOMPARE(view.verdict()->integrityWord(), u"intact"_s);
    QCOMPARE(view.verdict()->kind(), u"ok"_s);
    QVERIFY(view.verdict()->integrityText().contains(u"All 6 entries"_s));
    QVERIFY(view.verdict()->completenessText().contains(u"cut off"_s));
    QVERIFY(view.verdict()->findings().isEmpty());
    QCOMPARE(Fixture::gridRow(view.verdict()->rows(), u"Root"_s).value(u"exact"_s).toString().size(), 64);
    view.verdict()->dismiss();
    QVERIFY(!view.verdict()->isShown());
}

void TestJournalViewModel::verifyNamesAChangedEntry()
{
    Fixture f;
    addNotes(f, 5);
    f.changeEntry(3, u"note"_s, u"nose"_s);
    JournalViewModel view(f.session, f.journal);
    view.refresh();
    QTRY_COMPARE(view.list()->rowCount(), 6);
    const int row = Fixture::rowWith(*view.list(), "seq", u"3"_s);
    QCOMPARE(Fixture::at(*view.list(), row, "title").toString(), u"damaged entry"_s);
    QCOMPARE(Fixture::at(*view.list(), row, "badge").toString(), u"failed"_s);
    view.select(u"3"_s);
    QVERIFY(view.fault().contains(u"damaged"_s));
    view.verdict()->run();
    QTRY_VERIFY(view.verdict()->isShown());
    QCOMPARE(view.verdict()->integrityWord(), u"tampered"_s);
    QCOMPARE(view.verdict()->kind(), u"failed"_s);
    bool named = false;
    for (const QVariant &finding : view.verdict()->findings())
        named = named || finding.toMap().value(u"title"_s).toString() == "Entry 3"_L1;
    QVERIFY(named);
}

void TestJournalViewModel::verifyThatCannotRunIsNeitherGoodNorBad()
{
    Fixture f;
    journal::JournalService none(f.folder.filePath(u"absent.db"_s), f.clock);
    JournalViewModel view(f.session, none);
    view.verdict()->run();
    QTRY_VERIFY(view.verdict()->isShown());
    QCOMPARE(view.verdict()->integrityWord(), u"could not run"_s);
    QCOMPARE(view.verdict()->kind(), u"unknown"_s);
    QVERIFY(view.verdict()->findings().isEmpty());
}

QTEST_MAIN(TestJournalViewModel)
#include "tst_journalviewmodel.moc"
