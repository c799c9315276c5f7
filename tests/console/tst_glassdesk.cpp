// SPDX-License-Identifier: Apache-2.0
#include "app/console/blocked/blockedviewmodel.h"
#include "app/console/breakglass/breakglassviewmodel.h"
#include "app/console/breakglass/glassdesk.h"
#include "app/console/journal/journalviewmodel.h"
#include "tests/console/recordsfixture.h"

#include <QRegularExpression>
#include <QSignalSpy>

using namespace algenta;
using namespace algenta::console;
using namespace Qt::Literals::StringLiterals;
using algenta::test::RecordsFixture;

/** The view models of break-glass with a clock that is moved by hand. */
class TestGlassDesk : public QObject
{
    Q_OBJECT

    struct Desk : RecordsFixture {
        explicit Desk(const demo::DemoOptions &options = {})
            : RecordsFixture(options)
            , blocked(session, journal)
            , glass(session, journal, clock)
            , desk(session, journal, clock, folder.filePath(u"keys"_s))
        {
            session.openDemo(*engine::parseEngineAddress(QString::fromStdString(demo.baseUrl())),
                             base::Secret(QByteArrayView(demo.readingKey())),
                             QString::fromStdString(demo.operatorKey()));
        }
        /** The window on the newest blocked execution of a decision. */
        void openFor(const QString &decisionId)
        {
            blocked.list()->reload();
            QTRY_VERIFY_WITH_TIMEOUT(rowWith(*blocked.list(), "exactDecision", decisionId) >= 0, 30'000);
            blocked.select(rowWith(*blocked.list(), "exactDecision", decisionId));
            glass.openFor(&blocked);
            QVERIFY(glass.isOpen());
            settleReading();
            if (glass.state() == "not_enrolled"_L1)
                glass.enrol();
            QTRY_VERIFY_WITH_TIMEOUT(glass.state() != "not_enrolled"_L1, 30'000);
            settleReading();
            if (glass.state() == "host_not_allowed"_L1)
                glass.allowHost(u"The receiver of this test."_s);
            QTRY_VERIFY_WITH_TIMEOUT(glass.state() != "host_not_allowed"_L1, 30'000);
            settleReading();
        }
        void settleReading() { QTRY_VERIFY_WITH_TIMEOUT(glass.state() != "reading"_L1, 30'000); }
        void arm(int minutes = 5)
        {
            glass.arm(u"Supplier B confirmed stock by phone."_s, 1, u"OPS-4471"_s, minutes,
                      QString::fromStdString(demo.operatorKey()));
            QTRY_VERIFY_WITH_TIMEOUT(!glass.isBusy(), 30'000);
        }
        void send()
        {
            glass.confirm(glass.host());
            QTRY_VERIFY_WITH_TIMEOUT(!glass.isBusy(), 90'000);
        }

        BlockedViewModel blocked;
        BreakGlassViewModel glass;
        GlassDesk desk;
    };

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void timeThatIsOverDisarmsAndSaysSo()
    {
        Desk d;
        const QString id = d.log(0.41);
        d.blockedBy(id);
        d.openFor(id);
        d.arm();
        QCOMPARE(d.glass.state(), u"armed"_s);
        QCOMPARE(d.glass.timeLeft(), u"5:00"_s);
        d.clock.advance(5 * 60 + 1);
        QTRY_VERIFY(!d.glass.isArmed());
        QCOMPARE(d.glass.state(), u"ready"_s);
        QVERIFY(!d.glass.remark().isEmpty());
        QVERIFY(d.glass.timeLeft().isEmpty());
        d.send();
        QCOMPARE(d.demo.overrideRequests().size(), 0u);
        QCOMPARE(d.entries().last().draft.details[u"how"].toString(), u"expired"_s);
    }

    Q_SLOT void machineThatSleptIsNotArmedAnyMore()
    {
        Desk d;
        const QString id = d.log(0.41);
        d.blockedBy(id);
        d.openFor(id);
        d.arm(15);
        QCOMPARE(d.glass.state(), u"armed"_s);
        d.clock.sleep(60);
        QTRY_VERIFY(!d.glass.isArmed());
        QCOMPARE(d.entries().last().draft.details[u"cause"].toString(), u"sleep"_s);
    }

    Q_SLOT void chainGoesOnStepByStep()
    {
        Desk d;
        const QString id = d.log(0.41);
        d.blockedBy(id);
        d.openFor(id);
        d.arm();
        d.send();
        QCOMPARE(d.glass.state(), u"receipt"_s);
        d.glass.close();
        d.blockedBy(id);
        d.openFor(id);
        QCOMPARE(d.glass.gate(), u"idempotency"_s);
        d.arm();
        d.send();
        QCOMPARE(d.glass.state(), u"still_blocked"_s);
        QVERIFY(d.glass.canChain());
        d.glass.chain();
        d.settleReading();
        QCOMPARE(d.glass.gate(), u"confidence"_s);
        QVERIFY(!d.glass.isArmed());
        d.arm();
        d.send();
        QCOMPARE(d.glass.state(), u"receipt"_s);
        QCOMPARE(d.demo.overrideRequests().size(), 3u);
        QCOMPARE(d.demo.webhookDeliveries().size(), 2u);
    }

    Q_SLOT void overdueReviewForbidsArmingUntilItIsWritten()
    {
        Desk d;
        const QString id = d.log(0.41);
        d.blockedBy(id);
        d.openFor(id);
        d.arm();
        d.send();
        QCOMPARE(d.glass.state(), u"receipt"_s);
        d.glass.close();
        QTRY_COMPARE(d.desk.reviews().size(), 1);
        QCOMPARE(d.desk.overdue(), 0);
        d.clock.advance(73 * 3600);
        QCOMPARE(d.desk.overdue(), 1);
        const QString act = d.desk.firstOverdue();
        QVERIFY(d.desk.isDue(act));

        d.blockedBy(id);
        d.openFor(id);
        d.arm();
        QVERIFY(!d.glass.isArmed());
        QVERIFY2(d.glass.problem().contains(u"review"_s), qPrintable(d.glass.problem()));

        d.desk.review(act, u"no"_s);
        QTRY_VERIFY(!d.desk.problem().isEmpty());
        QCOMPARE(d.desk.overdue(), 1);
        d.desk.review(act, u"Looked at it with the duty manager: it was right."_s);
        QTRY_COMPARE(d.desk.overdue(), 0);
        QVERIFY(d.desk.problem().isEmpty());
        QVERIFY(!d.desk.isDue(act));
        d.arm();
        QCOMPARE(d.glass.state(), u"armed"_s);
    }

    Q_SLOT void withdrawnHostMustBeAllowedAgain()
    {
        Desk d;
        const QString id = d.log(0.41);
        d.blockedBy(id);
        d.openFor(id);
        QCOMPARE(d.glass.state(), u"ready"_s);
        d.glass.close();
        QTRY_COMPARE(d.desk.hosts().size(), 1);
        const QString host = d.desk.hosts().constFirst().toMap().value(u"exact"_s).toString();
        d.desk.withdrawHost(host, u"The receiver was moved elsewhere."_s);
        QTRY_COMPARE(d.desk.hosts().size(), 0);
        d.blocked.select(RecordsFixture::rowWith(*d.blocked.list(), "exactDecision", id));
        d.glass.openFor(&d.blocked);
        d.settleReading();
        QCOMPARE(d.glass.state(), u"host_not_allowed"_s);
        QVERIFY(!d.glass.canArm());
    }

    Q_SLOT void lostAnswerIsSettledByTheNextRunByReading()
    {
        Desk d;
        const QString id = d.log(0.41);
        d.blockedBy(id);
        d.openFor(id);
        d.arm();
        d.demo.loseAnswerNext(d.executePath(id).toStdString());
        d.send();
        QCOMPARE(d.glass.state(), u"unknown"_s);
        d.glass.close();
        BreakGlassViewModel next(d.session, d.journal, d.clock);
        next.openActs()->read();
        QTRY_COMPARE(next.openActs()->count(), 1);
        next.openActs()->settle();
        QTRY_COMPARE(next.openActs()->count(), 0);
        QCOMPARE(d.entries({journal::EntryKind::Reconciled}).size(), 1);
        QCOMPARE(d.demo.overrideRequests().size(), 1u);
    }

    Q_SLOT void damagedJournalIsNotTakenForAQuietOne()
    {
        Desk d;
        const QString id = d.log(0.41);
        d.blockedBy(id);
        d.openFor(id);
        d.arm();
        d.demo.loseAnswerNext(d.executePath(id).toStdString());
        d.send();
        d.glass.close();
        const auto intents = d.entries({journal::EntryKind::Intent});
        QCOMPARE(intents.size(), 1);
        d.changeEntry(int(intents.constFirst().seq), u"supplier"_s, u"somebody"_s);
        d.changeEntry(int(intents.constFirst().seq), u"Supplier"_s, u"Somebody"_s);
        BreakGlassViewModel next(d.session, d.journal, d.clock);
        QVERIFY(next.openActs()->problem().isEmpty());
        next.openActs()->read();
        QTRY_VERIFY(!next.openActs()->problem().isEmpty());
        d.desk.reload();
        QTRY_VERIFY(!d.desk.reviewsProblem().isEmpty());
        JournalViewModel journal(d.session, d.journal);
        base::Error error;
        error.message = u"it is damaged"_s;
        journal.setStartError(error);
        QVERIFY(journal.problem().contains(u"left armed"_s));
        QVERIFY(journal.problem().contains(u"it is damaged"_s));
    }

    Q_SLOT void sealedKeyIsBoundToItsEngine()
    {
        Desk d;
        QVERIFY(!d.desk.hasKey());
        d.desk.sealKey(u"an operator key"_s, u"short"_s);
        QTRY_VERIFY(!d.desk.isBusy());
        QVERIFY(!d.desk.problem().isEmpty());
        QVERIFY(!d.desk.hasKey());
        d.desk.sealKey(u"an operator key"_s, u"correct horse battery"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!d.desk.isBusy(), 60'000);
        QVERIFY2(d.desk.problem().isEmpty(), qPrintable(d.desk.problem()));
        QVERIFY(d.desk.hasKey());
        d.session.open(*engine::parseEngineAddress(u"http://127.0.0.1:9"_s), {});
        QVERIFY(!d.desk.hasKey());
        d.session.open(*engine::parseEngineAddress(QString::fromStdString(d.demo.baseUrl())), {});
        QVERIFY(d.desk.hasKey());
        d.desk.removeKey();
        QVERIFY(!d.desk.hasKey());
    }

    Q_SLOT void keyDoesNotGoToAListenerOfThisUser()
    {
        Desk d;
        const QString id = d.log(0.41);
        d.blockedBy(id);
        // The same engine, but not as the program's own.
        d.session.open(*engine::parseEngineAddress(QString::fromStdString(d.demo.baseUrl())),
                       base::Secret(QByteArrayView(d.demo.readingKey())));
        d.openFor(id);
        d.arm();
        QVERIFY(!d.glass.isArmed());
        QVERIFY2(d.glass.problem().contains(u"key"_s), qPrintable(d.glass.problem()));
        QCOMPARE(d.demo.overrideRequests().size(), 0u);
    }
};

QTEST_GUILESS_MAIN(TestGlassDesk)
#include "tst_glassdesk.moc"
