// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"
#include "core/base/secret.h"

#include <QRegularExpression>
#include <QTest>

#include <type_traits>

using namespace algenta::base;
using namespace Qt::Literals::StringLiterals;

static_assert(!std::is_copy_constructible_v<Secret> && !std::is_copy_assignable_v<Secret>);
static_assert(std::is_nothrow_move_constructible_v<Secret> && std::is_nothrow_move_assignable_v<Secret>);
static_assert(!std::is_convertible_v<Secret, QByteArray> && !std::is_convertible_v<QByteArray, Secret>);

class TestSecret : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void holdsItsBytes();
    void emptyHasNothing();
    void takingWipesTheSource();
    void takingLeavesSharedBytesAlone();
    void movingLeavesNothingBehind();
    void movingOntoAnotherReplacesIt();
    void movingOntoItselfKeepsIt();
    void cloneIsIndependent();
    void clearing();
    void fingerprints();
    void manySecretsComeAndGo();
    void clocksGoForward();
};

void TestSecret::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestSecret::holdsItsBytes()
{
    const QByteArray bytes("de_live_\0\xff", 10);
    const Secret secret{QByteArrayView(bytes)};
    QVERIFY(!secret.isEmpty());
    QCOMPARE(secret.view(), QByteArrayView(bytes));
    QVERIFY(secret.view().data() != bytes.constData());
}

void TestSecret::emptyHasNothing()
{
    const Secret none;
    QVERIFY(none.isEmpty());
    QVERIFY(none.view().isEmpty());
    QCOMPARE(none.fingerprint(), QByteArray());
    QVERIFY(Secret(QByteArrayView()).isEmpty());
    QVERIFY(none.clone().isEmpty());
}

void TestSecret::takingWipesTheSource()
{
    QByteArray source(64, 'x');
    source.truncate(32);
    const Secret secret = Secret::takeFrom(source);
    QCOMPARE(secret.view(), QByteArrayView(QByteArray(32, 'x')));
    QVERIFY(source.isEmpty());
    // The memory still belongs to the source, spare room included.
    QVERIFY(source.capacity() >= 64);
    for (int index = 0; index < 64; ++index) {
        QCOMPARE(int(source.constData()[index]), 0);
    }
}

void TestSecret::takingLeavesSharedBytesAlone()
{
    QByteArray source = QByteArray("key-") + "material";
    const QByteArray other = source;
    const Secret secret = Secret::takeFrom(source);
    QVERIFY(source.isEmpty());
    QCOMPARE(other, QByteArray("key-material"));
    QCOMPARE(secret.view(), QByteArrayView("key-material"));
}

void TestSecret::movingLeavesNothingBehind()
{
    Secret first{QByteArrayView("abc")};
    const Secret second = std::move(first);
    QVERIFY(first.isEmpty()); // NOLINT(bugprone-use-after-move): that is the point
    QVERIFY(first.view().isEmpty());
    QCOMPARE(second.view(), QByteArrayView("abc"));
}

void TestSecret::movingOntoAnotherReplacesIt()
{
    Secret target{QByteArrayView("old")};
    target = Secret(QByteArrayView("new key"));
    QCOMPARE(target.view(), QByteArrayView("new key"));
}

void TestSecret::movingOntoItselfKeepsIt()
{
    Secret secret{QByteArrayView("abc")};
    Secret &same = secret;
    secret = std::move(same);
    QCOMPARE(secret.view(), QByteArrayView("abc"));
}

void TestSecret::cloneIsIndependent()
{
    Secret original{QByteArrayView("abc")};
    const Secret copy = original.clone();
    original.clear();
    QCOMPARE(copy.view(), QByteArrayView("abc"));
}

void TestSecret::clearing()
{
    Secret secret{QByteArrayView("abc")};
    secret.clear();
    QVERIFY(secret.isEmpty());
    QVERIFY(secret.view().isEmpty());
    secret.clear();
    QVERIFY(secret.isEmpty());
}

void TestSecret::fingerprints()
{
    // SHA-256("abc") = ba7816bf…
    QCOMPARE(Secret(QByteArrayView("abc")).fingerprint(), QByteArray("ba78"));
    QVERIFY(Secret(QByteArrayView("abd")).fingerprint() != QByteArray("ba78"));
}

void TestSecret::manySecretsComeAndGo()
{
    for (int round = 0; round < 500; ++round) {
        Secret secret{QByteArrayView(QByteArray::number(round))};
        const Secret moved = std::move(secret);
        QCOMPARE(moved.view(), QByteArrayView(QByteArray::number(round)));
    }
}

void TestSecret::clocksGoForward()
{
    const SystemClock clock;
    const auto first = clock.bootTime();
    QVERIFY(first.count() > 0);
    QVERIFY(clock.bootTime() >= first);
    QCOMPARE(clock.now().timeSpec(), Qt::UTC);
    QVERIFY(std::abs(clock.now().msecsTo(QDateTime::currentDateTimeUtc())) < 60000);
}

QTEST_APPLESS_MAIN(TestSecret)
#include "tst_secret.moc"
