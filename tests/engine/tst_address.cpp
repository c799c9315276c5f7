// SPDX-License-Identifier: Apache-2.0
#include "core/engine/address.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::ErrorCode;

namespace engine = algenta::engine;

class TestAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void bothSpellingsGiveOneEngine_data();
    void bothSpellingsGiveOneEngine();
    void refuses_data();
    void refuses();
    void mcpCanBeSetApart();
    void writesThePort_data();
    void writesThePort();
    void knowsLoopback_data();
    void knowsLoopback();
    void argumentBeatsEnvironmentBeatsDefault();
    void passwordIsNotRepeated();
};

void TestAddress::bothSpellingsGiveOneEngine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("rest");
    QTest::addColumn<QString>("mcp");
    const auto row = [](const char *text, const char *rest, const char *mcp) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(rest)
                            << QString::fromLatin1(mcp);
    };
    row("http://h:8000", "http://h:8000", "http://h:8000/mcp");
    row("http://h:8000/", "http://h:8000", "http://h:8000/mcp");
    row("http://h:8000/mcp", "http://h:8000", "http://h:8000/mcp");
    row("http://h:8000/mcp/", "http://h:8000", "http://h:8000/mcp");
    row("  https://h/a/b/mcp ", "https://h/a/b", "https://h/a/b/mcp");
    row("https://h/a/b//", "https://h/a/b", "https://h/a/b/mcp");
    row("https://h/mcp/mcp", "https://h/mcp", "https://h/mcp/mcp");
    row("https://h/xmcp", "https://h/xmcp", "https://h/xmcp/mcp");
    row("https://h/a%2Fb", "https://h/a%2Fb", "https://h/a%2Fb/mcp");
    row("http://[::1]:8000", "http://[::1]:8000", "http://[::1]:8000/mcp");
}

void TestAddress::bothSpellingsGiveOneEngine()
{
    QFETCH(QString, text);
    QFETCH(QString, rest);
    QFETCH(QString, mcp);
    const auto address = engine::parseEngineAddress(text);
    QVERIFY2(address.has_value(), address ? "" : qPrintable(address.error().message));
    QCOMPARE(address->restRoot.toString(QUrl::FullyEncoded), rest);
    QCOMPARE(address->mcp.toString(QUrl::FullyEncoded), mcp);
}

void TestAddress::refuses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<ErrorCode>("code");
    for (const char *text :
         {"", " ", "localhost:8000", "h", "ftp://h", "http://", "http:///x", "http://u:p@h", "http://h?a=1",
          "http://h#f", "http://h:0", "http://h:99999", "file:///etc/passwd", "http://a b/"})
        QTest::addRow("'%s'", text) << QString::fromLatin1(text) << ErrorCode::InvalidInput;
    QTest::newRow("longer than the limit")
        << QString(u"http://h/"_s + QString(2000, u'a')) << ErrorCode::InvalidInput;
    QTest::newRow("longer when written as it is sent")
        << QString(u"http://h/"_s + QString(300, u'€')) << ErrorCode::InvalidInput;
    for (const char *text : {"https://api.algenta.ai", "https://algenta.ai/mcp", "https://API.ALGENTA.AI",
                             "https://x.algenta.io", "https://api.algenta.ai."})
        QTest::newRow(text) << QString::fromLatin1(text) << ErrorCode::NotAllowed;
}

void TestAddress::refuses()
{
    QFETCH(QString, text);
    QFETCH(ErrorCode, code);
    const auto address = engine::parseEngineAddress(text);
    QVERIFY(!address);
    QCOMPARE(address.error().code, code);
    QVERIFY(!address.error().remedy.isEmpty());
}

void TestAddress::mcpCanBeSetApart()
{
    const auto address =
        engine::parseEngineAddress(u"http://127.0.0.1:8000"_s, u"http://127.0.0.1:8001/mcp/"_s);
    QVERIFY(address);
    QCOMPARE(address->restRoot, QUrl(u"http://127.0.0.1:8000"_s));
    QCOMPARE(address->mcp, QUrl(u"http://127.0.0.1:8001/mcp"_s));
    QVERIFY(!engine::parseEngineAddress(u"http://127.0.0.1:8000"_s, u"https://api.algenta.ai/mcp"_s));
}

void TestAddress::writesThePort_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("origin");
    QTest::newRow("http") << u"http://h/a"_s << u"http://h:80"_s;
    QTest::newRow("https") << u"https://H"_s << u"https://h:443"_s;
    QTest::newRow("given") << u"https://h:8443/mcp"_s << u"https://h:8443"_s;
    QTest::newRow("six") << u"http://[::1]:9"_s << u"http://[::1]:9"_s;
}

void TestAddress::writesThePort()
{
    QFETCH(QString, text);
    QFETCH(QString, origin);
    QCOMPARE(engine::parseEngineAddress(text)->origin(), origin);
}

void TestAddress::knowsLoopback_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("loopback");
    QTest::newRow("four") << u"http://127.0.0.1:1"_s << true;
    QTest::newRow("four other") << u"http://127.9.9.9:1"_s << true;
    QTest::newRow("six") << u"http://[::1]:1"_s << true;
    QTest::newRow("name") << u"http://LocalHost:1"_s << true;
    QTest::newRow("look-alike") << u"http://localhost.example.com"_s << false;
    QTest::newRow("digits in a name") << u"http://127.0.0.1.example.com"_s << false;
    QTest::newRow("other") << u"http://10.0.0.1"_s << false;
}

void TestAddress::knowsLoopback()
{
    QFETCH(QString, text);
    QFETCH(bool, loopback);
    QCOMPARE(engine::parseEngineAddress(text)->isLoopback(), loopback);
}

void TestAddress::argumentBeatsEnvironmentBeatsDefault()
{
    for (const char *name : {"ALGENTA_BASE_URL", "DE_BASE_URL", "ALGENTA_API_URL"})
        qunsetenv(name);
    QCOMPARE(engine::resolveEngineAddress({})->restRoot, QUrl(u"http://localhost:8000"_s));
    qputenv("ALGENTA_API_URL", "http://third:3");
    QCOMPARE(engine::resolveEngineAddress({})->restRoot, QUrl(u"http://third:3"_s));
    qputenv("DE_BASE_URL", "http://second:2");
    QCOMPARE(engine::resolveEngineAddress({})->restRoot, QUrl(u"http://second:2"_s));
    qputenv("ALGENTA_BASE_URL", "http://env:1/mcp");
    QCOMPARE(engine::resolveEngineAddress({})->restRoot, QUrl(u"http://env:1"_s));
    QCOMPARE(engine::resolveEngineAddress(u"http://arg:2"_s)->restRoot, QUrl(u"http://arg:2"_s));
    QVERIFY(!engine::resolveEngineAddress(u""_s));
    qputenv("ALGENTA_BASE_URL", "https://api.algenta.ai");
    QVERIFY(!engine::resolveEngineAddress({}));
    for (const char *name : {"ALGENTA_BASE_URL", "DE_BASE_URL", "ALGENTA_API_URL"})
        qunsetenv(name);
}

void TestAddress::passwordIsNotRepeated()
{
    const auto address = engine::parseEngineAddress(u"http://user:hunter2@h"_s);
    QVERIFY(!address);
    QVERIFY(!address.error().message.contains("hunter2"_L1));
}

QTEST_GUILESS_MAIN(TestAddress)
#include "tst_address.moc"
