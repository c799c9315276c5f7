// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "tests/ctl/ctlrun.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::ctl::test;
using algenta::demo::DemoEngine;

namespace
{

const QString contractFolder = QStringLiteral(ALGENTA_SOURCE_DIR "/contracts/");
const QString contractFile = contractFolder + u"integration-tool-contract.json"_s;
const QString olderContract = contractFolder + u"examples/upstream-contract-0.1.0.json"_s;

CtlRun diff(const QStringList &words, const std::string &key = {})
{
    return runCtl(QStringList{u"contract"_s, u"diff"_s} + words, key);
}

QJsonObject changeAt(const CtlRun &run, const QString &place)
{
    QJsonObject found;
    for (const QJsonValue &change : run.json()["changes"_L1].toArray()) {
        if (change["place"_L1].toString() == place)
            found = change.toObject();
    }
    return found;
}

} // namespace

/** contract diff, as a script calls it. */
class TestCtlContractDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void theOlderContractDiffersInWhatExecuteRequires();
    void differencesAsText();
    void theSameIsTheSame();
    void aToolThatChangesItsHintsIsFound();
    void anEngineIsHeldAgainstTheContract();
    void theContractOfAnEngineIsReadForAFileThatHoldsOne();
    void ofTwoEnginesNeitherGetsTheKey();
    void whatCannotBeComparedSaysSo_data();
    void whatCannotBeComparedSaysSo();

private:
    [[nodiscard]] QString url() const { return QString::fromStdString(m_engine.baseUrl()); }
    [[nodiscard]] QString saved(const QString &name, const QByteArray &bytes) const;
    [[nodiscard]] QString savedTools() const;

    DemoEngine m_engine;
    QTemporaryDir m_folder;
};

void TestCtlContractDiff::initTestCase()
{
    QVERIFY2(m_engine.start(), m_engine.errorText().c_str());
}

void TestCtlContractDiff::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_engine.setToolsListMutator({});
    m_engine.clearRequests();
}

QString TestCtlContractDiff::saved(const QString &name, const QByteArray &bytes) const
{
    QFile file(m_folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
}

QString TestCtlContractDiff::savedTools() const
{
    const CtlRun raw =
        runCtl({u"tools"_s, u"--engine"_s, url(), u"--profile"_s, u"full"_s, u"--raw"_s, u"--json"_s});
    const QJsonObject result{{u"tools"_s, raw.json()["tools"_L1]}};
    return saved(u"tools.json"_s, QJsonDocument(result).toJson());
}

void TestCtlContractDiff::theOlderContractDiffersInWhatExecuteRequires()
{
    const CtlRun run = diff({olderContract, u"embedded"_s, u"--json"_s});
    COMPARE_CODE(run, 1);
    QCOMPARE(run.json()["same"_L1].toBool(true), false);
    QCOMPARE(run.json()["complete"_L1].toBool(), true);
    const QJsonObject change = changeAt(run, u"/contract/profiles/execute/requires_all_of"_s);
    QCOMPARE(change["class"_L1].toString(), u"permission hint"_s);
    QCOMPARE(change["kind"_L1].toString(), u"changed"_s);
    QCOMPARE(change["subject"_L1].toString(), u"execute"_s);
    QCOMPARE(change["where"_L1].toString(), u"/profiles/execute/requires_all_of"_s);
    QCOMPARE(change["before"_L1].toArray().size(), 6);
    QCOMPARE(change["after"_L1].toArray().size(), 3);
    QVERIFY(!change["text_diff"_L1].toArray().isEmpty());

    const QJsonObject counts = run.json()["counts"_L1].toObject();
    int sum = 0;
    for (const QJsonValue &count : counts)
        sum += count.toInt();
    QCOMPARE(sum, run.json()["changes"_L1].toArray().size());
    QVERIFY(counts["wording"_L1].toInt() > 0 && counts["schema"_L1].toInt() > 0);

    const CtlRun back = diff({u"embedded"_s, olderContract, u"--json"_s});
    COMPARE_CODE(back, 1);
    QVERIFY(changeAt(back, change["place"_L1].toString())["key"_L1] != change["key"_L1]);
}

void TestCtlContractDiff::differencesAsText()
{
    const CtlRun run = diff({olderContract, u"embedded"_s});
    COMPARE_CODE(run, 1);
    QVERIFY(run.out.contains(
        "\n  What the profile execute requires of the engine changes: 6 conditions before, 3 "
        "after.\n    - explicit server-side enablement"));
    QVERIFY(run.out.contains("\n    + The engine has checked the role"));
    QVERIFY(run.out.contains("[-Run-]{+Runs+} one governed"));
    QVERIFY(run.out.startsWith("permission hint: "));
}

void TestCtlContractDiff::theSameIsTheSame()
{
    const CtlRun run = diff({u"embedded"_s, contractFile, u"--json"_s});
    COMPARE_CODE(run, 0);
    QCOMPARE(run.json()["same"_L1].toBool(), true);
    QCOMPARE(run.json()["changes"_L1].toArray().size(), 0);
    const CtlRun text = diff({u"embedded"_s, u"embedded"_s});
    COMPARE_CODE(text, 0);
    QCOMPARE(text.out, QByteArray("no difference\n"));
    COMPARE_CODE(diff({savedTools(), url()}), 0);
    COMPARE_CODE(diff({url(), savedTools()}), 0);
}

void TestCtlContractDiff::aToolThatChangesItsHintsIsFound()
{
    const QString before = savedTools();
    m_engine.setToolsListMutator([](std::string text) {
        const std::string name = "\"name\":\"execute_decision\"";
        const auto at = text.find(name);
        const auto hint = text.find("\"destructiveHint\":false", text.find("\"annotations\"", at));
        return at == std::string::npos || hint == std::string::npos
                   ? text
                   : text.replace(hint, 23, "\"destructiveHint\":true");
    });
    const CtlRun run = diff({before, url(), u"--json"_s});
    COMPARE_CODE(run, 1);
    QCOMPARE(run.json()["changes"_L1].toArray().size(), 1);
    const QJsonObject change = run.json()["changes"_L1].toArray().first().toObject();
    QCOMPARE(change["class"_L1].toString(), u"permission hint"_s);
    QCOMPARE(change["before"_L1].toBool(true), false);
    QCOMPARE(change["after"_L1].toBool(false), true);
    QVERIFY(change["place"_L1].toString().endsWith("/annotations/destructiveHint"_L1));
}

void TestCtlContractDiff::anEngineIsHeldAgainstTheContract()
{
    COMPARE_CODE(diff({u"embedded"_s, url()}), 0);
    m_engine.setToolsListMutator([](std::string text) {
        const auto at = text.find("\"simulate\"");
        return at == std::string::npos ? text : text.replace(at, 10, "\"simulated\"");
    });
    const CtlRun run = diff({u"embedded"_s, url(), u"--json"_s});
    COMPARE_CODE(run, 1);
    QCOMPARE(changeAt(run, u"/contract tools/simulate"_s)["kind"_L1].toString(), u"removed"_s);
}

void TestCtlContractDiff::theContractOfAnEngineIsReadForAFileThatHoldsOne()
{
    const CtlRun shown = runCtl({u"contract"_s, u"show"_s, u"--engine"_s, url()}, m_engine.readingKey());
    COMPARE_CODE(shown, 0);
    const QString before = saved(u"discovery.json"_s, shown.out);
    COMPARE_CODE(diff({before, url()}, m_engine.readingKey()), 0);

    // Without a key it cannot be read: neither the same nor different.
    const CtlRun blind = diff({before, url(), u"--json"_s});
    COMPARE_CODE(blind, 2);
    QCOMPARE(blind.errorCode(), u"invalid_input"_s);

    QByteArray changed = shown.out;
    changed.replace("v1.6", "v1.5");
    const CtlRun run = diff({saved(u"older.json"_s, changed), url(), u"--json"_s}, m_engine.readingKey());
    COMPARE_CODE(run, 1);
    QCOMPARE(changeAt(run, u"/discovery/contract_version"_s)["after"_L1].toString(), u"v1.6"_s);
}

void TestCtlContractDiff::ofTwoEnginesNeitherGetsTheKey()
{
    DemoEngine second;
    QVERIFY2(second.start(), second.errorText().c_str());
    COMPARE_CODE(diff({url(), QString::fromStdString(second.baseUrl())}, m_engine.readingKey()), 0);
    for (const auto &requests : {m_engine.requests(), second.requests()}) {
        QVERIFY(!requests.empty());
        for (const auto &request : requests) {
            for (const auto &[name, value] : request.headers)
                QVERIFY(QString::fromStdString(name).toLower() != "authorization"_L1);
        }
    }
    COMPARE_CODE(diff({url(), url(), u"--key-stdin"_s}), 2);
}

void TestCtlContractDiff::whatCannotBeComparedSaysSo_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("one side") << QStringList{u"embedded"_s};
    QTest::newRow("three sides") << QStringList{u"embedded"_s, u"embedded"_s, u"embedded"_s};
    QTest::newRow("no file") << QStringList{u"embedded"_s, u"/nowhere/contract.json"_s};
    QTest::newRow("no contract") << QStringList{u"embedded"_s, saved(u"broken.json"_s, R"({"profiles":{}})")};
    QTest::newRow("nothing in common")
        << QStringList{u"embedded"_s, saved(u"capabilities.json"_s, R"({"capabilities":["a"]})")};
    QTest::newRow("key without an engine") << QStringList{u"embedded"_s, u"embedded"_s, u"--key-stdin"_s};
    QTest::newRow("nobody answers") << QStringList{u"embedded"_s, u"http://127.0.0.1:1"_s};
}

void TestCtlContractDiff::whatCannotBeComparedSaysSo()
{
    QFETCH(QStringList, words);
    const CtlRun run = diff(words);
    COMPARE_CODE(run, 2);
    QVERIFY(!run.err.isEmpty());
}

QTEST_GUILESS_MAIN(TestCtlContractDiff)
#include "tst_ctl_contractdiff.moc"
