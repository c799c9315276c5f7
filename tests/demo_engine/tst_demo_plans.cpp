// SPDX-License-Identifier: Apache-2.0
#include "tests/demo_engine/testengine.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::demo;
using namespace algenta::demo::test;

/** Decision cases, analysis runs and decision plans, as the engine's REST answers them. */
class TestDemoPlans : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aProposalIsReadBack();
    void anApprovedPlanIsExecutedOnce();
    void refusalsAreNamed_data();
    void refusalsAreNamed();
    void theHashIsLookedAtFirst();
    void aReadingKeyApprovesNothing();
    void unknownRecordsAreNamed_data();
    void unknownRecordsAreNamed();

private:
    QJsonObject propose();
    Reply post(const QString &path, const QJsonObject &body = {}, Headers headers = {});
    Reply approve(const QJsonObject &plan);
    std::unique_ptr<DemoEngine> m_engine;
};

void TestDemoPlans::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_engine = std::make_unique<DemoEngine>();
    QVERIFY(m_engine->start());
}

Reply TestDemoPlans::post(const QString &path, const QJsonObject &body, Headers headers)
{
    headers += Client::withKey(m_engine->operatorKey());
    return Client(m_engine->port())
        .send("POST", path.toLatin1(), QJsonDocument(body).toJson(QJsonDocument::Compact), headers);
}

QJsonObject TestDemoPlans::propose()
{
    const QString caseId =
        post(u"/v1/decision-cases"_s,
             {{u"pack_id"_s, u"inventory"_s}, {u"title"_s, u"Restock"_s}, {u"pack_input"_s, QJsonObject()}})
            .json()[u"case_id"_s]
            .toString();
    const QString run =
        post(u"/v1/decision-cases/%1/analysis-runs"_s.arg(caseId)).json()[u"run_id"_s].toString();
    return post(u"/v1/analysis-runs/%1/action-plans"_s.arg(run)).json();
}

Reply TestDemoPlans::approve(const QJsonObject &plan)
{
    return post(u"/v1/decision-plans/%1/approve"_s.arg(plan[u"plan_id"_s].toString()),
                {{u"plan_hash"_s, plan[u"plan_hash"_s]}, {u"nonce"_s, plan[u"nonce"_s]}});
}

void TestDemoPlans::aProposalIsReadBack()
{
    const QJsonObject plan = propose();
    QCOMPARE(plan[u"lifecycle_state"_s].toString(), u"proposed"_s);
    QCOMPARE(plan[u"plan_hash"_s].toString().size(), 64);
    const Reply known =
        Client(m_engine->port())
            .get("/v1/decision-cases/" + plan[u"case_id"_s].toString().toLatin1(), m_engine->viewerKey());
    QCOMPARE(known.status, 200);
    QCOMPARE(known.json()[u"plans"_s].toArray().at(0)[u"plan_id"_s], plan[u"plan_id"_s]);
}

void TestDemoPlans::anApprovedPlanIsExecutedOnce()
{
    const QJsonObject plan = propose();
    QCOMPARE(approve(plan).json()[u"status"_s].toString(), u"approved"_s);
    const QString path = u"/v1/decision-plans/%1/execute"_s.arg(plan[u"plan_id"_s].toString());
    const Reply done = post(path, {},
                            {{"Idempotency-Key", "once"},
                             {"traceparent", "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01"}});
    QCOMPARE(done.status, 200);
    QCOMPARE(done.json()[u"lifecycle_state"_s].toString(), u"executed"_s);
    const QJsonObject receipt = done.json()[u"receipt"_s].toObject();
    QCOMPARE(receipt[u"receipt_version"_s].toString(), u"1"_s);
    QCOMPARE(receipt[u"plan_hash"_s], plan[u"plan_hash"_s]);
    QCOMPARE(receipt[u"idempotency_key"_s].toString(), u"once"_s);
    QCOMPARE(receipt[u"trace_id"_s].toString(), u"0123456789abcdef0123456789abcdef"_s);
    QVERIFY(receipt[u"execution_id"_s] != plan[u"plan_id"_s]);
    const Reply again = post(path);
    QCOMPARE(again.status, 409);
    QCOMPARE(again.errorCode(), u"plan_not_approved"_s);
}

void TestDemoPlans::refusalsAreNamed_data()
{
    QTest::addColumn<QString>("verb");
    QTest::addColumn<QString>("member");
    QTest::addColumn<bool>("approvedBefore");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    QTest::newRow("executed before approval")
        << u"execute"_s << QString() << false << 409 << u"plan_not_approved"_s;
    QTest::newRow("approved twice") << u"approve"_s << QString() << true << 409 << u"plan_not_approvable"_s;
    QTest::newRow("other nonce") << u"approve"_s << u"nonce"_s << false << 403 << u"invalid_nonce"_s;
    QTest::newRow("other hash") << u"approve"_s << u"plan_hash"_s << false << 403 << u"plan_hash_mismatch"_s;
}

void TestDemoPlans::refusalsAreNamed()
{
    QFETCH(QString, verb);
    QFETCH(QString, member);
    QFETCH(bool, approvedBefore);
    QJsonObject plan = propose();
    if (approvedBefore)
        QCOMPARE(approve(plan).status, 200);
    if (!member.isEmpty())
        plan[member] = QString(64, u'0');
    const Reply reply = verb == "approve"_L1
                            ? approve(plan)
                            : post(u"/v1/decision-plans/%1/execute"_s.arg(plan[u"plan_id"_s].toString()));
    QTEST(reply.status, "status");
    QTEST(reply.errorCode(), "code");
}

void TestDemoPlans::theHashIsLookedAtFirst()
{
    QJsonObject plan = propose();
    QCOMPARE(approve(plan).status, 200);
    plan[u"plan_hash"_s] = QString(64, u'0');
    QCOMPARE(approve(plan).errorCode(), u"plan_hash_mismatch"_s);
}

void TestDemoPlans::aReadingKeyApprovesNothing()
{
    const QJsonObject plan = propose();
    const Reply reply =
        Client(m_engine->port())
            .json("POST", "/v1/decision-plans/" + plan[u"plan_id"_s].toString().toLatin1() + "/approve",
                  {{u"plan_hash"_s, plan[u"plan_hash"_s]}, {u"nonce"_s, plan[u"nonce"_s]}},
                  m_engine->readingKey());
    QCOMPARE(reply.status, 403);
    QCOMPARE(reply.errorCode(), u"permission_denied"_s);
    QCOMPARE(approve(plan).status, 200);
}

void TestDemoPlans::unknownRecordsAreNamed_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("case") << u"/v1/decision-cases/none/analysis-runs"_s;
    QTest::newRow("run") << u"/v1/analysis-runs/none/action-plans"_s;
    QTest::newRow("plan to approve") << u"/v1/decision-plans/none/approve"_s;
    QTest::newRow("plan to execute") << u"/v1/decision-plans/none/execute"_s;
    QTest::newRow("no such verb") << u"/v1/decision-plans/none/reject"_s;
}

void TestDemoPlans::unknownRecordsAreNamed()
{
    QFETCH(QString, path);
    QCOMPARE(post(path).status, 404);
}

QTEST_GUILESS_MAIN(TestDemoPlans)
#include "tst_demo_plans.moc"
