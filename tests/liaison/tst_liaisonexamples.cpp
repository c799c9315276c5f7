// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonwriter.h"
#include "core/liaison/transcriptstream.h"
#include "tests/contract/schemavalidator.h"
#include "tests/liaison/liaisonfixture.h"

#include <QBuffer>
#include <QDirIterator>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace algenta;
using namespace algenta::liaison;
using namespace algenta::liaison::test;
using namespace Qt::Literals::StringLiterals;

/** Each example is rejected by the rule that it is named after, and by no other; schemas agree. */
class TestLiaisonExamples : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void indexListsEveryFile();
    void everyRuleHasAnExampleOfItsName();
    void examples_data();
    void examples();
    void acceptedWithoutTheOption_data();
    void acceptedWithoutTheOption();
    void keyOrderDoesNotCount_data() { examples_data(); }
    void keyOrderDoesNotCount();
    void contractFollowsItsSchema();
    void schemaRefusesBrokenContracts_data();
    void schemaRefusesBrokenContracts();
    void evaluationCases();
};

namespace
{

const QString folder = u"examples/liaison/"_s;

base::Json::Array rows()
{
    return example(u"index.json"_s)[u"examples"].items();
}

ValidatorOptions optionsOf(const base::Json &row)
{
    ValidatorOptions options;
    for (const base::Json &option : row[u"options"].items()) {
        options.submission |= option.toString() == "submission"_L1;
        options.extraRules |= option.toString() == "extra_rules"_L1;
    }
    return options;
}

/** The report of the one transcript in a file. */
Report reportOf(const QString &file, const TranscriptValidator &validator)
{
    QByteArray bytes = fileBytes(folder + file);
    QBuffer buffer(&bytes);
    if (bytes.isEmpty() || !buffer.open(QIODevice::ReadOnly))
        return {};
    TranscriptStream stream(buffer, validator, layoutOfFile(file));
    auto first = stream.next();
    return first && !stream.next() ? first->report : Report();
}

/** The same value with the members of every object in the opposite order. */
base::Json reversed(const base::Json &value)
{
    if (value.isArray()) {
        base::Json::Array items;
        for (const base::Json &item : value.items())
            items.append(reversed(item));
        return base::Json::array(items);
    }
    if (!value.isObject())
        return value;
    base::Json::Object members;
    for (const base::JsonMember &member : value.members())
        members.prepend({member.key, reversed(member.value)});
    return base::Json::object(members);
}

} // namespace

void TestLiaisonExamples::indexListsEveryFile()
{
    QSet<QString> listed;
    for (const base::Json &row : rows())
        listed.insert(row[u"file"].toString());
    QSet<QString> present;
    const QDir root(contractsFolder() + folder);
    QDirIterator files(root.path(), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        present.insert(root.relativeFilePath(files.next()));
    present -= {u"index.json"_s, u"README.md"_s};
    QCOMPARE(listed, present);
    QVERIFY(listed.size() > 90);
}

void TestLiaisonExamples::everyRuleHasAnExampleOfItsName()
{
    const base::Json::Array all = rows();
    QStringList missing;
    for (const Rule rule : allRules()) {
        const bool found = std::any_of(all.cbegin(), all.cend(), [rule](const base::Json &row) {
            return QFileInfo(row[u"file"].toString()).completeBaseName() == ruleName(rule);
        });
        if (!found)
            missing.append(ruleName(rule));
    }
    QCOMPARE(missing, QStringList());
}

void TestLiaisonExamples::examples_data()
{
    QTest::addColumn<base::Json>("row");
    for (const base::Json &row : rows())
        QTest::newRow(qPrintable(row[u"file"].toString())) << row;
}

void TestLiaisonExamples::examples()
{
    QFETCH(const base::Json, row);
    const QString file = row[u"file"].toString();
    QStringList rules;
    for (const base::Json &rule : row[u"rules"].items())
        rules.append(rule.toString());
    const TranscriptValidator checking(embeddedLiaisonContract(), optionsOf(row));
    const Report report = reportOf(file, checking);
    QVERIFY2(report.ruleNames() == rules, qPrintable(lines(report).join(u'\n')));
    QCOMPARE(rules.isEmpty(), file.startsWith("valid/"_L1));
    QCOMPARE(tests::schemaProblems(fileBytes(u"schema/liaison-report.schema.json"_s),
                                   base::writeJson(reportJson(report))),
             QStringList());
    // The part of the name before the first dot is the rule, unless it is that of an evaluation case.
    const QString name = QFileInfo(file).fileName().section(u'.', 0, 0);
    if (!rules.isEmpty() && !name.contains(u'-'))
        QCOMPARE(rules, QStringList{name});
    QVERIFY(!row[u"note"].toString().isEmpty());
    // Whatever the schema refuses, the validator must refuse.
    const QStringList problems = tests::schemaProblems(fileBytes(u"schema/liaison-transcript.schema.json"_s),
                                                       fileBytes(folder + file));
    QVERIFY2(problems.isEmpty() || !report.isAccepted(), qPrintable(problems.join(u'\n')));
    if (name == "malformed_transcript"_L1 || name.startsWith("envelope_"_L1))
        QVERIFY(!problems.isEmpty());
}

void TestLiaisonExamples::acceptedWithoutTheOption_data()
{
    QTest::addColumn<QString>("file");
    for (const base::Json &row : rows()) {
        if (row.contains(u"options"))
            QTest::newRow(qPrintable(row[u"file"].toString())) << row[u"file"].toString();
    }
}

void TestLiaisonExamples::acceptedWithoutTheOption()
{
    QFETCH(const QString, file);
    QCOMPARE(lines(reportOf(file, validator())), QStringList());
}

void TestLiaisonExamples::keyOrderDoesNotCount()
{
    QFETCH(const base::Json, row);
    const auto document =
        base::readJson(fileBytes(folder + row[u"file"].toString()), {}, base::DuplicateKeys::Refuse);
    if (!document)
        return; // a broken document has no keys
    const TranscriptValidator checking(embeddedLiaisonContract(), optionsOf(row));
    const QByteArray asGiven = base::writeJson(reportJson(checking.check(*document)));
    QCOMPARE(base::writeJson(reportJson(checking.check(reversed(*document)))), asGiven);
    QCOMPARE(base::writeJson(reportJson(checking.check(*document))), asGiven);
}

void TestLiaisonExamples::contractFollowsItsSchema()
{
    QCOMPARE(tests::schemaProblems(fileBytes(u"schema/liaison-tool-contract.schema.json"_s),
                                   fileBytes(u"liaison-tool-contract.json"_s)),
             QStringList());
}

void TestLiaisonExamples::schemaRefusesBrokenContracts_data()
{
    QTest::addColumn<QByteArray>("find");
    QTest::addColumn<QByteArray>("replace");
    const auto row = [](const char *name, const char *find, const char *replace) {
        QTest::newRow(name) << QByteArray(find) << QByteArray(replace);
    };
    row("mutation", R"("permission": "read")", R"("permission": "write")");
    row("effect", R"("effect": "none")", R"("effect": "external")");
    row("retry policy", R"("max_transient_retries": 1)", R"("max_transient_retries": 2)");
    row("transport", R"("scope": "public")", R"("scope": "public", "transport": "mcp")");
    row("no skill", R"("skills": ["job-status"])", R"("skills": [])");
    row("no errors", R"("errors": ["dependency_unavailable"])", R"("errors": [])");
    row("no words", R"("verbs": [)", R"("verb": [)");
}

void TestLiaisonExamples::schemaRefusesBrokenContracts()
{
    QFETCH(const QByteArray, find);
    QFETCH(const QByteArray, replace);
    QByteArray document = fileBytes(u"liaison-tool-contract.json"_s);
    QVERIFY(document.contains(find));
    document.replace(find, replace);
    QVERIFY(
        !tests::schemaProblems(fileBytes(u"schema/liaison-tool-contract.schema.json"_s), document).isEmpty());
    QVERIFY(!parseLiaisonContract(document));
}

void TestLiaisonExamples::evaluationCases()
{
    const QStringList cases{u"wrong-skill"_s,         u"wrong-tool"_s,   u"missing-evidence"_s,
                            u"invented-reference"_s,  u"hidden-error"_s, u"invalid-retry"_s,
                            u"authority-overreach"_s, u"false-no-data"_s};
    for (const QString &name : cases)
        QVERIFY2(!reportOf(u"invalid/%1.json"_s.arg(name), validator()).isAccepted(), qPrintable(name));
}

QTEST_GUILESS_MAIN(TestLiaisonExamples)
#include "tst_liaisonexamples.moc"
