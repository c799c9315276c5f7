// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"
#include "core/base/json.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <cmath>
#include <limits>

using namespace algenta::base;
using namespace Qt::Literals::StringLiterals;

class TestJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void errorNamesAreDistinct();
    void neutralValuesForOtherTypes();
    void numberTextIsValidated_data();
    void numberTextIsValidated();
    void doubles_data();
    void doubles();
    void integers_data();
    void integers();
    void realReadsBackAsTheSameDouble_data();
    void realReadsBackAsTheSameDouble();
    void nonFiniteRealIsNull();
    void findsTheFirstOfDuplicates();
    void setReplacesOrAppends();
    void setTurnsOtherValuesIntoObjects();
    void removeTakesEveryDuplicate();
    void copiesAreIndependent();
    void canBeAssignedItsOwnChild();
    void equalityCountsOrderAndDigits();
    void pointersEscapeTokens();
    void deepValuesNeedNoStack();
};

void TestJson::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestJson::errorNamesAreDistinct()
{
    QSet<QString> names;
    for (int code = 0; code <= static_cast<int>(ErrorCode::Cancelled); ++code) {
        const QString name = errorCodeName(static_cast<ErrorCode>(code));
        QVERIFY2(QRegularExpression(u"^[a-z]+(_[a-z]+)*$"_s).match(name).hasMatch(), qPrintable(name));
        names.insert(name);
    }
    QCOMPARE(names.size(), static_cast<int>(ErrorCode::Cancelled) + 1);
    QCOMPARE(errorCodeName(ErrorCode::NotAnEngine), u"not_an_engine"_s);
}

void TestJson::neutralValuesForOtherTypes()
{
    const Json number = Json::integer(7);
    QCOMPARE(number.toString(), QString());
    QCOMPARE(number.toBool(true), true);
    QVERIFY(number.items().isEmpty());
    QVERIFY(number.members().isEmpty());
    QVERIFY(number[u"key"].isNull());
    QVERIFY(number.at(0).isNull());
    QCOMPARE(number.size(), 0);
    const Json text = Json::string(u"7"_s);
    QVERIFY(!text.toDouble());
    QVERIFY(!text.toInteger());
    QCOMPARE(text.numberText(), QByteArray());
    const Json list = Json::array({Json::integer(1)});
    QVERIFY(list.at(-1).isNull());
    QVERIFY(list.at(1).isNull());
}

void TestJson::numberTextIsValidated_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isNumber");
    for (const char *text : {"0", "-0", "10", "0.5", "-1.25e+10", "1E5", "22e2222", "107505301260286111"}) {
        QTest::addRow("number %s", text) << QByteArray(text) << true;
    }
    for (const char *text :
         {"", "-", "+1", "01", ".5", "1.", "1e", "1e+", "0x1", "NaN", "1 ", " 1", "1,2", "--1"}) {
        QTest::addRow("not '%s'", text) << QByteArray(text) << false;
    }
}

void TestJson::numberTextIsValidated()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isNumber);
    const Json value = Json::number(text);
    QCOMPARE(value.isNumber(), isNumber);
    QCOMPARE(value.isNull(), !isNumber);
    QCOMPARE(value.numberText(), isNumber ? text : QByteArray());
}

void TestJson::doubles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<std::optional<double>>("expected");
    QTest::newRow("fraction") << QByteArray("0.1") << std::optional(0.1);
    QTest::newRow("exponent") << QByteArray("-1.5E+3") << std::optional(-1500.0);
    QTest::newRow("more digits than a double")
        << QByteArray("90071992547409910") << std::optional(90071992547409910.0);
    QTest::newRow("too large") << QByteArray("22e2222") << std::optional<double>();
    QTest::newRow("too large, negative") << QByteArray("-22e2222") << std::optional<double>();
    QTest::newRow("smaller than any double") << QByteArray("1e-400") << std::optional(0.0);
    QTest::newRow("exponent beyond 64 bits")
        << QByteArray("1e99999999999999999999") << std::optional<double>();
    QTest::newRow("negative exponent beyond 64 bits")
        << QByteArray("-1e-99999999999999999999") << std::optional(0.0);
    QTest::newRow("many digits, too large") << QByteArray(400, '9') << std::optional<double>();
    QTest::newRow("many digits, too small")
        << QByteArray("0.") + QByteArray(400, '0') + "1" << std::optional(0.0);
    QTest::newRow("digits outweigh the exponent")
        << QByteArray(700, '9') + "e-300" << std::optional<double>();
    QTest::newRow("zeros outweigh the exponent")
        << "0." + QByteArray(700, '0') + "1e+300" << std::optional(0.0);
    QTest::newRow("digits and exponent meet")
        << QByteArray("1") + QByteArray(400, '0') + "e-400" << std::optional(1.0);
    QTest::newRow("zero with a large exponent") << QByteArray("0e99999") << std::optional(0.0);
    QTest::newRow("largest") << QByteArray("1.7976931348623157e308")
                             << std::optional(std::numeric_limits<double>::max());
}

void TestJson::doubles()
{
    QFETCH(QByteArray, text);
    QFETCH(std::optional<double>, expected);
    QVERIFY(Json::number(text).toDouble() == expected);
}

void TestJson::integers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<std::optional<qint64>>("expected");
    QTest::newRow("zero") << QByteArray("0") << std::optional<qint64>(0);
    QTest::newRow("largest") << QByteArray("9223372036854775807") << std::optional<qint64>(INT64_MAX);
    QTest::newRow("smallest") << QByteArray("-9223372036854775808") << std::optional<qint64>(INT64_MIN);
    QTest::newRow("one too large") << QByteArray("9223372036854775808") << std::optional<qint64>();
    QTest::newRow("fraction") << QByteArray("1.0") << std::optional<qint64>();
    QTest::newRow("exponent") << QByteArray("1e2") << std::optional<qint64>();
}

void TestJson::integers()
{
    QFETCH(QByteArray, text);
    QFETCH(std::optional<qint64>, expected);
    QVERIFY(Json::number(text).toInteger() == expected);
}

void TestJson::realReadsBackAsTheSameDouble_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("short") << 0.1 << QByteArray("0.1");
    QTest::newRow("whole") << 5.0 << QByteArray("5");
    QTest::newRow("large") << 1e300 << QByteArray("1e+300");
    QTest::newRow("third") << 1.0 / 3.0 << QByteArray("0.3333333333333333");
    QTest::newRow("smallest") << std::numeric_limits<double>::denorm_min() << QByteArray("5e-324");
}

void TestJson::realReadsBackAsTheSameDouble()
{
    QFETCH(double, value);
    QFETCH(QByteArray, text);
    const Json real = Json::real(value);
    QCOMPARE(real.numberText(), text);
    QVERIFY(real.toDouble() == std::optional(value));
}

void TestJson::nonFiniteRealIsNull()
{
    QVERIFY(Json::real(std::numeric_limits<double>::infinity()).isNull());
    QVERIFY(Json::real(std::nan("")).isNull());
}

void TestJson::findsTheFirstOfDuplicates()
{
    const Json object =
        Json::object({{u"path"_s, Json::string(u"a"_s)}, {u"path"_s, Json::string(u"/etc"_s)}});
    QCOMPARE(object.size(), 2);
    QCOMPARE(object[u"path"].toString(), u"a"_s);
    QVERIFY(object.contains(u"path"));
    QVERIFY(!object.contains(u"PATH"));
}

void TestJson::setReplacesOrAppends()
{
    Json object = Json::object({{u"a"_s, Json::integer(1)}, {u"b"_s, Json::integer(2)}});
    object.set(u"a"_s, Json::integer(3));
    object.set(u"c"_s, Json::integer(4));
    QVERIFY(
        object ==
        Json::object({{u"a"_s, Json::integer(3)}, {u"b"_s, Json::integer(2)}, {u"c"_s, Json::integer(4)}}));
}

void TestJson::setTurnsOtherValuesIntoObjects()
{
    Json value = Json::string(u"text"_s);
    value.set(u"a"_s, Json());
    QVERIFY(value.isObject());
    value.append(Json::boolean(true));
    QVERIFY(value == Json::array({Json::boolean(true)}));
}

void TestJson::removeTakesEveryDuplicate()
{
    Json object = Json::object({{u"a"_s, Json()}, {u"b"_s, Json()}, {u"a"_s, Json()}});
    QCOMPARE(object.remove(u"a"), 2);
    QCOMPARE(object.remove(u"a"), 0);
    QVERIFY(object == Json::object({{u"b"_s, Json()}}));
    Json text = Json::string(u"a"_s);
    QCOMPARE(text.remove(u"a"), 0);
}

void TestJson::copiesAreIndependent()
{
    Json original = Json::object({{u"list"_s, Json::array({Json::integer(1)})}});
    Json copy = original;
    copy.set(u"list"_s, Json());
    QCOMPARE(original[u"list"].size(), 1);
    QVERIFY(copy[u"list"].isNull());
}

void TestJson::canBeAssignedItsOwnChild()
{
    Json value = Json::array({Json::array({Json::string(u"inner"_s)})});
    value = value.at(0);
    QVERIFY(value == Json::array({Json::string(u"inner"_s)}));
}

void TestJson::equalityCountsOrderAndDigits()
{
    QVERIFY(!(Json::number("1.0") == Json::number("1")));
    QVERIFY(!(Json::boolean(false) == Json()));
    const JsonMember a{u"a"_s, Json()};
    const JsonMember b{u"b"_s, Json()};
    QVERIFY(!(Json::object({a, b}) == Json::object({b, a})));
    QVERIFY(!(Json::object({a}) == Json::object({a, a})));
    QVERIFY(!(Json::array({Json()}) == Json::array({Json::array()})));
    QVERIFY(Json::array({Json::object({a, b})}) == Json::array({Json::object({a, b})}));
}

void TestJson::pointersEscapeTokens()
{
    QCOMPARE(jsonPointer(QString(), u"a/b~c"), u"/a~1b~0c"_s);
    QCOMPARE(jsonPointer(u"/x"_s, 3), u"/x/3"_s);
    QCOMPARE(jsonPointer(u"/x"_s, u""), u"/x/"_s);
}

void TestJson::deepValuesNeedNoStack()
{
    const auto nested = [] {
        Json value;
        for (int level = 0; level < 200000; ++level) {
            value = level % 2 == 0 ? Json::array({value}) : Json::object({{u"k"_s, value}});
        }
        return value;
    };
    Json left = nested();
    Json right = nested();
    QVERIFY(left == right);
    const Json copy = left;
    left = Json();
    QVERIFY(copy == right);
    right = Json();
    QVERIFY(!(copy == right));
}

QTEST_APPLESS_MAIN(TestJson)
#include "tst_json.moc"
