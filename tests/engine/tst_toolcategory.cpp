// SPDX-License-Identifier: Apache-2.0
#include "core/contract/toolcontract.h"
#include "core/engine/dangerclass.h"
#include "core/engine/toolcategory.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::engine;

class TestToolCategory : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void groupsHaveTheSizesOfTheRegistry()
    {
        QList<qsizetype> sizes;
        for (const QString &id : toolCategories()) {
            QVERIFY(!toolCategoryTitle(id).isEmpty());
            sizes.append(toolsOfCategory(id).size());
        }
        QCOMPARE(sizes, QList<qsizetype>({4, 6, 12, 11, 4, 9, 2, 12, 18, 13, 21, 17, 6, 5}));
    }

    Q_SLOT void everyToolThatIsClassifiedHasOneGroup()
    {
        QSet<QString> grouped;
        for (const QString &id : toolCategories()) {
            const QStringList tools = toolsOfCategory(id);
            for (const QString &tool : tools) {
                QVERIFY2(!grouped.contains(tool), qPrintable(tool));
                QCOMPARE(toolCategory(tool), id);
                grouped.insert(tool);
            }
        }
        const QStringList classified = classifiedTools();
        QCOMPARE(grouped, QSet<QString>(classified.cbegin(), classified.cend()));
    }

    Q_SLOT void whatTheRegistryDoesNotKnowHasNone()
    {
        QCOMPARE(toolCategory(u"launch_rocket"), QString());
        QCOMPARE(toolCategory(u"Get_contract"), QString());
        QCOMPARE(toolCategory(u""), QString());
        QCOMPARE(toolCategoryTitle(u"launch"), QString());
        QVERIFY(toolsOfCategory(u"launch").isEmpty());
        for (const auto &tool : algenta::contract::embeddedContract().tools)
            QVERIFY2(!toolCategory(tool.name).isEmpty(), qPrintable(tool.name));
    }
};

QTEST_APPLESS_MAIN(TestToolCategory)
#include "tst_toolcategory.moc"
