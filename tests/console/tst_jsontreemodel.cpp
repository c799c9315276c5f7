// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/jsontreemodel.h"
#include "core/base/jsonreader.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::Json;
using algenta::console::JsonTreeModel;

namespace
{

Json json(const QByteArray &text)
{
    const auto read = algenta::base::readJson(text);
    if (!read)
        qFatal("the test's own JSON: %s", qPrintable(read.error().message));
    return *read;
}

QStringList lines(const JsonTreeModel &tree)
{
    QStringList result;
    for (int row = 0; row < tree.rowCount(); ++row) {
        const QModelIndex index = tree.index(row);
        result.append(QString(tree.data(index, JsonTreeModel::DepthRole).toInt(), u' ') +
                      (tree.data(index, JsonTreeModel::RemovedRole).toBool() ? u"-"_s : QString()) +
                      tree.data(index, JsonTreeModel::LabelRole).toString() + u'=' +
                      tree.data(index, JsonTreeModel::ValueRole).toString());
    }
    return result;
}

} // namespace

class TestJsonTreeModel : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void losesNothing()
    {
        JsonTreeModel tree;
        const QAbstractItemModelTester tester(&tree, QAbstractItemModelTester::FailureReportingMode::QtTest);
        tree.setRoot(json(
            R"({"z":1.50,"a":"x\u202e","z":12345678901234567890123,"o":{"k":[true,null]},"e":{},"l":[]})"));
        QCOMPARE(lines(tree), QStringList({u"z=1.50"_s, u"a=\"x<U+202E>\""_s, u"z=12345678901234567890123"_s,
                                           u"o={ 1 }"_s, u"e={}"_s, u"l=[]"_s}));
        QCOMPARE(tree.data(tree.index(1), JsonTreeModel::ExactRole).toString(), u"x\u202e"_s);
        tree.toggle(4); // nothing in it
        QCOMPARE(tree.count(), 6);
        tree.toggle(3);
        tree.toggle(4);
        QCOMPARE(lines(tree).mid(3, 4),
                 QStringList({u"o={ 1 }"_s, u" k=[ 2 ]"_s, u"  0=true"_s, u"  1=null"_s}));
        QCOMPARE(tree.parentRow(6), 4);
        QCOMPARE(tree.parentRow(4), 3);
        QCOMPARE(tree.parentRow(3), -1);
        tree.toggle(3);
        QCOMPARE(tree.count(), 6);
        // What was open below is closed as well.
        tree.toggle(3);
        QCOMPARE(tree.count(), 7);
        tree.clear();
        QCOMPARE(tree.count(), 0);
        tree.toggle(0);
    }

    Q_SLOT void aScalarIsOneRow()
    {
        JsonTreeModel tree;
        tree.setRoot(json("\"only\""));
        QCOMPARE(lines(tree), QStringList{u"=\"only\""_s});
        tree.setRoot(json("{}"));
        QCOMPARE(lines(tree), QStringList{u"={}"_s});
    }

    Q_SLOT void hugeNodesOpenInSteps()
    {
        JsonTreeModel tree;
        const QAbstractItemModelTester tester(&tree, QAbstractItemModelTester::FailureReportingMode::QtTest);
        tree.setRoot(json("{\"a\":[" + QByteArray("0,").repeated(1'199) + "7],\"b\":1}"));
        QCOMPARE(tree.count(), 2);
        tree.toggle(0);
        QCOMPARE(tree.count(), 2 + 501);
        QCOMPARE(lines(tree).at(501), u" =700 more"_s);
        tree.toggle(501);
        QCOMPARE(tree.count(), 2 + 1'001);
        QCOMPARE(lines(tree).at(501), u" 500=0"_s);
        tree.toggle(1'001);
        QCOMPARE(tree.count(), 2 + 1'200);
        QCOMPARE(lines(tree).at(1'200), u" 1199=7"_s);
        QCOMPARE(lines(tree).at(1'201), u"b=1"_s);
        tree.toggle(0);
        QCOMPARE(tree.count(), 2);
    }

    Q_SLOT void deepValuesOpenLevelByLevel()
    {
        JsonTreeModel tree;
        tree.setRoot(json(QByteArray("[").repeated(100) + QByteArray("]").repeated(100)));
        for (int level = 0; level < 98; ++level)
            tree.toggle(level);
        QCOMPARE(tree.count(), 99);
        QCOMPARE(tree.data(tree.index(98), JsonTreeModel::DepthRole).toInt(), 98);
    }

    Q_SLOT void removedPartsAreMarkedWithAllBelow()
    {
        JsonTreeModel tree;
        tree.setRoot(json(R"({"properties":{"a":{},"force":{"type":"boolean"}},"required":["a","force"]})"),
                     {u"/properties/force"_s, u"/required/1"_s});
        tree.toggle(0);
        tree.toggle(2);
        tree.toggle(4);
        QCOMPARE(lines(tree),
                 QStringList({u"properties={ 2 }"_s, u" a={}"_s, u" -force={ 1 }"_s, u"  -type=\"boolean\""_s,
                              u"required=[ 2 ]"_s, u" 0=\"a\""_s, u" -1=\"force\""_s}));
    }
};

QTEST_APPLESS_MAIN(TestJsonTreeModel)
#include "tst_jsontreemodel.moc"
