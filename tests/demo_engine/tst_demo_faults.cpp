// SPDX-License-Identifier: Apache-2.0
#include "tests/demo_engine/testengine.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::demo;
using namespace algenta::demo::test;

class TestDemoFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void requestsAreRecordedWhole();
    void overrideFieldsAreFound_data();
    void overrideFieldsAreFound();
    void recordFileHoldsNoSecrets();
    void faultHitsItsPathOnce();
    void rawAnswerIsExact();
    void droppedRequestDoesNothing();
    void lostAnswerDidTheWork();
    void delayEndsWhenTheEngineStops();
    void mutatorsRewriteAnswers();
    void toolsDriftAfterTheGivenNumberOfLists();
    void stopEndsAStalledExecution();

private:
    std::unique_ptr<DemoEngine> m_engine;
    Client client() const { return Client(m_engine->port()); }
};

void TestDemoFaults::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_engine = std::make_unique<DemoEngine>();
    QVERIFY(m_engine->start());
}

void TestDemoFaults::requestsAreRecordedWhole()
{
    client().send("POST", "/v1/decisions?a=b%20c", "{\"x\":1}", {{"X-Extra", "7"}});
    const auto requests = m_engine->requestsTo("/v1/decisions");
    QCOMPARE(requests.size(), 1u);
    QCOMPARE(requests[0].method, std::string("POST"));
    QCOMPARE(requests[0].query, std::string("a=b%20c"));
    QCOMPARE(requests[0].body, std::string("{\"x\":1}"));
    const auto &headers = requests[0].headers;
    QVERIFY(std::find(headers.begin(), headers.end(), std::pair<std::string, std::string>("X-Extra", "7")) !=
            headers.end());
    m_engine->clearRequests();
    QVERIFY(m_engine->requests().empty());
}

void TestDemoFaults::overrideFieldsAreFound_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("found");
    const QByteArray plain = "/mcp";
    QTest::newRow("none") << plain << QByteArray(R"({"forced":true,"note":"force"})") << QByteArray();
    QTest::newRow("top") << plain << QByteArray(R"({"force":false})") << QByteArray("body.force");
    QTest::newRow("nested") << plain << QByteArray(R"({"params":{"arguments":{"override_safety":1}}})")
                            << QByteArray("body.params.arguments.override_safety");
    QTest::newRow("in a list") << plain << QByteArray(R"([{"a":[1,{"force":1}]}])")
                               << QByteArray("body.[0].a[1].force");
    QTest::newRow("in metadata") << plain << QByteArray(R"({"metadata":{"force":1}})")
                                 << QByteArray("body.metadata.force");
    QTest::newRow("escaped key") << plain << QByteArray(R"({"\u0066orce":1})") << QByteArray("body.force");
    QTest::newRow("repeated") << plain << QByteArray(R"({"force":1,"force":null})")
                              << QByteArray("body.force,body.force");
    QTest::newRow("before a break") << plain << QByteArray(R"({"force":true,)") << QByteArray("body.force");
    QTest::newRow("query") << QByteArray("/v1/decisions?force=1") << QByteArray()
                           << QByteArray("query.force");
}

void TestDemoFaults::overrideFieldsAreFound()
{
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, found);
    client().send("POST", target, body, {{"Content-Type", "application/json"}});
    const auto requests = m_engine->requests();
    QCOMPARE(requests.size(), 1u);
    QByteArrayList fields;
    for (const auto &field : requests[0].overrideFields)
        fields.append(QByteArray::fromStdString(field));
    QCOMPARE(fields.join(','), found);
    QCOMPARE(m_engine->overrideRequests().size(), found.isEmpty() ? 0u : 1u);
}

void TestDemoFaults::recordFileHoldsNoSecrets()
{
    QTemporaryDir folder;
    DemoOptions options;
    options.recordFile = folder.filePath(u"record.jsonl"_s).toStdString();
    DemoEngine engine(options);
    QVERIFY(engine.start());
    const QByteArray secret = "de_test_secret_value";
    Client(engine.port())
        .send("POST", "/mcp", "{\"force\":1}",
              {{"Authorization", "Bearer " + secret}, {"X-API-Key", secret}});
    QFile file(QString::fromStdString(options.recordFile));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto text = file.readAll();
    QCOMPARE(text.count('\n'), 1);
    QVERIFY(!text.contains(secret));
    QCOMPARE(QJsonDocument::fromJson(text)[u"overrideFields"][0].toString(), u"body.force"_s);
}

void TestDemoFaults::faultHitsItsPathOnce()
{
    m_engine->failNext("/health", 502, "<html>bad gateway</html>", "text/html");
    QCOMPARE(client().get("/v1/none", m_engine->viewerKey()).status, 404);
    const auto failed = client().get("/health");
    QCOMPARE(failed.status, 502);
    QCOMPARE(failed.headers.value("content-type"), QByteArray("text/html"));
    QCOMPARE(failed.body, QByteArray("<html>bad gateway</html>"));
    QCOMPARE(client().get("/health").status, 200);
}

void TestDemoFaults::rawAnswerIsExact()
{
    m_engine->answerNextWith("/health", "SSH-2.0-nothing\r\n");
    QCOMPARE(client().get("/health").raw, QByteArray("SSH-2.0-nothing\r\n"));
}

void TestDemoFaults::droppedRequestDoesNothing()
{
    m_engine->dropNext("/v1/decisions");
    const auto reply =
        client().json("POST", "/v1/decisions", {{u"chosen_action"_s, u"a"_s}}, m_engine->agentKey());
    QCOMPARE(reply.raw, QByteArray());
    QCOMPARE(client().get("/v1/decisions", m_engine->viewerKey()).json()[u"total"].toInt(), 0);
}

void TestDemoFaults::lostAnswerDidTheWork()
{
    const auto id = m_engine->logDecision({"a", {}, 0.9, {}, {}, {}, {}, {}, {}});
    const std::string path = "/v1/decisions/" + id + "/execute";
    m_engine->loseAnswerNext(path);
    const auto reply =
        client().json("POST", QByteArray::fromStdString(path),
                      {{u"webhook_url"_s, QString::fromStdString(m_engine->webhookUrl("accept"))}},
                      m_engine->operatorKey());
    QCOMPARE(reply.raw, QByteArray());
    QCOMPARE(m_engine->webhookDeliveries().size(), 1u);
    QVERIFY(m_engine->decisionJson(id).find("\"execution_status\":\"delivered\"") != std::string::npos);
}

void TestDemoFaults::delayEndsWhenTheEngineStops()
{
    m_engine->delayNext("/health", std::chrono::hours(1));
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, static_cast<quint16>(m_engine->port()));
    QVERIFY(socket.waitForConnected());
    socket.write("GET /health HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n");
    QVERIFY(socket.flush());
    QTRY_COMPARE(m_engine->requests().size(), 1u);
    m_engine->stop();
    QTRY_COMPARE(socket.state(), QAbstractSocket::UnconnectedState);
}

void TestDemoFaults::mutatorsRewriteAnswers()
{
    m_engine->setToolsListMutator([](const std::string &) { return std::string(R"({"tools":[7]})"); });
    QCOMPARE(client().rpc(u"tools/list"_s, {}).json()[u"result"][u"tools"][0].toInt(), 7);
    m_engine->setToolsListMutator({});
    QCOMPARE(client().get("/mcp/tools").json()[u"tools"].toArray().size(), 140);
    m_engine->setAnswerMutator("/health", [](const std::string &body) { return body.substr(0, 5); });
    QCOMPARE(client().get("/health").body.size(), 5);
}

void TestDemoFaults::toolsDriftAfterTheGivenNumberOfLists()
{
    DemoOptions options;
    options.driftAfter = 2;
    DemoEngine engine(options);
    QVERIFY(engine.start());
    const Client other(engine.port());
    const auto list = [&other] {
        return other.rpc(u"tools/list"_s, {}).json()[u"result"][u"tools"].toArray();
    };
    const QJsonArray first = list();
    QCOMPARE(first.size(), 140);
    QCOMPARE(list(), first);
    const QJsonArray later = list();
    QCOMPARE(later.size(), 139);
    int different = 0;
    for (const auto &tool : later)
        different += first.contains(tool) ? 0 : 1;
    QCOMPARE(different, 3);
    QCOMPARE(list(), later);
}

void TestDemoFaults::stopEndsAStalledExecution()
{
    const auto id = m_engine->logDecision({"a", {}, 0.9, {}, {}, {}, {}, {}, {}});
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, static_cast<quint16>(m_engine->port()));
    QVERIFY(socket.waitForConnected());
    const QByteArray body = "{\"webhook_url\":\"" + QByteArray::fromStdString(m_engine->webhookUrl("stall")) +
                            "\",\"timeout_seconds\":300}";
    socket.write("POST /v1/decisions/" + QByteArray::fromStdString(id) +
                 "/execute HTTP/1.1\r\nHost: 127.0.0.1:1\r\nAuthorization: Bearer " +
                 QByteArray::fromStdString(m_engine->operatorKey()) +
                 "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    QVERIFY(socket.flush());
    QTRY_COMPARE(m_engine->webhookDeliveries().size(), 1u);
    m_engine->stop();
    QVERIFY(m_engine->decisionJson(id).find("\"execution_status\":\"failed\"") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestDemoFaults)
#include "tst_demo_faults.moc"
