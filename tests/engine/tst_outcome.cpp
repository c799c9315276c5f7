// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/engine/outcome.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::Error;
using algenta::base::ErrorCode;
using algenta::base::Json;
using algenta::net::AnswerLost;
using algenta::net::Header;
using algenta::net::HttpResponse;
using algenta::net::NotSent;

namespace engine = algenta::engine;

namespace
{

const QString corpus = QStringLiteral(ALGENTA_SOURCE_DIR "/contracts/examples/outcomes/");

QByteArray fileBytes(const QString &name)
{
    QFile file(corpus + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(name));
    return file.readAll();
}

const QByteArray receipt =
    R"({"decision_id":"d1","webhook_url":"hook","execution_status":"delivered",
    "response_code":200,"executed_at":"2026-11-30T09:00:00Z","policy_snapshot_id":null,"schema_snapshot_id":null,
    "manifest_version":1,"payload_summary":{},"safety_overridden":false})";
const QByteArray denial =
    R"({"error":{"code":"execution_blocked_confidence","gate":"confidence","message":"low"}})";

Error errorWith(ErrorCode code)
{
    Error error;
    error.code = code;
    return error;
}

} // namespace

class TestOutcome : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void readsTheExamples_data();
    void readsTheExamples();
    void afterSendingSaysWhatIsCertain_data();
    void afterSendingSaysWhatIsCertain();
    void everyExampleFileHasARow();
    void anotherDecisionIsNoReceipt();
    void listsMissingMembers_data();
    void listsMissingMembers();
    void receiptAndRefusalContradict_data();
    void receiptAndRefusalContradict();
    void lostAnswerIsUnknown();
    void notSentIsFailure_data();
    void notSentIsFailure();
    void answersAfterSending_data();
    void answersAfterSending();
    void keepsTheBytesOfAnUnknown();
    void requestIdComesFromTheHeader();
    void readsAnEventStream();
};

void TestOutcome::readsTheExamples_data()
{
    QTest::addColumn<Json>("row");
    const auto index = algenta::base::readJson(fileBytes(u"index.json"_s));
    QVERIFY(index);
    QVERIFY((*index)[u"examples"].size() > 100);
    for (const Json &row : (*index)[u"examples"].items()) {
        QTest::addRow("%s, status %s", qPrintable(row[u"file"].toString()),
                      row[u"http_status"].numberText().constData())
            << row;
    }
}

void TestOutcome::readsTheExamples()
{
    QFETCH(Json, row);
    const QByteArray bytes = fileBytes(row[u"file"].toString());
    const int status = static_cast<int>(row[u"http_status"].toInteger().value_or(0));
    const auto outcome = engine::parseExecutionAnswer(bytes, status);
    QCOMPARE(engine::outcomeName(outcome), row[u"outcome"].toString());
    if (const auto *blocked = std::get_if<engine::ExecutionBlocked>(&outcome)) {
        QCOMPARE(blocked->gate, row[u"gate"].toString());
        QCOMPARE(blocked->gateKnown, row[u"gate_known"].toBool());
        for (const auto &[key, value] :
             {std::pair(u"request_id"_s, blocked->requestId), std::pair(u"code"_s, blocked->code),
              std::pair(u"override_hint"_s, blocked->overrideHint)}) {
            if (row.contains(key))
                QCOMPARE(value, row[key].toString());
        }
    }
    if (const auto *got = std::get_if<engine::ExecutionReceipt>(&outcome)) {
        QCOMPARE(got->executionStatus, row[u"execution_status"].toString());
        QCOMPARE(got->generation == engine::ReceiptGeneration::Plan,
                 row[u"generation"].toString() == "plan"_L1);
        if (row.contains(u"manifest_version"))
            QCOMPARE(got->manifestVersion, row[u"manifest_version"].toString());
        QCOMPARE(got->safetyOverridden, row[u"safety_overridden"].toBool());
    }
    if (const auto *failure = std::get_if<engine::ExecutionFailure>(&outcome)) {
        QVERIFY(!failure->error.message.isEmpty());
        if (row.contains(u"request_id"))
            QCOMPARE(failure->error.requestId, row[u"request_id"].toString());
    }
}

void TestOutcome::afterSendingSaysWhatIsCertain_data()
{
    readsTheExamples_data();
}

void TestOutcome::afterSendingSaysWhatIsCertain()
{
    QFETCH(Json, row);
    if (row[u"http_status"].isNull())
        return; // read from a file: there was no sending
    HttpResponse response;
    response.status = static_cast<int>(*row[u"http_status"].toInteger());
    response.body = fileBytes(row[u"file"].toString());
    const QString expected =
        row.contains(u"after_send") ? row[u"after_send"].toString() : row[u"outcome"].toString();
    QCOMPARE(engine::outcomeName(engine::interpret(response, {})), expected);
}

void TestOutcome::everyExampleFileHasARow()
{
    const QByteArray index = fileBytes(u"index.json"_s);
    int files = 0;
    for (const QString &folder : {QString(), u"near-misses/"_s}) {
        for (const QString &name : QDir(corpus + folder).entryList(QDir::Files)) {
            if (folder.isEmpty() && (name == "index.json"_L1 || name == "README.md"_L1))
                continue;
            QVERIFY2(index.contains("\"" + (folder + name).toUtf8() + "\""), qPrintable(name));
            ++files;
        }
    }
    QVERIFY(files > 80);
}

void TestOutcome::anotherDecisionIsNoReceipt()
{
    QCOMPARE(engine::outcomeName(engine::parseExecutionAnswer(receipt, 200, u"d1"_s)), u"receipt"_s);
    const auto other = engine::parseExecutionAnswer(receipt, 200, u"d2"_s);
    QCOMPARE(std::get<engine::ExecutionFailure>(other).error.code, ErrorCode::MalformedAnswer);
    QCOMPARE(engine::outcomeName(engine::interpret(HttpResponse{200, {}, receipt}, u"d2"_s)), u"unknown"_s);
}

void TestOutcome::listsMissingMembers_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QStringList>("missing");
    QTest::newRow("none") << QByteArray("x") << QByteArray("x") << QStringList();
    QTest::newRow("response code a text")
        << QByteArray("\"response_code\":200") << QByteArray("\"response_code\":\"ok\"")
        << QStringList(u"response_code"_s);
    QTest::newRow("overridden a text")
        << QByteArray("\"safety_overridden\":false") << QByteArray("\"safety_overridden\":\"true\"")
        << QStringList(u"safety_overridden"_s);
    QTest::newRow("no time") << QByteArray("\"executed_at\":\"2026-11-30T09:00:00Z\",") << QByteArray()
                             << QStringList(u"executed_at"_s);
    QTest::newRow("no summary") << QByteArray("\"payload_summary\":{},") << QByteArray()
                                << QStringList(u"payload_summary"_s);
}

void TestOutcome::listsMissingMembers()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QByteArray bytes = receipt;
    bytes.replace(from, to);
    const auto outcome = engine::parseExecutionAnswer(bytes, 200);
    const auto *got = std::get_if<engine::ExecutionReceipt>(&outcome);
    QVERIFY(got);
    QTEST(got->missing, "missing");
    QVERIFY(!got->safetyOverridden);
}

void TestOutcome::receiptAndRefusalContradict_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::newRow("409 with a receipt") << receipt << 409;
    QTest::newRow("both in one") << receipt.chopped(1) + ',' + denial.mid(1) << 200;
}

void TestOutcome::receiptAndRefusalContradict()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    const auto outcome = engine::parseExecutionAnswer(bytes, status);
    QCOMPARE(std::get<engine::ExecutionFailure>(outcome).error.code, ErrorCode::MalformedAnswer);
    QCOMPARE(engine::outcomeName(engine::interpret(HttpResponse{status, {}, bytes}, u"d1"_s)), u"unknown"_s);
}

void TestOutcome::lostAnswerIsUnknown()
{
    const auto outcome = engine::interpret(AnswerLost{errorWith(ErrorCode::TimedOut), "HTTP/1.1 2"}, u"d"_s);
    const auto *unknown = std::get_if<engine::ExecutionUnknown>(&outcome);
    QVERIFY(unknown);
    QCOMPARE(unknown->received, QByteArray("HTTP/1.1 2"));
    QCOMPARE(unknown->error.code, ErrorCode::TimedOut);
}

void TestOutcome::notSentIsFailure_data()
{
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<bool>("retryable");
    QTest::newRow("unreachable") << ErrorCode::Unreachable << true;
    QTest::newRow("refused field") << ErrorCode::RefusedField << false;
    QTest::newRow("tls") << ErrorCode::TlsFailed << false;
}

void TestOutcome::notSentIsFailure()
{
    QFETCH(ErrorCode, code);
    const auto outcome = engine::interpret(NotSent{errorWith(code)}, u"d"_s);
    const auto *failure = std::get_if<engine::ExecutionFailure>(&outcome);
    QVERIFY(failure);
    QCOMPARE(failure->error.code, code);
    QTEST(failure->retryable, "retryable");
}

void TestOutcome::answersAfterSending_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("expected");
    const QByteArray upstream = fileBytes(u"near-misses/mcp-upstream-unavailable.json"_s);
    QTest::newRow("receipt") << 200 << receipt << u"receipt"_s;
    QTest::newRow("blocked") << 409 << denial << u"blocked"_s;
    QTest::newRow("409 empty") << 409 << QByteArray() << u"blocked"_s;
    QTest::newRow("400") << 400 << QByteArray() << u"failure"_s;
    QTest::newRow("403 naming a gate") << 403 << denial << u"failure"_s;
    QTest::newRow("429") << 429 << QByteArray() << u"failure"_s;
    QTest::newRow("500") << 500 << QByteArray() << u"unknown"_s;
    QTest::newRow("503 naming a gate") << 503 << denial << u"unknown"_s;
    QTest::newRow("502 with a receipt") << 502 << receipt << u"unknown"_s;
    QTest::newRow("307") << 307 << QByteArray() << u"failure"_s;
    QTest::newRow("303: it may have acted first") << 303 << QByteArray() << u"unknown"_s;
    QTest::newRow("202 empty") << 202 << QByteArray() << u"unknown"_s;
    QTest::newRow("200 page") << 200 << QByteArray("<html></html>") << u"unknown"_s;
    QTest::newRow("200 cut") << 200 << receipt.chopped(9) << u"unknown"_s;
    QTest::newRow("200 error text") << 200 << QByteArray(R"({"error":"oops"})") << u"unknown"_s;
    QTest::newRow("200 error without status")
        << 200 << QByteArray(R"({"error":{"code":"x","message":"m"}})") << u"unknown"_s;
    QTest::newRow("upstream timed out") << 200 << upstream << u"unknown"_s;
    QTest::newRow("json-rpc invalid params")
        << 200 << QByteArray(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"m"}})")
        << u"failure"_s;
    QTest::newRow("json-rpc internal error")
        << 200 << QByteArray(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m"}})")
        << u"unknown"_s;
}

void TestOutcome::answersAfterSending()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QString, expected);
    QCOMPARE(engine::outcomeName(engine::interpret(HttpResponse{status, {}, body}, u"d1"_s)), expected);
}

void TestOutcome::keepsTheBytesOfAnUnknown()
{
    const QByteArray body = "half an answ";
    const auto outcome = engine::interpret(HttpResponse{200, {}, body}, u"d1"_s);
    QCOMPARE(std::get<engine::ExecutionUnknown>(outcome).received, body);
}

void TestOutcome::requestIdComesFromTheHeader()
{
    const QList<Header> headers{{"X-Request-Id", "req_h"}};
    const auto outcome = engine::interpret(HttpResponse{409, headers, denial}, u"d1"_s);
    QCOMPARE(std::get<engine::ExecutionBlocked>(outcome).requestId, u"req_h"_s);
}

void TestOutcome::readsAnEventStream()
{
    const QList<Header> headers{{"Content-Type", "text/event-stream"}};
    QByteArray line =
        R"({"jsonrpc":"2.0","id":4,"result":{"content":[],"structuredContent":)" + receipt + "}}";
    line.replace('\n', ' ');
    const QByteArray stream = "data: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\ndata: " + line + "\n\n";
    QCOMPARE(engine::outcomeName(engine::interpret(HttpResponse{200, headers, stream}, u"d1"_s)),
             u"receipt"_s);
    QCOMPARE(engine::outcomeName(engine::interpret(HttpResponse{200, headers, stream.chopped(1)}, u"d1"_s)),
             u"unknown"_s);
}

QTEST_GUILESS_MAIN(TestOutcome)
#include "tst_outcome.moc"
