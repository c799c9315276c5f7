// SPDX-License-Identifier: Apache-2.0
#include "tests/console/consolefixture.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using test::ConsoleFixture;

class TestConnectionsPage : public QObject
{
    Q_OBJECT

    static void expectNoWarnings(const ConsoleFixture &fixture)
    {
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }
    /** Fills the form for another engine and saves it with Enter. */
    static void add(ConsoleFixture &fixture, const QString &name, const QString &address)
    {
        fixture.goTo(u"connections"_s);
        fixture.click(u"connectionsAdd"_s);
        QTRY_VERIFY(fixture.item(u"connection_name"_s));
        fixture.type(u"connection_name"_s, name);
        fixture.type(u"connection_address"_s, address);
        const QString preview = fixture.property<QString>(u"connectionPreview"_s, "text");
        QVERIFY2(preview.isEmpty() || preview.contains(address + u"/mcp"_s), qPrintable(preview));
        QTest::keyClick(fixture.mainWindow(), Qt::Key_Return);
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void anEngineIsAddedOpenedAndSwitchedFrom()
    {
        demo::DemoEngine other;
        QVERIFY(other.start());
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        const QString before = fixture.console->session().origin();
        add(fixture, u"Second"_s, QString::fromStdString(other.baseUrl()));
        QTRY_COMPARE(fixture.property<QString>(u"connectionName"_s, "text"), u"Second"_s);
        QVERIFY(!fixture.item(u"connectionForm"_s));
        QTRY_VERIFY(fixture.item(u"connection_1"_s));
        fixture.click(u"connectionOpen"_s);
        const QString after = QString::fromStdString(other.baseUrl());
        QTRY_COMPARE_WITH_TIMEOUT(fixture.console->session().origin(), after, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.console->session().state(), u"connected"_s, 30'000);
        QVERIFY2(fixture.property<QString>(u"topEngine"_s, "text").contains(u"Second"_s),
                 qPrintable(fixture.property<QString>(u"topEngine"_s, "text")));

        QTest::keyClick(fixture.mainWindow(), Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(fixture.item(u"switcherRow_1"_s));
        QTest::keyClick(fixture.mainWindow(), Qt::Key_Down);
        QTest::keyClick(fixture.mainWindow(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.console->session().origin(), before, 30'000);
        QTRY_VERIFY(!fixture.item(u"switcherList"_s));
        expectNoWarnings(fixture);
    }

    Q_SLOT void wrongAddressIsNamedAtItsField()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        add(fixture, u"Hosted"_s, u"https://api.algenta.ai"_s);
        QTRY_VERIFY(fixture.item(u"connectionError_address"_s));
        QVERIFY(fixture.property<QString>(u"connectionError_address"_s, "text").contains(u"own cloud"_s));
        QVERIFY(fixture.item(u"connectionForm"_s));
        QCOMPARE(fixture.property<int>(u"connectionsList"_s, "count"), 1);
        expectNoWarnings(fixture);
    }

    Q_SLOT void actsAreConfirmedAfterBothWereShown()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        fixture.goTo(u"connections"_s);
        QTRY_VERIFY(fixture.item(u"actsConfirm"_s));
        fixture.click(u"actsConfirm"_s);
        QTRY_VERIFY(fixture.item(u"actsConfirmAccept"_s));
        fixture.click(u"actsConfirmAccept"_s);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.property<QString>(u"actsBadge"_s, "kind"), u"ok"_s, 30'000);
        QVERIFY(fixture.item(u"actsWithdraw"_s));
        expectNoWarnings(fixture);
    }

    Q_SLOT void paletteSwitchesToo()
    {
        demo::DemoEngine other;
        QVERIFY(other.start());
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        add(fixture, u"Second"_s, QString::fromStdString(other.baseUrl()));
        QTRY_COMPARE(fixture.property<QString>(u"connectionName"_s, "text"), u"Second"_s);
        QTest::keyClick(fixture.mainWindow(), Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(fixture.item(u"paletteField"_s));
        fixture.type(u"paletteField"_s, u"to Second"_s);
        QTest::keyClick(fixture.mainWindow(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.console->session().origin(),
                                  QString::fromStdString(other.baseUrl()), 30'000);
        expectNoWarnings(fixture);
    }

    Q_SLOT void keysOfTheEnvironmentReachNoChild()
    {
        qputenv("DE_API_KEY", "de_test_marker");
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        QVERIFY(!qEnvironmentVariableIsSet("ALGENTA_API_KEY"));
        QVERIFY(!qEnvironmentVariableIsSet("DE_API_KEY"));
    }
};

QTEST_MAIN(TestConnectionsPage)
#include "tst_connectionspage.moc"
