// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/contract/exposedsurface.h"
#include "core/contract/gatewayconfig.h"
#include "core/contract/parity.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <functional>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::contract;

namespace
{

using Findings = QList<ParityFinding>;
using Case = std::function<Findings()>;

base::Json json(QByteArray text)
{
    return base::readJson(text.replace('\'', '"')).value();
}

QStringList seven()
{
    return embeddedContract().profile(ProfileName::Execute).tools;
}

/** A surface by names; @p schema is that of its last tool. */
Case surface(ProfileName profile, const QStringList &names, const QByteArray &schema = "{'type':'object'}",
             const std::optional<QString> &defaultProfile = {},
             const std::optional<QStringList> &advertised = {})
{
    return [=] {
        ExposedSurface exposed;
        for (const QString &name : names)
            exposed.tools.append({name, json("{'type':'object'}")});
        exposed.tools.last().inputSchema = json(schema);
        exposed.defaultProfile = defaultProfile;
        return checkSurface(embeddedContract(), profile, &exposed, advertised).findings;
    };
}

/** The seven tools under execute, execute_decision with this schema. */
Case executing(const QByteArray &schema)
{
    return surface(ProfileName::Execute, seven(), schema);
}

/** A copy of the contract in which one text is another. */
Case copy(const QByteArray &from = {}, const QByteArray &to = {})
{
    return [=]() -> Findings {
        QByteArray bytes = embeddedContractBytes();
        if (!from.isEmpty() && !bytes.contains(from))
            return {};
        if (!from.isEmpty())
            bytes.replace(from, to);
        const base::Json root = base::readJson(bytes).value();
        const auto parsed = parseToolContract(bytes);
        if (!parsed)
            return brokenProfiles(root);
        return compareDocuments(*embeddedSnapshot().contract, {*parsed, root, bytes});
    };
}

Case gateway(ProfileName profile, const QByteArray &server,
             const std::optional<QList<ExposedTool>> &advertised = {})
{
    return [=] {
        const auto servers = readGatewayServers(json("{'mcp_servers':{'engine':" + server + "}}"));
        return checkGateway(embeddedContract(), profile, servers->constFirst(), advertised).findings;
    };
}

const QByteArray observeTools = "'allowed_tools':['get_contract','query_data','engine-simulate','recommend']";
const QByteArray executeTools = "'allowed_tools':['get_contract','query_data','simulate','recommend',"
                                "'plan_decision','log_decision','execute_decision']";

} // namespace

Q_DECLARE_METATYPE(Case)

/** Every rule: a surface or copy that keeps it, and one that breaks it and nothing else. */
class TestParityRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void identifiersAreStable();
    void everyRuleIsKeptAndBroken_data();
    void everyRuleIsKeptAndBroken();
    void everyRuleHasACase();
    void aSurfaceWithFiveFaultsNamesEachOnce();
    void aFieldIsNamedWithItsPlaces();
    void otherSurfaces_data();
    void otherSurfaces();
    void refusesWhatIsNoSurface_data();
    void refusesWhatIsNoSurface();
    void whatCannotBeJudgedIsAGap();
    void refusesWhatIsNoGateway_data();
    void refusesWhatIsNoGateway();

private:
    QSet<ParityRule> m_covered;
};

void TestParityRules::identifiersAreStable()
{
    QStringList known;
    for (const ParityRuleText &rule : parityRules()) {
        known.append(rule.id + u' ' + rule.name);
        QVERIFY(rule.holds.endsWith(u'.'));
        QCOMPARE(parityRules().indexOf(rule), static_cast<qsizetype>(rule.rule));
    }
    QCOMPARE(known,
             QStringList(
                 {u"ATC-101 no-addition"_s, u"ATC-102 no-omission"_s, u"ATC-103 execute-only-under-execute"_s,
                  u"ATC-104 default-is-observe"_s, u"ATC-105 full-is-opt-in"_s,
                  u"ATC-106 profiles-are-cumulative"_s, u"ATC-201 no-override-field-in-schema"_s,
                  u"ATC-202 no-override-field-in-arguments"_s, u"ATC-203 no-override-field-by-default"_s,
                  u"ATC-204 only-logged-decisions"_s, u"ATC-301 flat-name-pattern"_s,
                  u"ATC-302 flat-name-of-the-tool"_s, u"ATC-303 flat-names-are-unique"_s,
                  u"ATC-401 copy-equals-contract"_s, u"ATC-402 contract-version"_s,
                  u"ATC-403 execute-requirements"_s, u"ATC-404 execution-gates"_s,
                  u"ATC-405 execution-outcomes"_s, u"ATC-406 never-model-facing-fields"_s}));
}

void TestParityRules::everyRuleIsKeptAndBroken_data()
{
    QTest::addColumn<ParityRule>("rule");
    QTest::addColumn<Case>("kept");
    QTest::addColumn<Case>("broken");
    const auto row = [this](const char *name, ParityRule rule, const Case &kept, const Case &broken) {
        m_covered.insert(rule);
        QTest::newRow(name) << rule << kept << broken;
    };
    const QStringList observe = seven().first(4);
    const Case goodSurface = surface(ProfileName::Observe, observe);
    const QByteArray decision = "'decision_id':{'type':'string'}";

    row("no-addition", ParityRule::NoAddition, goodSurface,
        surface(ProfileName::Observe, observe + QStringList{u"delete_decision"_s}));
    row("no-addition, of full", ParityRule::NoAddition,
        surface(ProfileName::Full, seven(), "{}", {}, seven()),
        surface(ProfileName::Full, seven() + QStringList{u"other"_s}, "{}", {}, seven()));
    row("no-omission", ParityRule::NoOmission, goodSurface, surface(ProfileName::Observe, observe.first(3)));
    row("execute-only-under-execute", ParityRule::ExecuteOnlyUnderExecute,
        surface(ProfileName::Execute, seven()),
        surface(ProfileName::Govern, seven().first(6) + QStringList{u"algenta_execute_decision"_s}));
    row("default-is-observe", ParityRule::DefaultIsObserve,
        surface(ProfileName::Observe, observe, "{}", u"observe"_s),
        surface(ProfileName::Observe, observe, "{}", u"govern"_s));
    row("default-is-observe, unknown", ParityRule::DefaultIsObserve,
        surface(ProfileName::Govern, seven().first(6), "{}", u"observe"_s),
        surface(ProfileName::Govern, seven().first(6), "{}", u"admin"_s));
    row("full-is-opt-in", ParityRule::FullIsOptIn, copy(),
        copy("\"opt_in_only\": true", "\"opt_in_only\": false"));
    row("full-is-opt-in, of a gateway", ParityRule::FullIsOptIn,
        gateway(ProfileName::Observe, '{' + observeTools + '}'),
        gateway(ProfileName::Observe, "{'disallowed_tools':['engine-execute_decision']}"));
    row("profiles-are-cumulative", ParityRule::ProfilesAreCumulative, copy(),
        copy("\"extends\": \"govern\"", "\"extends\": \"observe\""));
    row("no-override-field-in-schema", ParityRule::NoFieldInSchema,
        executing("{'properties':{" + decision + "}}"),
        executing("{'properties':{" + decision + "},'anyOf':[{'required':['override_safety']},true]}"));
    row("no-override-field-in-schema, of full", ParityRule::NoFieldInSchema,
        surface(ProfileName::Full, {u"x"_s}, "{}", {}, QStringList{u"x"_s}),
        surface(ProfileName::Full, {u"x"_s}, "{'properties':{'force':{}}}", {}, QStringList{u"x"_s}));
    row("no-override-field-in-arguments", ParityRule::NoFieldInArguments,
        executing("{'patternProperties':{'^x_':{},'.*':false}}"),
        executing("{'patternProperties':{'^f':{}}}"));
    row("no-override-field-in-arguments, of a gateway", ParityRule::NoFieldInArguments,
        gateway(ProfileName::Execute,
                '{' + executeTools + ",'allowed_params':{'execute_decision':['decision_id','webhook_url']}}"),
        gateway(ProfileName::Execute,
                '{' + executeTools + ",'allowed_params':{'execute_decision':['decision_id','force']}}"));
    row("no-override-field-by-default", ParityRule::NoFieldByDefault,
        executing("{'default':{'decision_id':'x'}}"), executing("{'default':{'force':true}}"));
    row("only-logged-decisions", ParityRule::OnlyLoggedDecisions,
        executing("{'allOf':[{'properties':{" + decision + "}}]}"),
        executing("{'properties':{'webhook_url':{}}}"));
    row("only-logged-decisions, of a gateway", ParityRule::OnlyLoggedDecisions,
        gateway(ProfileName::Execute,
                '{' + executeTools + ",'allowed_params':{'execute_decision':['decision_id']}}"),
        gateway(ProfileName::Execute, '{' + executeTools + ",'allowed_params':{'execute_decision':[]}}"));
    row("flat-name-pattern", ParityRule::FlatNamePattern, goodSurface,
        surface(ProfileName::Observe, observe.first(3) + QStringList{u"algenta-recommend"_s}));
    row("flat-name-pattern, no tool", ParityRule::FlatNamePattern, goodSurface,
        surface(ProfileName::Observe, observe + QStringList{u"Run Me"_s}));
    row("flat-name-of-the-tool", ParityRule::FlatNameOfTheTool,
        surface(ProfileName::Observe, {u"algenta_get_contract"_s, u"algenta_query_data"_s,
                                       u"algenta_simulate"_s, u"algenta_recommend"_s}),
        surface(ProfileName::Observe, {u"algenta_getcontract"_s, u"algenta_query_data"_s,
                                       u"algenta_simulate"_s, u"algenta_recommend"_s}));
    row("flat-names-are-unique", ParityRule::FlatNamesAreUnique,
        surface(ProfileName::Full, {u"a"_s}, "{}", {}, QStringList{u"a"_s}),
        surface(ProfileName::Full, {u"algenta_a"_s}, "{}", {}, QStringList{u"algenta_a"_s}));
    row("copy-equals-contract", ParityRule::CopyEqualsContract, copy("Reading only.", "For reading."),
        copy("\"adds_tools\": [\"plan_decision\", \"log_decision\"]", "\"adds_tools\": [\"plan_decision\"]"));
    row("contract-version", ParityRule::ContractVersion, copy(), copy("\"0.1.0\"", "\"0.1.1\""));
    row("execute-requirements", ParityRule::ExecuteRequirements, copy(),
        copy("\"The engine has checked the role and the permission of the caller.\",", ""));
    row("execution-gates", ParityRule::ExecutionGates, copy(),
        copy("\"bypass_field\": \"force\"", "\"bypass_field\": \"override_safety\""));
    row("execution-outcomes", ParityRule::ExecutionOutcomes, copy("The engine acted.", "It is done."),
        copy("\"execution_status\": [\"delivered\", \"failed\"]",
             "\"execution_status\": [\"delivered\", \"failed\", \"pending\"]"));
    row("never-model-facing-fields", ParityRule::FieldList, copy(),
        copy("[\"force\", \"override_safety\"]", "[\"force\", \"override_safety\", \"skip\"]"));
}

void TestParityRules::everyRuleIsKeptAndBroken()
{
    QFETCH(ParityRule, rule);
    QFETCH(Case, kept);
    QFETCH(Case, broken);
    const Findings good = kept();
    QVERIFY2(good.isEmpty(), qPrintable(good.isEmpty() ? QString() : good.constFirst().detail));
    const Findings bad = broken();
    QCOMPARE(bad.size(), 1);
    QCOMPARE(parityRuleText(bad.constFirst().rule).id, parityRuleText(rule).id);
    QVERIFY(bad.constFirst().detail.endsWith(u'.'));
}

void TestParityRules::everyRuleHasACase()
{
    for (const ParityRuleText &rule : parityRules())
        QVERIFY2(m_covered.contains(rule.rule), qPrintable(rule.id));
}

void TestParityRules::aSurfaceWithFiveFaultsNamesEachOnce()
{
    const QByteArray text = "{'profile':'execute','default_profile':'govern','tools':["
                            "{'name':'algenta_get_contract','inputSchema':{}},"
                            "{'name':'algenta_query_dataset','inputSchema':{}},"
                            "{'name':'algenta_delete_decision','inputSchema':{}},"
                            "{'name':'Algenta-Simulate','inputSchema':{}},"
                            "{'name':'algenta_plan_decision','inputSchema':{}},"
                            "{'name':'algenta_log_decision','inputSchema':{}},"
                            "{'name':'algenta_execute_decision','inputSchema':{'type':'object',"
                            "'properties':{'decision_id':{}},"
                            "'allOf':[{},{'properties':{'force':{'type':'boolean'}}}]}}]}";
    auto surfaces = readSurfaces(QByteArray(text).replace('\'', '"'));
    QVERIFY(surfaces);
    QCOMPARE(surfaces->size(), 1);
    ExposedSurface &exposed = surfaces->first();
    const ParityVerdict verdict = checkSurface(embeddedContract(), *exposed.profile, &exposed, {});
    QStringList found;
    for (const ParityFinding &finding : verdict.findings)
        found.append(parityRuleText(finding.rule).id + u' ' + finding.subject + u' ' +
                     finding.places.join(u' '));
    QCOMPARE(found, QStringList({u"ATC-101 algenta_delete_decision "_s, u"ATC-301 Algenta-Simulate "_s,
                                 u"ATC-201 algenta_execute_decision /allOf/1/properties/force"_s,
                                 u"ATC-104 govern "_s, u"ATC-102 recommend "_s}));
}

void TestParityRules::aFieldIsNamedWithItsPlaces()
{
    const Findings findings = executing(
        "{'properties':{'decision_id':{},'force':{'default':true}},'required':['force'],"
        "'$defs':{'a':{'properties':{'override_safety':{}}}},'examples':[{'force':true}],"
        "'not':{'required':['override_safety']},'patternProperties':{'^(force|override_safety)$':{}}}")();
    QStringList found;
    for (const ParityFinding &finding : findings)
        found.append(parityRuleText(finding.rule).id + u' ' + finding.places.join(u' '));
    found.sort();
    QCOMPARE(
        found,
        QStringList({u"ATC-201 /$defs/a/properties/override_safety /not "
                     "/patternProperties/^(force|override_safety)$"_s,
                     u"ATC-201 /properties/force /required/0 /patternProperties/^(force|override_safety)$"_s,
                     u"ATC-203 /examples/0/force"_s}));
}

void TestParityRules::otherSurfaces_data()
{
    QTest::addColumn<Case>("exposed");
    QTest::addColumn<QStringList>("expected");
    const QStringList observe = seven().first(4);
    QTest::newRow("a gateway that lets all through")
        << gateway(ProfileName::Govern, "{}")
        << QStringList{u"ATC-105 engine"_s, u"ATC-103 execute_decision"_s, u"ATC-202 execute_decision"_s,
                       u"ATC-202 execute_decision"_s};
    QTest::newRow("a gateway under full")
        << gateway(ProfileName::Full, "{'allowed_params':{'execute_decision':['decision_id']}}")
        << QStringList();
    QTest::newRow("a gateway with the server's name in front")
        << gateway(ProfileName::Execute,
                   '{' + executeTools + ",'allowed_params':{'engine-execute_decision':['decision_id']}}")
        << QStringList();
    QTest::newRow("an empty list under the long name is no limit")
        << gateway(ProfileName::Execute,
                   '{' + executeTools + ",'allowed_params':{'engine-execute_decision':[]}}")
        << QStringList{u"ATC-202 execute_decision"_s, u"ATC-202 execute_decision"_s};
    QTest::newRow("a gateway in front of a tool that declares a field")
        << gateway(ProfileName::Full, "{}",
                   QList<ExposedTool>{{u"other"_s, json("{'properties':{'force':{}}}")}})
        << QStringList{u"ATC-202 other"_s};
    QTest::newRow("a gateway that allows too much and too little")
        << gateway(ProfileName::Observe,
                   "{'allowed_tools':['get_contract','query_data','simulate','engine-fire_trigger']}")
        << QStringList{u"ATC-101 fire_trigger"_s, u"ATC-102 recommend"_s};
    QTest::newRow("a tool twice, by both names")
        << surface(ProfileName::Observe, observe + QStringList{u"algenta_simulate"_s})
        << QStringList{u"ATC-101 algenta_simulate"_s};
    QTest::newRow("an alias") << surface(ProfileName::Observe,
                                         observe + QStringList{u"algenta_query_batch"_s})
                              << QStringList{u"ATC-101 algenta_query_batch"_s};
    QTest::newRow("the documented exception")
        << surface(ProfileName::Observe, {u"algenta_get_contract"_s, u"algenta_query_dataset"_s,
                                          u"algenta_simulate"_s, u"algenta_recommend"_s})
        << QStringList();
    QTest::newRow("a trailing line feed")
        << surface(ProfileName::Observe, observe.first(3) + QStringList{u"algenta_recommend\n"_s})
        << QStringList{u"ATC-301 algenta_recommend\n"_s};
}

void TestParityRules::otherSurfaces()
{
    QFETCH(Case, exposed);
    QFETCH(QStringList, expected);
    QStringList found;
    for (const ParityFinding &finding : exposed())
        found.append(parityRuleText(finding.rule).id + u' ' + finding.subject);
    QCOMPARE(found, expected);
}

void TestParityRules::refusesWhatIsNoSurface_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no JSON") << QByteArray("tools:");
    QTest::newRow("no tools") << QByteArray("{'profile':'observe'}");
    QTest::newRow("an unknown profile") << QByteArray("{'profile':'admin','tools':[]}");
    QTest::newRow("a nameless tool") << QByteArray("{'tools':[{'inputSchema':{}}]}");
    QTest::newRow("an empty list") << QByteArray("[]");
    QTest::newRow("a default that is no text") << QByteArray("{'tools':[],'default_profile':1}");
    QTest::newRow("a key twice") << QByteArray("{'tools':[],'tools':[{'name':'x','inputSchema':{}}]}");
}

void TestParityRules::refusesWhatIsNoSurface()
{
    QFETCH(QByteArray, text);
    QVERIFY(!readSurfaces(text.replace('\'', '"')));
}

void TestParityRules::whatCannotBeJudgedIsAGap()
{
    auto surfaces = readSurfaces(R"([{"profile":"observe","tools":[{"name":"simulate"}]},)"
                                 R"({"profile":"full","tools":[{"name":"algenta_x","input_schema":{}}]}])");
    QVERIFY(surfaces);
    QCOMPARE(surfaces->at(0).gaps.size(), 1);
    QCOMPARE(surfaces->at(1).gaps.size(), 0);
    QVERIFY(checkSurface(embeddedContract(), ProfileName::Full, &surfaces->last(), {}).holds());
    QCOMPARE(surfaces->at(1).gaps.size(), 1);
}

void TestParityRules::refusesWhatIsNoGateway_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no servers") << QByteArray("{'model_list':[]}");
    QTest::newRow("a list of servers") << QByteArray("{'mcp_servers':[{'url':'x'}]}");
    QTest::newRow("tools in one text") << QByteArray("{'mcp_servers':{'a':{'allowed_tools':'simulate'}}}");
    QTest::newRow("tools that are no names")
        << QByteArray("{'mcp_servers':{'a':{'disallowed_tools':[true]}}}");
    QTest::newRow("params of no tool") << QByteArray("{'mcp_servers':{'a':{'allowed_params':['x']}}}");
    QTest::newRow("params in one text") << QByteArray("{'mcp_servers':{'a':{'allowed_params':{'t':'x'}}}}");
}

void TestParityRules::refusesWhatIsNoGateway()
{
    QFETCH(QByteArray, text);
    QVERIFY(!readGatewayServers(json(text)));
}

QTEST_APPLESS_MAIN(TestParityRules)
#include "tst_parityrules.moc"
