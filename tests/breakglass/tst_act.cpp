// SPDX-License-Identifier: Apache-2.0
#include "tests/breakglass/actfixture.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;
using algenta::test::ActFixture;
using journal::EntryKind;

namespace
{

demo::DemoOptions withOrder(const char *order)
{
    demo::DemoOptions options;
    options.gateOrder = demo::gateOrderFromText(order).value();
    return options;
}

} // namespace

class TestAct : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void confidenceOverrideEndsInAReceipt()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const engine::BlockedExecution blocked = fixture.blockedBy(id);
        QCOMPARE(blocked.gate, u"confidence"_s);
        const auto act = fixture.act(subjectOf(blocked));
        fixture.open(*act);
        QCOMPARE(act->state(), ActState::Ready);
        QCOMPARE(act->radius()->bypass.fields(), QStringList{u"override_safety"_s});
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);

        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::Receipt);
        const auto &receipt = std::get<engine::ExecutionReceipt>(*act->outcome());
        QCOMPARE(receipt.executionStatus, u"delivered"_s);
        QVERIFY(receipt.safetyOverridden);
        QCOMPARE(fixture.demo.overrideRequests().size(), 1u);
        QCOMPARE(fixture.demo.webhookDeliveries().size(), 1u);

        const QList<journal::Entry> entries =
            fixture.entries({EntryKind::ConnectionEnrolled, EntryKind::HostAllowed, EntryKind::Armed,
                             EntryKind::Intent, EntryKind::ArmingClosed, EntryKind::Outcome});
        QList<EntryKind> kinds;
        for (const journal::Entry &entry : entries)
            kinds.append(entry.draft.kind);
        QCOMPARE(kinds,
                 QList<EntryKind>({EntryKind::ConnectionEnrolled, EntryKind::HostAllowed, EntryKind::Armed,
                                   EntryKind::Intent, EntryKind::ArmingClosed, EntryKind::Outcome}));
        QCOMPARE(entries.at(3).draft.details[u"armed"].toString(), QString::number(entries.at(2).seq));
        QCOMPARE(entries.at(4).draft.details[u"how"].toString(), u"used"_s);
        QCOMPARE(entries.at(5).draft.details[u"outcome"].toString(), u"receipt"_s);
        const auto sent = journal::evidenceBytes(entries.at(3).draft.details[u"request"][u"body"]);
        QVERIFY(sent.has_value());
        QCOMPARE(*sent, QByteArray::fromStdString(fixture.demo.overrideRequests().front().body));
        QCOMPARE(journal::verifyJournal(fixture.journal.path()).integrity, journal::Integrity::Intact);
    }

    Q_SLOT void keyStandsNowhereInTheJournal()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        fixture.confirm(*act);
        const QByteArray key = QByteArray::fromStdString(fixture.demo.operatorKey());
        for (const journal::Entry &entry : fixture.entries()) {
            QVERIFY(!entry.bytes.contains(key));
            QVERIFY(!entry.bytes.contains(key.toBase64()));
        }
    }

    Q_SLOT void keyThatTheEngineRepeatsStaysOut()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        const QByteArray key = QByteArray::fromStdString(fixture.demo.operatorKey());
        const QByteArray body = "{\"detail\":\"bad Authorization: Bearer " + key + "\"}";
        fixture.demo.answerNextWith(
            fixture.executePath(id).toStdString(),
            ("HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nX-Echo: " + key +
             "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body)
                .toStdString());
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::Failed);
        QVERIFY(!act->answerBytes().isEmpty());
        QVERIFY(!act->answerBytes().contains(key));
        const QList<journal::Entry> outcomes = fixture.entries({EntryKind::Outcome});
        QCOMPARE(outcomes.size(), 1);
        const auto answer = journal::evidenceBytes(outcomes.constFirst().draft.details[u"answer"]);
        QVERIFY(answer.has_value());
        QVERIFY(!answer->contains(key));
        QVERIFY(!outcomes.constFirst().bytes.contains(key));
    }

    Q_SLOT void chainPassesBothGates_data()
    {
        QTest::addColumn<QByteArray>("order");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::newRow("idempotency first")
            << "idempotency,confidence,risk_floor"_ba << u"idempotency"_s << u"confidence"_s;
        QTest::newRow("confidence first")
            << "confidence,risk_floor,idempotency"_ba << u"confidence"_s << u"idempotency"_s;
    }
    Q_SLOT void chainPassesBothGates()
    {
        QFETCH(QByteArray, order);
        QFETCH(QString, first);
        QFETCH(QString, second);
        ActFixture fixture(withOrder(order.constData()));
        // Delivered while the policy let it pass, blocked on two counts now.
        const QString id = fixture.log(0.41);
        demo::PolicyChange loose;
        loose.minConfidence = 0.1;
        fixture.demo.setPolicy(loose);
        fixture.deliver(id);
        QCOMPARE(fixture.demo.webhookDeliveries().size(), 1u);
        demo::PolicyChange strict;
        strict.minConfidence = 0.6;
        fixture.demo.setPolicy(strict);

        const engine::BlockedExecution blocked = fixture.blockedBy(id);
        QCOMPARE(blocked.gate, first);
        const auto act = fixture.act(subjectOf(blocked));
        fixture.open(*act);
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::StillBlocked);
        QCOMPARE(std::get<engine::ExecutionBlocked>(*act->outcome()).gate, second);

        const std::optional<ActSubject> subject = act->chained();
        QVERIFY(subject.has_value());
        const auto next = fixture.act(*subject);
        fixture.open(*next);
        QCOMPARE(next->state(), ActState::Ready);
        QCOMPARE(next->radius()->bypass.fields(), QStringList({u"force"_s, u"override_safety"_s}));
        fixture.confirm(*next);
        QCOMPARE(next->state(), ActState::Receipt);
        QCOMPARE(fixture.demo.webhookDeliveries().size(), 2u);
        QCOMPARE(next->subject().chainId, act->actId());
        QCOMPARE(fixture.demo.overrideRequests().size(),
                 std::size_t(fixture.entries({EntryKind::Intent}).size()));
    }

    Q_SLOT void changeWhileOpenVoidsTheConfirmation()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        demo::PolicyChange change;
        change.minConfidence = 0.7;
        fixture.demo.setPolicy(change);
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::Changed);
        QVERIFY2(act->changes().contains(u"Confidence"_s), qPrintable(act->changes().join(u',')));
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
        QCOMPARE(fixture.entries({EntryKind::Intent}).size(), 0);

        fixture.open(*act);
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::Receipt);
    }

    Q_SLOT void badWordsSendNothing_data()
    {
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("host");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<int>("seconds");
        const QString good = u"Supplier B confirmed."_s;
        QTest::newRow("no reason") << u"   "_s << QString() << "de_test_x"_ba << 900;
        QTest::newRow("short reason") << u"b e c a u s e"_s << QString() << "de_test_x"_ba << 900;
        QTest::newRow("invisible reason") << QString(20, QChar(0x200B)) << QString() << "de_test_x"_ba << 900;
        QTest::newRow("other host") << good << u"127.0.0.2"_s << "de_test_x"_ba << 900;
        QTest::newRow("no key") << good << QString() << ""_ba << 900;
        QTest::newRow("too long") << good << QString() << "de_test_x"_ba << 901;
        QTest::newRow("for no time") << good << QString() << "de_test_x"_ba << 0;
    }
    Q_SLOT void badWordsSendNothing()
    {
        QFETCH(QString, reason);
        QFETCH(QString, host);
        QFETCH(QByteArray, key);
        QFETCH(int, seconds);
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        ArmRequest request = ActFixture::armRequest(*act);
        request.reason = reason;
        request.duration = std::chrono::seconds(seconds);
        act->arm(request, base::Secret(key));
        if (!host.isEmpty()) {
            QTRY_COMPARE_WITH_TIMEOUT(act->state(), ActState::Armed, 30'000);
            act->confirm(host);
            QCOMPARE(act->state(), ActState::Armed);
        } else {
            QCOMPARE(act->state(), ActState::Ready);
        }
        QVERIFY(act->error().has_value());
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
        QCOMPARE(fixture.entries({EntryKind::Intent}).size(), 0);
    }

    Q_SLOT void journalThatCannotBeWrittenSendsNothing()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        {
            QSqlDatabase other = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"holder"_s);
            other.setDatabaseName(fixture.journal.path());
            QVERIFY(other.open());
            fixture.arm(*act);
            QVERIFY(QSqlQuery(other).exec(u"BEGIN IMMEDIATE"_s));
            fixture.confirm(*act);
            other.close();
        }
        QSqlDatabase::removeDatabase(u"holder"_s);
        QCOMPARE(act->state(), ActState::NotRecorded);
        QVERIFY(act->error().has_value());
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
    }

    Q_SLOT void damagedRuleIsNoRule()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        QCOMPARE(act->state(), ActState::Ready);
        {
            QSqlDatabase other = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"damager"_s);
            other.setDatabaseName(fixture.journal.path());
            QVERIFY(other.open());
            QSqlQuery names(other);
            QVERIFY(names.exec(u"SELECT name FROM sqlite_master WHERE type = 'trigger'"_s));
            QStringList triggers;
            while (names.next())
                triggers.append(names.value(0).toString());
            names.finish();
            for (const QString &trigger : std::as_const(triggers))
                QVERIFY(QSqlQuery(other).exec(u"DROP TRIGGER "_s + trigger));
            QSqlQuery damage(other);
            QVERIFY(
                damage.exec(u"UPDATE entry SET leaf = zeroblob(32) WHERE kind = 'connection_enrolled'"_s));
            QCOMPARE(damage.numRowsAffected(), 1);
            other.close();
        }
        QSqlDatabase::removeDatabase(u"damager"_s);
        act->read();
        QTRY_COMPARE_WITH_TIMEOUT(act->state(), ActState::ReadFailed, 30'000);
        QCOMPARE(act->error()->code, base::ErrorCode::Tampered);
    }

    Q_SLOT void refusedKeyIsAFailureAndNothingWasExecuted()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        act->arm(ActFixture::armRequest(*act), base::Secret(QByteArrayView(fixture.demo.readingKey())));
        QTRY_COMPARE_WITH_TIMEOUT(act->state(), ActState::Armed, 30'000);
        act->confirm(act->radius()->webhook.host);
        QTRY_COMPARE_WITH_TIMEOUT(act->state(), ActState::Failed, 30'000);
        QCOMPARE(std::get<engine::ExecutionFailure>(*act->outcome()).error.code, base::ErrorCode::Forbidden);
        QCOMPARE(fixture.demo.webhookDeliveries().size(), 0u);
        QVERIFY(act->outcomeSeq() > act->intentSeq());
    }

    Q_SLOT void lostAnswerIsUnknownAndSettledByReading()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        fixture.demo.loseAnswerNext(fixture.executePath(id).toStdString());
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::Unknown);
        QCOMPARE(fixture.demo.webhookDeliveries().size(), 1u);
        act->settle();
        QTRY_COMPARE_WITH_TIMEOUT(act->state(), ActState::Reconciled, 30'000);
        QCOMPARE(act->verdict()->settlement, Settlement::ExecutedAfterIntent);
        QCOMPARE(fixture.demo.overrideRequests().size(), 1u);
        QCOMPARE(fixture.entries({EntryKind::Reconciled}).size(), 1);
    }

    Q_SLOT void droppedRequestIsNotCalledUnsentTooEarly()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        fixture.demo.dropNext(fixture.executePath(id).toStdString());
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::Unknown);
        act->settle();
        QTRY_VERIFY_WITH_TIMEOUT(act->verdict().has_value(), 30'000);
        QCOMPARE(act->verdict()->settlement, Settlement::TooEarly);
        QCOMPARE(act->state(), ActState::Unknown);
        QCOMPARE(fixture.entries({EntryKind::Reconciled}).size(), 0);
        fixture.clock.advance(120);
        act->settle();
        QTRY_COMPARE_WITH_TIMEOUT(act->state(), ActState::Reconciled, 30'000);
        QCOMPARE(act->verdict()->settlement, Settlement::NoChangeSeen);
        QCOMPARE(fixture.demo.webhookDeliveries().size(), 0u);
    }

    Q_SLOT void nextStartFindsAndSettlesWhatIsOpen()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        {
            const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
            fixture.open(*act);
            fixture.demo.loseAnswerNext(fixture.executePath(id).toStdString());
            fixture.confirm(*act);
        }
        Settler settler(fixture.journal, fixture.clock, u"tester@host"_s);
        auto open = settler.openActs();
        QTRY_VERIFY(open.isFinished());
        QVERIFY(open.result().has_value());
        QCOMPARE(open.result()->size(), 1);
        QVERIFY(open.result()->constFirst().facts.has_value());
        auto verdict = settler.settle(*open.result()->constFirst().facts, fixture.connection->rest());
        QTRY_VERIFY(verdict.isFinished());
        QVERIFY(verdict.result().has_value());
        QCOMPARE(verdict.result()->settlement, Settlement::ExecutedAfterIntent);
        auto again = settler.openActs();
        QTRY_VERIFY(again.isFinished());
        QCOMPARE(again.result()->size(), 0);
        QCOMPARE(fixture.demo.overrideRequests().size(), 1u);
    }

    Q_SLOT void unknownGateEndsTheChain()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        fixture.demo.blockNextExecution("calibration", "execution_blocked_calibration", "not calibrated");
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::StillBlocked);
        QCOMPARE(std::get<engine::ExecutionBlocked>(*act->outcome()).gate, u"calibration"_s);
        QVERIFY(!act->chained().has_value());
    }

    Q_SLOT void gateThatAnswersAgainAfterItsBypassEndsTheChain()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        fixture.demo.blockNextExecution("confidence", "execution_blocked_confidence", "still too low");
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::StillBlocked);
        QVERIFY(!act->chained().has_value());
    }

    Q_SLOT void finishedActCannotBeConfirmedAgain()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::Receipt);
        act->arm(ActFixture::armRequest(*act), fixture.operatorKey());
        act->confirm(act->radius()->webhook.host);
        act->read();
        act->settle();
        QCOMPARE(act->state(), ActState::Receipt);
        QCOMPARE(fixture.demo.overrideRequests().size(), 1u);
    }

    Q_SLOT void leavingWhileTheIntentIsRecordedSendsNothing()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        connect(act.get(), &Act::changed, act.get(), [&act] {
            if (act->state() == ActState::Recording)
                act->abandon();
        });
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::Failed);
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
        const QList<journal::Entry> outcomes = fixture.entries({EntryKind::Outcome});
        QCOMPARE(outcomes.size(), 1);
        QCOMPARE(outcomes.constFirst().draft.details[u"outcome"].toString(), u"failure"_s);
    }

    Q_SLOT void leavingWhileTheFactsAreCheckedSendsNothing()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        fixture.arm(*act);
        act->confirm(act->radius()->webhook.host);
        QCOMPARE(act->state(), ActState::Checking);
        act->abandon();
        QCOMPARE(act->state(), ActState::Ready);
        act->confirm(act->radius()->webhook.host);
        QVERIFY(act->error().has_value());
        act->arm(ActFixture::armRequest(*act), fixture.operatorKey());
        QCOMPARE(act->state(), ActState::Ready);
        QTest::qWait(200);
        QCOMPARE(fixture.entries({EntryKind::Intent}).size(), 0);
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
    }

    Q_SLOT void gateThatLiveDataDoesNotReproduceIsRefused()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const engine::BlockedExecution blocked = fixture.blockedBy(id);
        demo::PolicyChange loose;
        loose.minConfidence = 0.1;
        fixture.demo.setPolicy(loose);
        const auto act = fixture.act(subjectOf(blocked));
        fixture.open(*act);
        QCOMPARE(act->state(), ActState::Refused);
        act->arm(ActFixture::armRequest(*act), fixture.operatorKey());
        QCOMPARE(act->state(), ActState::Refused);
        QVERIFY(act->error().has_value());
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
    }

    Q_SLOT void unreadableDecisionCanBeReadAgain()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const engine::BlockedExecution blocked = fixture.blockedBy(id);
        fixture.demo.failNext(engine::decisionPath(id).toStdString(), 500, "{\"detail\":\"broken\"}");
        const auto act = fixture.act(subjectOf(blocked));
        fixture.open(*act);
        QCOMPARE(act->state(), ActState::ReadFailed);
        QCOMPARE(act->error()->code, base::ErrorCode::ServerFailed);
        fixture.open(*act);
        QCOMPARE(act->state(), ActState::Ready);
    }
};

QTEST_GUILESS_MAIN(TestAct)
#include "tst_act.moc"
