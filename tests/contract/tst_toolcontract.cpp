// SPDX-License-Identifier: Apache-2.0
#include "core/contract/toolcontract.h"

#include <QRegularExpression>
#include <QTest>

using namespace algenta;
using namespace algenta::contract;
using namespace Qt::Literals::StringLiterals;

class TestToolContract : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void embeddedContractSaysWhatItMustSay();
    void everyToolOfTheReferenceIsInAProfile();
    void profileNamesGoBothWays();
    void refusesBrokenDocuments_data();
    void refusesBrokenDocuments();
    void unknownMembersAreNoted();
    void proseMayBeAList();
    void resolves_data();
    void resolves();
    void flatNames_data();
    void flatNames();
    void everyToolHasAFlatName();
};

void TestToolContract::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestToolContract::embeddedContractSaysWhatItMustSay()
{
    const ToolContract &contract = embeddedContract();
    const QStringList observe{u"get_contract"_s, u"query_data"_s, u"simulate"_s, u"recommend"_s};
    const QStringList govern = observe + QStringList{u"plan_decision"_s, u"log_decision"_s};
    QCOMPARE(contract.version, u"0.1.0"_s);
    QCOMPARE(contract.profiles.size(), 4);
    QCOMPARE(contract.profile(ProfileName::Observe).tools, observe);
    QCOMPARE(contract.profile(ProfileName::Govern).tools, govern);
    QCOMPARE(contract.profile(ProfileName::Execute).tools, govern + QStringList{u"execute_decision"_s});
    QVERIFY(contract.profile(ProfileName::Full).everything);
    QVERIFY(contract.profile(ProfileName::Full).optInOnly);
    QVERIFY(contract.profile(ProfileName::Full).tools.isEmpty());
    QCOMPARE(contract.defaultProfile(), ProfileName::Observe);
    QCOMPARE(contract.profile(ProfileName::Execute).requirements.size(), 3);
    QCOMPARE(contract.neverModelFacing, QStringList({u"force"_s, u"override_safety"_s}));
    QCOMPARE(contract.namePattern, u"^algenta_[a-z0-9_]+$"_s);
    QCOMPARE(contract.notes, QStringList());

    QStringList gates;
    for (const Gate &gate : contract.gates) {
        gates.append(gate.name + u' ' + gate.code + u' ' + gate.bypassField);
        QVERIFY(!gate.meaning.isEmpty());
    }
    QCOMPARE(gates, QStringList({u"idempotency execution_blocked_idempotency force"_s,
                                 u"confidence execution_blocked_confidence override_safety"_s,
                                 u"risk_floor execution_blocked_risk_floor override_safety"_s}));

    QCOMPARE(contract.tool(u"query_data")->aliases, QStringList{u"query_batch"_s});
    QVERIFY(!contract.tool(u"query_batch"));
    for (const ContractTool &tool : contract.tools)
        QCOMPARE(tool.safetyCritical, tool.name == "execute_decision"_L1);
}

void TestToolContract::everyToolOfTheReferenceIsInAProfile()
{
    const QStringList inProfiles = embeddedContract().profile(ProfileName::Execute).tools;
    QStringList known;
    for (const ContractTool &tool : embeddedContract().tools)
        known.append(tool.name);
    QCOMPARE(known, inProfiles);
}

void TestToolContract::profileNamesGoBothWays()
{
    for (const ProfileName name : allProfiles())
        QCOMPARE(profileFromText(profileText(name)).value(), name);
    for (const QString &wrong : {u""_s, u"Observe"_s, u"admin"_s, u"observe "_s}) {
        const auto result = profileFromText(wrong);
        QVERIFY2(!result, qPrintable(wrong));
        QCOMPARE(result.error().code, base::ErrorCode::InvalidInput);
    }
}

void TestToolContract::refusesBrokenDocuments_data()
{
    using base::ErrorCode;
    QTest::addColumn<QByteArray>("find");
    QTest::addColumn<QByteArray>("replace");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("where");
    const auto row = [](const char *name, const char *find, const char *replace, const char *where,
                        ErrorCode code = ErrorCode::MalformedAnswer) {
        QTest::newRow(name) << QByteArray(find) << QByteArray(replace) << code << QString::fromUtf8(where);
    };
    row("comma too many", R"("conformance": {)", R"("conformance": {,)", "", ErrorCode::MalformedJson);
    row("key twice", R"("title":)", R"("contract_version": "0.2.0", "title":)", "", ErrorCode::DuplicateKey);
    row("no version", R"("contract_version": "0.1.0",)", "", "/contract_version");
    row("version is a number", R"("0.1.0")", "0.1", "/contract_version");
    row("no naming", R"("external_tool_name_convention")", R"("names")", "/external_tool_name_convention");
    row("pattern is no expression", R"("^algenta_[a-z0-9_]+$")", R"("^algenta_[a-z")",
        "/external_tool_name_convention/pattern");
    row("other prefix", R"("prefix": "algenta_")", R"("prefix": "alg_")",
        "/external_tool_name_convention/prefix");
    row("tools are a list", R"("aliases": ["query_batch"])", R"("aliases": "query_batch")",
        "/mcp_tool_reference/query_data/aliases");
    row("alias is a tool", R"(["query_batch"])", R"(["simulate"])", "/mcp_tool_reference/query_data");
    row("safety_critical is a text", R"("safety_critical": true)", R"("safety_critical": "true")",
        "/mcp_tool_reference/execute_decision/safety_critical");
    row("no default", R"("default": true)", R"("default": false)", "/profiles");
    row("two defaults", R"("extends": "observe",)", R"("extends": "observe", "default": true,)", "/profiles");
    row("profile lost", R"("govern": {)", R"("governs": {)", "/profiles/govern");
    row("fifth profile", R"("profiles": {)", R"("profiles": { "audit": {"tools": []},)", "/profiles/audit");
    row("chain broken", R"("extends": "govern")", R"("extends": "observe")", "/profiles/execute/extends");
    row("chain in a circle", R"("extends": "observe")", R"("extends": "execute")",
        "/profiles/govern/extends");
    row("tool without reference", R"("adds_tools": ["plan_decision",)", R"("adds_tools": ["plan_decisions",)",
        "/profiles/govern");
    row("alias as a member", R"("tools": ["get_contract", "query_data",)",
        R"("tools": ["get_contract", "query_batch",)", "/profiles/observe");
    row("tool twice", R"("adds_tools": ["execute_decision"])", R"("adds_tools": ["log_decision"])",
        "/profiles/execute");
    row("full is a list", R"("tools": "*")", R"("tools": ["get_contract"])", "/profiles/full/tools");
    row("wildcard below full", R"("adds_tools": ["execute_decision"])", R"("adds_tools": "*")",
        "/profiles/execute/adds_tools");
    row("no requirements", R"("requires_all_of")", R"("requires_some_of")",
        "/profiles/execute/requires_all_of");
    row("no fields", R"(["force", "override_safety"])", "[]", "/profiles/execute/never_model_facing_fields");
    row("field is a number", R"(["force", "override_safety"])", R"(["force", 1])",
        "/profiles/execute/never_model_facing_fields/1");
    row("gate without a code", R"("code": "execution_blocked_confidence",)", "", "/gates/confidence/code");
    row("bypass open to models", R"("bypass_field": "force")", R"("bypass_field": "timeout_seconds")",
        "/gates/idempotency/bypass_field");
}

void TestToolContract::refusesBrokenDocuments()
{
    QFETCH(const QByteArray, find);
    QFETCH(const QByteArray, replace);
    QFETCH(const base::ErrorCode, code);
    QFETCH(const QString, where);
    QByteArray document = embeddedContractBytes();
    const qsizetype at = document.indexOf(find);
    QVERIFY2(at >= 0, "the row does not fit the contract file");
    document.replace(at, find.size(), replace);
    const auto result = parseToolContract(document);
    QVERIFY(!result);
    QCOMPARE(result.error().code, code);
    QVERIFY2(result.error().message.contains(where + u' ') || where.isEmpty(),
             qPrintable(result.error().message));
}

void TestToolContract::unknownMembersAreNoted()
{
    QByteArray document = embeddedContractBytes();
    document.replace(R"("category": "observability",)", R"("category": "observability", "tier/s": 1,)");
    document.replace(R"("title":)", R"("owner": "x", "title":)");
    const auto result = parseToolContract(document);
    QVERIFY(result);
    QCOMPARE(result->notes, QStringList({u"/owner"_s, u"/mcp_tool_reference/get_contract/tier~1s"_s}));
}

void TestToolContract::proseMayBeAList()
{
    QByteArray document = embeddedContractBytes();
    document.replace(R"("title": "Tool-profile)", R"("status": ["draft,", "first"], "title": "Tool-profile)");
    QCOMPARE(parseToolContract(document)->status, u"draft, first"_s);
}

void TestToolContract::resolves_data()
{
    const QStringList seven = embeddedContract().profile(ProfileName::Execute).tools;
    QTest::addColumn<ProfileName>("profile");
    QTest::addColumn<QStringList>("advertised");
    QTest::addColumn<QStringList>("tools");
    QTest::addColumn<QStringList>("omissions");
    const QStringList shuffled{
        u"fire_trigger"_s, u"execute_decision"_s, u"recommend"_s,  u"log_decision"_s, u"query_batch"_s,
        u"simulate"_s,     u"plan_decision"_s,    u"query_data"_s, u"get_contract"_s, u"create_api_key"_s};
    QTest::newRow("observe has its four, in order")
        << ProfileName::Observe << shuffled << seven.first(4) << QStringList();
    QTest::newRow("govern has six") << ProfileName::Govern << shuffled << seven.first(6) << QStringList();
    QTest::newRow("execute has seven, no admin tool")
        << ProfileName::Execute << shuffled << seven << QStringList();
    QTest::newRow("full is what is advertised, in its order")
        << ProfileName::Full << shuffled << shuffled << QStringList();
    QTest::newRow("missing tools are omissions")
        << ProfileName::Observe << QStringList{u"recommend"_s, u"simulate"_s}
        << QStringList{u"simulate"_s, u"recommend"_s} << QStringList{u"get_contract"_s, u"query_data"_s};
    QTest::newRow("an alias stands for nothing")
        << ProfileName::Observe << QStringList{u"query_batch"_s} << QStringList() << seven.first(4);
    QTest::newRow("names are compared exactly")
        << ProfileName::Observe << QStringList{u"Simulate"_s, u"simulate "_s} << QStringList()
        << seven.first(4);
    QTest::newRow("nothing advertised") << ProfileName::Execute << QStringList() << QStringList() << seven;
    QTest::newRow("nothing advertised, full")
        << ProfileName::Full << QStringList() << QStringList() << QStringList();
}

void TestToolContract::resolves()
{
    QFETCH(const ProfileName, profile);
    QFETCH(const QStringList, advertised);
    QFETCH(const QStringList, tools);
    QFETCH(const QStringList, omissions);
    const Resolved resolved = resolve(embeddedContract(), profile, advertised);
    QCOMPARE(resolved.tools, tools);
    QCOMPARE(resolved.omissions, omissions);
}

void TestToolContract::flatNames_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<bool>("good");
    QTest::newRow("plain") << u"get_contract"_s << true;
    QTest::newRow("digits") << u"tool_2"_s << true;
    QTest::newRow("empty") << u""_s << false;
    QTest::newRow("capital") << u"getContract"_s << false;
    QTest::newRow("dash") << u"get-contract"_s << false;
    QTest::newRow("trailing line feed") << u"get_contract\n"_s << false;
    QTest::newRow("second line") << u"get_contract\nx"_s << false;
    QTest::newRow("arabic digit") << u"tool_\u0663"_s << false;
    QTest::newRow("cyrillic letter") << u"g\u0435t_contract"_s << false;
    QTest::newRow("null character") << u"get_contract"_s + QChar(u'\0') << false;
}

void TestToolContract::flatNames()
{
    QFETCH(const QString, tool);
    QFETCH(const bool, good);
    const auto name = flatName(embeddedContract(), tool);
    QCOMPARE(name.has_value(), good);
    if (good)
        QCOMPARE(*name, u"algenta_"_s + tool);
    else
        QCOMPARE(name.error().code, base::ErrorCode::InvalidInput);
}

void TestToolContract::everyToolHasAFlatName()
{
    for (const ContractTool &tool : embeddedContract().tools)
        QVERIFY2(flatName(embeddedContract(), tool.name), qPrintable(tool.name));
}

QTEST_GUILESS_MAIN(TestToolContract)
#include "tst_toolcontract.moc"
