// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "tests/base/randomjson.h"

#include <QRegularExpression>
#include <QTest>

#include <memory>

using namespace algenta::base;
using namespace Qt::Literals::StringLiterals;

namespace
{

QByteArray inString(const char *bytes)
{
    return QByteArray("{\"a\":\"x") + bytes + "\"}";
}

} // namespace

class TestJsonReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void readsEveryKindOfValue();
    void keepsNumberDigits_data();
    void keepsNumberDigits();
    void decodesStrings_data();
    void decodesStrings();
    void refuses_data();
    void refuses();
    void errorsHoldNoContent();
    void refusesInvalidUtf8_data();
    void refusesInvalidUtf8();
    void namesDuplicateKeys_data();
    void namesDuplicateKeys();
    void refusesDuplicateKeysAtTheirPlace();
    void findsDuplicatesInLargeObjects();
    void listOfDuplicatesStaysSmall();
    void limits_data();
    void limits();
    void deepNestingIsRefusedWithoutStack();
    void depthUpToTheLimitIsRead();
    void readsHugeStrings();
    void everyPrefixIsRefused();
    void changedBytesNeverCrash();
};

void TestJsonReader::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestJsonReader::readsEveryKindOfValue()
{
    const auto read =
        readJson(" { \"a\" : [ null , true , false , -1.50 , \"t\" , [ ] , { } ] ,\r\n\t\"b\" : \"\" } ");
    QVERIFY(read);
    const Json list = Json::array({Json(), Json::boolean(true), Json::boolean(false), Json::number("-1.50"),
                                   Json::string(u"t"_s), Json::array(), Json::object()});
    QVERIFY(*read == Json::object({{u"a"_s, list}, {u"b"_s, Json::string(QString())}}));
}

void TestJsonReader::keepsNumberDigits_data()
{
    QTest::addColumn<QByteArray>("number");
    for (const char *number :
         {"90071992547409910", "107505301260286111", "9223372036854775807", "5808437681602035",
          "1508689835532", "22e2222", "-0", "1.0", "1E+2", "1e-05", "0.10000000000000000001",
          "123456789012345678901234567890123456789012345678901234567890"}) {
        QTest::addRow("%s", number) << QByteArray(number);
    }
}

void TestJsonReader::keepsNumberDigits()
{
    QFETCH(QByteArray, number);
    const QByteArray text = "{\"id\":" + number + "}";
    const auto read = readJson(text);
    QVERIFY(read);
    QCOMPARE((*read)[u"id"].numberText(), number);
    QCOMPARE(writeJson(*read), text);
}

void TestJsonReader::decodesStrings_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("expected");
    QTest::newRow("every escape") << QByteArray(R"("\"\\\/\b\f\n\r\t\u0041")") << u"\"\\/\b\f\n\r\tA"_s;
    QTest::newRow("zero") << QByteArray(R"("a\u0000b")") << QString(QChar(u'a')) + QChar(u'\0') + u'b';
    QTest::newRow("surrogate pair") << QByteArray(R"("\ud83D\uDe00")") << u"😀"_s;
    QTest::newRow("lone high surrogate") << QByteArray(R"("\ud83d")") << QString(QChar(0xD83D));
    QTest::newRow("lone low surrogate") << QByteArray(R"("\udcb2")") << QString(QChar(0xDCB2));
    QTest::newRow("UTF-8 of each length")
        << QByteArray("\"a\xC3\xB6\xE2\x82\xAC\xF0\x9F\x98\x80\"") << u"aö€😀"_s;
    QTest::newRow("UTF-8 beside escapes")
        << QByteArray("\"\\n\xC3\xB6\xE2\x82\xAC\xF0\x9F\x98\x80\"") << u"\nö€😀"_s;
    QTest::newRow("U+FEFF at the start") << QByteArray("\"\xEF\xBB\xBF\xEF\xBB\xBF"
                                                       "a\"")
                                         << u"\ufeff\ufeffa"_s;
    QTest::newRow("U+FFFF") << QByteArray("\"\xEF\xBF\xBF\"") << u"\uffff"_s;
    QTest::newRow("delete") << QByteArray("\"\x7F\"") << u"\x7f"_s;
    QTest::newRow("long text before an escape")
        << QByteArray(R"("0123456789abcdefghijklmnopqrstuv\n")") << u"0123456789abcdefghijklmnopqrstuv\n"_s;
    QTest::newRow("escaped key characters") << QByteArray(R"("[{]},:")") << u"[{]},:"_s;
}

void TestJsonReader::decodesStrings()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, expected);
    const auto read = readJson(json);
    QVERIFY2(read, read ? "" : qPrintable(read.error().message));
    QCOMPARE(read->toString(), expected);
    const auto asKey = readJson("{" + json + ":1}");
    QVERIFY(asKey);
    QCOMPARE(asKey->members().first().key, expected);
}

void TestJsonReader::refuses_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("message");
    const auto add = [](const char *name, const QByteArray &json, const char *message) {
        QTest::newRow(name) << json << QString::fromLatin1(message);
    };
    add("nothing", "", "the text is empty (line 1, column 1)");
    add("white space", " \n ", "ends where a value should stand (line 2, column 2)");
    add("byte order mark", "\xEF\xBB\xBF{}", "a byte order mark stands before the text (line 1, column 1)");
    add("UTF-16", QByteArray("\xFF\xFE{\0}\0", 6), "a value should stand here (line 1, column 1)");
    add("NaN", "[NaN]", "NaN and Infinity are not JSON (line 1, column 2)");
    add("Infinity", "[1,\nInfinity]", "NaN and Infinity are not JSON (line 2, column 1)");
    add("-Infinity", "{\"a\":-Infinity}", "NaN and Infinity are not JSON (line 1, column 6)");
    add("leading zero", "[01]", "a number with a leading zero (line 1, column 2)");
    add("leading plus", "+1", "a value should stand here");
    add("no digit after point", "[1.]", "a digit should stand here (line 1, column 4)");
    add("no digit before point", "[.5]", "a value should stand here");
    add("no exponent", "1e", "ends where a digit should stand (line 1, column 3)");
    add("minus alone", "-", "ends where a digit should stand");
    add("hexadecimal", "0x10", "something follows the end of the value (line 1, column 2)");
    add("two values", "{} {}", "something follows the end of the value (line 1, column 4)");
    add("zero byte at the end", QByteArray("{}\0", 3),
        "something follows the end of the value (line 1, column 3)");
    add("comment", "/* */ 1", "a value should stand here (line 1, column 1)");
    add("trailing comma in array", "[1,]", "a value should stand here (line 1, column 4)");
    add("trailing comma in object", "{\"a\":1,}",
        "a key in double quotes should stand here (line 1, column 8)");
    add("comma alone", "[,1]", "a value should stand here (line 1, column 2)");
    add("missing comma", "[1 2]", "',' or ']' should stand here (line 1, column 4)");
    add("missing colon", "{\"a\" 1}", "':' should stand here (line 1, column 6)");
    add("single quotes", "{'a':1}", "a key in double quotes should stand here (line 1, column 2)");
    add("number as key", "{1:1}", "a key in double quotes should stand here");
    add("wrong closing bracket", "[1}", "',' or ']' should stand here (line 1, column 3)");
    add("wrong closing brace", "{\"a\":1]", "',' or '}' should stand here (line 1, column 7)");
    add("closing bracket alone", "]", "a value should stand here");
    add("cut word", "tru", "a value should stand here");
    add("other case", "True", "a value should stand here");
    add("word goes on", "nullx", "something follows");
    add("open array", "[1", "ends where ',' or ']' should stand (line 1, column 3)");
    add("open string", "[\n \"abc", "ends inside a string that begins (line 2, column 2)");
    add("open escape", "\"abc\\", "the text ends inside an escape (line 1, column 5)");
    add("cut unicode escape", "\"\\u12", "the text ends inside an escape (line 1, column 2)");
    add("unknown escape", "\"a\\x41\"", "an unknown escape in a string (line 1, column 3)");
    add("escaped zero byte", QByteArray("\"\\\0\"", 4), "an unknown escape in a string");
    add("short unicode escape", "\"\\u12g4\"",
        "a \\u escape without four hexadecimal digits (line 1, column 2)");
    add("line feed in string", "\"a\nb\"", "an unescaped control character in a string (line 1, column 3)");
    add("zero byte in string", QByteArray("\"a\0b\"", 5), "an unescaped control character in a string");
    add("form feed as space", "[\f1]", "a value should stand here");
    add("no-break space",
        "[\xC2\xA0"
        "1]",
        "a value should stand here");
    add("HTML", "<!DOCTYPE html>", "a value should stand here (line 1, column 1)");
}

void TestJsonReader::refuses()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, message);
    const auto read = readJson(json);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::MalformedJson);
    QVERIFY2(read.error().message.contains(message), qPrintable(read.error().message));
}

void TestJsonReader::errorsHoldNoContent()
{
    for (const QByteArray json : {"{\"secretkey\":secretvalue}", "{\"secretkey\":\"secret\\x\"}", "[secret]",
                                  "{\"secretkey\":1,\"secretkey\":2}", "{\"secretkey\":[[[[1]]]]}"}) {
        const auto read = readJson(json, JsonLimits{1000, 3, 1000}, DuplicateKeys::Refuse);
        QVERIFY(!read);
        QVERIFY2(!read.error().message.contains(u"secret"_s), qPrintable(read.error().message));
        QVERIFY(read.error().raw.isEmpty());
    }
}

void TestJsonReader::refusesInvalidUtf8_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("tail alone") << inString("\x80");
    QTest::newRow("C0 overlong") << inString("\xC0\x80");
    QTest::newRow("C1 overlong") << inString("\xC1\xBF");
    QTest::newRow("E0 overlong") << inString("\xE0\x9F\xBF");
    QTest::newRow("F0 overlong") << inString("\xF0\x8F\xBF\xBF");
    QTest::newRow("high surrogate") << inString("\xED\xA0\x80");
    QTest::newRow("low surrogate") << inString("\xED\xBF\xBF");
    QTest::newRow("above U+10FFFF") << inString("\xF4\x90\x80\x80");
    QTest::newRow("F5") << inString("\xF5\x80\x80\x80");
    QTest::newRow("FF") << inString("\xFF");
    QTest::newRow("two of two missing") << inString("\xC3");
    QTest::newRow("three of three missing") << inString("\xE2\x82");
    QTest::newRow("four of four missing") << inString("\xF0\x9F\x98");
    QTest::newRow("tail is a lead") << inString("\xE2\xC3\xB6");
    QTest::newRow("fourth is no tail") << inString("\xF0\x9F\x98\xC0");
    QTest::newRow("beside an escape") << inString("\xFF\\n");
    QTest::newRow("cut at the end") << QByteArray("{\"a\":\"x\xE2\x82");
}

void TestJsonReader::refusesInvalidUtf8()
{
    QFETCH(QByteArray, json);
    const auto read = readJson(json);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::MalformedJson);
    QVERIFY2(read.error().message.contains(u"not UTF-8 (line 1, column 8)"_s),
             qPrintable(read.error().message));
}

void TestJsonReader::namesDuplicateKeys_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QStringList>("pointers");
    QTest::newRow("none") << QByteArray(R"({"a":{"a":1},"b":[{"a":1},{"a":2}]})") << QStringList();
    QTest::newRow("top") << QByteArray(R"({"path":"a","path":"/etc"})") << QStringList{u"/path"_s};
    QTest::newRow("three times named once") << QByteArray(R"({"a":1,"a":2,"a":3})") << QStringList{u"/a"_s};
    QTest::newRow("behind an escape")
        << QByteArray(R"({"force":false,"f\u006frce":true})") << QStringList{u"/force"_s};
    QTest::newRow("empty key") << QByteArray(R"({"":1,"":2})") << QStringList{u"/"_s};
    QTest::newRow("nested") << QByteArray(R"({"x":[0,[1],{"y/z":[[],{"k":1,"q":[9],"k":2}]}],"w":1})")
                            << QStringList{u"/x/2/y~1z/1/k"_s};
    QTest::newRow("two places") << QByteArray(R"([{"a":1,"a":2},{"b":1,"b":2}])")
                                << QStringList{u"/0/a"_s, u"/1/b"_s};
}

void TestJsonReader::namesDuplicateKeys()
{
    QFETCH(QByteArray, json);
    QFETCH(QStringList, pointers);
    const auto read = readJsonDocument(json);
    QVERIFY(read);
    QCOMPARE(read->duplicateKeys, pointers);
    QCOMPARE(read->duplicateKeyCount > 0, !pointers.isEmpty());
    const auto strict = readJson(json, {}, DuplicateKeys::Refuse);
    QCOMPARE(strict.has_value(), pointers.isEmpty());
}

void TestJsonReader::refusesDuplicateKeysAtTheirPlace()
{
    const auto read = readJson("{\"path\":\"a\",\n  \"path\":\"/etc\"}", {}, DuplicateKeys::Refuse);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::DuplicateKey);
    QCOMPARE(read.error().message, u"JSON refused: a key stands twice in one object (line 2, column 3)."_s);
}

void TestJsonReader::findsDuplicatesInLargeObjects()
{
    QByteArray json = "{";
    for (int index = 0; index < 50000; ++index) {
        json += "\"k" + QByteArray::number(index) + "\":0,";
    }
    const auto distinct = readJson(json + "\"end\":0}", {}, DuplicateKeys::Refuse);
    QVERIFY(distinct);
    QCOMPARE(distinct->size(), 50001);
    for (const int repeated : {0, 15, 16, 17, 49999}) {
        const auto read = readJsonDocument(json + "\"k" + QByteArray::number(repeated) + "\":0}");
        QVERIFY(read);
        QCOMPARE(read->duplicateKeys, QStringList{u"/k"_s + QString::number(repeated)});
    }
}

void TestJsonReader::listOfDuplicatesStaysSmall()
{
    QByteArray json = "{\"" + QByteArray(300000, 'k') + "\":{";
    for (int index = 0; index < 20000; ++index) {
        const QByteArray key = QByteArray::number(index);
        json += "\"" + key + "\":0,\"" + key + "\":0,";
    }
    json += "\"end\":0}}";
    const auto read = readJsonDocument(json);
    QVERIFY(read);
    QCOMPARE(read->duplicateKeyCount, 20000);
    qsizetype characters = 0;
    for (const QString &pointer : read->duplicateKeys) {
        characters += pointer.size();
    }
    QVERIFY(!read->duplicateKeys.isEmpty());
    QVERIFY2(characters < 2000000, qPrintable(QString::number(characters)));
}

void TestJsonReader::limits_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("message"); // empty: accepted
    QTest::newRow("bytes at the limit") << "\"" + QByteArray(98, 'a') + "\"" << QString();
    QTest::newRow("bytes over the limit")
        << "\"" + QByteArray(99, 'a') + "\"" << u"has 101 bytes; the limit is 100 bytes"_s;
    QTest::newRow("depth at the limit") << QByteArray("[[[{\"a\":1}]]]") << QString();
    QTest::newRow("depth over the limit")
        << QByteArray("[[[[[]]]]]") << u"nesting deeper than 4 levels (line 1, column 5)"_s;
    QTest::newRow("values at the limit") << QByteArray("[1,2,3,4,5,6,7,8,9]") << QString();
    QTest::newRow("values over the limit")
        << QByteArray("[1,2,3,4,5,6,7,8,9,10]") << u"more than 10 values (line 1, column 20)"_s;
    QTest::newRow("empty containers are values")
        << QByteArray("[[],[],[],[],[],[],[],[],[],[]]") << u"more than 10 values"_s;
}

void TestJsonReader::limits()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, message);
    const auto read = readJson(json, JsonLimits{100, 4, 10});
    QCOMPARE(read.has_value(), message.isEmpty());
    if (!read) {
        QCOMPARE(read.error().code, ErrorCode::LimitExceeded);
        QVERIFY2(read.error().message.contains(message), qPrintable(read.error().message));
    }
}

void TestJsonReader::deepNestingIsRefusedWithoutStack()
{
    for (const QByteArray opening : {"[", "{\"a\":", "[{\"a\":"}) {
        const auto read = readJson(opening.repeated(512000));
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::LimitExceeded);
        QVERIFY2(read.error().message.contains(u"nesting deeper than 128 levels"_s),
                 qPrintable(read.error().message));
    }
}

void TestJsonReader::depthUpToTheLimitIsRead()
{
    const QByteArray json = QByteArray("[").repeated(200000) + QByteArray("]").repeated(200000);
    const auto read = readJson(json, JsonLimits{1000000, 200000, 300000});
    QVERIFY(read);
    const Json copy = *read;
    QCOMPARE(writeJson(copy), json);
}

void TestJsonReader::readsHugeStrings()
{
    constexpr qsizetype size = 20 * 1024 * 1024;
    const JsonLimits limits{size + 100, 128, 1000};
    const QByteArray plain = "{\"blob\":\"" + QByteArray(size, 'A') + "\"}";
    const auto read = readJson(plain, limits);
    QVERIFY(read);
    QCOMPARE((*read)[u"blob"].toString().size(), size);
    QCOMPARE(writeJson(*read), plain);
    QVERIFY(!readJson(plain));
    const auto escaped = readJson("\"" + QByteArray("\\u20ac").repeated(size / 6) + "\"", limits);
    QVERIFY(escaped);
    QCOMPARE(escaped->toString(), QString(size / 6, u'€'));
}

void TestJsonReader::everyPrefixIsRefused()
{
    const QByteArray json = "{\"a\":[1,-2.5e+3,\"\\ud83d\xE2\x82\xAC\",true,null,{}]}";
    QVERIFY(readJson(json));
    for (qsizetype length = 0; length < json.size(); ++length) {
        // An own heap block of that size: reading past its end is seen by the address sanitizer.
        const auto bytes = std::make_unique<char[]>(static_cast<std::size_t>(length));
        std::copy_n(json.cbegin(), length, bytes.get());
        const auto read = readJson(QByteArrayView(bytes.get(), length));
        QVERIFY2(!read, qPrintable(QString::number(length)));
        QCOMPARE(read.error().code, ErrorCode::MalformedJson);
    }
}

void TestJsonReader::changedBytesNeverCrash()
{
    const unsigned seed = algenta::test::randomSeed();
    qInfo("ALGENTA_TEST_SEED=%u", seed);
    std::mt19937 random(seed);
    int accepted = 0;
    for (int round = 0; round < 5000; ++round) {
        QByteArray json = writeJson(algenta::test::randomJson(random));
        for (auto changes = 1 + random() % 3; changes > 0; --changes) {
            json[static_cast<qsizetype>(random() % static_cast<unsigned long>(json.size()))] =
                static_cast<char>(random());
        }
        const auto read = readJsonDocument(json);
        if (read) {
            ++accepted;
            const auto again = readJsonDocument(writeJson(read->root));
            QVERIFY2(again && again->root == read->root, json.toHex().constData());
        } else {
            QVERIFY(!read.error().message.isEmpty());
        }
    }
    QVERIFY(accepted > 0);
}

QTEST_APPLESS_MAIN(TestJsonReader)
#include "tst_jsonreader.moc"
