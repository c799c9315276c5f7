// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"
#include "core/base/timestamp.h"
#include "core/engine/restapi.h"
#include "core/mcp/mcpclient.h"
#include "tests/net/awaited.h"
#include "tests/support/rawserver.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using base::ErrorCode;
using test::RawScript;
using test::RawServer;

namespace
{

const QByteArray initializeBody =
    R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},)"
    R"("serverInfo":{"name":"raw","version":"1"}}})";

QByteArray toolsMessage(const QByteArray &tools)
{
    return R"({"jsonrpc":"2.0","id":2,"result":{"tools":)" + tools + "}}";
}

const QByteArray twoTools =
    toolsMessage(R"([{"name":"search","description":"5 € each","inputSchema":{"type":"object"}},)"
                 R"({"name":"simulate","inputSchema":{}}])");

template<typename T>
T settled(const QFuture<T> &future)
{
    if (!test::finished(future) || future.resultCount() == 0)
        qFatal("a future did not finish with a value");
    return future.result();
}

QByteArray stream(const QByteArray &events)
{
    return RawServer::response(200, events, "text/event-stream");
}

QByteArray decisionsWith(const QByteArray &members)
{
    return RawServer::response(200, R"({"decisions":[{"id":"d1",)" + members + R"(}],"total":1})");
}

} // namespace

/**
 * Faults that other clients were reported for, played to this one over a real socket. Each row names
 * the behaviour that is right; the report is in the comment beside it.
 */
class TestPublicCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void theStreamIsReadWhole_data();
    void theStreamIsReadWhole();
    void anErrorInTheStreamIsTheErrorOfTheCall();
    void digitsStayAsTheyWereSent_data();
    void digitsStayAsTheyWereSent();
    void whatIsNoJsonIsRefusedWithItsBytes_data();
    void whatIsNoJsonIsRefusedWithItsBytes();
    void aKeyTwiceIsNeverGuessed();
    void aLoneSurrogateComesBackAsTheSameEscape_data();
    void aLoneSurrogateComesBackAsTheSameEscape();
    void aHugeValueIsReadWholeAndShownShort();
    void listsOfToolsKeepWhatIsGood_data();
    void listsOfToolsKeepWhatIsGood();
    void timesKeepAllTheirDigits_data();
    void timesKeepAllTheirDigits();
    void namesShowWhatHidesInThem_data();
    void namesShowWhatHidesInThem();
    void aBodyOverTheLimitIsNamed();

private:
    base::Result<mcp::ToolList> listTools(const RawScript &answer);
    base::Result<engine::Page<engine::Decision>> decisions(const QByteArray &answer);
};

base::Result<mcp::ToolList> TestPublicCases::listTools(const RawScript &answer)
{
    RawServer server;
    server.enqueue(RawScript::answer(RawServer::response(200, initializeBody)));
    server.enqueue(RawScript::answer(RawServer::response(202, {})));
    server.setScript(answer);
    net::HttpReader reader;
    mcp::McpClient client(server.url(u"/mcp"_s), reader, nullptr);
    return settled(client.listTools());
}

base::Result<engine::Page<engine::Decision>> TestPublicCases::decisions(const QByteArray &answer)
{
    RawServer server;
    server.setScript(RawScript::answer(answer));
    net::HttpReader reader;
    engine::EngineAddress address;
    address.restRoot = server.url();
    engine::RestApi rest(address, reader, nullptr);
    return settled(rest.decisions(1, 20));
}

void TestPublicCases::theStreamIsReadWhole_data()
{
    QTest::addColumn<RawScript>("answer");
    const auto row = [](const char *name, const QByteArray &bytes, bool byteByByte = false) {
        QTest::newRow(name) << (byteByByte ? RawScript::byteByByte(bytes) : RawScript::answer(bytes));
    };
    // T1: modelcontextprotocol/inspector#2006, modelcontextprotocol/php-sdk#401, miruamel/xuan#194
    row("CRLF ends a line", stream("event: message\r\ndata: " + twoTools + "\r\n\r\n"));
    row("CR alone ends a line", stream("event: message\rdata: " + twoTools + "\r\r"));
    row("LF alone ends a line", stream("event: message\ndata: " + twoTools + "\n\n"));
    // T2: rexxars/eventsource-parser#17, Effect-TS/effect#6954, openai/openai-agents-python#4215
    row("CR and LF in two pieces are one end of line",
        stream("event: message\r\ndata: " + twoTools + "\r\n\r\n"), true);
    RawScript cut;
    const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
    // JSON allows a line break between the tokens only, so the cut is made behind a comma.
    const qsizetype comma = twoTools.indexOf(',') + 1;
    cut.pieces = {head, "data: " + twoTools.first(comma) + "\r", "\ndata: " + twoTools.sliced(comma) + "\r",
                  "\n\r", "\n"};
    QTest::newRow("data lines split at their ends make one event") << cut;
    // T3: stalwartlabs/jmap-client#19, milady-ai/milady#1653, kerlenton/mcpsnoop#18
    row("data lines are joined by a line feed",
        stream("data: " + twoTools.first(comma) + "\ndata: " + twoTools.sliced(comma) + "\n\n"));
    // T4: praxis-proxy/praxis#739, FellouAI/eko#287
    row("bytes of one character may come apart", RawServer::response(200, twoTools), true);
    row("bytes of one character may come apart in a stream", stream("data: " + twoTools + "\n\n"), true);
    // T13: modelcontextprotocol/typescript-sdk#1762, modelcontextprotocol/python-sdk#2302 (there on stdio)
    row("a log line before the answer is skipped", stream("data: Starting...\n\ndata: " + twoTools + "\n\n"));
    row("a byte that is no UTF-8 before the answer is skipped",
        stream("data: \xff\n\n: \xfe\n\ndata: " + twoTools + "\n\n"));
}

void TestPublicCases::theStreamIsReadWhole()
{
    QFETCH(RawScript, answer);
    const auto list = listTools(answer);
    QVERIFY2(list, list ? "" : qPrintable(list.error().message));
    QVERIFY(list->complete && list->broken.isEmpty());
    QCOMPARE(list->names(), (QStringList{u"search"_s, u"simulate"_s}));
    QCOMPARE(list->tools.first().description, u"5 € each"_s);
}

void TestPublicCases::anErrorInTheStreamIsTheErrorOfTheCall()
{
    // T12: modelcontextprotocol/typescript-sdk#1390
    const auto list = listTools(RawScript::answer(stream(
        "data: {\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32603,\"message\":\"disk full\"}}\n\n")));
    QVERIFY(!list);
    QCOMPARE(list.error().code, ErrorCode::ProtocolError);
    QVERIFY(list.error().message.contains(u"disk full"_s));
}

void TestPublicCases::digitsStayAsTheyWereSent_data()
{
    QTest::addColumn<QByteArray>("digits");
    // J1: modelcontextprotocol/inspector#1888, langfuse/langfuse#6628, jaegertracing/jaeger-ui#973
    QTest::newRow("beyond 2^53") << QByteArray("90071992547409910");
    QTest::newRow("18 digits") << QByteArray("107505301260286111");
    QTest::newRow("largest of 64 bits") << QByteArray("9223372036854775807");
    QTest::newRow("beyond 64 bits") << QByteArray("92233720368547758070");
    // meetecho/janus-gateway#1010, eteran/qjson4#5
    QTest::newRow("16 digits") << QByteArray("5808437681602035");
    QTest::newRow("beyond 32 bits") << QByteArray("1508689835532");
    // J3: nlohmann/json#329
    QTest::newRow("larger than any double") << QByteArray("22e2222");
    QTest::newRow("more digits than a double") << QByteArray("0.1000000000000000055511151231257827");
    QTest::newRow("minus zero") << QByteArray("-0");
    QTest::newRow("trailing zeros") << QByteArray("1.500");
}

void TestPublicCases::digitsStayAsTheyWereSent()
{
    QFETCH(QByteArray, digits);
    const auto page = decisions(decisionsWith("\"expected_value\":" + digits));
    QVERIFY2(page, page ? "" : qPrintable(page.error().message));
    QCOMPARE(page->items.size(), 1);
    const engine::Decision &decision = page->items.first();
    QCOMPARE(decision.expectedValue.numberText(), digits);
    // What is copied and exported, and what a call sends again.
    QVERIFY(base::writeJson(decision.raw).contains("\"expected_value\":" + digits + '}'));
    QVERIFY(mcp::callToolBody(7, u"simulate"_s, decision.raw).contains("\"expected_value\":" + digits + '}'));
}

void TestPublicCases::whatIsNoJsonIsRefusedWithItsBytes_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<ErrorCode>("code");
    // J3: nlohmann/json#693, nlohmann/json#70, Tencent/rapidjson#509
    QTest::newRow("NaN") << QByteArray(R"({"decisions":[{"id":"d","confidence":NaN}]})")
                         << ErrorCode::MalformedJson;
    QTest::newRow("minus infinity") << QByteArray(R"({"decisions":[{"id":"d","confidence":-Infinity}]})")
                                    << ErrorCode::MalformedJson;
    // J6: nlohmann/json#1419, nlohmann/json#5387, open-source-parsers/jsoncpp#1359, Tencent/rapidjson#1027
    QTest::newRow("512,000 open brackets") << QByteArray(512'000, '[') << ErrorCode::LimitExceeded;
    QTest::newRow("100,000 levels, closed")
        << QByteArray(R"({"decisions":)" + QByteArray(100'000, '[') + QByteArray(100'000, ']') + '}')
        << ErrorCode::LimitExceeded;
    QTest::newRow("100,000 objects") << QByteArray(QByteArray("{\"a\":").repeated(100'000) + "1" +
                                                   QByteArray(100'000, '}'))
                                     << ErrorCode::LimitExceeded;
    // T8 for a route that must answer: modelcontextprotocol/java-sdk#748, awslabs/mcp#3324
    QTest::newRow("nothing") << QByteArray() << ErrorCode::MalformedJson;
    QTest::newRow("null") << QByteArray("null") << ErrorCode::MalformedAnswer;
}

void TestPublicCases::whatIsNoJsonIsRefusedWithItsBytes()
{
    QFETCH(QByteArray, body);
    const auto page = decisions(RawServer::response(200, body));
    QVERIFY(!page);
    QTEST(page.error().code, "code");
    QVERIFY(!page.error().message.isEmpty() && !page.error().remedy.isEmpty());
    QCOMPARE(page.error().raw, body);
}

void TestPublicCases::aKeyTwiceIsNeverGuessed()
{
    // J5: langfuse/langfuse#15104; RFC 8259, section 4
    const QByteArray record = R"({"id":"d1","chosen_action":"a","chosen_action":"transfer all"})";
    const auto page = decisions(RawServer::response(200, "{\"decisions\":[" + record + R"(,{"id":"d2"}]})"));
    QVERIFY(page);
    QCOMPARE(page->items.size(), 1);
    QCOMPARE(page->items.first().id, u"d2"_s);
    QCOMPARE(page->broken.size(), 1);
    QVERIFY2(page->broken.first().reason.contains(u"chosen_action"_s),
             qPrintable(page->broken.first().reason));

    RawServer server;
    server.setScript(RawScript::answer(RawServer::response(200, record)));
    net::HttpReader reader;
    engine::EngineAddress address;
    address.restRoot = server.url();
    engine::RestApi rest(address, reader, nullptr);
    const auto one = settled(rest.decision(u"d1"_s));
    QVERIFY(!one);
    QCOMPARE(one.error().code, ErrorCode::DuplicateKey);
    QCOMPARE(one.error().raw, record);
}

void TestPublicCases::aLoneSurrogateComesBackAsTheSameEscape_data()
{
    QTest::addColumn<QByteArray>("escape");
    // J7: daaain/claude-code-log#139, UKGovernmentBEIS/inspect_ai#3802, NLog/NLog#6267
    QTest::newRow("high") << QByteArray("\\ud83d");
    QTest::newRow("low") << QByteArray("\\udcb2");
    QTest::newRow("reversed pair") << QByteArray("\\udcb2\\ud83d");
}

void TestPublicCases::aLoneSurrogateComesBackAsTheSameEscape()
{
    QFETCH(QByteArray, escape);
    const auto page = decisions(decisionsWith("\"chosen_action\":\"a" + escape + "b\""));
    QVERIFY2(page, page ? "" : qPrintable(page.error().message));
    const engine::Decision &decision = page->items.first();
    QVERIFY2(base::writeJson(decision.raw).contains("\"a" + escape + "b\""),
             base::writeJson(decision.raw).constData());
    QVERIFY(base::visibleText(decision.chosenAction).contains(u"<U+D"_s));
}

void TestPublicCases::aHugeValueIsReadWholeAndShownShort()
{
    // J9: temporalio/ui#2967, langfuse/langfuse#15265; S1: variar/klogg#803, S2:
    // sqlitebrowser/sqlitebrowser#761
    const QByteArray huge = QByteArray(5 * 1024 * 1024, 'A');
    const auto page = decisions(decisionsWith("\"rationale\":\"" + huge + '"'));
    QVERIFY2(page, page ? "" : qPrintable(page.error().message));
    const engine::Decision &decision = page->items.first();
    QCOMPARE(decision.rationale.size(), huge.size());
    QVERIFY(base::elidedText(decision.rationale).size() < 1000);
    QVERIFY(base::writeJson(decision.raw).contains(huge));
}

void TestPublicCases::listsOfToolsKeepWhatIsGood_data()
{
    QTest::addColumn<QByteArray>("tools");
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<int>("broken");
    QTest::addColumn<QString>("warning");
    const QByteArray good = R"({"name":"good","inputSchema":{"type":"object"}})";
    const QStringList goodOnly{u"good"_s};
    // L4: modelcontextprotocol/inspector#1909, anthropics/claude-code#88049, mastra-ai/mastra#21859
    QTest::newRow("a null item is named, the rest stays")
        << QByteArray("[null," + good + ']') << goodOnly << 1 << QString();
    QTest::newRow("an item without a name is named, the rest stays")
        << QByteArray("[{\"inputSchema\":{}}," + good + ']') << goodOnly << 1 << QString();
    QTest::newRow("annotations that are a list leave the tool")
        << QByteArray(R"([{"name":"odd","annotations":[],"inputSchema":{}},)" + good + ']')
        << QStringList{u"odd"_s, u"good"_s} << 0 << u"odd"_s;
    QTest::newRow("an empty schema is a schema")
        << QByteArray(R"([{"name":"odd","inputSchema":{}},)" + good + ']') << QStringList{u"odd"_s, u"good"_s}
        << 0 << QString();
    // zereight/gitlab-mcp#286, cognizant-ai-lab/neuro-san#1341
    QTest::newRow("a schema with nothing but $schema is a schema")
        << QByteArray(
               R"([{"name":"odd","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema"}},)" +
               good + ']')
        << QStringList{u"odd"_s, u"good"_s} << 0 << QString();
    // L5: modelcontextprotocol/inspector#1957, modelcontextprotocol/inspector#1961
    QTest::newRow("a name twice stays twice, with a warning")
        << QByteArray("[" + good + ',' + good + ']') << QStringList{u"good"_s, u"good"_s} << 0 << u"good"_s;
    // L8: modelcontextprotocol/python-sdk#3141
    QTest::newRow("a look-alike name is flagged") << QByteArray("[{\"name\":\"verify_\xd5\xbd"
                                                                "er\",\"inputSchema\":{}}]")
                                                  << QStringList{u"verify_սer"_s} << 0 << u"U+057D"_s;
}

void TestPublicCases::listsOfToolsKeepWhatIsGood()
{
    QFETCH(QByteArray, tools);
    QFETCH(QString, warning);
    const auto list = listTools(RawScript::answer(RawServer::response(200, toolsMessage(tools))));
    QVERIFY2(list, list ? "" : qPrintable(list.error().message));
    QTEST(list->names(), "names");
    QTEST(int(list->broken.size()), "broken");
    for (const mcp::BrokenTool &one : list->broken)
        QVERIFY(!one.reason.isEmpty());
    QVERIFY2(warning.isEmpty() || list->warnings.join(u'\n').contains(warning),
             qPrintable(list->warnings.join(u'\n')));
    QCOMPARE(list->warnings.isEmpty(), warning.isEmpty());
}

void TestPublicCases::timesKeepAllTheirDigits_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("shown");
    // D3: Velocidex/velociraptor#2397, temporalio/ui#2273
    QTest::newRow("nanoseconds since 1970")
        << QByteArray("1700000000000000000") << u"2023-11-14 22:13:20.000000000 Z"_s;
    QTest::newRow("nanoseconds with digits")
        << QByteArray("1700000000123456789") << u"2023-11-14 22:13:20.123456789 Z"_s;
    QTest::newRow("microseconds") << QByteArray("1700000000123456") << u"2023-11-14 22:13:20.123456 Z"_s;
    QTest::newRow("milliseconds as text")
        << QByteArray("\"1700000000123\"") << u"2023-11-14 22:13:20.123 Z"_s;
    QTest::newRow("seconds") << QByteArray("1700000000") << u"2023-11-14 22:13:20 Z"_s;
    QTest::newRow("nine digits of a second")
        << QByteArray("\"2026-11-30T09:39:02.123456789Z\"") << u"2026-11-30 09:39:02.123456789 Z"_s;
    // D4: time-rs/time#406, quickfix-j/quickfixj#418
    QTest::newRow("leap second") << QByteArray("\"2016-12-31T23:59:60Z\"") << u"2016-12-31 23:59:60 Z"_s;
    QTest::newRow("a number of another length is no time") << QByteArray("17000") << u"17000"_s;
    QTest::newRow("a fraction is no time") << QByteArray("1700000000.5") << u"1700000000.5"_s;
}

void TestPublicCases::timesKeepAllTheirDigits()
{
    QFETCH(QByteArray, value);
    const auto page = decisions(decisionsWith("\"created_at\":" + value));
    QVERIFY2(page, page ? "" : qPrintable(page.error().message));
    const base::Timestamp &time = page->items.first().createdAt;
    QTEST(base::formatTimestamp(time), "shown");
    QCOMPARE(time.raw, QString::fromLatin1(value).remove(u'"'));
}

void TestPublicCases::namesShowWhatHidesInThem_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("shown");
    // U1: opena2a-org/hackmyagent#330, Nheko-Reborn/nheko#1796, lxqt/pcmanfm-qt#606
    QTest::newRow("right-to-left override") << u"a\u202Egnp.elif_ngineb"_s << u"a<U+202E>gnp.elif_ngineb"_s;
    // U2: opena2a-org/hackmyagent#345, affaan-m/ECC#1982
    QTest::newRow("tag character") << u"benign\U000E0041evil"_s << u"benign<U+E0041>evil"_s;
    QTest::newRow("Hangul filler") << u"a\u3164b"_s << u"a<U+3164>b"_s;
    QTest::newRow("word joiner") << u"a\u2060b"_s << u"a<U+2060>b"_s;
    QTest::newRow("Hangul choseong filler") << u"a\u115Fb"_s << u"a<U+115F>b"_s;
    // U5 to U7, U10: text stays text; that nothing draws it as markup is the rule of the QML sources.
    // tmn73/omarchy-calendar#16, keepassxreboot/keepassxc#3910, rundeck/rundeck#10238
    QTest::newRow("an image stays its letters")
        << u"<img src=\"http://127.0.0.1:8099/p.png\">"_s << u"<img src=\"http://127.0.0.1:8099/p.png\">"_s;
    // langfuse/langfuse#14690
    QTest::newRow("deep Markdown stays its letters") << QString(400, u'>') << QString(400, u'>');
    // U9: scottcrosby-securebine/kali-mcp-server#80, datalayer/jupyter-mcp-server#450
    QTest::newRow("clear screen") << u"\u001b[2J"_s << u"<U+001B>[2J"_s;
    QTest::newRow("window title") << u"\u001b]0;x\u0007"_s << u"<U+001B>]0;x<U+0007>"_s;
    QTest::newRow("C1 control") << u"\u009b31m"_s << u"<U+009B>31m"_s;
}

void TestPublicCases::namesShowWhatHidesInThem()
{
    QFETCH(QString, name);
    QFETCH(QString, shown);
    base::Json json = base::Json::object();
    json.set(u"chosen_action"_s, base::Json::string(name));
    const QByteArray members = base::writeJson(json);
    const auto page = decisions(decisionsWith(members.sliced(1, members.size() - 2)));
    QVERIFY2(page, page ? "" : qPrintable(page.error().message));
    const QString read = page->items.first().chosenAction;
    QCOMPARE(read, name); // a copy is exact
    QCOMPARE(base::visibleText(read), shown);
    QCOMPARE(base::terminalText(read), shown.toUtf8());
}

void TestPublicCases::aBodyOverTheLimitIsNamed()
{
    // S7: modelcontextprotocol/python-sdk#3095, modelcontextprotocol/python-sdk#3195
    const auto page = decisions(RawServer::response(200, QByteArray(20 * 1024 * 1024, ' ')));
    QVERIFY(!page);
    QCOMPARE(page.error().code, ErrorCode::LimitExceeded);
    QVERIFY2(page.error().message.contains(u"16 MiB"_s), qPrintable(page.error().message));
    const auto list =
        listTools(RawScript::answer(RawServer::response(200, QByteArray(20 * 1024 * 1024, ' '))));
    QVERIFY(!list);
    QCOMPARE(list.error().code, ErrorCode::LimitExceeded);
}

QTEST_GUILESS_MAIN(TestPublicCases)
#include "tst_publiccases.moc"
