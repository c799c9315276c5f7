// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/engine/blocked.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::ErrorCode;
using Verdict = algenta::engine::GateCheck::Verdict;

namespace engine = algenta::engine;

namespace
{

engine::AuditEntry entry(const QByteArray &metadata, const QByteArray &action = "decision.execute",
                         const QByteArray &result = "blocked")
{
    const auto json =
        algenta::base::readJson(R"({"id":"a1","timestamp":"2026-11-30T09:00:00Z","actor_email":"agent@x",
        "action":")" + action + R"(","resource_type":"decision","resource_id":"d1","result":")" +
                                result + R"(","metadata":)" + metadata + "}");
    if (!json)
        qFatal("the test's entry cannot be read");
    return *engine::parseAuditEntry(*json);
}

engine::Decision decision(const QByteArray &members)
{
    return *engine::parseDecision(*algenta::base::readJson(R"({"id":"d1")" + members + "}"));
}

engine::Policy policy(const QByteArray &members)
{
    return *engine::parsePolicy(*algenta::base::readJson("{" + members + "}"));
}

} // namespace

class TestBlocked : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void embeddedRulesAreTheFile();
    void refusesBrokenRules_data();
    void refusesBrokenRules();
    void readsWhatTheEntrySays();
    void otherEntriesAreNone_data();
    void otherEntriesAreNone();
    void gateIsNotGuessed_data();
    void gateIsNotGuessed();
    void checksAGate_data();
    void checksAGate();
    void checksAllThree();
};

void TestBlocked::embeddedRulesAreTheFile()
{
    QFile file(QStringLiteral(ALGENTA_SOURCE_DIR "/contracts/blocked-execution-rules.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto rules = engine::parseBlockedRules(file.readAll());
    QVERIFY(rules);
    QVERIFY(!rules->rules.isEmpty());
    QCOMPARE(engine::embeddedBlockedRules().rules.size(), rules->rules.size());
    QCOMPARE(engine::embeddedBlockedRules().rules.first().action, rules->rules.first().action);
    for (const auto &rule : rules->rules)
        QVERIFY(!rule.verified); // until one was seen on a real engine
}

void TestBlocked::refusesBrokenRules_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no json") << QByteArray("{");
    QTest::newRow("other version") << QByteArray(R"({"rules_version":"2","rules":[]})");
    QTest::newRow("no list") << QByteArray(R"({"rules_version":"1"})");
    QTest::newRow("no action") << QByteArray(
        R"({"rules_version":"1","rules":[{"result":"x","verified":false}]})");
    QTest::newRow("verified a text") << QByteArray(
        R"({"rules_version":"1","rules":[{"action":"a","result":"x","verified":"no"}]})");
    QTest::newRow("a key twice") << QByteArray(R"({"rules_version":"1","rules":[],"rules":[]})");
}

void TestBlocked::refusesBrokenRules()
{
    QFETCH(QByteArray, bytes);
    const auto rules = engine::parseBlockedRules(bytes);
    QVERIFY(!rules);
    QCOMPARE(rules.error().code, ErrorCode::InvalidInput);
}

void TestBlocked::readsWhatTheEntrySays()
{
    const auto blocked = engine::blockedFromAudit(
        engine::embeddedBlockedRules(),
        entry(
            R"({"gate":"confidence","code":"execution_blocked_confidence","message":"low","request_id":"req_1",
                  "webhook_url":"http://h/x"})"));
    QVERIFY(blocked);
    QCOMPARE(blocked->source, engine::BlockedSource::AuditLog);
    QCOMPARE(blocked->id, u"a1"_s);
    QCOMPARE(blocked->decisionId, u"d1"_s);
    QCOMPARE(blocked->gate, u"confidence"_s);
    QVERIFY(blocked->gateKnown);
    QCOMPARE(blocked->message, u"low"_s);
    QCOMPARE(blocked->who, u"agent@x"_s);
    QCOMPARE(blocked->requestId, u"req_1"_s);
    QCOMPARE(blocked->webhookUrl, u"http://h/x"_s);
    QVERIFY(blocked->when.isValid());
}

void TestBlocked::otherEntriesAreNone_data()
{
    QTest::addColumn<QByteArray>("action");
    QTest::addColumn<QByteArray>("result");
    QTest::newRow("success") << QByteArray("decision.execute") << QByteArray("success");
    QTest::newRow("denied") << QByteArray("decision.execute") << QByteArray("denied");
    QTest::newRow("other action") << QByteArray("decision.log") << QByteArray("blocked");
    QTest::newRow("case counts") << QByteArray("Decision.Execute") << QByteArray("blocked");
}

void TestBlocked::otherEntriesAreNone()
{
    QFETCH(QByteArray, action);
    QFETCH(QByteArray, result);
    QVERIFY(!engine::blockedFromAudit(engine::embeddedBlockedRules(), entry("{}", action, result)));
}

void TestBlocked::gateIsNotGuessed_data()
{
    QTest::addColumn<QByteArray>("metadata");
    QTest::addColumn<QString>("gate");
    QTest::addColumn<bool>("known");
    QTest::newRow("none") << QByteArray("null") << QString() << false;
    QTest::newRow("code only") << QByteArray(R"({"code":"execution_blocked_risk_floor"})") << u"risk_floor"_s
                               << true;
    QTest::newRow("gate only: named, not known")
        << QByteArray(R"({"gate":"confidence"})") << u"confidence"_s << false;
    QTest::newRow("unknown gate") << QByteArray(R"({"gate":"x","code":"execution_blocked_x"})") << u"x"_s
                                  << false;
    QTest::newRow("disagree") << QByteArray(R"({"gate":"confidence","code":"execution_blocked_idempotency"})")
                              << QString() << false;
    QTest::newRow("other code") << QByteArray(R"({"gate":"confidence","code":"conflict"})") << QString()
                                << false;
    QTest::newRow("in a message only")
        << QByteArray(R"({"message":"gate confidence execution_blocked_confidence"})") << QString() << false;
    QTest::newRow("not a text") << QByteArray(R"({"gate":["confidence"]})") << QString() << false;
    QTest::newRow("empty suffix") << QByteArray(R"({"code":"execution_blocked_"})") << QString() << false;
}

void TestBlocked::gateIsNotGuessed()
{
    QFETCH(QByteArray, metadata);
    const auto blocked = engine::blockedFromAudit(engine::embeddedBlockedRules(), entry(metadata));
    QVERIFY(blocked);
    QTEST(blocked->gate, "gate");
    QTEST(blocked->gateKnown, "known");
}

void TestBlocked::checksAGate_data()
{
    QTest::addColumn<QString>("gate");
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<QString>("threshold");
    QTest::addColumn<QString>("margin");
    const QString confidence = u"confidence"_s;
    const QString floor = u"risk_floor"_s;
    const QString idempotency = u"idempotency"_s;
    const QByteArray rules = R"("min_confidence":0.60,"risk_floor":25000)";
    QTest::newRow("below") << confidence << QByteArray(R"(,"confidence":0.41)") << rules
                           << Verdict::Reproduced << u"0.6"_s << u"0.19"_s;
    QTest::newRow("equal") << confidence << QByteArray(R"(,"confidence":0.6)") << rules
                           << Verdict::NotReproduced << u"0.6"_s << QString();
    QTest::newRow("below by less than a double shows")
        << confidence << QByteArray(R"(,"confidence":0.59999999999999999999999)") << rules
        << Verdict::Reproduced << u"0.6"_s << u"0.00000000000000000000001"_s;
    QTest::newRow("no confidence") << confidence << QByteArray() << rules << Verdict::CannotTell << u"0.6"_s
                                   << QString();
    QTest::newRow("confidence a text") << confidence << QByteArray(R"(,"confidence":"0.1")") << rules
                                       << Verdict::CannotTell << u"0.6"_s << QString();
    QTest::newRow("risk below") << floor << QByteArray(R"(,"risk_p5":-48000)") << rules << Verdict::Reproduced
                                << u"-25000"_s << u"23000"_s;
    QTest::newRow("risk at the floor") << floor << QByteArray(R"(,"risk_p5":-2.5e4)") << rules
                                       << Verdict::NotReproduced << u"-25000"_s << QString();
    QTest::newRow("no floor") << floor << QByteArray(R"(,"risk_p5":-48000)")
                              << QByteArray(R"("min_confidence":0.6,"risk_floor":null)")
                              << Verdict::NotReproduced << QString() << QString();
    QTest::newRow("no risk") << floor << QByteArray() << rules << Verdict::CannotTell << u"-25000"_s
                             << QString();
    QTest::newRow("delivered") << idempotency << QByteArray(R"(,"execution_status":"delivered")") << rules
                               << Verdict::Reproduced << QString() << QString();
    QTest::newRow("failed delivery") << idempotency << QByteArray(R"(,"execution_status":"failed")") << rules
                                     << Verdict::NotReproduced << QString() << QString();
    QTest::newRow("re-execution allowed") << idempotency << QByteArray(R"(,"execution_status":"delivered")")
                                          << QByteArray(R"("min_confidence":0.6,"allow_reexecution":true)")
                                          << Verdict::NotReproduced << QString() << QString();
    QTest::newRow("unknown gate") << u"calibration"_s << QByteArray() << rules << Verdict::CannotTell
                                  << QString() << QString();
}

void TestBlocked::checksAGate()
{
    QFETCH(QString, gate);
    QFETCH(QByteArray, members);
    QFETCH(QByteArray, rules);
    const engine::GateCheck check = engine::checkGate(gate, decision(members), policy(rules));
    QCOMPARE(check.gate, gate);
    QTEST(check.verdict, "verdict");
    QTEST(check.threshold, "threshold");
    QTEST(check.margin, "margin");
    QVERIFY(!check.reason.isEmpty());
}

void TestBlocked::checksAllThree()
{
    const auto checks = engine::checkGates(
        decision(
            R"(,"confidence":0.1,"risk_p5":-9,"execution_status":"delivered","executed_at":"2026-11-30T09:00:00Z")"),
        policy(R"("min_confidence":0.8,"risk_floor":5)"));
    QCOMPARE(checks.size(), 3);
    for (const auto &check : checks)
        QCOMPARE(check.verdict, Verdict::Reproduced);
    QCOMPARE(checks.at(0).measured, u"2026-11-30T09:00:00Z"_s);
}

QTEST_GUILESS_MAIN(TestBlocked)
#include "tst_blocked.moc"
