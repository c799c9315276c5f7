// SPDX-License-Identifier: Apache-2.0
#include "tests/console/consolefixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using test::ConsoleFixture;

class TestPages : public QObject
{
    Q_OBJECT

    static demo::DemoOptions history()
    {
        demo::DemoOptions options;
        options.history = 150;
        return options;
    }
    void expectNoWarnings(const ConsoleFixture &fixture)
    {
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void everyPageShowsItsRows_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("table");
        QTest::newRow("overview") << u"overview"_s << u"newestBlocked"_s;
        QTest::newRow("blocked") << u"blocked"_s << u"blockedTable"_s;
        QTest::newRow("decisions") << u"decisions"_s << u"decisionsTable"_s;
        QTest::newRow("receipts") << u"receipts"_s << u"receiptsTable"_s;
        QTest::newRow("tools") << u"tools"_s << u"toolsTable"_s;
        QTest::newRow("contract") << u"contract"_s << QString();
        QTest::newRow("policy") << u"policy"_s << u"policyTable"_s;
        QTest::newRow("liaison") << u"liaison"_s << QString();
        QTest::newRow("journal") << u"journal"_s << u"journalTable"_s;
        QTest::newRow("connections") << u"connections"_s << QString();
        QTest::newRow("settings") << u"settings"_s << QString();
        QTest::newRow("doctor") << u"doctor"_s << QString();
    }
    Q_SLOT void everyPageShowsItsRows()
    {
        QFETCH(QString, place);
        QFETCH(QString, table);
        ConsoleFixture fixture(history());
        QVERIFY(fixture.show());
        fixture.goTo(place);
        if (!table.isEmpty()) {
            QTRY_VERIFY2_WITH_TIMEOUT(fixture.property<int>(table, "count") > 0, qPrintable(table), 30'000);
            // The first row's details make delegates that no list alone would make.
            QMetaObject::invokeMethod(fixture.item(table), "selectRow", Q_ARG(int, 0));
            QTest::qWait(50);
        }
        for (const QString &scheme : {u"dark"_s, u"contrast"_s, u"light"_s}) {
            fixture.console->session().settings().setScheme(scheme);
            QTest::qWait(20);
            QVERIFY(!fixture.mainWindow()->grabWindow().isNull());
        }
        expectNoWarnings(fixture);
    }

    Q_SLOT void everyPageCopesWithAnEngineThatIsGone_data() { everyPageShowsItsRows_data(); }
    Q_SLOT void everyPageCopesWithAnEngineThatIsGone()
    {
        QFETCH(QString, place);
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        fixture.goTo(place);
        fixture.demo.stop();
        fixture.console->session().refresh();
        QTRY_COMPARE_WITH_TIMEOUT(fixture.console->session().state(), u"failed"_s, 60'000);
        QTRY_VERIFY(fixture.item(u"noticeConnection"_s));
        fixture.goTo(place);
        expectNoWarnings(fixture);
    }

    Q_SLOT void rowsStayWhenTheEngineGoes_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("table");
        QTest::newRow("blocked") << u"blocked"_s << u"blockedTable"_s;
        QTest::newRow("decisions") << u"decisions"_s << u"decisionsTable"_s;
        QTest::newRow("tools") << u"tools"_s << u"toolsTable"_s;
    }
    Q_SLOT void rowsStayWhenTheEngineGoes()
    {
        QFETCH(QString, place);
        QFETCH(QString, table);
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        fixture.goTo(place);
        QTRY_VERIFY(fixture.property<int>(table, "count") > 0);
        const int rows = fixture.property<int>(table, "count");
        fixture.demo.stop();
        QTest::keyClick(fixture.mainWindow(), Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.console->session().state(), u"failed"_s, 60'000);
        QCOMPARE(fixture.property<int>(table, "count"), rows);
        expectNoWarnings(fixture);
    }

    Q_SLOT void overviewCountsWhatIsInTheList()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        fixture.blockedDecision(0.2);
        QVERIFY(fixture.show());
        fixture.goTo(u"overview"_s);
        QTRY_COMPARE(fixture.property<int>(u"newestBlocked"_s, "count"), 2);
        auto *overview = fixture.mainWindow()->property("overview").value<QObject *>();
        const auto figure = [overview] {
            return overview->property("tiles").toList().value(0).toMap().value(u"figure"_s).toString();
        };
        QTRY_COMPARE(figure(), u"2"_s);
        expectNoWarnings(fixture);
    }

    Q_SLOT void newRowDoesNotMoveTheSelection()
    {
        ConsoleFixture fixture;
        const QString first = fixture.blockedDecision();
        QVERIFY(fixture.show());
        fixture.goTo(u"blocked"_s);
        QTRY_COMPARE(fixture.property<int>(u"blockedTable"_s, "count"), 1);
        QMetaObject::invokeMethod(fixture.item(u"blockedTable"_s), "selectRow", Q_ARG(int, 0));
        QTRY_VERIFY(fixture.item(u"blockedDetails"_s));
        fixture.blockedDecision(0.2);
        Q_EMIT fixture.console->session().pollDue();
        QTRY_VERIFY(fixture.item(u"blockedWaiting"_s));
        QCOMPARE(fixture.property<int>(u"blockedTable"_s, "count"), 1);
        QCOMPARE(fixture.property<QString>(u"blockedDetails"_s, "subtitle"), first);
        fixture.click(u"blockedWaiting"_s);
        QTRY_COMPARE(fixture.property<int>(u"blockedTable"_s, "count"), 2);
        expectNoWarnings(fixture);
    }

    Q_SLOT void escapeLeadsFromTheFilterToTheList_data()
    {
        QTest::addColumn<QString>("place");
        for (const QString &place : {u"blocked"_s, u"decisions"_s, u"receipts"_s, u"tools"_s, u"journal"_s})
            QTest::newRow(qPrintable(place)) << place;
    }
    Q_SLOT void escapeLeadsFromTheFilterToTheList()
    {
        QFETCH(QString, place);
        ConsoleFixture fixture(history());
        QVERIFY(fixture.show());
        fixture.goTo(place);
        QTest::keyClick(fixture.mainWindow(), Qt::Key_F, Qt::ControlModifier);
        const QString search = place + u"Search"_s;
        QTRY_VERIFY(fixture.property<bool>(search, "activeFocus"));
        QTest::keyClick(fixture.mainWindow(), Qt::Key_X);
        QCOMPARE(fixture.property<QString>(search, "text"), u"x"_s);
        QTest::keyClick(fixture.mainWindow(), Qt::Key_Escape);
        QCOMPARE(fixture.property<QString>(search, "text"), QString());
        QVERIFY(fixture.property<bool>(search, "activeFocus"));
        QTest::keyClick(fixture.mainWindow(), Qt::Key_Escape);
        QVERIFY(!fixture.property<bool>(search, "activeFocus"));
        QVERIFY(fixture.property<bool>(place + u"Table"_s, "activeFocus"));
        expectNoWarnings(fixture);
    }

    Q_SLOT void filterThatMatchesNothingSaysSo()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        fixture.goTo(u"blocked"_s);
        QTRY_COMPARE(fixture.property<int>(u"blockedTable"_s, "count"), 1);
        fixture.type(u"blockedSearch"_s, u"gate:risk"_s);
        QTRY_VERIFY(fixture.item(u"listClearFilter"_s));
        fixture.click(u"listClearFilter"_s);
        QTRY_COMPARE(fixture.property<int>(u"blockedTable"_s, "count"), 1);
        expectNoWarnings(fixture);
    }
};

QTEST_MAIN(TestPages)
#include "tst_pages.moc"
