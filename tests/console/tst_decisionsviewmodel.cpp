// SPDX-License-Identifier: Apache-2.0
#include "app/console/decisions/decisionsviewmodel.h"
#include "app/console/decisions/recordtext.h"
#include "core/base/jsonreader.h"
#include "tests/console/recordsfixture.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>

using namespace algenta;
using namespace algenta::console;
using namespace Qt::Literals::StringLiterals;
using Fixture = algenta::test::RecordsFixture;

class TestDecisionsViewModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void theModelConforms();
    void theFirstPageShowsAtOnceAndMoreOnDemand();
    void sortAndFilterSayWhatTheyDidNotSee();
    void numbersKeepTheirDigits();
    void openReadsADecisionThatIsNotLoaded();
    void anUnknownIdIsSaidAndKeepsTheView();
    void gatesAreCheckedAgainstThePolicyOfNow();
    void withoutThePolicyNoGateIsJudged();
    void theTimelineTellsOfExecutionAndOutcome();
    void aRefusedListIsNotAnEmptyOne();
    void anotherEngineDropsEverything();
    void readingAgainKeepsTheRowsUntilTheEngineAnswered();
    void refusedReadingAgainKeepsTheRows();
    void engineThatIsGoneTakesNoRowWithIt();
    void csvGuardsFormulas_data();
    void csvGuardsFormulas();
    void hostileIdsMakeNoCommand();
};

void TestDecisionsViewModel::theModelConforms()
{
    demo::DemoOptions options;
    options.history = 250;
    Fixture f(options);
    DecisionsViewModel view(f.session);
    QAbstractItemModelTester tester(view.list(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    f.connectSession();
    QTRY_VERIFY(view.list()->rowCount() >= 100);
    // The tester may fetch on by itself.
    while (view.list()->rowCount() < 250) {
        const int before = view.list()->rowCount();
        view.list()->fetchMore({});
        QTRY_VERIFY(view.list()->rowCount() > before);
    }
    view.list()->sortBy(u"created"_s, false);
    view.list()->setFilterText(u"executed:delivered"_s);
    QVERIFY(view.list()->rowCount() > 0 && view.list()->rowCount() < 250);
    view.list()->reload();
    QTRY_VERIFY(Fixture::isSettled(*view.list()));
}

void TestDecisionsViewModel::theFirstPageShowsAtOnceAndMoreOnDemand()
{
    demo::DemoOptions options;
    options.history = 250;
    Fixture f(options);
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 100);
    QVERIFY(view.countText().contains(u"100 loaded of 250"_s));
    QVERIFY(view.list()->canFetchMore({}));
    view.list()->fetchMore({});
    QTRY_COMPARE(view.list()->rowCount(), 200);
    view.list()->fetchMore({});
    QTRY_COMPARE(view.list()->rowCount(), 250);
    QVERIFY(!view.list()->canFetchMore({}));
    QCOMPARE(view.countText(), u"250"_s);
}

void TestDecisionsViewModel::sortAndFilterSayWhatTheyDidNotSee()
{
    demo::DemoOptions options;
    options.history = 250;
    Fixture f(options);
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 100);
    QVERIFY(view.list()->coverage().isEmpty());
    view.list()->sortBy(u"confidence"_s, false);
    QVERIFY(view.list()->coverage().contains(u"100"_s));
    double last = -1;
    for (int row = 0; row < 100; ++row) {
        const QString digits = Fixture::at(*view.list(), row, "confidence").toString();
        if (digits.isEmpty())
            continue;
        QVERIFY(digits.toDouble() >= last);
        last = digits.toDouble();
    }
    view.list()->setFilterText(u"executed:failed"_s);
    QVERIFY(view.list()->coverage().contains(u"filter"_s));
    view.list()->searchFurther();
    QTRY_VERIFY(!view.list()->isSearching());
    QVERIFY(view.list()->coverage().isEmpty());
    QVERIFY(view.list()->rowCount() > 0);
    for (int row = 0; row < view.list()->rowCount(); ++row)
        QCOMPARE(Fixture::at(*view.list(), row, "executedKind").toString(), u"failed"_s);
}

void TestDecisionsViewModel::numbersKeepTheirDigits()
{
    Fixture f;
    const QString id = f.log(0.5);
    f.demo.setAnswerMutator("/v1/decisions", [](std::string body) {
        const std::string from = "\"expected_value\":";
        const auto at = body.find(from);
        const auto end = body.find_first_of(",}", at);
        return body.replace(at, end - at, from + "4180.10000000000000000001");
    });
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 1);
    QCOMPARE(Fixture::at(*view.list(), 0, "expected").toString(), u"4180.10000000000000000001"_s);
    QVERIFY(Fixture::at(*view.list(), 0, "json").toString().contains(u"4180.10000000000000000001"_s));
    QCOMPARE(Fixture::at(*view.list(), 0, "executed").toString(), u"never"_s);
    QCOMPARE(Fixture::at(*view.list(), 0, "command").toString(), u"algentactl decisions show '%1'"_s.arg(id));
}

void TestDecisionsViewModel::openReadsADecisionThatIsNotLoaded()
{
    demo::DemoOptions options;
    options.history = 250;
    Fixture f(options);
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 100);
    const auto oldest = base::readJson(QByteArray::fromStdString(f.demo.auditExport()));
    QVERIFY(oldest);
    const QString id = oldest->at(0)[u"resource_id"].toString();
    QVERIFY(!view.list()->byId(id));
    view.open(id);
    QCOMPARE(view.openingText().isEmpty(), false);
    QTRY_COMPARE(view.selectedId(), id);
    QVERIFY(view.openingText().isEmpty());
    QVERIFY(view.openProblem().isEmpty());
    QCOMPARE(view.detail()->subtitle(), id);
    QTRY_VERIFY(!view.detail()->isBusy());
    view.close();
    QVERIFY(view.selectedId().isEmpty());
    QVERIFY(!view.detail()->isShown());
}

void TestDecisionsViewModel::anUnknownIdIsSaidAndKeepsTheView()
{
    Fixture f;
    const QString known = f.log(0.5);
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 1);
    view.select(known);
    QCOMPARE(view.selectedId(), known);
    view.open(u"dec_none/../x"_s);
    QTRY_VERIFY(!view.openProblem().isEmpty());
    QVERIFY2(view.openProblem().contains(u"no decision dec_none/../x"_s), qPrintable(view.openProblem()));
    QCOMPARE(view.selectedId(), known);
    view.dismissProblem();
    QVERIFY(view.openProblem().isEmpty());
}

void TestDecisionsViewModel::gatesAreCheckedAgainstThePolicyOfNow()
{
    Fixture f;
    demo::PolicyChange change;
    change.minConfidence = 0.6;
    change.riskFloor = 400.0;
    f.demo.setPolicy(change);
    const QString id = f.log(0.41, -310);
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 1);
    view.select(id);
    QTRY_COMPARE(view.detail()->gates().size(), 3);
    const auto word = [&view](const QString &gate) {
        return Fixture::gridRow(view.detail()->gates(), gate).value(u"value"_s).toString();
    };
    QCOMPARE(word(u"confidence"_s), u"would block"_s);
    QCOMPARE(word(u"risk_floor"_s), u"passes"_s);
    QCOMPARE(word(u"idempotency"_s), u"passes"_s);
    QCOMPARE(view.detail()->confidenceKind(), u"blocked"_s);
    QCOMPARE(view.detail()->minConfidence(), 0.6);
    QVERIFY(view.detail()->confidenceText().contains(u"0.41"_s));

    change.minConfidence = 0.4;
    change.riskFloor = 300.0;
    f.demo.setPolicy(change);
    view.detail()->reread();
    QTRY_COMPARE(word(u"confidence"_s), u"passes"_s);
    QCOMPARE(word(u"risk_floor"_s), u"would block"_s);
}

void TestDecisionsViewModel::withoutThePolicyNoGateIsJudged()
{
    Fixture f;
    const QString id = f.log(0.41);
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 1);
    QTRY_COMPARE(f.session.state(), u"connected"_s);
    f.demo.failNext("/v1/execution/policy", 403, R"({"error":{"code":"permission_denied","message":"no"}})");
    view.select(id);
    QTRY_VERIFY(view.detail()->gatesText().contains(u"cannot be checked"_s) && !view.detail()->isBusy());
    QVERIFY(view.detail()->gates().isEmpty());
    QCOMPARE(view.detail()->confidenceKind(), u"unknown"_s);
    QVERIFY(qIsNaN(view.detail()->minConfidence()));
    QCOMPARE(view.detail()->exactId(), id);
}

void TestDecisionsViewModel::theTimelineTellsOfExecutionAndOutcome()
{
    Fixture f;
    const QString id = f.log(0.95, -1);
    f.deliver(id);
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 1);
    QCOMPARE(Fixture::at(*view.list(), 0, "executed").toString(), u"delivered"_s);
    view.select(id);
    QTRY_VERIFY(!view.detail()->isBusy());
    const QVariantList events = view.detail()->events();
    QCOMPARE(events.size(), 2);
    QVERIFY(events.at(1).toMap().value(u"title"_s).toString().contains(u"delivered"_s));
    QVERIFY(events.at(1).toMap().value(u"detail"_s).toString().contains(u"answered 200"_s));
    QCOMPARE(Fixture::gridRow(view.detail()->rows(), u"Response code"_s).value(u"value"_s).toString(),
             u"200"_s);
    QVERIFY(view.detail()->exactJson().contains(id));
}

void TestDecisionsViewModel::aRefusedListIsNotAnEmptyOne()
{
    Fixture f;
    f.log(0.5);
    f.demo.failNext("/v1/decisions", 500, "<html>broken</html>", "text/html");
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->status(), u"failed"_s);
    QVERIFY(!view.list()->failedWhy().isEmpty());
    QVERIFY(view.list()->rawAnswer().contains(u"broken"_s));
    view.list()->reload();
    QTRY_COMPARE(view.list()->status(), u"ready"_s);
}

void TestDecisionsViewModel::anotherEngineDropsEverything()
{
    Fixture f;
    const QString id = f.log(0.5);
    Fixture other;
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 1);
    view.select(id);
    f.session.open(*engine::parseEngineAddress(QString::fromStdString(other.demo.baseUrl())),
                   base::Secret(QByteArrayView(other.demo.readingKey())));
    QVERIFY(view.selectedId().isEmpty());
    QTRY_COMPARE(view.list()->status(), u"empty"_s);
    QVERIFY(!view.detail()->isShown());
}

void TestDecisionsViewModel::readingAgainKeepsTheRowsUntilTheEngineAnswered()
{
    Fixture f;
    f.log(0.5);
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 1);
    f.log(0.6);
    f.session.refresh();
    QCOMPARE(view.list()->rowCount(), 1);
    QTRY_COMPARE(view.list()->rowCount(), 2);
    QVERIFY(view.list()->incompleteText().isEmpty());
}

void TestDecisionsViewModel::refusedReadingAgainKeepsTheRows()
{
    Fixture f;
    f.log(0.5);
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 1);
    f.demo.setAnswerMutator("/v1/decisions", [](std::string) { return std::string("<html>busy</html>"); });
    f.session.refresh();
    QTRY_VERIFY(!view.list()->incompleteText().isEmpty());
    QCOMPARE(view.list()->rowCount(), 1);
    QCOMPARE(view.list()->status(), u"ready"_s);
    QVERIFY(view.list()->rawAnswer().contains(u"busy"_s));
    f.demo.setAnswerMutator("/v1/decisions", {});
    view.list()->refresh();
    QTRY_VERIFY(view.list()->incompleteText().isEmpty());
    QCOMPARE(view.list()->rowCount(), 1);
}

void TestDecisionsViewModel::engineThatIsGoneTakesNoRowWithIt()
{
    Fixture f;
    f.log(0.5);
    DecisionsViewModel view(f.session);
    f.connectSession();
    QTRY_COMPARE(view.list()->rowCount(), 1);
    f.demo.stop();
    f.session.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(f.session.state(), u"failed"_s, 60'000);
    QTRY_VERIFY(Fixture::isSettled(*view.list()));
    QCOMPARE(view.list()->rowCount(), 1);
}

void TestDecisionsViewModel::csvGuardsFormulas_data()
{
    QTest::addColumn<QString>("cell");
    QTest::addColumn<QString>("line");
    QTest::newRow("plain") << u"reorder"_s << u"reorder"_s;
    QTest::newRow("formula") << u"=HYPERLINK(1)"_s << u"'=HYPERLINK(1)"_s;
    QTest::newRow("blanks before") << u"  +1+cmd"_s << u"'  +1+cmd"_s;
    QTest::newRow("negative number") << u"-5.00"_s << u"-5.00"_s;
    QTest::newRow("small number") << u"-1e-7"_s << u"-1e-7"_s;
    QTest::newRow("not a number") << u"-2+3+cmd"_s << u"'-2+3+cmd"_s;
    QTest::newRow("quote and comma") << u"a,\"b\""_s << u"\"a,\"\"b\"\"\""_s;
    QTest::newRow("line break") << u"a\nb"_s << u"\"a\nb\""_s;
}

void TestDecisionsViewModel::csvGuardsFormulas()
{
    QFETCH(QString, cell);
    QFETCH(QString, line);
    QCOMPARE(csvLine({cell}), line);
}

void TestDecisionsViewModel::hostileIdsMakeNoCommand()
{
    QCOMPARE(shellCommand(u"decisions show"_s, u"a'b"_s).count(u'\''), 5);
    QVERIFY(shellCommand(u"decisions show"_s, u"a\nrm -rf"_s).isEmpty());
    QVERIFY(shellCommand(u"decisions show"_s, u"a\u202eb"_s).isEmpty());
    QVERIFY(shellCommand(u"decisions show"_s, {}).isEmpty());
}

QTEST_MAIN(TestDecisionsViewModel)
#include "tst_decisionsviewmodel.moc"
