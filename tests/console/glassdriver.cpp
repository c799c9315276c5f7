// SPDX-License-Identifier: Apache-2.0
#include "tests/console/glassdriver.h"

#include <QTest>

namespace algenta::test
{

using namespace Qt::Literals::StringLiterals;

void openWindow(ConsoleFixture &fixture)
{
    fixture.goTo(u"blocked"_s);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.property<int>(u"blockedTable"_s, "count") > 0, 30'000);
    QMetaObject::invokeMethod(fixture.item(u"blockedTable"_s), "selectRow", Q_ARG(int, 0));
    QTRY_VERIFY(fixture.item(u"blockedBreakGlass"_s));
    fixture.click(u"blockedBreakGlass"_s);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.glass()->isVisible(), 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(!state(fixture).startsWith(u"reading"_s), 30'000);
}

QString state(const ConsoleFixture &fixture)
{
    return fixture.mainWindow()->property("breakGlass").value<QObject *>()->property("state").toString();
}

void makeReady(ConsoleFixture &fixture)
{
    openWindow(fixture);
    passFirstSteps(fixture);
}

void passFirstSteps(ConsoleFixture &fixture)
{
    QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"not_enrolled"_s, 30'000);
    QTRY_VERIFY(fixture.item(u"glassEnrol"_s));
    fixture.click(u"glassEnrol"_s);
    QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"host_not_allowed"_s, 30'000);
    QTRY_VERIFY(fixture.item(u"glassHostReason"_s));
    fixture.type(u"glassHostReason"_s, u"our own warehouse, checked by phone"_s);
    QTRY_VERIFY(fixture.item(u"glassAllowHost"_s)->isEnabled());
    fixture.click(u"glassAllowHost"_s);
    QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"ready"_s, 30'000);
    QTRY_VERIFY(fixture.item(u"glassArm"_s));
}

void fillArmForm(ConsoleFixture &fixture)
{
    fixture.type(u"glassReason"_s, u"supplier confirmed by phone"_s);
    fixture.item(u"glassCategory"_s)->forceActiveFocus();
    QTest::keyClick(fixture.glass(), Qt::Key_Down);
    fixture.type(u"glassKey"_s, QString::fromStdString(fixture.demo.operatorKey()));
    QTRY_VERIFY(fixture.item(u"glassArm"_s)->isEnabled());
    QTRY_VERIFY(!fixture.glass()->property("guarded").toBool());
}

void arm(ConsoleFixture &fixture)
{
    fillArmForm(fixture);
    fixture.click(u"glassArm"_s);
    QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"armed"_s, 30'000);
    QTRY_VERIFY(fixture.item(u"glassHold"_s));
}

QString host(const ConsoleFixture &fixture)
{
    return u"127.0.0.1:%1"_s.arg(fixture.demo.port());
}
void typeHost(ConsoleFixture &fixture)
{
    fixture.type(u"glassHost"_s, host(fixture));
    QTRY_VERIFY(fixture.item(u"glassHold"_s)->isEnabled());
}

QStringList kinds(ConsoleFixture &fixture)
{
    auto page = fixture.console->journal().page({}, 0, 200);
    if (!QTest::qWaitFor([&page] { return page.isFinished(); }, 30'000) || !page.result())
        return {};
    QStringList names;
    const QList<journal::Entry> entries = *page.result();
    for (const journal::Entry &entry : entries)
        names.prepend(journal::entryKindName(entry.draft.kind));
    return names;
}

void hold(ConsoleFixture &fixture, int milliseconds)
{
    QQuickItem *button = fixture.item(u"glassHold"_s);
    button->setProperty("holdDuration", 200);
    const QPoint centre = button->mapToScene(QPointF(button->width() / 2, button->height() / 2)).toPoint();
    QTest::mousePress(button->window(), Qt::LeftButton, Qt::NoModifier, centre);
    QTest::qWait(milliseconds);
    QTest::mouseRelease(button->window(), Qt::LeftButton, Qt::NoModifier, centre);
}

} // namespace algenta::test
