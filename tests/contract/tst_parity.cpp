// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/contract/parity.h"
#include "core/contract/scrub.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace algenta;
using namespace algenta::contract;
using namespace Qt::Literals::StringLiterals;

using Lines = QStringList;

namespace
{

base::Json json(const char *text)
{
    return base::readJson(QByteArrayView(text)).value();
}

QList<ExposedTool> surface(const QStringList &names, const base::Json &schema = json(R"({"type":"object"})"))
{
    QList<ExposedTool> tools;
    for (const QString &name : names)
        tools.append({name, schema});
    return tools;
}

Lines lines(const QList<ParityFinding> &findings)
{
    Lines result;
    for (const ParityFinding &finding : findings)
        result.append(parityKindName(finding.kind) + u' ' + finding.profile + u' ' + finding.subject);
    return result;
}

QStringList seven()
{
    return embeddedContract().profile(ProfileName::Execute).tools;
}

} // namespace

class TestParity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void kindNamesAreDistinct();
    void aRightSurfaceHolds_data();
    void aRightSurfaceHolds();
    void finds_data();
    void finds();
    void omissionSaysWhetherTheToolIsAdvertised();
    void leakNamesEachPlace();
    void scrubbedToolsDoNotLeak();
    void statedDefaultIsCompared();
    void equalContractsHaveNoDifference();
    void oneChangedMemberIsOneDifference_data();
    void oneChangedMemberIsOneDifference();
    void differencesGoBothWays();
};

void TestParity::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestParity::kindNamesAreDistinct()
{
    QSet<QString> names;
    for (int kind = 0; kind <= static_cast<int>(ParityKind::ContractDiffers); ++kind)
        names.insert(parityKindName(static_cast<ParityKind>(kind)));
    QCOMPARE(names.size(), static_cast<int>(ParityKind::ContractDiffers) + 1);
}

void TestParity::aRightSurfaceHolds_data()
{
    QTest::addColumn<ProfileName>("profile");
    QTest::addColumn<QStringList>("exposed");
    QTest::newRow("observe") << ProfileName::Observe << seven().first(4);
    QTest::newRow("govern") << ProfileName::Govern << seven().first(6);
    QTest::newRow("execute") << ProfileName::Execute << seven();
    QTest::newRow("full") << ProfileName::Full << seven() + QStringList{u"fire_trigger"_s};
    QTest::newRow("flat names, other order")
        << ProfileName::Observe
        << QStringList{u"algenta_simulate"_s, u"algenta_recommend"_s, u"algenta_query_data"_s,
                       u"algenta_get_contract"_s};
}

void TestParity::aRightSurfaceHolds()
{
    QFETCH(const ProfileName, profile);
    QFETCH(const QStringList, exposed);
    const ParityVerdict verdict =
        checkParity(embeddedContract(), profile, surface(exposed), seven() + QStringList{u"fire_trigger"_s});
    QCOMPARE(lines(verdict.findings), Lines());
    QVERIFY(verdict.holds());
    QCOMPARE(verdict.profile, profile);
    QCOMPARE(verdict.exposed, exposed);
}

void TestParity::finds_data()
{
    QTest::addColumn<ProfileName>("profile");
    QTest::addColumn<QStringList>("exposed");
    QTest::addColumn<QStringList>("advertised");
    QTest::addColumn<Lines>("expected");
    const QStringList all = seven() + QStringList{u"fire_trigger"_s, u"query_batch"_s, u"Bad-Name"_s};
    const QStringList observe = seven().first(4);
    QTest::newRow("execute under observe")
        << ProfileName::Observe << observe + QStringList{u"execute_decision"_s} << all
        << Lines{u"addition observe execute_decision"_s};
    QTest::newRow("admin tool under execute")
        << ProfileName::Execute << seven() + QStringList{u"fire_trigger"_s} << all
        << Lines{u"addition execute fire_trigger"_s};
    QTest::newRow("alias under observe") << ProfileName::Observe << observe + QStringList{u"query_batch"_s}
                                         << all << Lines{u"addition observe query_batch"_s};
    QTest::newRow("tool twice") << ProfileName::Observe << observe + QStringList{u"simulate"_s} << all
                                << Lines{u"addition observe simulate"_s};
    QTest::newRow("tool by both names")
        << ProfileName::Observe << observe + QStringList{u"algenta_simulate"_s} << all
        << Lines{u"addition observe algenta_simulate"_s};
    QTest::newRow("tool kept back") << ProfileName::Govern << seven().first(5) << all
                                    << Lines{u"omission govern log_decision"_s};
    QTest::newRow("a flat name of its own") << ProfileName::Observe
                                            << QStringList{u"algenta_get_contract"_s, u"algenta_querydata"_s,
                                                           u"algenta_simulate"_s, u"algenta_recommend"_s}
                                            << all << Lines{u"name_violation observe algenta_querydata"_s};
    QTest::newRow("nothing exposed") << ProfileName::Observe << QStringList() << all
                                     << Lines{u"omission observe get_contract"_s,
                                              u"omission observe query_data"_s,
                                              u"omission observe simulate"_s,
                                              u"omission observe recommend"_s};
    QTest::newRow("full keeps one back and invents one")
        << ProfileName::Full << seven() + QStringList{u"query_batch"_s, u"fire_trigger"_s, u"other"_s} << all
        << Lines{u"addition full other"_s, u"omission full Bad-Name"_s};
    QTest::newRow("name that cannot be flat")
        << ProfileName::Full << all << all << Lines{u"name_violation full Bad-Name"_s};
    QTest::newRow("a server that is no engine")
        << ProfileName::Observe << QStringList() << QStringList{u"echo"_s}
        << Lines{u"omission observe get_contract"_s, u"omission observe query_data"_s,
                 u"omission observe simulate"_s, u"omission observe recommend"_s};
}

void TestParity::finds()
{
    QFETCH(const ProfileName, profile);
    QFETCH(const QStringList, exposed);
    QFETCH(const QStringList, advertised);
    QFETCH(const Lines, expected);
    const ParityVerdict verdict = checkParity(embeddedContract(), profile, surface(exposed), advertised);
    QCOMPARE(lines(verdict.findings), expected);
    QVERIFY(!verdict.holds());
    for (const ParityFinding &finding : verdict.findings)
        QVERIFY(finding.detail.endsWith(u'.'));
}

void TestParity::omissionSaysWhetherTheToolIsAdvertised()
{
    const QStringList exposed{u"get_contract"_s, u"query_data"_s};
    const ParityVerdict verdict = checkParity(embeddedContract(), ProfileName::Observe, surface(exposed),
                                              exposed + QStringList{u"simulate"_s});
    QCOMPARE(verdict.findings.size(), 2);
    QVERIFY(verdict.findings.at(0).detail.contains("but not exposed"_L1));
    QVERIFY(verdict.findings.at(1).detail.contains("does not advertise"_L1));
}

void TestParity::leakNamesEachPlace()
{
    const base::Json schema =
        json(R"({"type":"object","properties":{"decision_id":{},"force":{"type":"boolean","default":true}},)"
             R"("required":["decision_id","force"]})");
    QList<ExposedTool> exposed = surface(seven());
    exposed.last().inputSchema = schema;
    const ParityVerdict verdict = checkParity(embeddedContract(), ProfileName::Execute, exposed, seven());
    QCOMPARE(lines(verdict.findings), Lines({u"leaked_field execute execute_decision"_s}));
    const ParityFinding &finding = verdict.findings.constFirst();
    QCOMPARE(finding.places, QStringList({u"/properties/force"_s, u"/required/1"_s}));
    QVERIFY(finding.detail.contains("/properties/force, /required/1"_L1));
}

void TestParity::scrubbedToolsDoNotLeak()
{
    const base::Json schema = json(R"({"properties":{"override_safety":{}},"required":["override_safety"]})");
    const QList<ExposedTool> leaking = surface(seven(), schema);
    const QList<ExposedTool> clean = surface(seven(), scrubSchema(embeddedContract(), schema).value);
    QCOMPARE(checkParity(embeddedContract(), ProfileName::Full, leaking, seven()).findings.size(), 7);
    QVERIFY(checkParity(embeddedContract(), ProfileName::Full, clean, seven()).holds());
}

void TestParity::statedDefaultIsCompared()
{
    const QList<ExposedTool> exposed = surface(seven().first(4));
    const auto check = [&exposed](ProfileName stated) {
        return checkParity(embeddedContract(), ProfileName::Observe, exposed, seven(), stated);
    };
    QVERIFY(check(ProfileName::Observe).holds());
    QCOMPARE(lines(check(ProfileName::Full).findings), Lines{u"wrong_default observe full"_s});
}

void TestParity::equalContractsHaveNoDifference()
{
    QCOMPARE(lines(compareContracts(embeddedContract(), embeddedContract())), Lines());
    QByteArray wording = embeddedContractBytes();
    wording.replace("Reading only.", "For reading.");
    const auto reworded = parseToolContract(wording);
    QVERIFY(reworded);
    QVERIFY(*reworded != embeddedContract());
    QCOMPARE(lines(compareContracts(embeddedContract(), *reworded)), Lines());
}

void TestParity::oneChangedMemberIsOneDifference_data()
{
    QTest::addColumn<QByteArray>("find");
    QTest::addColumn<QByteArray>("replace");
    QTest::addColumn<Lines>("expected");
    const auto row = [](const char *name, const char *find, const char *replace, const Lines &expected) {
        QTest::newRow(name) << QByteArray(find) << QByteArray(replace) << expected;
    };
    row("version", R"("0.1.0")", R"("0.2.0")", {u"contract_differs  /contract_version"_s});
    row("pattern", R"("^algenta_[a-z0-9_]+$")", R"("^algenta_.+$")",
        {u"contract_differs  /external_tool_name_convention/pattern"_s});
    row("alias", R"(["query_batch"])", R"([])",
        {u"contract_differs  /mcp_tool_reference/query_data/aliases"_s});
    row("safety", R"("safety_critical": true)", R"("safety_critical": false)",
        {u"contract_differs  /mcp_tool_reference/execute_decision/safety_critical"_s});
    row("default", R"("default": true,)", R"("default": false, "x": 0,)", {});
    row("profile", R"("adds_tools": ["plan_decision", "log_decision"])", R"("adds_tools": ["plan_decision"])",
        {u"contract_differs govern /profiles/govern/adds_tools"_s});
    row("opt-in", R"("opt_in_only": true)", R"("opt_in_only": false)",
        {u"contract_differs full /profiles/full/opt_in_only"_s});
    row("requirement", R"("The engine has checked the role and the permission of the caller.",)", "",
        {u"contract_differs execute /profiles/execute/requires_all_of"_s});
    row("field", R"(["force", "override_safety"])", R"(["force", "override_safety", "skip_policy"])",
        {u"contract_differs execute /profiles/execute/never_model_facing_fields"_s});
    row("gate renamed", R"("risk_floor": {)", R"("risk": {)",
        {u"contract_differs  /gates"_s, u"contract_differs  /gates"_s});
    row("gate code", R"("execution_blocked_risk_floor")", R"("execution_blocked_risk")",
        {u"contract_differs  /gates/risk_floor/code"_s});
    row("gate bypass", R"("bypass_field": "force")", R"("bypass_field": "override_safety")",
        {u"contract_differs  /gates/idempotency/bypass_field"_s});
    row("unknown member", R"("conformance")", R"("approvals": {}, "conformance")",
        {u"contract_differs  /approvals"_s});
}

void TestParity::oneChangedMemberIsOneDifference()
{
    QFETCH(const QByteArray, find);
    QFETCH(const QByteArray, replace);
    QFETCH(Lines, expected);
    QByteArray document = embeddedContractBytes();
    QVERIFY(document.contains(find));
    document.replace(find, replace);
    if (expected.isEmpty()) { // the default moves from observe to full
        document.replace(R"("tools": "*",)", R"("tools": "*", "default": true,)");
        expected = {u"wrong_default  /profiles"_s, u"contract_differs  /profiles/observe/x"_s};
    }
    const auto changed = parseToolContract(document);
    QVERIFY2(changed, qPrintable(changed ? QString() : changed.error().message));
    QCOMPARE(lines(compareContracts(embeddedContract(), *changed)), expected);
    QCOMPARE(lines(compareContracts(*changed, embeddedContract())).size(), expected.size());
}

void TestParity::differencesGoBothWays()
{
    QFile file(QStringLiteral(ALGENTA_SOURCE_DIR "/contracts/examples/upstream-contract-0.1.0.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto older = parseToolContract(file.readAll());
    QVERIFY(older);
    const QList<ParityFinding> findings = compareContracts(embeddedContract(), *older);
    QStringList left;
    QStringList right;
    QStringList elsewhere;
    for (const ParityFinding &finding : findings) {
        if (finding.subject != "/profiles/execute/requires_all_of"_L1)
            elsewhere.append(finding.subject);
        else
            (finding.detail.startsWith("Only the left"_L1) ? left : right).append(finding.detail);
    }
    QCOMPARE(left.size(), 3);
    QCOMPARE(right.size(), 6);
    QVERIFY(right.filter(u"nonce"_s).size() == 1);
    QCOMPARE(elsewhere, QStringList({u"/gates"_s, u"/gates"_s, u"/gates"_s}));
}

QTEST_GUILESS_MAIN(TestParity)
#include "tst_parity.moc"
