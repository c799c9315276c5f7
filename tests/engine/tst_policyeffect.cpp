// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/engine/policyeffect.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::engine;
using Verdict = PolicyJudgement::Verdict;

namespace
{

Decision decision(const QByteArray &members)
{
    return *parseDecision(*algenta::base::readJson(R"({"id":"d1",)" + members + "}"));
}

Policy policy(const QByteArray &minConfidence, const QByteArray &riskFloor, bool allowReexecution = false)
{
    return *parsePolicy(*algenta::base::readJson(R"({"min_confidence":)" + minConfidence +
                                                 R"(,"risk_floor":)" + riskFloor +
                                                 R"(,"require_calibration":false,"allow_reexecution":)" +
                                                 (allowReexecution ? "true" : "false") + "}"));
}

} // namespace

class TestPolicyEffect : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void judges_data()
    {
        QTest::addColumn<QByteArray>("record");
        QTest::addColumn<QByteArray>("minConfidence");
        QTest::addColumn<QByteArray>("riskFloor");
        QTest::addColumn<Verdict>("verdict");
        const auto row = [](const char *name, const char *record, const char *minimum, const char *floor,
                            Verdict verdict) {
            QTest::newRow(name) << QByteArray(record) << QByteArray(minimum) << QByteArray(floor) << verdict;
        };
        row("both pass", R"("confidence":0.9,"risk_p5":-10)", "0.6", "5000", Verdict::Passes);
        row("confidence equals the minimum", R"("confidence":0.6,"risk_p5":0)", "0.6", "5000",
            Verdict::Passes);
        row("equal in other digits", R"("confidence":6e-1,"risk_p5":0)", "0.60", "5000", Verdict::Passes);
        row("one digit below, past a double", R"("confidence":0.59999999999999999999,"risk_p5":0)", "0.6",
            "5000", Verdict::Blocked);
        row("risk equals the floor", R"("confidence":0.9,"risk_p5":-5000)", "0.6", "5000.0", Verdict::Passes);
        row("risk one digit below the floor", R"("confidence":0.9,"risk_p5":-5000.00000000000000001)", "0.6",
            "5000", Verdict::Blocked);
        row("risk above zero", R"("confidence":0.9,"risk_p5":5001)", "0.6", "5000", Verdict::Passes);
        row("a floor of zero", R"("confidence":0.9,"risk_p5":-0.01)", "0.6", "0", Verdict::Blocked);
        row("zero at a floor of zero", R"("confidence":0.9,"risk_p5":0)", "0.6", "0", Verdict::Passes);
        row("no floor, no risk", R"("confidence":0.9)", "0.6", "null", Verdict::Passes);
        row("a floor, no risk", R"("confidence":0.9)", "0.6", "5000", Verdict::CannotJudge);
        row("risk null", R"("confidence":0.9,"risk_p5":null)", "0.6", "5000", Verdict::CannotJudge);
        row("risk a text", R"("confidence":0.9,"risk_p5":"-10")", "0.6", "5000", Verdict::CannotJudge);
        row("no confidence", R"("risk_p5":0)", "0.6", "5000", Verdict::CannotJudge);
        row("no confidence at a minimum of zero", R"("risk_p5":0)", "0", "5000", Verdict::CannotJudge);
        row("no confidence, blocked by risk", R"("risk_p5":-6000)", "0.6", "5000", Verdict::Blocked);
        row("no risk, blocked by confidence", R"("confidence":0.1)", "0.6", "5000", Verdict::Blocked);
        row("an exponent past all comparing", R"("confidence":1e-9999999999999999999,"risk_p5":0)", "0.6",
            "5000", Verdict::CannotJudge);
    }
    void judges()
    {
        QFETCH(QByteArray, record);
        QFETCH(QByteArray, minConfidence);
        QFETCH(QByteArray, riskFloor);
        QFETCH(Verdict, verdict);
        QCOMPARE(judge(decision(record), policy(minConfidence, riskFloor)).verdict, verdict);
    }

    void deliveryDoesNotBlockAFirstExecution()
    {
        const Decision delivered = decision(R"("confidence":0.9,"risk_p5":0,"execution_status":"delivered")");
        QCOMPARE(judge(delivered, policy("0.6", "5000")).verdict, Verdict::Passes);
    }

    void changes_data()
    {
        QTest::addColumn<QByteArray>("record");
        QTest::addColumn<QByteArray>("before"); ///< "min_confidence risk_floor"
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<PolicyEffect>("effect");
        QTest::addColumn<QString>("gates");
        const auto row = [](const char *name, const char *record, const char *before, const char *after,
                            PolicyEffect effect, const QString &gates = {}) {
            QTest::newRow(name) << QByteArray(record) << QByteArray(before) << QByteArray(after) << effect
                                << gates;
        };
        using enum PolicyEffect;
        row("raised past it", R"("confidence":0.59,"risk_p5":0)", "0.55 5000", "0.6 5000", Blocks,
            u"confidence"_s);
        row("raised up to it", R"("confidence":0.60,"risk_p5":0)", "0.55 5000", "0.6 5000", Unchanged);
        row("lowered below it", R"("confidence":0.59,"risk_p5":0)", "0.6 5000", "0.55 5000", LetsThrough,
            u"confidence"_s);
        row("lowered down to it", R"("confidence":0.55,"risk_p5":0)", "0.6 5000", "0.55 5000", LetsThrough,
            u"confidence"_s);
        row("floor narrowed", R"("confidence":0.9,"risk_p5":-4500)", "0.6 5000", "0.6 4000", Blocks,
            u"risk_floor"_s);
        row("floor narrowed up to it", R"("confidence":0.9,"risk_p5":-4000)", "0.6 5000", "0.6 4000",
            Unchanged);
        row("floor set", R"("confidence":0.9,"risk_p5":-1)", "0.6 null", "0.6 0", Blocks, u"risk_floor"_s);
        row("floor lifted", R"("confidence":0.9,"risk_p5":-1)", "0.6 0", "0.6 null", LetsThrough,
            u"risk_floor"_s);
        row("both gates", R"("confidence":0.5,"risk_p5":-9000)", "0.4 null", "0.6 5000", Blocks,
            u"confidence, risk_floor"_s);
        row("blocked both times by different gates", R"("confidence":0.5,"risk_p5":-4500)", "0.6 5000",
            "0.4 4000", Unchanged);
        row("blocked by the other gate anyway", R"("confidence":0.59,"risk_p5":-9000)", "0.55 5000",
            "0.6 5000", Unchanged);
        // A missing value counts only where it could make the difference.
        row("no risk, confidence passes both", R"("confidence":0.9)", "0.55 5000", "0.6 5000", Unchanged);
        row("no risk, confidence would block now", R"("confidence":0.59)", "0.55 5000", "0.6 5000",
            CannotJudge, u"risk_floor"_s);
        row("no risk, confidence blocks both", R"("confidence":0.1)", "0.55 5000", "0.6 4000", Unchanged);
        row("no risk, the floor moved", R"("confidence":0.9)", "0.6 5000", "0.6 4000", CannotJudge,
            u"risk_floor"_s);
        row("no risk, the floor was set", R"("confidence":0.9)", "0.6 null", "0.6 5000", CannotJudge,
            u"risk_floor"_s);
        row("no confidence, raised", R"("risk_p5":0)", "0.55 5000", "0.6 5000", CannotJudge, u"confidence"_s);
        row("no confidence, only the floor moved past it", R"("risk_p5":-4500)", "0.6 5000", "0.6 4000",
            CannotJudge, u"confidence"_s);
        row("no confidence, the floor moved elsewhere", R"("risk_p5":-10)", "0.6 5000", "0.6 4000",
            Unchanged);
        row("nothing to judge by, nothing changed", R"("context":"x")", "0.6 5000", "0.60 5000.0", Unchanged);
    }
    void changes()
    {
        QFETCH(QByteArray, record);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(PolicyEffect, effect);
        QFETCH(QString, gates);
        const auto of = [](const QByteArray &text) {
            const QList<QByteArray> parts = text.split(' ');
            return policy(parts.at(0), parts.at(1));
        };
        const DecisionEffect found = effectOf(decision(record), of(before), of(after));
        QCOMPARE(found.effect, effect);
        QCOMPARE(found.gates.join(u", "_s), gates);
    }

    void everyOpenAnswerHasAValueThatMakesTheDifference()
    {
        // Against plain enumeration: a missing value stands for each of a few that lie on every side.
        const QList<QByteArray> minima{"0.5", "0.6"};
        const QList<QByteArray> floors{"null", "4000", "5000"};
        const QList<QByteArray> confidences{"", "0.4", "0.5", "0.55", "0.6", "0.9"};
        const QList<QByteArray> risks{"", "-6000", "-5000", "-4500", "-4000", "0"};
        const auto record = [](const QByteArray &confidence, const QByteArray &risk) {
            return decision("\"confidence\":" + (confidence.isEmpty() ? "null" : confidence) +
                            ",\"risk_p5\":" + (risk.isEmpty() ? "null" : risk));
        };
        int open = 0;
        for (const QByteArray &m1 : minima)
            for (const QByteArray &m2 : minima)
                for (const QByteArray &f1 : floors)
                    for (const QByteArray &f2 : floors)
                        for (const QByteArray &c : confidences)
                            for (const QByteArray &r : risks) {
                                const Policy before = policy(m1, f1);
                                const Policy after = policy(m2, f2);
                                QSet<int> possible;
                                for (const QByteArray &cc : c.isEmpty() ? confidences : QList<QByteArray>{c})
                                    for (const QByteArray &rr : r.isEmpty() ? risks : QList<QByteArray>{r})
                                        if (!cc.isEmpty() && !rr.isEmpty())
                                            possible.insert(
                                                int(effectOf(record(cc, rr), before, after).effect));
                                const PolicyEffect found = effectOf(record(c, r), before, after).effect;
                                const QByteArray what = m1 + ' ' + f1 + " to " + m2 + ' ' + f2 +
                                                        " of confidence " + c + " risk " + r;
                                if (possible.size() == 1) {
                                    QVERIFY2(possible.contains(int(found)), what);
                                } else {
                                    QVERIFY2(found == PolicyEffect::CannotJudge, what);
                                    ++open;
                                }
                            }
        QVERIFY(open > 20);
    }

    void reexecution_data()
    {
        QTest::addColumn<QByteArray>("record");
        QTest::addColumn<bool>("before");
        QTest::addColumn<bool>("after");
        QTest::addColumn<PolicyEffect>("effect");
        using enum PolicyEffect;
        const QByteArray delivered = R"("execution_status":"delivered")";
        QTest::newRow("allowed") << delivered << false << true << LetsThrough;
        QTest::newRow("forbidden") << delivered << true << false << Blocks;
        QTest::newRow("as before") << delivered << false << false << Unchanged;
        QTest::newRow("never executed") << QByteArray(R"("context":"x")") << true << false << Unchanged;
        QTest::newRow("failed") << QByteArray(R"("execution_status":"failed")") << true << false << Unchanged;
        QTest::newRow("executed, not said how")
            << QByteArray(R"("executed_at":"2026-11-30T09:00:00Z")") << true << false << CannotJudge;
    }
    void reexecution()
    {
        QFETCH(QByteArray, record);
        QFETCH(bool, before);
        QFETCH(bool, after);
        QFETCH(PolicyEffect, effect);
        QCOMPARE(
            reexecutionEffect(decision(record), policy("0.6", "5000", before), policy("0.6", "5000", after)),
            effect);
    }
};

QTEST_GUILESS_MAIN(TestPolicyEffect)
#include "tst_policyeffect.moc"
