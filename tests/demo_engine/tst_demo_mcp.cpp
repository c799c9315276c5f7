// SPDX-License-Identifier: Apache-2.0
#include "tests/demo_engine/testengine.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::demo;
using namespace algenta::demo::test;

class TestDemoMcp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_engine.start()); }
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void initializeAnswersTheVersionAsked_data();
    void initializeAnswersTheVersionAsked();
    void notificationIsAcceptedWithoutABody();
    void everyToolOfTheRegistryIsListedOnce();
    void toolsEndpointNeedsNoKey();
    void productNarrowsListAndCall();
    void annotationsFollowTheEngine();
    void transportRefusals_data();
    void transportRefusals();
    void bodyOverFourMebibytesIsRefused();
    void callWithoutCredentialIsATransportError();
    void wrongKeyIsAToolResult();
    void argumentsAreCheckedBeforeTheKey();
    void contractTakesNoArguments();
    void toolOutsideTheDemoIsANamedError();
    void queryFiltersGroupsAndAggregates();
    void queryErrorsAreNamed_data();
    void queryErrorsAreNamed();
    void simulationIsSeeded();
    void planRanksTheOptions();
    void decisionMemoryHasTheMcpShapes();
    void auditAndPolicyAreReadable();

private:
    DemoEngine m_engine;
    Client client() const { return Client(m_engine.port()); }
    QJsonObject call(const QString &tool, const QJsonObject &arguments) const
    {
        return client().call(tool, arguments, m_engine.operatorKey());
    }
    static QString codeOf(const QJsonObject &payload)
    {
        return payload[u"error"].toObject()[u"code"].toString();
    }
};

void TestDemoMcp::initializeAnswersTheVersionAsked_data()
{
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("answered");
    for (const char *version : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"})
        QTest::newRow(version) << QString::fromLatin1(version) << QString::fromLatin1(version);
    QTest::newRow("unknown") << u"1999-01-01"_s << u"2025-11-25"_s;
}

void TestDemoMcp::initializeAnswersTheVersionAsked()
{
    QFETCH(QString, asked);
    QFETCH(QString, answered);
    const auto reply = client().rpc(u"initialize"_s, {{u"protocolVersion"_s, asked}});
    QCOMPARE(reply.status, 200);
    QVERIFY(!reply.headers.contains("mcp-session-id"));
    const auto result = reply.json()[u"result"].toObject();
    QCOMPARE(result[u"protocolVersion"].toString(), answered);
    QCOMPARE(result[u"serverInfo"].toObject()[u"name"].toString(), u"algenta-mcp"_s);
}

void TestDemoMcp::notificationIsAcceptedWithoutABody()
{
    const auto reply =
        client().send("POST", "/mcp", R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                      {{"Content-Type", "application/json"}, {"Accept", "application/json"}});
    QCOMPARE(reply.status, 202);
    QCOMPARE(reply.body, QByteArray());
    QCOMPARE(client().rpc(u"ping"_s, {}).json()[u"result"].toObject(), QJsonObject());
}

void TestDemoMcp::everyToolOfTheRegistryIsListedOnce()
{
    const auto result =
        client().rpc(u"tools/list"_s, {{u"cursor"_s, u"ignored"_s}}).json()[u"result"].toObject();
    QVERIFY(!result.contains(u"nextCursor"));
    QSet<QString> names;
    for (const auto &tool : result[u"tools"].toArray()) {
        names.insert(tool[u"name"].toString());
        QVERIFY(!tool[u"description"].toString().isEmpty());
        QCOMPARE(tool[u"inputSchema"][u"type"].toString(), u"object"_s);
    }
    QCOMPARE(result[u"tools"].toArray().size(), 140);
    QCOMPARE(names.size(), 140);
    for (const auto &name :
         {u"get_contract"_s, u"query_data"_s, u"simulate"_s, u"recommend"_s, u"plan_decision"_s,
          u"log_decision"_s, u"execute_decision"_s, u"query_batch"_s, u"delete_trigger"_s})
        QVERIFY2(names.contains(name), qPrintable(name));
}

void TestDemoMcp::toolsEndpointNeedsNoKey()
{
    const auto reply = client().get("/mcp/tools");
    QCOMPARE(reply.status, 200);
    QCOMPARE(reply.json()[u"tools"].toArray().size(), 140);
}

void TestDemoMcp::productNarrowsListAndCall()
{
    const auto sizeFor = [this](const QByteArray &product) {
        return client()
            .send("GET", "/mcp/tools", {}, {{"X-Algenta-Product", product}})
            .json()[u"tools"]
            .toArray()
            .size();
    };
    QCOMPARE(sizeFor("codna"), 25);
    QCOMPARE(sizeFor("algenta"), 25);
    QCOMPARE(sizeFor("Algenta"), 0);
    const auto reply = client().rpc(u"tools/call"_s, {{u"name"_s, u"execute_decision"_s}},
                                    m_engine.operatorKey(), {{"X-Algenta-Product", "codna"}});
    QVERIFY(Client::textOf(reply.json()[u"result"].toObject()).contains(u"unknown_tool"));
}

void TestDemoMcp::annotationsFollowTheEngine()
{
    QMap<QString, QJsonObject> tools;
    for (const auto &tool : client().get("/mcp/tools").json()[u"tools"].toArray())
        tools.insert(tool[u"name"].toString(), tool.toObject());
    const auto execute = tools.value(u"execute_decision"_s)[u"annotations"].toObject();
    QCOMPARE(execute[u"destructiveHint"].toBool(true), false);
    QCOMPARE(execute[u"idempotentHint"].toBool(), true);
    QCOMPARE(tools.value(u"delete_decision"_s)[u"annotations"].toObject()[u"destructiveHint"].toBool(), true);
    QVERIFY(!tools.value(u"fire_trigger"_s).contains(u"annotations"));
    const auto plan = tools.value(u"plan_decision"_s)[u"inputSchema"].toObject();
    QCOMPARE(plan[u"properties"].toObject(), QJsonObject());
    QCOMPARE(plan[u"additionalProperties"].toBool(true), false);
}

void TestDemoMcp::transportRefusals_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<Headers>("headers");
    QTest::addColumn<int>("status");
    const QByteArray ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    const Headers good{{"Content-Type", "application/json"}, {"Accept", "application/json"}};
    QTest::newRow("good") << QByteArray("POST") << ping << good << 200;
    QTest::newRow("no content type") << QByteArray("POST") << ping << Headers{{"Accept", "application/json"}}
                                     << 400;
    QTest::newRow("no accept") << QByteArray("POST") << ping << Headers{{"Content-Type", "application/json"}}
                               << 406;
    QTest::newRow("batch") << QByteArray("POST") << '[' + ping + ']' << good << 400;
    QTest::newRow("not json") << QByteArray("POST") << QByteArray("{") << good << 400;
    QTest::newRow("too deep") << QByteArray("POST") << QByteArray(50000, '[') + QByteArray(50000, ']') << good
                              << 400;
    QTest::newRow("later protocol") << QByteArray("POST") << ping
                                    << good + Headers{{"MCP-Protocol-Version", "2026-07-28"}} << 400;
    QTest::newRow("older protocol") << QByteArray("POST") << ping
                                    << good + Headers{{"MCP-Protocol-Version", "2025-06-18"}} << 200;
    QTest::newRow("foreign host") << QByteArray("POST") << ping << good + Headers{{"Host", "evil.example:80"}}
                                  << 421;
    QTest::newRow("host without port")
        << QByteArray("POST") << ping << good + Headers{{"Host", "localhost"}} << 421;
    QTest::newRow("host localhost") << QByteArray("POST") << ping << good + Headers{{"Host", "localhost:1"}}
                                    << 200;
    QTest::newRow("foreign origin") << QByteArray("POST") << ping
                                    << good + Headers{{"Origin", "https://evil.example"}} << 403;
    QTest::newRow("loopback origin") << QByteArray("POST") << ping
                                     << good + Headers{{"Origin", "http://localhost:9"}} << 200;
    QTest::newRow("delete") << QByteArray("DELETE") << QByteArray() << good << 405;
    QTest::newRow("get without stream") << QByteArray("GET") << QByteArray() << good << 406;
}

void TestDemoMcp::transportRefusals()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, body);
    QFETCH(Headers, headers);
    QFETCH(int, status);
    QCOMPARE(client().send(method, "/mcp", body, headers).status, status);
}

void TestDemoMcp::bodyOverFourMebibytesIsRefused()
{
    const auto reply = client().send("POST", "/mcp", QByteArray(4 * 1024 * 1024 + 1, ' '),
                                     {{"Content-Type", "application/json"}});
    QCOMPARE(reply.status, 413);
    QCOMPARE(reply.body, QByteArray("Request body too large"));
}

void TestDemoMcp::callWithoutCredentialIsATransportError()
{
    const auto reply = client().rpc(u"tools/call"_s, {{u"name"_s, u"get_contract"_s}});
    QCOMPARE(reply.status, 401);
    QCOMPARE(reply.headers.value("www-authenticate"),
             QByteArray("Bearer realm=\"algenta\", error=\"invalid_token\""));
    QCOMPARE(reply.json()[u"error"].toObject()[u"code"].toInt(), -32001);
}

void TestDemoMcp::wrongKeyIsAToolResult()
{
    const auto result = client().callResult(u"get_contract"_s, {}, "de_test_wrong");
    QCOMPARE(result[u"isError"].toBool(true), false);
    const auto error = QJsonDocument::fromJson(Client::textOf(result).toUtf8())[u"error"];
    QCOMPARE(error[u"code"].toString(), u"invalid_api_key"_s);
    QCOMPARE(error[u"status_code"].toInt(), 401);
}

void TestDemoMcp::argumentsAreCheckedBeforeTheKey()
{
    const auto missing = client().call(u"get_decision"_s, {}, "de_test_wrong");
    QCOMPARE(codeOf(missing), u"invalid_arguments"_s);
    QCOMPARE(missing[u"error"][u"details"][0][u"argument"].toString(), u"decision_id"_s);
    QCOMPARE(codeOf(client().call(u"get_decision"_s, {{u"decision_id"_s, 5}}, "de_test_wrong")),
             u"invalid_arguments"_s);
    QCOMPARE(codeOf(client().call(u"no_such_tool"_s, {}, "de_test_wrong")), u"unknown_tool"_s);
    QCOMPARE(client().rpc(u"no/such/method"_s, {}).json()[u"error"].toObject()[u"code"].toInt(), -32601);
}

void TestDemoMcp::contractTakesNoArguments()
{
    QCOMPARE(call(u"get_contract"_s, {})[u"contract_version"].toString(), u"v1.6"_s);
    const auto refused = call(u"get_contract"_s, {{u"x"_s, 1}});
    QCOMPARE(codeOf(refused), u"tool_error"_s);
    QCOMPARE(refused[u"error"][u"status_code"].toInt(), 500);
}

void TestDemoMcp::toolOutsideTheDemoIsANamedError()
{
    const auto payload = call(u"fire_trigger"_s, {{u"decision_id"_s, 3}});
    QCOMPARE(codeOf(payload), u"tool_not_available_in_demo"_s);
    QCOMPARE(payload[u"error"][u"status_code"].toInt(), 501);
}

void TestDemoMcp::queryFiltersGroupsAndAggregates()
{
    const QJsonObject pumps{{u"field"_s, u"category"_s}, {u"op"_s, u"eq"_s}, {u"value"_s, u"pumps"_s}};
    const auto answer = call(
        u"query_data"_s,
        {{u"conditions"_s, QJsonArray{pumps}},
         {u"group_by"_s, QJsonArray{u"sku"_s}},
         {u"aggregates"_s,
          QJsonArray{QJsonObject{{u"fn"_s, u"count"_s}},
                     QJsonObject{{u"fn"_s, u"max"_s}, {u"field"_s, u"unit_cost"_s}, {u"as"_s, u"cost"_s}}}},
         {u"order_by"_s, QJsonArray{QJsonObject{{u"field"_s, u"cost"_s}, {u"direction"_s, u"desc"_s}}}}});
    QCOMPARE(answer[u"matched_rows"].toInt(), 6);
    const auto rows = answer[u"rows"].toArray();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows.at(0)[u"sku"].toString(), u"PMP-C30"_s);
    QCOMPARE(rows.at(0)[u"cost"].toDouble(), 1640.0);
    QCOMPARE(rows.at(0)[u"count"].toInt(), 3);
}

void TestDemoMcp::queryErrorsAreNamed_data()
{
    QTest::addColumn<QJsonObject>("arguments");
    QTest::addColumn<QString>("code");
    QTest::newRow("dataset") << QJsonObject{{u"dataset"_s, u"other"_s}} << u"dataset_not_found"_s;
    QTest::newRow("column") << QJsonObject{{u"select"_s, QJsonArray{u"nope"_s}}} << u"validation_error"_s;
    QTest::newRow("limit") << QJsonObject{{u"limit"_s, 0}} << u"validation_error"_s;
    QTest::newRow("order") << QJsonObject{{u"order_by"_s, QJsonArray{QJsonObject{{u"field"_s, u"nope"_s}}}}}
                           << u"validation_error"_s;
}

void TestDemoMcp::queryErrorsAreNamed()
{
    QFETCH(QJsonObject, arguments);
    QFETCH(QString, code);
    QCOMPARE(codeOf(call(u"query_data"_s, arguments)), code);
}

static QJsonObject twoOptions(int seed)
{
    const QJsonObject better{{u"name"_s, u"order"_s}, {u"mean"_s, 100}, {u"std"_s, 10}};
    const QJsonObject worse{
        {u"name"_s, u"wait"_s}, {u"distribution"_s, u"uniform"_s}, {u"low"_s, -10}, {u"high"_s, 20}};
    return {{u"options"_s, QJsonArray{worse, better}}, {u"seed"_s, seed}};
}

void TestDemoMcp::simulationIsSeeded()
{
    const auto first = call(u"simulate"_s, twoOptions(7));
    QCOMPARE(first[u"recommended_action"].toString(), u"order"_s);
    QCOMPARE(call(u"simulate"_s, twoOptions(7)), first);
    QVERIFY(call(u"simulate"_s, twoOptions(8)) != first);
    const auto normal = first[u"options"][1];
    QVERIFY(qAbs(normal[u"expected_value"].toDouble() - 100) < 1);
    QVERIFY(qAbs(normal[u"percentiles"][u"p5"].toDouble() - 83.55) < 1);
    QVERIFY(qAbs(first[u"options"][0][u"risk"][u"probability_of_loss"].toDouble() - 1.0 / 3) < 0.02);
    QCOMPARE(codeOf(call(u"simulate"_s, {{u"options"_s, QJsonArray()}})), u"validation_error"_s);
}

void TestDemoMcp::planRanksTheOptions()
{
    const auto plan = call(u"plan_decision"_s, twoOptions(1));
    QCOMPARE(plan[u"recommended_action"].toString(), u"order"_s);
    QCOMPARE(plan[u"options"][0][u"rank"].toInt(), 1);
    QCOMPARE(plan[u"options"][1][u"name"].toString(), u"wait"_s);
    QVERIFY(!plan.contains(u"plan_hash"));
    const auto recommended = call(u"recommend"_s, twoOptions(1));
    QCOMPARE(recommended[u"recommended_action"].toString(), u"order"_s);
    QCOMPARE(recommended[u"confidence"].toDouble(), 1.0);
}

void TestDemoMcp::decisionMemoryHasTheMcpShapes()
{
    const auto logged =
        call(u"log_decision"_s, {{u"chosen_action"_s, u"order"_s}, {u"expected_value"_s, 10}});
    const auto id = logged[u"decision_id"].toString();
    QVERIFY(!id.isEmpty());
    QCOMPARE(logged.keys(), (QStringList{u"chosen_action"_s, u"confidence"_s, u"created_at"_s,
                                         u"decision_id"_s, u"expected_value"_s, u"note"_s}));
    const auto listed = call(u"list_decisions"_s, {{u"limit"_s, 1}});
    QCOMPARE(listed[u"decisions"][0].toObject().size(), 9);
    QVERIFY(!listed[u"decisions"][0].toObject().contains(u"execution_status"));
    const auto outcome = call(u"record_outcome"_s, {{u"decision_id"_s, id}, {u"actual_outcome"_s, 8}});
    QCOMPARE(outcome[u"outcome_delta"].toDouble(), -2.0);
    QCOMPARE(call(u"get_decision"_s, {{u"decision_id"_s, id}})[u"actual_outcome"].toDouble(), 8.0);
    QCOMPARE(call(u"delete_decision"_s, {{u"decision_id"_s, id}})[u"deleted"].toBool(), true);
    QCOMPARE(codeOf(call(u"get_decision"_s, {{u"decision_id"_s, id}})), u"decision_not_found"_s);
}

void TestDemoMcp::auditAndPolicyAreReadable()
{
    call(u"log_decision"_s, {{u"chosen_action"_s, u"a"_s}});
    const auto audit = call(u"get_audit_logs"_s, {{u"action"_s, u"decision.log"_s}, {u"limit"_s, 1}});
    QCOMPARE(audit[u"entries"][0][u"actor_email"].toString(), u"operator@console.example"_s);
    QCOMPARE(codeOf(call(u"get_audit_logs"_s, {{u"action"_s, u""_s}})), u"validation_error"_s);
    QCOMPARE(call(u"get_execution_policy"_s, {})[u"min_confidence"].toDouble(), 0.6);
    QCOMPARE(call(u"list_execution_policy_snapshots"_s, {})[u"total_snapshots"].toInt(), 1);
}

QTEST_GUILESS_MAIN(TestDemoMcp)
#include "tst_demo_mcp.moc"
