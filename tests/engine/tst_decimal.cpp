// SPDX-License-Identifier: Apache-2.0
#include "core/engine/decimal.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::engine::Decimal;

class TestDecimal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void compares_data();
    void compares();
    void subtracts_data();
    void subtracts();
    void refuses_data();
    void refuses();
    void distantNumbersHaveNoDifference();
};

void TestDecimal::compares_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<int>("order");
    QTest::newRow("trailing zero") << QByteArray("0.6") << QByteArray("0.60") << 0;
    QTest::newRow("exponent") << QByteArray("1e-1") << QByteArray("0.1") << 0;
    QTest::newRow("minus zero") << QByteArray("-0") << QByteArray("0.000e5") << 0;
    QTest::newRow("one and 1.0") << QByteArray("1") << QByteArray("1.0") << 0;
    QTest::newRow("below a double's step") << QByteArray("0.59999999999999999999") << QByteArray("0.6") << -1;
    QTest::newRow("30 digits") << QByteArray("123456789012345678901234567890.1")
                               << QByteArray("123456789012345678901234567890.2") << -1;
    QTest::newRow("beyond a double") << QByteArray("1e400") << QByteArray("1e401") << -1;
    QTest::newRow("huge exponents") << QByteArray("1e-999999999999") << QByteArray("0") << 1;
    QTest::newRow("huge exponent") << QByteArray("9e999999999999") << QByteArray("1e1000000000000") << -1;
    QTest::newRow("negative") << QByteArray("-48000") << QByteArray("-25000") << -1;
    QTest::newRow("signs") << QByteArray("-1e-9") << QByteArray("1e-9") << -1;
    QTest::newRow("prefix") << QByteArray("12") << QByteArray("123e-1") << -1;
}

void TestDecimal::compares()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(int, order);
    const auto a = Decimal::fromText(left);
    const auto b = Decimal::fromText(right);
    QVERIFY(a && b);
    QCOMPARE(*a < *b, order < 0);
    QCOMPARE(*a > *b, order > 0);
    QCOMPARE(*a == *b, order == 0);
    QCOMPARE(*b<*a, order> 0);
}

void TestDecimal::subtracts_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<QString>("difference");
    QTest::newRow("plain") << QByteArray("0.8") << QByteArray("0.61") << u"0.19"_s;
    QTest::newRow("borrow") << QByteArray("1") << QByteArray("0.000000001") << u"0.999999999"_s;
    QTest::newRow("to zero") << QByteArray("0.60") << QByteArray("0.6") << u"0"_s;
    QTest::newRow("negative") << QByteArray("-25000") << QByteArray("-48000") << u"23000"_s;
    QTest::newRow("below zero") << QByteArray("1") << QByteArray("3.5") << u"-2.5"_s;
    QTest::newRow("adds") << QByteArray("99.5") << QByteArray("-0.5") << u"100"_s;
    QTest::newRow("from zero") << QByteArray("0") << QByteArray("2e-3") << u"-0.002"_s;
    QTest::newRow("exponents") << QByteArray("1e3") << QByteArray("1e-3") << u"999.999"_s;
    QTest::newRow("large") << QByteArray("2e60") << QByteArray("1e60") << u"1e60"_s;
    QTest::newRow("small") << QByteArray("35e-60") << QByteArray("1e-59") << u"2.5e-59"_s;
}

void TestDecimal::subtracts()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(QString, difference);
    const auto result = Decimal::fromText(left)->minus(*Decimal::fromText(right));
    QVERIFY(result);
    QCOMPARE(result->toText(), difference);
}

void TestDecimal::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text : {"", "-", "01", "1.", ".5", "+1", "1e", "NaN", "Infinity", "0x1", "1 ",
                             "1e99999999999999999999", "1e9999999999999999"})
        QTest::addRow("'%s'", text) << QByteArray(text);
}

void TestDecimal::refuses()
{
    QFETCH(QByteArray, text);
    QVERIFY(!Decimal::fromText(text));
}

void TestDecimal::distantNumbersHaveNoDifference()
{
    QVERIFY(!Decimal::fromText("1e5000")->minus(*Decimal::fromText("1")));
    QCOMPARE(Decimal::fromText("1e5000")->minus(*Decimal::fromText("0"))->toText(), u"1e5000"_s);
}

QTEST_GUILESS_MAIN(TestDecimal)
#include "tst_decimal.moc"
