// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalservice.h"
#include "tests/journal/journalfixture.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;

class TestJournalService : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_folder.reset(); }
    void startOpensAndNamesTheJournal();
    void readsAskedBeforeTheFileIsOpenWaitForIt();
    void appendsInTheOrderOfTheCallsAndSaysSo();
    void continuationsAndSignalsRunOnTheCallersThread();
    void readsSeeWhatWasAppended();
    void verifies();
    void nothingWorksBeforeStart();
    void aFailedStartFailsEverythingUntilTheNext();
    void appendsAskedForAreRecordedWhenItGoes();
    void everyFutureFinishesWhenItGoes();
    void goesWithoutEverBeingStarted();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    base::SystemClock m_clock;
};

void TestJournalService::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_path = m_folder->filePath(u"journal.db"_s);
}

void TestJournalService::startOpensAndNamesTheJournal()
{
    JournalService service(m_path, m_clock);
    QCOMPARE(service.path(), m_path);
    QVERIFY(!QFile::exists(m_path));
    const auto head = service.start();
    QTRY_VERIFY(head.isFinished());
    QVERIFY(head.result());
    QCOMPARE(head.result()->size, 1);
    QCOMPARE(head.result()->journalId.size(), 32);
    const auto again = service.start();
    QTRY_VERIFY(again.isFinished());
    QCOMPARE(again.result()->journalId, head.result()->journalId);
}

void TestJournalService::readsAskedBeforeTheFileIsOpenWaitForIt()
{
    JournalService service(m_path, m_clock);
    const auto started = service.start();
    const auto head = service.head();
    const auto page = service.page({}, 0, 10);
    QTRY_VERIFY(started.isFinished() && head.isFinished() && page.isFinished());
    QVERIFY(head.result());
    QVERIFY(page.result());
    QCOMPARE(page.result()->size(), 1);
}

void TestJournalService::appendsInTheOrderOfTheCallsAndSaysSo()
{
    JournalService service(m_path, m_clock);
    QList<qint64> signalled;
    connect(&service, &JournalService::appended, this, [&](const Entry &entry) { signalled << entry.seq; });
    const auto started = service.start();
    QList<QFuture<base::Result<Entry>>> futures;
    for (int i = 0; i < 20; ++i)
        futures << service.append(note(u"note %1"_s.arg(i)));
    futures << service.append(ofAct(EntryKind::Intent, {}));
    QTRY_VERIFY(futures.last().isFinished());
    for (int i = 0; i < 20; ++i) {
        QVERIFY(futures.at(i).result());
        QCOMPARE(futures.at(i).result()->seq, i + 2);
        QCOMPARE(futures.at(i).result()->draft.details[u"text"].toString(), u"note %1"_s.arg(i));
    }
    QCOMPARE(futures.last().result().error().code, base::ErrorCode::InvalidInput);
    QTRY_COMPARE(signalled.size(), 20);
    QCOMPARE(signalled.first(), 2);
    QCOMPARE(signalled.last(), 21);
}

void TestJournalService::continuationsAndSignalsRunOnTheCallersThread()
{
    JournalService service(m_path, m_clock);
    QObject context;
    QThread *continuation = nullptr;
    QThread *signal = nullptr;
    connect(
        &service, &JournalService::appended, &context, [&] { signal = QThread::currentThread(); },
        Qt::DirectConnection);
    const auto started = service.start();
    service.append(note(u"x"_s)).then(&context, [&](const base::Result<Entry> &) {
        continuation = QThread::currentThread();
    });
    QTRY_VERIFY(continuation && signal);
    QCOMPARE(continuation, thread());
    QCOMPARE(signal, thread());
}

void TestJournalService::readsSeeWhatWasAppended()
{
    JournalService service(m_path, m_clock);
    const auto started = service.start();
    const auto intent = service.append(ofAct(EntryKind::Intent, u"a1"_s));
    QTRY_VERIFY(intent.isFinished());
    const auto open = service.openIntents();
    const auto act = service.act(u"a1"_s);
    const auto page = service.page({}, 0, 1);
    const auto head = service.head();
    QTRY_VERIFY(open.isFinished() && act.isFinished() && page.isFinished() && head.isFinished());
    QCOMPARE(open.result()->first().draft.actId, u"a1"_s);
    QCOMPARE(act.result()->size(), 1);
    QCOMPARE(page.result()->first().bytes, intent.result()->bytes);
    QCOMPARE(head.result()->chain, intent.result()->chain);
}

void TestJournalService::verifies()
{
    JournalService service(m_path, m_clock);
    const auto started = service.start();
    const auto entry = service.append(note(u"x"_s));
    QTRY_VERIFY(entry.isFinished());
    const auto verdict = service.verify();
    QTRY_VERIFY(verdict.isFinished());
    QVERIFY2(verdict.result().integrity == Integrity::Intact, findings(verdict.result()));
    QCOMPARE(verdict.result().entries, 2);
}

void TestJournalService::nothingWorksBeforeStart()
{
    JournalService service(m_path, m_clock);
    const auto entry = service.append(note(u"x"_s));
    const auto head = service.head();
    const auto verdict = service.verify();
    QTRY_VERIFY(entry.isFinished() && head.isFinished() && verdict.isFinished());
    QCOMPARE(entry.result().error().code, base::ErrorCode::StorageFailed);
    QCOMPARE(head.result().error().code, base::ErrorCode::StorageFailed);
    QCOMPARE(verdict.result().integrity, Integrity::CouldNotRun);
    QVERIFY(!QFile::exists(m_path));
}

void TestJournalService::aFailedStartFailsEverythingUntilTheNext()
{
    QVERIFY(QDir().mkdir(m_path));
    JournalService service(m_path, m_clock);
    const auto started = service.start();
    const auto head = service.head();
    const auto entry = service.append(note(u"x"_s));
    QTRY_VERIFY(started.isFinished() && head.isFinished() && entry.isFinished());
    QCOMPARE(started.result().error().code, base::ErrorCode::StorageFailed);
    QVERIFY(started.result().error().message.contains(u"folder"_s));
    QCOMPARE(head.result().error(), started.result().error());
    QCOMPARE(entry.result().error(), started.result().error());

    QVERIFY(QDir().rmdir(m_path));
    const auto restarted = service.start();
    const auto later = service.head();
    QTRY_VERIFY(restarted.isFinished() && later.isFinished());
    QVERIFY(restarted.result());
    QVERIFY(later.result());
}

void TestJournalService::appendsAskedForAreRecordedWhenItGoes()
{
    QList<QFuture<base::Result<Entry>>> futures;
    {
        JournalService service(m_path, m_clock);
        const auto started = service.start();
        for (int i = 0; i < 30; ++i)
            futures << service.append(note(u"last words"_s));
    }
    for (const auto &future : std::as_const(futures)) {
        QVERIFY(future.isFinished());
        QVERIFY(future.result());
    }
    const Verdict verdict = verifyJournal(m_path);
    QVERIFY2(verdict.integrity == Integrity::Intact, findings(verdict));
    QCOMPARE(verdict.entries, 31);
}

void TestJournalService::everyFutureFinishesWhenItGoes()
{
    QList<QFuture<base::Result<QList<Entry>>>> pages;
    QList<QFuture<Verdict>> verdicts;
    {
        JournalService service(m_path, m_clock);
        const auto started = service.start();
        for (int i = 0; i < 200; ++i) {
            static_cast<void>(service.append(note(u"x"_s)));
            pages << service.page({}, 0, 1000);
            verdicts << service.verify();
        }
    }
    int cancelled = 0;
    for (const auto &page : std::as_const(pages)) {
        QVERIFY(page.isFinished() && !page.isCanceled());
        QCOMPARE(page.resultCount(), 1);
        if (const auto result = page.result(); !result) {
            QCOMPARE(result.error().code, base::ErrorCode::Cancelled);
            ++cancelled;
        }
    }
    for (const auto &future : std::as_const(verdicts)) {
        QVERIFY(future.isFinished() && !future.isCanceled());
        QCOMPARE(future.resultCount(), 1);
        const Verdict verdict = future.result();
        QVERIFY2(verdict.integrity != Integrity::Tampered, findings(verdict));
        if (verdict.error && verdict.error->code == base::ErrorCode::Cancelled)
            ++cancelled;
    }
    QVERIFY(cancelled > 0);
}

void TestJournalService::goesWithoutEverBeingStarted()
{
    QFuture<base::Result<Head>> head;
    {
        JournalService service(m_path, m_clock);
        head = service.head();
    }
    QVERIFY(head.isFinished());
    QCOMPARE(head.resultCount(), 1);
    QVERIFY(!head.result());
}

QTEST_GUILESS_MAIN(TestJournalService)
#include "tst_journalservice.moc"
