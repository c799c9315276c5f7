// SPDX-License-Identifier: Apache-2.0
#include "core/net/httpreader.h"
#include "core/net/oneshotsender.h"
#include "tests/net/awaited.h"
#include "tests/support/rawserver.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using base::ErrorCode;
using test::finished;
using test::RawScript;
using test::RawServer;

namespace
{

QByteArray redirect(const QByteArray &location, int status = 307)
{
    return RawServer::response(status, {}, "text/plain", "Location: " + location + "\r\n");
}

net::HttpRequest request(const QUrl &url, const QByteArray &method = "GET")
{
    net::HttpRequest result;
    result.method = method;
    result.url = url;
    if (method == "POST") {
        result.body = "{}";
    }
    return result;
}

} // namespace

/** Where a reading request goes when the server sends it elsewhere. */
class TestRedirects : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void aGetFollowsWithinItsOrigin_data();
    void aGetFollowsWithinItsOrigin();
    void nothingLeavesTheOrigin_data();
    void nothingLeavesTheOrigin();
    void anotherMethodIsNeverRepeated_data();
    void anotherMethodIsNeverRepeated();
    void aCircleEnds();
    void noOverrideFieldComesInByARedirect();
    void theWholeTimeCountsOverRedirects();
    void anActIsNotSentOn();
};

void TestRedirects::aGetFollowsWithinItsOrigin_data()
{
    QTest::addColumn<QByteArray>("location");
    QTest::addColumn<QByteArray>("target");
    QTest::newRow("absolute path") << QByteArray("/v1/decisions/?page=2")
                                   << QByteArray("/v1/decisions/?page=2");
    QTest::newRow("relative path") << QByteArray("decisions/") << QByteArray("/v1/decisions/");
    QTest::newRow("full address") << QByteArray("ORIGIN/other") << QByteArray("/other");
    QTest::newRow("escaped id stays") << QByteArray("/v1/a%2Fb%23") << QByteArray("/v1/a%2Fb%23");
}

void TestRedirects::aGetFollowsWithinItsOrigin()
{
    QFETCH(QByteArray, location);
    QFETCH(QByteArray, target);
    for (const int status : {301, 302, 303, 307, 308}) {
        RawServer server;
        const QByteArray origin = server.url().toEncoded();
        server.enqueue(RawScript::answer(redirect(QByteArray(location).replace("ORIGIN", origin), status)));
        server.enqueue(RawScript::answer(RawServer::response(200, R"({"good":true})")));
        net::HttpReader reader;
        const base::Secret key{QByteArrayView("de_test_abcdefgh")};
        const auto future = reader.send(request(server.url(u"/v1/decisions"_s)), &key);
        QVERIFY(finished(future));
        QVERIFY2(future.result(), future.result() ? "" : qPrintable(future.result().error().message));
        QCOMPARE(future.result()->body, R"({"good":true})");
        QCOMPARE(server.requests().size(), 2);
        QCOMPARE(server.requests().last().target, target);
        QCOMPARE(server.requests().last().header("authorization"), "Bearer de_test_abcdefgh");
    }
}

void TestRedirects::nothingLeavesTheOrigin_data()
{
    QTest::addColumn<QByteArray>("location");
    QTest::newRow("other port") << QByteArray("http://127.0.0.1:OTHER/");
    QTest::newRow("other name of the same machine") << QByteArray("http://localhost:PORT/");
    QTest::newRow("other scheme") << QByteArray("https://127.0.0.1:PORT/");
    QTest::newRow("user info") << QByteArray("http://me@127.0.0.1:PORT/");
    QTest::newRow("no scheme") << QByteArray("//127.0.0.1:OTHER/");
    QTest::newRow("not HTTP") << QByteArray("file:///etc/passwd");
}

void TestRedirects::nothingLeavesTheOrigin()
{
    QFETCH(QByteArray, location);
    RawServer server;
    RawServer other;
    location.replace("OTHER", QByteArray::number(other.serverPort()));
    location.replace("PORT", QByteArray::number(server.serverPort()));
    server.setScript(RawScript::answer(redirect(location)));
    net::HttpReader reader;
    const base::Secret key{QByteArrayView("de_test_abcdefgh")};
    const auto future = reader.send(request(server.url(u"/"_s)), &key);
    QVERIFY(finished(future));
    QVERIFY(!future.result());
    QCOMPARE(future.result().error().code, ErrorCode::RedirectRefused);
    QCOMPARE(server.connectionCount(), 1);
    QCOMPARE(other.connectionCount(), 0);
}

void TestRedirects::anotherMethodIsNeverRepeated_data()
{
    QTest::addColumn<QByteArray>("method");
    for (const char *method : {"POST", "PUT", "PATCH", "DELETE", "HEAD"}) {
        QTest::newRow(method) << QByteArray(method);
    }
}

void TestRedirects::anotherMethodIsNeverRepeated()
{
    QFETCH(QByteArray, method);
    RawServer server;
    server.setScript(RawScript::answer(redirect("/again")));
    net::HttpReader reader;
    const auto future = reader.send(request(server.url(u"/"_s), method));
    QVERIFY(finished(future));
    QVERIFY(!future.result());
    QCOMPARE(future.result().error().code, ErrorCode::RedirectRefused);
    QCOMPARE(server.connectionCount(), 1);
}

void TestRedirects::aCircleEnds()
{
    RawServer server;
    server.setScript(RawScript::answer(redirect("/")));
    net::HttpReader reader;
    const auto future = reader.send(request(server.url(u"/"_s)));
    QVERIFY(finished(future));
    QVERIFY(!future.result());
    QCOMPARE(future.result().error().code, ErrorCode::RedirectRefused);
    QVERIFY2(future.result().error().message.contains(u"more than 5 times"_s),
             qPrintable(future.result().error().message));
    QCOMPARE(server.connectionCount(), 6);
}

void TestRedirects::noOverrideFieldComesInByARedirect()
{
    RawServer server;
    server.setScript(RawScript::answer(redirect("/v1/decisions?force=true")));
    net::HttpReader reader;
    const auto future = reader.send(request(server.url(u"/"_s)));
    QVERIFY(finished(future));
    QVERIFY(!future.result());
    QCOMPARE(future.result().error().code, ErrorCode::RefusedField);
    QCOMPARE(server.connectionCount(), 1);
}

void TestRedirects::theWholeTimeCountsOverRedirects()
{
    RawServer server;
    server.enqueue(RawScript::answer(redirect("/next")));
    server.enqueue(RawScript::answer({}, RawScript::End::Stall));
    net::HttpLimits limits;
    limits.total = std::chrono::milliseconds(200);
    net::HttpReader reader(limits);
    const auto future = reader.send(request(server.url(u"/"_s)));
    QVERIFY(finished(future));
    QCOMPARE(future.result().error().code, ErrorCode::TimedOut);
    QCOMPARE(server.connectionCount(), 2);
}

void TestRedirects::anActIsNotSentOn()
{
    RawServer server;
    server.setScript(RawScript::answer(redirect("/again")));
    net::OneShotSender sender;
    const auto future = sender.send(request(server.url(u"/"_s), "POST"), nullptr);
    QVERIFY(finished(future));
    const net::SendOutcome outcome = future.result();
    QCOMPARE(std::get<net::HttpResponse>(outcome).status, 307);
    QCOMPARE(server.connectionCount(), 1);
}

QTEST_GUILESS_MAIN(TestRedirects)
#include "tst_redirects.moc"
