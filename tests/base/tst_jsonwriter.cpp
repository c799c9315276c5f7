// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "tests/base/randomjson.h"

#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace algenta::base;
using namespace Qt::Literals::StringLiterals;

class TestJsonWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void writesCompact();
    void writesIndented();
    void escapesStrings_data();
    void escapesStrings();
    void keepsLoneSurrogates_data();
    void keepsLoneSurrogates();
    void randomDocumentsRoundTrip();
    void canonicalSortsByUtf16();
    void canonicalEscapesMinimally();
    void canonicalSortsEveryLevel();
    void canonicalIgnoresTheOrderGiven();
    void canonicalRefuses_data();
    void canonicalRefuses();
};

void TestJsonWriter::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestJsonWriter::writesCompact()
{
    const Json value =
        Json::object({{u"b"_s, Json::array({Json(), Json::boolean(true), Json::boolean(false)})},
                      {u"a"_s, Json::number("1.50")},
                      {u"b"_s, Json::object()}});
    QCOMPARE(writeJson(value), QByteArray(R"({"b":[null,true,false],"a":1.50,"b":{}})"));
    QCOMPARE(writeJson(Json()), QByteArray("null"));
    QCOMPARE(writeJson(Json::array()), QByteArray("[]"));
}

void TestJsonWriter::writesIndented()
{
    const Json value =
        Json::object({{u"a"_s, Json::array({Json::integer(1), Json::object({{u"b"_s, Json()}})})},
                      {u"c"_s, Json::array()},
                      {u"d"_s, Json::object()}});
    QCOMPARE(writeJson(value, JsonLayout::Indented), QByteArray("{\n"
                                                                "  \"a\": [\n"
                                                                "    1,\n"
                                                                "    {\n"
                                                                "      \"b\": null\n"
                                                                "    }\n"
                                                                "  ],\n"
                                                                "  \"c\": [],\n"
                                                                "  \"d\": {}\n"
                                                                "}"));
}

void TestJsonWriter::escapesStrings_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("named") << u"\"\\/\b\f\n\r\t"_s << QByteArray(R"("\"\\/\b\f\n\r\t")");
    QTest::newRow("other controls") << QString(QChar(u'\0')) + u"\x1b\x1f\x7f"_s
                                    << QByteArray("\"\\u0000\\u001b\\u001f\x7F\"");
    QTest::newRow("UTF-8 of each length")
        << u"aö€😀"_s << QByteArray("\"a\xC3\xB6\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    QTest::newRow("ends of the ranges")
        << u"\u07ff\u0800\uffff\U00010000\U0010ffff"_s
        << QByteArray("\"\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"");
}

void TestJsonWriter::escapesStrings()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, json);
    QCOMPARE(writeJson(Json::string(text)), json);
    QCOMPARE(writeJson(Json::object({{text, Json()}})), "{" + json + ":null}");
}

void TestJsonWriter::keepsLoneSurrogates_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("high") << QByteArray(R"({"p":"\ud83d"})");
    QTest::newRow("low") << QByteArray(R"({"p":"\udcb2"})");
    QTest::newRow("in a key") << QByteArray(R"({"\udbff":""})");
    QTest::newRow("reversed pair") << QByteArray(R"("\ude00\ud83d")");
    QTest::newRow("two high before a low") << QByteArray("\"\\ud83d\xF0\x9F\x98\x80\"");
    QTest::newRow("at the end") << QByteArray(R"("ab\ud800")");
}

void TestJsonWriter::keepsLoneSurrogates()
{
    QFETCH(QByteArray, json);
    const auto read = readJson(json);
    QVERIFY(read);
    QCOMPARE(writeJson(*read), json);
    QVERIFY(QJsonDocument::fromJson("[" + json + "]").isArray());
}

void TestJsonWriter::randomDocumentsRoundTrip()
{
    const unsigned seed = algenta::test::randomSeed();
    qInfo("ALGENTA_TEST_SEED=%u", seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 1000; ++round) {
        const Json value = algenta::test::randomJson(random);
        for (const JsonLayout layout : {JsonLayout::Compact, JsonLayout::Indented}) {
            const QByteArray json = writeJson(value, layout);
            const auto read = readJson(json);
            QVERIFY2(read && *read == value, json.constData());
            QCOMPARE(writeJson(*read, layout), json);
        }
    }
}

/** The example of RFC 8785, section 3.2.3. */
void TestJsonWriter::canonicalSortsByUtf16()
{
    const auto read = readJson(R"({
        "\u20ac": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\ud83d\ude00": "Emoji: Grinning Face",
        "\u0080": "Control",
        "\u00f6": "Latin Small Letter O With Diaeresis"
    })");
    QVERIFY(read);
    const auto canonical = writeCanonicalJson(*read);
    QVERIFY(canonical);
    QCOMPARE(*canonical, QByteArray("{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xC2\x80\":\"Control\","
                                    "\"\xC3\xB6\":\"Latin Small Letter O With Diaeresis\","
                                    "\"\xE2\x82\xAC\":\"Euro Sign\","
                                    "\"\xF0\x9F\x98\x80\":\"Emoji: Grinning Face\","
                                    "\"\xEF\xAC\xB3\":\"Hebrew Letter Dalet With Dagesh\"}"));
}

/** The string and the literals of RFC 8785, section 3.2.2. */
void TestJsonWriter::canonicalEscapesMinimally()
{
    const auto read = readJson(
        R"({"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]})");
    QVERIFY(read);
    const auto canonical = writeCanonicalJson(*read);
    QVERIFY(canonical);
    QCOMPARE(
        *canonical,
        QByteArray(
            "{\"literals\":[null,true,false],\"string\":\"\xE2\x82\xAC$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"));
}

void TestJsonWriter::canonicalSortsEveryLevel()
{
    const auto read = readJson(R"({"b":[{"z":"1","a":"2"},[]],"a":{"":"","A":{}},"aa":null})");
    QVERIFY(read);
    const auto canonical = writeCanonicalJson(*read);
    QVERIFY(canonical);
    QCOMPARE(*canonical, QByteArray(R"({"a":{"":"","A":{}},"aa":null,"b":[{"a":"2","z":"1"},[]]})"));
}

void TestJsonWriter::canonicalIgnoresTheOrderGiven()
{
    const unsigned seed = algenta::test::randomSeed();
    qInfo("ALGENTA_TEST_SEED=%u", seed);
    std::mt19937 random(seed);
    Json::Object members;
    for (int index = 0; index < 100; ++index) {
        members.append(JsonMember{u"k"_s + QString::number(index), Json::string(QString::number(index))});
    }
    const auto first = writeCanonicalJson(Json::object(members));
    QVERIFY(first);
    for (int round = 0; round < 20; ++round) {
        std::shuffle(members.begin(), members.end(), random);
        QVERIFY(writeCanonicalJson(Json::object(members)) == first);
    }
}

void TestJsonWriter::canonicalRefuses_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("message");
    QTest::newRow("number") << QByteArray(R"({"a":[1]})") << u"numbers"_s;
    QTest::newRow("duplicate key") << QByteArray(R"([{"a":null,"b":null,"a":null}])") << u"twice"_s;
    QTest::newRow("lone surrogate in a value") << QByteArray(R"({"a":"\ud83d"})") << u"surrogates"_s;
    QTest::newRow("lone surrogate in a key") << QByteArray(R"({"\udcb2":null})") << u"surrogates"_s;
}

void TestJsonWriter::canonicalRefuses()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, message);
    const auto read = readJson(json);
    QVERIFY(read);
    const auto canonical = writeCanonicalJson(*read);
    QVERIFY(!canonical);
    QCOMPARE(canonical.error().code, ErrorCode::InvalidInput);
    QVERIFY2(canonical.error().message.contains(message), qPrintable(canonical.error().message));
}

QTEST_APPLESS_MAIN(TestJsonWriter)
#include "tst_jsonwriter.moc"
