// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/drill.h"
#include "core/journal/actreport.h"
#include "tests/breakglass/actfixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;
using algenta::test::ActFixture;
using journal::EntryKind;

namespace
{

/** An act on a decision that was just blocked, its facts on the screen. */
struct Case {
    explicit Case(bool ownEngine = true, bool drill = false)
    {
        decision = fixture.log(0.41);
        ActPorts ports = fixture.ports();
        ports.ownEngine = ownEngine;
        ports.drill = drill;
        act = std::make_unique<Act>(ports, subjectOf(fixture.blockedBy(decision)));
        fixture.open(*act);
    }
    /** "how cause" of the closing records, in order. */
    QStringList closings()
    {
        QStringList list;
        for (const journal::Entry &entry : fixture.entries({EntryKind::ArmingClosed}))
            list.append(entry.draft.details[u"how"].toString() + u' ' +
                        entry.draft.details[u"cause"].toString());
        return list;
    }
    [[nodiscard]] std::size_t sent() const { return fixture.demo.overrideRequests().size(); }

    ActFixture fixture;
    QString decision;
    std::unique_ptr<Act> act;
};

} // namespace

/** Arming against a real engine and a real journal: what ends it, what forbids it, what it leaves behind. */
class TestActArming : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void disarmedByHandAndArmedAgain()
    {
        Case open;
        QCOMPARE(open.act->state(), ActState::Ready);
        open.fixture.arm(*open.act);
        QCOMPARE(open.act->state(), ActState::Armed);
        QVERIFY(open.act->remaining() > std::chrono::minutes(14));
        QCOMPARE(open.act->arming()->request.ticket, u"OPS-4471"_s);
        const QList<journal::Entry> armed = open.fixture.entries({EntryKind::Armed});
        QCOMPARE(armed.size(), 1);
        QCOMPARE(armed.constFirst().seq, open.act->armedSeq());
        QVERIFY(
            !armed.constFirst().bytes.contains(QByteArray::fromStdString(open.fixture.demo.operatorKey())));

        open.act->disarm(ArmingCause::Button);
        QCOMPARE(open.act->state(), ActState::Ready);
        QCOMPARE(open.act->remark()->cause, ArmingCause::Button);
        open.act->confirm(open.act->radius()->webhook.host);
        QVERIFY(open.act->error().has_value());
        QCOMPARE(open.act->state(), ActState::Ready);
        QTRY_COMPARE_WITH_TIMEOUT(open.closings(), QStringList{u"disarmed button"_s}, 30'000);

        open.fixture.confirm(*open.act);
        QCOMPARE(open.act->state(), ActState::Receipt);
        QVERIFY(!open.act->remark().has_value());
        QCOMPARE(open.closings(), QStringList({u"disarmed button"_s, u"used sent"_s}));
        QCOMPARE(open.sent(), 1u);
    }

    Q_SLOT void timeEndsIt()
    {
        Case open;
        open.fixture.arm(*open.act);
        open.fixture.clock.advance(14 * 60);
        QCOMPARE(open.act->state(), ActState::Armed);
        open.fixture.clock.advance(60);
        QTRY_COMPARE_WITH_TIMEOUT(open.act->state(), ActState::Ready, 30'000);
        QCOMPARE(*open.act->remark(), (ArmingEnd{ArmingHow::Expired, ArmingCause::TimeOver}));
        QTRY_COMPARE_WITH_TIMEOUT(open.closings(), QStringList{u"expired time_over"_s}, 30'000);
        QCOMPARE(open.sent(), 0u);
    }

    Q_SLOT void confirmingTooLateSendsNothing()
    {
        Case open;
        open.fixture.arm(*open.act);
        open.fixture.clock.advance(15 * 60);
        // At once: no timer has noticed yet.
        open.act->confirm(open.act->radius()->webhook.host);
        QCOMPARE(open.act->state(), ActState::Ready);
        QVERIFY(open.act->error().has_value());
        QTRY_COMPARE_WITH_TIMEOUT(open.closings(), QStringList{u"expired time_over"_s}, 30'000);
        QCOMPARE(open.fixture.entries({EntryKind::Intent}).size(), 0);
    }

    Q_SLOT void sleepEndsIt()
    {
        Case open;
        open.fixture.arm(*open.act);
        open.fixture.clock.sleep(30);
        QTRY_COMPARE_WITH_TIMEOUT(open.act->state(), ActState::Ready, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(open.closings(), QStringList{u"disarmed sleep"_s}, 30'000);
    }

    Q_SLOT void expiringWhileTheIntentIsRecordedSendsNothing()
    {
        Case open;
        open.fixture.arm(*open.act);
        connect(open.act.get(), &Act::changed, open.act.get(), [&open] {
            if (open.act->state() == ActState::Recording)
                open.fixture.clock.advance(15 * 60);
        });
        open.fixture.confirm(*open.act);
        QCOMPARE(open.act->state(), ActState::Failed);
        QVERIFY(!open.act->wasSent());
        QCOMPARE(open.sent(), 0u);
        QCOMPARE(open.closings(), QStringList{u"expired time_over"_s});
        const QList<journal::Entry> outcomes = open.fixture.entries({EntryKind::Outcome});
        QCOMPARE(outcomes.size(), 1);
        QVERIFY(!outcomes.constFirst().draft.details[u"sent"].toBool(true));
    }

    Q_SLOT void changeWhileArmedDisarms()
    {
        Case open;
        open.fixture.arm(*open.act);
        demo::PolicyChange change;
        change.minConfidence = 0.7;
        open.fixture.demo.setPolicy(change);
        open.fixture.confirm(*open.act);
        QCOMPARE(open.act->state(), ActState::Changed);
        QVERIFY(open.act->changes().contains(u"Confidence"_s));
        QTRY_COMPARE_WITH_TIMEOUT(open.closings(), QStringList{u"disarmed facts_changed"_s}, 30'000);
        QCOMPARE(open.sent(), 0u);
    }

    Q_SLOT void closingTheWindowWhileArmedIsRecorded()
    {
        Case open;
        open.fixture.arm(*open.act);
        open.act.reset();
        QTRY_COMPARE_WITH_TIMEOUT(open.closings(), QStringList{u"disarmed closed"_s}, 30'000);
    }

    Q_SLOT void nextStartClosesWhatACrashLeft()
    {
        Case open;
        open.fixture.arm(*open.act);
        journal::Draft left = open.fixture.entries({EntryKind::Armed}).constFirst().draft;
        left.details.set(u"process"_s, base::Json::string(u"earlier/1/1"_s));
        left.actId = u"earlier act"_s;
        auto appended = open.fixture.journal.append(left);
        QTRY_VERIFY(appended.isFinished() && appended.result());
        auto closed = closeStaleArmings(open.fixture.journal, u"tester@host"_s);
        QTRY_VERIFY_WITH_TIMEOUT(closed.isFinished(), 30'000);
        QCOMPARE(closed.result().value_or(-1), 1);
        QCOMPARE(open.closings(), QStringList{u"disarmed restart"_s});
        QVERIFY2(open.act->state() == ActState::Armed, "what this process armed is left alone");
        auto again = closeStaleArmings(open.fixture.journal, u"tester@host"_s);
        QTRY_VERIFY_WITH_TIMEOUT(again.isFinished(), 30'000);
        QCOMPARE(again.result().value_or(-1), 0);
    }

    Q_SLOT void overdueReviewForbidsArming()
    {
        Case open;
        open.fixture.confirm(*open.act);
        QCOMPARE(open.act->state(), ActState::Receipt);
        open.fixture.clock.advance(73 * 3600);
        const QString id = open.fixture.log(0.42);
        const auto next = open.fixture.act(subjectOf(open.fixture.blockedBy(id)));
        open.fixture.open(*next);
        open.fixture.arm(*next);
        QCOMPARE(next->state(), ActState::Ready);
        QVERIFY(next->error().has_value());
        QVERIFY2(next->error()->message.contains(open.act->actId()), qPrintable(next->error()->message));
        QCOMPARE(open.fixture.entries({EntryKind::Armed}).size(), 1);

        auto due = readDueReviews(open.fixture.journal);
        QTRY_VERIFY_WITH_TIMEOUT(due.isFinished(), 30'000);
        QCOMPARE(due.result()->size(), 1);
        auto reviewed = recordReview(open.fixture.journal, due.result()->constFirst(),
                                     u"right, stock was confirmed"_s, u"tester@host"_s);
        QTRY_VERIFY_WITH_TIMEOUT(reviewed.isFinished(), 30'000);
        QVERIFY(reviewed.result()->draft.details[u"self"].toBool());
        open.fixture.arm(*next);
        QCOMPARE(next->state(), ActState::Armed);
    }

    Q_SLOT void hostIsAllowedByAnActOfItsOwn()
    {
        ActFixture fixture;
        const QString id = fixture.log(0.41);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        act->read();
        QTRY_COMPARE_WITH_TIMEOUT(act->state(), ActState::NotEnrolled, 30'000);
        act->enrol();
        QTRY_COMPARE_WITH_TIMEOUT(act->state(), ActState::HostNotAllowed, 30'000);
        fixture.arm(*act);
        QCOMPARE(act->state(), ActState::HostNotAllowed);
        act->allowHost(u"fine"_s);
        QVERIFY(act->error().has_value());
        QCOMPARE(fixture.entries({EntryKind::HostAllowed}).size(), 0);
        act->allowHost(u"agreed with the supplier"_s);
        QTRY_COMPARE_WITH_TIMEOUT(act->state(), ActState::Ready, 30'000);
        const QList<journal::Entry> allowed = fixture.entries({EntryKind::HostAllowed});
        QCOMPARE(allowed.size(), 1);
        QCOMPARE(allowed.constFirst().draft.subject, act->radius()->webhook.host);

        fixture.arm(*act);
        QCOMPARE(act->state(), ActState::Armed);
        auto withdrawn = withdrawHost(fixture.journal,
                                      {fixture.connection->rest().address().origin(),
                                       act->radius()->webhook.host, u"no longer agreed"_s, u"tester@host"_s});
        QTRY_VERIFY_WITH_TIMEOUT(withdrawn.isFinished(), 30'000);
        QVERIFY(withdrawn.result().has_value());
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::Changed);
        QVERIFY2(act->changes().contains(u"Host"_s), qPrintable(act->changes().join(u',')));
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
        act->read();
        QTRY_COMPARE_WITH_TIMEOUT(act->state(), ActState::HostNotAllowed, 30'000);
        auto hosts = readAllowedHosts(fixture.journal, fixture.connection->rest().address().origin());
        QTRY_VERIFY_WITH_TIMEOUT(hosts.isFinished(), 30'000);
        QVERIFY(hosts.result() && hosts.result()->list().isEmpty());
    }

    Q_SLOT void keyDoesNotGoToAPortOfTheSameUser()
    {
        Case open(false);
        QCOMPARE(open.act->state(), ActState::Ready);
        open.fixture.arm(*open.act);
        QCOMPARE(open.act->state(), ActState::Ready);
        QVERIFY2(open.act->error() && open.act->error()->message.contains(u"your own user"),
                 "the engine of this test runs in the same process");
        QCOMPARE(open.fixture.entries({EntryKind::Armed}).size(), 0);
    }

    Q_SLOT void drillIsTheSamePathMarkedThroughout()
    {
        Case open(true, true);
        QCOMPARE(open.act->state(), ActState::Ready);
        QVERIFY(open.act->radius()->line(u"drill"));
        ArmRequest real = ActFixture::armRequest(*open.act);
        real.category = ActCategory::Outage;
        open.act->arm(real, open.fixture.operatorKey());
        QVERIFY(open.act->error().has_value());
        open.fixture.confirm(*open.act);
        QCOMPARE(open.act->state(), ActState::Receipt);
        QTRY_COMPARE_WITH_TIMEOUT(open.fixture.entries({EntryKind::DrillDone}).size(), 1, 30'000);
        QList<EntryKind> kinds;
        for (const journal::Entry &entry : open.fixture.entries()) {
            if (entry.draft.kind == EntryKind::JournalOpened || entry.draft.actor != u"tester@host"_s)
                continue;
            QVERIFY2(isDrill(entry.draft), qPrintable(journal::entryKindName(entry.draft.kind)));
            kinds.append(entry.draft.kind);
        }
        QCOMPARE(kinds, QList<EntryKind>({EntryKind::ConnectionEnrolled, EntryKind::HostAllowed,
                                          EntryKind::Armed, EntryKind::Intent, EntryKind::ArmingClosed,
                                          EntryKind::Outcome, EntryKind::DrillDone}));
        open.fixture.clock.advance(73 * 3600);
        auto due = readDueReviews(open.fixture.journal);
        QTRY_VERIFY_WITH_TIMEOUT(due.isFinished(), 30'000);
        QVERIFY(due.result()->isEmpty());
        QVERIFY(lastDrill(open.fixture.entries()).has_value());
    }

    Q_SLOT void drillNeedsTheConsolesOwnEngine()
    {
        Case open(false, true);
        QCOMPARE(open.act->state(), ActState::ReadFailed);
        QCOMPARE(open.act->error()->code, base::ErrorCode::NotAllowed);
    }

    Q_SLOT void reportTellsTheWholeAct()
    {
        Case open;
        open.fixture.demo.loseAnswerNext(open.fixture.executePath(open.decision).toStdString());
        open.fixture.confirm(*open.act);
        QCOMPARE(open.act->state(), ActState::Unknown);
        open.act->settle();
        QTRY_COMPARE_WITH_TIMEOUT(open.act->state(), ActState::Reconciled, 30'000);
        auto entries = open.fixture.journal.act(open.act->actId());
        QTRY_VERIFY_WITH_TIMEOUT(entries.isFinished(), 30'000);
        QVERIFY(entries.result().has_value());
        auto report = journal::actReport(*entries.result());
        QVERIFY(report.has_value());
        const base::Json &json = *report;
        QCOMPARE(json[u"act"].toString(), open.act->actId());
        QCOMPARE(json[u"decision"].toString(), open.decision);
        QCOMPARE(json[u"reason"].toString(), ActFixture::armRequest(*open.act).reason);
        QCOMPARE(json[u"category"].toString(), u"commitment"_s);
        QVERIFY(json[u"radius"][u"lines"].size() > 5);
        QCOMPARE(json[u"gates"].at(1)[u"verdict"].toString(), u"blocks"_s);
        QCOMPARE(json[u"armings"].size(), 2);
        const auto sent = journal::evidenceBytes(json[u"request"][u"body"]);
        QVERIFY(sent.has_value());
        QCOMPARE(*sent, QByteArray::fromStdString(open.fixture.demo.overrideRequests().front().body));
        QCOMPARE(json[u"answer"][u"outcome"].toString(), u"unknown"_s);
        QCOMPARE(json[u"reconciliations"].at(0)[u"settlement"].toString(), u"executed_after_intent"_s);
        QVERIFY(json[u"verdict"].toString().contains(u"cannot be proved"));
        QCOMPARE(json[u"entries"].size(), entries.result()->size());
        for (const base::Json &entry : json[u"entries"].items())
            QVERIFY(entry[u"inclusion_proof"].isNull() && entry[u"leaf"].toString().size() == 64);
        QVERIFY(journal::setInclusionProof(*report, open.act->intentSeq(), base::Json::string(u"proof"_s)));
        QVERIFY(!journal::setInclusionProof(*report, 9999, base::Json::string(u"proof"_s)));

        QList<journal::Entry> mixed = *entries.result();
        mixed.append(open.fixture.entries({EntryKind::ConnectionEnrolled}));
        QCOMPARE(journal::actReport(mixed).error().code, base::ErrorCode::InvalidInput);
        mixed = *entries.result();
        mixed[1].fault = u"changed"_s;
        QCOMPARE(journal::actReport(mixed).error().code, base::ErrorCode::Tampered);
        QCOMPARE(journal::actReport({}).error().code, base::ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestActArming)
#include "tst_actarming.moc"
