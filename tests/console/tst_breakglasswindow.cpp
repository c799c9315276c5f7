// SPDX-License-Identifier: Apache-2.0
#include "tests/console/glassdriver.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::test;

class TestBreakGlassWindow : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void operatorOverridesOneExecution()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        makeReady(fixture);
        arm(fixture);
        QVERIFY(fixture.item(u"noticeArmed"_s));
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
        typeHost(fixture);
        hold(fixture, 600);
        QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"receipt"_s, 30'000);
        QTRY_VERIFY(fixture.item(u"glassOutcome"_s));
        QVERIFY(!fixture.item(u"noticeArmed"_s));
        QCOMPARE(fixture.demo.overrideRequests().size(), 1u);
        QCOMPARE(fixture.demo.webhookDeliveries().size(), 1u);
        QCOMPARE(kinds(fixture),
                 QStringList({u"journal_opened"_s, u"connection_enrolled"_s, u"host_allowed"_s, u"armed"_s,
                              u"intent"_s, u"arming_closed"_s, u"outcome"_s}));
        fixture.click(u"glassClose"_s);
        QTRY_VERIFY(!fixture.glass()->isVisible());
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }

    Q_SLOT void enterAndAShortPressSendNothing()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        makeReady(fixture);
        arm(fixture);
        typeHost(fixture);
        hold(fixture, 50);
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space})
            QTest::keyClick(fixture.glass(), key);
        fixture.item(u"glassHold"_s)->forceActiveFocus();
        QTest::keyClick(fixture.glass(), Qt::Key_Return);
        QTest::keyClick(fixture.glass(), Qt::Key_Space);
        QTest::qWait(400);
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
        QCOMPARE(state(fixture), u"armed"_s);
    }

    Q_SLOT void enterDoesNotArm()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        makeReady(fixture);
        fillArmForm(fixture);
        QTest::keyClick(fixture.glass(), Qt::Key_Return);
        fixture.item(u"glassTicket"_s)->forceActiveFocus();
        QTest::keyClick(fixture.glass(), Qt::Key_Return);
        QTest::qWait(400);
        QCOMPARE(state(fixture), u"ready"_s);
        QVERIFY(!kinds(fixture).contains(u"armed"_s));
    }

    Q_SLOT void keyboardAloneIsEnough()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        makeReady(fixture);
        arm(fixture);
        typeHost(fixture);
        fixture.item(u"glassHold"_s)->setProperty("holdDuration", 200);
        QTest::keyClick(fixture.glass(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(fixture.property<bool>(u"glassHold"_s, "armedByKey"));
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
        QTest::keyClick(fixture.glass(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"receipt"_s, 30'000);
    }

    Q_SLOT void pastedHostDoesNotCount()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        makeReady(fixture);
        arm(fixture);
        QGuiApplication::clipboard()->setText(host(fixture));
        fixture.item(u"glassHost"_s)->forceActiveFocus();
        QTest::keyClick(fixture.glass(), Qt::Key_V, Qt::ControlModifier);
        QTRY_COMPARE(fixture.property<QString>(u"glassHost"_s, "text"), QString());
        QVERIFY(!fixture.item(u"glassHold"_s)->isEnabled());
    }

    Q_SLOT void whatEndsAnArming_data()
    {
        QTest::addColumn<QString>("how");
        QTest::newRow("button") << u"button"_s;
        QTest::newRow("key") << u"key"_s;
        QTest::newRow("key in the main window") << u"main"_s;
        QTest::newRow("notice in the main window") << u"notice"_s;
        QTest::newRow("screen lock") << u"lock"_s;
        QTest::newRow("sleep") << u"sleep"_s;
        QTest::newRow("lost connection") << u"lost"_s;
        QTest::newRow("another engine") << u"engine"_s;
        QTest::newRow("Escape") << u"escape"_s;
    }
    Q_SLOT void whatEndsAnArming()
    {
        QFETCH(QString, how);
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        makeReady(fixture);
        arm(fixture);
        typeHost(fixture);
        auto *glass = fixture.mainWindow()->property("breakGlass").value<console::BreakGlassViewModel *>();
        if (how == "button"_L1) {
            fixture.click(u"glassDisarm"_s);
        } else if (how == "key"_L1) {
            QTest::keyClick(fixture.glass(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        } else if (how == "main"_L1) {
            QTest::keyClick(fixture.mainWindow(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        } else if (how == "notice"_L1) {
            QMetaObject::invokeMethod(fixture.item(u"noticeArmed"_s), "triggered");
        } else if (how == "lock"_L1) {
            glass->disarmBecause(breakglass::ArmingCause::ScreenLock);
        } else if (how == "sleep"_L1) {
            glass->disarmBecause(breakglass::ArmingCause::Sleep);
        } else if (how == "lost"_L1) {
            fixture.demo.stop();
            fixture.console->session().refresh();
        } else if (how == "engine"_L1) {
            fixture.console->session().open(fixture.console->session().connection()->address(), {});
        } else {
            QTest::keyClick(fixture.glass(), Qt::Key_Escape);
        }
        QTRY_VERIFY_WITH_TIMEOUT(!glass->isArmed(), 60'000);
        QTRY_COMPARE(kinds(fixture).last(), u"arming_closed"_s);
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
        QVERIFY(!fixture.item(u"noticeArmed"_s));
        QVERIFY(!fixture.item(u"glassHold"_s));
        if (how != "escape"_L1 && how != "engine"_L1)
            QVERIFY(fixture.item(u"glassRemark"_s));
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }

    Q_SLOT void changedFactsDisarmAndAreNamed()
    {
        ConsoleFixture fixture;
        const QString id = fixture.blockedDecision();
        QVERIFY(fixture.show());
        makeReady(fixture);
        arm(fixture);
        typeHost(fixture);
        fixture.demo.setAnswerMutator("/v1/decisions/" + id.toStdString(), [](std::string body) {
            const auto at = body.find("4180");
            return at == std::string::npos ? body : body.replace(at, 4, "9180");
        });
        hold(fixture, 600);
        QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"changed"_s, 30'000);
        QVERIFY(fixture.property<QString>(u"glassStateText"_s, "text").contains(u"Expected value"_s));
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
    }

    Q_SLOT void escapeClosesAndNothingWasSent()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        makeReady(fixture);
        QTest::keyClick(fixture.glass(), Qt::Key_Escape);
        QTRY_VERIFY(!fixture.glass()->isVisible());
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
    }

    Q_SLOT void lostAnswerIsUnknownAndNoticedInTheMainWindow()
    {
        ConsoleFixture fixture;
        const QString id = fixture.blockedDecision();
        QVERIFY(fixture.show());
        makeReady(fixture);
        arm(fixture);
        typeHost(fixture);
        fixture.demo.loseAnswerNext((engine::decisionPath(id) + u"/execute"_s).toStdString());
        hold(fixture, 600);
        QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"unknown"_s, 30'000);
        fixture.click(u"glassClose"_s);
        QTRY_VERIFY(fixture.item(u"noticeUnknown"_s));
        QCOMPARE(fixture.demo.overrideRequests().size(), 1u);
        auto *glass = fixture.mainWindow()->property("breakGlass").value<console::BreakGlassViewModel *>();
        glass->openActs()->settle();
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.item(u"noticeUnknown"_s), 30'000);
        QCOMPARE(fixture.demo.overrideRequests().size(), 1u);
    }

    Q_SLOT void exerciseTakesTheSamePathOnAnEngineOfItsOwn()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        fixture.goTo(u"settings"_s);
        QTRY_VERIFY(fixture.item(u"glassStartDrill"_s));
        // It may stand below the part of the page that is shown.
        QMetaObject::invokeMethod(fixture.item(u"glassStartDrill"_s), "clicked");
        QTRY_VERIFY_WITH_TIMEOUT(fixture.glass()->isVisible(), 30'000);
        QVERIFY(fixture.glass()->title().startsWith(u"EXERCISE"_s));
        QVERIFY(fixture.item(u"glassDrill"_s));
        auto *glass = fixture.mainWindow()->property("breakGlass").value<console::BreakGlassViewModel *>();
        passFirstSteps(fixture);
        QVERIFY(glass->canArm());
        fixture.type(u"glassReason"_s, u"an exercise of the night shift"_s);
        fixture.type(u"glassKey"_s, glass->drillKey());
        QTRY_VERIFY(!fixture.glass()->property("guarded").toBool());
        QTRY_VERIFY(fixture.item(u"glassArm"_s)->isEnabled());
        fixture.click(u"glassArm"_s);
        QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"armed"_s, 30'000);
        fixture.type(u"glassHost"_s, glass->host());
        QTRY_VERIFY(fixture.item(u"glassHold"_s)->isEnabled());
        hold(fixture, 600);
        QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"receipt"_s, 30'000);
        QTRY_VERIFY(kinds(fixture).contains(u"drill_done"_s));
        // The engine that the console works with heard nothing of it.
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
        fixture.click(u"glassClose"_s);
        QTRY_VERIFY(!fixture.glass()->isVisible());
        QTRY_VERIFY(fixture.property<QString>(u"glassDrillText"_s, "text").startsWith(u"Last exercise"_s));
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }

    Q_SLOT void keySealedOnThisMachineArms()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        fixture.goTo(u"settings"_s);
        fixture.type(u"glassSealKey"_s, QString::fromStdString(fixture.demo.operatorKey()));
        fixture.type(u"glassSealWords"_s, u"correct horse battery"_s);
        fixture.type(u"glassSealAgain"_s, u"correct horse battery"_s);
        QTRY_VERIFY(fixture.item(u"glassSeal"_s)->isEnabled());
        QMetaObject::invokeMethod(fixture.item(u"glassSeal"_s), "clicked");
        QTRY_VERIFY_WITH_TIMEOUT(fixture.item(u"glassRemoveKey"_s), 60'000);
        makeReady(fixture);
        fixture.type(u"glassReason"_s, u"supplier confirmed by phone"_s);
        fixture.item(u"glassCategory"_s)->forceActiveFocus();
        QTest::keyClick(fixture.glass(), Qt::Key_Down);
        QTRY_VERIFY(!fixture.glass()->property("guarded").toBool());
        fixture.type(u"glassKey"_s, u"wrong horse battery"_s);
        fixture.click(u"glassArm"_s);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.item(u"glassProblem"_s), 60'000);
        QCOMPARE(state(fixture), u"ready"_s);
        fixture.type(u"glassKey"_s, u"correct horse battery"_s);
        fixture.click(u"glassArm"_s);
        QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"armed"_s, 60'000);
    }

    Q_SLOT void confirmingControlOffersNoAccessibleAction()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        makeReady(fixture);
        arm(fixture);
        QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(fixture.item(u"glassHold"_s));
        QVERIFY(interface);
        const QStringList actions =
            interface->actionInterface() ? interface->actionInterface()->actionNames() : QStringList();
        QVERIFY2(!actions.contains(QAccessibleActionInterface::pressAction()),
                 qPrintable(actions.join(u',')));
    }
};

QTEST_MAIN(TestBreakGlassWindow)
#include "tst_breakglasswindow.moc"
