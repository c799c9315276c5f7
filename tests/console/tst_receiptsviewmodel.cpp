// SPDX-License-Identifier: Apache-2.0
#include "app/console/receipts/filterterms.h"
#include "app/console/receipts/receiptsviewmodel.h"
#include "core/breakglass/intent.h"
#include "tests/console/recordsfixture.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>

using namespace algenta;
using namespace algenta::console;
using namespace Qt::Literals::StringLiterals;
using Fixture = algenta::test::RecordsFixture;

class TestReceiptsViewModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void anOwnActIsAReceiptAndNotDerivedToo();
    void anotherTimeOfTheSameDecisionStaysDerived();
    void executionsByOthersAreDerivedAndSaySo();
    void aReceiptThatArrivesLaterReplacesTheDerivedRow();
    void receiptsOfAnotherEngineStayOut();
    void aBlockedOutcomeIsNoReceipt();
    void missingMembersAreNamed();
    void chipsAreTermsOfTheFilter();
    void termsAreFoundAsWords_data();
    void termsAreFoundAsWords();
    void coverageSaysWhatWasRead();

private:
    /** An outcome as break-glass writes it, from an answer of an engine. */
    static journal::Draft outcome(const Fixture &f, const QString &decisionId, const QByteArray &answer,
                                  int status);
};

journal::Draft TestReceiptsViewModel::outcome(const Fixture &f, const QString &decisionId,
                                              const QByteArray &answer, int status)
{
    breakglass::Intent intent;
    intent.act.actId = u"act-"_s + decisionId;
    intent.act.chainId = intent.act.actId;
    intent.act.actor = u"op@desk"_s;
    intent.radius.input.decision.id = decisionId;
    intent.radius.input.engineOrigin = f.connection->address().origin();
    return breakglass::outcomeDraft(intent, engine::parseExecutionAnswer(answer, status, decisionId), true,
                                    status, answer);
}

void TestReceiptsViewModel::anOwnActIsAReceiptAndNotDerivedToo()
{
    Fixture f;
    const QString id = f.override();
    ReceiptsViewModel view(f.session, f.journal);
    QAbstractItemModelTester tester(view.list(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    f.connectSession();
    QTRY_VERIFY(Fixture::isSettled(*view.list()) && view.list()->rowCount() == 1 &&
                Fixture::at(*view.list(), 0, "evidenceKind").toString() == "ok"_L1);
    QCOMPARE(Fixture::at(*view.list(), 0, "exactDecision").toString(), id);
    QCOMPARE(Fixture::at(*view.list(), 0, "override").toString(), u"override_safety"_s);
    QCOMPARE(Fixture::at(*view.list(), 0, "overrideKind").toString(), u"override"_s);
    QCOMPARE(Fixture::at(*view.list(), 0, "outcome").toString(), u"delivered"_s);
    QVERIFY(QRegularExpression(u"^receipt · entry [0-9]+$"_s)
                .match(Fixture::at(*view.list(), 0, "evidence").toString())
                .hasMatch());
    view.select(Fixture::at(*view.list(), 0, "key").toString());
    QVERIFY(view.isReceipt());
    QTRY_COMPARE(view.story().size(), 4);
    QVERIFY(view.rawText().contains(u"safety_overridden"_s));
    QVERIFY(view.missingText().isEmpty());
    QVERIFY(view.rawProblem().isEmpty());
    QCOMPARE(Fixture::gridRow(view.rows(), u"Override sent"_s).value(u"value"_s).toString(),
             u"override_safety"_s);
    QVERIFY(!Fixture::gridRow(view.rows(), u"Payload summary"_s).value(u"exact"_s).toString().isEmpty());
    view.close();
    QVERIFY(view.selectedKey().isEmpty());
    QVERIFY(view.rows().isEmpty());
}

void TestReceiptsViewModel::anotherTimeOfTheSameDecisionStaysDerived()
{
    Fixture f;
    const QString id = f.log(0.95, -1);
    f.deliver(id);
    const QByteArray receipt = R"({"decision_id":")" + id.toUtf8() +
                               R"(","webhook_url":"https://h.example/","execution_status":"delivered",)"
                               R"("executed_at":"2026-01-01T00:00:00.5Z"})";
    const auto written = f.journal.append(outcome(f, id, receipt, 200));
    QTRY_VERIFY(written.isFinished());
    QVERIFY(written.result());
    ReceiptsViewModel view(f.session, f.journal);
    QAbstractItemModelTester tester(view.list(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    f.connectSession();
    QTRY_VERIFY(Fixture::isSettled(*view.list()) && view.list()->rowCount() == 2);
    // Newest first, whatever the evidence.
    QCOMPARE(Fixture::at(*view.list(), 0, "evidence").toString(), u"derived, no receipt seen"_s);
    QVERIFY(Fixture::at(*view.list(), 1, "evidence").toString().startsWith(u"receipt"_s));
    QCOMPARE(Fixture::at(*view.list(), 1, "exactDecision").toString(), id);
}

void TestReceiptsViewModel::executionsByOthersAreDerivedAndSaySo()
{
    Fixture f;
    f.log(0.95, -1);
    const QString id = f.log(0.95, -1);
    f.deliver(id);
    ReceiptsViewModel view(f.session, f.journal);
    f.connectSession();
    QTRY_VERIFY(Fixture::isSettled(*view.list()));
    QCOMPARE(view.list()->rowCount(), 1);
    QCOMPARE(Fixture::at(*view.list(), 0, "override").toString(), u"not known"_s);
    QCOMPARE(Fixture::at(*view.list(), 0, "evidenceKind").toString(), u"unknown"_s);
    view.select(u"derived "_s + id);
    QVERIFY(!view.isReceipt());
    QVERIFY(view.evidenceText().contains(u"No receipt was seen"_s));
    QCOMPARE(Fixture::gridRow(view.rows(), u"Override"_s).value(u"value"_s).toString(), u"not known"_s);
    QCOMPARE(Fixture::gridRow(view.rows(), u"Payload"_s).value(u"value"_s).toString(), u"not known"_s);
    QVERIFY(view.story().isEmpty());
    QVERIFY(view.exactRaw().contains(id));
}

void TestReceiptsViewModel::aReceiptThatArrivesLaterReplacesTheDerivedRow()
{
    Fixture f;
    ReceiptsViewModel view(f.session, f.journal);
    QAbstractItemModelTester tester(view.list(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    f.connectSession();
    QTRY_COMPARE(view.list()->status(), u"empty"_s);
    const QString id = f.override();
    QTRY_COMPARE(view.list()->rowCount(), 1);
    QVERIFY(Fixture::at(*view.list(), 0, "evidence").toString().startsWith(u"receipt"_s));
    f.session.refresh();
    QTRY_VERIFY(Fixture::isSettled(*view.list()) && view.list()->rowCount() == 1 &&
                Fixture::at(*view.list(), 0, "evidenceKind").toString() == "ok"_L1);
    QCOMPARE(Fixture::at(*view.list(), 0, "exactDecision").toString(), id);
}

void TestReceiptsViewModel::receiptsOfAnotherEngineStayOut()
{
    Fixture f;
    journal::Draft draft = outcome(f, u"dec_x"_s,
                                   R"({"decision_id":"dec_x","webhook_url":"u",)"
                                   R"("execution_status":"delivered","executed_at":"t"})",
                                   200);
    draft.engine = u"https://elsewhere.example"_s;
    const auto written = f.journal.append(draft);
    QTRY_VERIFY(written.isFinished());
    QVERIFY(written.result());
    ReceiptsViewModel view(f.session, f.journal);
    f.connectSession();
    QTRY_COMPARE(view.list()->status(), u"empty"_s);
}

void TestReceiptsViewModel::aBlockedOutcomeIsNoReceipt()
{
    Fixture f;
    journal::Entry entry;
    entry.seq = 7;
    entry.draft = outcome(
        f, u"dec_x"_s,
        R"({"error":{"code":"execution_blocked_confidence","gate":"confidence","message":"m"}})", 409);
    QCOMPARE(entry.draft.details[u"outcome"].toString(), u"blocked"_s);
    QVERIFY(!receiptFromEntry(entry));
    entry.draft = outcome(f, u"dec_x"_s,
                          R"({"decision_id":"dec_x","webhook_url":"u","execution_status":"failed",)"
                          R"("response_code":502,"executed_at":"t","safety_overridden":true})",
                          200);
    const auto receipt = receiptFromEntry(entry);
    QVERIFY(receipt);
    QCOMPARE(receipt->status, u"failed"_s);
    QCOMPARE(receipt->responseCode, u"502"_s);
    QVERIFY(receipt->safetyOverridden);
    entry.fault = u"damaged"_s;
    QVERIFY(!receiptFromEntry(entry));
}

void TestReceiptsViewModel::missingMembersAreNamed()
{
    Fixture f;
    const auto written = f.journal.append(outcome(
        f, u"dec_x"_s, R"({"decision_id":"dec_x","webhook_url":"u","execution_status":"delivered"})", 200));
    QTRY_VERIFY(written.isFinished());
    QVERIFY(written.result());
    ReceiptsViewModel view(f.session, f.journal);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 1);
    QCOMPARE(Fixture::at(*view.list(), 0, "executed").toString(), u"not said"_s);
    view.select(Fixture::at(*view.list(), 0, "key").toString());
    QVERIFY(view.missingText().contains(u"executed_at"_s));
    QVERIFY(view.missingText().contains(u"policy_snapshot_id"_s));
    QVERIFY(!view.missingText().contains(u"webhook_url"_s));
}

void TestReceiptsViewModel::chipsAreTermsOfTheFilter()
{
    Fixture f;
    const QString own = f.override();
    const QString failed = f.log(0.95, -1);
    f.blockedBy(failed, u"reject"_s);
    ReceiptsViewModel view(f.session, f.journal);
    f.connectSession();
    QTRY_VERIFY(Fixture::isSettled(*view.list()) && view.list()->rowCount() == 2);
    view.toggleSeen();
    QCOMPARE(view.list()->filterText(), u"evidence:receipt"_s);
    QVERIFY(view.isSeenOnly());
    QCOMPARE(view.list()->rowCount(), 1);
    QCOMPARE(Fixture::at(*view.list(), 0, "exactDecision").toString(), own);
    view.toggleDerived();
    QVERIFY(!view.isSeenOnly());
    QVERIFY(view.isDerivedOnly());
    QCOMPARE(Fixture::at(*view.list(), 0, "exactDecision").toString(), failed);
    view.toggleFailed();
    QCOMPARE(view.list()->filterText(), u"evidence:derived status:failed"_s);
    QCOMPARE(view.list()->rowCount(), 1);
    view.toggleDerived();
    view.toggleFailed();
    QVERIFY(view.list()->filterText().isEmpty());
    view.toggleOverrides();
    QCOMPARE(view.list()->rowCount(), 1);
    QCOMPARE(Fixture::at(*view.list(), 0, "exactDecision").toString(), own);
}

void TestReceiptsViewModel::termsAreFoundAsWords_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<bool>("has");
    QTest::addColumn<QString>("without");
    QTest::newRow("alone") << u"status:failed"_s << true << QString();
    QTest::newRow("among others") << u"a status:failed b"_s << true << u"a b"_s;
    QTest::newRow("negated") << u"not status:failed"_s << false << u"not status:failed"_s;
    QTest::newRow("inside quotes") << u"\"x status:failed\""_s << false << u"\"x status:failed\""_s;
    QTest::newRow("part of a word") << u"status:failed2"_s << false << u"status:failed2"_s;
    QTest::newRow("quotes kept") << u"webhook:\"a b\" status:failed"_s << true << u"webhook:\"a b\""_s;
}

void TestReceiptsViewModel::termsAreFoundAsWords()
{
    QFETCH(QString, filter);
    QFETCH(bool, has);
    QFETCH(QString, without);
    QCOMPARE(hasTerm(filter, u"status:failed"_s), has);
    QCOMPARE(withoutTerm(filter, u"status:failed"_s), without);
    QVERIFY(hasTerm(withTerm(filter, u"status:failed"_s), u"status:failed"_s));
}

void TestReceiptsViewModel::coverageSaysWhatWasRead()
{
    demo::DemoOptions options;
    options.history = 250;
    Fixture f(options);
    ReceiptsViewModel view(f.session, f.journal);
    f.connectSession();
    QTRY_VERIFY(Fixture::isSettled(*view.list()) && view.list()->rowCount() > 0);
    QVERIFY2(view.countText().contains(u"100 of 250 decisions read"_s), qPrintable(view.countText()));
    QVERIFY(view.countText().startsWith(u"receipts seen: 0 "_s));
    QVERIFY(!view.list()->coverage().isEmpty());
}

QTEST_MAIN(TestReceiptsViewModel)
#include "tst_receiptsviewmodel.moc"
