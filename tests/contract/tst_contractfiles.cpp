// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/contract/toolcontract.h"
#include "tests/contract/schemavalidator.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace algenta;
using namespace algenta::contract;
using namespace Qt::Literals::StringLiterals;

namespace
{

QString folder()
{
    return QStringLiteral(ALGENTA_SOURCE_DIR "/contracts/");
}

QByteArray bytesOf(const QString &path)
{
    QFile file(folder() + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/** The files under contracts/ are what they say they are. */
class TestContractFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void embeddedCopyIsTheFile();
    void filesFollowTheirSchemas_data();
    void filesFollowTheirSchemas();
    void schemasRefuseBrokenFiles_data();
    void schemasRefuseBrokenFiles();
    void olderPublicTextParsesAndDemandsSixThings();
    void unverifiedRulesSaySo();
    void everyJsonFileIsJson();
    void indexListsEveryAnswer();
    void indexCoversEveryShape();
    void indexRowsAreComplete_data();
    void indexRowsAreComplete();
};

void TestContractFiles::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestContractFiles::embeddedCopyIsTheFile()
{
    const QByteArray file = bytesOf(u"integration-tool-contract.json"_s);
    QVERIFY(!file.isEmpty());
    QCOMPARE(embeddedContractBytes(), file);
    QCOMPARE(parseToolContract(file).value(), embeddedContract());
}

void TestContractFiles::filesFollowTheirSchemas_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QString>("file");
    const QString contract = u"schema/tool-contract.schema.json"_s;
    QTest::newRow("contract") << contract << u"integration-tool-contract.json"_s;
    QTest::newRow("older contract") << contract << u"examples/upstream-contract-0.1.0.json"_s;
    QTest::newRow("rules") << u"schema/blocked-execution-rules.schema.json"_s
                           << u"blocked-execution-rules.json"_s;
}

void TestContractFiles::filesFollowTheirSchemas()
{
    QFETCH(const QString, schema);
    QFETCH(const QString, file);
    QCOMPARE(tests::schemaProblems(bytesOf(schema), bytesOf(file)), QStringList());
}

void TestContractFiles::schemasRefuseBrokenFiles_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("find");
    QTest::addColumn<QByteArray>("replace");
    const auto contract = [](const char *name, const char *find, const char *replace) {
        QTest::newRow(name) << u"schema/tool-contract.schema.json"_s << u"integration-tool-contract.json"_s
                            << QByteArray(find) << QByteArray(replace);
    };
    contract("fifth profile", R"("profiles": {)", R"("profiles": { "audit": {"tools": []},)");
    contract("full is a list", R"("tools": "*")", R"("tools": ["get_contract"])");
    contract("chain broken", R"("extends": "govern")", R"("extends": "observe")");
    contract("no fields", R"(["force", "override_safety"])", "[]");
    contract("field twice", R"(["force", "override_safety"])", R"(["force", "force"])");
    contract("no requirements", R"("requires_all_of")", R"("requires_some_of")");
    contract("gate without a code", R"("code": "execution_blocked_confidence",)", "");
    contract("observe adds", R"("default": true,)", R"("default": true, "adds_tools": ["x"],)");
    contract("version is a number", R"("0.1.0")", "0.1");
    const auto rules = [](const char *name, const char *find, const char *replace) {
        QTest::newRow(name) << u"schema/blocked-execution-rules.schema.json"_s
                            << u"blocked-execution-rules.json"_s << QByteArray(find) << QByteArray(replace);
    };
    rules("unverified without a reason", R"("reason": )", R"("verified_by": )");
    rules("verified is a text", R"("verified": false)", R"("verified": "no")");
    rules("no action", R"("action": "decision.execute",)", "");
    rules("empty result", R"("blocked")", R"("")");
}

void TestContractFiles::schemasRefuseBrokenFiles()
{
    QFETCH(const QString, schema);
    QFETCH(const QString, file);
    QFETCH(const QByteArray, find);
    QFETCH(const QByteArray, replace);
    QByteArray document = bytesOf(file);
    QVERIFY2(document.contains(find), "the row does not fit the file");
    document.replace(find, replace);
    QVERIFY(base::readJson(document));
    QVERIFY(!tests::schemaProblems(bytesOf(schema), document).isEmpty());
}

void TestContractFiles::olderPublicTextParsesAndDemandsSixThings()
{
    const auto older = parseToolContract(bytesOf(u"examples/upstream-contract-0.1.0.json"_s));
    QVERIFY2(older, qPrintable(older ? QString() : older.error().message));
    QCOMPARE(older->version, embeddedContract().version);
    QCOMPARE(older->profile(ProfileName::Execute).requirements.size(), 6);
    QCOMPARE(embeddedContract().profile(ProfileName::Execute).requirements.size(), 3);
    QVERIFY(older->gates.isEmpty());
    for (const ProfileName name : allProfiles())
        QCOMPARE(older->profile(name).tools, embeddedContract().profile(name).tools);
    QCOMPARE(older->neverModelFacing, embeddedContract().neverModelFacing);
    QCOMPARE(older->defaultProfile(), ProfileName::Observe);
    QCOMPARE(older->notes, QStringList());
    QVERIFY(bytesOf(u"examples/NOTICE"_s).contains("Apache License 2.0"));
}

void TestContractFiles::unverifiedRulesSaySo()
{
    const auto rules = base::readJson(bytesOf(u"blocked-execution-rules.json"_s));
    QVERIFY(rules);
    QVERIFY(!(*rules)[u"rules"].items().isEmpty());
    for (const base::Json &rule : (*rules)[u"rules"].items())
        QVERIFY(rule[u"verified"].toBool(true) || !rule[u"reason"].toString().isEmpty());
}

void TestContractFiles::everyJsonFileIsJson()
{
    int count = 0;
    QDirIterator files(folder(), {u"*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = QDir(folder()).relativeFilePath(files.next());
        // One near miss is about a key that stands twice.
        const auto duplicates =
            path.endsWith("duplicate-gate.json"_L1) ? base::DuplicateKeys::Keep : base::DuplicateKeys::Refuse;
        const auto json = base::readJson(bytesOf(path), {}, duplicates);
        QVERIFY2(json, qPrintable(path + u": "_s + (json ? QString() : json.error().message)));
        ++count;
    }
    QVERIFY(count > 100);
}

void TestContractFiles::indexListsEveryAnswer()
{
    const auto index = base::readJson(bytesOf(u"examples/outcomes/index.json"_s));
    QVERIFY(index);
    QSet<QString> listed;
    for (const base::Json &row : (*index)[u"examples"].items())
        listed.insert(row[u"file"].toString());
    QSet<QString> present;
    const QDir outcomes(folder() + u"examples/outcomes"_s);
    QDirIterator files(outcomes.path(), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        present.insert(outcomes.relativeFilePath(files.next()));
    present -= {u"index.json"_s, u"README.md"_s};
    QCOMPARE(listed, present);
}

void TestContractFiles::indexCoversEveryShape()
{
    const auto index = base::readJson(bytesOf(u"examples/outcomes/index.json"_s));
    QStringList missing;
    for (int number = 1; number <= 14; ++number)
        missing.append(u'D' + QString::number(number));
    for (const base::Json &row : (*index)[u"examples"].items()) {
        if (row[u"outcome"].toString() == "blocked"_L1)
            missing.removeAll(row[u"shape"].toString());
    }
    QCOMPARE(missing, QStringList());
}

void TestContractFiles::indexRowsAreComplete_data()
{
    QTest::addColumn<base::Json>("row");
    const auto index = base::readJson(bytesOf(u"examples/outcomes/index.json"_s));
    QVERIFY(index);
    for (const base::Json &row : (*index)[u"examples"].items()) {
        const QString name =
            row[u"file"].toString() + u' ' + QString::fromLatin1(row[u"http_status"].numberText());
        QTest::newRow(qPrintable(name)) << row;
    }
}

void TestContractFiles::indexRowsAreComplete()
{
    QFETCH(const base::Json, row);
    const QString outcome = row[u"outcome"].toString();
    QVERIFY(QStringList({u"receipt"_s, u"blocked"_s, u"failure"_s}).contains(outcome));
    QVERIFY(QStringList({u"rest-body"_s, u"mcp-result"_s, u"json-rpc-response"_s})
                .contains(row[u"container"].toString()));
    QVERIFY(row[u"http_status"].isNull() || row[u"http_status"].toInteger());
    QVERIFY(!row[u"note"].toString().isEmpty());
    QCOMPARE(row.contains(u"gate"), outcome == "blocked"_L1);
    QCOMPARE(row.contains(u"generation"), outcome == "receipt"_L1);
    if (row.contains(u"after_send"))
        QCOMPARE(row[u"after_send"].toString(), u"unknown"_s);
    const bool known = std::any_of(embeddedContract().gates.cbegin(), embeddedContract().gates.cend(),
                                   [&row](const Gate &gate) { return gate.name == row[u"gate"].toString(); });
    QCOMPARE(row[u"gate_known"].toBool(), known);
}

QTEST_GUILESS_MAIN(TestContractFiles)
#include "tst_contractfiles.moc"
