// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/callcommand.h"
#include "app/demo_engine/demoengine.h"
#include "core/base/jsonwriter.h"
#include "core/engine/connection.h"
#include "core/engine/toolset.h"
#include "tests/ctl/ctlrun.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::ctl::test;
using namespace algenta;
using demo::DemoEngine;

namespace
{

constexpr quint32 fuzzSeed = 20261130;

/** A key that is, after JSON unescaping, one of the two fields. */
QByteArray hiddenKey(QRandomGenerator &random)
{
    const QByteArray name = random.bounded(2) == 0 ? "force" : "override_safety";
    const QByteArray hex = random.bounded(2) == 0 ? "%1$04x" : "%1$04X";
    QByteArray key;
    for (const char c : name) {
        if (random.bounded(3) > 0) {
            key += c;
            continue;
        }
        const QByteArray digits = QByteArray::number(int(c), 16).rightJustified(4, '0');
        key += "\\u" + (hex.endsWith('X') ? digits.toUpper() : digits);
    }
    return '"' + key + '"';
}

QByteArray value(QRandomGenerator &random)
{
    static const QByteArrayList values{"true", "false", "null", "1", "\"true\"", "[]", "{}", "1e400"};
    return values.at(random.bounded(int(values.size())));
}

/** Puts a member into nothing, objects, lists, the metadata, or beside a twin of itself. */
QByteArray hiddenArguments(QRandomGenerator &random)
{
    QByteArray inner = hiddenKey(random) + ':' + value(random);
    if (random.bounded(4) == 0)
        inner += ',' + hiddenKey(random) + ':' + value(random);
    QByteArray body = '{' + inner + '}';
    for (int depth = random.bounded(6); depth > 0; --depth) {
        switch (random.bounded(3)) {
        case 0:
            body = "{\"a\":" + body + '}';
            break;
        case 1:
            body = "{\"list\":[1," + body + "]}";
            break;
        default:
            body = "{\"metadata\":" + body + ",\"z\":\"\\u00e9\"}";
        }
    }
    // The members that an execute needs, before or after the hidden one.
    const QByteArray needed = R"("decision_id":"x","webhook_url":"http://127.0.0.1/")";
    const QByteArray rest = body.mid(1, body.size() - 2);
    return random.bounded(2) == 0 ? '{' + needed + ',' + rest + '}' : "{ \n" + rest + " ,\t" + needed + '}';
}

} // namespace

/** `call`: the path of a model, on which no override can travel. */
class TestCtlCall : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();

    void refusedFieldIsNamedAndNothingIsSent();
    void refusalNeedsNoEngine();
    void hiddenFieldsAreRefused_data();
    void hiddenFieldsAreRefused();
    void fuzzThroughTheToolset();
    void fuzzThroughTheProgram();
    void harmlessWordsPass();
    void toolAnswers();
    void argumentsComeFromStandardInput();
    void toolOutsideTheProfileIsRefused_data();
    void toolOutsideTheProfileIsRefused();
    void everyToolThatChangesRulesIsRefused();
    void blockedExecutionIsAFinding();
    void deliveredExecutionIsAReceipt();
    void lostAnswerIsIncomplete();
    void engineErrorIsNamed();

private:
    [[nodiscard]] QString url() const { return QString::fromStdString(m_engine.baseUrl()); }
    [[nodiscard]] CtlRun execute(double confidence, const QString &endpoint, const QStringList &more = {});
    DemoEngine m_engine;
};

void TestCtlCall::initTestCase()
{
    QVERIFY2(m_engine.start(), m_engine.errorText().c_str());
    m_engine.setPolicy({0.6, std::nullopt, std::nullopt, std::nullopt});
}

void TestCtlCall::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_engine.clearRequests();
}

CtlRun TestCtlCall::execute(double confidence, const QString &endpoint, const QStringList &more)
{
    demo::DecisionDraft draft;
    draft.chosenAction = "restock";
    draft.confidence = confidence;
    const QString id = QString::fromStdString(m_engine.logDecision(draft));
    const QString arguments = u"{\"decision_id\":\"%1\",\"webhook_url\":\"%2\"}"_s.arg(
        id, QString::fromStdString(m_engine.webhookUrl(endpoint.toStdString())));
    return runCtl(QStringList{u"call"_s, u"execute_decision"_s, u"--profile"_s, u"execute"_s, u"--args"_s,
                              arguments, u"--engine"_s, url(), u"--json"_s} +
                      more,
                  m_engine.agentKey());
}

void TestCtlCall::refusedFieldIsNamedAndNothingIsSent()
{
    const CtlRun run =
        runCtl({u"call"_s, u"execute_decision"_s, u"--profile"_s, u"execute"_s, u"--args"_s,
                u"{\"decision_id\":\"x\",\"webhook_url\":\"http://127.0.0.1/\",\"force\":true}"_s,
                u"--engine"_s, url(), u"--json"_s},
               m_engine.agentKey());
    COMPARE_CODE(run, 2);
    QCOMPARE(run.errorCode(), u"refused_field"_s);
    QVERIFY(run.err.contains("force"));
    QVERIFY(m_engine.requests().empty());
}

void TestCtlCall::refusalNeedsNoEngine()
{
    // Nothing listens there: were anything sent, the error would be another one.
    const CtlRun run =
        runCtl({u"call"_s, u"execute_decision"_s, u"--profile"_s, u"execute"_s, u"--args"_s,
                u"{\"override_safety\":true}"_s, u"--engine"_s, u"http://127.0.0.1:1"_s, u"--json"_s});
    COMPARE_CODE(run, 2);
    QCOMPARE(run.errorCode(), u"refused_field"_s);
}

void TestCtlCall::hiddenFieldsAreRefused_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::newRow("escaped") << QByteArray(R"({"f\u006frce":true})");
    QTest::newRow("escaped whole") << QByteArray(R"({"\u0066\u006f\u0072\u0063\u0065":true})");
    QTest::newRow("twice") << QByteArray(R"({"force":false,"force":true})");
    QTest::newRow("twice, one escaped")
        << QByteArray(R"({"override_safety":false,"override\u005fsafety":true})");
    QTest::newRow("nested") << QByteArray(R"({"a":[{"b":{"override_safety":1}}]})");
    QTest::newRow("in metadata") << QByteArray(R"({"metadata":{"force":true}})");
    QTest::newRow("false") << QByteArray(R"({"force":false})");
    QTest::newRow("null") << QByteArray(R"({"force":null})");
    QTest::newRow("capitals") << QByteArray(R"({"Force":true})");
    QTest::newRow("full width") << QByteArray(
        "{\"\xef\xbd\x86\xef\xbd\x8f\xef\xbd\x92\xef\xbd\x83\xef\xbd\x85\":true}");
    QTest::newRow("zero width inside") << QByteArray("{\"for\xe2\x80\x8b"
                                                     "ce\":true}");
    QTest::newRow("not JSON") << QByteArray(R"({"force":true)");
    QTest::newRow("single quotes") << QByteArray("{'force':true}");
}

void TestCtlCall::hiddenFieldsAreRefused()
{
    QFETCH(QByteArray, arguments);
    const CtlRun run = runCtl({u"call"_s, u"execute_decision"_s, u"--profile"_s, u"full"_s, u"--args"_s,
                               u"-"_s, u"--engine"_s, url(), u"--json"_s},
                              m_engine.agentKey(), arguments);
    COMPARE_CODE(run, 2);
    QCOMPARE(run.errorCode(), u"refused_field"_s);
    QVERIFY(m_engine.requests().empty());
}

void TestCtlCall::fuzzThroughTheToolset()
{
    const auto address = engine::parseEngineAddress(url());
    QVERIFY(address.has_value());
    engine::EngineConnection connection(*address,
                                        base::Secret(QByteArray::fromStdString(m_engine.agentKey())));
    engine::ModelFacingToolset toolset(contract::embeddedContract(), contract::ProfileName::Full,
                                       connection.mcp());
    static const QStringList tools{u"execute_decision"_s, u"query_data"_s, u"log_decision"_s, u"simulate"_s};
    QRandomGenerator random(fuzzSeed);
    int refusedHere = 0;
    for (int i = 0; i < 400; ++i) {
        const QByteArray arguments = hiddenArguments(random);
        const QString tool = tools.at(random.bounded(int(tools.size())));
        if (!ctl::refuseOverrideFields(arguments))
            ++refusedHere;
        auto call = toolset.call(tool, arguments);
        QVERIFY2(QTest::qWaitFor([&call] { return call.isFinished(); }, 20'000), arguments.constData());
        QVERIFY2(!call.result().has_value(), arguments.constData());
    }
    QCOMPARE(refusedHere, 400);
    QCOMPARE(m_engine.overrideRequests().size(), 0u);
}

void TestCtlCall::fuzzThroughTheProgram()
{
    static const QStringList tools{u"execute_decision"_s, u"query_data"_s, u"log_decision"_s};
    QRandomGenerator random(fuzzSeed + 1);
    for (int i = 0; i < 24; ++i) {
        const QByteArray arguments = hiddenArguments(random);
        const QString tool = tools.at(random.bounded(int(tools.size())));
        const bool piped = random.bounded(2) == 0;
        const CtlRun run = runCtl({u"call"_s, tool, u"--profile"_s, u"full"_s, u"--args"_s,
                                   piped ? u"-"_s : QString::fromUtf8(arguments), u"--engine"_s, url()},
                                  m_engine.agentKey(), piped ? arguments : QByteArray());
        QVERIFY2(run.code == 2, (arguments + '\n' + run.all()).constData());
        QVERIFY(run.err.contains("no model may set"));
    }
    QVERIFY(m_engine.overrideRequests().empty());
    QVERIFY(m_engine.requests().empty());
}

void TestCtlCall::harmlessWordsPass()
{
    QVERIFY(
        ctl::refuseOverrideFields(R"({"note":"use force, then override_safety","forces":1,"a":["force"]})"));
    QVERIFY(!ctl::refuseOverrideFields(R"({"note":{"force":1}})"));
}

void TestCtlCall::toolAnswers()
{
    const CtlRun run =
        runCtl({u"call"_s, u"get_contract"_s, u"--engine"_s, url(), u"--json"_s}, m_engine.readingKey());
    COMPARE_CODE(run, 0);
    QCOMPARE(run.json()["tool"_L1].toString(), u"get_contract"_s);
    QCOMPARE(run.json()["payload"_L1]["contract_version"_L1].toString(), u"v1.6"_s);
    QVERIFY(run.json()["error"_L1].isNull());
    QVERIFY(run.json()["execution"_L1].isNull());
    const CtlRun text = runCtl({u"call"_s, u"get_contract"_s, u"--engine"_s, url()}, m_engine.readingKey());
    COMPARE_CODE(text, 0);
    QVERIFY(QJsonDocument::fromJson(text.out).isObject());
    const CtlRun piped = runCtl({u"call"_s, u"get_contract"_s, u"--engine"_s, url(), u"--key-stdin"_s}, {},
                                QByteArray::fromStdString(m_engine.readingKey()) + "\n");
    COMPARE_CODE(piped, 0);
}

void TestCtlCall::argumentsComeFromStandardInput()
{
    const CtlRun run = runCtl({u"call"_s, u"log_decision"_s, u"--profile"_s, u"govern"_s, u"--args"_s, u"-"_s,
                               u"--engine"_s, url(), u"--json"_s},
                              m_engine.agentKey(), R"({"chosen_action":"wait","confidence":0.5})");
    COMPARE_CODE(run, 0);
    const std::string id = run.json()["payload"_L1]["decision_id"_L1].toString().toStdString();
    QVERIFY(!m_engine.decisionJson(id).empty());
    COMPARE_CODE(runCtl({u"call"_s, u"get_contract"_s, u"--args"_s, u"-"_s, u"--key-stdin"_s}), 2);
    COMPARE_CODE(runCtl({u"call"_s, u"get_contract"_s, u"--args"_s, u"[]"_s, u"--engine"_s, url()}), 2);
}

void TestCtlCall::toolOutsideTheProfileIsRefused_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("profile");
    QTest::newRow("acts, under observe") << u"execute_decision"_s << u"observe"_s;
    QTest::newRow("admin, under execute") << u"list_api_keys"_s << u"execute"_s;
    QTest::newRow("changes policy, under full") << u"update_execution_policy"_s << u"full"_s;
    QTest::newRow("approves, under full") << u"approve_agent_run"_s << u"full"_s;
    QTest::newRow("a name that is none") << u"execute_decision?force=true"_s << u"execute"_s;
}

void TestCtlCall::toolOutsideTheProfileIsRefused()
{
    QFETCH(QString, tool);
    QFETCH(QString, profile);
    const CtlRun run = runCtl({u"call"_s, tool, u"--profile"_s, profile, u"--engine"_s, url(), u"--json"_s},
                              m_engine.operatorKey());
    COMPARE_CODE(run, 2);
    QCOMPARE(run.errorCode(), u"not_allowed"_s);
    QVERIFY(m_engine.requests().empty());
}

void TestCtlCall::everyToolThatChangesRulesIsRefused()
{
    // By the words of their names, not by the table that refuses them.
    const QRegularExpression subject(
        u"policy|api_key|approve_|resume_|trigger|capability|skill|team_member|device"_s);
    const QRegularExpression reads(u"^(get|list|query|route)_"_s);
    QStringList changing;
    QStringList reading;
    const auto listed = QJsonDocument::fromJson(
        runCtl({u"tools"_s, u"--raw"_s, u"--profile"_s, u"full"_s, u"--engine"_s, url(), u"--json"_s}).out);
    for (const auto &tool : listed[u"tools"].toArray()) {
        const QString name = tool[u"name"].toString();
        if (subject.match(name).hasMatch())
            (reads.match(name).hasMatch() ? reading : changing).append(name);
    }
    for (const QString &known : {u"update_execution_policy"_s, u"create_api_key"_s, u"revoke_api_key"_s,
                                 u"approve_agent_run"_s, u"register_trigger"_s, u"fire_trigger"_s,
                                 u"create_capability_binding"_s, u"execute_capability"_s, u"enable_skill"_s})
        QVERIFY2(changing.contains(known), qPrintable(known));
    for (const QString &tool : std::as_const(changing)) {
        m_engine.clearRequests();
        const CtlRun run =
            runCtl({u"call"_s, tool, u"--profile"_s, u"full"_s, u"--engine"_s, url(), u"--json"_s},
                   m_engine.operatorKey());
        QVERIFY2(run.code == 2 && run.errorCode() == u"not_allowed", qPrintable(tool));
        QVERIFY2(m_engine.requests().empty(), qPrintable(tool));
    }
    QVERIFY(reading.contains(u"get_execution_policy"_s));
    COMPARE_CODE(
        runCtl({u"call"_s, u"get_execution_policy"_s, u"--profile"_s, u"full"_s, u"--engine"_s, url()},
               m_engine.viewerKey()),
        0);
}

void TestCtlCall::blockedExecutionIsAFinding()
{
    const CtlRun run = execute(0.1, u"accept"_s);
    COMPARE_CODE(run, 1);
    const QJsonObject execution = run.json()["execution"_L1].toObject();
    QCOMPARE(execution["outcome"_L1].toString(), u"blocked"_s);
    QCOMPARE(execution["gate"_L1].toString(), u"confidence"_s);
    QVERIFY(m_engine.overrideRequests().empty());
}

void TestCtlCall::deliveredExecutionIsAReceipt()
{
    const CtlRun good = execute(0.9, u"accept"_s);
    COMPARE_CODE(good, 0);
    QCOMPARE(good.json()["execution"_L1]["outcome"_L1].toString(), u"receipt"_s);
    QCOMPARE(good.json()["execution"_L1]["execution_status"_L1].toString(), u"delivered"_s);
    const CtlRun refused = execute(0.9, u"reject"_s);
    COMPARE_CODE(refused, 1);
    QCOMPARE(refused.json()["execution"_L1]["execution_status"_L1].toString(), u"failed"_s);
}

void TestCtlCall::lostAnswerIsIncomplete()
{
    // Handshake, its note and the list come first; the fourth request is the call.
    for (int i = 0; i < 3; ++i)
        m_engine.delayNext("/mcp", std::chrono::milliseconds(0));
    m_engine.loseAnswerNext("/mcp");
    const CtlRun run = execute(0.9, u"accept"_s);
    COMPARE_CODE(run, 3);
    QCOMPARE(run.json()["execution"_L1]["outcome"_L1].toString(), u"unknown"_s);
    QVERIFY(run.err.contains("may have acted"));
    int calls = 0;
    for (const demo::RecordedRequest &request : m_engine.requestsTo("/mcp"))
        calls += request.body.find("tools/call") != std::string::npos ? 1 : 0;
    QCOMPARE(calls, 1);
}

void TestCtlCall::engineErrorIsNamed()
{
    const CtlRun wrong =
        runCtl({u"call"_s, u"get_contract"_s, u"--engine"_s, url(), u"--json"_s}, "de_test_not_a_key_of_it");
    COMPARE_CODE(wrong, 2);
    QCOMPARE(wrong.errorCode(), u"unauthorized"_s);
    QVERIFY(!wrong.out.contains("not_a_key_of_it") && !wrong.err.contains("not_a_key_of_it"));
    const CtlRun none = runCtl({u"call"_s, u"get_contract"_s, u"--engine"_s, url(), u"--json"_s});
    COMPARE_CODE(none, 2);
    QCOMPARE(none.errorCode(), u"unauthorized"_s);
}

QTEST_GUILESS_MAIN(TestCtlCall)
#include "tst_ctl_call.moc"
