// SPDX-License-Identifier: Apache-2.0
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

namespace
{

const QString examples = QStringLiteral(ALGENTA_SOURCE_DIR) + u"/contracts/examples/outcomes/"_s;

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/** A journal with its first entry and two notes. */
void makeJournal(const QString &path)
{
    const base::SystemClock clock;
    const auto file = journal::JournalFile::open(path, clock);
    QVERIFY2(file.has_value(), file ? "" : qPrintable(file.error().message));
    for (const QString &subject : {u"decision-one"_s, u"decision-two"_s}) {
        journal::Draft draft;
        draft.actor = u"tester@host"_s;
        draft.subject = subject;
        const auto entry = (*file)->append(draft);
        QVERIFY2(entry.has_value(), entry ? "" : qPrintable(entry.error().message));
    }
}

} // namespace

/** The commands that read files: parse-outcome and journal verify. */
class TestCtlOutcome : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void examplesAreNamed_data();
    void examplesAreNamed();
    void answerComesFromStandardInput();
    void textNamesGateCodeAndMessage();
    void unusableInputIsNoOutcome_data();
    void unusableInputIsNoOutcome();
    void journalVerifies();
    void changedJournalIsTampered();
    void missingJournalCouldNotRun();
};

void TestCtlOutcome::examplesAreNamed_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QJsonObject>("example");
    const QJsonObject index = QJsonDocument::fromJson(bytesOf(examples + u"index.json"_s)).object();
    const QJsonArray list = index["examples"_L1].toArray();
    QVERIFY(list.size() > 50);
    int number = 0;
    for (const QJsonValue &value : list) {
        const QString file = value["file"_L1].toString();
        QTest::newRow(qPrintable(u"%1 %2"_s.arg(QString::number(++number), file)))
            << examples + file << value.toObject();
    }
}

void TestCtlOutcome::examplesAreNamed()
{
    QFETCH(QString, file);
    QFETCH(QJsonObject, example);
    QStringList words{u"parse-outcome"_s, file, u"--json"_s};
    if (!example["http_status"_L1].isNull())
        words += {u"--status"_s, QString::number(example["http_status"_L1].toInt())};
    const CtlRun run = runCtl(words);
    const QJsonObject said = run.json();
    QVERIFY2(said["outcome"_L1].toString() == example["outcome"_L1].toString(), run.all().constData());
    if (example["outcome"_L1].toString() == "failure"_L1) {
        const bool noAnswer = said["error"_L1]["code"_L1].toString() == "malformed_answer"_L1;
        COMPARE_CODE(run, noAnswer ? 1 : 0);
        QVERIFY(said["gate"_L1].isNull());
        return;
    }
    COMPARE_CODE(run, 0);
    if (example["outcome"_L1].toString() == "blocked"_L1) {
        QCOMPARE(said["gate"_L1].toString(), example["gate"_L1].toString());
        QCOMPARE(said["gate_known"_L1].toBool(), example["gate_known"_L1].toBool());
        for (const QString &member : {u"code"_s, u"request_id"_s, u"override_hint"_s}) {
            if (example.contains(member))
                QCOMPARE(said[member], example[member]);
        }
    } else {
        for (const QString &member :
             {u"execution_status"_s, u"manifest_version"_s, u"generation"_s, u"safety_overridden"_s}) {
            if (example.contains(member))
                QCOMPARE(said[member], example[member]);
        }
    }
}

void TestCtlOutcome::answerComesFromStandardInput()
{
    const CtlRun run = runCtl({u"parse-outcome"_s, u"-"_s, u"--json"_s}, {},
                              bytesOf(examples + u"d06-mcp-api-error.json"_s));
    COMPARE_CODE(run, 0);
    QCOMPARE(run.json()["gate"_L1].toString(), u"confidence"_s);
}

void TestCtlOutcome::textNamesGateCodeAndMessage()
{
    const CtlRun run = runCtl({u"parse-outcome"_s, examples + u"d01-rest-error.json"_s});
    COMPARE_CODE(run, 0);
    QVERIFY(run.out.contains("blocked"));
    QVERIFY(run.out.contains("execution_blocked_confidence"));
    QVERIFY(run.out.contains("message"));
    const CtlRun unnamed =
        runCtl({u"parse-outcome"_s, examples + u"d05-rest-http-error.json"_s, u"--status"_s, u"409"_s});
    COMPARE_CODE(unnamed, 0);
    QVERIFY(unnamed.out.contains("unnamed"));
}

void TestCtlOutcome::unusableInputIsNoOutcome_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no file") << QStringList{u"/nowhere/x.json"_s};
    QTest::newRow("a folder") << QStringList{examples};
    QTest::newRow("no argument") << QStringList();
    QTest::newRow("two arguments") << QStringList{u"-"_s, u"-"_s};
    QTest::newRow("no status") << QStringList{u"-"_s, u"--status"_s, u"ok"_s};
    QTest::newRow("status out of range") << QStringList{u"-"_s, u"--status"_s, u"99"_s};
}

void TestCtlOutcome::unusableInputIsNoOutcome()
{
    QFETCH(QStringList, words);
    const CtlRun run = runCtl(QStringList{u"parse-outcome"_s, u"--json"_s} + words, {}, "{}");
    COMPARE_CODE(run, 2);
    QVERIFY(!run.errorCode().isEmpty());
    QVERIFY(!run.err.isEmpty());
}

void TestCtlOutcome::journalVerifies()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"journal.db"_s);
    makeJournal(path);
    const CtlRun run = runCtl({u"journal"_s, u"verify"_s, u"--journal"_s, path, u"--json"_s});
    // Intact, but without a checkpoint nothing shows that it is complete.
    COMPARE_CODE(run, 3);
    QCOMPARE(run.json()["integrity"_L1].toString(), u"intact"_s);
    QCOMPARE(run.json()["entries"_L1].toInt(), 3);
    QCOMPARE(run.json()["root"_L1].toString().size(), 64);
    QVERIFY(!run.json()["completeness"_L1].toString().isEmpty());
    const CtlRun text = runCtl({u"journal"_s, u"verify"_s, u"--journal"_s, path});
    COMPARE_CODE(text, 3);
    QVERIFY(text.out.contains("integrity     intact"));
}

void TestCtlOutcome::changedJournalIsTampered()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"journal.db"_s);
    makeJournal(path);
    QByteArray bytes = bytesOf(path);
    QVERIFY(bytes.contains("decision-two"));
    bytes.replace("decision-two", "decision-six");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    const CtlRun run = runCtl({u"journal"_s, u"verify"_s, u"--journal"_s, path, u"--json"_s});
    COMPARE_CODE(run, 1);
    QCOMPARE(run.json()["integrity"_L1].toString(), u"tampered"_s);
    QCOMPARE(run.json()["findings"_L1].toArray().first()["seq"_L1].toInt(), 3);
}

void TestCtlOutcome::missingJournalCouldNotRun()
{
    const CtlRun run =
        runCtl({u"journal"_s, u"verify"_s, u"--journal"_s, u"/nowhere/journal.db"_s, u"--json"_s});
    COMPARE_CODE(run, 2);
    QCOMPARE(run.json()["integrity"_L1].toString(), u"could_not_run"_s);
    QVERIFY(!run.errorCode().isEmpty());
    QVERIFY(!QFile::exists(u"/nowhere"_s));
}

QTEST_GUILESS_MAIN(TestCtlOutcome)
#include "tst_ctl_outcome.moc"
