// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "core/base/clock.h"
#include "core/journal/journalfile.h"
#include "tests/ctl/ctlrun.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::ctl::test;
using namespace algenta;
using demo::DemoEngine;

namespace
{

demo::DemoOptions withHistory()
{
    demo::DemoOptions options;
    options.history = 350;
    return options;
}

int lineCount(const QByteArray &text)
{
    return int(text.count('\n'));
}

base::Json text(const char *value)
{
    return base::Json::string(QString::fromUtf8(value));
}

} // namespace

/** decisions, blocked and receipts: pages, filters, orders, formats, and what is said when something is
 * missing. */
class TestCtlLists : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();

    void firstHundredAndHowManyThereAre();
    void limitAndAll_data();
    void limitAndAll();
    void onlyNeededPagesAreRead();
    void filterLooksThroughAllPages();
    void sortOrdersByValue();
    void csvIsGuardedAndComplete();
    void laterPageFails();
    void firstPageFails();
    void brokenRecordIsNamed();
    void shrinkingListIsSaid();
    void wrongListArguments_data();
    void wrongListArguments();
    void decisionIsShownWithItsGates();
    void decisionWithoutPolicyIsIncomplete();
    void blockedExecutionsNameTheirGate();
    void noBlockedExecutionIsNoProof();
    void receiptsAreToldApart();
    void damagedJournalLeavesDerivedExecutions();
    void viewerReadsLists();

private:
    [[nodiscard]] CtlRun run(const QStringList &words) const
    {
        return runCtl(words + QStringList{u"--engine"_s, QString::fromStdString(m_engine.baseUrl())},
                      m_engine.readingKey());
    }
    DemoEngine m_engine{withHistory()};
};

void TestCtlLists::initTestCase()
{
    QVERIFY2(m_engine.start(), m_engine.errorText().c_str());
}

void TestCtlLists::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_engine.setAnswerMutator("/v1/decisions", {});
    m_engine.setAnswerMutator("/v1/audit-logs", {});
    m_engine.clearRequests();
}

void TestCtlLists::firstHundredAndHowManyThereAre()
{
    const CtlRun json = run({u"decisions"_s, u"list"_s, u"--json"_s});
    COMPARE_CODE(json, 0);
    QCOMPARE(json.json()["decisions"_L1].toArray().size(), 100);
    QCOMPARE(json.json()["total"_L1].toInt(), 350);
    QCOMPARE(json.json()["more"_L1].toBool(), true);
    QCOMPARE(json.json()["complete"_L1].toBool(), true);
    QCOMPARE(json.err, QByteArray("algentactl: 100 of 350 shown; use --limit or --all.\n"));
    const CtlRun table = run({u"decisions"_s, u"list"_s});
    COMPARE_CODE(table, 0);
    QCOMPARE(lineCount(table.out), 101);
    QVERIFY(table.out.startsWith("id "));
}

void TestCtlLists::limitAndAll_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("count");
    QTest::newRow("three") << QStringList{u"--limit"_s, u"3"_s} << 3;
    QTest::newRow("over a page") << QStringList{u"--limit=101"_s} << 101;
    QTest::newRow("all") << QStringList{u"--all"_s} << 350;
    QTest::newRow("more than there are") << QStringList{u"--limit"_s, u"5000"_s} << 350;
}

void TestCtlLists::limitAndAll()
{
    QFETCH(QStringList, words);
    QFETCH(int, count);
    const CtlRun lines = run(QStringList{u"decisions"_s, u"list"_s, u"--format"_s, u"jsonl"_s} + words);
    COMPARE_CODE(lines, 0);
    QCOMPARE(lineCount(lines.out), count);
    QSet<QString> ids;
    for (const QByteArray &line : lines.out.split('\n')) {
        if (!line.isEmpty())
            ids.insert(QJsonDocument::fromJson(line)["id"_L1].toString());
    }
    QCOMPARE(ids.size(), count);
    QCOMPARE(lines.err.isEmpty(), count == 350);
    const CtlRun document = run(QStringList{u"decisions"_s, u"list"_s, u"--json"_s} + words);
    QCOMPARE(document.json()["decisions"_L1].toArray().size(), count);
}

void TestCtlLists::onlyNeededPagesAreRead()
{
    COMPARE_CODE(run({u"decisions"_s, u"list"_s, u"--limit"_s, u"100"_s}), 0);
    QCOMPARE(m_engine.requestsTo("/v1/decisions").size(), std::size_t(1));
}

void TestCtlLists::filterLooksThroughAllPages()
{
    const CtlRun delivered = run({u"decisions"_s, u"list"_s, u"--all"_s, u"--json"_s, u"--filter"_s,
                                  u"execution_status=delivered confidence>=0.5"_s});
    COMPARE_CODE(delivered, 0);
    const QJsonArray rows = delivered.json()["decisions"_L1].toArray();
    QVERIFY(rows.size() > 1);
    QVERIFY(rows.size() < 350);
    for (const QJsonValue &row : rows) {
        QCOMPARE(row["execution_status"_L1].toString(), u"delivered"_s);
        QVERIFY(row["confidence"_L1].toDouble() >= 0.5);
    }
    const CtlRun none = run({u"decisions"_s, u"list"_s, u"--filter"_s, u"no-such-thing-anywhere"_s});
    COMPARE_CODE(none, 0);
    QVERIFY(none.err.contains("None matches the filter"));
}

void TestCtlLists::sortOrdersByValue()
{
    const CtlRun sorted = run({u"decisions"_s, u"list"_s, u"--json"_s, u"--limit"_s, u"20"_s, u"--sort"_s,
                               u"expected_value:desc"_s});
    COMPARE_CODE(sorted, 0);
    const QJsonArray rows = sorted.json()["decisions"_L1].toArray();
    QCOMPARE(rows.size(), 20);
    const CtlRun all = run({u"decisions"_s, u"list"_s, u"--json"_s, u"--all"_s});
    double most = -1e300;
    for (const QJsonValue &row : all.json()["decisions"_L1].toArray())
        most = std::max(most, row["expected_value"_L1].toDouble(-1e300));
    QCOMPARE(rows.first()["expected_value"_L1].toDouble(), most);
    for (qsizetype i = 1; i < rows.size(); ++i)
        QVERIFY(rows.at(i - 1)["expected_value"_L1].toDouble() >= rows.at(i)["expected_value"_L1].toDouble());
    QVERIFY(sorted.err.contains("20 of 350 shown"));
}

void TestCtlLists::csvIsGuardedAndComplete()
{
    m_engine.setAnswerMutator("/v1/decisions", [](std::string) {
        return std::string(
            R"json({"decisions":[{"id":"a,\"b","chosen_action":"=HYPERLINK(\"http://x/\")","expected_value":-5.00,)json"
            R"json("confidence":0.10,"created_at":"2026-11-30T00:00:00.123456789Z"}],"total":1,"page":1,"pages":1})json");
    });
    const CtlRun csv = run({u"decisions"_s, u"list"_s, u"--format"_s, u"csv"_s});
    COMPARE_CODE(csv, 0);
    QCOMPARE(lineCount(csv.out), 2);
    QVERIFY(csv.out.startsWith("id,created_at,chosen_action,"));
    QVERIFY2(csv.out.contains(
                 "\"a,\"\"b\",2026-11-30T00:00:00.123456789Z,\"'=HYPERLINK(\"\"http://x/\"\")\",-5.00,0.10,"),
             csv.out.constData());
    const CtlRun raw = run({u"decisions"_s, u"list"_s, u"--format"_s, u"csv"_s, u"--raw"_s});
    COMPARE_CODE(raw, 0);
    QVERIFY(raw.out.contains(",\"=HYPERLINK("));
    const CtlRun json = run({u"decisions"_s, u"list"_s, u"--json"_s});
    QVERIFY(json.out.contains("\"expected_value\":-5.00"));
}

void TestCtlLists::laterPageFails()
{
    for (const QString &format : {u"json"_s, u"jsonl"_s, u"csv"_s, u"table"_s}) {
        m_engine.delayNext("/v1/decisions", std::chrono::milliseconds(0));
        m_engine.failNext("/v1/decisions", 500,
                          R"({"error":{"code":"server_error","message":"boom"},"request_id":"req_7"})");
        const CtlRun cut = run({u"decisions"_s, u"list"_s, u"--all"_s, u"--format"_s, format});
        COMPARE_CODE(cut, 3);
        QVERIFY(cut.err.contains("Incomplete: 100 shown"));
        QVERIFY(cut.err.contains("req_7"));
        if (format == "json"_L1) {
            QCOMPARE(cut.json()["decisions"_L1].toArray().size(), 100);
            QCOMPARE(cut.json()["complete"_L1].toBool(true), false);
            QCOMPARE(cut.json()["error"_L1]["request_id"_L1].toString(), u"req_7"_s);
        } else {
            QCOMPARE(lineCount(cut.out), format == "jsonl"_L1 ? 100 : 101);
        }
    }
}

void TestCtlLists::firstPageFails()
{
    m_engine.failNext("/v1/decisions", 403,
                      R"({"error":{"code":"permission_denied","message":"no"},"request_id":"req_8"})");
    const CtlRun failed = run({u"decisions"_s, u"list"_s, u"--json"_s});
    COMPARE_CODE(failed, 2);
    QCOMPARE(failed.errorCode(), u"forbidden"_s);
    QCOMPARE(failed.json()["error"_L1]["http_status"_L1].toInt(), 403);
    QCOMPARE(failed.json()["error"_L1]["request_id"_L1].toString(), u"req_8"_s);
    QVERIFY(failed.json()["error"_L1].toObject().contains("remedy"_L1));
}

void TestCtlLists::brokenRecordIsNamed()
{
    m_engine.setAnswerMutator("/v1/decisions", [](const std::string &) {
        return std::string(
            R"({"decisions":[{"id":"good"},{"chosen_action":"no id"}],"total":2,"page":1,"pages":1})");
    });
    const CtlRun partly = run({u"decisions"_s, u"list"_s, u"--json"_s});
    COMPARE_CODE(partly, 3);
    QCOMPARE(names(partly.json()["decisions"_L1].toArray(), u"id"_s), QStringList(u"good"_s));
    const QJsonObject broken = partly.json()["broken"_L1].toArray().first().toObject();
    QCOMPARE(broken["index"_L1].toInt(), 1);
    QCOMPARE(broken["raw"_L1]["chosen_action"_L1].toString(), u"no id"_s);
}

void TestCtlLists::shrinkingListIsSaid()
{
    auto asked = std::make_shared<int>(0);
    m_engine.setAnswerMutator("/v1/decisions", [asked](std::string body) {
        const auto at = body.find("\"total\":350");
        if (++*asked > 1 && at != std::string::npos)
            body.replace(at, 11, "\"total\":340");
        return body;
    });
    const CtlRun shorter = run({u"decisions"_s, u"list"_s, u"--all"_s, u"--json"_s});
    COMPARE_CODE(shorter, 3);
    QVERIFY(shorter.err.contains("became shorter"));
    QCOMPARE(shorter.json()["complete"_L1].toBool(true), false);
}

void TestCtlLists::wrongListArguments_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("limit and all") << QStringList{u"--limit"_s, u"3"_s, u"--all"_s}
                                   << QByteArray("exclude each other");
    QTest::newRow("limit zero") << QStringList{u"--limit"_s, u"0"_s} << QByteArray("from 1 to");
    QTest::newRow("limit text") << QStringList{u"--limit"_s, u"many"_s} << QByteArray("from 1 to");
    QTest::newRow("sort") << QStringList{u"--sort"_s, u"confidense"_s}
                          << QByteArray("Did you mean confidence?");
    QTest::newRow("direction") << QStringList{u"--sort"_s, u"id:down"_s}
                               << QByteArray("neither asc nor desc");
    QTest::newRow("filter") << QStringList{u"--filter"_s, u"nofield:x"_s} << QByteArray("no field here");
    QTest::newRow("format") << QStringList{u"--format"_s, u"xml"_s} << QByteArray("table, json, jsonl, csv");
    QTest::newRow("two formats") << QStringList{u"--format"_s, u"csv"_s, u"--json"_s}
                                 << QByteArray("exclude");
    QTest::newRow("raw table") << QStringList{u"--raw"_s} << QByteArray("--format csv");
}

void TestCtlLists::wrongListArguments()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, said);
    for (const QString &list : {u"decisions"_s, u"receipts"_s, u"blocked"_s}) {
        if (list != "decisions"_L1 && words.contains("confidense"_L1))
            continue;
        const CtlRun wrong =
            run(QStringList{list, u"list"_s} + (words.contains("id:down"_L1) && list != "decisions"_L1
                                                    ? QStringList{u"--sort"_s, u"decision_id:down"_s}
                                                    : words));
        COMPARE_CODE(wrong, 2);
        QVERIFY2(wrong.err.contains(said), wrong.err.constData());
    }
    QVERIFY(m_engine.requests().empty());
}

void TestCtlLists::decisionIsShownWithItsGates()
{
    demo::DecisionDraft draft;
    draft.chosenAction = "restock";
    draft.confidence = 0.01;
    const QString id = QString::fromStdString(m_engine.logDecision(draft));
    const CtlRun shown = run({u"decisions"_s, u"show"_s, id, u"--json"_s});
    COMPARE_CODE(shown, 0);
    QCOMPARE(shown.json()["decision"_L1]["id"_L1].toString(), id);
    bool found = false;
    for (const QJsonValue &gate : shown.json()["gates"_L1].toArray()) {
        if (gate["gate"_L1].toString() == "confidence"_L1) {
            found = true;
            QCOMPARE(gate["verdict"_L1].toString(), u"blocks"_s);
        }
    }
    QVERIFY(found);
    const CtlRun table = run({u"decisions"_s, u"show"_s, id});
    COMPARE_CODE(table, 0);
    QVERIFY(table.out.contains(id.toUtf8()) && table.out.contains("gate confidence"));
    const CtlRun missing = run({u"decisions"_s, u"show"_s, u"no/such?id"_s, u"--json"_s});
    COMPARE_CODE(missing, 2);
    QCOMPARE(missing.errorCode(), u"not_found"_s);
}

void TestCtlLists::decisionWithoutPolicyIsIncomplete()
{
    demo::DecisionDraft draft;
    draft.chosenAction = "wait";
    const QString id = QString::fromStdString(m_engine.logDecision(draft));
    m_engine.failNext("/v1/execution/policy", 403,
                      R"({"error":{"code":"permission_denied","message":"no"}})");
    const CtlRun shown = run({u"decisions"_s, u"show"_s, id, u"--json"_s});
    COMPARE_CODE(shown, 3);
    QCOMPARE(shown.json()["decision"_L1]["id"_L1].toString(), id);
    QVERIFY(shown.json()["gates"_L1].isNull());
    QCOMPARE(shown.json()["policy_error"_L1]["code"_L1].toString(), u"forbidden"_s);
}

void TestCtlLists::blockedExecutionsNameTheirGate()
{
    const CtlRun blocked = run({u"blocked"_s, u"list"_s, u"--json"_s, u"--all"_s});
    COMPARE_CODE(blocked, 0);
    const QJsonArray rows = blocked.json()["blocked"_L1].toArray();
    QVERIFY(rows.size() > 5);
    QCOMPARE(blocked.json()["rules_verified"_L1].toBool(true), false);
    static const QStringList gates{u"idempotency"_s, u"confidence"_s, u"risk_floor"_s};
    for (const QJsonValue &row : rows) {
        QVERIFY(gates.contains(row["gate"_L1].toString()));
        QVERIFY(!row["decision_id"_L1].toString().isEmpty());
        QCOMPARE(row["source"_L1].toString(), u"audit_log"_s);
    }
    const CtlRun confidence =
        run({u"blocked"_s, u"list"_s, u"--format"_s, u"table"_s, u"--filter"_s, u"gate=confidence"_s});
    COMPARE_CODE(confidence, 0);
    QVERIFY(lineCount(confidence.out) > 1);
    QVERIFY(!confidence.out.contains("risk_floor"));
}

void TestCtlLists::noBlockedExecutionIsNoProof()
{
    m_engine.setAnswerMutator("/v1/audit-logs", [](const std::string &) {
        return std::string(R"({"entries":[],"total":0,"page":1,"limit":100,"pages":0})");
    });
    const CtlRun none = run({u"blocked"_s, u"list"_s, u"--json"_s});
    COMPARE_CODE(none, 0);
    QVERIFY(none.err.contains("may be invisible here"));
}

void TestCtlLists::receiptsAreToldApart()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"journal.db"_s);
    {
        const base::SystemClock clock;
        const auto file = journal::JournalFile::open(path, clock);
        QVERIFY2(file.has_value(), file ? "" : qPrintable(file.error().message));
        for (const QString &engine : {QString::fromStdString(m_engine.baseUrl()), u"http://other:8000"_s}) {
            base::Json receipt = base::Json::object();
            receipt.set(u"decision_id"_s, text("own-decision"));
            receipt.set(u"execution_status"_s, text("delivered"));
            receipt.set(u"response_code"_s, text("200"));
            receipt.set(u"executed_at"_s, text("2026-11-30T00:00:00Z"));
            receipt.set(u"safety_overridden"_s, base::Json::boolean(true));
            journal::Draft draft;
            draft.kind = journal::EntryKind::Outcome;
            draft.actor = u"tester@host"_s;
            draft.engine = engine;
            draft.subject = u"own-decision"_s;
            draft.actId = u"act-"_s + engine;
            draft.details = base::Json::object();
            draft.details.set(u"outcome"_s, text("receipt"));
            draft.details.set(u"receipt"_s, receipt);
            const auto entry = (*file)->append(draft);
            QVERIFY2(entry.has_value(), entry ? "" : qPrintable(entry.error().message));
        }
    }
    const CtlRun receipts = run({u"receipts"_s, u"list"_s, u"--json"_s, u"--all"_s, u"--journal"_s, path});
    COMPARE_CODE(receipts, 0);
    const QJsonArray rows = receipts.json()["receipts"_L1].toArray();
    const QStringList evidence = names(rows, u"evidence"_s);
    QCOMPARE(evidence.count(u"receipt"_s), 1);
    QVERIFY(evidence.count(u"derived"_s) > 10);
    QCOMPARE(rows.first()["decision_id"_L1].toString(), u"own-decision"_s);
    QCOMPARE(rows.first()["safety_overridden"_L1].toBool(), true);
    QCOMPARE(rows.first()["response_code"_L1].toInt(), 200);
    QVERIFY(rows.last()["safety_overridden"_L1].isNull());
    const CtlRun own =
        run({u"receipts"_s, u"list"_s, u"--journal"_s, path, u"--filter"_s, u"evidence=receipt"_s});
    COMPARE_CODE(own, 0);
    QCOMPARE(lineCount(own.out), 2);
}

void TestCtlLists::damagedJournalLeavesDerivedExecutions()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"journal.db"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("this is no database at all, and long enough to be looked at as one");
    file.close();
    const CtlRun receipts = run({u"receipts"_s, u"list"_s, u"--json"_s, u"--journal"_s, file.fileName()});
    COMPARE_CODE(receipts, 3);
    QVERIFY(receipts.json()["receipts"_L1].toArray().size() > 10);
    QCOMPARE(receipts.json()["gaps"_L1].toArray().size(), 1);
    COMPARE_CODE(run({u"receipts"_s, u"list"_s, u"--journal"_s, u"/nowhere/journal.db"_s}), 2);
    const CtlRun none = run({u"receipts"_s, u"list"_s});
    COMPARE_CODE(none, 0);
    QVERIFY(none.err.contains("There is no journal"));
}

void TestCtlLists::viewerReadsLists()
{
    const CtlRun list = runCtl({u"decisions"_s, u"list"_s, u"--limit"_s, u"1"_s, u"--engine"_s,
                                QString::fromStdString(m_engine.baseUrl())},
                               m_engine.viewerKey());
    COMPARE_CODE(list, 0);
}

QTEST_GUILESS_MAIN(TestCtlLists)
#include "tst_ctl_lists.moc"
