// SPDX-License-Identifier: Apache-2.0
#include "tests/ctl/ctlrun.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::ctl::test;

namespace
{

const QString examples = QStringLiteral(ALGENTA_SOURCE_DIR) + u"/contracts/examples/liaison/"_s;

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray lineOf(const QString &example)
{
    return QJsonDocument::fromJson(bytesOf(examples + example)).toJson(QJsonDocument::Compact);
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QStringList rulesOf(const QJsonObject &transcript)
{
    QStringList rules;
    for (const QJsonValue &rule : transcript["rules"_L1].toArray())
        rules.append(rule.toString());
    return rules;
}

QStringList verdicts(const CtlRun &run)
{
    return names(run.json()["transcripts"_L1].toArray(), u"verdict"_s);
}

} // namespace

/** `liaison check` as a script sees it: documents, lines, folders, exit codes. */
class TestCtlLiaison : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void eachInvalidExampleBreaksItsRule();
    void validExamplesAreAccepted();
    void brokenLineIsAFindingWithItsPlace();
    void standardInputAndSeveralFiles();
    void optionsTurnRulesOn_data();
    void optionsTurnRulesOn();
    void ownContractIsUsedAndABadOneRefused();
    void tableNamesPlaceRuleAndSentence();
    void formats();
    void rejectedOnly();
    void hostileNamesAreShownSafely();
    void helpNamesEveryRule();
    void whatCannotBeCheckedIsNotGood_data();
    void whatCannotBeCheckedIsNotGood();
    void unreadableFileBesideGoodOnesIsIncomplete();
};

void TestCtlLiaison::eachInvalidExampleBreaksItsRule()
{
    const CtlRun run = runCtl({u"liaison"_s, u"check"_s, examples + u"invalid"_s, u"--json"_s});
    COMPARE_CODE(run, 1);
    const QJsonArray transcripts = run.json()["transcripts"_L1].toArray();
    QCOMPARE(transcripts.size(),
             QDir(examples + u"invalid"_s).entryList(QDir::Files | QDir::NoDotAndDotDot).size());
    for (const QJsonValue &value : transcripts) {
        const QJsonObject transcript = value.toObject();
        const QString name = QFileInfo(transcript["file"_L1].toString()).fileName().section(u'.', 0, 0);
        QCOMPARE(transcript["verdict"_L1].toString(), u"rejected"_s);
        QCOMPARE(rulesOf(transcript).size(), 1);
        // Evaluation cases have names of their own; the examples test maps them.
        if (!name.contains(u'-'))
            QCOMPARE(rulesOf(transcript), QStringList{name});
    }
    QCOMPARE(run.json()["rejected"_L1].toInt(), transcripts.size());
    QCOMPARE(run.json()["accepted"_L1].toInt(), 0);
}

void TestCtlLiaison::validExamplesAreAccepted()
{
    const CtlRun run = runCtl({u"liaison"_s, u"check"_s, examples + u"valid"_s, u"--json"_s});
    COMPARE_CODE(run, 0);
    QVERIFY(verdicts(run).size() >= 10);
    QCOMPARE(verdicts(run).count(u"accepted"_s), verdicts(run).size());
    QVERIFY(run.json()["complete"_L1].toBool());
}

void TestCtlLiaison::brokenLineIsAFindingWithItsPlace()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"day.jsonl"_s);
    const QByteArray good = lineOf(u"valid/job-status.json"_s);
    write(path, good + '\n' + good.chopped(2) + "\n\n" + lineOf(u"invalid/hidden_error.json"_s) + '\n');
    const CtlRun run = runCtl({u"liaison"_s, u"check"_s, path, u"--json"_s});
    COMPARE_CODE(run, 1);
    const QJsonArray transcripts = run.json()["transcripts"_L1].toArray();
    QCOMPARE(verdicts(run), QStringList({u"accepted"_s, u"rejected"_s, u"rejected"_s}));
    QCOMPARE(rulesOf(transcripts.at(1).toObject()), QStringList{u"broken_document"_s});
    QCOMPARE(transcripts.at(1)["line"_L1].toInt(), 2);
    QCOMPARE(transcripts.at(1)["column"_L1].toInt(), good.size() - 1);
    QCOMPARE(transcripts.at(2)["line"_L1].toInt(), 4);
    QCOMPARE(transcripts.at(2)["invocation_id"_L1].toString(), u"inv-hidden"_s);
    const QJsonObject violation = transcripts.at(2)["violations"_L1].toArray().at(0).toObject();
    QCOMPARE(violation["path"_L1].toString(), u"sequence[1].envelope.status"_s);
    QCOMPARE(violation["seq"_L1].toInt(), 2);
}

void TestCtlLiaison::standardInputAndSeveralFiles()
{
    const QByteArray good = lineOf(u"valid/job-status.json"_s);
    const CtlRun piped =
        runCtl({u"liaison"_s, u"check"_s, u"-"_s, u"--json"_s}, {}, good + '\n' + good + '\n');
    COMPARE_CODE(piped, 0);
    QCOMPARE(verdicts(piped).size(), 2);
    const CtlRun several = runCtl({u"liaison"_s, u"check"_s, examples + u"valid/job-status.json"_s,
                                   examples + u"invalid/hidden_error.json"_s, u"--json"_s});
    COMPARE_CODE(several, 1);
    QCOMPARE(verdicts(several), QStringList({u"accepted"_s, u"rejected"_s}));
    QCOMPARE(several.json()["files"_L1].toInt(), 2);
}

void TestCtlLiaison::optionsTurnRulesOn_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("option");
    QTest::newRow("submission") << u"invalid-submission"_s << u"--submission"_s;
    QTest::newRow("extra rules") << u"invalid-extra-rules"_s << u"--extra-rules"_s;
}

void TestCtlLiaison::optionsTurnRulesOn()
{
    QFETCH(QString, folder);
    QFETCH(QString, option);
    const CtlRun without = runCtl({u"liaison"_s, u"check"_s, examples + folder, u"--json"_s});
    COMPARE_CODE(without, 0);
    const CtlRun with = runCtl({u"liaison"_s, u"check"_s, examples + folder, u"--json"_s, option});
    COMPARE_CODE(with, 1);
    QCOMPARE(with.json()["accepted"_L1].toInt(), 0);
    for (const QJsonValue &value : with.json()["transcripts"_L1].toArray()) {
        const QString name = QFileInfo(value["file"_L1].toString()).fileName().section(u'.', 0, 0);
        QCOMPARE(rulesOf(value.toObject()), QStringList{name});
    }
}

void TestCtlLiaison::ownContractIsUsedAndABadOneRefused()
{
    QTemporaryDir folder;
    QByteArray contract =
        bytesOf(QStringLiteral(ALGENTA_SOURCE_DIR) + u"/contracts/liaison-tool-contract.json"_s);
    const QString strict = folder.filePath(u"strict.json"_s);
    write(strict, QByteArray(contract).replace("\"timeout_seconds\": 30", "\"timeout_seconds\": 1"));
    const QStringList words{u"liaison"_s, u"check"_s, examples + u"valid/retry-succeeded.json"_s,
                            u"--json"_s};
    COMPARE_CODE(runCtl(words), 0);
    const CtlRun run = runCtl(words + QStringList{u"--contract"_s, strict});
    COMPARE_CODE(run, 1);
    QCOMPARE(rulesOf(run.json()["transcripts"_L1].toArray().at(0).toObject()),
             QStringList{u"timeout_exceeded"_s});
    const QString acting = folder.filePath(u"acting.json"_s);
    write(acting, contract.replace("\"effect\": \"none\"", "\"effect\": \"external\""));
    const CtlRun refused = runCtl(words + QStringList{u"--contract"_s, acting});
    COMPARE_CODE(refused, 2);
    QVERIFY2(refused.err.contains("/tools/0/effect"), refused.err.constData());
}

void TestCtlLiaison::tableNamesPlaceRuleAndSentence()
{
    const CtlRun run = runCtl({u"liaison"_s, u"check"_s, examples + u"invalid/hidden_error.json"_s,
                               examples + u"valid/job-status.json"_s});
    COMPARE_CODE(run, 1);
    const QList<QByteArray> lines = run.out.split('\n');
    QVERIFY(lines.at(0).startsWith("file"));
    QVERIFY(lines.at(1).contains("hidden_error.json:1 "));
    QVERIFY(lines.at(1).contains(" hidden_error ") && lines.at(1).contains(" sequence[1].envelope.status "));
    QVERIFY(lines.at(1).endsWith("The last result of this tool is an error, and the answer hides it."));
    QVERIFY(lines.at(2).contains("accepted"));
    QVERIFY(run.err.contains("2 checked, 1 rejected."));
}

void TestCtlLiaison::formats()
{
    const QStringList words{u"liaison"_s, u"check"_s, examples + u"valid"_s, u"--format"_s};
    const CtlRun lines = runCtl(words + QStringList{u"jsonl"_s});
    COMPARE_CODE(lines, 0);
    for (const QByteArray &line : lines.out.trimmed().split('\n'))
        QCOMPARE(QJsonDocument::fromJson(line).object()["verdict"_L1].toString(), u"accepted"_s);
    const CtlRun csv = runCtl(words + QStringList{u"csv"_s});
    COMPARE_CODE(csv, 0);
    QVERIFY(csv.out.startsWith("file,line,column,invocation_id,verdict,rules,violations\r\n"));
    COMPARE_CODE(runCtl(words + QStringList{u"xml"_s}), 2);
    COMPARE_CODE(runCtl(words + QStringList{u"csv"_s, u"--json"_s}), 2);
}

void TestCtlLiaison::rejectedOnly()
{
    const CtlRun run = runCtl({u"liaison"_s, u"check"_s, examples + u"valid"_s,
                               examples + u"invalid/hidden_error.json"_s, u"--rejected"_s, u"--json"_s});
    COMPARE_CODE(run, 1);
    QCOMPARE(verdicts(run), QStringList{u"rejected"_s});
    QVERIFY(run.json()["checked"_L1].toInt() > 10);
}

void TestCtlLiaison::hostileNamesAreShownSafely()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a\u001b[2J\u202eb.json"_s);
    QByteArray transcript = bytesOf(examples + u"invalid/hidden_error.json"_s);
    write(path, transcript.replace("\"inv-hidden\"", "\"inv\\u001b[2J\\u202e\""));
    for (const QString &format : {u"table"_s, u"json"_s, u"csv"_s}) {
        const CtlRun run = runCtl({u"liaison"_s, u"check"_s, path, u"--format"_s, format});
        COMPARE_CODE(run, 1);
        QVERIFY(!run.all().contains('\x1b') && !run.all().contains("\xe2\x80\xae"));
    }
}

void TestCtlLiaison::helpNamesEveryRule()
{
    const CtlRun run = runCtl({u"liaison"_s, u"check"_s, u"--help"_s});
    COMPARE_CODE(run, 0);
    for (const char *rule : {"broken_document", "hidden_error", "mock_submission_evidence", "several_tools"})
        QVERIFY(run.out.contains(rule));
    QVERIFY(run.out.contains("TRANSCRIPT …"));
}

void TestCtlLiaison::whatCannotBeCheckedIsNotGood_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("nothing given") << QStringList();
    QTest::newRow("no such file") << QStringList{u"/nowhere/x.json"_s};
    QTest::newRow("folder without transcripts") << QStringList{u"{empty}"_s};
    QTest::newRow("no such contract")
        << QStringList{examples + u"valid"_s, u"--contract"_s, u"/nowhere/contract.json"_s};
}

void TestCtlLiaison::whatCannotBeCheckedIsNotGood()
{
    QFETCH(QStringList, words);
    QTemporaryDir folder;
    write(folder.filePath(u"note.txt"_s), "x");
    words.replaceInStrings(u"{empty}"_s, folder.path());
    const CtlRun run = runCtl(QStringList{u"liaison"_s, u"check"_s, u"--json"_s} + words);
    COMPARE_CODE(run, 2);
    QVERIFY(!run.errorCode().isEmpty());
    // A file without a transcript in it is no good one either.
    const QString empty = folder.filePath(u"empty.jsonl"_s);
    write(empty, "\n");
    COMPARE_CODE(runCtl({u"liaison"_s, u"check"_s, empty}), 1);
}

void TestCtlLiaison::unreadableFileBesideGoodOnesIsIncomplete()
{
    QTemporaryDir folder;
    write(folder.filePath(u"a.json"_s), bytesOf(examples + u"valid/job-status.json"_s));
    const QString locked = folder.filePath(u"b.json"_s);
    write(locked, bytesOf(examples + u"valid/job-status.json"_s));
    QVERIFY(QFile::setPermissions(locked, {}));
    if (QFile(locked).open(QIODevice::ReadOnly))
        QSKIP("this user may read every file");
    const CtlRun run = runCtl({u"liaison"_s, u"check"_s, folder.path(), u"--json"_s});
    COMPARE_CODE(run, 3);
    QCOMPARE(verdicts(run), QStringList{u"accepted"_s});
    QVERIFY(!run.json()["complete"_L1].toBool());
    QVERIFY(run.err.contains("b.json"));
}

QTEST_GUILESS_MAIN(TestCtlLiaison)
#include "tst_ctl_liaison.moc"
