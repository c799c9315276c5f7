// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonwriter.h"
#include "tests/liaison/liaisonfixture.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace algenta;
using namespace algenta::liaison;
using namespace algenta::liaison::test;
using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

using Mutations = QList<Json>;

Json::Array entriesOf(const Json &transcript)
{
    return transcript[u"sequence"].items();
}

Json withEntries(const Json &transcript, const Json::Array &entries)
{
    return with(transcript, {u"sequence"_s}, Json::array(entries));
}

Json renumbered(const Json &transcript)
{
    Json::Array entries = entriesOf(transcript);
    for (qsizetype i = 0; i < entries.size(); ++i)
        entries[i].set(u"seq"_s, Json::integer(i + 1));
    return withEntries(transcript, entries);
}

bool isCall(const Json &entry)
{
    return entry[u"type"].toString() == "tool_call"_L1;
}

bool succeeded(const Json &entry)
{
    return entry[u"envelope"][u"status"].toString() == "success"_L1;
}

QStringList place(qsizetype entry, const QStringList &below)
{
    return QStringList{u"sequence"_s, QString::number(entry)} + below;
}

/** Calls @p make with the index of each entry for which it holds that it is a call. */
Mutations forCalls(const Json &transcript,
                   const std::function<void(qsizetype, const Json &, Mutations &)> &make)
{
    Mutations all;
    const Json::Array entries = entriesOf(transcript);
    for (qsizetype i = 0; i < entries.size(); ++i) {
        if (isCall(entries.at(i)))
            make(i, entries.at(i), all);
    }
    return all;
}

Mutations dropEntry(const Json &transcript)
{
    Mutations all;
    for (qsizetype i = 0; i + 1 < entriesOf(transcript).size(); ++i) {
        Json::Array entries = entriesOf(transcript);
        entries.removeAt(i);
        all.append(withEntries(transcript, entries));
    }
    return all;
}

Mutations dropSkill(const Json &transcript)
{
    Json::Array entries = entriesOf(transcript);
    entries.removeFirst();
    return {renumbered(withEntries(transcript, entries))};
}

Mutations swapEntries(const Json &transcript)
{
    Mutations all;
    for (qsizetype i = 0; i + 1 < entriesOf(transcript).size(); ++i) {
        Json::Array entries = entriesOf(transcript);
        entries.swapItemsAt(i, i + 1);
        all.append(withEntries(transcript, entries));
    }
    return all;
}

Mutations repeatEntry(const Json &transcript)
{
    Mutations all;
    for (qsizetype i = 0; i < entriesOf(transcript).size(); ++i) {
        Json::Array entries = entriesOf(transcript);
        entries.insert(i, entries.at(i));
        all.append(withEntries(transcript, entries));
    }
    return all;
}

Mutations repeatSkill(const Json &transcript)
{
    Json::Array entries = entriesOf(transcript);
    entries.insert(1, entries.constFirst());
    return {renumbered(withEntries(transcript, entries))};
}

Mutations repeatSuccessfulCall(const Json &transcript)
{
    return forCalls(transcript, [&transcript](qsizetype i, const Json &entry, Mutations &all) {
        if (!succeeded(entry))
            return;
        Json::Array entries = entriesOf(transcript);
        entries.insert(i, entry);
        all.append(renumbered(withEntries(transcript, entries)));
    });
}

Mutations dropCitedCalls(const Json &transcript)
{
    if (transcript[u"answer"][u"claims"].size() == 0)
        return {};
    return {withEntries(transcript, {entriesOf(transcript).constFirst()})};
}

Mutations alterCitation(const Json &transcript)
{
    Mutations all;
    const Json &claims = transcript[u"answer"][u"claims"];
    for (qsizetype i = 0; i < claims.size(); ++i) {
        for (qsizetype k = 0; k < claims.at(i)[u"evidenceIds"].size(); ++k) {
            QString id = claims.at(i)[u"evidenceIds"].at(k).toString();
            id[id.size() - 1] = id.endsWith(u'0') ? u'1' : u'0';
            all.append(
                with(transcript,
                     {u"answer"_s, u"claims"_s, QString::number(i), u"evidenceIds"_s, QString::number(k)},
                     Json::string(id)));
        }
    }
    return all;
}

Mutations dropCitations(const Json &transcript)
{
    Mutations all;
    for (qsizetype i = 0; i < transcript[u"answer"][u"claims"].size(); ++i) {
        all.append(with(transcript, {u"answer"_s, u"claims"_s, QString::number(i), u"evidenceIds"_s},
                        Json::array()));
    }
    return all;
}

Mutations turnStatus(const Json &transcript)
{
    return forCalls(transcript, [&transcript](qsizetype i, const Json &entry, Mutations &all) {
        all.append(with(transcript, place(i, {u"envelope"_s, u"status"_s}),
                        Json::string(succeeded(entry) ? u"error"_s : u"success"_s)));
    });
}

Mutations dropEnvelopeKey(const Json &transcript)
{
    return forCalls(transcript, [&transcript](qsizetype i, const Json &entry, Mutations &all) {
        for (const base::JsonMember &member : entry[u"envelope"].members()) {
            Json envelope = entry[u"envelope"];
            envelope.remove(member.key);
            all.append(with(transcript, place(i, {u"envelope"_s}), envelope));
        }
    });
}

Mutations addEnvelopeKey(const Json &transcript)
{
    return forCalls(transcript, [&transcript](qsizetype i, const Json &entry, Mutations &all) {
        all.append(with(transcript, place(i, {u"envelope"_s, u"level"_s}), Json::string(u"x"_s)));
        if (!succeeded(entry))
            all.append(with(transcript, place(i, {u"envelope"_s, u"error"_s, u"level"_s}), Json()));
        for (qsizetype k = 0; k < entry[u"envelope"][u"evidence"].size(); ++k) {
            all.append(with(transcript,
                            place(i, {u"envelope"_s, u"evidence"_s, QString::number(k), u"level"_s}),
                            Json()));
        }
    });
}

Mutations addDataKey(const Json &transcript)
{
    return forCalls(transcript, [&transcript](qsizetype i, const Json &entry, Mutations &all) {
        if (succeeded(entry))
            all.append(with(transcript, place(i, {u"envelope"_s, u"data"_s, u"draft"_s}), Json()));
    });
}

Mutations addKey(const Json &transcript)
{
    Mutations all{with(transcript, {u"note"_s}, Json()), with(transcript, {u"answer"_s, u"note"_s}, Json())};
    for (qsizetype i = 0; i < entriesOf(transcript).size(); ++i)
        all.append(with(transcript, place(i, {u"note"_s}), Json()));
    for (qsizetype i = 0; i < transcript[u"answer"][u"claims"].size(); ++i)
        all.append(with(transcript, {u"answer"_s, u"claims"_s, QString::number(i), u"note"_s}, Json()));
    return all;
}

Mutations addInput(const Json &transcript)
{
    return forCalls(transcript, [&transcript](qsizetype i, const Json &, Mutations &all) {
        all.append(with(transcript, place(i, {u"input"_s, u"force"_s}), Json::boolean(true)));
    });
}

Mutations otherTool(const Json &transcript)
{
    return forCalls(transcript, [&transcript](qsizetype i, const Json &, Mutations &all) {
        all.append(with(transcript, place(i, {u"tool"_s}), Json::string(u"approve_post"_s)));
    });
}

Mutations otherSkill(const Json &transcript)
{
    return {with(transcript, place(0, {u"skill"_s}), Json::string(u"publisher"_s))};
}

Mutations slowCall(const Json &transcript)
{
    return forCalls(transcript, [&transcript](qsizetype i, const Json &, Mutations &all) {
        all.append(with(transcript, place(i, {u"elapsed_ms"_s}), Json::integer(30'001)));
    });
}

Mutations turnRetryable(const Json &transcript)
{
    return forCalls(transcript, [&transcript](qsizetype i, const Json &entry, Mutations &all) {
        if (succeeded(entry))
            return;
        const bool retryable = entry[u"envelope"][u"error"][u"retryable"].toBool();
        all.append(with(transcript, place(i, {u"envelope"_s, u"error"_s, u"retryable"_s}),
                        Json::boolean(!retryable)));
    });
}

Mutations alterAnswerError(const Json &transcript)
{
    const Json &error = transcript[u"answer"][u"error"];
    if (!error.isObject())
        return {};
    const auto changed = [&transcript](const QString &key, const Json &value) {
        return with(transcript, {u"answer"_s, u"error"_s, key}, value);
    };
    return {changed(u"code"_s, Json::string(error[u"code"].toString() + u"_x"_s)),
            changed(u"category"_s, Json::string(u"validation"_s)),
            changed(u"message"_s, Json::string(error[u"message"].toString() + u' ')),
            changed(u"retryable"_s, Json::boolean(!error[u"retryable"].toBool())),
            with(transcript, {u"answer"_s, u"error"_s}, Json())};
}

Mutations hideError(const Json &transcript)
{
    if (transcript[u"answer"][u"status"].toString() != "error"_L1)
        return {};
    return {with(with(transcript, {u"answer"_s, u"status"_s}, Json::string(u"no_data"_s)),
                 {u"answer"_s, u"error"_s}, Json())};
}

Mutations denyRecords(const Json &transcript)
{
    if (transcript[u"answer"][u"status"].toString() != "success"_L1)
        return {};
    return {with(transcript, {u"answer"_s, u"status"_s}, Json::string(u"no_data"_s))};
}

Mutations claimAct(const Json &transcript)
{
    Mutations all;
    for (const QString &act :
         {u"I approved it."_s, u"We have now published that."_s, u"It has been retried."_s}) {
        const QString text = transcript[u"answer"][u"text"].toString() + u' ' + act;
        all.append(with(transcript, {u"answer"_s, u"text"_s}, Json::string(text)));
    }
    return all;
}

Mutations leakCredential(const Json &transcript)
{
    const QString text = transcript[u"answer"][u"text"].toString() + u" X-API-Key: abc"_s;
    return {with(transcript, {u"answer"_s, u"text"_s}, Json::string(text))};
}

Mutations unfoundedError(const Json &transcript)
{
    if (transcript[u"answer"][u"status"].toString() == "error"_L1)
        return {};
    return {with(transcript, {u"answer"_s, u"status"_s}, Json::string(u"error"_s))};
}

struct Kind {
    const char *name;
    Rule rule;
    Mutations (*make)(const Json &);
};

const QList<Kind> &kinds()
{
    static const QList<Kind> all{
        {"drop an entry", Rule::BadSequence, dropEntry},
        {"drop the skill", Rule::SkillNotLoadedFirst, dropSkill},
        {"swap two entries", Rule::BadSequence, swapEntries},
        {"repeat an entry", Rule::BadSequence, repeatEntry},
        {"repeat the skill", Rule::MoreThanOneSkill, repeatSkill},
        {"repeat a successful call", Rule::InvalidRetry, repeatSuccessfulCall},
        {"drop the cited calls", Rule::UnknownReference, dropCitedCalls},
        {"alter a citation", Rule::UnknownReference, alterCitation},
        {"drop citations", Rule::MissingEvidence, dropCitations},
        {"turn the status of a result", Rule::EnvelopeImpossibleState, turnStatus},
        {"drop a key of an envelope", Rule::EnvelopeMalformed, dropEnvelopeKey},
        {"add a key to an envelope", Rule::EnvelopeExtraField, addEnvelopeKey},
        {"add a key to the data", Rule::UndeclaredOutputField, addDataKey},
        {"add a key", Rule::MalformedTranscript, addKey},
        {"add an input", Rule::InputOutOfRange, addInput},
        {"rename a tool", Rule::ToolNotAllowed, otherTool},
        {"rename the skill", Rule::SkillMismatch, otherSkill},
        {"make a call slow", Rule::TimeoutExceeded, slowCall},
        {"turn retryability", Rule::ErrorDiffersFromContract, turnRetryable},
        {"alter the answer's error", Rule::ErrorNotPreserved, alterAnswerError},
        {"hide the error", Rule::HiddenError, hideError},
        {"deny the records", Rule::FalseNoData, denyRecords},
        {"claim an act", Rule::MutationOrApprovalClaim, claimAct},
        {"leak a credential", Rule::UnsafeContent, leakCredential},
        {"an error from nowhere", Rule::ErrorNotPreserved, unfoundedError},
    };
    return all;
}

QHash<QString, Json> validExamples()
{
    QHash<QString, Json> all;
    const QDir folder(contractsFolder() + u"examples/liaison/valid"_s);
    for (const QString &name : folder.entryList({u"*.json"_s}, QDir::Files))
        all.insert(name, example(u"valid/"_s + name));
    return all;
}

/** Members of each object in a random order. */
Json shuffled(const Json &value, QRandomGenerator &random)
{
    if (value.isArray()) {
        Json::Array items;
        for (const Json &item : value.items())
            items.append(shuffled(item, random));
        return Json::array(items);
    }
    if (!value.isObject())
        return value;
    Json::Object members;
    for (const base::JsonMember &member : value.members())
        members.append({member.key, shuffled(member.value, random)});
    std::shuffle(members.begin(), members.end(), random);
    return Json::object(members);
}

/** Paths to every value in a document. */
void collectPaths(const Json &value, const QStringList &path, QList<QStringList> *paths)
{
    paths->append(path);
    for (qsizetype i = 0; i < value.items().size(); ++i)
        collectPaths(value.at(i), path + QStringList{QString::number(i)}, paths);
    for (const base::JsonMember &member : value.members())
        collectPaths(member.value, path + QStringList{member.key}, paths);
}

} // namespace

/** Valid transcripts, changed in one way each: every change of a kind raises the rule of that kind. */
class TestTranscriptMutations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void validExamplesAreAccepted();
    void mutationRaisesItsRule_data();
    void mutationRaisesItsRule();
    void reorderingKeysRaisesNone();
    void anyValueAnywhereIsJudgedCalmly();
};

void TestTranscriptMutations::validExamplesAreAccepted()
{
    const auto examples = validExamples();
    QVERIFY(examples.size() >= 10);
    for (auto one = examples.cbegin(); one != examples.cend(); ++one)
        QVERIFY2(validator().check(*one).isAccepted(), qPrintable(one.key()));
}

void TestTranscriptMutations::mutationRaisesItsRule_data()
{
    QTest::addColumn<int>("kind");
    for (int i = 0; i < kinds().size(); ++i)
        QTest::newRow(kinds().at(i).name) << i;
}

void TestTranscriptMutations::mutationRaisesItsRule()
{
    QFETCH(const int, kind);
    const Kind &mutation = kinds().at(kind);
    const auto examples = validExamples();
    int count = 0;
    for (auto one = examples.cbegin(); one != examples.cend(); ++one) {
        for (const Json &changed : mutation.make(*one)) {
            const Report report = validator().check(changed);
            QVERIFY2(report.ruleNames().contains(ruleName(mutation.rule)),
                     qPrintable(one.key() + u'\n' + lines(report).join(u'\n') + u'\n' +
                                QString::fromUtf8(base::writeJson(changed))));
            ++count;
        }
    }
    QVERIFY2(count >= 2, "the mutation found nothing to change");
}

void TestTranscriptMutations::reorderingKeysRaisesNone()
{
    QRandomGenerator random(20261130);
    const auto examples = validExamples();
    for (auto one = examples.cbegin(); one != examples.cend(); ++one) {
        for (int round = 0; round < 20; ++round) {
            const Report report = validator().check(shuffled(*one, random));
            QVERIFY2(report.isAccepted(), qPrintable(one.key() + u'\n' + lines(report).join(u'\n')));
        }
    }
}

void TestTranscriptMutations::anyValueAnywhereIsJudgedCalmly()
{
    const QByteArrayList values{"null",        "true", "-7",   "1e999", "\"\"",
                                "\"\\ud800\"", "[]",   "[[]]", "{}",    R"({"seq":1,"type":"tool_call"})"};
    QStringList sentences;
    for (const Problem problem : allProblems())
        sentences.append(problemText(problem));
    QRandomGenerator random(42);
    int rejected = 0;
    for (const QString &name : {u"posting-schedule-three-tools.json"_s, u"retry-failed.json"_s}) {
        const Json transcript = example(u"valid/"_s + name);
        QList<QStringList> paths;
        collectPaths(transcript, {}, &paths);
        for (const QStringList &path : paths) {
            for (const QByteArray &value : values) {
                const Json changed = with(transcript, path, base::readJson(value).value());
                const Report report = validator().check(changed);
                QCOMPARE(validator().check(shuffled(changed, random)), report);
                for (const Violation &violation : report.violations)
                    QVERIFY(sentences.contains(violation.message()));
                rejected += report.isAccepted() ? 0 : 1;
            }
        }
    }
    QVERIFY(rejected > 500);
}

QTEST_GUILESS_MAIN(TestTranscriptMutations)
#include "tst_transcriptmutations.moc"
