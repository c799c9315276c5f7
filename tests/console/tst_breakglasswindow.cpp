// SPDX-License-Identifier: Apache-2.0
#include "tests/console/consolefixture.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using test::ConsoleFixture;

/** The break-glass window driven as an operator drives it: clicks, keys, holding. */
class TestBreakGlassWindow : public QObject
{
    Q_OBJECT

    /** From the Blocked page to a window that shows the facts. */
    static void openWindow(ConsoleFixture &fixture)
    {
        fixture.goTo(u"blocked"_s);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.property<int>(u"blockedTable"_s, "count") > 0, 30'000);
        QMetaObject::invokeMethod(fixture.item(u"blockedTable"_s), "selectRow", Q_ARG(int, 0));
        QTRY_VERIFY(fixture.item(u"blockedBreakGlass"_s));
        fixture.click(u"blockedBreakGlass"_s);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.glass()->isVisible(), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.item(u"glassEnrol"_s) || fixture.item(u"glassHold"_s), 30'000);
        if (fixture.item(u"glassEnrol"_s))
            fixture.click(u"glassEnrol"_s);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.item(u"glassHold"_s), 30'000);
    }
    static void fillIn(ConsoleFixture &fixture)
    {
        fixture.type(u"glassReason"_s, u"supplier confirmed by phone"_s);
        fixture.type(u"glassKey"_s, QString::fromStdString(fixture.demo.operatorKey()));
        fixture.type(u"glassHost"_s, u"127.0.0.1:%1"_s.arg(fixture.demo.port()));
        QTRY_VERIFY(fixture.item(u"glassHold"_s)->isEnabled());
    }
    static void hold(ConsoleFixture &fixture, int milliseconds)
    {
        QQuickItem *button = fixture.item(u"glassHold"_s);
        button->setProperty("holdDuration", 200);
        const QPoint centre =
            button->mapToScene(QPointF(button->width() / 2, button->height() / 2)).toPoint();
        QTest::mousePress(button->window(), Qt::LeftButton, Qt::NoModifier, centre);
        QTest::qWait(milliseconds);
        QTest::mouseRelease(button->window(), Qt::LeftButton, Qt::NoModifier, centre);
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void operatorOverridesOneExecution()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        openWindow(fixture);
        fillIn(fixture);
        hold(fixture, 600);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.property<QString>(u"glassState"_s, "text"), u"receipt"_s, 30'000);
        QTRY_VERIFY(fixture.item(u"glassOutcome"_s));
        QCOMPARE(fixture.demo.overrideRequests().size(), 1u);
        QCOMPARE(fixture.demo.webhookDeliveries().size(), 1u);
        fixture.click(u"glassClose"_s);
        QTRY_VERIFY(!fixture.glass()->isVisible());
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }

    Q_SLOT void shortPressAndEnterSendNothing()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        openWindow(fixture);
        fillIn(fixture);
        hold(fixture, 50);
        QTest::keyClick(fixture.glass(), Qt::Key_Return);
        QTest::keyClick(fixture.glass(), Qt::Key_Enter);
        QTest::keyClick(fixture.glass(), Qt::Key_Space);
        fixture.item(u"glassHold"_s)->forceActiveFocus();
        QTest::keyClick(fixture.glass(), Qt::Key_Return);
        QTest::keyClick(fixture.glass(), Qt::Key_Space);
        QTest::qWait(400);
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
        QCOMPARE(fixture.property<QString>(u"glassState"_s, "text"), u"ready"_s);
    }

    Q_SLOT void keyboardAloneIsEnough()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        openWindow(fixture);
        fillIn(fixture);
        fixture.item(u"glassHold"_s)->setProperty("holdDuration", 200);
        QTest::keyClick(fixture.glass(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(fixture.property<bool>(u"glassHold"_s, "armedByKey"));
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
        QTest::keyClick(fixture.glass(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.property<QString>(u"glassState"_s, "text"), u"receipt"_s, 30'000);
    }

    Q_SLOT void pastedHostDoesNotCount()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        openWindow(fixture);
        fixture.type(u"glassReason"_s, u"supplier confirmed by phone"_s);
        fixture.type(u"glassKey"_s, QString::fromStdString(fixture.demo.operatorKey()));
        QGuiApplication::clipboard()->setText(u"127.0.0.1:%1"_s.arg(fixture.demo.port()));
        fixture.item(u"glassHost"_s)->forceActiveFocus();
        QTest::keyClick(fixture.glass(), Qt::Key_V, Qt::ControlModifier);
        QTRY_COMPARE(fixture.property<QString>(u"glassHost"_s, "text"), QString());
        QVERIFY(!fixture.item(u"glassHold"_s)->isEnabled());
    }

    Q_SLOT void escapeClosesAndNothingWasSent()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        openWindow(fixture);
        fillIn(fixture);
        QTest::keyClick(fixture.glass(), Qt::Key_Escape);
        QTRY_VERIFY(!fixture.glass()->isVisible());
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
    }

    Q_SLOT void lostAnswerIsUnknownAndNoticedInTheMainWindow()
    {
        ConsoleFixture fixture;
        const QString id = fixture.blockedDecision();
        QVERIFY(fixture.show());
        openWindow(fixture);
        fillIn(fixture);
        fixture.demo.loseAnswerNext((engine::decisionPath(id) + u"/execute"_s).toStdString());
        hold(fixture, 600);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.property<QString>(u"glassState"_s, "text"), u"unknown"_s, 30'000);
        fixture.click(u"glassClose"_s);
        QTRY_VERIFY(fixture.item(u"noticeUnknown"_s));
        QCOMPARE(fixture.demo.overrideRequests().size(), 1u);
        QMetaObject::invokeMethod(fixture.mainWindow()->property("breakGlass").value<QObject *>(),
                                  "settleOpenActs");
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.item(u"noticeUnknown"_s), 30'000);
        QCOMPARE(fixture.demo.overrideRequests().size(), 1u);
    }

    Q_SLOT void confirmingControlOffersNoAccessibleAction()
    {
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        openWindow(fixture);
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
