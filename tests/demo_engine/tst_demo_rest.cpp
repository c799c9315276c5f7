// SPDX-License-Identifier: Apache-2.0
#include "tests/demo_engine/testengine.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::demo;
using namespace algenta::demo::test;

class TestDemoRest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void healthNeedsNoKey();
    void keysAreChecked_data();
    void keysAreChecked();
    void rolesAreEnforced_data();
    void rolesAreEnforced();
    void unknownRouteAnswersLikeTheFramework();
    void pagesRunNewestFirst();
    void pageLimitsAreEnforced_data();
    void pageLimitsAreEnforced();
    void outcomeFilterKeepsOnlyKnownOutcomes();
    void loggedDecisionIsValidated_data();
    void loggedDecisionIsValidated();
    void auditIsFilteredByEachField_data();
    void auditIsFilteredByEachField();
    void exportIsHashedOverItsBytes();
    void emptyExportIsTwoBytes();
    void policyChangesMakeAChain();
    void contractDescribesThisEngine();
    void mutationsLeaveAuditEntries();

private:
    std::unique_ptr<DemoEngine> m_engine;
    Client client() const { return Client(m_engine->port()); }
    Reply get(const QByteArray &target) const { return client().get(target, m_engine->operatorKey()); }
};

void TestDemoRest::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_engine = std::make_unique<DemoEngine>();
    QVERIFY(m_engine->start());
}

void TestDemoRest::healthNeedsNoKey()
{
    QCOMPARE(client().get("/health").status, 200);
}

void TestDemoRest::keysAreChecked_data()
{
    QTest::addColumn<Headers>("headers");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    const QByteArray key = QByteArray::fromStdString(DemoOptions().readingKey);
    QTest::newRow("bearer") << Headers{{"Authorization", "Bearer " + key}} << 200 << QString();
    QTest::newRow("scheme case") << Headers{{"Authorization", "bEARER " + key}} << 200 << QString();
    QTest::newRow("older header") << Headers{{"X-API-Key", key}} << 200 << QString();
    QTest::newRow("bearer before older header")
        << Headers{{"Authorization", "Bearer no"}, {"X-API-Key", key}} << 401 << u"invalid_key"_s;
    QTest::newRow("wrong") << Headers{{"Authorization", "Bearer de_test_no"}} << 401 << u"invalid_key"_s;
    QTest::newRow("missing") << Headers{} << 401 << u"authentication_required"_s;
}

void TestDemoRest::keysAreChecked()
{
    QFETCH(Headers, headers);
    QFETCH(int, status);
    QFETCH(QString, code);
    const auto reply = client().send("GET", "/v1/decisions", {}, headers);
    QCOMPARE(reply.status, status);
    QCOMPARE(reply.errorCode(), code);
    QVERIFY(reply.headers.value("x-request-id").startsWith("req_"));
    if (status != 200)
        QCOMPARE(reply.json()[u"request_id"].toString().toLatin1(), reply.headers.value("x-request-id"));
}

void TestDemoRest::rolesAreEnforced_data()
{
    QTest::addColumn<std::string>("key");
    QTest::addColumn<int>("log");
    QTest::addColumn<int>("execute");
    QTest::addColumn<int>("policy");
    QTest::addColumn<int>("remove");
    const DemoOptions keys;
    QTest::newRow("viewer") << keys.viewerKey << 403 << 403 << 403 << 403;
    QTest::newRow("reading") << keys.readingKey << 200 << 403 << 403 << 403;
    QTest::newRow("agent") << keys.agentKey << 200 << 200 << 403 << 403;
    QTest::newRow("operator") << keys.operatorKey << 200 << 200 << 200 << 200;
}

void TestDemoRest::rolesAreEnforced()
{
    QFETCH(std::string, key);
    QFETCH(int, log);
    QFETCH(int, execute);
    QFETCH(int, policy);
    QFETCH(int, remove);
    const auto path = "/v1/decisions/" + QByteArray::fromStdString(
                                             m_engine->logDecision({"a", {}, 0.9, {}, {}, {}, {}, {}, {}}));
    const auto url = QString::fromStdString(m_engine->webhookUrl("accept"));
    QCOMPARE(client().get(path, key).status, 200);
    QCOMPARE(client().json("POST", "/v1/decisions", {{u"chosen_action"_s, u"a"_s}}, key).status, log);
    const auto executed = client().json("POST", path + "/execute", {{u"webhook_url"_s, url}}, key);
    QCOMPARE(executed.status, execute);
    if (execute == 403)
        QCOMPARE(executed.errorCode(), u"permission_denied"_s);
    QCOMPARE(m_engine->webhookDeliveries().size(), execute == 403 ? 0u : 1u);
    QCOMPARE(client().json("PATCH", "/v1/execution/policy", {{u"min_confidence"_s, 0.7}}, key).status,
             policy);
    QCOMPARE(client().json("DELETE", path, {}, key).status, remove);
}

void TestDemoRest::unknownRouteAnswersLikeTheFramework()
{
    QCOMPARE(get("/v1/decision-cases").status, 404);
    QCOMPARE(get("/nowhere").body, QByteArray(R"({"detail":"Not Found"})"));
    QCOMPARE(client().json("PUT", "/v1/decisions", {}, m_engine->operatorKey()).status, 405);
    QCOMPARE(get("/v1/decisions/dec_none").errorCode(), u"decision_not_found"_s);
}

void TestDemoRest::pagesRunNewestFirst()
{
    for (const char *action : {"first", "second", "third"})
        m_engine->logDecision({action, {}, {}, {}, {}, {}, {}, {}, {}});
    const auto page = get("/v1/decisions?page=2&limit=2").json();
    QCOMPARE(page[u"total"].toInt(), 3);
    QCOMPARE(page[u"pages"].toInt(), 2);
    QCOMPARE(page[u"decisions"].toArray().size(), 1);
    QCOMPARE(page[u"decisions"][0][u"chosen_action"].toString(), u"first"_s);
    QCOMPARE(get("/v1/decisions").json()[u"decisions"][0][u"chosen_action"].toString(), u"third"_s);
}

void TestDemoRest::pageLimitsAreEnforced_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<int>("status");
    QTest::newRow("limit 200") << QByteArray("decisions?limit=200") << 200;
    QTest::newRow("limit 201") << QByteArray("decisions?limit=201") << 422;
    QTest::newRow("page_size 100") << QByteArray("decisions?page_size=100") << 200;
    QTest::newRow("page_size 101") << QByteArray("decisions?page_size=101") << 422;
    QTest::newRow("page 0") << QByteArray("decisions?page=0") << 422;
    QTest::newRow("page text") << QByteArray("decisions?page=1x") << 422;
    QTest::newRow("flag") << QByteArray("decisions?with_outcome_only=True") << 422;
    QTest::newRow("audit limit 100") << QByteArray("audit-logs?limit=100") << 200;
    QTest::newRow("audit limit 101") << QByteArray("audit-logs?limit=101") << 422;
    QTest::newRow("audit empty filter") << QByteArray("audit-logs?actor_email=") << 422;
}

void TestDemoRest::pageLimitsAreEnforced()
{
    QFETCH(QByteArray, query);
    QFETCH(int, status);
    const auto reply = get("/v1/" + query);
    QCOMPARE(reply.status, status);
    if (status == 422)
        QVERIFY(!reply.json()[u"error"][u"details"][0][u"field"].toString().isEmpty());
}

void TestDemoRest::outcomeFilterKeepsOnlyKnownOutcomes()
{
    m_engine->logDecision({"without", {}, {}, {}, {}, {}, {}, {}, {}});
    const auto id =
        QByteArray::fromStdString(m_engine->logDecision({"with", 10.0, {}, {}, {}, {}, {}, {}, {}}));
    const auto patched = client().json("PATCH", "/v1/decisions/" + id + "/outcome",
                                       {{u"actual_outcome"_s, 12.5}}, m_engine->readingKey());
    QCOMPARE(patched.json()[u"outcome_delta"].toDouble(), 2.5);
    const auto page = get("/v1/decisions?with_outcome_only=true").json();
    QCOMPARE(page[u"total"].toInt(), 1);
    QCOMPARE(page[u"decisions"][0][u"chosen_action"].toString(), u"with"_s);
}

void TestDemoRest::loggedDecisionIsValidated_data()
{
    QTest::addColumn<QJsonObject>("body");
    QTest::addColumn<QString>("field");
    const QJsonObject good{{u"chosen_action"_s, u"a"_s}};
    const auto with = [&good](const QString &key, const QJsonValue &value) {
        QJsonObject body = good;
        body.insert(key, value);
        return body;
    };
    QTest::newRow("good") << good << QString();
    QTest::newRow("no action") << QJsonObject() << u"chosen_action"_s;
    QTest::newRow("confidence above 1") << with(u"confidence"_s, 1.01) << u"confidence"_s;
    QTest::newRow("confidence as text") << with(u"confidence"_s, u"0.5"_s) << u"confidence"_s;
    QTest::newRow("risk_pol below 0") << with(u"risk_pol"_s, -0.1) << u"risk_pol"_s;
    QTest::newRow("options of numbers")
        << with(u"options_considered"_s, QJsonArray{1}) << u"options_considered"_s;
}

void TestDemoRest::loggedDecisionIsValidated()
{
    QFETCH(QJsonObject, body);
    QFETCH(QString, field);
    const auto reply = client().json("POST", "/v1/decisions", body, m_engine->agentKey());
    QCOMPARE(reply.status, field.isEmpty() ? 200 : 422);
    QCOMPARE(reply.json()[u"error"][u"details"][0][u"field"].toString(), field);
}

void TestDemoRest::auditIsFilteredByEachField_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<int>("total");
    QTest::newRow("none") << QByteArray() << 3;
    QTest::newRow("actor") << QByteArray("actor_email=replenish-2%40agents.example") << 2;
    QTest::newRow("action") << QByteArray("action=policy.update") << 1;
    QTest::newRow("resource type") << QByteArray("resource_type=decision") << 2;
    QTest::newRow("result") << QByteArray("result=denied") << 0;
    QTest::newRow("metadata") << QByteArray("policy_snapshot_id=pol_demo_0001") << 0;
    QTest::newRow("two") << QByteArray("result=success&action=decision.log") << 2;
}

void TestDemoRest::auditIsFilteredByEachField()
{
    QFETCH(QByteArray, filter);
    QFETCH(int, total);
    m_engine->logDecision({"a", {}, {}, {}, {}, {}, {}, {}, {}});
    m_engine->logDecision({"b", {}, {}, {}, {}, {}, {}, {}, {}});
    m_engine->setPolicy({0.7, {}, {}, {}});
    QCOMPARE(get("/v1/audit-logs?" + filter).json()[u"total"].toInt(), total);
}

void TestDemoRest::exportIsHashedOverItsBytes()
{
    m_engine->logDecision({"with \"quotes\" and \xc3\xa9", {}, {}, {}, {}, {}, {}, {}, {}});
    m_engine->logDecision({"second", {}, {}, {}, {}, {}, {}, {}, {}});
    const auto reply = get("/v1/audit-logs/export.json");
    QCOMPARE(reply.headers.value("x-content-sha256"),
             QCryptographicHash::hash(reply.body, QCryptographicHash::Sha256).toHex());
    QCOMPARE(reply.headers.value("x-audit-export-rows"), QByteArray("2"));
    QCOMPARE(QJsonDocument::fromJson(reply.body).array().size(), 2);
    QCOMPARE(get("/v1/audit-logs/export.csv").status, 404);
}

void TestDemoRest::emptyExportIsTwoBytes()
{
    QCOMPARE(get("/v1/audit-logs/export.json").body, QByteArray("[]"));
}

void TestDemoRest::policyChangesMakeAChain()
{
    const auto before = get("/v1/execution/policy").json();
    const auto after =
        client()
            .json("PATCH", "/v1/execution/policy", {{u"risk_floor"_s, 100}}, m_engine->operatorKey())
            .json();
    QCOMPARE(after[u"risk_floor"].toDouble(), 100.0);
    QCOMPARE(after[u"min_confidence"], before[u"min_confidence"]);
    QCOMPARE(after[u"revision"].toInt(), before[u"revision"].toInt() + 1);
    QCOMPARE(after[u"previous_snapshot_id"], before[u"snapshot_id"]);
    QVERIFY(after[u"content_hash"] != before[u"content_hash"]);
    const auto snapshots = get("/v1/execution/policy/snapshots").json();
    QCOMPARE(snapshots[u"total_snapshots"].toInt(), 2);
    QCOMPARE(snapshots[u"data"][0].toObject(), after);
    QCOMPARE(client().json("PATCH", "/v1/execution/policy", {}, m_engine->operatorKey()).status, 422);
    QCOMPARE(client()
                 .json("PATCH", "/v1/execution/policy", {{u"risk_floor"_s, -1}}, m_engine->operatorKey())
                 .status,
             422);
}

void TestDemoRest::contractDescribesThisEngine()
{
    const auto contract = get("/v1/meta/contract").json();
    QCOMPARE(contract[u"mcp_endpoint"].toString(), QString::fromStdString(m_engine->baseUrl()) + u"/mcp"_s);
    QCOMPARE(contract[u"api_key_prefixes"][u"test"].toString(), u"de_test_"_s);
}

void TestDemoRest::mutationsLeaveAuditEntries()
{
    const auto id = QByteArray::fromStdString(m_engine->logDecision({"a", {}, {}, {}, {}, {}, {}, {}, {}}));
    client().json("PATCH", "/v1/decisions/" + id + "/outcome", {{u"actual_outcome"_s, 1}},
                  m_engine->agentKey());
    client().json("DELETE", "/v1/decisions/" + id, {}, m_engine->viewerKey());
    client().json("DELETE", "/v1/decisions/" + id, {}, m_engine->operatorKey());
    QStringList seen;
    for (const auto &entry :
         QJsonDocument::fromJson(QByteArray::fromStdString(m_engine->auditExport())).array())
        seen.append(entry[u"action"].toString() + u' ' + entry[u"result"].toString());
    QCOMPARE(seen, (QStringList{u"decision.log success"_s, u"decision.record_outcome success"_s,
                                u"decision.delete denied"_s, u"decision.delete success"_s}));
}

QTEST_GUILESS_MAIN(TestDemoRest)
#include "tst_demo_rest.moc"
