// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/mcp/mcpclient.h"
#include "tests/mcp/settled.h"
#include "tests/support/rawserver.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::ErrorCode;
using algenta::base::Json;
using algenta::base::Secret;
using algenta::mcp::McpClient;
using algenta::net::HttpLimits;
using algenta::net::HttpReader;
using algenta::test::RawRequest;
using algenta::test::RawScript;
using algenta::test::RawServer;
using algenta::test::settled;

namespace
{

/** Ids of a fresh client: 1 is initialize, 2 the first request after it, and so on. */
QByteArray rpc(qint64 id, const QByteArray &result)
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"result":)" + result + '}';
}

QByteArray serverInfo(const QByteArray &version = "2025-11-25")
{
    return R"({"protocolVersion":")" + version +
           R"(","capabilities":{"tools":{}},"serverInfo":{"name":"raw","version":"1"}})";
}

QByteArray page(const QByteArray &names, const QByteArray &cursor = {})
{
    QByteArray items;
    for (const QByteArray &name : names.split(' '))
        items += (items.isEmpty() ? "" : ",") + (R"({"name":")" + name + R"(","inputSchema":{}})");
    return R"({"tools":[)" + items + ']' +
           (cursor.isNull() ? QByteArray() : ",\"nextCursor\":\"" + cursor + "\"") + '}';
}

class Fixture
{
public:
    explicit Fixture(HttpLimits limits = {})
        : reader(limits)
        , key(QByteArrayView("de_test_key"))
        , client(std::make_unique<McpClient>(server.url(u"/mcp"_s), reader, [this] { return &key; }))
    {
    }
    void reply(int status, const QByteArray &body, const QByteArray &more = {})
    {
        server.enqueue(RawScript::answer(RawServer::response(status, body, "application/json", more)));
    }
    void shakeHands(qint64 id = 1, const QByteArray &more = {})
    {
        reply(200, rpc(id, serverInfo()), more);
        reply(202, {});
    }
    [[nodiscard]] QList<QByteArray> methods() const
    {
        QList<QByteArray> names;
        for (const RawRequest &request : server.requests())
            names.append((*algenta::base::readJson(request.body))[u"method"].toString().toLatin1());
        return names;
    }

    RawServer server;
    HttpReader reader;
    Secret key;
    std::unique_ptr<McpClient> client;
};

} // namespace

class TestMcpClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void speaksTheVersionsOfTheHandshake_data();
    void speaksTheVersionsOfTheHandshake();
    void refusesOtherVersions_data();
    void refusesOtherVersions();
    void anySuccessEndsTheHandshake_data();
    void anySuccessEndsTheHandshake();
    void echoesTheSession();
    void renewsALostSessionOnceForListing();
    void givesUpOnASecondLostSession();
    void neverRepeatsACallForALostSession();
    void oneHandshakeServesAll();
    void followsCursors();
    void stopsAtARepeatedCursor();
    void dropsThePageThatAServerRepeats();
    void followsAnEmptyCursorOnce();
    void stopsAt64Pages();
    void keepsRowsWhenAPageFails();
    void failsWhenNoPageCame();
    void explainsAnEmptyList();
    void readsCallsFromAStream();
    void sendsACallOnce();
    void refusesOverrideFieldsBeforeSending();
    void namesTheLimitOfAnAnswer();
    void endsWithCancelledWhenItGoes();
};

void TestMcpClient::speaksTheVersionsOfTheHandshake_data()
{
    QTest::addColumn<QByteArray>("version");
    for (const char *version : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"})
        QTest::newRow(version) << QByteArray(version);
}

void TestMcpClient::speaksTheVersionsOfTheHandshake()
{
    QFETCH(QByteArray, version);
    Fixture fixture;
    fixture.reply(200, rpc(1, serverInfo(version)));
    fixture.reply(202, {});
    const auto info = settled(fixture.client->initialize());
    QVERIFY(info);
    QCOMPARE(info->protocolVersion, QString::fromLatin1(version));
    QCOMPARE(info->name, u"raw"_s);
    const auto &requests = fixture.server.requests();
    QCOMPARE(fixture.methods(), QList<QByteArray>({"initialize", "notifications/initialized"}));
    QVERIFY(requests.at(0).body.contains(R"("protocolVersion":"2025-11-25")"));
    QVERIFY(requests.at(0).header("MCP-Protocol-Version").isEmpty());
    QCOMPARE(requests.at(1).header("MCP-Protocol-Version"), version);
    QCOMPARE(requests.at(0).header("Accept"), QByteArray("application/json, text/event-stream"));
    QCOMPARE(requests.at(0).header("Authorization"), QByteArray("Bearer de_test_key"));
}

void TestMcpClient::refusesOtherVersions_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::newRow("newer") << serverInfo("2026-07-28");
    QTest::newRow("none") << QByteArray("{}");
}

void TestMcpClient::refusesOtherVersions()
{
    QFETCH(QByteArray, result);
    Fixture fixture;
    fixture.reply(200, rpc(1, result));
    const auto info = settled(fixture.client->initialize());
    QVERIFY(!info);
    QCOMPARE(info.error().code, ErrorCode::ProtocolError);
    QVERIFY(!fixture.client->server());
    QCOMPARE(fixture.server.requests().size(), 1);
}

void TestMcpClient::anySuccessEndsTheHandshake_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("202 empty") << 202 << QByteArray();
    QTest::newRow("200 empty") << 200 << QByteArray();
    QTest::newRow("204") << 204 << QByteArray();
    QTest::newRow("200 null") << 200 << QByteArray("null");
    QTest::newRow("200 text") << 200 << QByteArray("ok");
}

void TestMcpClient::anySuccessEndsTheHandshake()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    Fixture fixture;
    fixture.reply(200, rpc(1, serverInfo()));
    fixture.reply(status, body);
    QVERIFY(settled(fixture.client->initialize()));
}

void TestMcpClient::echoesTheSession()
{
    Fixture fixture;
    fixture.shakeHands(1, "Mcp-Session-Id: s-1\r\n");
    fixture.reply(200, rpc(2, page("a")));
    QVERIFY(settled(fixture.client->listTools()));
    QVERIFY(fixture.server.requests().at(0).header("Mcp-Session-Id").isEmpty());
    QCOMPARE(fixture.server.requests().at(1).header("Mcp-Session-Id"), QByteArray("s-1"));
    QCOMPARE(fixture.server.requests().at(2).header("Mcp-Session-Id"), QByteArray("s-1"));
}

void TestMcpClient::renewsALostSessionOnceForListing()
{
    Fixture fixture;
    fixture.shakeHands(1, "Mcp-Session-Id: s-1\r\n");
    fixture.reply(200, rpc(2, page("a", "next")));
    fixture.reply(404, {});
    fixture.shakeHands(4, "Mcp-Session-Id: s-2\r\n");
    fixture.reply(200, rpc(5, page("a", "next")));
    fixture.reply(200, rpc(6, page("b")));
    const auto list = settled(fixture.client->listTools());
    QVERIFY(list);
    QCOMPARE(list->names(), QStringList({u"a"_s, u"b"_s}));
    QVERIFY(list->complete);
    QCOMPARE(fixture.server.requests().last().header("Mcp-Session-Id"), QByteArray("s-2"));
}

void TestMcpClient::givesUpOnASecondLostSession()
{
    Fixture fixture;
    fixture.shakeHands(1, "Mcp-Session-Id: s-1\r\n");
    fixture.reply(404, {});
    fixture.shakeHands(3, "Mcp-Session-Id: s-2\r\n");
    fixture.reply(404, {});
    const auto list = settled(fixture.client->listTools());
    QVERIFY(!list);
    QCOMPARE(list.error().code, ErrorCode::NotFound);
    QCOMPARE(fixture.methods().count("tools/list"), 2);
}

void TestMcpClient::neverRepeatsACallForALostSession()
{
    Fixture fixture;
    fixture.shakeHands(1, "Mcp-Session-Id: s-1\r\n");
    fixture.reply(404, {});
    fixture.shakeHands(3, "Mcp-Session-Id: s-2\r\n");
    fixture.reply(200, rpc(4, R"({"content":[],"isError":false})"));
    const auto first = settled(fixture.client->callTool(u"x"_s, Json::object()));
    QVERIFY(!first);
    QCOMPARE(first.error().code, ErrorCode::NotFound);
    QCOMPARE(fixture.methods(), QList<QByteArray>({"initialize", "notifications/initialized", "tools/call"}));
    QVERIFY(settled(fixture.client->callTool(u"x"_s, Json::object())));
    QCOMPARE(fixture.methods().count("initialize"), 2);
}

void TestMcpClient::oneHandshakeServesAll()
{
    Fixture fixture;
    fixture.shakeHands();
    fixture.reply(200, rpc(2, page("a")));
    fixture.reply(200, rpc(3, page("a")));
    const auto first = fixture.client->listTools();
    QVERIFY(settled(first));
    QVERIFY(settled(fixture.client->listTools()));
    QCOMPARE(fixture.methods().count("initialize"), 1);
}

void TestMcpClient::followsCursors()
{
    Fixture fixture;
    fixture.shakeHands();
    fixture.reply(200, rpc(2, page("a b", "p2")));
    fixture.reply(200, rpc(3, page("c")));
    const auto list = settled(fixture.client->listTools());
    QVERIFY(list);
    QCOMPARE(list->names(), QStringList({u"a"_s, u"b"_s, u"c"_s}));
    QVERIFY(list->complete);
    QCOMPARE(list->rawPages.size(), 2);
    QVERIFY(fixture.server.requests().last().body.contains(R"("cursor":"p2")"));
}

void TestMcpClient::stopsAtARepeatedCursor()
{
    Fixture fixture;
    fixture.shakeHands();
    fixture.reply(200, rpc(2, page("a", "same")));
    fixture.reply(200, rpc(3, page("b", "same")));
    const auto list = settled(fixture.client->listTools());
    QVERIFY(list);
    QCOMPARE(list->names(), QStringList({u"a"_s, u"b"_s}));
    QVERIFY(!list->complete);
    QVERIFY(list->incompleteReason.contains("repeats a cursor"_L1));
    QCOMPARE(fixture.methods().count("tools/list"), 2);
}

void TestMcpClient::dropsThePageThatAServerRepeats()
{
    Fixture fixture;
    fixture.shakeHands();
    fixture.reply(200, rpc(2, page("a b", "same")));
    fixture.reply(200, rpc(3, page("a b", "same")));
    const auto list = settled(fixture.client->listTools());
    QVERIFY(list);
    QCOMPARE(list->names(), QStringList({u"a"_s, u"b"_s}));
    QVERIFY(!list->complete);
    QVERIFY(list->warnings.isEmpty());
}

void TestMcpClient::followsAnEmptyCursorOnce()
{
    Fixture fixture;
    fixture.shakeHands();
    fixture.reply(200, rpc(2, page("a", "")));
    fixture.reply(200, rpc(3, page("b", "")));
    const auto list = settled(fixture.client->listTools());
    QVERIFY(list);
    QCOMPARE(list->names(), QStringList({u"a"_s, u"b"_s}));
    QVERIFY(!list->complete);
    QVERIFY(fixture.server.requests().last().body.contains(R"("cursor":"")"));
    QCOMPARE(fixture.methods().count("tools/list"), 2);
}

void TestMcpClient::stopsAt64Pages()
{
    Fixture fixture;
    fixture.shakeHands();
    for (int i = 0; i < 70; ++i) {
        const QByteArray number = QByteArray::number(i);
        fixture.reply(200, rpc(2 + i, page("t" + number, "c" + number)));
    }
    const auto list = settled(fixture.client->listTools());
    QVERIFY(list);
    QCOMPARE(list->tools.size(), 64);
    QVERIFY(!list->complete);
    QVERIFY(list->incompleteReason.contains("64"_L1));
}

void TestMcpClient::keepsRowsWhenAPageFails()
{
    Fixture fixture;
    fixture.shakeHands();
    fixture.reply(200, rpc(2, page("a", "p2")));
    fixture.reply(500, {});
    const auto list = settled(fixture.client->listTools());
    QVERIFY(list);
    QCOMPARE(list->names(), QStringList({u"a"_s}));
    QVERIFY(!list->complete);
    QVERIFY(list->incompleteReason.contains("500"_L1));
}

void TestMcpClient::failsWhenNoPageCame()
{
    Fixture fixture;
    fixture.shakeHands();
    fixture.reply(200, rpc(2, page("a")).chopped(3));
    const auto list = settled(fixture.client->listTools());
    QVERIFY(!list);
    QCOMPARE(list.error().code, ErrorCode::MalformedJson);
    QVERIFY(!list.error().raw.isEmpty());
}

void TestMcpClient::explainsAnEmptyList()
{
    Fixture fixture;
    fixture.shakeHands();
    fixture.reply(200, rpc(2, R"({"tools":[]})"));
    const auto list = settled(fixture.client->listTools());
    QVERIFY(list);
    QVERIFY(list->tools.isEmpty());
    QCOMPARE(list->warnings.size(), 1);
    QVERIFY(list->warnings.first().contains("ALGENTA_PRODUCT"_L1));
}

void TestMcpClient::readsCallsFromAStream()
{
    Fixture fixture;
    fixture.shakeHands();
    const QByteArray message = rpc(2, R"({"content":[{"type":"text","text":"hi"}],"isError":true})");
    fixture.server.enqueue(RawScript::answer(RawServer::response(
        200, "data: {\"method\":\"ping\",\"jsonrpc\":\"2.0\"}\n\ndata: " + message + "\n\n",
        "text/event-stream")));
    const auto call = settled(fixture.client->callTool(u"x"_s, Json::object()));
    QVERIFY(call);
    QVERIFY(call->isError);
    QCOMPARE(call->raw, message);
}

void TestMcpClient::sendsACallOnce()
{
    Fixture fixture;
    fixture.shakeHands();
    fixture.server.setScript(RawScript::answer({}));
    const auto exchange = settled(fixture.client->exchangeCall(u"x"_s, Json::object()));
    QVERIFY(std::holds_alternative<algenta::net::AnswerLost>(exchange.sent));
    QVERIFY(!exchange.call);
    QCOMPARE(fixture.methods().count("tools/call"), 1);
}

void TestMcpClient::refusesOverrideFieldsBeforeSending()
{
    Fixture fixture;
    fixture.shakeHands();
    const auto arguments = algenta::base::readJson(R"({"decision_id":"d","nested":[{"f\u006frce":true}]})");
    const auto exchange = settled(fixture.client->exchangeCall(u"execute_decision"_s, *arguments));
    QVERIFY(std::holds_alternative<algenta::net::NotSent>(exchange.sent));
    QCOMPARE(exchange.call.error().code, ErrorCode::RefusedField);
    QCOMPARE(fixture.methods().count("tools/call"), 0);
}

void TestMcpClient::namesTheLimitOfAnAnswer()
{
    HttpLimits limits;
    limits.maxBody = 2 * 1024 * 1024;
    Fixture fixture(limits);
    fixture.shakeHands();
    fixture.reply(200, QByteArray(3 * 1024 * 1024, ' '));
    const auto list = settled(fixture.client->listTools());
    QVERIFY(!list);
    QCOMPARE(list.error().code, ErrorCode::LimitExceeded);
}

void TestMcpClient::endsWithCancelledWhenItGoes()
{
    Fixture fixture;
    fixture.server.setScript(RawScript::answer({}, RawScript::End::Stall));
    const auto info = fixture.client->initialize();
    const auto list = fixture.client->listTools();
    QTRY_COMPARE(fixture.server.requests().size(), 1);
    fixture.client.reset();
    fixture.reader.cancelAll();
    QCOMPARE(settled(info).error().code, ErrorCode::Cancelled);
    QCOMPARE(settled(list).error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestMcpClient)
#include "tst_mcpclient.moc"
