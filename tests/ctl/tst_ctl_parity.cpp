// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "tests/contract/schemavalidator.h"
#include "tests/ctl/ctlrun.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::ctl::test;
using algenta::demo::DemoEngine;

namespace
{

const QString sourceFolder = QStringLiteral(ALGENTA_SOURCE_DIR);
const QString olderContract = sourceFolder + u"/contracts/examples/upstream-contract-0.1.0.json"_s;

/** One tool too many, one missing, a hidden field, a wrong default, a bad name. */
const QByteArray faultySurface =
    "{\"profile\": \"execute\", \"default_profile\": \"govern\", \"tools\": [\n"
    "    {\"name\": \"algenta_get_contract\", \"inputSchema\": {\"type\": \"object\"}},\n"
    "    {\"name\": \"algenta_query_data\", \"inputSchema\": {\"type\": \"object\"}},\n"
    "    {\"name\": \"algenta_delete_decision\", \"inputSchema\": {\"type\": \"object\"}},\n"
    "    {\"name\": \"algenta-simulate\", \"inputSchema\": {\"type\": \"object\"}},\n"
    "    {\"name\": \"algenta_plan_decision\", \"inputSchema\": {\"type\": \"object\"}},\n"
    "    {\"name\": \"algenta_log_decision\", \"inputSchema\": {\"type\": \"object\"}},\n"
    "    {\"name\": \"algenta_execute_decision\", \"inputSchema\": {\"type\": \"object\",\n"
    "        \"properties\": {\"decision_id\": {\"type\": \"string\"}},\n"
    "        \"allOf\": [{\"required\": [\"decision_id\"]}, {\"properties\": {\"force\": {\"type\": "
    "\"boolean\"}}}]}}]}";

const QByteArray goodGateway = "model_list: []\n"
                               "common: &common\n"
                               "  transport: http\n"
                               "  allowed_tools: [get_contract, query_data, simulate, recommend]\n"
                               "mcp_servers:\n"
                               "  algenta:\n"
                               "    <<: *common\n"
                               "    url: \"https://engine.example/mcp\"\n"
                               "  wiki:\n"
                               "    url: \"https://wiki.example/mcp\"\n";

QStringList rulesOf(const CtlRun &run)
{
    QStringList rules;
    for (const QJsonValue &profile : run.json()["profiles"_L1].toArray()) {
        for (const QJsonValue &finding : profile["findings"_L1].toArray())
            rules.append(finding["rule"_L1].toString() + u' ' + finding["subject"_L1].toString());
    }
    return rules;
}

} // namespace

/** parity against surfaces, gateways and engines, in every format. */
class TestCtlParity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void theDemoEngineKeepsEveryProfile_data();
    void theDemoEngineKeepsEveryProfile();
    void aFaultySurfaceNamesEachFaultOnce();
    void aSurfaceOfEverythingNeedsTheEngine();
    void surfacesOfSeveralProfiles();
    void aGatewayIsJudged_data();
    void aGatewayIsJudged();
    void hostileYamlIsRefused_data();
    void hostileYamlIsRefused();
    void reportsFollowTheirPublicSchemas_data();
    void reportsFollowTheirPublicSchemas();
    void aSarifReportNamesEachFinding();
    void aBrokenCopyNamesItsRule();
    void wrongUsage_data();
    void wrongUsage();

private:
    [[nodiscard]] QString url() const { return QString::fromStdString(m_engine.baseUrl()); }
    [[nodiscard]] QString saved(const QString &name, const QByteArray &bytes) const;

    DemoEngine m_engine;
    QTemporaryDir m_folder;
};

void TestCtlParity::initTestCase()
{
    QVERIFY2(m_engine.start(), m_engine.errorText().c_str());
}

void TestCtlParity::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_engine.clearRequests();
}

QString TestCtlParity::saved(const QString &name, const QByteArray &bytes) const
{
    QFile file(m_folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
}

void TestCtlParity::theDemoEngineKeepsEveryProfile_data()
{
    QTest::addColumn<QString>("profile");
    for (const char *profile : {"observe", "govern", "execute", "full"})
        QTest::newRow(profile) << QString::fromLatin1(profile);
}

void TestCtlParity::theDemoEngineKeepsEveryProfile()
{
    QFETCH(QString, profile);
    const CtlRun run = runCtl({u"parity"_s, u"--engine"_s, url(), u"--profile"_s, profile, u"--json"_s});
    COMPARE_CODE(run, 0);
    QCOMPARE(names(run.json()["profiles"_L1].toArray(), u"profile"_s), QStringList(profile));
}

void TestCtlParity::aFaultySurfaceNamesEachFaultOnce()
{
    const QString file = saved(u"faulty.json"_s, faultySurface);
    const CtlRun run = runCtl({u"parity"_s, u"--surface"_s, file, u"--json"_s});
    COMPARE_CODE(run, 1);
    QStringList rules = rulesOf(run);
    rules.sort();
    QCOMPARE(rules,
             QStringList({u"ATC-101 algenta_delete_decision"_s, u"ATC-102 recommend"_s, u"ATC-104 govern"_s,
                          u"ATC-201 algenta_execute_decision"_s, u"ATC-301 algenta-simulate"_s}));
    for (const QJsonValue &finding : run.json()["profiles"_L1].toArray().first()["findings"_L1].toArray()) {
        if (finding["rule"_L1].toString() == "ATC-201"_L1)
            QCOMPARE(finding["places"_L1].toArray().first().toString(), u"/allOf/1/properties/force"_s);
    }
    QVERIFY(m_engine.requests().empty());

    const CtlRun text = runCtl({u"parity"_s, u"--surface"_s, u"-"_s}, {}, faultySurface);
    COMPARE_CODE(text, 1);
    for (const char *once : {"delete_decision", "recommend", "/allOf/1/properties/force", "default profile",
                             "algenta-simulate:"})
        QVERIFY2(text.out.count(once) == 1, text.all().constData());
}

void TestCtlParity::aSurfaceOfEverythingNeedsTheEngine()
{
    const CtlRun flat =
        runCtl({u"tools"_s, u"--engine"_s, url(), u"--profile"_s, u"full"_s, u"--flat"_s, u"--json"_s});
    COMPARE_CODE(flat, 0);
    QJsonArray tools;
    for (const QJsonValue &tool : flat.json()["tools"_L1].toArray())
        tools.append(QJsonObject{{u"name"_s, tool["name"_L1]}, {u"inputSchema"_s, tool["input_schema"_L1]}});
    const QJsonObject surface{{u"profile"_s, u"full"_s}, {u"tools"_s, tools}};
    const QString file = saved(u"full.json"_s, QJsonDocument(surface).toJson());
    const CtlRun blind = runCtl({u"parity"_s, u"--surface"_s, file, u"--json"_s});
    COMPARE_CODE(blind, 3);
    QCOMPARE(blind.json()["gaps"_L1].toArray().size(), 1);
    COMPARE_CODE(runCtl({u"parity"_s, u"--surface"_s, file, u"--engine"_s, url()}), 0);
    tools.removeFirst();
    const QJsonObject fewer{{u"profile"_s, u"full"_s}, {u"tools"_s, tools}};
    COMPARE_CODE(runCtl({u"parity"_s, u"--surface"_s, u"-"_s, u"--engine"_s, url()}, {},
                        QJsonDocument(fewer).toJson()),
                 1);
}

void TestCtlParity::surfacesOfSeveralProfiles()
{
    const QByteArray observe =
        "[{\"profile\":\"observe\",\"tools\":[\n"
        "        "
        "{\"name\":\"get_contract\",\"inputSchema\":{}},{\"name\":\"query_data\",\"inputSchema\":{}},\n"
        "        "
        "{\"name\":\"simulate\",\"inputSchema\":{}},{\"name\":\"recommend\",\"inputSchema\":{}}%1]},{"
        "\"profile\":\"govern\",\"tools\":[\n"
        "        "
        "{\"name\":\"get_contract\",\"inputSchema\":{}},{\"name\":\"query_data\",\"inputSchema\":{}},\n"
        "        {\"name\":\"simulate\",\"inputSchema\":{}},{\"name\":\"recommend\",\"inputSchema\":{}},\n"
        "        "
        "{\"name\":\"plan_decision\",\"inputSchema\":{}},{\"name\":\"log_decision\",\"inputSchema\":{}}]}]";
    const QStringList words{u"parity"_s, u"--surface"_s, u"-"_s, u"--json"_s};
    COMPARE_CODE(runCtl(words, {}, QByteArray(observe).replace("%1", "")), 0);
    const CtlRun run = runCtl(
        words, {}, QByteArray(observe).replace("%1", R"(,{"name":"execute_decision","inputSchema":{}})"));
    COMPARE_CODE(run, 1);
    QCOMPARE(rulesOf(run), QStringList{u"ATC-103 execute_decision"_s});
}

void TestCtlParity::aGatewayIsJudged_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QString>("profile");
    QTest::addColumn<int>("code");
    QTest::addColumn<QStringList>("expected");
    const QByteArray tools =
        "    allowed_tools: [get_contract, query_data, simulate, recommend, plan_decision, "
        "log_decision, algenta-execute_decision]\n";
    const QByteArray head = "mcp_servers:\n  algenta:\n    url: http://engine.example/mcp\n";
    QTest::newRow("observe, by a merge key") << goodGateway << u"observe"_s << 0 << QStringList();
    QTest::newRow("observe, asked as govern")
        << goodGateway << u"govern"_s << 1
        << QStringList{u"ATC-102 plan_decision"_s, u"ATC-102 log_decision"_s};
    QTest::newRow("execute")
        << head + tools + "    allowed_params:\n      execute_decision: [decision_id, webhook_url]\n"
        << u"execute"_s << 0 << QStringList();
    QTest::newRow("execute, no limit of arguments")
        << head + tools << u"execute"_s << 1
        << QStringList{u"ATC-202 execute_decision"_s, u"ATC-202 execute_decision"_s};
    QTest::newRow("execute, a field among the arguments")
        << head + tools + "    allowed_params:\n      execute_decision: [decision_id, override_safety]\n"
        << u"execute"_s << 1 << QStringList{u"ATC-202 execute_decision"_s};
    QTest::newRow("execute under observe")
        << head + "    allowed_tools: [get_contract, query_data, simulate, recommend, execute_decision]\n"
                  "    allowed_params: {execute_decision: [decision_id]}\n"
        << u"observe"_s << 1 << QStringList{u"ATC-103 execute_decision"_s};
    QTest::newRow("everything under observe") << head + "    disallowed_tools: [execute_decision]\n"
                                              << u"observe"_s << 1 << QStringList{u"ATC-105 algenta"_s};
    QTest::newRow("no such server") << QByteArray("mcp_servers:\n  wiki: {url: x}\n  docs: {url: y}\n")
                                    << u"observe"_s << 2 << QStringList();
    QTest::newRow("no YAML") << QByteArray("mcp_servers: [") << u"observe"_s << 2 << QStringList();
}

void TestCtlParity::aGatewayIsJudged()
{
    QFETCH(QByteArray, yaml);
    QFETCH(QString, profile);
    QFETCH(int, code);
    QFETCH(QStringList, expected);
    const CtlRun run = runCtl({u"parity"_s, u"--litellm"_s, u"-"_s, u"--server"_s, u"algenta"_s,
                               u"--profile"_s, profile, u"--json"_s},
                              {}, yaml);
    COMPARE_CODE(run, code);
    QCOMPARE(rulesOf(run), expected);
    QVERIFY(m_engine.requests().empty());
}

void TestCtlParity::hostileYamlIsRefused_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QString>("code");
    QByteArray bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 12; ++i) {
        const QByteArray last = "*a" + QByteArray::number(i - 1);
        bomb += 'a' + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" + last;
        for (int j = 0; j < 9; ++j)
            bomb += ", " + last;
        bomb += "]\n";
    }
    QTest::newRow("aliases of aliases") << bomb + goodGateway << u"limit_exceeded"_s;
    QTest::newRow("an alias of itself") << QByteArray("a: &a [*a]\n") + goodGateway << u"malformed_answer"_s;
    QTest::newRow("a key twice")
        << QByteArray("mcp_servers:\n  a: {allowed_tools: [get_contract], allowed_tools: []}\n")
        << u"duplicate_key"_s;
    QTest::newRow("deep") << QByteArray(2000, '[') + QByteArray(2000, ']') << u"limit_exceeded"_s;
    QTest::newRow("a tag") << QByteArray("mcp_servers: !!python/object:os.system x\n")
                           << u"malformed_answer"_s;
    QTest::newRow("two documents") << goodGateway + "---\n" + goodGateway << u"malformed_answer"_s;
    QTest::newRow("nothing") << QByteArray() << u"malformed_answer"_s;
    QTest::newRow("a list as a key") << QByteArray("? [a]\n: b\n") << u"malformed_answer"_s;
}

void TestCtlParity::hostileYamlIsRefused()
{
    QFETCH(QByteArray, yaml);
    QFETCH(QString, code);
    const CtlRun run = runCtl({u"parity"_s, u"--litellm"_s, u"-"_s, u"--json"_s}, {}, yaml);
    COMPARE_CODE(run, 2);
    QCOMPARE(run.errorCode(), code);
}

void TestCtlParity::reportsFollowTheirPublicSchemas_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("code");
    QTest::newRow("engine") << QStringList{u"--engine"_s, url()} << 0;
    QTest::newRow("surface") << QStringList{u"--surface"_s, saved(u"a fault.json"_s, faultySurface)} << 1;
    QTest::newRow("contract") << QStringList{u"--contract"_s, olderContract} << 1;
    QTest::newRow("gap") << QStringList{u"--surface"_s,
                                        saved(u"gap.json"_s, R"({"profile":"full","tools":[]})")}
                         << 3;
    QTest::newRow("hostile")
        << QStringList{u"--surface"_s,
                       saved(u"hostile.json"_s,
                             "{\"profile\":\"observe\",\"tools\":[{\"name\":"
                             "\"<![CDATA[\\u001b\\u0000 ]]>&\\ud800\\ufffe\",\"inputSchema\":{}}]}")}
        << 1;
}

void TestCtlParity::reportsFollowTheirPublicSchemas()
{
    QFETCH(QStringList, words);
    QFETCH(int, code);
    const CtlRun sarif = runCtl(QStringList{u"parity"_s, u"--format"_s, u"sarif"_s} + words);
    COMPARE_CODE(sarif, code);
    QFile schema(sourceFolder + u"/tests/ctl/schemas/sarif-schema-2.1.0.json"_s);
    QVERIFY(schema.open(QIODevice::ReadOnly));
    const QByteArray rules = schema.readAll();
    QCOMPARE(algenta::tests::schemaProblems(rules, sarif.out), QStringList());
    // The check can fail.
    QVERIFY(!algenta::tests::schemaProblems(rules, QByteArray(sarif.out).replace("\"error\"", "\"fatal\""))
                 .isEmpty());

    const CtlRun junit = runCtl(QStringList{u"parity"_s, u"--format"_s, u"junit"_s} + words);
    COMPARE_CODE(junit, code);
    QProcess lint;
    lint.start(u"xmllint"_s,
               {u"--noout"_s, u"--nonet"_s, u"--schema"_s, sourceFolder + u"/tests/ctl/schemas/junit.xsd"_s,
                saved(u"junit.xml"_s, junit.out)});
    QVERIFY2(lint.waitForFinished(), "xmllint (package libxml2-utils) is needed");
    QVERIFY2(lint.exitStatus() == QProcess::NormalExit && lint.exitCode() == 0,
             lint.readAllStandardError().constData());
    QCOMPARE(junit.out.contains("<failure"), code == 1);
    QCOMPARE(junit.out.contains("<skipped"), code == 3);
}

void TestCtlParity::aSarifReportNamesEachFinding()
{
    const CtlRun run = runCtl({u"parity"_s, u"--format"_s, u"sarif"_s, u"--surface"_s,
                               saved(u"faulty surface.json"_s, faultySurface)});
    COMPARE_CODE(run, 1);
    const QJsonObject sarif = run.json()["runs"_L1].toArray().first().toObject();
    const QJsonArray rules = sarif["tool"_L1]["driver"_L1]["rules"_L1].toArray();
    const QJsonArray results = sarif["results"_L1].toArray();
    QCOMPARE(results.size(), 5);
    QSet<QString> fingerprints;
    for (const QJsonValue &result : results) {
        QCOMPARE(rules[result["ruleIndex"_L1].toInt()]["id"_L1].toString(), result["ruleId"_L1].toString());
        const QJsonValue location = result["locations"_L1].toArray().first();
        QVERIFY(location["physicalLocation"_L1]["artifactLocation"_L1]["uri"_L1].toString().endsWith(
            "/faulty%20surface.json"_L1));
        fingerprints.insert(result["partialFingerprints"_L1]["algentaParity/v1"_L1].toString());
    }
    QCOMPARE(fingerprints.size(), 5);
}

void TestCtlParity::aBrokenCopyNamesItsRule()
{
    QFile file(sourceFolder + u"/contracts/integration-tool-contract.json"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray copy = file.readAll().replace("\"extends\": \"govern\"", "\"extends\": \"observe\"");
    const CtlRun run = runCtl({u"parity"_s, u"--contract"_s, u"-"_s, u"--json"_s}, {}, copy);
    COMPARE_CODE(run, 1);
    const QJsonArray findings = run.json()["contract_findings"_L1].toArray();
    QCOMPARE(names(findings, u"rule"_s), QStringList{u"ATC-106"_s});
    const CtlRun older = runCtl({u"parity"_s, u"--contract"_s, olderContract, u"--json"_s});
    COMPARE_CODE(older, 1);
    const QStringList rules = names(older.json()["contract_findings"_L1].toArray(), u"rule"_s);
    QVERIFY(rules.contains(u"ATC-403"_s) && rules.contains(u"ATC-404"_s) && rules.contains(u"ATC-405"_s));
}

void TestCtlParity::wrongUsage_data()
{
    QTest::addColumn<QStringList>("words");
    const QString file = saved(u"usage.json"_s, R"({"tools":[]})");
    QTest::newRow("two surfaces") << QStringList{u"--surface"_s, file, u"--litellm"_s, file};
    QTest::newRow("two lists") << QStringList{u"--tools"_s, file, u"--engine"_s, u"http://127.0.0.1:1"_s};
    QTest::newRow("server of nothing") << QStringList{u"--surface"_s, file, u"--server"_s, u"x"_s};
    QTest::newRow("no profile") << QStringList{u"--surface"_s, file};
    QTest::newRow("unknown format") << QStringList{u"--tools"_s, file, u"--format"_s, u"xml"_s};
    QTest::newRow("two formats") << QStringList{u"--tools"_s, file, u"--format"_s, u"junit"_s, u"--json"_s};
    QTest::newRow("no surface") << QStringList{u"--surface"_s, olderContract};
}

void TestCtlParity::wrongUsage()
{
    QFETCH(QStringList, words);
    const CtlRun run = runCtl(QStringList{u"parity"_s} + words);
    COMPARE_CODE(run, 2);
    QVERIFY(!run.err.isEmpty());
}

QTEST_GUILESS_MAIN(TestCtlParity)
#include "tst_ctl_parity.moc"
