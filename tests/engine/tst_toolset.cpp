// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/engine/toolset.h"
#include "tests/mcp/settled.h"
#include "tests/support/rawserver.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::ErrorCode;
using algenta::base::Secret;
using algenta::contract::embeddedContract;
using algenta::contract::ProfileName;
using algenta::demo::DecisionDraft;
using algenta::demo::DemoEngine;
using algenta::demo::DenialShape;
using algenta::engine::ModelFacingToolset;
using algenta::mcp::McpClient;
using algenta::net::HttpReader;
using algenta::test::RawScript;
using algenta::test::RawServer;
using algenta::test::settled;

namespace engine = algenta::engine;

namespace
{

/** A toolset on the demo engine, with the key that may execute. */
class Model
{
public:
    explicit Model(ProfileName profile)
    {
        if (!demo.start())
            qFatal("the demo engine does not start");
        const std::string text = demo.agentKey();
        key = Secret(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
        client = std::make_unique<McpClient>(QUrl(QString::fromStdString(demo.baseUrl() + "/mcp")), reader,
                                             [this] { return &key; });
        tools = std::make_unique<ModelFacingToolset>(embeddedContract(), profile, *client);
    }
    QByteArray executeArguments(double confidence)
    {
        const std::string id =
            demo.logDecision(DecisionDraft{"refund", 10.0, confidence, {}, {}, {}, {}, {}, {}});
        return R"({"decision_id":")" + QByteArray::fromStdString(id) + R"(","webhook_url":")" +
               QByteArray::fromStdString(demo.webhookUrl("accept")) + R"("})";
    }
    [[nodiscard]] int callsSeen() const
    {
        int calls = 0;
        for (const auto &request : demo.requests())
            calls += request.body.find("tools/call") != std::string::npos ? 1 : 0;
        return calls;
    }

    DemoEngine demo;
    HttpReader reader;
    Secret key;
    std::unique_ptr<McpClient> client;
    std::unique_ptr<ModelFacingToolset> tools;
};

} // namespace

class TestToolset : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void listsTheProfile_data();
    void listsTheProfile();
    void fullShowsEverything();
    void executeToolIsScrubbed();
    void absentToolsAreOmissions();
    void overrideFieldsCauseNoRequest_data();
    void overrideFieldsCauseNoRequest();
    void otherProfilesCauseNoRequest_data();
    void otherProfilesCauseNoRequest();
    void unusableArgumentsCauseNoRequest_data();
    void unusableArgumentsCauseNoRequest();
    void unknownToolIsNotCalled();
    void readsAResult();
    void readsTheEnginesError();
    void executionGivesAReceipt();
    void executionIsBlocked_data();
    void executionIsBlocked();
    void lostAnswerIsUnknown();
    void downEngineIsAnError();
};

void TestToolset::listsTheProfile_data()
{
    QTest::addColumn<ProfileName>("profile");
    QTest::addColumn<QStringList>("names");
    const QStringList observe{u"get_contract"_s, u"query_data"_s, u"simulate"_s, u"recommend"_s};
    const QStringList govern = observe + QStringList{u"plan_decision"_s, u"log_decision"_s};
    QTest::newRow("observe") << ProfileName::Observe << observe;
    QTest::newRow("govern") << ProfileName::Govern << govern;
    QTest::newRow("execute") << ProfileName::Execute << govern + QStringList{u"execute_decision"_s};
}

void TestToolset::listsTheProfile()
{
    QFETCH(ProfileName, profile);
    QFETCH(QStringList, names);
    Model model(profile);
    const auto view = settled(model.tools->list());
    QVERIFY2(view.has_value(), view ? "" : qPrintable(view.error().message));
    QStringList got;
    for (const auto &tool : view->tools) {
        got.append(tool.published.name);
        QCOMPARE(tool.flatName, "algenta_"_L1 + tool.published.name);
    }
    QCOMPARE(QSet<QString>(got.cbegin(), got.cend()), QSet<QString>(names.cbegin(), names.cend()));
    QCOMPARE(got.size(), names.size());
    QVERIFY(view->omissions.isEmpty());
    QVERIFY(view->parity.holds());
}

void TestToolset::fullShowsEverything()
{
    Model model(ProfileName::Full);
    const auto view = settled(model.tools->list());
    QVERIFY(view);
    QCOMPARE(view->tools.size(), 140);
    QVERIFY(view->parity.holds());
    for (const auto &tool : view->tools)
        QVERIFY2(engine::dangerClass(tool.published.name) != engine::DangerClass::NotClassified,
                 qPrintable(tool.published.name));
}

void TestToolset::executeToolIsScrubbed()
{
    Model model(ProfileName::Execute);
    const auto view = settled(model.tools->list());
    QVERIFY(view);
    for (const auto &tool : view->tools) {
        if (tool.published.name != "execute_decision"_L1) {
            QVERIFY(tool.removed.isEmpty());
            QCOMPARE(tool.modelSchema, tool.published.inputSchema);
            continue;
        }
        QVERIFY(tool.removed.contains(u"/properties/force"_s));
        QVERIFY(tool.removed.contains(u"/properties/override_safety"_s));
        const QByteArray shown = algenta::base::writeJson(tool.modelSchema);
        QVERIFY(!shown.contains("force") && !shown.contains("override_safety"));
        QVERIFY(shown.contains("decision_id") && shown.contains("webhook_url"));
    }
}

void TestToolset::absentToolsAreOmissions()
{
    algenta::mcp::ToolList list;
    const auto page = algenta::base::readJson(R"({"tools":[{"name":"simulate","inputSchema":{}},
                                                            {"name":"query_batch","inputSchema":{}}]})");
    QVERIFY(algenta::mcp::readToolPage(*page, list));
    const auto view = engine::modelView(embeddedContract(), ProfileName::Observe, list);
    QCOMPARE(view.tools.size(), 1);
    QCOMPARE(view.omissions.size(), 3);
    QVERIFY(!view.parity.holds());
}

void TestToolset::overrideFieldsCauseNoRequest_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::newRow("force") << QByteArray(R"({"decision_id":"x","webhook_url":"h","force":true})");
    QTest::newRow("false too") << QByteArray(R"({"decision_id":"x","force":false})");
    QTest::newRow("override_safety") << QByteArray(R"({"decision_id":"x","override_safety":"yes"})");
    QTest::newRow("escaped key") << QByteArray(R"({"decision_id":"x","\u0066orce":true})");
    QTest::newRow("nested") << QByteArray(R"({"decision_id":"x","a":[{"b":{"force":1}}]})");
    QTest::newRow("metadata deeper") << QByteArray(R"({"a":{"metadata":{"force":true}}})");
    QTest::newRow("metadata") << QByteArray(R"({"decision_id":"x","metadata":{"force":true}})");
    QTest::newRow("deep in metadata")
        << QByteArray(R"({"decision_id":"x","metadata":{"a":[{"override_safety":null}]}})");
    QTest::newRow("another spelling in metadata")
        << QByteArray(R"({"decision_id":"x","metadata":{"FORCE":true}})");
}

void TestToolset::overrideFieldsCauseNoRequest()
{
    QFETCH(QByteArray, arguments);
    Model model(ProfileName::Execute);
    const auto answer = settled(model.tools->call(u"execute_decision"_s, arguments));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::RefusedField);
    QVERIFY(answer.error().message.contains("force"_L1, Qt::CaseInsensitive) ||
            answer.error().message.contains("override_safety"_L1));
    QVERIFY(model.demo.requests().empty());
}

void TestToolset::otherProfilesCauseNoRequest_data()
{
    QTest::addColumn<ProfileName>("profile");
    QTest::addColumn<QString>("tool");
    QTest::newRow("execute under observe") << ProfileName::Observe << u"execute_decision"_s;
    QTest::newRow("log under observe") << ProfileName::Observe << u"log_decision"_s;
    QTest::newRow("execute under govern") << ProfileName::Govern << u"execute_decision"_s;
    QTest::newRow("alias") << ProfileName::Execute << u"query_batch"_s;
    QTest::newRow("policy under full") << ProfileName::Full << u"update_execution_policy"_s;
    QTest::newRow("key under full") << ProfileName::Full << u"create_api_key"_s;
    QTest::newRow("approval under full") << ProfileName::Full << u"approve_agent_run"_s;
    QTest::newRow("trigger under full") << ProfileName::Full << u"fire_trigger"_s;
    QTest::newRow("capability under full") << ProfileName::Full << u"execute_capability"_s;
}

void TestToolset::otherProfilesCauseNoRequest()
{
    QFETCH(ProfileName, profile);
    QFETCH(QString, tool);
    Model model(profile);
    const auto answer = settled(model.tools->call(tool, "{}"));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::NotAllowed);
    QVERIFY(model.demo.requests().empty());
}

void TestToolset::unusableArgumentsCauseNoRequest_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("no json") << QByteArray("{") << ErrorCode::MalformedJson;
    QTest::newRow("list") << QByteArray("[]") << ErrorCode::InvalidInput;
    QTest::newRow("key twice") << QByteArray(R"({"a":1,"a":2})") << ErrorCode::DuplicateKey;
}

void TestToolset::unusableArgumentsCauseNoRequest()
{
    QFETCH(QByteArray, arguments);
    QFETCH(ErrorCode, code);
    Model model(ProfileName::Execute);
    const auto answer = settled(model.tools->call(u"execute_decision"_s, arguments));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, code);
    QVERIFY(model.demo.requests().empty());
}

void TestToolset::unknownToolIsNotCalled()
{
    Model model(ProfileName::Full);
    const auto answer = settled(model.tools->call(u"no_such_tool"_s, {}));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::NotFound);
    QCOMPARE(model.callsSeen(), 0);
}

void TestToolset::readsAResult()
{
    Model model(ProfileName::Observe);
    const auto answer = settled(model.tools->call(u"get_contract"_s, {}));
    QVERIFY2(answer.has_value(), answer ? "" : qPrintable(answer.error().message));
    QVERIFY2(!answer->error, answer->error ? qPrintable(answer->error->message) : "");
    QVERIFY(answer->payload.isObject());
    QVERIFY(!answer->execution);
    QCOMPARE(model.callsSeen(), 1);
}

void TestToolset::readsTheEnginesError()
{
    Model model(ProfileName::Govern);
    const auto answer = settled(model.tools->call(u"log_decision"_s, "{}"));
    QVERIFY(answer);
    QVERIFY(!answer->call.isError);
    QVERIFY(answer->error);
    QCOMPARE(answer->error->code, ErrorCode::InvalidInput);
    QVERIFY(!answer->error->remoteCode.isEmpty());
}

void TestToolset::executionGivesAReceipt()
{
    Model model(ProfileName::Execute);
    const auto answer = settled(model.tools->call(u"execute_decision"_s, model.executeArguments(0.99)));
    QVERIFY(answer);
    QVERIFY(!answer->error);
    QVERIFY(answer->execution);
    const auto *receipt = std::get_if<engine::ExecutionReceipt>(&*answer->execution);
    QVERIFY(receipt);
    QCOMPARE(receipt->executionStatus, u"delivered"_s);
    QVERIFY(!receipt->safetyOverridden);
    QVERIFY(receipt->missing.isEmpty());
    QCOMPARE(model.demo.webhookDeliveries().size(), 1u);
}

void TestToolset::executionIsBlocked_data()
{
    QTest::addColumn<int>("shape");
    for (int shape = 6; shape <= 14; ++shape)
        QTest::addRow("D%d", shape) << shape;
}

void TestToolset::executionIsBlocked()
{
    QFETCH(int, shape);
    Model model(ProfileName::Execute);
    model.demo.setDenialShape(static_cast<DenialShape>(shape));
    const auto answer = settled(model.tools->call(u"execute_decision"_s, model.executeArguments(0.01)));
    QVERIFY2(answer.has_value(), answer ? "" : qPrintable(answer.error().message));
    QVERIFY(answer->execution);
    const auto *blocked = std::get_if<engine::ExecutionBlocked>(&*answer->execution);
    QVERIFY2(blocked, answer->call.raw.constData());
    // The envelope of older packages names none.
    QCOMPARE(blocked->gate, shape == 14 ? QString() : u"confidence"_s);
    QVERIFY(model.demo.webhookDeliveries().empty());
}

void TestToolset::lostAnswerIsUnknown()
{
    RawServer server;
    const auto reply = [&server](const QByteArray &result) {
        static int id = 0;
        ++id;
        server.enqueue(RawScript::answer(RawServer::response(
            200, R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"result":)" + result + "}")));
        return id;
    };
    reply(R"({"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{}})");
    server.enqueue(RawScript::answer(RawServer::response(202, {})));
    reply(R"({"tools":[{"name":"execute_decision","inputSchema":{}}]})");
    server.setScript(RawScript::answer({}));
    HttpReader reader;
    McpClient client(server.url(u"/mcp"_s), reader, nullptr);
    ModelFacingToolset tools(embeddedContract(), ProfileName::Execute, client);
    const auto answer = settled(tools.call(u"execute_decision"_s, R"({"decision_id":"d"})"));
    QVERIFY(answer);
    QCOMPARE(engine::outcomeName(*answer->execution), u"unknown"_s);
    QVERIFY(answer->error);
    QCOMPARE(server.requests().size(), 4);
}

void TestToolset::downEngineIsAnError()
{
    Model model(ProfileName::Execute);
    model.demo.stop();
    const auto answer = settled(model.tools->call(u"execute_decision"_s, "{}"));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::Unreachable);
}

QTEST_GUILESS_MAIN(TestToolset)
#include "tst_toolset.moc"
