// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/httperror.h"
#include "core/mcp/mcpclient.h"
#include "core/mcp/rpcanswer.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::Error;
using algenta::base::ErrorCode;
using algenta::net::Header;
using algenta::net::HttpResponse;

namespace mcp = algenta::mcp;

namespace
{

HttpResponse answer(int status, const QByteArray &body, const QByteArray &type = "application/json",
                    QList<Header> more = {})
{
    more.prepend({"Content-Type", type});
    return {status, more, body};
}

Error errorOf(const HttpResponse &response)
{
    const auto result = mcp::parseAnswer(response, 7);
    return result ? Error{ErrorCode::InvalidInput, u"no error"_s, {}, {}, -1, {}, {}} : result.error();
}

const QByteArray good = R"({"jsonrpc":"2.0","id":7,"result":{"n":90071992547409910}})";

} // namespace

class TestRpcAnswer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void readsTheResult_data();
    void readsTheResult();
    void namesWhatIsWrong_data();
    void namesWhatIsWrong();
    void statusDecides_data();
    void statusDecides();
    void hostGuardNamesTheSetting();
    void retryAfterIsShown();
    void asksOfTheServerAreShown();
    void errorBodiesOfAllKinds_data();
    void errorBodiesOfAllKinds();
    void keysNeverReachAnError();
    void streamKeepsTheEventBytes();
};

void TestRpcAnswer::readsTheResult_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("type");
    const QByteArray stream = "text/event-stream";
    QTest::newRow("json") << good << QByteArray("application/json");
    QTest::newRow("json with charset") << good << QByteArray("application/json; charset=utf-8");
    QTest::newRow("json without a type") << good << QByteArray();
    QTest::newRow("event") << "event: message\r\ndata: " + good + "\r\n\r\n" << stream;
    QTest::newRow("event type in capitals") << "data: " + good + "\n\n" << QByteArray("Text/Event-Stream");
    QTest::newRow("after a notification")
        << "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\ndata: " + good + "\n\n"
        << stream;
    QTest::newRow("after a request of the server")
        << "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"sampling/createMessage\"}\n\ndata: " + good +
               "\n\n"
        << stream;
    QTest::newRow("after an answer to another request")
        << "data: {\"jsonrpc\":\"2.0\",\"id\":6,\"result\":{}}\n\ndata: " + good + "\n\n"
        << stream;
    QTest::newRow("after an event that is no JSON") << "event: ping\ndata: hello\n\ndata: " + good + "\n\n"
                                                    << stream;
    QTest::newRow("after a comment") << ": keep-alive\n\ndata: " + good + "\n\n" << stream;
}

void TestRpcAnswer::readsTheResult()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, type);
    const auto result = mcp::parseAnswer(answer(200, body, type), 7);
    QVERIFY2(result.has_value(), result ? "" : qPrintable(result.error().message));
    QCOMPARE((*result)[u"n"].numberText(), QByteArray("90071992547409910"));
}

void TestRpcAnswer::namesWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<ErrorCode>("code");
    const QByteArray json = "application/json";
    const QByteArray stream = "text/event-stream";
    QTest::newRow("empty") << QByteArray() << json << ErrorCode::MalformedAnswer;
    QTest::newRow("cut") << good.chopped(4) << json << ErrorCode::MalformedJson;
    QTest::newRow("html") << QByteArray("<!doctype html><p>hi") << QByteArray("text/html")
                          << ErrorCode::NotAnEngine;
    QTest::newRow("html called json") << QByteArray("<html></html>") << json << ErrorCode::NotAnEngine;
    QTest::newRow("text") << QByteArray("hello") << QByteArray("text/plain") << ErrorCode::NotAnEngine;
    QTest::newRow("other json") << QByteArray("{\"hello\":1}") << json << ErrorCode::MalformedAnswer;
    QTest::newRow("null") << QByteArray("null") << json << ErrorCode::MalformedAnswer;
    QTest::newRow("list") << '[' + good + ']' << json << ErrorCode::MalformedAnswer;
    QTest::newRow("wrong id") << QByteArray(R"({"jsonrpc":"2.0","id":8,"result":{}})") << json
                              << ErrorCode::ProtocolError;
    QTest::newRow("id as text") << QByteArray(R"({"jsonrpc":"2.0","id":"7","result":{}})") << json
                                << ErrorCode::ProtocolError;
    QTest::newRow("result and error")
        << QByteArray(R"({"jsonrpc":"2.0","id":7,"result":{},"error":{"code":1}})") << json
        << ErrorCode::MalformedAnswer;
    QTest::newRow("error") << QByteArray(R"({"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no"}})")
                           << json << ErrorCode::ProtocolError;
    QTest::newRow("error with id null")
        << QByteArray(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}})") << json
        << ErrorCode::ProtocolError;
    QTest::newRow("error in a stream")
        << QByteArray("data: {\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32603}}\n\n") << stream
        << ErrorCode::ProtocolError;
    QTest::newRow("stream without an answer")
        << QByteArray("data: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\n") << stream
        << ErrorCode::ConnectionLost;
    QTest::newRow("stream cut in the event") << "data: " + good + "\n" << stream << ErrorCode::ConnectionLost;
    QTest::newRow("deep") << QByteArray(100000, '[') << json << ErrorCode::LimitExceeded;
}

void TestRpcAnswer::namesWhatIsWrong()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, type);
    QFETCH(ErrorCode, code);
    const Error error = errorOf(answer(200, body, type));
    QCOMPARE(error.code, code);
    if (type.startsWith("text/event-stream"))
        QVERIFY(!error.raw.isEmpty() &&
                body.contains(error.raw)); // the event alone is kept where one answers
    else
        QCOMPARE(error.raw, body);
    QVERIFY(!error.message.isEmpty());
    QVERIFY(!error.remedy.isEmpty());
}

void TestRpcAnswer::statusDecides_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<ErrorCode>("code");
    const QByteArray json = "application/json";
    const QByteArray html = "text/html";
    const QByteArray plain = "text/plain";
    const QByteArray page = "<!doctype html>";
    QTest::newRow("401, whatever the code in the body")
        << 401 << QByteArray(R"({"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"sign in"}})")
        << json << ErrorCode::Unauthorized;
    QTest::newRow("401 with a result") << 401 << good << json << ErrorCode::Unauthorized;
    QTest::newRow("403") << 403 << QByteArray("Invalid Origin header") << plain << ErrorCode::Forbidden;
    QTest::newRow("404") << 404 << QByteArray(R"({"detail":"Not Found"})") << json << ErrorCode::NotFound;
    QTest::newRow("404 page") << 404 << page << html << ErrorCode::NotAnEngine;
    QTest::newRow("405") << 405 << QByteArray() << json << ErrorCode::HttpFailed;
    QTest::newRow("405 page") << 405 << page << html << ErrorCode::NotAnEngine;
    QTest::newRow("406") << 406 << QByteArray() << json << ErrorCode::HttpFailed;
    QTest::newRow("413") << 413 << QByteArray("Request body too large") << plain << ErrorCode::LimitExceeded;
    QTest::newRow("421") << 421 << QByteArray("Invalid Host header") << plain << ErrorCode::HostRefused;
    QTest::newRow("429") << 429 << QByteArray() << json << ErrorCode::RateLimited;
    QTest::newRow("500") << 500 << QByteArray() << json << ErrorCode::ServerFailed;
    QTest::newRow("502 page") << 502 << page << html << ErrorCode::ServerFailed;
    QTest::newRow("307") << 307 << QByteArray() << json << ErrorCode::RedirectRefused;
}

void TestRpcAnswer::statusDecides()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, type);
    QFETCH(ErrorCode, code);
    const Error error = errorOf(answer(status, body, type));
    QCOMPARE(error.code, code);
    QCOMPARE(error.httpStatus, status);
    QCOMPARE(error.raw, body);
    QVERIFY(error.message.contains(QString::number(status)));
    QVERIFY(!error.remedy.isEmpty());
}

void TestRpcAnswer::hostGuardNamesTheSetting()
{
    const Error error = errorOf(answer(421, "Invalid Host header", "text/plain"));
    QVERIFY(error.remedy.contains("ALGENTA_MCP_ALLOWED_HOSTS"_L1));
    QVERIFY(error.message.contains("Invalid Host header"_L1));
}

void TestRpcAnswer::retryAfterIsShown()
{
    QVERIFY(errorOf(answer(429, {}, {}, {{"Retry-After", "17"}})).remedy.contains("17 s"_L1));
    const QByteArray date = "Wed, 21 Oct 2026 07:28:00 GMT";
    QVERIFY(errorOf(answer(429, {}, {}, {{"Retry-After", date}})).remedy.contains(QString::fromLatin1(date)));
}

void TestRpcAnswer::asksOfTheServerAreShown()
{
    const Error error = errorOf(
        answer(401, {}, {}, {{"WWW-Authenticate", R"(Bearer realm="algenta", error="invalid_token")"}}));
    QVERIFY(error.message.contains(R"(realm="algenta")"_L1));
}

void TestRpcAnswer::errorBodiesOfAllKinds_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("error object")
        << QByteArray(R"({"error":{"code":"x_y","message":"why","details":{}},"request_id":"req_1"})")
        << u"x_y"_s << u"why"_s;
    QTest::newRow("error with field list")
        << QByteArray(
               R"({"error":{"code":"v","message":"m","details":[{"field":"limit","message":"too big"}]},"request_id":"req_1"})")
        << u"v"_s << u"limit: too big"_s;
    QTest::newRow("error with argument list")
        << QByteArray(
               R"({"error":{"code":"v","message":"m","details":[{"argument":"a","problem":"missing"}]},"request_id":"req_1"})")
        << u"v"_s << u"a: missing"_s;
    QTest::newRow("validation errors")
        << QByteArray(
               R"({"error":{"code":"v","message":"m","details":{"validation_errors":[{"loc":["body",0,"x"],"msg":"bad"}]}},"request_id":"req_1"})")
        << u"v"_s << u"body.0.x: bad"_s;
    QTest::newRow("detail error")
        << QByteArray(R"({"detail":{"error":{"code":"c","message":"why"}},"request_id":"req_1"})") << u"c"_s
        << u"why"_s;
    QTest::newRow("detail object") << QByteArray(
                                          R"({"detail":{"code":"c","message":"why"},"request_id":"req_1"})")
                                   << u"c"_s << u"why"_s;
    QTest::newRow("detail text") << QByteArray(R"({"detail":"why","request_id":"req_1"})") << QString()
                                 << u"why"_s;
    QTest::newRow("detail list")
        << QByteArray(R"({"detail":[{"loc":["query","page"],"msg":"bad"}],"request_id":"req_1"})")
        << QString() << u"query.page: bad"_s;
    QTest::newRow("error text") << QByteArray(R"({"error":"why","request_id":"req_1"})") << QString()
                                << u"why"_s;
    QTest::newRow("bare") << QByteArray(R"({"code":"c","message":"why","request_id":"req_1"})") << u"c"_s
                          << u"why"_s;
}

void TestRpcAnswer::errorBodiesOfAllKinds()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, code);
    QFETCH(QString, says);
    const Error error = mcp::errorFromStatus(answer(400, body), mcp::Endpoint::Rest);
    QCOMPARE(error.remoteCode, code);
    QCOMPARE(error.requestId, u"req_1"_s);
    QVERIFY2(error.message.contains(says), qPrintable(error.message));
}

void TestRpcAnswer::keysNeverReachAnError()
{
    const QByteArray body = R"({"error":{"code":"c","message":"bad key de_live_abcdef0123456789 \u202e"}})";
    const Error error = errorOf(answer(400, body));
    QVERIFY(!error.message.contains("abcdef0123456789"_L1));
    QVERIFY(!error.raw.contains("abcdef0123456789"));
    QVERIFY(error.message.contains("<U+202E>"_L1));
}

void TestRpcAnswer::streamKeepsTheEventBytes()
{
    const auto result = mcp::readAnswer(answer(200, "data: " + good + "\n\n", "text/event-stream"), 7);
    QVERIFY(result);
    QCOMPARE(result->raw, good);
}

QTEST_GUILESS_MAIN(TestRpcAnswer)
#include "tst_rpcanswer.moc"
