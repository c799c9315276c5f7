// SPDX-License-Identifier: Apache-2.0
#include "tests/breakglass/actfixture.h"
#include "tests/breakglass/faultrelay.h"

#include <QRegularExpression>
#include <QTcpSocket>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;
using algenta::test::ActFixture;
using journal::EntryKind;

namespace
{

QByteArray answer(const QByteArray &status, const QByteArray &body,
                  const QByteArray &type = "application/json")
{
    return "HTTP/1.1 " + status + "\r\nContent-Type: " + type +
           "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
}

} // namespace

/** An engine that delivered and then answers something else, or nothing: never sent twice, never believed. */
class TestActFaults : public QObject
{
    Q_OBJECT

    /** An act over a relay, ready to be armed. */
    struct Relayed {
        Relayed()
            : relay(fixture.demo.port())
            , address(engine::parseEngineAddress(u"http://127.0.0.1:%1"_s.arg(relay.serverPort()))
                          .value_or(engine::EngineAddress{}))
            , connection(address, base::Secret(QByteArrayView(fixture.demo.readingKey())))
        {
            decision = fixture.log(0.41);
            ActPorts ports{connection.rest(), fixture.journal, fixture.clock, u"tester@host"_s, true};
            act = std::make_unique<Act>(ports, subjectOf(fixture.blockedBy(decision)));
            fixture.open(*act);
        }
        ActFixture fixture;
        test::FaultRelay relay;
        engine::EngineAddress address;
        engine::EngineConnection connection;
        QString decision;
        std::unique_ptr<Act> act;
    };

    static void settlesAsExecuted(Relayed &relayed)
    {
        QCOMPARE(relayed.act->state(), ActState::Unknown);
        QCOMPARE(relayed.relay.executions(), 1);
        QCOMPARE(relayed.fixture.demo.overrideRequests().size(), 1u);
        QCOMPARE(relayed.fixture.demo.webhookDeliveries().size(), 1u);
        const QList<journal::Entry> outcomes = relayed.fixture.entries({EntryKind::Outcome});
        QCOMPARE(outcomes.size(), 1);
        QCOMPARE(outcomes.constFirst().draft.details[u"outcome"].toString(), u"unknown"_s);
        relayed.act->settle();
        QTRY_COMPARE_WITH_TIMEOUT(relayed.act->state(), ActState::Reconciled, 30'000);
        QCOMPARE(relayed.act->verdict()->settlement, Settlement::ExecutedAfterIntent);
        QCOMPARE(relayed.relay.executions(), 1);
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void relayChangesNothingByItself()
    {
        Relayed relayed;
        QCOMPARE(relayed.act->state(), ActState::Ready);
        relayed.fixture.confirm(*relayed.act);
        QCOMPARE(relayed.act->state(), ActState::Receipt);
        QCOMPARE(relayed.relay.executions(), 1);
    }

    Q_SLOT void deliveredAndAnsweredWrongly_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("half a status line") << QByteArray("HTTP/1.1 20");
        QTest::newRow("status line alone") << QByteArray("HTTP/1.1 200 OK\r\n");
        QTest::newRow("half a body") << QByteArray(
            "HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"decision_id\":\"");
        QTest::newRow("not HTTP") << QByteArray("whatever\r\n\r\n");
        QTest::newRow("500 of a proxy")
            << answer("500 Internal Server Error", "<html>proxy</html>", "text/html");
        QTest::newRow("500 of the engine") << answer(
            "500 Internal Server Error", R"({"error":{"code":"internal_error","message":"broken"}})");
        QTest::newRow("502") << answer("502 Bad Gateway", "");
        QTest::newRow("504") << answer("504 Gateway Timeout", "timeout", "text/plain");
        QTest::newRow("200 that says nothing") << answer("200 OK", "{}");
        QTest::newRow("200 of another decision")
            << answer("200 OK", R"({"decision_id":"other","webhook_url":"h","execution_status":"delivered",
                "execution_response_code":200,"executed_at":"2026-11-30T12:00:00Z","policy_snapshot_id":"p",
                "schema_snapshot_id":"s","manifest_version":1,"payload_summary":{},"safety_overridden":true})");
    }
    Q_SLOT void deliveredAndAnsweredWrongly()
    {
        QFETCH(QByteArray, bytes);
        Relayed relayed;
        relayed.relay.answerNextExecutionWith(bytes);
        relayed.fixture.confirm(*relayed.act);
        settlesAsExecuted(relayed);
    }

    Q_SLOT void answerThatBreaksOff_data()
    {
        QTest::addColumn<int>("bytes");
        for (const int bytes : {1, 12, 17, 60, 200})
            QTest::addRow("after %d", bytes) << bytes;
    }
    Q_SLOT void answerThatBreaksOff()
    {
        QFETCH(int, bytes);
        Relayed relayed;
        relayed.relay.cutNextExecutionAfter(bytes);
        relayed.fixture.confirm(*relayed.act);
        settlesAsExecuted(relayed);
    }

    Q_SLOT void answerGivenTwiceIsOneReceipt()
    {
        Relayed relayed;
        relayed.relay.answerNextExecutionTwice();
        relayed.fixture.confirm(*relayed.act);
        QCOMPARE(relayed.act->state(), ActState::Receipt);
        QCOMPARE(relayed.relay.executions(), 1);
        QCOMPARE(relayed.fixture.entries({EntryKind::Outcome}).size(), 1);
        QCOMPARE(relayed.fixture.demo.webhookDeliveries().size(), 1u);
    }

    Q_SLOT void requestWithoutAnIntentIsFound()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const QByteArray body = R"({"webhook_url":"http://127.0.0.1:9/","override_safety":true})";
        QTcpSocket socket;
        socket.connectToHost(QHostAddress(QHostAddress::LocalHost),
                             static_cast<quint16>(fixture.demo.port()));
        socket.write("POST " + fixture.executePath(id).toLatin1() +
                     " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: " +
                     QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.demo.overrideRequests().size(), 1u, 30'000);
        const QStringList stray = fixture.strayRequests();
        QCOMPARE(stray.size(), 1);
        QVERIFY2(stray.constFirst().contains(id), qPrintable(stray.constFirst()));
        fixture.demo.clearRequests();
        QVERIFY(fixture.strayRequests().isEmpty());
    }

    Q_SLOT void engineThatIsGoneIsNotSent()
    {
        Relayed relayed;
        relayed.fixture.arm(*relayed.act);
        connect(relayed.act.get(), &Act::changed, &relayed.relay, [&relayed] {
            if (relayed.act->state() == ActState::Recording)
                relayed.relay.close();
        });
        relayed.fixture.confirm(*relayed.act);
        QCOMPARE(relayed.act->state(), ActState::Failed);
        QVERIFY(!relayed.act->wasSent());
        QCOMPARE(relayed.fixture.demo.overrideRequests().size(), 0u);
        const QList<journal::Entry> outcomes = relayed.fixture.entries({EntryKind::Outcome});
        QCOMPARE(outcomes.size(), 1);
        QVERIFY(!outcomes.constFirst().draft.details[u"sent"].toBool(true));
    }
};

QTEST_GUILESS_MAIN(TestActFaults)
#include "tst_actfaults.moc"
