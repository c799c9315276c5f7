// SPDX-License-Identifier: Apache-2.0
#include "core/contract/flatnames.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::contract;

namespace
{

/** "kind tool", one a problem. */
QStringList problems(const FlatNames &names)
{
    QStringList lines;
    for (const FlatNameProblem &problem : names.problems())
        lines.append((problem.kind == FlatNameProblem::Kind::Pattern ? u"pattern "_s : u"collision "_s) +
                     problem.tool);
    return lines;
}

} // namespace

class TestFlatNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void goesBothWays();
    void theDocumentedExceptionIsUnderstoodAndNeverProduced();
    void problemsAreReported_data();
    void problemsAreReported();
};

void TestFlatNames::goesBothWays()
{
    const QStringList tools = embeddedContract().profile(ProfileName::Execute).tools;
    const FlatNames names(embeddedContract(), tools);
    QCOMPARE(problems(names), QStringList());
    for (const QString &tool : tools) {
        QCOMPARE(names.flat(tool).value_or(QString()), u"algenta_"_s + tool);
        QCOMPARE(names.tool(u"algenta_"_s + tool).value_or(QString()), tool);
    }
    QVERIFY(!names.flat(u"fire_trigger"_s));
    QVERIFY(!names.tool(u"algenta_fire_trigger"_s));
    QVERIFY(!names.tool(u"simulate"_s));
}

void TestFlatNames::theDocumentedExceptionIsUnderstoodAndNeverProduced()
{
    const FlatNames names(embeddedContract(), {u"query_data"_s});
    QCOMPARE(names.tool(u"algenta_query_dataset"_s).value_or(QString()), u"query_data"_s);
    QCOMPARE(names.tool(u"algenta_query_data"_s).value_or(QString()), u"query_data"_s);
    QCOMPARE(names.flat(u"query_data"_s).value_or(QString()), u"algenta_query_data"_s);
    QVERIFY(!FlatNames(embeddedContract(), {u"simulate"_s}).tool(u"algenta_query_dataset"_s));

    // A tool that is really called so has the name.
    const FlatNames both(embeddedContract(), {u"query_data"_s, u"query_dataset"_s});
    QCOMPARE(both.tool(u"algenta_query_dataset"_s).value_or(QString()), u"query_dataset"_s);
    QCOMPARE(problems(both), QStringList{u"collision query_dataset"_s});
}

void TestFlatNames::problemsAreReported_data()
{
    QTest::addColumn<QStringList>("tools");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("none") << QStringList{u"a"_s, u"b"_s} << QStringList();
    QTest::newRow("pattern") << QStringList{u"Bad-Name"_s, u"b"_s} << QStringList{u"pattern Bad-Name"_s};
    QTest::newRow("line feed") << QStringList{u"a\n"_s} << QStringList{u"pattern a\n"_s};
    QTest::newRow("one name twice") << QStringList{u"a"_s, u"a"_s} << QStringList{u"collision a"_s};
    QTest::newRow("the flat name of another")
        << QStringList{u"a"_s, u"algenta_a"_s} << QStringList{u"collision a"_s, u"collision algenta_a"_s};
    QTest::newRow("looks like a flat name")
        << QStringList{u"algenta_a"_s} << QStringList{u"collision algenta_a"_s};
}

void TestFlatNames::problemsAreReported()
{
    QFETCH(QStringList, tools);
    QFETCH(QStringList, expected);
    const FlatNames names(embeddedContract(), tools);
    QCOMPARE(problems(names), expected);
    // A name that two tools could claim is claimed by none.
    if (tools.size() == 2 && !expected.isEmpty() && expected.constFirst().startsWith("collision"_L1))
        QVERIFY(!names.tool(u"algenta_a"_s));
    for (const FlatNameProblem &problem : names.problems())
        QVERIFY(!problem.detail.isEmpty());
}

QTEST_APPLESS_MAIN(TestFlatNames)
#include "tst_flatnames.moc"
