// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/contract/drift.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::contract;
using algenta::base::Json;

namespace
{

QByteArray fileBytes(const QString &name)
{
    QFile file(QStringLiteral(ALGENTA_SOURCE_DIR "/contracts/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/** Single quotes stand for double ones. */
Snapshot snapshotOf(QByteArray text)
{
    const auto snapshot = readSnapshot(text.replace('\'', '"'));
    return snapshot ? *snapshot : Snapshot();
}

Snapshot toolsOf(const QByteArray &items)
{
    return snapshotOf("{'tools':[" + items + "]}");
}

/** "class kind place", one a line. */
QString listed(const Drift &drift)
{
    QStringList lines;
    for (const DriftItem &item : drift.items)
        lines.append(driftClassName(item.driftClass) + u' ' + driftKindName(item.kind) + u' ' + item.place);
    return lines.join(u'\n');
}

/** The embedded contract with one text in it replaced. */
Snapshot editedContract(const QByteArray &from, const QByteArray &to)
{
    QByteArray bytes = embeddedContractBytes();
    Q_ASSERT(bytes.contains(from));
    const auto snapshot = readSnapshot(bytes.replace(from, to));
    return snapshot ? *snapshot : Snapshot();
}

} // namespace

class TestDrift : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void anOlderContractRequiresSixThings();
    void aContractIsTheSameAsItself();
    void contractChanges_data();
    void contractChanges();
    void toolChanges_data();
    void toolChanges();
    void orderIsNoChange();
    void discoveryChanges();
    void aKeyCoversOneChangeOnly();
    void aMissingPartIsNoChange();
    void anIncompleteListHidesNoTool();
    void aContractIsHeldAgainstTools();
    void readsEveryForm_data();
    void readsEveryForm();
    void refusesWhatIsNoSnapshot_data();
    void refusesWhatIsNoSnapshot();
};

void TestDrift::anOlderContractRequiresSixThings()
{
    const auto upstream = readSnapshot(fileBytes(u"examples/upstream-contract-0.1.0.json"_s));
    QVERIFY(upstream);
    const Drift drift = compareSnapshots(*upstream, embeddedSnapshot());
    QVERIFY(drift.compared);
    QCOMPARE(drift.notCompared, QStringList());
    const QString place = u"/contract/profiles/execute/requires_all_of"_s;
    QList<DriftItem> found;
    for (const DriftItem &item : drift.items) {
        if (item.place == place)
            found.append(item);
    }
    QCOMPARE(found.size(), 1);
    const DriftItem &item = found.constFirst();
    QCOMPARE(item.driftClass, DriftClass::PermissionHint);
    QCOMPARE(item.kind, DriftKind::Changed);
    QCOMPARE(item.subject, u"execute"_s);
    QCOMPARE(item.where, u"/profiles/execute/requires_all_of"_s);
    QCOMPARE(item.before.size(), 6);
    QCOMPARE(item.after.size(), 3);
    QCOMPARE(item.beforeText.split(u'\n').size(), 6);
    QCOMPARE(item.sentence,
             u"What the profile execute requires of the engine changes: 6 conditions before, 3 after."_s);
    // The older text has no gates and no outcomes; each gate counts.
    QVERIFY(listed(drift).contains("permission hint added /contract/gates/idempotency"_L1));
    QVERIFY(listed(drift).contains("permission hint added /contract/gates/risk_floor"_L1));
    QVERIFY(listed(drift).contains("schema added /contract/execution_outcomes"_L1));
    QVERIFY(listed(drift).contains("wording changed /contract/mcp_tool_reference/simulate/description"_L1));
    QCOMPARE(drift.count(DriftClass::Wording) + drift.count(DriftClass::Schema) +
                 drift.count(DriftClass::PermissionHint),
             drift.items.size());
}

void TestDrift::aContractIsTheSameAsItself()
{
    const Drift drift = compareSnapshots(embeddedSnapshot(), embeddedSnapshot());
    QVERIFY(drift.compared);
    QCOMPARE(listed(drift), QString());
}

void TestDrift::contractChanges_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, const char *from, const char *to, const QString &expected,
                        const QString &sentence) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << expected << sentence;
    };
    row("description", "Reading only.", "Looks only.",
        u"wording changed /contract/profiles/observe/description"_s,
        u"Profile observe: description changes."_s);
    row("title", "Tool-profile contract of", "Contract of", u"wording changed /contract/title"_s,
        u"The contract's title changes."_s);
    row("version", "\"0.1.0\"", "\"0.2.0\"", u"permission hint changed /contract/contract_version"_s,
        u"The contract's contract_version changes from \"0.1.0\" to \"0.2.0\"."_s);
    row("name pattern", "^algenta_[a-z0-9_]+$", "^algenta_[a-z0-9_-]+$",
        u"permission hint changed /contract/external_tool_name_convention/pattern"_s,
        u"The pattern of flat names changes from \"^algenta_[a-z0-9_]+$\" to \"^algenta_[a-z0-9_-]+$\"."_s);
    row("profile loses a tool", "\"adds_tools\": [\"plan_decision\", \"log_decision\"]",
        "\"adds_tools\": [\"plan_decision\"]",
        u"permission hint removed /contract/profiles/govern/adds_tools/log_decision"_s,
        u"The profile govern loses the tool log_decision."_s);
    row("tools in another order", "\"adds_tools\": [\"plan_decision\", \"log_decision\"]",
        "\"adds_tools\": [\"log_decision\", \"plan_decision\"]", QString(), QString());
    row("one field fewer", "\"never_model_facing_fields\": [\"force\", \"override_safety\"]",
        "\"never_model_facing_fields\": [\"override_safety\", \"force\", \"skip\"]",
        u"permission hint added /contract/profiles/execute/never_model_facing_fields/skip"_s,
        u"skip joins the fields that no model may set."_s);
    row("no longer opt-in", "\"opt_in_only\": true", "\"opt_in_only\": false",
        u"permission hint changed /contract/profiles/full/opt_in_only"_s,
        u"Profile full: opt_in_only changes from true to false."_s);
    row("bypass", "\"code\": \"execution_blocked_confidence\",\n      \"bypass_field\": \"override_safety\"",
        "\"code\": \"execution_blocked_confidence\",\n      \"bypass_field\": \"force\"",
        u"permission hint changed /contract/gates/confidence/bypass_field"_s,
        u"The contract's gates/confidence/bypass_field changes from \"override_safety\" to \"force\"."_s);
    row("safety critical", "\"safety_critical\": true", "\"safety_critical\": false",
        u"permission hint changed /contract/mcp_tool_reference/execute_decision/safety_critical"_s,
        u"Tool execute_decision: its safety_critical changes from true to false."_s);
    row("alias", "\"aliases\": [\"query_batch\"]", "\"aliases\": [\"query_batch\", \"query_all\"]",
        u"permission hint added /contract/mcp_tool_reference/query_data/aliases/query_all"_s,
        u"Tool query_data: the alias query_all is added."_s);
    row("requirement", "The engine has checked the role and the permission of the caller.",
        "The engine trusts the caller.",
        u"permission hint changed /contract/profiles/execute/requires_all_of"_s,
        u"What the profile execute requires of the engine changes: 3 conditions before, 3 after."_s);
    row("receipt field", "\"response_code\",", "",
        u"schema changed /contract/execution_outcomes/receipt/fields"_s,
        u"The contract's execution_outcomes/receipt/fields changes."_s);
    row("unknown member", "\"contract_version\"", "\"surprise\": 1, \"contract_version\"",
        u"permission hint added /contract/surprise"_s, u"The contract's surprise is added: 1."_s);
}

void TestDrift::contractChanges()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, expected);
    QFETCH(QString, sentence);
    const Snapshot edited = editedContract(from, to);
    QVERIFY(edited.contract);
    const Drift drift = compareSnapshots(embeddedSnapshot(), edited);
    QCOMPARE(listed(drift), expected);
    QCOMPARE(drift.items.isEmpty() ? QString() : drift.items.constFirst().sentence, sentence);
}

void TestDrift::toolChanges_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *before, const char *after, const QString &expected) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << expected;
    };
    row("added", "", "{'name':'t'}", u"permission hint added /tools/t"_s);
    row("removed", "{'name':'t'}", "", u"permission hint removed /tools/t"_s);
    row("twice", "{'name':'t'}", "{'name':'t'},{'name':'t','x':1}",
        u"permission hint added /repeated tools/t/2"_s);
    row("description", "{'name':'t','description':'a'}", "{'name':'t','description':'b'}",
        u"wording changed /tools/t/description"_s);
    row("title", "{'name':'t'}", "{'name':'t','title':'b'}", u"wording added /tools/t/title"_s);
    row("flipped hint", "{'name':'t','annotations':{'destructiveHint':false}}",
        "{'name':'t','annotations':{'destructiveHint':true}}",
        u"permission hint changed /tools/t/annotations/destructiveHint"_s);
    row("annotations appear", "{'name':'t'}", "{'name':'t','annotations':{'readOnlyHint':true}}",
        u"permission hint added /tools/t/annotations"_s);
    row("title of annotations", "{'name':'t','annotations':{'title':'a'}}",
        "{'name':'t','annotations':{'title':'b'}}", u"wording changed /tools/t/annotations/title"_s);
    row("unknown member", "{'name':'t'}", "{'name':'t','_meta':{'a':1}}",
        u"permission hint added /tools/t/_meta"_s);
    row("type", "{'name':'t','inputSchema':{'properties':{'a':{'type':'string'}}}}",
        "{'name':'t','inputSchema':{'properties':{'a':{'type':'number'}}}}",
        u"schema changed /tools/t/inputSchema/properties/a/type"_s);
    row("text in a schema", "{'name':'t','inputSchema':{'properties':{'a':{'description':'x'}}}}",
        "{'name':'t','inputSchema':{'properties':{'a':{'description':'y'}}}}",
        u"wording changed /tools/t/inputSchema/properties/a/description"_s);
    row("a property called description", "{'name':'t','inputSchema':{'properties':{}}}",
        "{'name':'t','inputSchema':{'properties':{'description':{'type':'string'}}}}",
        u"schema added /tools/t/inputSchema/properties/description"_s);
    row("text below a list", "{'name':'t','inputSchema':{'allOf':[{'title':'x'}]}}",
        "{'name':'t','inputSchema':{'allOf':[{'title':'y'}]}}",
        u"wording changed /tools/t/inputSchema/allOf/0/title"_s);
    row("title in a default", "{'name':'t','inputSchema':{'default':{'title':'x'}}}",
        "{'name':'t','inputSchema':{'default':{'title':'y'}}}",
        u"schema changed /tools/t/inputSchema/default/title"_s);
    row("output", "{'name':'t','outputSchema':{'type':'object'}}", "{'name':'t'}",
        u"schema removed /tools/t/outputSchema"_s);
    row("branch in front", "{'name':'t','inputSchema':{'anyOf':[{'minimum':1},{'minimum':2}]}}",
        "{'name':'t','inputSchema':{'anyOf':[{'minimum':0},{'minimum':1},{'minimum':2}]}}",
        u"schema added /tools/t/inputSchema/anyOf/0"_s);
    row("required", "{'name':'t','inputSchema':{'required':['a','b']}}",
        "{'name':'t','inputSchema':{'required':['b']}}", u"schema changed /tools/t/inputSchema/required"_s);
    row("an override field", "{'name':'t','inputSchema':{'properties':{}}}",
        "{'name':'t','inputSchema':{'properties':{'force':{'type':'boolean'}}}}",
        u"permission hint added /tools/t/inputSchema/properties/force"_s);
    row("an override field in a branch", "{'name':'t','inputSchema':{}}",
        "{'name':'t','inputSchema':{'allOf':[{'properties':{'force':{}}}]}}",
        u"permission hint added /tools/t/inputSchema/allOf"_s);
    row("an override field is required", "{'name':'t','inputSchema':{'required':['a']}}",
        "{'name':'t','inputSchema':{'required':['a','force']}}",
        u"permission hint changed /tools/t/inputSchema/required"_s);
    row("default of an override field", "{'name':'t','inputSchema':{'properties':{'force':{}}}}",
        "{'name':'t','inputSchema':{'properties':{'force':{'default':true}}}}",
        u"permission hint added /tools/t/inputSchema/properties/force/default"_s);
    row("key twice", "{'name':'t','inputSchema':{'a':1,'a':2}}", "{'name':'t','inputSchema':{'a':1,'a':3}}",
        u"schema changed /tools/t/inputSchema"_s);
    row("slash in a name", "{'name':'a/b','description':'x'}", "{'name':'a/b','description':'y'}",
        u"wording changed /tools/a~1b/description"_s);
}

void TestDrift::toolChanges()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, expected);
    const Drift drift = compareSnapshots(toolsOf(before), toolsOf(after));
    QCOMPARE(listed(drift), expected);
    QVERIFY(!drift.items.constFirst().sentence.isEmpty());
}

void TestDrift::orderIsNoChange()
{
    const Snapshot one =
        toolsOf("{'name':'a','inputSchema':{'type':'object','required':['x','y']}},{'name':'b'}");
    const Snapshot two =
        toolsOf("{'name':'b'},{'inputSchema':{'required':['y','x'],'type':'object'},'name':'a'}");
    QCOMPARE(listed(compareSnapshots(one, two)), QString());
    // Elsewhere a schema's lists have an order.
    const Drift drift =
        compareSnapshots(toolsOf("{'name':'a','inputSchema':{'examples':[1,2],'default':[1,2]}}"),
                         toolsOf("{'name':'a','inputSchema':{'examples':[2,1],'default':[2,1]}}"));
    QCOMPARE(listed(drift), u"wording changed /tools/a/inputSchema/examples\n"
                            "schema changed /tools/a/inputSchema/default"_s);
}

void TestDrift::discoveryChanges()
{
    const Snapshot one = snapshotOf("{'contract_version':'v1.6','capabilities':['a','b'],"
                                    "'integrations':[{'name':'x','description':'d','required_scopes':['r']}],"
                                    "'primary_data_query_contract':{'api':['/a']}}");
    const Snapshot two = snapshotOf("{'contract_version':'v1.7','capabilities':['b','a','c'],"
                                    "'integrations':[{'name':'x','description':'e','required_scopes':['w']}],"
                                    "'primary_data_query_contract':{'api':['/a','/b']}}");
    const Drift drift = compareSnapshots(one, two);
    QCOMPARE(listed(drift), u"permission hint changed /discovery/contract_version\n"
                            "permission hint added /discovery/capabilities/c\n"
                            "wording changed /discovery/integrations/0/description\n"
                            "permission hint removed /discovery/integrations/0/required_scopes/r\n"
                            "permission hint added /discovery/integrations/0/required_scopes/w\n"
                            "schema added /discovery/primary_data_query_contract/api/~1b"_s);
}

void TestDrift::aKeyCoversOneChangeOnly()
{
    const auto hint = [](const char *value) {
        return toolsOf(QByteArray("{'name':'t','annotations':{'destructiveHint':") + value + "}}");
    };
    const auto key = [](const Snapshot &before, const Snapshot &after) {
        return compareSnapshots(before, after).items.constFirst().key();
    };
    const QString flipped = key(hint("false"), hint("true"));
    QCOMPARE(key(hint("false"), hint("true")), flipped);
    QVERIFY(flipped.startsWith("/tools/t/annotations/destructiveHint@"_L1));
    QVERIFY(key(hint("true"), hint("false")) != flipped);
    QVERIFY(key(hint("null"), hint("true")) != flipped);
    // The same tool comes, goes, and comes with another schema.
    const QString added = key(toolsOf(""), toolsOf("{'name':'t','inputSchema':{'type':'object'}}"));
    QCOMPARE(key(toolsOf(""), toolsOf("{'inputSchema':{'type':'object'},'name':'t'}")), added);
    QVERIFY(key(toolsOf(""), toolsOf("{'name':'t','inputSchema':{'type':'array'}}")) != added);
    QVERIFY(key(toolsOf("{'name':'t','inputSchema':{'type':'object'}}"), toolsOf("")) != added);
    QVERIFY(key(toolsOf(""), toolsOf("{'name':'u','inputSchema':{'type':'object'}}")) != added);
}

void TestDrift::aMissingPartIsNoChange()
{
    Snapshot both = embeddedSnapshot();
    both.tools = toolsOf("{'name':'t'}").tools;
    const Drift drift = compareSnapshots(embeddedSnapshot(), both);
    QVERIFY(drift.compared);
    QCOMPARE(listed(drift), QString());
    QCOMPARE(drift.notCompared, QStringList{u"Only the second side has a list of tools."_s});

    const Drift apart = compareSnapshots(snapshotOf("{'capabilities':[]}"), toolsOf("{'name':'t'}"));
    QVERIFY(!apart.compared);
    QCOMPARE(apart.items.size(), 0);
    QCOMPARE(apart.notCompared.size(), 2);
}

void TestDrift::anIncompleteListHidesNoTool()
{
    const Snapshot whole = toolsOf("{'name':'a'},{'name':'b'}");
    const Snapshot page = snapshotOf("{'tools':[{'name':'b'},{'name':'c'}],'nextCursor':'x'}");
    const Drift drift = compareSnapshots(whole, page);
    QCOMPARE(listed(drift), u"permission hint added /tools/c"_s);
    QCOMPARE(drift.notCompared.size(), 1);
    QCOMPARE(listed(compareSnapshots(page, whole)), u"permission hint removed /tools/c"_s);
}

void TestDrift::aContractIsHeldAgainstTools()
{
    const Snapshot tools =
        toolsOf("{'name':'get_contract'},{'name':'query_data'},{'name':'simulate'},{'name':'recommend'},"
                "{'name':'plan_decision'},{'name':'something_else'},"
                "{'name':'execute_decision','annotations':{'readOnlyHint':true}}");
    const Drift drift = compareSnapshots(embeddedSnapshot(), tools);
    QVERIFY(drift.compared);
    QCOMPARE(listed(drift), u"permission hint removed /contract tools/log_decision\n"
                            "permission hint changed /contract tools/execute_decision"_s);
    QCOMPARE(listed(compareSnapshots(tools, embeddedSnapshot())),
             u"permission hint added /contract tools/log_decision\n"
             "permission hint changed /contract tools/execute_decision"_s);
}

void TestDrift::readsEveryForm_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("tools") << QByteArray("{'tools':[]}") << u"tools"_s;
    QTest::newRow("tools in an envelope")
        << QByteArray("{'jsonrpc':'2.0','id':1,'result':{'tools':[]}}") << u"tools"_s;
    QTest::newRow("structured")
        << QByteArray("{'jsonrpc':'2.0','id':1,'result':{'structuredContent':{'capabilities':[]}}}")
        << u"discovery"_s;
    QTest::newRow("text") << QByteArray("{'content':[{'type':'text','text':'{\\\"capabilities\\\":[]}'}]}")
                          << u"discovery"_s;
    QTest::newRow("document") << QByteArray("{'engine_version':'1.4.0'}") << u"discovery"_s;
}

void TestDrift::readsEveryForm()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    const Snapshot snapshot = snapshotOf(text);
    QCOMPARE(snapshot.tools.has_value(), part == "tools"_L1);
    QCOMPARE(snapshot.discovery.has_value(), part == "discovery"_L1);
    QVERIFY(!snapshot.contract);
}

void TestDrift::refusesWhatIsNoSnapshot_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no JSON") << QByteArray("tools");
    QTest::newRow("list") << QByteArray("[]");
    QTest::newRow("empty") << QByteArray("{}");
    QTest::newRow("error") << QByteArray("{'error':{'code':'invalid_api_key'}}");
    QTest::newRow("detail") << QByteArray("{'detail':'Not Found'}");
    QTest::newRow("error in a call") << QByteArray("{'jsonrpc':'2.0','id':1,'result':{'isError':true,"
                                                   "'structuredContent':{'capabilities':[]}}}");
    QTest::newRow("error of the protocol")
        << QByteArray("{'jsonrpc':'2.0','id':1,'error':{'code':-32601,'message':'x'}}");
    QTest::newRow("tools is no list") << QByteArray("{'tools':{}}");
    QTest::newRow("half a contract") << QByteArray("{'profiles':{},'contract_version':'0.1.0'}");
}

void TestDrift::refusesWhatIsNoSnapshot()
{
    QFETCH(QByteArray, text);
    QVERIFY(!readSnapshot(text.replace('\'', '"')));
}

QTEST_APPLESS_MAIN(TestDrift)
#include "tst_drift.moc"
