// SPDX-License-Identifier: Apache-2.0
#include "core/net/oneshotsender.h"
#include "tests/net/awaited.h"
#include "tests/net/testpermit.h"
#include "tests/support/rawserver.h"

#include <QNetworkProxy>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using base::ErrorCode;
using test::RawScript;
using test::RawServer;

Q_DECLARE_METATYPE(algenta::test::RawScript)

namespace
{

constexpr std::chrono::milliseconds shortTime{150};

enum class Ending { NotSent, Lost, Answered };

net::HttpRequest execution(const RawServer &server)
{
    net::HttpRequest request;
    request.method = "POST";
    request.url = server.url(u"/v1/decisions/dec_1/execute"_s);
    request.headers = {{"Content-Type", "application/json"}};
    request.body = R"({"webhook_url":"http://127.0.0.1/hook","reason":"test"})";
    return request;
}

/** Enough for every fault but the stalls, which need the short one. */
net::HttpLimits limitsFor(const RawScript &script)
{
    net::HttpLimits limits;
    if (script.end == RawScript::End::Stall) {
        limits.silence = shortTime;
    }
    return limits;
}

net::SendOutcome resultOf(QFuture<net::SendOutcome> &future)
{
    return test::finished(future) ? future.result()
                                  : net::SendOutcome(net::NotSent{
                                        {ErrorCode::InvalidInput, u"never finished"_s, {}, {}, 0, {}, {}}});
}

} // namespace

class TestOneShotSender : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void whatIsSentAndWhatComesBack();
    void thePostArrivesExactlyOnce_data();
    void thePostArrivesExactlyOnce();
    void anAnswerCutAtAnyByteIsLost();
    void aSecondActNeverReusesAConnection();
    void aDeadPeerGetsNothing_data();
    void aDeadPeerGetsNothing();
    void aRefusedConnectionIsNotSent();
    void anUnknownNameIsNotSent();
    void theWholeTimeIsLimited();
    void noProxyIsUsed();
    void overrideFieldsNeedAPermit();
    void theKeyIsInNoError();
    void destroyingTheSenderTellsWhatIsKnown();
    void aContinuationMayDestroyTheSender();
};

void TestOneShotSender::whatIsSentAndWhatComesBack()
{
    RawServer server;
    server.setScript(RawScript::answer(RawServer::response(409, R"({"gate":"confidence"})")));
    net::OneShotSender sender;
    const base::Secret key{QByteArrayView("de_test_abcdefgh")};
    net::HttpRequest request = execution(server);
    request.url = server.url(u"/v1/a%2Fb%23/execute?x=%26y"_s);
    auto future = sender.send(request, &key);
    const net::SendOutcome outcome = resultOf(future);
    const auto *response = std::get_if<net::HttpResponse>(&outcome);
    QVERIFY(response != nullptr);
    QCOMPARE(response->status, 409);
    QCOMPARE(response->body, R"({"gate":"confidence"})");
    QCOMPARE(response->header("content-type"), "application/json");

    QCOMPARE(server.requests().size(), 1);
    const test::RawRequest &sent = server.requests().first();
    QCOMPARE(sent.method, "POST");
    QCOMPARE(sent.target, "/v1/a%2Fb%23/execute?x=%26y");
    QCOMPARE(sent.header("host"), "127.0.0.1:" + QByteArray::number(server.serverPort()));
    QCOMPARE(sent.header("authorization"), "Bearer de_test_abcdefgh");
    QCOMPARE(sent.header("connection"), "close");
    QCOMPARE(sent.header("accept-encoding"), "identity");
    QCOMPARE(sent.header("content-length"), QByteArray::number(request.body.size()));
    QCOMPARE(sent.header("expect"), QByteArray());
    QCOMPARE(sent.body, request.body);
}

void TestOneShotSender::thePostArrivesExactlyOnce_data()
{
    QTest::addColumn<RawScript>("script");
    QTest::addColumn<Ending>("ending");
    QTest::addColumn<ErrorCode>("code"); // of a loss
    const QByteArray ok = RawServer::response(200, R"({"ok":true})");
    const QByteArray head = ok.first(ok.indexOf("\r\n\r\n") + 4);
    using End = RawScript::End;
    const auto lost = [](const char *name, const RawScript &script,
                         ErrorCode code = ErrorCode::ConnectionLost) {
        QTest::newRow(name) << script << Ending::Lost << code;
    };
    const auto answered = [](const char *name, const RawScript &script) {
        QTest::newRow(name) << script << Ending::Answered << ErrorCode::InvalidInput;
    };
    lost("close before the status line", RawScript::answer(""));
    lost("close inside the status line", RawScript::answer("HTTP/1.1 20"));
    lost("close after the status line", RawScript::answer("HTTP/1.1 200 OK\r\n"));
    lost("close inside the headers", RawScript::answer("HTTP/1.1 200 OK\r\nContent-Le"));
    lost("close after the headers", RawScript::answer(head));
    lost("close inside the body", RawScript::answer(ok.chopped(3)));
    lost("close after an interim answer", RawScript::answer("HTTP/1.1 100 Continue\r\n\r\n"));
    lost("close inside a chunk", RawScript::answer(RawServer::chunked({"hello"}).chopped(9)));
    lost("close before the last chunk", RawScript::answer(RawServer::chunked({"hello"}).chopped(5)));
    lost("reset before the status line", RawScript::answer("", End::Reset));
    lost("reset inside the headers", RawScript::answer("HTTP/1.1 200 OK\r\nContent-Le", End::Reset));
    lost("reset inside the body", RawScript::answer(ok.chopped(3), End::Reset));
    lost("reset in a body without length",
         RawScript::answer("HTTP/1.1 200 OK\r\n\r\n{\"ok\":true}", End::Reset));
    lost("stall before the status line", RawScript::answer("", End::Stall), ErrorCode::TimedOut);
    lost("stall inside the headers", RawScript::answer("HTTP/1.1 200 OK\r\nX", End::Stall),
         ErrorCode::TimedOut);
    lost("stall inside the body", RawScript::answer(ok.chopped(3), End::Stall), ErrorCode::TimedOut);
    lost("garbage", RawScript::answer("\x16\x03\x01garbage"), ErrorCode::NotAnEngine);
    lost("broken status line", RawScript::answer("HTTP/1.1 abc\r\n\r\n"), ErrorCode::MalformedAnswer);
    lost("header without colon", RawScript::answer("HTTP/1.1 200 OK\r\nbroken\r\n\r\n"),
         ErrorCode::MalformedAnswer);
    lost("two lengths",
         RawScript::answer("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy"),
         ErrorCode::MalformedAnswer);
    lost("stated length too large",
         RawScript::answer("HTTP/1.1 200 OK\r\nContent-Length: 20000000\r\n\r\n", End::Stall),
         ErrorCode::LimitExceeded);
    lost("body too large", RawScript::answer("HTTP/1.1 200 OK\r\n\r\n" + QByteArray(17 * 1024 * 1024, 'x')),
         ErrorCode::LimitExceeded);

    QByteArray redirect("HTTP/1.1 307 Temporary Redirect\r\nLocation: /v1/decisions/dec_1/execute\r\n"
                        "Content-Length: 0\r\n\r\n");
    answered("redirect to itself", RawScript::answer(redirect));
    answered("permanent redirect", RawScript::answer(redirect.replace("307", "308")));
    answered("byte by byte", RawScript::byteByByte(ok));
    answered("chunks byte by byte",
             RawScript::byteByByte(RawServer::chunked({"{\"ok\"", ":true}"}, "X-T: 1\r\n")));
    answered("kept alive", RawScript::answer(ok, End::Stall));
    answered("server error",
             RawScript::answer(RawServer::response(503, "{}", "application/json", "Retry-After: 0\r\n")));
    answered("time-out status", RawScript::answer(RawServer::response(408, "")));
    answered("rate limit",
             RawScript::answer(RawServer::response(429, "", "text/plain", "Retry-After: 0\r\n")));
    answered("key asked for",
             RawScript::answer(RawServer::response(401, "", "text/plain", "WWW-Authenticate: Basic\r\n")));
    answered("body until close", RawScript::answer("HTTP/1.1 200 OK\r\n\r\n{\"ok\":true}"));
    RawScript early = RawScript::answer(RawServer::response(413, "{}"));
    early.requestBytes = 20;
    answered("answer before the request was read", early);
}

void TestOneShotSender::thePostArrivesExactlyOnce()
{
    QFETCH(RawScript, script);
    QFETCH(Ending, ending);
    QFETCH(ErrorCode, code);
    RawServer server;
    server.setScript(script);
    net::OneShotSender sender(limitsFor(script));
    const net::HttpRequest request = execution(server);
    auto future = sender.send(request, nullptr);
    const net::SendOutcome outcome = resultOf(future);
    if (ending == Ending::Answered) {
        QVERIFY(std::holds_alternative<net::HttpResponse>(outcome));
    } else {
        const auto *lost = std::get_if<net::AnswerLost>(&outcome);
        QVERIFY(lost != nullptr);
        QVERIFY2(lost->error.code == code, qPrintable(lost->error.message));
        QVERIFY(!lost->error.message.isEmpty());
        QVERIFY2(lost->error.remedy.contains(u"may have acted"_s), qPrintable(lost->error.remedy));
        const QByteArray played = script.pieces.join();
        QVERIFY2(played.startsWith(lost->received), lost->received.left(100).constData());
        QVERIFY(code == ErrorCode::LimitExceeded || script.end == RawScript::End::Reset ||
                lost->received == played);
    }
    // Whatever could still be on its way has arrived once the server has seen the end.
    QTRY_COMPARE(server.openConnections(), 0);
    QCOMPARE(server.connectionCount(), 1);
    QCOMPARE(server.requestCount("POST"), 1);
    QCOMPARE(server.receivedBytes().count(request.body), 1);
}

void TestOneShotSender::anAnswerCutAtAnyByteIsLost()
{
    for (const QByteArray &answer :
         {RawServer::response(200, R"({"ok":true})"), RawServer::chunked({"{\"ok\":", "true}"})}) {
        for (qsizetype cut = 0; cut < answer.size(); ++cut) {
            RawServer server;
            server.setScript(RawScript::answer(answer.first(cut)));
            net::OneShotSender sender;
            auto future = sender.send(execution(server), nullptr);
            const net::SendOutcome outcome = resultOf(future);
            const auto *lost = std::get_if<net::AnswerLost>(&outcome);
            QVERIFY2(lost != nullptr, qPrintable(QString::number(cut)));
            QCOMPARE(lost->received, answer.first(cut));
            QCOMPARE(server.requestCount("POST"), 1);
        }
    }
}

void TestOneShotSender::aSecondActNeverReusesAConnection()
{
    RawServer server;
    RawScript kept = RawScript::answer(RawServer::response(200, "{}"), RawScript::End::Stall);
    kept.keepAlive = true;
    server.setScript(kept);
    net::OneShotSender sender;
    auto first = sender.send(execution(server), nullptr);
    QVERIFY(std::holds_alternative<net::HttpResponse>(resultOf(first)));
    // A client that kept the first connection would now write into one that the server gives up.
    server.setScript(RawScript::answer("", RawScript::End::Close));
    auto second = sender.send(execution(server), nullptr);
    QVERIFY(std::holds_alternative<net::AnswerLost>(resultOf(second)));
    QTRY_COMPARE(server.openConnections(), 0);
    QCOMPARE(server.connectionCount(), 2);
    QCOMPARE(server.requestCount("POST"), 2);
}

void TestOneShotSender::aDeadPeerGetsNothing_data()
{
    QTest::addColumn<QByteArray>("greeting");
    QTest::addColumn<RawScript::End>("end");
    QTest::newRow("closes at once") << QByteArray() << RawScript::End::Close;
    QTest::newRow("resets at once") << QByteArray() << RawScript::End::Reset;
    QTest::newRow("speaks first") << QByteArray("SSH-2.0-x\r\n") << RawScript::End::Stall;
}

void TestOneShotSender::aDeadPeerGetsNothing()
{
    QFETCH(QByteArray, greeting);
    QFETCH(RawScript::End, end);
    RawServer server;
    RawScript script = RawScript::answer(greeting, end);
    script.start = RawScript::Start::AtAccept;
    server.setScript(script);
    net::HttpLimits limits;
    limits.connect = std::chrono::milliseconds(300);
    net::OneShotSender sender(limits);
    auto future = sender.send(execution(server), nullptr);
    const net::SendOutcome outcome = resultOf(future);
    QTRY_COMPARE(server.openConnections(), 0);
    // The end may reach this side before or after the write: both are told apart truthfully.
    if (const auto *notSent = std::get_if<net::NotSent>(&outcome)) {
        // Qt itself connects anew, for as long as it may, when a connection is reset while it forms.
        QVERIFY2(notSent->error.code == ErrorCode::ConnectionLost ||
                     notSent->error.code == ErrorCode::NotAnEngine ||
                     (end == RawScript::End::Reset && notSent->error.code == ErrorCode::TimedOut),
                 qPrintable(notSent->error.message));
        QVERIFY(server.receivedBytes().isEmpty());
    } else {
        QVERIFY(std::holds_alternative<net::AnswerLost>(outcome));
        QCOMPARE(server.connectionCount(), 1);
    }
    QVERIFY(server.requestCount("POST") <= 1);
}

void TestOneShotSender::aRefusedConnectionIsNotSent()
{
    QUrl address;
    {
        const RawServer gone;
        address = gone.url();
    }
    net::OneShotSender sender;
    net::HttpRequest request;
    request.method = "POST";
    request.url = address;
    auto future = sender.send(request, nullptr);
    const net::SendOutcome outcome = resultOf(future);
    const auto *notSent = std::get_if<net::NotSent>(&outcome);
    QVERIFY(notSent != nullptr);
    QCOMPARE(notSent->error.code, ErrorCode::Unreachable);
    QVERIFY(!notSent->error.remedy.isEmpty());
}

void TestOneShotSender::anUnknownNameIsNotSent()
{
    net::OneShotSender sender;
    net::HttpRequest request;
    request.method = "POST";
    request.url = QUrl(u"https://no-such-host.invalid/"_s); // RFC 6761: never resolves
    auto future = sender.send(request, nullptr);
    const net::SendOutcome outcome = resultOf(future);
    const auto *notSent = std::get_if<net::NotSent>(&outcome);
    QVERIFY(notSent != nullptr);
    QVERIFY(notSent->error.code == ErrorCode::NameLookupFailed || notSent->error.code == ErrorCode::TimedOut);
}

void TestOneShotSender::theWholeTimeIsLimited()
{
    RawServer server;
    // Drips for ever: never silent, never complete.
    server.setScript(RawScript::byteByByte("HTTP/1.1 200 OK\r\n\r\n" + QByteArray(200'000, 'x')));
    net::HttpLimits limits;
    limits.total = shortTime;
    net::OneShotSender sender(limits);
    auto future = sender.send(execution(server), nullptr);
    const net::SendOutcome outcome = resultOf(future);
    const auto *lost = std::get_if<net::AnswerLost>(&outcome);
    QVERIFY(lost != nullptr);
    QCOMPARE(lost->error.code, ErrorCode::TimedOut);
    QVERIFY(lost->error.message.contains(u"150 ms"_s));
    QCOMPARE(server.requestCount("POST"), 1);
}

void TestOneShotSender::noProxyIsUsed()
{
    // Qt never takes a proxy to a loopback address, so only a name shows the difference; this one
    // has no address (RFC 6761), and a proxy would be asked for it.
    RawServer proxy;
    QNetworkProxy::setApplicationProxy({QNetworkProxy::HttpProxy, u"127.0.0.1"_s, proxy.serverPort()});
    net::HttpRequest request = execution(proxy);
    request.url = QUrl(u"http://engine.invalid/execute"_s);
    net::OneShotSender sender;
    auto future = sender.send(request, nullptr);
    const net::SendOutcome outcome = resultOf(future);
    QNetworkProxy::setApplicationProxy(QNetworkProxy(QNetworkProxy::NoProxy));
    QVERIFY(std::holds_alternative<net::NotSent>(outcome));
    QCOMPARE(proxy.connectionCount(), 0);
}

void TestOneShotSender::overrideFieldsNeedAPermit()
{
    RawServer server;
    net::OneShotSender sender;
    net::HttpRequest request = execution(server);
    request.body = R"({"force":true})";
    auto without = sender.send(request, nullptr);
    net::SendOutcome outcome = resultOf(without);
    QVERIFY(std::holds_alternative<net::NotSent>(outcome));
    QCOMPARE(std::get<net::NotSent>(outcome).error.code, ErrorCode::RefusedField);

    auto wrong = sender.send(request, nullptr, breakglass::PermitIssuer::issue(u"i"_s, false, true));
    QVERIFY(std::holds_alternative<net::NotSent>(resultOf(wrong)));
    QCOMPARE(server.connectionCount(), 0);

    auto with = sender.send(request, nullptr, breakglass::PermitIssuer::issue(u"i"_s, true, false));
    QVERIFY(std::holds_alternative<net::HttpResponse>(resultOf(with)));
    QCOMPARE(server.requests().first().body, request.body);
}

void TestOneShotSender::theKeyIsInNoError()
{
    RawServer server;
    const QByteArray keyText("plain-operator-key-0123456789");
    server.setScript(RawScript::answer("HTTP/1.1 200 OK\r\nX-Echo: Bearer " + keyText +
                                       "\r\nContent-Length: 999\r\n\r\n{\"key\":\"" + keyText));
    net::OneShotSender sender;
    const base::Secret key{QByteArrayView(keyText)};
    auto future = sender.send(execution(server), &key);
    const net::SendOutcome outcome = resultOf(future);
    const auto *lost = std::get_if<net::AnswerLost>(&outcome);
    QVERIFY(lost != nullptr);
    QVERIFY(!lost->received.contains(keyText));
    QVERIFY(lost->received.contains("[redacted]"));
    QVERIFY(!lost->error.raw.contains(keyText));
    QVERIFY(!(lost->error.message + lost->error.remedy).contains(QString::fromLatin1(keyText)));
    QCOMPARE(lost->error.httpStatus, 200);
}

void TestOneShotSender::destroyingTheSenderTellsWhatIsKnown()
{
    RawServer server;
    server.setScript(RawScript::answer("", RawScript::End::Stall));
    auto sender = std::make_unique<net::OneShotSender>();
    auto early = sender->send(execution(server), nullptr);
    sender.reset();
    QVERIFY(early.isFinished());
    const net::SendOutcome unsent = early.result();
    QVERIFY(std::holds_alternative<net::NotSent>(unsent));
    QCOMPARE(std::get<net::NotSent>(unsent).error.code, ErrorCode::Cancelled);

    sender = std::make_unique<net::OneShotSender>();
    auto late = sender->send(execution(server), nullptr);
    QTRY_COMPARE(server.requestCount("POST"), 1);
    sender.reset();
    QVERIFY(late.isFinished());
    const net::SendOutcome lost = late.result();
    QVERIFY(std::holds_alternative<net::AnswerLost>(lost));
    QCOMPARE(std::get<net::AnswerLost>(lost).error.code, ErrorCode::Cancelled);
    QTRY_COMPARE(server.openConnections(), 0);
    QCOMPARE(server.requestCount("POST"), 1);
}

void TestOneShotSender::aContinuationMayDestroyTheSender()
{
    RawServer server;
    server.setScript(RawScript::answer("HTTP/1.1 200 OK\r\n\r\n{}"));
    auto *sender = new net::OneShotSender;
    bool ended = false;
    sender->send(execution(server), nullptr).then([sender, &ended](const net::SendOutcome &outcome) {
        ended = std::holds_alternative<net::HttpResponse>(outcome);
        delete sender;
    });
    QTRY_VERIFY(ended);
    QTRY_COMPARE(server.openConnections(), 0);
}

QTEST_GUILESS_MAIN(TestOneShotSender)
#include "tst_oneshotsender.moc"
