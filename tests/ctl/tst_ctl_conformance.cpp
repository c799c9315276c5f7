// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "tests/ctl/ctlrun.h"
#include "tests/support/rawserver.h"

#include <QRegularExpression>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using algenta::ctl::test::CtlRun;
using algenta::ctl::test::runCtl;
using algenta::test::RawScript;
using algenta::test::RawServer;

/** `algentactl conformance` against engines that keep the scenarios and engines that do not. */
class TestCtlConformance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theDemoEngineConforms();
    void blockedIsNeverPassed();
    void withoutARightKeyNothingIsPassed_data();
    void withoutARightKeyNothingIsPassed();
    void aChangedExportIsFound();
    void namelessRefusalsFail();
    void anEngineWithoutTheRoutesFails();
    void anotherMachineNeedsLeave();

private:
    CtlRun conformance(const std::string &key);
    static QMap<QString, QString> verdicts(const CtlRun &run);
    std::unique_ptr<demo::DemoEngine> m_engine;
};

void TestCtlConformance::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_engine = std::make_unique<demo::DemoEngine>();
    QVERIFY(m_engine->start());
}

CtlRun TestCtlConformance::conformance(const std::string &key)
{
    return runCtl({u"conformance"_s, u"--engine"_s, QString::fromStdString(m_engine->baseUrl()), u"--json"_s},
                  key);
}

QMap<QString, QString> TestCtlConformance::verdicts(const CtlRun &run)
{
    QMap<QString, QString> result;
    const QJsonArray scenarios = run.json()["scenarios"_L1].toArray();
    for (const QJsonValue &one : scenarios)
        result.insert(one["scenario"_L1].toString(), one["verdict"_L1].toString());
    return result;
}

void TestCtlConformance::theDemoEngineConforms()
{
    const CtlRun run = conformance(m_engine->operatorKey());
    COMPARE_CODE(run, 0);
    QCOMPARE(run.json()["passed"_L1].toInt(), 9);
    QCOMPARE(run.json()["failed"_L1].toInt(), 0);
    QCOMPARE(run.json()["blocked"_L1].toInt(), 3);
    QCOMPARE(verdicts(run).size(), 12);
    // As text the last line holds the counts.
    const CtlRun text = runCtl({u"conformance"_s, u"--engine"_s, QString::fromStdString(m_engine->baseUrl())},
                               m_engine->operatorKey());
    COMPARE_CODE(text, 0);
    QVERIFY2(text.out.endsWith("9 passed, 0 failed, 3 blocked\n"), text.all().constData());
}

void TestCtlConformance::blockedIsNeverPassed()
{
    const CtlRun run = conformance(m_engine->operatorKey());
    const auto all = verdicts(run);
    for (const QString &name : {u"execution_paused"_s, u"upstream_timeout"_s, u"deterministic_replay"_s})
        QCOMPARE(all.value(name), u"blocked"_s);
    const QJsonArray scenarios = run.json()["scenarios"_L1].toArray();
    for (const QJsonValue &one : scenarios)
        QVERIFY(!one["reason"_L1].toString().isEmpty());
}

void TestCtlConformance::withoutARightKeyNothingIsPassed_data()
{
    QTest::addColumn<QString>("key");
    QTest::newRow("none") << QString();
    QTest::newRow("wrong") << u"de_test_wrong"_s;
    QTest::newRow("viewer") << QString::fromStdString(demo::DemoOptions().viewerKey);
}

void TestCtlConformance::withoutARightKeyNothingIsPassed()
{
    QFETCH(QString, key);
    const CtlRun run = conformance(key.toStdString());
    COMPARE_CODE(run, 3);
    QCOMPARE(run.json()["failed"_L1].toInt(), 0);
    // A viewer may export the audit log; nothing else of it.
    QVERIFY2(run.json()["passed"_L1].toInt() <= 1, run.out.constData());
    QCOMPARE(verdicts(run).value(u"approved_then_executed"_s), u"blocked"_s);
}

void TestCtlConformance::aChangedExportIsFound()
{
    m_engine->setAnswerMutator("/v1/audit-logs/export.json", [](std::string body) {
        const auto at = body.find("decision");
        if (at != std::string::npos)
            body[at] = 'D';
        return body;
    });
    // There is an entry to change: logging one makes it.
    const CtlRun run = conformance(m_engine->operatorKey());
    COMPARE_CODE(run, 1);
    QCOMPARE(verdicts(run).value(u"audit_hash_verifies"_s), u"failed"_s);
    QCOMPARE(run.json()["failed"_L1].toInt(), 1);
}

void TestCtlConformance::namelessRefusalsFail()
{
    RawServer server;
    server.setScript(
        RawScript::answer(RawServer::response(409, R"({"error":{"code":"http_error","message":"409"}})")));
    const CtlRun run =
        runCtl({u"conformance"_s, u"--engine"_s, server.url().toString(), u"--json"_s}, "de_test_some_key");
    COMPARE_CODE(run, 1);
    QCOMPARE(run.json()["passed"_L1].toInt(), 0);
    QCOMPARE(run.json()["failed"_L1].toInt(), 9);
    QCOMPARE(run.json()["blocked"_L1].toInt(), 3);
}

void TestCtlConformance::anEngineWithoutTheRoutesFails()
{
    RawServer server;
    server.setScript(RawScript::answer(RawServer::response(404, R"({"detail":"Not Found"})")));
    const CtlRun run =
        runCtl({u"conformance"_s, u"--engine"_s, server.url().toString(), u"--json"_s}, "de_test_some_key");
    COMPARE_CODE(run, 1);
    QCOMPARE(run.json()["passed"_L1].toInt(), 0);
}

void TestCtlConformance::anotherMachineNeedsLeave()
{
    const CtlRun run = runCtl({u"conformance"_s, u"--engine"_s, u"https://engine.invalid"_s, u"--json"_s});
    COMPARE_CODE(run, 2);
    QCOMPARE(run.errorCode(), u"not_allowed"_s);
    QVERIFY(run.err.contains("--acts"));
    const CtlRun allowed =
        runCtl({u"conformance"_s, u"--engine"_s, u"https://engine.invalid"_s, u"--acts"_s, u"--json"_s});
    COMPARE_CODE(allowed, 3);
    QCOMPARE(allowed.json()["blocked"_L1].toInt(), 12);
}

QTEST_GUILESS_MAIN(TestCtlConformance)
#include "tst_ctl_conformance.moc"
