// SPDX-License-Identifier: Apache-2.0
#include "tests/console/consolefixture.h"
#include "tests/ctl/ctlrun.h"
#include "tests/support/rawserver.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using test::ConsoleFixture;
using test::RawScript;
using test::RawServer;

/** The Doctor page on the real window: against engines in every state, and as a terminal says it. */
class TestDoctorViewModel : public QObject
{
    Q_OBJECT

    static console::DoctorViewModel *doctorOf(const ConsoleFixture &fixture)
    {
        return fixture.mainWindow()->property("doctor").value<console::DoctorViewModel *>();
    }
    /** "HTTP": "done" for each step that is shown. */
    static QMap<QString, QString> states(const ConsoleFixture &fixture)
    {
        QMap<QString, QString> result;
        const QVariantList steps = doctorOf(fixture)->steps();
        for (const QVariant &step : steps)
            result.insert(step.toMap().value(u"title"_s).toString(),
                          step.toMap().value(u"state"_s).toString());
        return result;
    }
    static QVariantMap step(const ConsoleFixture &fixture, const QString &title)
    {
        const QVariantList steps = doctorOf(fixture)->steps();
        for (const QVariant &one : steps) {
            if (one.toMap().value(u"title"_s) == title)
                return one.toMap();
        }
        return {};
    }
    static void lookAt(ConsoleFixture &fixture, const QString &address)
    {
        doctorOf(fixture)->setAddress(address);
        doctorOf(fixture)->start();
        QTRY_VERIFY_WITH_TIMEOUT(!doctorOf(fixture)->isRunning(), 30'000);
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void aButtonOfTheSettingsChecksTheConnection()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        fixture.goTo(u"settings"_s);
        QTRY_VERIFY(fixture.item(u"settingsCheck"_s));
        fixture.click(u"settingsCheck"_s);
        QCOMPARE(fixture.mainWindow()->property("place").toString(), u"doctor"_s);
        QTRY_COMPARE_WITH_TIMEOUT(doctorOf(fixture)->state(), u"good"_s, 30'000);
        QCOMPARE(states(fixture).size(), 12);
        QCOMPARE(states(fixture).value(u"Reading key"_s), u"done"_s);
        QCOMPARE(states(fixture).value(u"TLS"_s), u"skipped"_s);
        // Each step is on the screen, and says all of it to a screen reader.
        QTRY_COMPARE(fixture.property<int>(u"doctorSteps"_s, "count"), 12);
        const QQuickItem *first = fixture.item(u"doctorStep_1"_s);
        QVERIFY(first);
        const QString said = first->property("step").toMap().value(u"finding"_s).toString();
        QVERIFY2(said.contains(u"127.0.0.1"_s), qPrintable(said));
        // The next start begins where the rail leads.
        QVERIFY(fixture.console->session().settings().place() != u"doctor"_s);
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }

    Q_SLOT void thePaletteLeadsThere()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        QTest::keyClick(fixture.mainWindow(), Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(fixture.item(u"paletteField"_s));
        fixture.type(u"paletteField"_s, u"check this"_s);
        QTest::keyClick(fixture.mainWindow(), Qt::Key_Return);
        QTRY_COMPARE(fixture.mainWindow()->property("place").toString(), u"doctor"_s);
        QTRY_COMPARE_WITH_TIMEOUT(doctorOf(fixture)->state(), u"good"_s, 30'000);
    }

    Q_SLOT void anEngineThatIsGoneOffersTheCheck()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        fixture.demo.stop();
        fixture.console->session().refresh();
        QTRY_COMPARE_WITH_TIMEOUT(fixture.console->session().state(), u"failed"_s, 60'000);
        QTRY_VERIFY(fixture.item(u"bannerOther"_s));
        fixture.click(u"bannerOther"_s);
        QTRY_COMPARE_WITH_TIMEOUT(doctorOf(fixture)->state(), u"failed"_s, 30'000);
        QCOMPARE(states(fixture).value(u"TCP connection"_s), u"failed"_s);
        QCOMPARE(states(fixture).value(u"HTTP"_s), u"skipped"_s);
        QVERIFY(!step(fixture, u"TCP connection"_s).value(u"remedy"_s).toString().isEmpty());
        QCOMPARE(doctorOf(fixture)->property("summary").toString().left(6), u"1 step"_s);
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }

    Q_SLOT void anotherAddressGetsNoKey()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        RawServer other;
        other.setScript(RawScript::answer(RawServer::response(421, "Invalid Host header", "text/plain")));
        lookAt(fixture, other.url().toString());
        QVERIFY(doctorOf(fixture)->basis().contains(u"no key"_s));
        QCOMPARE(states(fixture).value(u"Host guard"_s), u"failed"_s);
        QVERIFY(step(fixture, u"Host guard"_s)
                    .value(u"remedy"_s)
                    .toString()
                    .contains(u"ALGENTA_MCP_ALLOWED_HOSTS"_s));
        QCOMPARE(states(fixture).value(u"Reading key"_s), u"skipped"_s);
        QVERIFY(!other.receivedBytes().isEmpty());
        QVERIFY(!other.receivedBytes().contains(QByteArray::fromStdString(fixture.demo.readingKey())));
        QVERIFY(!other.receivedBytes().contains("Authorization"));
        // The connection's own address, typed, is the connection.
        lookAt(fixture, QString::fromStdString(fixture.demo.baseUrl()) + u'/');
        QCOMPARE(doctorOf(fixture)->state(), u"good"_s);
        QCOMPARE(states(fixture).value(u"Reading key"_s), u"done"_s);
    }

    Q_SLOT void anAddressThatIsNoneIsNotLookedAt_data()
    {
        QTest::addColumn<QString>("address");
        QTest::newRow("no scheme") << u"localhost:8000"_s;
        QTest::newRow("user info") << u"http://me:secret@127.0.0.1:1"_s;
        QTest::newRow("words") << u"my engine"_s;
    }
    Q_SLOT void anAddressThatIsNoneIsNotLookedAt()
    {
        QFETCH(QString, address);
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        doctorOf(fixture)->setAddress(address);
        QVERIFY(!doctorOf(fixture)->addressError().isEmpty());
        QVERIFY(!doctorOf(fixture)->addressError().contains(u"secret"_s));
        doctorOf(fixture)->start();
        QVERIFY(!doctorOf(fixture)->isRunning());
        QCOMPARE(doctorOf(fixture)->state(), u"none"_s);
    }

    Q_SLOT void escapeEndsALookAtOnce()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        RawServer silent;
        silent.setScript(RawScript::answer({}, RawScript::End::Stall));
        fixture.goTo(u"doctor"_s);
        QTRY_COMPARE_WITH_TIMEOUT(doctorOf(fixture)->state(), u"good"_s, 30'000);
        fixture.item(u"doctorAddress"_s)->setProperty("text", QString());
        fixture.type(u"doctorAddress"_s, silent.url().toString());
        QTest::keyClick(fixture.mainWindow(), Qt::Key_Return);
        QTRY_COMPARE(states(fixture).value(u"HTTP"_s), u"running"_s);
        QVERIFY(fixture.item(u"doctorCancel"_s));
        QTest::keyClick(fixture.mainWindow(), Qt::Key_Escape);
        QCOMPARE(doctorOf(fixture)->state(), u"ended"_s);
        QCOMPARE(states(fixture).value(u"HTTP"_s), u"skipped"_s);
        QTRY_COMPARE(silent.openConnections(), 0);
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }

    Q_SLOT void anotherConnectionEndsTheLook()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        RawServer silent;
        silent.setScript(RawScript::answer({}, RawScript::End::Stall));
        doctorOf(fixture)->setAddress(silent.url().toString());
        doctorOf(fixture)->start();
        QTRY_COMPARE(states(fixture).value(u"HTTP"_s), u"running"_s);
        fixture.console->session().open(
            *engine::parseEngineAddress(QString::fromStdString(fixture.demo.baseUrl())), base::Secret());
        QCOMPARE(doctorOf(fixture)->state(), u"ended"_s);
        QTRY_COMPARE(silent.openConnections(), 0);
    }

    Q_SLOT void whatIsCopiedIsWhatTheTerminalSays()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        fixture.goTo(u"doctor"_s);
        QTRY_COMPARE_WITH_TIMEOUT(doctorOf(fixture)->state(), u"good"_s, 30'000);
        const QString url = QString::fromStdString(fixture.demo.baseUrl());
        fixture.click(u"doctorCopyJson"_s);
        const auto json = ctl::test::runCtl({u"doctor"_s, url, u"--json"_s}, fixture.demo.readingKey());
        COMPARE_CODE(json, 0);
        QCOMPARE(QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).object(),
                 json.json());
        fixture.click(u"doctorCopyText"_s);
        const auto text = ctl::test::runCtl({u"doctor"_s, url}, fixture.demo.readingKey());
        COMPARE_CODE(text, 0);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromUtf8(text.out));
        QVERIFY(!QGuiApplication::clipboard()->text().contains(
            QString::fromStdString(fixture.demo.readingKey())));
    }
};

QTEST_MAIN(TestDoctorViewModel)
#include "tst_doctorviewmodel.moc"
