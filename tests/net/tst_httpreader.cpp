// SPDX-License-Identifier: Apache-2.0
#include "core/net/httpreader.h"
#include "tests/net/awaited.h"
#include "tests/support/rawserver.h"

#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using base::ErrorCode;
using test::RawScript;
using test::RawServer;
using Answer = base::Result<net::HttpResponse>;

Q_DECLARE_METATYPE(algenta::test::RawScript)

namespace
{

net::HttpRequest reading(const RawServer &server, const QByteArray &method)
{
    net::HttpRequest request;
    request.method = method;
    request.url = server.url(u"/mcp"_s);
    if (method == "POST") {
        request.body = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
        request.headers = {{"Content-Type", "application/json"}};
    }
    return request;
}

Answer resultOf(QFuture<Answer> &future)
{
    return test::finished(future) ? future.result()
                                  : Answer(base::fail(ErrorCode::InvalidInput, u"never finished"_s));
}

} // namespace

class TestHttpReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void aGetCarriesNoBody();
    void everyStatusFrom400IsAnAnswer_data();
    void everyStatusFrom400IsAnAnswer();
    void failuresAreNamedAndNothingIsSentTwice_data();
    void failuresAreNamedAndNothingIsSentTwice();
    void aCutAnswerIsNeverComplete();
    void redirectsAreRefusedByOrigin_data();
    void redirectsAreRefusedByOrigin();
    void anEventStreamThatEndsIsReadWhole();
    void largeAnswersUpToTheLimitArrive();
    void cancelEndsEverythingAtOnce();
    void destroyingTheReaderCancels();
    void requestsRunBesideEachOther();
    void overrideFieldsNeverLeave_data();
    void overrideFieldsNeverLeave();
    void theConnectionIsLimitedInTime();
};

void TestHttpReader::aGetCarriesNoBody()
{
    RawServer server;
    net::HttpReader reader;
    const base::Secret key{QByteArrayView("de_test_abcdefgh")};
    auto future = reader.send(reading(server, "GET"), &key);
    const Answer answer = resultOf(future);
    QVERIFY2(answer, answer ? "" : qPrintable(answer.error().message));
    QCOMPARE(answer->body, "{}");
    const test::RawRequest &sent = server.requests().first();
    QCOMPARE(sent.method, "GET");
    QCOMPARE(sent.target, "/mcp");
    QCOMPARE(sent.header("content-length"), QByteArray());
    QCOMPARE(sent.header("accept-encoding"), "identity");
    QCOMPARE(sent.header("authorization"), "Bearer de_test_abcdefgh");
    QCOMPARE(sent.header("cookie"), QByteArray());
}

void TestHttpReader::everyStatusFrom400IsAnAnswer_data()
{
    QTest::addColumn<int>("status");
    for (const int status : {200, 202, 400, 401, 403, 404, 409, 421, 429, 500, 503}) {
        QTest::newRow(qPrintable(QString::number(status))) << status;
    }
}

void TestHttpReader::everyStatusFrom400IsAnAnswer()
{
    QFETCH(int, status);
    RawServer server;
    server.setScript(RawScript::answer(RawServer::response(status, R"({"error":{}})")));
    net::HttpReader reader;
    auto future = reader.send(reading(server, "POST"));
    const Answer answer = resultOf(future);
    QVERIFY(answer);
    QCOMPARE(answer->status, status);
    QCOMPARE(answer->body, R"({"error":{}})");
    QCOMPARE(server.requests().size(), 1);
}

void TestHttpReader::failuresAreNamedAndNothingIsSentTwice_data()
{
    QTest::addColumn<RawScript>("script");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("named");
    using End = RawScript::End;
    const QByteArray ok = RawServer::response(200, R"({"ok":true})");
    const auto row = [](const char *name, const RawScript &script, ErrorCode code, const QString &named) {
        QTest::newRow(name) << script << code << named;
    };
    const auto lost = ErrorCode::ConnectionLost;
    row("close before the answer", RawScript::answer(""), lost, u"before any byte"_s);
    row("close inside the status line", RawScript::answer("HTTP/1.1 2"), lost, u"status line"_s);
    row("close inside the headers", RawScript::answer("HTTP/1.1 200 OK\r\nA"), lost, u"headers"_s);
    row("close inside the body", RawScript::answer(ok.chopped(3)), lost, u"3 bytes"_s);
    row("reset before the answer", RawScript::answer("", End::Reset), lost, u"before any byte"_s);
    row("reset inside an open body", RawScript::answer("HTTP/1.1 200 OK\r\n\r\nhalf", End::Reset), lost,
        u""_s);
    row("stall before the answer", RawScript::answer("", End::Stall), ErrorCode::TimedOut, u"150 ms"_s);
    row("stall inside the body", RawScript::answer(ok.chopped(3), End::Stall), ErrorCode::TimedOut,
        u"in the body"_s);
    row("garbage", RawScript::answer("* OK IMAP4\r\n"), ErrorCode::NotAnEngine, u"HTTP"_s);
    row("malformed", RawScript::answer("HTTP/1.1 200 OK\r\nbroken\r\n\r\n"), ErrorCode::MalformedAnswer,
        u"colon"_s);
    row("stated length over the limit",
        RawScript::answer("HTTP/1.1 200 OK\r\nContent-Length: 20971520\r\n\r\n", End::Stall),
        ErrorCode::LimitExceeded, u"16 MiB"_s);
    row("20 MB over the limit", RawScript::answer(RawServer::chunked({QByteArray(20'000'000, 'x')})),
        ErrorCode::LimitExceeded, u"16 MiB"_s);
    row("endless body", RawScript::answer("HTTP/1.1 200 OK\r\n\r\n" + QByteArray(20'000'000, 'x')),
        ErrorCode::LimitExceeded, u"16 MiB"_s);
    row("headers over the limit",
        RawScript::answer("HTTP/1.1 200 OK\r\nA: " + QByteArray(70'000, 'x'), End::Stall),
        ErrorCode::LimitExceeded, u"64 KiB"_s);
}

void TestHttpReader::failuresAreNamedAndNothingIsSentTwice()
{
    QFETCH(RawScript, script);
    QFETCH(ErrorCode, code);
    QFETCH(QString, named);
    for (const QByteArray &method : {QByteArray("POST"), QByteArray("GET")}) {
        RawServer server;
        server.setScript(script);
        net::HttpLimits limits;
        if (script.end == RawScript::End::Stall) {
            limits.silence = std::chrono::milliseconds(150);
        }
        net::HttpReader reader(limits);
        auto future = reader.send(reading(server, method));
        const Answer answer = resultOf(future);
        QVERIFY(!answer);
        QVERIFY2(answer.error().code == code, qPrintable(answer.error().message));
        QVERIFY2(answer.error().message.contains(named), qPrintable(answer.error().message));
        const QByteArray played = script.pieces.join();
        QVERIFY(played.startsWith(answer.error().raw));
        QVERIFY(played.isEmpty() || script.end == RawScript::End::Reset || !answer.error().raw.isEmpty());
        QTRY_COMPARE(server.openConnections(), 0);
        QCOMPARE(server.connectionCount(), 1);
        QCOMPARE(server.requests().size(), 1);
    }
}

void TestHttpReader::aCutAnswerIsNeverComplete()
{
    for (const QByteArray &whole :
         {RawServer::response(200, R"({"ok":true})"), RawServer::chunked({"{\"ok\":", "true}"})}) {
        for (qsizetype cut = 0; cut < whole.size(); ++cut) {
            RawServer server;
            server.setScript(RawScript::answer(whole.first(cut)));
            net::HttpReader reader;
            auto future = reader.send(reading(server, "POST"));
            const Answer answer = resultOf(future);
            QVERIFY2(!answer, qPrintable(QString::number(cut)));
            QCOMPARE(answer.error().code, ErrorCode::ConnectionLost);
            QCOMPARE(answer.error().raw, whole.first(cut));
            QCOMPARE(server.requests().size(), 1);
        }
    }
}

void TestHttpReader::redirectsAreRefusedByOrigin_data()
{
    QTest::addColumn<QByteArray>("location");
    QTest::addColumn<QString>("named");
    QTest::newRow("other host") << QByteArray("https://evil.example:8443/token/abc?key=secret")
                                << u"https://evil.example:8443"_s;
    QTest::newRow("user info") << QByteArray("http://me:secret@evil.example/") << u"http://evil.example"_s;
    QTest::newRow("same host") << QByteArray("/secret") << u"http://127.0.0.1"_s;
    QTest::newRow("unreadable") << QByteArray("http://[secret") << u"cannot be read"_s;
    QTest::newRow("none") << QByteArray() << u"cannot be read"_s;
    QTest::newRow("look-alike name") << QByteArray("http://xn--lgenta-3fg.example/secret")
                                     << u"xn--lgenta-3fg"_s;
}

void TestHttpReader::redirectsAreRefusedByOrigin()
{
    QFETCH(QByteArray, location);
    QFETCH(QString, named);
    for (const int status : {301, 302, 303, 307, 308}) {
        RawServer server;
        const QByteArray header = location.isEmpty() ? QByteArray() : "Location: " + location + "\r\n";
        server.setScript(RawScript::answer(RawServer::response(status, "", "text/html", header)));
        net::HttpReader reader;
        auto future = reader.send(reading(server, "POST"));
        const Answer answer = resultOf(future);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::RedirectRefused);
        QCOMPARE(answer.error().httpStatus, status);
        QVERIFY2(answer.error().message.contains(named), qPrintable(answer.error().message));
        QVERIFY2(!answer.error().message.contains(u"secret"_s), qPrintable(answer.error().message));
        QTRY_COMPARE(server.openConnections(), 0);
        QCOMPARE(server.connectionCount(), 1);
    }
}

void TestHttpReader::anEventStreamThatEndsIsReadWhole()
{
    RawServer server;
    server.setScript(
        RawScript::answer("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {}\n\n"));
    net::HttpReader reader;
    auto future = reader.send(reading(server, "POST"));
    const Answer answer = resultOf(future);
    QVERIFY(answer);
    QCOMPARE(answer->body, "data: {}\n\n");
}

void TestHttpReader::largeAnswersUpToTheLimitArrive()
{
    RawServer server;
    const QByteArray body(16 * 1024 * 1024, 'x');
    server.setScript(RawScript::answer(RawServer::response(200, body)));
    net::HttpReader reader;
    auto future = reader.send(reading(server, "GET"));
    const Answer answer = resultOf(future);
    QVERIFY(answer);
    QVERIFY(answer->body == body);
}

void TestHttpReader::cancelEndsEverythingAtOnce()
{
    RawServer server;
    server.setScript(RawScript::answer("HTTP/1.1 200 OK\r\n", RawScript::End::Stall));
    net::HttpReader reader;
    QList<QFuture<Answer>> futures;
    for (int i = 0; i < 5; ++i) {
        futures.append(reader.send(reading(server, "GET")));
    }
    QTRY_COMPARE(server.requests().size(), 5);
    futures.append(reader.send(reading(server, "GET"))); // not yet connected
    reader.cancelAll();
    for (const QFuture<Answer> &future : std::as_const(futures)) {
        QVERIFY(future.isFinished());
        QVERIFY(!future.result());
        QCOMPARE(future.result().error().code, ErrorCode::Cancelled);
    }
    QTRY_COMPARE(server.openConnections(), 0);
    // The reader itself goes on.
    server.setScript(RawScript::answer(RawServer::response(200, "{}")));
    auto next = reader.send(reading(server, "GET"));
    QVERIFY(resultOf(next));
}

void TestHttpReader::destroyingTheReaderCancels()
{
    RawServer server;
    server.setScript(RawScript::answer("", RawScript::End::Stall));
    auto reader = std::make_unique<net::HttpReader>();
    auto future = reader->send(reading(server, "GET"));
    bool continued = false;
    future.then(this, [&continued](const Answer &answer) { continued = !answer; });
    reader.reset();
    QVERIFY(future.isFinished());
    QCOMPARE(future.result().error().code, ErrorCode::Cancelled);
    QTRY_VERIFY(continued);
}

void TestHttpReader::requestsRunBesideEachOther()
{
    RawServer server;
    server.enqueue(RawScript::answer("", RawScript::End::Stall));
    net::HttpReader reader;
    auto stalled = reader.send(reading(server, "GET"));
    QTRY_COMPARE(server.requests().size(), 1);
    auto quick = reader.send(reading(server, "GET"));
    QVERIFY(resultOf(quick));
    QVERIFY(!stalled.isFinished());
}

void TestHttpReader::overrideFieldsNeverLeave_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("argument") << QByteArray(R"({"jsonrpc":"2.0","params":{"arguments":{"force":true}}})");
    QTest::newRow("escaped") << QByteArray(R"({"\u006fverride_safety":true})");
    QTest::newRow("cut JSON") << QByteArray(R"({"a":)");
}

void TestHttpReader::overrideFieldsNeverLeave()
{
    QFETCH(QByteArray, body);
    RawServer server;
    net::HttpReader reader;
    net::HttpRequest request = reading(server, "POST");
    request.body = body;
    auto future = reader.send(request);
    QVERIFY(future.isFinished());
    QCOMPARE(future.result().error().code, ErrorCode::RefusedField);
    // One good request shows that the server would have recorded a bad one.
    auto good = reader.send(reading(server, "POST"));
    QVERIFY(resultOf(good));
    QCOMPARE(server.connectionCount(), 1);
}

void TestHttpReader::theConnectionIsLimitedInTime()
{
    // A listener that accepts nothing, with a full queue: the kernel leaves new connections hanging.
    QTcpServer full;
    full.setListenBacklogSize(0);
    QVERIFY(full.listen(QHostAddress::LocalHost));
    full.pauseAccepting();
    std::vector<std::unique_ptr<QTcpSocket>> fillers;
    for (int i = 0; i < 8; ++i) {
        fillers.push_back(std::make_unique<QTcpSocket>());
        fillers.back()->connectToHost(QHostAddress::LocalHost, full.serverPort());
    }
    const auto pending = [&fillers] {
        return std::any_of(fillers.begin(), fillers.end(), [](const auto &socket) {
            return socket->state() == QAbstractSocket::ConnectingState;
        });
    };
    QTRY_VERIFY(std::any_of(fillers.begin(), fillers.end(), [](const auto &socket) {
        return socket->state() == QAbstractSocket::ConnectedState;
    }));
    QVERIFY(pending());

    net::HttpLimits limits;
    limits.connect = std::chrono::milliseconds(150);
    net::HttpReader reader(limits);
    net::HttpRequest request;
    request.url = QUrl(u"http://127.0.0.1:%1/"_s.arg(full.serverPort()));
    auto future = reader.send(request);
    const Answer answer = resultOf(future);
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::TimedOut);
    QVERIFY2(answer.error().message.contains(u"150 ms"_s), qPrintable(answer.error().message));
    QVERIFY(!answer.error().remedy.isEmpty());
}

QTEST_GUILESS_MAIN(TestHttpReader)
#include "tst_httpreader.moc"
