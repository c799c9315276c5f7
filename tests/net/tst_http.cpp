// SPDX-License-Identifier: Apache-2.0
#include "core/base/secret.h"
#include "core/net/http.h"
#include "core/net/httpexchange.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;

class TestHttp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void headerLookupIgnoresCaseAndTakesTheFirst();
    void addresses_data();
    void addresses();
    void requestsWithASecondMeaningAreRefused_data();
    void requestsWithASecondMeaningAreRefused();
    void keysThatCannotBeSentAreRefused_data();
    void keysThatCannotBeSentAreRefused();
};

void TestHttp::headerLookupIgnoresCaseAndTakesTheFirst()
{
    net::HttpResponse response;
    response.headers = {{"Content-Type", "application/json"}, {"x-a", "1"}, {"X-A", "2"}};
    QCOMPARE(response.header("content-TYPE"), "application/json");
    QCOMPARE(response.header("X-a"), "1");
    QCOMPARE(response.header("absent"), QByteArray());
}

void TestHttp::addresses_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("why"); // a word of the message; empty = accepted
    QTest::newRow("http") << u"http://localhost:8000"_s << u""_s;
    QTest::newRow("https with prefix") << u"https://engine.example/prefix/mcp?a=b"_s << u""_s;
    QTest::newRow("ipv6") << u"http://[::1]:8000/"_s << u""_s;
    QTest::newRow("escaped hash in an id") << u"http://h/v1/decisions/a%2Fb%23"_s << u""_s;
    QTest::newRow("empty") << u""_s << u"empty"_s;
    QTest::newRow("no scheme") << u"//localhost"_s << u"scheme"_s;
    QTest::newRow("other scheme") << u"ftp://localhost/"_s << u"ftp"_s;
    QTest::newRow("file") << u"file:///etc/passwd"_s << u"file"_s;
    QTest::newRow("host taken for a scheme") << u"localhost:8000"_s << u"localhost"_s;
    QTest::newRow("no host") << u"http:///path"_s << u"host"_s;
    QTest::newRow("user") << u"http://engine@evil.example/"_s << u"user name"_s;
    QTest::newRow("user and password") << u"http://a:b@evil.example/"_s << u"user name"_s;
    QTest::newRow("empty user") << u"http://@evil.example/"_s << u"user name"_s;
    QTest::newRow("fragment") << u"http://localhost/#x"_s << u"#"_s;
    QTest::newRow("port 0") << u"http://localhost:0/"_s << u"Port 0"_s;
    QTest::newRow("unreadable port") << u"http://localhost:99999/"_s << u"read"_s;
}

void TestHttp::addresses()
{
    QFETCH(QString, address);
    QFETCH(QString, why);
    const base::Result<void> result = net::checkHttpUrl(QUrl(address));
    QCOMPARE(result.has_value(), why.isEmpty());
    if (!result) {
        QCOMPARE(result.error().code, base::ErrorCode::InvalidInput);
        QVERIFY2(result.error().message.contains(why), qPrintable(result.error().message));
        QVERIFY(!result.error().remedy.isEmpty());
        QVERIFY(!result.error().message.contains(u"a:b"_s));
    }
}

void TestHttp::requestsWithASecondMeaningAreRefused_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("plain") << QByteArray("POST") << QByteArray("Mcp-Session-Id") << QByteArray("a b") << true;
    QTest::newRow("line break in a value")
        << QByteArray("POST") << QByteArray("X-A") << QByteArray("b\r\nX-Evil: 1") << false;
    QTest::newRow("NUL in a value") << QByteArray("POST") << QByteArray("X-A") << QByteArray("b\0c", 3)
                                    << false;
    QTest::newRow("colon in a name") << QByteArray("POST") << QByteArray("X:A") << QByteArray("b") << false;
    QTest::newRow("empty name") << QByteArray("POST") << QByteArray() << QByteArray("b") << false;
    QTest::newRow("space in the method")
        << QByteArray("GET /evil") << QByteArray("X-A") << QByteArray("b") << false;
    QTest::newRow("empty method") << QByteArray() << QByteArray("X-A") << QByteArray("b") << false;
    for (const char *name : {"Authorization", "host", "CONTENT-LENGTH", "Transfer-Encoding", "Connection",
                             "Expect", "Upgrade", "Cookie", "Accept-Encoding"}) {
        QTest::newRow(name) << QByteArray("POST") << QByteArray(name) << QByteArray("1") << false;
    }
}

void TestHttp::requestsWithASecondMeaningAreRefused()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, header);
    QFETCH(QByteArray, value);
    QFETCH(bool, accepted);
    net::HttpRequest request;
    request.method = method;
    request.url = QUrl(u"http://localhost:1/"_s);
    request.headers = {{header, value}};
    QCOMPARE(net::checkHttpRequest(request, nullptr).has_value(), accepted);
}

void TestHttp::keysThatCannotBeSentAreRefused_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("key") << QByteArray("de_test_0123456789") << true;
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("line break at the end") << QByteArray("de_test_0123\n") << false;
    QTest::newRow("header injection") << QByteArray("a\r\nX-Evil: 1") << false;
    QTest::newRow("space inside") << QByteArray("de_test 0123") << false;
    QTest::newRow("not ASCII") << QByteArray("cl\xC3\xA9") << false;
}

void TestHttp::keysThatCannotBeSentAreRefused()
{
    QFETCH(QByteArray, key);
    QFETCH(bool, accepted);
    net::HttpRequest request;
    request.url = QUrl(u"http://localhost:1/"_s);
    const base::Secret secret{QByteArrayView(key)};
    const base::Result<void> result = net::checkHttpRequest(request, &secret);
    QCOMPARE(result.has_value(), accepted);
    QVERIFY(result || !result.error().message.contains(u"0123"_s));
}

QTEST_GUILESS_MAIN(TestHttp)
#include "tst_http.moc"
