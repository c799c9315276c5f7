// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonwriter.h"
#include "tests/liaison/liaisonfixture.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace algenta;
using namespace algenta::liaison;
using namespace algenta::liaison::test;
using namespace Qt::Literals::StringLiterals;
using base::Json;

/** Places, order and words of reports; the judgements that no single example shows. */
class TestTranscriptValidator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void ruleNamesAndSentencesAreDistinct();
    void everyViolationIsFoundInOrder();
    void reportIsTheSameBytesEachTime();
    void nothingOfTheInputIsRepeated();
    void evidenceOfAnotherInvocationIsUnknown();
    void evidenceOfAnErrorDoesNotCount();
    void sameIdAsDatasetAndRecordIsNoRecord();
    void retryIsJudgedByTheContract();
    void sameInputInOtherSpellingIsARetry();
    void severalToolErrorsMayBeToldByTheLast();
    void timeoutIsThatOfTheTool_data();
    void timeoutIsThatOfTheTool();
    void words_data();
    void words();
    void sentences_data();
    void sentences();
    void textThatIsNoJson_data();
    void textThatIsNoJson();
    void longInvocationIdIsNotShown();
};

void TestTranscriptValidator::ruleNamesAndSentencesAreDistinct()
{
    QSet<QString> names;
    QSet<QString> texts;
    static const QRegularExpression form(u"^[a-z]+(_[a-z]+)*$"_s);
    for (const Rule rule : allRules()) {
        QVERIFY(form.match(ruleName(rule)).hasMatch());
        names.insert(ruleName(rule));
        texts.insert(ruleText(rule));
    }
    QCOMPARE(names.size(), allRules().size());
    QCOMPARE(texts.size(), allRules().size());
    QSet<Rule> used;
    for (const Problem problem : allProblems()) {
        QVERIFY(problemText(problem).endsWith(u'.'));
        used.insert(ruleOf(problem));
    }
    QCOMPARE(used.size(), allRules().size());
}

void TestTranscriptValidator::everyViolationIsFoundInOrder()
{
    Json transcript = example(u"valid/retry-succeeded.json"_s);
    transcript.set(u"note"_s, Json());
    transcript =
        with(transcript, {u"answer"_s, u"text"_s}, Json::string(u"I approved it. authorization: x"_s));
    transcript = with(transcript, {u"answer"_s, u"claims"_s, u"0"_s, u"evidenceIds"_s, u"0"_s},
                      Json::string(u"ev-0000000000000000"_s));
    transcript = with(transcript, {u"sequence"_s, u"1"_s, u"elapsed_ms"_s}, Json::integer(40'000));
    transcript = with(transcript, {u"sequence"_s, u"1"_s, u"seq"_s}, Json::integer(7));
    transcript = with(transcript, {u"sequence"_s, u"2"_s, u"envelope"_s, u"x"_s}, Json());
    QCOMPARE(lines(validator().check(transcript)),
             QStringList({u"malformed_transcript  0"_s, u"bad_sequence sequence[1].seq 2"_s,
                          u"timeout_exceeded sequence[1].elapsed_ms 2"_s, u"bad_sequence sequence[2].seq 3"_s,
                          u"envelope_extra_field sequence[2].envelope 3"_s, u"unsafe_content answer.text 0"_s,
                          u"unknown_reference answer.claims[0].evidenceIds[0] 0"_s,
                          u"mutation_or_approval_claim answer.text 0"_s}));
}

void TestTranscriptValidator::reportIsTheSameBytesEachTime()
{
    const Json transcript = example(u"invalid/hidden_error.earlier-tool.json"_s);
    const QByteArray first = base::writeJson(reportJson(validator().check(transcript)));
    for (int i = 0; i < 50; ++i) {
        const TranscriptValidator other(embeddedLiaisonContract());
        QCOMPARE(base::writeJson(reportJson(other.check(transcript))), first);
    }
    QCOMPARE(
        first,
        QByteArray(R"({"invocation_id":"inv-hidden-earlier","verdict":"rejected","violations":[)"
                   R"({"rule":"hidden_error","path":"sequence[1].envelope.status","seq":2,)"
                   R"("message":"The last result of this tool is an error, and the answer hides it."}]})"));
}

void TestTranscriptValidator::nothingOfTheInputIsRepeated()
{
    const QByteArray mark = "Zq9Zq9";
    for (const char *place : {"\"get_job_status\"", "\"job-status\"", "\"job_id\"", "\"status\"", "\"live\"",
                              "\"ev-", "\"text\"", "\"record\"", "\"found\"", "\"seq\""}) {
        QByteArray text = fileBytes(u"examples/liaison/valid/retry-succeeded.json"_s);
        QVERIFY2(text.contains(place), place);
        text.replace(QByteArray(place).chopped(QByteArray(place).endsWith('"') ? 1 : 0),
                     QByteArray(place).chopped(QByteArray(place).endsWith('"') ? 1 : 0) + mark);
        const Report report = validator().checkBytes(text);
        QVERIFY2(!report.isAccepted(), place);
        QVERIFY2(!base::writeJson(reportJson(report)).contains(mark), place);
    }
}

void TestTranscriptValidator::evidenceOfAnotherInvocationIsUnknown()
{
    // The id is well-formed and even derived, but this transcript never returned it.
    const Json first = example(u"valid/trend-scan.json"_s);
    Json second = example(u"valid/job-status.json"_s);
    second = with(second, {u"answer"_s, u"claims"_s, u"0"_s, u"evidenceIds"_s},
                  first[u"answer"][u"claims"].at(0)[u"evidenceIds"]);
    QVERIFY(validator().check(first).isAccepted());
    QCOMPARE(lines(validator().check(second)),
             QStringList{u"unknown_reference answer.claims[0].evidenceIds[0] 0"_s});
}

void TestTranscriptValidator::evidenceOfAnErrorDoesNotCount()
{
    Json transcript = example(u"valid/job-status.json"_s);
    const QStringList envelope{u"sequence"_s, u"1"_s, u"envelope"_s};
    transcript = with(transcript, envelope + QStringList{u"status"_s}, Json::string(u"error"_s));
    const QStringList rules = validator().check(transcript).ruleNames();
    QVERIFY(rules.contains(u"unknown_reference"_s));
    QVERIFY(rules.contains(u"hidden_error"_s));
}

void TestTranscriptValidator::sameIdAsDatasetAndRecordIsNoRecord()
{
    Json transcript = example(u"valid/job-status.json"_s);
    const QStringList place{u"sequence"_s, u"1"_s, u"envelope"_s, u"evidence"_s};
    Json list = transcript[u"sequence"].at(1)[u"envelope"][u"evidence"];
    Json item = list.at(0);
    item.set(u"reference"_s, Json());
    list.append(item);
    QCOMPARE(lines(validator().check(with(transcript, place, list))),
             QStringList{u"record_claim_needs_record_evidence answer.claims[0].evidenceIds[0] 0"_s});
}

void TestTranscriptValidator::retryIsJudgedByTheContract()
{
    // A result that calls a permanent error retryable does not justify a second call.
    Json transcript = example(u"invalid/invalid_retry.not-retryable.json"_s);
    transcript = with(transcript, {u"sequence"_s, u"1"_s, u"envelope"_s, u"error"_s, u"retryable"_s},
                      Json::boolean(true));
    QCOMPARE(validator().check(transcript).ruleNames(),
             QStringList({u"invalid_retry"_s, u"error_differs_from_contract"_s}));
}

void TestTranscriptValidator::sameInputInOtherSpellingIsARetry()
{
    const auto searched = [](const char *first, const char *second) {
        Json transcript = example(u"invalid/invalid_retry.other-input.json"_s);
        transcript = with(transcript, {u"sequence"_s, u"1"_s, u"input"_s}, base::readJson(first).value());
        return with(transcript, {u"sequence"_s, u"2"_s, u"input"_s}, base::readJson(second).value());
    };
    QVERIFY(validator()
                .check(searched(R"({"query":"rust","limit":2})", R"({"limit":2,"query":"ru\u0073t"})"))
                .isAccepted());
    QVERIFY(
        !validator().check(searched(R"({"query":"rust","limit":2})", R"({"query":"rust"})")).isAccepted());
    QVERIFY(!validator().check(searched(R"({"query":"rust"})", R"({"query":"Rust"})")).isAccepted());
}

void TestTranscriptValidator::severalToolErrorsMayBeToldByTheLast()
{
    Json transcript = example(u"valid/posting-schedule-three-tools.json"_s);
    const Json failed = example(u"valid/retryable-error-not-retried.json"_s)[u"sequence"].at(1)[u"envelope"];
    Json denied = failed;
    denied.set(u"error"_s, Json::object({{u"code"_s, Json::string(u"authorization_failed"_s)},
                                         {u"category"_s, Json::string(u"authorization"_s)},
                                         {u"message"_s, Json::string(u"Refused."_s)},
                                         {u"retryable"_s, Json::boolean(false)}}));
    transcript = with(transcript, {u"sequence"_s, u"1"_s, u"envelope"_s}, failed);
    transcript = with(transcript, {u"sequence"_s, u"2"_s, u"envelope"_s}, denied);
    Json answer = Json::object({{u"status"_s, Json::string(u"error"_s)},
                                {u"text"_s, Json::string(u"It could not be read."_s)},
                                {u"claims"_s, Json::array()},
                                {u"error"_s, denied[u"error"]}});
    QVERIFY(validator().check(with(transcript, {u"answer"_s}, answer)).isAccepted());
    answer.set(u"error"_s, failed[u"error"]);
    QCOMPARE(validator().check(with(transcript, {u"answer"_s}, answer)).ruleNames(),
             QStringList{u"error_not_preserved"_s});
}

void TestTranscriptValidator::timeoutIsThatOfTheTool_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("elapsed");
    QTest::addColumn<bool>("good");
    QTest::newRow("20 s of 20") << u"valid/trend-scan.json"_s << 20'000 << true;
    QTest::newRow("20.001 s of 20") << u"valid/trend-scan.json"_s << 20'001 << false;
    QTest::newRow("20.001 s of 30") << u"valid/job-status.json"_s << 20'001 << true;
    QTest::newRow("30.001 s of 30") << u"valid/job-status.json"_s << 30'001 << false;
    QTest::newRow("negative") << u"valid/job-status.json"_s << -1 << false;
}

void TestTranscriptValidator::timeoutIsThatOfTheTool()
{
    QFETCH(const QString, file);
    QFETCH(const int, elapsed);
    QFETCH(const bool, good);
    const Json slow = with(example(file), {u"sequence"_s, u"1"_s, u"elapsed_ms"_s}, Json::integer(elapsed));
    QCOMPARE(validator().check(slow).isAccepted(), good);
}

void TestTranscriptValidator::words_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("claims");
    const auto row = [](const QString &text, bool claims) {
        QTest::newRow(qPrintable(text)) << text << claims;
    };
    row(u"I approved it"_s, true);
    row(u"I have just approved it"_s, true);
    row(u"I've already rejected it"_s, true);
    row(u"We had then SCHEDULED it"_s, true);
    row(u"harmonia, successfully, executed it"_s, true);
    row(u"“Nova” verified it"_s, true);
    row(u"It has been successfully published"_s, true);
    row(u"credentials have been rotated"_s, true);
    row(u"see the execution receipt"_s, true);
    row(u"I \uff41\uff50\uff50\uff52\uff4f\uff56\uff45\uff44 it"_s, true); // full-width letters
    row(u"I app\u00adroved it"_s, true);
    row(u"I approve\u0301d it"_s, true);

    row(u"The stage is approved"_s, false);
    row(u"It was published on Monday"_s, false);
    row(u"I cannot approve it"_s, false);
    row(u"I have not approved it"_s, false);
    row(u"Not by Nova. Approved posts: 3"_s, false);
    row(u"Nova: published 3"_s, false);
    row(u"the unapproved draft"_s, false);
    row(u"an approval is needed"_s, false);
    row(u"verified"_s, false);
    row(QString(), false);
}

void TestTranscriptValidator::words()
{
    QFETCH(const QString, text);
    QFETCH(const bool, claims);
    QCOMPARE(ClaimWords(embeddedLiaisonContract().claimWords).claimsAct(text), claims);
}

void TestTranscriptValidator::sentences_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("cited");
    const QString said = u"Job job-1 is awaiting approval [ev-481bc825dcf80fca]"_s;
    const auto row = [](const char *name, const QString &text, bool cited) {
        QTest::newRow(name) << text << cited;
    };
    row("the claim", said + u'.', true);
    row("no full stop", said, true);
    row("claim without an id elsewhere", said + u". JOB JOB-1 IS AWAITING APPROVAL!"_s, true);
    row("id without the claim", said + u". So it is (ev-481bc825dcf80fca)."_s, true);
    row("marks alone", said + u". … – 1.5"_s, true);
    row("a further sentence", said + u". It is late."_s, false);
    row("a further line", said + u"\nIt is late"_s, false);
    row("before the claim", u"It is late. "_s + said, false);
    row("a question", said + u". Is it late?"_s, false);
}

void TestTranscriptValidator::sentences()
{
    QFETCH(const QString, text);
    QFETCH(const bool, cited);
    const Json transcript =
        with(example(u"valid/job-status.json"_s), {u"answer"_s, u"text"_s}, Json::string(text));
    const TranscriptValidator strict(embeddedLiaisonContract(), ValidatorOptions{false, true});
    const QStringList expected = cited ? QStringList() : QStringList{u"uncited_sentence answer.text 0"_s};
    QCOMPARE(lines(strict.check(transcript)), expected);
    QVERIFY(validator().check(transcript).isAccepted());
}

void TestTranscriptValidator::textThatIsNoJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("rule");
    const QString broken = u"broken_document"_s;
    QTest::newRow("empty") << QByteArray() << broken;
    QTest::newRow("cut") << QByteArray(R"({"invocation_id":"a)") << broken;
    QTest::newRow("key twice") << QByteArray(R"({"answer":1,"answer":2})") << broken;
    QTest::newRow("too deep") << QByteArray(200, '[') + QByteArray(200, ']') << broken;
    QTest::newRow("two documents") << QByteArray("{}{}") << broken;
    QTest::newRow("a list") << QByteArray("[]") << u"malformed_transcript"_s;
    QTest::newRow("a number") << QByteArray("1") << u"malformed_transcript"_s;
}

void TestTranscriptValidator::textThatIsNoJson()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, rule);
    const Report report = validator().checkBytes(text);
    QCOMPARE(report.ruleNames(), QStringList{rule});
    QCOMPARE(report.violations.size(), 1);
}

void TestTranscriptValidator::longInvocationIdIsNotShown()
{
    const Json transcript =
        with(example(u"valid/job-status.json"_s), {u"invocation_id"_s}, Json::string(QString(201, u'x')));
    const Report report = validator().check(transcript);
    QCOMPARE(lines(report), QStringList{u"malformed_transcript invocation_id 0"_s});
    QVERIFY(reportJson(report)[u"invocation_id"].isNull());
}

QTEST_GUILESS_MAIN(TestTranscriptValidator)
#include "tst_transcriptvalidator.moc"
