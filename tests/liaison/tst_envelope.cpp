// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/envelope.h"
#include "core/liaison/evidenceid.h"
#include "tests/liaison/liaisonfixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace algenta;
using namespace algenta::liaison;
using namespace algenta::liaison::test;
using namespace Qt::Literals::StringLiterals;

/** What an envelope may be, member by member, and what the contract of its tool adds to that. */
class TestEnvelope : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void evidenceIdsAreDerived_data();
    void evidenceIdsAreDerived();
    void evidenceIdForm_data();
    void evidenceIdForm();
    void envelope_data();
    void envelope();
    void goodEnvelopeIsReadWhole();
    void contractOfTheTool_data();
    void contractOfTheTool();
    void records_data();
    void records();

private:
    static QStringList found(const QByteArray &text, const LiaisonTool *tool = nullptr);
};

namespace
{

const QByteArray goodEvidence =
    R"({"evidenceId":"ev-481bc825dcf80fca","source":"harmonia_firestore_job","provenance":"live","reference":"job-1"})";
const QByteArray goodError =
    R"({"code":"job_not_found","category":"not_found","message":"No such job.","retryable":false})";

QByteArray success(const QByteArray &evidence)
{
    return R"({"status":"success","data":{},"error":null,"evidence":[)" + evidence + "]}";
}

QByteArray failure(const QByteArray &error)
{
    return R"({"status":"error","data":null,"error":)" + error + R"(,"evidence":[]})";
}

} // namespace

QStringList TestEnvelope::found(const QByteArray &text, const LiaisonTool *tool)
{
    QStringList list;
    const auto note = [&list](Problem problem, const QString &below) {
        list.append(ruleName(ruleOf(problem)) + u' ' + below);
    };
    const auto json = base::readJson(text);
    if (!json)
        return {u"the row is not JSON"_s};
    const Envelope envelope = readEnvelope(*json, note);
    if (tool)
        checkEnvelope(envelope, *tool, embeddedLiaisonContract(), note);
    return list;
}

void TestEnvelope::evidenceIdsAreDerived_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("provenance");
    QTest::addColumn<QString>("reference");
    QTest::addColumn<QString>("id");
    QTest::newRow("data set") << u"hacker_news_algolia"_s << u"live"_s << QString()
                              << u"ev-6520d97f8f165bc7"_s;
    QTest::newRow("record") << u"harmonia_firestore_job"_s << u"live"_s << u"job-1"_s
                            << u"ev-481bc825dcf80fca"_s;
    QTest::newRow("mock") << u"harmonia_measured_post"_s << u"mock"_s << u"1901"_s
                          << u"ev-821516346243be84"_s;
}

void TestEnvelope::evidenceIdsAreDerived()
{
    QFETCH(const QString, source);
    QFETCH(const QString, provenance);
    QFETCH(const QString, reference);
    QFETCH(const QString, id);
    QCOMPARE(evidenceId(source, provenance, reference), id);
    QVERIFY(isEvidenceId(id));
}

void TestEnvelope::evidenceIdForm_data()
{
    QTest::addColumn<QString>("id");
    QTest::newRow("empty") << QString();
    QTest::newRow("short") << u"ev-481bc825dcf80fc"_s;
    QTest::newRow("long") << u"ev-481bc825dcf80fcaa"_s;
    QTest::newRow("capitals") << u"ev-481BC825DCF80FCA"_s;
    QTest::newRow("prefix") << u"id-481bc825dcf80fca"_s;
    QTest::newRow("other digits") << u"ev-481bc825dcf80fc\u0661"_s;
    QTest::newRow("line feed") << u"ev-481bc825dcf80fca\n"_s;
}

void TestEnvelope::evidenceIdForm()
{
    QFETCH(const QString, id);
    QVERIFY(!isEvidenceId(id));
}

void TestEnvelope::envelope_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArray &text, const QStringList &expected) {
        QTest::newRow(name) << text << expected;
    };
    row("success", success(goodEvidence), {});
    row("success without evidence", success({}), {});
    row("error", failure(goodError), {});
    row("not an object", "[]", {u"envelope_malformed "_s});
    row("empty object", "{}",
        {u"envelope_malformed status"_s, u"envelope_malformed data"_s, u"envelope_malformed error"_s,
         u"envelope_malformed evidence"_s});
    row("other status", R"({"status":"partial","data":{},"error":null,"evidence":[]})",
        {u"envelope_malformed status"_s});
    row("data is a list", R"({"status":"success","data":[],"error":null,"evidence":[]})",
        {u"envelope_malformed data"_s});
    row("evidence is null", R"({"status":"success","data":{},"error":null,"evidence":null})",
        {u"envelope_malformed evidence"_s});
    row("fifth member", R"({"status":"success","data":{},"error":null,"evidence":[],"meta":1})",
        {u"envelope_extra_field "_s});
    row("success without data", R"({"status":"success","data":null,"error":null,"evidence":[]})",
        {u"envelope_impossible_state data"_s});
    row("success with an error",
        R"({"status":"success","data":{},"error":)" + goodError + R"(,"evidence":[]})",
        {u"envelope_impossible_state error"_s});
    row("error without an error", R"({"status":"error","data":null,"error":null,"evidence":[]})",
        {u"envelope_impossible_state error"_s});
    row("error with data", R"({"status":"error","data":{},"error":)" + goodError + R"(,"evidence":[]})",
        {u"envelope_impossible_state data"_s});
    row("error with evidence",
        R"({"status":"error","data":null,"error":)" + goodError + R"(,"evidence":[)" + goodEvidence + "]}",
        {u"envelope_impossible_state evidence"_s});

    row("error is a text", failure("\"oops\""), {u"envelope_malformed error"_s});
    row("fifth member of the error", failure(QByteArray(goodError).replace("{", R"({"stage":"x",)")),
        {u"envelope_extra_field error"_s});
    row("code in capitals", failure(QByteArray(goodError).replace("job_not_found", "JOB_NOT_FOUND")),
        {u"envelope_malformed error.code"_s});
    row("code of 81", failure(QByteArray(goodError).replace("job_not_found", QByteArray(81, 'a'))),
        {u"envelope_malformed error.code"_s});
    row("category", failure(QByteArray(goodError).replace("\"not_found\"", "\"conflict\"")),
        {u"envelope_malformed error.category"_s});
    row("message empty", failure(QByteArray(goodError).replace("No such job.", "")),
        {u"envelope_malformed error.message"_s});
    row("message of 501", failure(QByteArray(goodError).replace("No such job.", QByteArray(501, 'm'))),
        {u"envelope_malformed error.message"_s});
    row("message of 500", failure(QByteArray(goodError).replace("No such job.", QByteArray(500, 'm'))), {});
    row("retryable is a text", failure(QByteArray(goodError).replace("false", "\"false\"")),
        {u"envelope_malformed error.retryable"_s});

    row("reference null", success(QByteArray(goodEvidence).replace("\"job-1\"", "null")), {});
    row("reference absent", success(QByteArray(goodEvidence).replace(R"(,"reference":"job-1")", "")), {});
    row("reference empty", success(QByteArray(goodEvidence).replace("job-1", "")),
        {u"envelope_malformed evidence[0].reference"_s});
    row("reference of 2001", success(QByteArray(goodEvidence).replace("job-1", QByteArray(2001, 'r'))),
        {u"envelope_malformed evidence[0].reference"_s});
    row("source of 121",
        success(QByteArray(goodEvidence).replace("harmonia_firestore_job", QByteArray(121, 's'))),
        {u"envelope_malformed evidence[0].source"_s});
    row("provenance", success(QByteArray(goodEvidence).replace("live", "cached")),
        {u"envelope_malformed evidence[0].provenance"_s});
    row("id", success(QByteArray(goodEvidence).replace("ev-4", "ev-G")),
        {u"envelope_malformed evidence[0].evidenceId"_s});
    row("fifth member of the evidence",
        success(QByteArray(goodEvidence).replace("{", R"({"level":"record",)")),
        {u"envelope_extra_field evidence[0]"_s});
    row("second item is a text", success(goodEvidence + ",\"ev-481bc825dcf80fca\""),
        {u"envelope_malformed evidence[1]"_s});
    QByteArrayList many(100, goodEvidence);
    row("100 items", success(many.join(',')), {});
    many.append(goodEvidence);
    row("101 items", success(many.join(',')), {u"envelope_malformed evidence"_s});
}

void TestEnvelope::envelope()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, expected);
    QCOMPARE(found(text), expected);
}

void TestEnvelope::goodEnvelopeIsReadWhole()
{
    const auto ignore = [](Problem, const QString &) {};
    const Envelope good = readEnvelope(base::readJson(success(goodEvidence)).value(), ignore);
    QCOMPARE(good.status, Envelope::Status::Success);
    QVERIFY(good.data.isObject());
    QVERIFY(!good.error);
    QCOMPARE(good.evidence, QList<Evidence>({{u"ev-481bc825dcf80fca"_s, u"harmonia_firestore_job"_s,
                                              u"live"_s, u"job-1"_s}}));
    QVERIFY(good.evidence.constFirst().isRecordLevel());
    QVERIFY(!good.evidence.constFirst().isMock());
    const Envelope bad = readEnvelope(base::readJson(failure(goodError)).value(), ignore);
    QCOMPARE(bad.status, Envelope::Status::Error);
    QCOMPARE(*bad.error, (ToolError{u"job_not_found"_s, u"not_found"_s, u"No such job."_s, false}));
}

void TestEnvelope::contractOfTheTool_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    const QString job = u"get_job_status"_s;
    const auto data = [](const char *text) {
        return R"({"status":"success","data":)" + QByteArray(text) + R"(,"error":null,"evidence":[]})";
    };
    QTest::newRow("declared error") << job << failure(goodError) << QStringList();
    QTest::newRow("error of another tool")
        << u"get_operator_feed"_s << failure(goodError) << QStringList{u"undeclared_error_code error.code"_s};
    QTest::newRow("unknown code") << job
                                  << failure(QByteArray(goodError).replace("job_not_found", "http_404"))
                                  << QStringList{u"undeclared_error_code error.code"_s};
    QTest::newRow("other category") << job
                                    << failure(
                                           QByteArray(goodError).replace("\"not_found\"", "\"validation\""))
                                    << QStringList{u"error_differs_from_contract error.category"_s};
    QTest::newRow("other retryability") << job << failure(QByteArray(goodError).replace("false", "true"))
                                        << QStringList{u"error_differs_from_contract error.retryable"_s};
    QTest::newRow("declared data") << job << data(R"({"found":true,"job":{"id":"a","actions":[{"x":1}]}})")
                                   << QStringList();
    QTest::newRow("undeclared data") << job << data(R"({"found":true,"draft":"x"})")
                                     << QStringList{u"undeclared_output_field data"_s};
    QTest::newRow("undeclared member of the job") << job << data(R"({"job":{"id":"a","prompt":"x"}})")
                                                  << QStringList{u"undeclared_output_field data.job"_s};
    QTest::newRow("undeclared member in a list")
        << u"fetch_trend_signals"_s << data(R"({"signals":[{"title":"a"},{"html":"x"}]})")
        << QStringList{u"undeclared_output_field data.signals[1]"_s};
}

void TestEnvelope::contractOfTheTool()
{
    QFETCH(const QString, tool);
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, expected);
    QCOMPARE(found(text, embeddedLiaisonContract().tool(tool)), expected);
}

void TestEnvelope::records_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *value, bool expected) {
        QTest::newRow(value) << QByteArray(value) << expected;
    };
    row("null", false);
    row("false", false);
    row("0", false);
    row("0.0", false);
    row("-1", false);
    row("[]", false);
    row("{}", false);
    row("\"\"", false);
    row(R"({"active":0,"failed":0})", false);
    row(R"({"a":{"b":[]}})", false);
    row("true", true);
    row("3", true);
    row("1e400", true);
    row("[{}]", true);
    row(R"({"active":0,"failed":1})", true);
    row(R"({"a":{"b":[0]}})", true);
    row("\"x\"", true);
}

void TestEnvelope::records()
{
    QFETCH(const QByteArray, value);
    QFETCH(const bool, expected);
    QCOMPARE(holdsRecords(base::readJson(value).value()), expected);
}

QTEST_GUILESS_MAIN(TestEnvelope)
#include "tst_envelope.moc"
