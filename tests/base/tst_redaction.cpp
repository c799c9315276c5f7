// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/base/redaction.h"
#include "tests/base/randomjson.h"

#include <QRegularExpression>
#include <QTest>

using namespace algenta::base;
using namespace Qt::Literals::StringLiterals;

class TestRedaction : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void hidesKeys_data();
    void hidesKeys();
    void leavesOrdinaryText_data();
    void leavesOrdinaryText();
    void embeddedJsonStaysReadable_data();
    void embeddedJsonStaysReadable();
    void keyIsFoundAtEveryLevelOfEscaping();
    void randomTextLeaksNothing();
    void randomJsonStaysReadable();
    void bytesThatAreNotUtf8Survive();
    void hostileTextIsNoProblem_data();
    void hostileTextIsNoProblem();
};

void TestRedaction::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestRedaction::hidesKeys_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("redacted");
    const auto add = [](const char *name, const QString &text, const QString &redacted) {
        QTest::newRow(name) << text << redacted;
    };
    add("live key", u"key de_live_abc123XYZ-_9 failed"_s, u"key [redacted] failed"_s);
    add("test key", u"de_test_q"_s, u"[redacted]"_s);
    add("key in upper case", u"DE_LIVE_ABC"_s, u"[redacted]"_s);
    add("two keys", u"de_live_a,de_test_b."_s, u"[redacted],[redacted]."_s);
    add("key after an escaped line feed", u"\\nde_live_abc"_s, u"\\n[redacted]"_s);
    add("key after a unicode escape", u"\\u000ade_live_abc"_s, u"\\u000a[redacted]"_s);
    add("key in a query", u"?k%3Dde_live_abc&x=1"_s, u"?k%3D[redacted]&x=1"_s);
    add("key after an underscore", u"KEY_de_live_abc"_s, u"KEY_[redacted]"_s);
    add("key with escapes inside", u"de_live_ab\\u0063d%41"_s, u"[redacted]"_s);
    add("bearer token", u"sent Bearer eyJhbGciOi.J9-_~+/x== to"_s, u"sent Bearer [redacted] to"_s);
    add("bearer in lower case", u"authorization: bearer topsecret"_s, u"authorization: bearer [redacted]"_s);
    add("bearer with many blanks", u"Bearer \t abc"_s, u"Bearer \t [redacted]"_s);
    add("bearer in a URL", u"auth=Bearer%20abcdef"_s, u"auth=Bearer%20[redacted]"_s);
    add("bearer on the next line", u"Bearer\nabcdef"_s, u"Bearer\n[redacted]"_s);
    add("basic credentials", u"Authorization: Basic dXNlcjpwYXNz"_s, u"Authorization: Basic [redacted]"_s);
    add("bare credentials", u"Authorization: 0123456789abcdef"_s, u"Authorization: [redacted]"_s);
    add("key header", u"X-API-Key: abcdef"_s, u"X-API-Key: [redacted]"_s);
    add("key header in other case", u"x-api-key:abcdef\r\nAccept: */*"_s,
        u"x-api-key:[redacted]\r\nAccept: */*"_s);
    add("key header of a command line", u"-H 'X-API-Key: abcdef' http://h"_s,
        u"-H 'X-API-Key: [redacted]' http://h"_s);
    add("environment", u"ALGENTA_API_KEY=abcdef run"_s, u"ALGENTA_API_KEY=[redacted] run"_s);
    add("query parameter", u"/x?api_key=abc&page=2"_s, u"/x?api_key=[redacted]&page=2"_s);
    add("cookies", u"Set-Cookie: sid=abc; Path=/\nnext"_s, u"Set-Cookie: [redacted]\nnext"_s);
    add("token field", u"refresh_token=abc"_s, u"refresh_token=[redacted]"_s);
    add("user info", u"GET https://user:pass@host/x"_s, u"GET https://[redacted]@host/x"_s);
    add("user alone", u"https://token@host"_s, u"https://[redacted]@host"_s);
    add("user info with at sign", u"https://u:p@ss@host:1/"_s, u"https://[redacted]@host:1/"_s);
    add("user info with escaped slashes", u"https:\\/\\/u:p@host\\/x"_s,
        u"https:\\/\\/[redacted]@host\\/x"_s);
    add("other scheme", u"postgresql://u:p@db"_s, u"postgresql://[redacted]@db"_s);
}

void TestRedaction::hidesKeys()
{
    QFETCH(QString, text);
    QFETCH(QString, redacted);
    QCOMPARE(redact(text), redacted);
    QCOMPARE(redact(text.toUtf8()), redacted.toUtf8());
}

void TestRedaction::leavesOrdinaryText_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {
             "",
             "mode_live_view and node_test_runner and code_live_x",
             "keys begin with de_live_ or de_test_",
             "de_live_... and `de_test_`",
             "the bearer of bad news",
             "Bearer token missing",
             "a bearer token.",
             "WWW-Authenticate: Bearer realm=\"algenta\", error=\"invalid_token\"",
             "forbearer abcdef",
             "The X-API-Key header is missing",
             "\"api_key\": null",
             "{\"authorization\": false}",
             "authorization: none",
             "cookies: 3",
             "http://host/a@b and http://host?q=a@b and http://host#a@b",
             "mail me@example.org, see http://host/ me@example.org",
             "http://host\\nme@example.org",
             "://user@host",
             "de_live",
             "Bearer",
             "X-API-Key:",
             "http://",
         }) {
        QTest::addRow("%s", text) << QString::fromLatin1(text);
    }
}

void TestRedaction::leavesOrdinaryText()
{
    QFETCH(QString, text);
    QCOMPARE(redact(text), text);
}

void TestRedaction::embeddedJsonStaysReadable_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("redacted");
    const auto add = [](const char *name, const char *json, const char *redacted) {
        QTest::newRow(name) << QByteArray(json) << QByteArray(redacted);
    };
    add("key in a message", R"({"message":"key de_live_abc","code":1})",
        R"({"message":"key [redacted]","code":1})");
    add("key at the end of an escape", R"({"m":"a\nde_live_abc\n"})", R"({"m":"a\n[redacted]\n"})");
    add("token before a quote", R"({"m":"Bearer abc"})", R"({"m":"Bearer [redacted]"})");
    add("token before an escaped quote", R"({"m":"say \"Bearer abc\""})",
        R"({"m":"say \"Bearer [redacted]\""})");
    add("field", R"({"X-API-Key" : "a\"b\\","n":1})", R"({"X-API-Key" : "[redacted]","n":1})");
    add("field in embedded JSON", R"({"m":"{\"api_key\":\"a\\\"b\",\"n\":1}"})",
        R"({"m":"{\"api_key\":\"[redacted]\",\"n\":1}"})");
    add("number in a field", R"({"api_key": 12345})", R"({"api_key": "[redacted]"})");
    add("number in a field of embedded JSON", R"({"m":"{\"api_key\":12345}"})",
        R"({"m":"{\"api_key\":\"[redacted]\"}"})");
    add("object in a field", R"({"authorization":{"a":1}})", R"({"authorization":{"a":1}})");
    add("list in a field", R"({"authorization":["Bearer abc"]})",
        R"({"authorization":["Bearer [redacted]"]})");
    add("credentials in a field", R"({"Authorization":"Basic abc def","n":1})",
        R"({"Authorization":"[redacted]","n":1})");
    add("name at the end of a string", R"({"m":"no cookie: ","n":"kept"})",
        R"({"m":"no cookie: ","n":"kept"})");
    add("name at the end of an inner string", R"({"m":"\"cookie\": ","n":"kept"})",
        R"({"m":"\"cookie\": ","n":"kept"})");
    add("open single quote", R"({"m":"X-API-Key: 'abc","n":1})", R"({"m":"X-API-Key: '[redacted]","n":1})");
    add("user info", R"({"url":"http://u:p@h\/x","n":"a@b"})",
        R"({"url":"http://[redacted]@h\/x","n":"a@b"})");
    add("header in a string", R"({"m":"X-API-Key: abc"})", R"({"m":"X-API-Key: [redacted]"})");
    add("credentials in a string", R"({"m":"Authorization: Digest abc, def","n":1})",
        R"({"m":"Authorization: Digest [redacted]","n":1})");
}

void TestRedaction::embeddedJsonStaysReadable()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, redacted);
    QVERIFY(readJson(json));
    QCOMPARE(redact(json), redacted);
    QVERIFY(readJson(redact(json)));
}

void TestRedaction::keyIsFoundAtEveryLevelOfEscaping()
{
    Json inner = Json::object({{u"X-API-Key"_s, Json::string(u"topsecret\"\\x"_s)},
                               {u"text"_s, Json::string(u"line\nde_live_topsecret\t\"Bearer topsecret\""_s)},
                               {u"url"_s, Json::string(u"https://topsecret:topsecret@host/x"_s)}});
    for (int level = 0; level < 6; ++level) {
        const QByteArray shown = redact(writeJson(inner));
        QVERIFY2(!shown.contains("topsecret"), shown.constData());
        auto read = readJson(shown);
        for (int outer = level; outer > 0; --outer) {
            QVERIFY2(read, shown.constData());
            read = readJson((*read)[u"m"].toString().toUtf8());
        }
        QVERIFY2(read && read->size() == 3, shown.constData());
        inner = Json::object({{u"m"_s, Json::string(QString::fromUtf8(writeJson(inner)))}});
    }
}

void TestRedaction::randomTextLeaksNothing()
{
    const unsigned seed = algenta::test::randomSeed();
    qInfo("ALGENTA_TEST_SEED=%u", seed);
    std::mt19937 random(seed);
    constexpr std::array pieces{"de_live_",  "abc1",          "Bearer ", "X-API-Key", ":",  "=",   "\"",
                                "\\",        "https://",      "@",       "host",      "\n", " ",   "{",
                                "}",         "authorization", "Basic ",  "cookie",    "'",  "%20", ",",
                                "[redacted]"};
    const QRegularExpression openKey(u"(?<![A-Za-z0-9])(de_live_|Bearer )abc1"_s);
    for (int round = 0; round < 5000; ++round) {
        QByteArray text;
        for (auto count = random() % 12; count > 0; --count) {
            text += pieces.at(random() % pieces.size());
        }
        const QByteArray once = redact(text);
        QVERIFY2(redact(once) == once, text.constData());
        QVERIFY2(!openKey.match(QString::fromLatin1(once)).hasMatch(), text.constData());
    }
}

void TestRedaction::randomJsonStaysReadable()
{
    const unsigned seed = algenta::test::randomSeed();
    qInfo("ALGENTA_TEST_SEED=%u", seed);
    std::mt19937 random(seed);
    constexpr std::array pieces{"de_live_", "abc1",   "Bearer ",  "X-API-Key", ": ", "=",
                                "\"",       "\\",     "https://", "@",         "\n", " ",
                                "cookie",   "'",      ",",        "{",         "}",  "authorization",
                                "Basic ",   "\u0001", "u0041",    "%20"};
    const auto text = [&random, &pieces] {
        QByteArray joined;
        for (auto count = random() % 8; count > 0; --count) {
            joined += pieces.at(random() % pieces.size());
        }
        return QString::fromLatin1(joined);
    };
    for (int round = 0; round < 5000; ++round) {
        Json object =
            Json::object({{text(), Json::string(text())},
                          {u"cookie"_s, random() % 2 == 0 ? Json::integer(123) : Json::string(text())},
                          {text(), Json::array({Json::string(text()), Json::string(text())})}});
        for (auto level = random() % 3; level > 0; --level) {
            const QString inner = QString::fromUtf8(writeJson(object)) + text();
            object = Json::object({{u"m"_s, Json::string(inner)}, {u"n"_s, Json::string(text())}});
        }
        const QByteArray json =
            writeJson(object, random() % 2 == 0 ? JsonLayout::Compact : JsonLayout::Indented);
        const QByteArray shown = redact(json);
        const auto read = readJson(shown);
        QVERIFY2(read && read->size() == object.size(), json.constData());
    }
}

void TestRedaction::bytesThatAreNotUtf8Survive()
{
    QByteArray bytes;
    for (int byte = 0; byte < 256; ++byte) {
        bytes += static_cast<char>(byte);
    }
    QCOMPARE(redact(bytes), bytes);
    QCOMPARE(redact(bytes + "de_live_abc" + bytes), bytes + "[redacted]" + bytes);
}

void TestRedaction::hostileTextIsNoProblem_data()
{
    QTest::addColumn<QByteArray>("piece");
    for (const char *piece : {"https://", "a://b@", "Bearer ", "api_key=\"", "api_key=\\\"", "\\", "\"",
                              "cookie:", "de_live_a", "authorization: basic ", "api_key ", "x://a"}) {
        QTest::addRow("%s", piece) << QByteArray(piece);
    }
}

void TestRedaction::hostileTextIsNoProblem()
{
    QFETCH(QByteArray, piece);
    const QByteArray shown = redact(piece.repeated(1000000 / piece.size()) + "\n de_live_topsecret");
    QVERIFY(!shown.contains("topsecret"));
}

QTEST_APPLESS_MAIN(TestRedaction)
#include "tst_redaction.moc"
