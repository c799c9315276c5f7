// SPDX-License-Identifier: Apache-2.0
#include "tests/demo_engine/testengine.h"

#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::demo;
using namespace algenta::demo::test;

namespace
{

DemoOptions historyOf(int count, std::uint64_t seed = 3)
{
    DemoOptions options;
    options.history = count;
    options.seed = seed;
    options.now = timeFromText("2026-11-30T12:00:00Z");
    return options;
}

/** Two engines of one test differ in their port, whose digits may stand elsewhere too. */
QByteArray withoutPort(QByteArray text, const DemoEngine &engine)
{
    return text.replace("127.0.0.1:" + QByteArray::number(engine.port()), "ADDRESS");
}

QByteArray exportOf(const DemoEngine &engine)
{
    return withoutPort(QByteArray::fromStdString(engine.auditExport()), engine);
}

} // namespace

class TestDemoHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void sameSeedGivesTheSameHistory();
    void auditRunsForwardWithinNinetyDays();
    void blockedEntriesBreakThePolicyInForce();
    void policyHasAChain();
    void chainCaseIsAmongTheNewest();
    void dataFileSurvivesARestart();
    void receiverAddressFollowsThePort();
    void brokenDataFileIsLeftAlone_data();
    void brokenDataFileIsLeftAlone();
    void takenPortIsAnError();
    void longHistoryIsWhole();
};

void TestDemoHistory::sameSeedGivesTheSameHistory()
{
    DemoEngine first(historyOf(200));
    DemoEngine second(historyOf(200));
    DemoEngine other(historyOf(200, 4));
    QVERIFY(first.start() && second.start() && other.start());
    QCOMPARE(exportOf(first), exportOf(second));
    QVERIFY(exportOf(first) != exportOf(other));
    const auto page = [](const DemoEngine &engine) {
        return Client(engine.port()).get("/v1/decisions?limit=200", engine.viewerKey()).body;
    };
    QCOMPARE(withoutPort(page(first), first), withoutPort(page(second), second));
    QCOMPARE(QJsonDocument::fromJson(page(first))[u"total"].toInt(), 200);
}

void TestDemoHistory::auditRunsForwardWithinNinetyDays()
{
    DemoEngine engine(historyOf(500));
    QVERIFY(engine.start());
    QString last = u"2026-09-01T12:00:00"_s;
    for (const auto &entry :
         QJsonDocument::fromJson(QByteArray::fromStdString(engine.auditExport())).array()) {
        const auto time = entry[u"timestamp"].toString();
        QVERIFY2(time >= last, qPrintable(time));
        last = time;
    }
    QVERIFY(last > u"2026-11-29" && last < u"2026-11-30T12:00:01");
}

void TestDemoHistory::blockedEntriesBreakThePolicyInForce()
{
    DemoEngine engine(historyOf(200));
    QVERIFY(engine.start());
    const Client client(engine.port());
    const auto policy = client.get("/v1/execution/policy", engine.viewerKey()).json();
    QMap<QString, int> gates;
    for (const auto &entry :
         QJsonDocument::fromJson(QByteArray::fromStdString(engine.auditExport())).array()) {
        if (entry[u"result"].toString() != u"blocked")
            continue;
        const auto gate = entry[u"metadata"][u"gate"].toString();
        ++gates[gate];
        QVERIFY(entry[u"metadata"][u"webhook_url"].toString().startsWith(
            QString::fromStdString(engine.baseUrl()) + u"/webhook/"_s));
        const auto decision =
            client.get("/v1/decisions/" + entry[u"resource_id"].toString().toLatin1(), engine.viewerKey())
                .json();
        if (gate == u"confidence")
            QVERIFY(decision[u"confidence"].toDouble() < policy[u"min_confidence"].toDouble());
        else if (gate == u"risk_floor")
            QVERIFY(decision[u"risk_p5"].toDouble() < -policy[u"risk_floor"].toDouble());
        else
            QCOMPARE(decision[u"execution_status"].toString(), u"delivered"_s);
    }
    QCOMPARE(gates.value(u"confidence"_s), 40);
    QCOMPARE(gates.value(u"risk_floor"_s), 20);
    QCOMPARE(gates.value(u"idempotency"_s), 20);
}

void TestDemoHistory::policyHasAChain()
{
    DemoEngine engine(historyOf(400));
    QVERIFY(engine.start());
    const Client client(engine.port());
    QMap<QString, QJsonObject> snapshots;
    QString last;
    const auto listed = client.get("/v1/execution/policy/snapshots", engine.viewerKey()).json();
    for (const auto &snapshot : listed[u"data"].toArray()) {
        const QString id = snapshot[u"snapshot_id"].toString();
        QVERIFY(last.isEmpty() || snapshots.value(last).value(u"previous_snapshot_id"_s).toString() == id);
        snapshots.insert(id, snapshot.toObject());
        last = id;
    }
    QCOMPARE(snapshots.size(), listed[u"total_snapshots"].toInt());
    QVERIFY(snapshots.size() > 2);
    QVERIFY(snapshots.value(last).value(u"previous_snapshot_id"_s).isNull());
    QCOMPARE(client.get("/v1/audit-logs?resource_type=execution_policy", engine.viewerKey())
                 .json()[u"total"]
                 .toInt(),
             int(snapshots.size()) - 1);
    // What was delivered kept the policy of its time, unless an operator had passed a gate.
    QSet<QString> overridden;
    for (const auto &entry :
         QJsonDocument::fromJson(QByteArray::fromStdString(engine.auditExport())).array()) {
        if (entry[u"metadata"][u"override_safety"].toBool())
            overridden.insert(entry[u"resource_id"].toString());
    }
    for (int page = 1; page <= 2; ++page) {
        const auto found =
            client.get("/v1/decisions?limit=200&page=" + QByteArray::number(page), engine.viewerKey()).json();
        for (const auto &decision : found[u"decisions"].toArray()) {
            const QString id = decision[u"id"].toString();
            if (decision[u"execution_status"].toString() != u"delivered" || overridden.contains(id))
                continue;
            const QJsonObject policy = snapshots.value(decision[u"policy_snapshot_id"].toString());
            QVERIFY(decision[u"confidence"].toDouble() >= policy.value(u"min_confidence"_s).toDouble());
            QVERIFY(decision[u"risk_p5"].toDouble() >= -policy.value(u"risk_floor"_s).toDouble());
        }
    }
}

void TestDemoHistory::chainCaseIsAmongTheNewest()
{
    DemoEngine engine(historyOf(20));
    QVERIFY(engine.start());
    QString id;
    for (const auto &value :
         Client(engine.port()).get("/v1/decisions", engine.viewerKey()).json()[u"decisions"].toArray()) {
        if (value[u"execution_status"].toString() == u"delivered" && value[u"confidence"].toDouble() < 0.6)
            id = value[u"id"].toString();
    }
    QVERIFY(!id.isEmpty());
    const auto execute = [&](QJsonObject body) {
        body.insert(u"webhook_url"_s, QString::fromStdString(engine.webhookUrl("accept")));
        return Client(engine.port())
            .json("POST", "/v1/decisions/" + id.toLatin1() + "/execute", body, engine.operatorKey());
    };
    QCOMPARE(execute({}).errorCode(), u"execution_blocked_idempotency"_s);
    QCOMPARE(execute({{u"force"_s, true}}).errorCode(), u"execution_blocked_confidence"_s);
    QCOMPARE(execute({{u"force"_s, true}, {u"override_safety"_s, true}}).status, 200);
}

void TestDemoHistory::dataFileSurvivesARestart()
{
    QTemporaryDir folder;
    DemoOptions options = historyOf(30);
    options.dataFile = folder.filePath(u"state.json"_s).toStdString();
    std::string id;
    std::string record;
    QByteArray audit;
    {
        DemoEngine engine(options);
        QVERIFY(engine.start());
        id = engine.logDecision({"kept \xc3\xa9", 1.5, 0.25, -10.0, {}, {}, "why", {}, {"a", "b"}});
        engine.setPolicy({0.75, {}, {}, true});
        record = engine.decisionJson(id);
        audit = exportOf(engine);
    }
    options.history = 0;
    DemoEngine engine(options);
    QVERIFY(engine.start());
    QCOMPARE(engine.decisionJson(id), record);
    QCOMPARE(exportOf(engine), audit);
    const auto policy = Client(engine.port()).get("/v1/execution/policy", engine.viewerKey()).json();
    QCOMPARE(policy[u"min_confidence"].toDouble(), 0.75);
    QCOMPARE(policy[u"allow_reexecution"].toBool(), true);
    QVERIFY(engine.logDecision({"next", {}, {}, {}, {}, {}, {}, {}, {}}) != id);
}

void TestDemoHistory::receiverAddressFollowsThePort()
{
    QTemporaryDir folder;
    DemoOptions options = historyOf(20);
    options.dataFile = folder.filePath(u"state.json"_s).toStdString();
    DemoEngine first(options);
    QVERIFY(first.start());
    // The first still holds its port, so the second one has another.
    DemoEngine second(options);
    QVERIFY(second.start());
    QVERIFY(second.auditExport().find(first.baseUrl() + "/webhook/") == std::string::npos);
    QVERIFY(second.auditExport().find(second.webhookUrl("accept")) != std::string::npos);
}

void TestDemoHistory::brokenDataFileIsLeftAlone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << QByteArray(R"({"format":"algenta-demo-engine-state","version":1,"deci)");
    QTest::newRow("foreign") << QByteArray(R"({"hello":1})");
    QTest::newRow("newer version") << QByteArray(R"({"format":"algenta-demo-engine-state","version":2})");
    QTest::newRow("bad decision") << QByteArray(
        R"({"format":"algenta-demo-engine-state","version":1,"policy_snapshots":[{"snapshot_id":"p","min_confidence":1,)"
        R"("require_calibration":false,"allow_reexecution":false,"created_at":"2026-01-01T00:00:00Z"}],)"
        R"("decisions":[{"id":"d"}],"audit":[]})");
}

void TestDemoHistory::brokenDataFileIsLeftAlone()
{
    QFETCH(QByteArray, text);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"state.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    DemoOptions options = historyOf(5);
    options.dataFile = file.fileName().toStdString();
    DemoEngine engine(options);
    QVERIFY(!engine.start());
    QVERIFY(engine.dataFileFailed());
    QVERIFY(engine.errorText().find(options.dataFile) != std::string::npos);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text);
}

void TestDemoHistory::takenPortIsAnError()
{
    DemoEngine first;
    QVERIFY(first.start());
    DemoOptions options;
    options.port = first.port();
    DemoEngine second(options);
    QVERIFY(!second.start());
    QVERIFY(!second.dataFileFailed());
    QVERIFY(!second.errorText().empty());
}

void TestDemoHistory::longHistoryIsWhole()
{
    DemoEngine engine(historyOf(20'000));
    QVERIFY(engine.start());
    const auto page =
        Client(engine.port()).get("/v1/decisions?page=100&limit=200", engine.viewerKey()).json();
    QCOMPARE(page[u"total"].toInt(), 20'000);
    QCOMPARE(page[u"decisions"].toArray().size(), 200);
}

QTEST_GUILESS_MAIN(TestDemoHistory)
#include "tst_demo_history.moc"
