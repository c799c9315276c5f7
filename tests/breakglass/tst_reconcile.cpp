// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/reconcile.h"
#include "tests/breakglass/records.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;

class TestReconcile : public QObject
{
    Q_OBJECT

    static IntentFacts intent(const engine::Decision &before)
    {
        IntentFacts facts;
        facts.actId = u"act"_s;
        facts.decisionId = before.id;
        facts.recordedAt = QDateTime::fromString(u"2026-11-30T10:00:00Z"_s, Qt::ISODate);
        facts.executedAtBefore = before.executedAt.raw;
        facts.executionStatusBefore = before.executionStatus;
        return facts;
    }
    static engine::Decision executed(const QString &status, const QString &at)
    {
        engine::Decision decision = test::decision();
        decision.executionStatus = status;
        decision.executedAt = base::parseTimestamp(at);
        return decision;
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void onlyWhatIsProvableIsSaid_data()
    {
        QTest::addColumn<engine::Decision>("before");
        QTest::addColumn<engine::Decision>("now");
        QTest::addColumn<int>("secondsAfterIntent");
        QTest::addColumn<Settlement>("settlement");
        const engine::Decision fresh = test::decision();
        const engine::Decision done = test::deliveredDecision();
        QTest::newRow("delivered") << fresh << executed(u"delivered"_s, u"2026-11-30T10:00:01Z"_s) << 5
                                   << Settlement::ExecutedAfterIntent;
        QTest::newRow("failed delivery is an execution too")
            << fresh << executed(u"failed"_s, u"2026-11-30T10:00:01Z"_s) << 5
            << Settlement::ExecutedAfterIntent;
        QTest::newRow("delivered again") << done << executed(u"delivered"_s, u"2026-11-30T10:00:01Z"_s) << 5
                                         << Settlement::ExecutedAfterIntent;
        QTest::newRow("unchanged, under way") << fresh << fresh << 69 << Settlement::TooEarly;
        QTest::newRow("unchanged, long enough") << fresh << fresh << 70 << Settlement::NoChangeSeen;
        QTest::newRow("old delivery unchanged") << done << done << 3600 << Settlement::NoChangeSeen;
        QTest::newRow("execution vanished") << done << fresh << 3600 << Settlement::Contradictory;
        QTest::newRow("execution went back") << done << executed(u"delivered"_s, u"2026-11-30T09:39:59Z"_s)
                                             << 3600 << Settlement::Contradictory;
        QTest::newRow("same time, other status")
            << done << executed(u"failed"_s, u"2026-11-30T09:40:00Z"_s) << 3600 << Settlement::Contradictory;
        QTest::newRow("time unreadable")
            << fresh << executed(u"delivered"_s, u"yesterday"_s) << 3600 << Settlement::Contradictory;
    }
    Q_SLOT void onlyWhatIsProvableIsSaid()
    {
        QFETCH(engine::Decision, before);
        QFETCH(engine::Decision, now);
        QFETCH(int, secondsAfterIntent);
        QFETCH(Settlement, settlement);
        const IntentFacts facts = intent(before);
        const Verdict verdict = settle(facts, now, facts.recordedAt.addSecs(secondsAfterIntent));
        QCOMPARE(verdict.settlement, settlement);
        QVERIFY(!verdict.sentence.isEmpty());
    }

    Q_SLOT void missingDecisionIsContradictory()
    {
        const IntentFacts facts = intent(test::decision());
        QCOMPARE(settleMissing(facts, facts.recordedAt).settlement, Settlement::Contradictory);
    }
};

QTEST_GUILESS_MAIN(TestReconcile)
#include "tst_reconcile.moc"
