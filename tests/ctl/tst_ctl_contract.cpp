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

const QString sourceFolder = QStringLiteral(ALGENTA_SOURCE_DIR);
const QString contractFile = sourceFolder + u"/contracts/integration-tool-contract.json"_s;
const QString olderContract = sourceFolder + u"/contracts/examples/upstream-contract-0.1.0.json"_s;

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/** parity, tools and contract show, as a script calls them. */
class TestCtlContract : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();

    void parityWithTheDemoEngineHolds();
    void requirementsOfExecute();
    void parityOfOneProfile();
    void parityFindsAMissingTool();
    void parityTellsContractFilesApart_data();
    void parityTellsContractFilesApart();
    void parityReadsSavedToolLists_data();
    void parityReadsSavedToolLists();
    void toolsListAProfile_data();
    void toolsListAProfile();
    void modelViewHasNoOverrideFieldAndRawViewHas();
    void flatNamesMatchThePattern();
    void collidingFlatNamesAreReported();
    void brokenToolItemIsNamedAndTheOthersAreListed();
    void toolListAsText();
    void embeddedContractIsShownByteForByte();
    void contractOfTheEngineIsShownByteForByte();
    void contractFallsBackToTheTool();
    void contractNeedsAKey();

private:
    [[nodiscard]] QString url() const { return QString::fromStdString(m_engine.baseUrl()); }
    DemoEngine m_engine;
};

void TestCtlContract::initTestCase()
{
    QVERIFY2(m_engine.start(), m_engine.errorText().c_str());
}

void TestCtlContract::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_engine.setToolsListMutator({});
    m_engine.clearRequests();
}

void TestCtlContract::parityWithTheDemoEngineHolds()
{
    const CtlRun run = runCtl({u"parity"_s, u"--engine"_s, url(), u"--json"_s});
    COMPARE_CODE(run, 0);
    QVERIFY(run.json()["holds"_L1].toBool());
    QVERIFY(run.json()["complete"_L1].toBool());
    QCOMPARE(run.json()["advertised"_L1].toInt(), 140);
    QCOMPARE(names(run.json()["profiles"_L1].toArray(), u"profile"_s),
             QStringList({u"observe"_s, u"govern"_s, u"execute"_s, u"full"_s}));
    QCOMPARE(run.err, QByteArray());
    COMPARE_CODE(runCtl({u"parity"_s, u"--engine"_s, url(), u"--contract"_s, contractFile}), 0);
    // The setting of the environment counts where no address is given.
    COMPARE_CODE(runCtl({u"parity"_s}, {}, {}, {{u"ALGENTA_BASE_URL"_s, url() + u"/mcp/"_s}}), 0);
}

void TestCtlContract::requirementsOfExecute()
{
    m_engine.logDecision({"one", 1, 0.9, 0, {}, {}, {}, {}, {}});
    const QStringList words{u"contract"_s, u"requirements"_s, u"--engine"_s, url(), u"--json"_s};
    const auto states = [](const CtlRun &run) {
        return names(run.json()["requirements"_L1].toArray(), u"state"_s).join(u", "_s);
    };
    const CtlRun keyed = runCtl(words, m_engine.readingKey());
    COMPARE_CODE(keyed, 0);
    QCOMPARE(states(keyed),
             u"cannot be known from here, cannot be known from here, cannot be known from here"_s);
    const CtlRun refused = runCtl(words, "de_test_nobody");
    COMPARE_CODE(refused, 1);
    QCOMPARE(states(refused), u"seen not met, seen not met, cannot be known from here"_s);
    const CtlRun keyless = runCtl(words);
    COMPARE_CODE(keyless, 1);
    QVERIFY(!keyless.json()["key_given"_L1].toBool());
    const CtlRun restless = runCtl(
        {u"contract"_s, u"requirements"_s, u"--engine"_s, url() + u"/none"_s, u"--mcp"_s, url() + u"/mcp"_s},
        m_engine.readingKey());
    COMPARE_CODE(restless, 3);
    QVERIFY(restless.out.contains("GET /v1/execution/policy with the key: HTTP 404"));
    for (const auto &request : m_engine.requests())
        QVERIFY(request.body.find("tools/call") == std::string::npos);
}

void TestCtlContract::parityOfOneProfile()
{
    const CtlRun run = runCtl({u"parity"_s, u"--engine"_s, url(), u"--profile"_s, u"govern"_s, u"--json"_s});
    COMPARE_CODE(run, 0);
    QCOMPARE(names(run.json()["profiles"_L1].toArray(), u"profile"_s), QStringList(u"govern"_s));
    COMPARE_CODE(runCtl({u"parity"_s, u"--engine"_s, url(), u"--profile"_s, u"admin"_s}), 2);
}

void TestCtlContract::parityFindsAMissingTool()
{
    m_engine.setToolsListMutator([](std::string text) {
        const auto at = text.find("\"simulate\"");
        return at == std::string::npos ? text : text.replace(at, 10, "\"simulated\"");
    });
    const CtlRun run = runCtl({u"parity"_s, u"--engine"_s, url(), u"--json"_s});
    COMPARE_CODE(run, 1);
    const QJsonObject observe = run.json()["profiles"_L1].toArray().first().toObject();
    const QJsonObject finding = observe["findings"_L1].toArray().first().toObject();
    QCOMPARE(finding["kind"_L1].toString(), u"omission"_s);
    QCOMPARE(finding["subject"_L1].toString(), u"simulate"_s);
    const CtlRun text = runCtl({u"parity"_s, u"--engine"_s, url()});
    COMPARE_CODE(text, 1);
    QVERIFY(text.out.contains("omission  simulate"));
}

void TestCtlContract::parityTellsContractFilesApart_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("code");
    QTest::newRow("the same") << contractFile << 0;
    QTest::newRow("an older public text") << olderContract << 1;
    QTest::newRow("no contract") << sourceFolder + u"/contracts/blocked-execution-rules.json"_s << 2;
    QTest::newRow("no file") << u"/nowhere/contract.json"_s << 2;
    QTest::newRow("a folder") << sourceFolder << 2;
}

void TestCtlContract::parityTellsContractFilesApart()
{
    QFETCH(QString, file);
    QFETCH(int, code);
    const CtlRun run = runCtl({u"parity"_s, u"--contract"_s, file, u"--json"_s});
    COMPARE_CODE(run, code);
    QCOMPARE(run.json()["contract_findings"_L1].toArray().isEmpty(), code != 1);
    QCOMPARE(run.errorCode().isEmpty(), code != 2);
}

void TestCtlContract::parityReadsSavedToolLists_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("a result") << QByteArray() << QByteArray();
    QTest::newRow("a JSON-RPC answer")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":)") << QByteArray("}");
}

void TestCtlContract::parityReadsSavedToolLists()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const CtlRun raw =
        runCtl({u"tools"_s, u"--engine"_s, url(), u"--profile"_s, u"full"_s, u"--raw"_s, u"--json"_s});
    COMPARE_CODE(raw, 0);
    const QJsonObject result{{u"tools"_s, raw.json()["tools"_L1]}};
    const QByteArray saved = before + QJsonDocument(result).toJson() + after;
    COMPARE_CODE(runCtl({u"parity"_s, u"--tools"_s, u"-"_s}, {}, saved), 0);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"tools.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(saved);
    file.close();
    COMPARE_CODE(runCtl({u"parity"_s, u"--tools"_s, file.fileName()}), 0);
    COMPARE_CODE(runCtl({u"parity"_s, u"--tools"_s, u"-"_s}, {}, saved.left(saved.size() / 2)), 2);
}

void TestCtlContract::toolsListAProfile_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("expected");
    const QStringList observe{u"get_contract"_s, u"query_data"_s, u"simulate"_s, u"recommend"_s};
    const QStringList govern = observe + QStringList{u"plan_decision"_s, u"log_decision"_s};
    QTest::newRow("observe") << QStringList{u"--profile"_s, u"observe"_s} << observe;
    QTest::newRow("the default") << QStringList() << observe;
    QTest::newRow("govern") << QStringList{u"--profile=govern"_s} << govern;
    QTest::newRow("execute") << QStringList{u"--profile"_s, u"execute"_s}
                             << govern + QStringList{u"execute_decision"_s};
}

void TestCtlContract::toolsListAProfile()
{
    QFETCH(QStringList, options);
    QFETCH(QStringList, expected);
    const CtlRun run = runCtl(QStringList{u"tools"_s, u"--engine"_s, url(), u"--json"_s} + options);
    COMPARE_CODE(run, 0);
    QStringList listed = names(run.json()["tools"_L1].toArray(), u"name"_s);
    listed.sort();
    expected.sort();
    QCOMPARE(listed, expected);
    const CtlRun full = runCtl({u"tools"_s, u"--engine"_s, url(), u"--profile"_s, u"full"_s, u"--json"_s});
    COMPARE_CODE(full, 0);
    QCOMPARE(full.json()["tools"_L1].toArray().size(), 140);
}

void TestCtlContract::modelViewHasNoOverrideFieldAndRawViewHas()
{
    const QStringList words{u"tools"_s, u"--engine"_s, url(), u"--profile"_s, u"execute"_s, u"--json"_s};
    const CtlRun model = runCtl(words);
    COMPARE_CODE(model, 0);
    for (const QJsonValue &tool : model.json()["tools"_L1].toArray()) {
        const QByteArray schema = QJsonDocument(tool["input_schema"_L1].toObject()).toJson();
        QVERIFY2(!schema.contains("\"force\"") && !schema.contains("\"override_safety\""),
                 schema.constData());
        const bool acts = tool["name"_L1].toString() == "execute_decision"_L1;
        QCOMPARE(tool["removed"_L1].toArray().isEmpty(), !acts);
    }
    const CtlRun raw = runCtl(words + QStringList{u"--raw"_s});
    COMPARE_CODE(raw, 0);
    QVERIFY(raw.out.contains("override_safety"));
    COMPARE_CODE(runCtl(words + QStringList{u"--raw"_s, u"--flat"_s}), 2);
}

void TestCtlContract::flatNamesMatchThePattern()
{
    const CtlRun run =
        runCtl({u"tools"_s, u"--engine"_s, url(), u"--profile"_s, u"full"_s, u"--flat"_s, u"--json"_s});
    COMPARE_CODE(run, 0);
    static const QRegularExpression pattern(u"^algenta_[a-z0-9_]+$"_s);
    const QStringList flat = names(run.json()["tools"_L1].toArray(), u"name"_s);
    QCOMPARE(flat.size(), 140);
    for (const QString &name : flat)
        QVERIFY2(pattern.match(name).hasMatch(), qPrintable(name));
    const QStringList own = names(run.json()["tools"_L1].toArray(), u"mcp_name"_s);
    for (qsizetype i = 0; i < flat.size(); ++i)
        QCOMPARE(flat[i], u"algenta_"_s + own[i]);
}

void TestCtlContract::collidingFlatNamesAreReported()
{
    m_engine.setToolsListMutator([](std::string text) {
        const auto at = text.find("\"tools\":[");
        return at == std::string::npos
                   ? text
                   : text.insert(at + 9, R"({"name":"algenta_simulate","inputSchema":{"type":"object"}},)");
    });
    const QStringList words{u"tools"_s, u"--engine"_s, url(), u"--profile"_s, u"full"_s, u"--flat"_s};
    const CtlRun json = runCtl(words + QStringList{u"--json"_s});
    COMPARE_CODE(json, 0);
    int nameless = 0;
    for (const QJsonValue &tool : json.json()["tools"_L1].toArray()) {
        const bool collides = tool["mcp_name"_L1].toString().endsWith("simulate"_L1);
        QCOMPARE(tool["name"_L1].isNull(), collides);
        QCOMPARE(tool["name_problem"_L1].isNull(), !collides);
        nameless += collides ? 1 : 0;
    }
    QCOMPARE(nameless, 2);
    const CtlRun text = runCtl(words);
    COMPARE_CODE(text, 0);
    QCOMPARE(text.err.count("Flat name of"), 2);
    QVERIFY(text.out.contains("algenta_recommend "));
    COMPARE_CODE(runCtl({u"parity"_s, u"--engine"_s, url(), u"--profile"_s, u"full"_s}), 1);
}

void TestCtlContract::brokenToolItemIsNamedAndTheOthersAreListed()
{
    m_engine.setToolsListMutator([](std::string text) {
        const auto at = text.find("\"tools\":[");
        return at == std::string::npos ? text : text.insert(at + 9, R"({"name":7,"inputSchema":[]},)");
    });
    const CtlRun run = runCtl({u"tools"_s, u"--engine"_s, url(), u"--profile"_s, u"full"_s, u"--json"_s});
    COMPARE_CODE(run, 3);
    QCOMPARE(run.json()["tools"_L1].toArray().size(), 140);
    QCOMPARE(run.json()["broken"_L1].toArray().size(), 1);
    QCOMPARE(run.json()["complete"_L1].toBool(), false);
    QVERIFY(run.err.contains("Item 1 of the tool list"));
    COMPARE_CODE(runCtl({u"parity"_s, u"--engine"_s, url()}), 3);
}

void TestCtlContract::toolListAsText()
{
    m_engine.setToolsListMutator([](std::string text) {
        const auto at = text.find("\"description\":\"");
        return at == std::string::npos ? text : text.insert(at + 15, "\\u001b[2J\\u202e\\u009b");
    });
    const CtlRun run = runCtl({u"tools"_s, u"--engine"_s, url(), u"--profile"_s, u"full"_s});
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out.count('\n'), 140);
    QVERIFY(!run.out.contains('\x1b'));
    QVERIFY(run.out.contains("<U+001B>[2J<U+202E><U+009B>"));
    const CtlRun json = runCtl({u"tools"_s, u"--engine"_s, url(), u"--profile"_s, u"full"_s, u"--json"_s});
    QVERIFY(!json.out.contains('\x1b') && !json.out.contains("\xe2\x80\xae") &&
            !json.out.contains("\xc2\x9b"));
    QVERIFY(QString::fromUtf8(QJsonDocument(json.json()).toJson()).contains(QChar(0x202e)));
}

void TestCtlContract::embeddedContractIsShownByteForByte()
{
    const CtlRun run = runCtl({u"contract"_s, u"show"_s});
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out, bytesOf(contractFile));
    const CtlRun json = runCtl({u"contract"_s, u"show"_s, u"--json"_s});
    COMPARE_CODE(json, 0);
    QCOMPARE(json.json()["document"_L1].toObject(), QJsonDocument::fromJson(bytesOf(contractFile)).object());
    const CtlRun older = runCtl({u"contract"_s, u"show"_s, u"--contract"_s, olderContract});
    COMPARE_CODE(older, 0);
    QCOMPARE(older.out, bytesOf(olderContract));
}

void TestCtlContract::contractOfTheEngineIsShownByteForByte()
{
    const QByteArray body = "{ \"contract_version\" : \"v1.6\",\n\t\"n\": 1.50e+3, \"extra\":[ ] }";
    m_engine.failNext("/v1/meta/contract", 200, body.toStdString());
    const CtlRun run = runCtl({u"contract"_s, u"show"_s, u"--engine"_s, url()}, m_engine.readingKey());
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out, body);
    const CtlRun json =
        runCtl({u"contract"_s, u"show"_s, u"--engine"_s, url(), u"--json"_s}, m_engine.readingKey());
    COMPARE_CODE(json, 0);
    QCOMPARE(json.json()["contract_version"_L1].toString(), u"v1.6"_s);
}

void TestCtlContract::contractFallsBackToTheTool()
{
    m_engine.failNext("/v1/meta/contract", 404, R"({"detail":"Not Found"})");
    const CtlRun run =
        runCtl({u"contract"_s, u"show"_s, u"--engine"_s, url(), u"--json"_s}, m_engine.readingKey());
    COMPARE_CODE(run, 0);
    QCOMPARE(run.json()["source"_L1].toString(), u"engine, tool get_contract"_s);
    QCOMPARE(run.json()["document"_L1]["contract_version"_L1].toString(), u"v1.6"_s);
}

void TestCtlContract::contractNeedsAKey()
{
    const CtlRun run = runCtl({u"contract"_s, u"show"_s, u"--engine"_s, url(), u"--json"_s});
    COMPARE_CODE(run, 2);
    QCOMPARE(run.errorCode(), u"unauthorized"_s);
}

QTEST_GUILESS_MAIN(TestCtlContract)
#include "tst_ctl_contract.moc"
