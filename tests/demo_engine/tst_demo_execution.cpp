// SPDX-License-Identifier: Apache-2.0
#include "tests/demo_engine/testengine.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QTest>

#include <thread>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::demo;
using namespace algenta::demo::test;

class TestDemoExecution : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void receiptHasItsTenFields();
    void deliveryIsARealPost();
    void gatesBlockInTheOrderSet_data();
    void gatesBlockInTheOrderSet();
    void bypassesReachTheirOwnGatesOnly_data();
    void bypassesReachTheirOwnGatesOnly();
    void valuesAtTheThresholdPass();
    void reexecutionCanBeAllowedByPolicy();
    void webhookEndpoints_data();
    void webhookEndpoints();
    void foreignTargetsAreRefused_data();
    void foreignTargetsAreRefused();
    void eachAttemptLeavesAnAuditEntry();
    void concurrentCallsDeliverOnce();
    void restShapes_data();
    void restShapes();
    void mcpShapes_data();
    void mcpShapes();
    void unknownGateCanBeArranged();

private:
    std::unique_ptr<DemoEngine> m_engine;
    Client client() const { return Client(m_engine->port()); }
    QString log(std::optional<double> confidence, std::optional<double> riskP5 = {})
    {
        return QString::fromStdString(
            m_engine->logDecision({"Reorder", 100.0, confidence, riskP5, {}, {}, {}, {}, {}}));
    }
    QJsonObject arguments(const QString &endpoint = u"accept"_s) const
    {
        return {{u"webhook_url"_s, QString::fromStdString(m_engine->webhookUrl(endpoint.toStdString()))}};
    }
    Reply execute(const QString &id, const QJsonObject &body) const
    {
        return client().json("POST", "/v1/decisions/" + id.toLatin1() + "/execute", body,
                             m_engine->operatorKey());
    }
    static QJsonObject with(QJsonObject object, const QString &key, const QJsonValue &value)
    {
        object.insert(key, value);
        return object;
    }
    QJsonArray executeEntries() const
    {
        QJsonArray entries;
        for (const auto &entry :
             QJsonDocument::fromJson(QByteArray::fromStdString(m_engine->auditExport())).array()) {
            if (entry[u"action"] == u"decision.execute"_s)
                entries.append(entry);
        }
        return entries;
    }
};

void TestDemoExecution::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_engine = std::make_unique<DemoEngine>();
    QVERIFY(m_engine->start());
}

void TestDemoExecution::receiptHasItsTenFields()
{
    const auto id = log(0.9);
    const auto receipt = execute(id, arguments()).json();
    QCOMPARE(receipt.keys(),
             (QStringList{u"decision_id"_s, u"executed_at"_s, u"execution_status"_s, u"manifest_version"_s,
                          u"payload_summary"_s, u"policy_snapshot_id"_s, u"response_code"_s,
                          u"safety_overridden"_s, u"schema_snapshot_id"_s, u"webhook_url"_s}));
    QCOMPARE(receipt[u"execution_status"].toString(), u"delivered"_s);
    QCOMPARE(receipt[u"response_code"].toInt(), 200);
    QCOMPARE(receipt[u"safety_overridden"].toBool(true), false);
    const auto record = client().get("/v1/decisions/" + id.toLatin1(), m_engine->viewerKey()).json();
    QCOMPARE(record[u"executed_at"], receipt[u"executed_at"]);
    QCOMPARE(record[u"execution_status"], receipt[u"execution_status"]);
    QCOMPARE(record[u"execution_webhook_url"], receipt[u"webhook_url"]);
}

void TestDemoExecution::deliveryIsARealPost()
{
    const auto id = log(0.9);
    const auto receipt =
        execute(id, with(arguments(), u"metadata"_s,
                         QJsonObject{{u"ticket"_s, u"OPS-1"_s}, {u"decision_id"_s, u"forged"_s}}))
            .json();
    const auto deliveries = m_engine->webhookDeliveries();
    QCOMPARE(deliveries.size(), 1u);
    QCOMPARE(deliveries[0].endpoint, std::string("accept"));
    const auto body = QByteArray::fromStdString(deliveries[0].body);
    const auto payload = QJsonDocument::fromJson(body).object();
    QCOMPARE(payload[u"decision_id"].toString(), id);
    QCOMPARE(payload[u"ticket"].toString(), u"OPS-1"_s);
    QCOMPARE(receipt[u"payload_summary"][u"sha256"].toString().toLatin1(),
             QCryptographicHash::hash(body, QCryptographicHash::Sha256).toHex());
}

void TestDemoExecution::gatesBlockInTheOrderSet_data()
{
    QTest::addColumn<QString>("order");
    QTest::addColumn<QStringList>("blocked");
    QTest::newRow("idempotency first")
        << u"idempotency,confidence,risk_floor"_s << QStringList{u"idempotency"_s, u"confidence"_s};
    QTest::newRow("confidence first")
        << u"confidence,risk_floor,idempotency"_s << QStringList{u"confidence"_s, u"idempotency"_s};
    QTest::newRow("risk first") << u"risk_floor,confidence,idempotency"_s
                                << QStringList{u"risk_floor"_s, u"idempotency"_s};
}

void TestDemoExecution::gatesBlockInTheOrderSet()
{
    QFETCH(QString, order);
    QFETCH(QStringList, blocked);
    m_engine->setGateOrder(*gateOrderFromText(order.toStdString()));
    const auto id = log(0.2, -9000);
    QCOMPARE(execute(id, with(arguments(), u"override_safety"_s, true)).status, 200);
    QCOMPARE(execute(id, arguments()).json()[u"error"][u"gate"].toString(), blocked.at(0));
    // The bypass of the gate that answered uncovers the other kind.
    const auto bypass = blocked.at(0) == u"idempotency" ? u"force"_s : u"override_safety"_s;
    QCOMPARE(execute(id, with(arguments(), bypass, true)).json()[u"error"][u"gate"].toString(),
             blocked.at(1));
    const auto both = execute(id, with(with(arguments(), u"force"_s, true), u"override_safety"_s, true));
    QCOMPARE(both.json()[u"execution_status"].toString(), u"delivered"_s);
    QCOMPARE(m_engine->webhookDeliveries().size(), 2u);
}

void TestDemoExecution::bypassesReachTheirOwnGatesOnly_data()
{
    QTest::addColumn<double>("confidence");
    QTest::addColumn<double>("riskP5");
    QTest::addColumn<QString>("gate");
    QTest::addColumn<QString>("bypass");
    QTest::addColumn<QString>("wrongBypass");
    QTest::newRow("confidence") << 0.59 << 0.0 << u"confidence"_s << u"override_safety"_s << u"force"_s;
    QTest::newRow("risk floor") << 0.9 << -5000.5 << u"risk_floor"_s << u"override_safety"_s << u"force"_s;
}

void TestDemoExecution::bypassesReachTheirOwnGatesOnly()
{
    QFETCH(double, confidence);
    QFETCH(double, riskP5);
    QFETCH(QString, gate);
    QFETCH(QString, bypass);
    QFETCH(QString, wrongBypass);
    const auto id = log(confidence, riskP5);
    const auto blocked = execute(id, arguments());
    QCOMPARE(blocked.status, 409);
    QCOMPARE(blocked.json()[u"error"][u"gate"].toString(), gate);
    QCOMPARE(blocked.errorCode(), u"execution_blocked_"_s + gate);
    QCOMPARE(execute(id, with(arguments(), wrongBypass, true)).status, 409);
    QCOMPARE(m_engine->webhookDeliveries().size(), 0u);
    QCOMPARE(execute(id, with(arguments(), bypass, true)).json()[u"safety_overridden"].toBool(), true);
    QCOMPARE(execute(id, with(arguments(), u"override_safety"_s, true)).json()[u"error"][u"gate"].toString(),
             u"idempotency"_s);
}

void TestDemoExecution::valuesAtTheThresholdPass()
{
    QCOMPARE(execute(log(0.6, -5000), arguments()).status, 200);
    QCOMPARE(execute(log({}, {}), arguments()).status, 200);
    // Nothing was silenced, so nothing was overridden.
    QCOMPARE(execute(log(0.9), with(arguments(), u"override_safety"_s, true))
                 .json()[u"safety_overridden"]
                 .toBool(true),
             false);
}

void TestDemoExecution::reexecutionCanBeAllowedByPolicy()
{
    const auto id = log(0.9);
    QCOMPARE(execute(id, arguments()).status, 200);
    QCOMPARE(execute(id, arguments()).status, 409);
    m_engine->setPolicy({{}, {}, {}, true});
    QCOMPARE(execute(id, arguments()).status, 200);
}

void TestDemoExecution::webhookEndpoints_data()
{
    QTest::addColumn<QString>("endpoint");
    QTest::addColumn<QString>("status");
    QTest::addColumn<QJsonValue>("code");
    QTest::newRow("accept") << u"accept"_s << u"delivered"_s << QJsonValue(200);
    QTest::newRow("reject") << u"reject"_s << u"failed"_s << QJsonValue(422);
    QTest::newRow("stall") << u"stall"_s << u"failed"_s << QJsonValue(QJsonValue::Null);
    QTest::newRow("drop") << u"drop"_s << u"failed"_s << QJsonValue(QJsonValue::Null);
}

void TestDemoExecution::webhookEndpoints()
{
    QFETCH(QString, endpoint);
    QFETCH(QString, status);
    QFETCH(QJsonValue, code);
    const auto reply = execute(log(0.9), with(arguments(endpoint), u"timeout_seconds"_s, 0.5));
    QCOMPARE(reply.status, 200);
    QCOMPARE(reply.json()[u"execution_status"].toString(), status);
    QCOMPARE(reply.json().value(u"response_code"), code);
    QCOMPARE(m_engine->webhookDeliveries().size(), 1u);
}

void TestDemoExecution::foreignTargetsAreRefused_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("code");
    QTest::newRow("remote") << u"http://erp.example/hook"_s << u"webhook_target_not_allowed"_s;
    QTest::newRow("https") << u"https://127.0.0.1/hook"_s << u"webhook_target_not_allowed"_s;
    QTest::newRow("user info") << u"http://127.0.0.1:80@erp.example/"_s << u"webhook_target_not_allowed"_s;
    QTest::newRow("prefix") << u"http://127.0.0.1.erp.example/"_s << u"webhook_target_not_allowed"_s;
    QTest::newRow("other scheme") << u"file:///etc/passwd"_s << u"validation_error"_s;
    QTest::newRow("line break") << u"http://127.0.0.1/\r\nX: y"_s << u"validation_error"_s;
    QTest::newRow("empty") << u""_s << u"validation_error"_s;
}

void TestDemoExecution::foreignTargetsAreRefused()
{
    QFETCH(QString, url);
    QFETCH(QString, code);
    const auto id = log(0.9);
    const auto reply = execute(id, {{u"webhook_url"_s, url}});
    QCOMPARE(reply.status, 422);
    QCOMPARE(reply.errorCode(), code);
    QVERIFY(QByteArray::fromStdString(m_engine->decisionJson(id.toStdString()))
                .contains("\"execution_status\":null"));
}

void TestDemoExecution::eachAttemptLeavesAnAuditEntry()
{
    const auto id = log(0.5);
    client().json("POST", "/v1/decisions/" + id.toLatin1() + "/execute", arguments(), m_engine->readingKey());
    client().call(u"execute_decision"_s, with(arguments(), u"decision_id"_s, id), m_engine->agentKey());
    execute(id, with(arguments(u"reject"_s), u"override_safety"_s, true));
    execute(id, with(arguments(), u"override_safety"_s, true));
    const auto entries = executeEntries();
    QStringList results;
    for (const auto &entry : entries) {
        results.append(entry[u"result"].toString());
        QCOMPARE(entry[u"resource_id"].toString(), id);
    }
    QCOMPARE(results, (QStringList{u"denied"_s, u"blocked"_s, u"failed"_s, u"success"_s}));
    const auto blocked = entries.at(1);
    QCOMPARE(blocked[u"actor_email"].toString(), u"replenish-2@agents.example"_s);
    QCOMPARE(blocked[u"metadata"][u"gate"].toString(), u"confidence"_s);
    QCOMPARE(blocked[u"metadata"][u"measured"].toDouble(), 0.5);
    QCOMPARE(blocked[u"metadata"][u"threshold"].toDouble(), 0.6);
    QCOMPARE(blocked[u"metadata"][u"webhook_url"].toString(),
             QString::fromStdString(m_engine->webhookUrl("accept")));
    QVERIFY(blocked[u"metadata"][u"request_id"].toString().startsWith(u"req_"));
    QCOMPARE(entries.at(3)[u"metadata"][u"safety_overridden"].toBool(), true);
}

void TestDemoExecution::concurrentCallsDeliverOnce()
{
    const auto id = log(0.9);
    std::vector<int> statuses(6);
    std::vector<std::thread> callers;
    for (auto &status : statuses)
        callers.emplace_back([this, &id, &status] { status = execute(id, arguments()).status; });
    for (auto &caller : callers)
        caller.join();
    QCOMPARE(std::count(statuses.begin(), statuses.end(), 200), 1);
    QCOMPARE(std::count(statuses.begin(), statuses.end(), 409), 5);
    QCOMPARE(m_engine->webhookDeliveries().size(), 1u);
}

void TestDemoExecution::restShapes_data()
{
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QStringList>("pathToCode");
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("gate");
    QTest::addColumn<bool>("requestId");
    const QString named = u"execution_blocked_confidence"_s;
    QTest::newRow("default") << QString() << QStringList{u"error"_s} << named << true << true;
    QTest::newRow("D1") << u"D1"_s << QStringList{u"error"_s} << named << true << false;
    QTest::newRow("D2") << u"D2"_s << QStringList{u"error"_s} << named << true << true;
    QTest::newRow("D3") << u"D3"_s << QStringList{u"detail"_s, u"error"_s} << named << true << false;
    QTest::newRow("D4") << u"D4"_s << QStringList{u"detail"_s} << named << true << false;
    QTest::newRow("D5") << u"D5"_s << QStringList{u"error"_s} << u"http_error"_s << false << true;
    QTest::newRow("D7 leaves REST") << u"D7"_s << QStringList{u"error"_s} << named << true << true;
}

void TestDemoExecution::restShapes()
{
    QFETCH(QString, shape);
    QFETCH(QStringList, pathToCode);
    QFETCH(QString, code);
    QFETCH(bool, gate);
    QFETCH(bool, requestId);
    m_engine->setDenialShape(denialShapeFromText(shape.toStdString()));
    const auto reply = execute(log(0.1), arguments());
    QCOMPARE(reply.status, 409);
    QJsonValue inner = reply.json();
    for (const auto &key : pathToCode)
        inner = inner.toObject().value(key);
    QCOMPARE(inner[u"code"].toString(), code);
    QCOMPARE(inner[u"gate"].toString() == u"confidence", gate);
    QCOMPARE(reply.json().contains(u"request_id"), requestId);
}

void TestDemoExecution::mcpShapes_data()
{
    QTest::addColumn<QString>("shape");
    QTest::addColumn<bool>("isError");
    for (const char *shape : {"", "D3", "D6", "D9", "D10", "D11", "D12", "D13", "D14"})
        QTest::newRow(*shape ? shape : "default") << QString::fromLatin1(shape) << false;
    QTest::newRow("D7") << u"D7"_s << true;
    QTest::newRow("D8") << u"D8"_s << true;
}

void TestDemoExecution::mcpShapes()
{
    QFETCH(QString, shape);
    QFETCH(bool, isError);
    m_engine->setDenialShape(denialShapeFromText(shape.toStdString()));
    const auto result = client().callResult(
        u"execute_decision"_s, with(arguments(), u"decision_id"_s, log(0.1)), m_engine->agentKey());
    QCOMPARE(result[u"isError"].toBool(), isError);
    const auto text = Client::textOf(result);
    const auto payload = QJsonDocument::fromJson(text.toUtf8()).object();
    const QJsonObject d1 =
        shape == u"D9"    ? result[u"structuredContent"].toObject()
        : shape == u"D13" ? result[u"toolResult"].toObject()
        : shape == u"D8"  ? QJsonDocument::fromJson(text.mid(text.indexOf(u'{')).toUtf8()).object()
        : shape == u"D12" ? QJsonDocument::fromJson(Client::textOf(payload).toUtf8()).object()
        : shape == u"D11" ? QJsonObject{{u"error"_s, payload}}
                          : payload;
    if (shape == u"D14") {
        QCOMPARE(payload[u"approval_state"].toString(), u"rejected"_s);
        QCOMPARE(payload[u"code"].toString(), u"plan_not_approved"_s);
        QVERIFY(!payload[u"result"][u"message"].toString().isEmpty());
        return;
    }
    QCOMPARE(d1[u"error"][u"code"].toString(), u"execution_blocked_confidence"_s);
    const bool realServer = shape.isEmpty() || shape == u"D3" || shape == u"D6";
    QCOMPARE(d1[u"error"].toObject().contains(u"gate"), !realServer);
    if (!realServer)
        return;
    // The real server keeps the gate only inside the text of the message.
    QCOMPARE(d1[u"error"][u"status_code"].toInt(), 409);
    const auto message = d1[u"error"][u"message"].toString();
    QVERIFY(message.startsWith(u"API error 409: {"));
    const auto inner = QJsonDocument::fromJson(message.mid(15).toUtf8()).object();
    QCOMPARE(inner[u"error"][u"gate"].toString(), u"confidence"_s);
    QVERIFY(!inner[u"error"][u"override_hint"].toString().isEmpty());
}

void TestDemoExecution::unknownGateCanBeArranged()
{
    const auto id = log(0.9);
    m_engine->blockNextExecution("calibration", "execution_blocked_calibration", "Not calibrated.");
    const auto blocked = execute(id, with(arguments(), u"override_safety"_s, true));
    QCOMPARE(blocked.json()[u"error"][u"gate"].toString(), u"calibration"_s);
    QVERIFY(blocked.json()[u"error"].toObject().value(u"override_hint").isNull());
    QCOMPARE(execute(id, arguments()).status, 200);
}

QTEST_GUILESS_MAIN(TestDemoExecution)
#include "tst_demo_execution.moc"
