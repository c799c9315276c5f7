// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/engine/records.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::ErrorCode;
using algenta::base::Json;

namespace engine = algenta::engine;

namespace
{

Json json(const QByteArray &text)
{
    const auto value = algenta::base::readJson(text);
    if (!value)
        qFatal("the test's JSON cannot be read");
    return *value;
}

} // namespace

class TestRecords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void keepsTheDigitsOfADecision();
    void wrongTypesBecomeNoValue();
    void decisionNeedsAnId_data();
    void decisionNeedsAnId();
    void knowsWhatWasExecuted_data();
    void knowsWhatWasExecuted();
    void findsListsUnderEachKey_data();
    void findsListsUnderEachKey();
    void brokenItemsLeaveTheRest();
    void listMustBeThere_data();
    void listMustBeThere();
    void policyNeedsItsNumbers_data();
    void policyNeedsItsNumbers();
    void readsPolicySnapshots();
};

void TestRecords::keepsTheDigitsOfADecision()
{
    const auto decision = engine::parseDecision(
        json(R"({"id":"d1","chosen_action":"refund","confidence":0.610000000000000000001,"risk_p5":-4.8e4,
                 "risk_pol":null,"manifest_version":1,"created_at":"2026-11-30T09:00:00.123456789Z",
                 "options_considered":["a",null,"b"],"later":{"x":1}})"));
    QVERIFY(decision);
    QCOMPARE(decision->confidence.numberText(), QByteArray("0.610000000000000000001"));
    QCOMPARE(decision->riskP5.numberText(), QByteArray("-4.8e4"));
    QVERIFY(decision->riskOfLoss.isNull());
    QCOMPARE(decision->manifestVersion, u"1"_s);
    QCOMPARE(decision->createdAt.fraction, u"123456789"_s);
    QCOMPARE(decision->optionsConsidered, QStringList({u"a"_s, u"b"_s}));
    QVERIFY(decision->raw[u"later"].isObject());
}

void TestRecords::wrongTypesBecomeNoValue()
{
    const auto decision =
        engine::parseDecision(json(R"({"id":"d","confidence":"0.9","chosen_action":5,"executed_at":17})"));
    QVERIFY(decision);
    QVERIFY(decision->confidence.isNull());
    QVERIFY(decision->chosenAction.isEmpty());
    QVERIFY(!decision->executedAt.isValid());
}

void TestRecords::decisionNeedsAnId_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("id");
    QTest::newRow("id") << QByteArray(R"({"id":"d"})") << u"d"_s;
    QTest::newRow("decision_id") << QByteArray(R"({"decision_id":"d"})") << u"d"_s;
    QTest::newRow("digits") << QByteArray(R"({"id":90071992547409910})") << u"90071992547409910"_s;
    QTest::newRow("none") << QByteArray("{}") << QString();
    QTest::newRow("empty") << QByteArray(R"({"id":""})") << QString();
    QTest::newRow("null") << QByteArray("null") << QString();
}

void TestRecords::decisionNeedsAnId()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, id);
    const auto decision = engine::parseDecision(json(text));
    QCOMPARE(decision.has_value(), !id.isEmpty());
    if (decision)
        QCOMPARE(decision->id, id);
    else
        QCOMPARE(decision.error().code, ErrorCode::MalformedAnswer);
}

void TestRecords::knowsWhatWasExecuted_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("executed");
    QTest::addColumn<bool>("delivered");
    QTest::newRow("no") << QByteArray(R"({"id":"d","execution_status":null})") << false << false;
    QTest::newRow("delivered") << QByteArray(R"({"id":"d","execution_status":"delivered"})") << true << true;
    QTest::newRow("failed") << QByteArray(R"({"id":"d","execution_status":"failed"})") << true << false;
    QTest::newRow("time only") << QByteArray(R"({"id":"d","executed_at":"2026-01-01T00:00:00Z"})") << true
                               << false;
}

void TestRecords::knowsWhatWasExecuted()
{
    QFETCH(QByteArray, text);
    const auto decision = engine::parseDecision(json(text));
    QVERIFY(decision);
    QTEST(decision->wasExecuted(), "executed");
    QTEST(decision->wasDelivered(), "delivered");
}

void TestRecords::findsListsUnderEachKey_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<bool>("audit");
    QTest::newRow("decisions") << QByteArray(R"({"decisions":)") << QByteArray("}") << false;
    QTest::newRow("decisions as data") << QByteArray(R"({"data":)") << QByteArray("}") << false;
    QTest::newRow("decisions bare") << QByteArray() << QByteArray() << false;
    QTest::newRow("entries") << QByteArray(R"({"entries":)") << QByteArray("}") << true;
    QTest::newRow("artifacts") << QByteArray(R"({"artifacts":)") << QByteArray("}") << true;
    QTest::newRow("audit as data") << QByteArray(R"({"data":)") << QByteArray("}") << true;
    QTest::newRow("audit bare") << QByteArray() << QByteArray() << true;
}

void TestRecords::findsListsUnderEachKey()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(bool, audit);
    const QByteArray body = before + R"([{"id":"x"},{"id":"y"}])" + after;
    if (audit) {
        const auto page = engine::parseAuditPage(body);
        QVERIFY(page);
        QCOMPARE(page->items.size(), 2);
        QCOMPARE(page->items.last().id, u"y"_s);
        QCOMPARE(page->total, -1);
    } else {
        const auto page = engine::parseDecisionPage(body);
        QVERIFY(page);
        QCOMPARE(page->items.size(), 2);
        QCOMPARE(page->pages, -1);
        QCOMPARE(page->raw, body);
    }
}

void TestRecords::brokenItemsLeaveTheRest()
{
    const auto page = engine::parseDecisionPage(
        R"({"decisions":[{"id":"a"},null,{"chosen_action":"x"},{"id":"b"}],"total":4,"page":2,"pages":3})");
    QVERIFY(page);
    QCOMPARE(page->items.size(), 2);
    QCOMPARE(page->broken.size(), 2);
    QCOMPARE(page->broken.at(0).index, 1);
    QCOMPARE(page->broken.at(1).index, 2);
    QVERIFY(!page->broken.at(1).reason.isEmpty());
    QCOMPARE(page->total, 4);
    QCOMPARE(page->page, 2);
    QCOMPARE(page->pages, 3);
}

void TestRecords::listMustBeThere_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("object") << QByteArray("{}") << ErrorCode::MalformedAnswer;
    QTest::newRow("list no list") << QByteArray(R"({"decisions":{}})") << ErrorCode::MalformedAnswer;
    QTest::newRow("cut") << QByteArray(R"({"decisions":[{"id":)") << ErrorCode::MalformedJson;
    QTest::newRow("empty") << QByteArray() << ErrorCode::MalformedJson;
}

void TestRecords::listMustBeThere()
{
    QFETCH(QByteArray, body);
    QFETCH(ErrorCode, code);
    const auto page = engine::parseDecisionPage(body);
    QVERIFY(!page);
    QCOMPARE(page.error().code, code);
    QCOMPARE(page.error().raw, body);
}

void TestRecords::policyNeedsItsNumbers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("good");
    QTest::newRow("whole") << QByteArray(R"({"min_confidence":0.80,"risk_floor":25000,"revision":7})")
                           << true;
    QTest::newRow("floor off") << QByteArray(R"({"min_confidence":0.80,"risk_floor":null})") << true;
    QTest::newRow("no confidence") << QByteArray(R"({"risk_floor":1})") << false;
    QTest::newRow("confidence text") << QByteArray(R"({"min_confidence":"0.8"})") << false;
    QTest::newRow("floor text") << QByteArray(R"({"min_confidence":0.8,"risk_floor":"1"})") << false;
    QTest::newRow("list") << QByteArray("[]") << false;
}

void TestRecords::policyNeedsItsNumbers()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, good);
    const auto policy = engine::parsePolicy(json(text));
    QCOMPARE(policy.has_value(), good);
    if (policy)
        QCOMPARE(policy->minConfidence.numberText(), QByteArray("0.80"));
}

void TestRecords::readsPolicySnapshots()
{
    const auto page =
        engine::parsePolicyPage(R"({"org_id":"o","data":[{"min_confidence":0.8},{"min_confidence":null}]})");
    QVERIFY(page);
    QCOMPARE(page->items.size(), 1);
    QCOMPARE(page->broken.size(), 1);
}

QTEST_GUILESS_MAIN(TestRecords)
#include "tst_records.moc"
