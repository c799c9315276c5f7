// SPDX-License-Identifier: Apache-2.0
#include "core/engine/dangerclass.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

namespace engine = algenta::engine;
using engine::DangerClass;

class TestDangerClass : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void operatorOnly_data();
    void operatorOnly();
    void modelPath_data();
    void modelPath();
    void everyToolHasOneClass();
};

void TestDangerClass::operatorOnly_data()
{
    QTest::addColumn<QString>("tool");
    for (const char *tool : {"update_execution_policy",
                             "create_api_key",
                             "revoke_api_key",
                             "approve_agent_run",
                             "resume_agent_run",
                             "register_trigger",
                             "fire_trigger",
                             "pause_trigger",
                             "delete_trigger",
                             "create_capability_binding",
                             "test_capability_binding",
                             "discover_capability_binding",
                             "enable_skill",
                             "disable_skill",
                             "execute_capability",
                             "execute_runtime_library",
                             "apply_repository",
                             "run_repository_fix",
                             "delete_deployment",
                             "create_deployment",
                             "invite_team_member",
                             "update_team_member_role",
                             "remove_team_member",
                             "revoke_device",
                             "create_agent_run",
                             "delete_decision"})
        QTest::newRow(tool) << QString::fromLatin1(tool);
}

void TestDangerClass::operatorOnly()
{
    QFETCH(QString, tool);
    QVERIFY(engine::isOperatorOnlyTool(tool));
}

void TestDangerClass::modelPath_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<DangerClass>("danger");
    QTest::newRow("execute") << u"execute_decision"_s << DangerClass::Acts;
    QTest::newRow("log") << u"log_decision"_s << DangerClass::Records;
    QTest::newRow("read") << u"get_contract"_s << DangerClass::Reads;
    QTest::newRow("query") << u"query_data"_s << DangerClass::Reads;
    QTest::newRow("unknown") << u"echo"_s << DangerClass::NotClassified;
    QTest::newRow("case counts") << u"Fire_Trigger"_s << DangerClass::NotClassified;
}

void TestDangerClass::modelPath()
{
    QFETCH(QString, tool);
    QTEST(engine::dangerClass(tool), "danger");
    QVERIFY(!engine::isOperatorOnlyTool(tool));
}

void TestDangerClass::everyToolHasOneClass()
{
    // 140 is the size of the registry that engines publish; a name in two classes would shrink it.
    QCOMPARE(engine::classifiedTools().size(), 140);
    QSet<QString> texts;
    for (const DangerClass danger : {DangerClass::Reads, DangerClass::Records, DangerClass::ChangesRules,
                                     DangerClass::Acts, DangerClass::NotClassified})
        texts.insert(engine::dangerClassText(danger));
    QCOMPARE(texts.size(), 5);
}

QTEST_GUILESS_MAIN(TestDangerClass)
#include "tst_dangerclass.moc"
