// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/selftest.h"
#include "tests/console/consolefixture.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;

class TestSelfTest : public QObject
{
    Q_OBJECT

    static int run(test::ConsoleFixture &fixture, QQmlApplicationEngine &engine)
    {
        console::SelfTest selfTest(engine, fixture.console->session(), {});
        QSignalSpy finished(&selfTest, &console::SelfTest::finished);
        selfTest.start();
        return finished.wait(60'000) ? finished.constFirst().constFirst().toInt() : -1;
    }

private:
    Q_SLOT void passesOnTheRealWindow()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        test::ConsoleFixture fixture;
        QVERIFY(fixture.show());
        QCOMPARE(run(fixture, *fixture.engine), 0);
    }

    Q_SLOT void failsOnASeededTypeError()
    {
        test::ConsoleFixture fixture;
        QVERIFY(fixture.show());
        QQmlApplicationEngine broken;
        console::SelfTest selfTest(broken, fixture.console->session(), {});
        QSignalSpy finished(&selfTest, &console::SelfTest::finished);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"TypeError"_s));
        broken.loadData("import QtQuick\nItem {\n    property string place\n    property var nothing: null\n"
                        "    property string text: nothing.text\n}\n");
        selfTest.start();
        QVERIFY(finished.wait(60'000));
        QCOMPARE(finished.constFirst().constFirst().toInt(), 1);
    }

    Q_SLOT void failsWithoutAWindow()
    {
        test::ConsoleFixture fixture;
        QVERIFY(fixture.show());
        QQmlApplicationEngine empty;
        QCOMPARE(run(fixture, empty), 1);
    }
};

QTEST_MAIN(TestSelfTest)
#include "tst_selftest.moc"
