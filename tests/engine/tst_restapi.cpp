// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "core/base/jsonreader.h"
#include "core/engine/restapi.h"
#include "tests/mcp/settled.h"
#include "tests/support/rawserver.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::ErrorCode;
using algenta::base::Secret;
using algenta::demo::DecisionDraft;
using algenta::demo::DemoEngine;
using algenta::engine::AuditQuery;
using algenta::engine::RestApi;
using algenta::net::HttpReader;
using algenta::test::RawScript;
using algenta::test::RawServer;
using algenta::test::settled;

namespace engine = algenta::engine;

namespace
{

RestApi::KeyProvider keyOf(const Secret &key)
{
    return [&key]() -> const Secret * { return key.isEmpty() ? nullptr : &key; };
}

/** The demo engine behind its socket, asked with one of its keys. */
class Engine
{
public:
    explicit Engine(const std::string &withKey)
        : key(QByteArrayView(withKey.data(), static_cast<qsizetype>(withKey.size())))
    {
        if (!demo.start())
            qFatal("the demo engine does not start");
        api = std::make_unique<RestApi>(*engine::parseEngineAddress(QString::fromStdString(demo.baseUrl())),
                                        reader, keyOf(key));
    }
    static std::string readingKey() { return algenta::demo::DemoOptions().readingKey; }

    DemoEngine demo;
    HttpReader reader;
    Secret key;
    std::unique_ptr<RestApi> api;
};

/** A server that answers every request with the same bytes. */
class Raw
{
public:
    explicit Raw(const QByteArray &answer, const QString &path = {})
    {
        server.setScript(RawScript::answer(answer));
        api = std::make_unique<RestApi>(*engine::parseEngineAddress(server.url(path).toString()), reader,
                                        nullptr);
    }

    RawServer server;
    HttpReader reader;
    std::unique_ptr<RestApi> api;
};

} // namespace

class TestRestApi : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void readsDecisionsByPage();
    void readsOneDecision();
    void readsAuditEntriesByFilter();
    void readsPolicyAndItsSnapshots();
    void readsHealthAndContract();
    void namesAMissingDecision();
    void namesAMissingKey();
    void namesAWrongKey();
    void encodesIdsInThePath_data();
    void encodesIdsInThePath();
    void keepsThePathPrefix();
    void refusesIdsThatWouldChangeTheRoute();
    void encodesFilters();
    void namesWhatAnswered_data();
    void namesWhatAnswered();
    void finishesWhenItGoes();
};

void TestRestApi::readsDecisionsByPage()
{
    Engine engine(Engine::readingKey());
    for (int i = 0; i < 5; ++i)
        engine.demo.logDecision(
            DecisionDraft{"action " + std::to_string(i), {}, 0.5, {}, {}, {}, {}, {}, {}});
    const auto first = settled(engine.api->decisions(1, 2));
    QVERIFY2(first.has_value(), first ? "" : qPrintable(first.error().message));
    QCOMPARE(first->items.size(), 2);
    QCOMPARE(first->total, 5);
    QCOMPARE(first->pages, 3);
    QCOMPARE(first->items.first().chosenAction, u"action 4"_s);
    const auto last = settled(engine.api->decisions(3, 2));
    QCOMPARE(last->items.size(), 1);
    QCOMPARE(last->items.first().chosenAction, u"action 0"_s);
}

void TestRestApi::readsOneDecision()
{
    Engine engine(Engine::readingKey());
    const std::string id =
        engine.demo.logDecision(DecisionDraft{"refund", 12.5, 0.61, -48000, {}, {}, {}, "why", {}});
    const auto decision = settled(engine.api->decision(QString::fromStdString(id)));
    QVERIFY(decision);
    QCOMPARE(decision->confidence.numberText(), QByteArray("0.61"));
    QCOMPARE(decision->rationale, u"why"_s);
    QVERIFY(!decision->wasExecuted());
    QVERIFY(decision->createdAt.isValid());
}

void TestRestApi::readsAuditEntriesByFilter()
{
    Engine engine(Engine::readingKey());
    engine.demo.logDecision(DecisionDraft{"refund", {}, {}, {}, {}, {}, {}, {}, {}});
    AuditQuery query;
    query.action = u"no.such.action"_s;
    const auto none = settled(engine.api->auditLogs(query));
    QVERIFY2(none.has_value(), none ? "" : qPrintable(none.error().message));
    QCOMPARE(none->items.size(), 0);
    QVERIFY(settled(engine.api->auditLogs(AuditQuery())));
    QVERIFY(!engine.demo.requests().back().query.empty());
    QCOMPARE(engine.demo.requests().back().query.find("action="), std::string::npos);
}

void TestRestApi::readsPolicyAndItsSnapshots()
{
    Engine engine(Engine::readingKey());
    engine.demo.setPolicy({0.85, 20000.0, {}, {}});
    const auto policy = settled(engine.api->policy());
    QVERIFY2(policy.has_value(), policy ? "" : qPrintable(policy.error().message));
    QCOMPARE(policy->minConfidence.numberText(), QByteArray("0.85"));
    const auto snapshots = settled(engine.api->policySnapshots());
    QVERIFY(snapshots);
    QVERIFY(snapshots->items.size() >= 2);
    QVERIFY(snapshots->broken.isEmpty());
}

void TestRestApi::readsHealthAndContract()
{
    Engine engine(Engine::readingKey());
    QVERIFY(settled(engine.api->health()));
    const auto contract = settled(engine.api->metaContractBytes());
    QVERIFY(contract);
    const auto document = algenta::base::readJson(*contract);
    QVERIFY(document);
    QVERIFY((*document)[u"contract_version"].isString());
}

void TestRestApi::namesAMissingDecision()
{
    Engine engine(Engine::readingKey());
    const auto decision = settled(engine.api->decision(u"dec_nowhere"_s));
    QVERIFY(!decision);
    QCOMPARE(decision.error().code, ErrorCode::NotFound);
    QVERIFY(decision.error().message.contains("record"_L1));
    QVERIFY(!decision.error().requestId.isEmpty());
    QVERIFY(!decision.error().raw.isEmpty());
}

void TestRestApi::namesAMissingKey()
{
    Engine engine{std::string()};
    const auto page = settled(engine.api->decisions(1, 5));
    QVERIFY(!page);
    QCOMPARE(page.error().code, ErrorCode::Unauthorized);
    QCOMPARE(page.error().httpStatus, 401);
}

void TestRestApi::namesAWrongKey()
{
    Engine engine("de_test_never_issued");
    const auto page = settled(engine.api->decisions(1, 5));
    QVERIFY(!page);
    QCOMPARE(page.error().code, ErrorCode::Unauthorized);
    QVERIFY(!page.error().message.contains("never_issued"_L1));
}

void TestRestApi::encodesIdsInThePath_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QByteArray>("target");
    QTest::newRow("all at once") << u"a/b%zz#1"_s << QByteArray("/v1/decisions/a%2Fb%25zz%231");
    QTest::newRow("encoded already") << u"a%2Fb"_s << QByteArray("/v1/decisions/a%252Fb");
    QTest::newRow("query") << u"a?page=2&x"_s << QByteArray("/v1/decisions/a%3Fpage%3D2%26x");
    QTest::newRow("up") << u"../audit-logs"_s << QByteArray("/v1/decisions/..%2Faudit-logs");
    QTest::newRow("letters") << u"ä b"_s << QByteArray("/v1/decisions/%C3%A4%20b");
}

void TestRestApi::encodesIdsInThePath()
{
    QFETCH(QString, id);
    Raw raw(RawServer::response(200, R"({"id":"x"})"));
    static_cast<void>(settled(raw.api->decision(id)));
    QCOMPARE(raw.server.requests().size(), 1);
    QTEST(raw.server.requests().first().target, "target");
}

void TestRestApi::keepsThePathPrefix()
{
    Raw raw(RawServer::response(200, R"({"decisions":[]})"), u"/algenta/mcp"_s);
    QVERIFY(settled(raw.api->decisions(2, 500)));
    QCOMPARE(raw.server.requests().first().target, QByteArray("/algenta/v1/decisions?page=2&limit=100"));
}

void TestRestApi::refusesIdsThatWouldChangeTheRoute()
{
    Raw raw(RawServer::response(200, "{}"));
    for (const QString &id : {QString(), u"."_s, u".."_s})
        QCOMPARE(settled(raw.api->decision(id)).error().code, ErrorCode::InvalidInput);
    QVERIFY(raw.server.requests().isEmpty());
}

void TestRestApi::encodesFilters()
{
    Raw raw(RawServer::response(200, R"({"entries":[]})"));
    AuditQuery query;
    query.actorEmail = u"a+b&c=d@x"_s;
    query.limit = 0;
    QVERIFY(settled(raw.api->auditLogs(query)));
    QCOMPARE(raw.server.requests().first().target,
             QByteArray("/v1/audit-logs?page=1&limit=1&actor_email=a%2Bb%26c%3Dd%40x"));
}

void TestRestApi::namesWhatAnswered_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<ErrorCode>("code");
    const QByteArray page = "<!doctype html><title>Sign in</title>";
    QTest::newRow("page") << RawServer::response(200, page, "text/html") << ErrorCode::NotAnEngine;
    QTest::newRow("page called json") << RawServer::response(200, page) << ErrorCode::NotAnEngine;
    QTest::newRow("other json") << RawServer::response(200, R"({"hello":1})") << ErrorCode::MalformedAnswer;
    QTest::newRow("cut json") << RawServer::response(200, R"({"min_confidence":0.)")
                              << ErrorCode::MalformedJson;
    QTest::newRow("empty") << RawServer::response(200, {}) << ErrorCode::MalformedJson;
    QTest::newRow("no route") << RawServer::response(404, R"({"detail":"Not Found"})") << ErrorCode::NotFound;
    QTest::newRow("no right") << RawServer::response(403, R"({"error":{"code":"x","message":"no"}})")
                              << ErrorCode::Forbidden;
    QTest::newRow("redirect") << RawServer::response(302, {}, "text/plain",
                                                     "Location: http://elsewhere.invalid/\r\n")
                              << ErrorCode::RedirectRefused;
    QTest::newRow("failed") << RawServer::response(500, {}) << ErrorCode::ServerFailed;
    QTest::newRow("too many") << RawServer::response(429, {}, "text/plain", "Retry-After: 9\r\n")
                              << ErrorCode::RateLimited;
}

void TestRestApi::namesWhatAnswered()
{
    QFETCH(QByteArray, answer);
    QFETCH(ErrorCode, code);
    Raw raw(answer);
    const auto policy = settled(raw.api->policy());
    QVERIFY(!policy);
    QCOMPARE(policy.error().code, code);
    QVERIFY(!policy.error().message.isEmpty());
    QVERIFY(!policy.error().remedy.isEmpty());
    QCOMPARE(raw.server.requests().size(), 1);
}

void TestRestApi::finishesWhenItGoes()
{
    Raw raw({});
    raw.server.setScript(RawScript::answer({}, RawScript::End::Stall));
    const auto policy = raw.api->policy();
    QTRY_COMPARE(raw.server.requests().size(), 1);
    raw.api.reset();
    raw.reader.cancelAll();
    QCOMPARE(settled(policy).error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestRestApi)
#include "tst_restapi.moc"
