// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "core/engine/executecheck.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using State = engine::RequirementFinding::State;

namespace
{

QList<engine::RequirementFinding> check(const QString &rest, const QString &mcp, const std::string &key)
{
    engine::EngineConnection connection(*engine::parseEngineAddress(rest, mcp),
                                        base::Secret(QByteArray::fromStdString(key)));
    engine::ExecuteCheck check(connection);
    const auto future = check.run();
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 30'000))
        qFatal("the check does not end");
    return engine::judgeRequirements(contract::embeddedContract(), future.result());
}

QList<State> statesOf(const QList<engine::RequirementFinding> &findings)
{
    QList<State> states;
    for (const engine::RequirementFinding &finding : findings)
        states.append(finding.state);
    return states;
}

/** Takes a text out of the tool list, or puts another in its place. */
auto replacing(const std::string &from, const std::string &to)
{
    return [from, to](std::string text) {
        if (const auto at = text.find(from); at != std::string::npos)
            text.replace(at, from.size(), to);
        return text;
    };
}

constexpr State notMet = State::SeenNotMet;
constexpr State unknown = State::CannotBeKnown;

} // namespace

class TestExecuteCheck : public QObject
{
    Q_OBJECT

    demo::DemoEngine m_engine;
    [[nodiscard]] QString url() const { return QString::fromStdString(m_engine.baseUrl()); }

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_engine.start()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        m_engine.setToolsListMutator({});
        m_engine.clearRequests();
    }

    void withoutADecisionNoCallCanNameOne()
    {
        // Before any other test logs one.
        const auto findings = check(url(), {}, m_engine.agentKey());
        QCOMPARE(statesOf(findings), (QList{unknown, unknown, notMet}));
        QVERIFY(findings.at(2).finding.contains(u"No decision is logged"_s));
        m_engine.logDecision({"one", 1, 0.9, 0, {}, {}, {}, {}, {}});
    }

    void noKeyAndItsRightsGiveAnUnearnedTick_data()
    {
        QTest::addColumn<std::string>("key");
        QTest::addColumn<QList<State>>("states");
        QTest::newRow("a key that may execute") << m_engine.agentKey() << QList{unknown, unknown, unknown};
        QTest::newRow("a key that may read only") << m_engine.viewerKey() << QList{unknown, unknown, unknown};
        QTest::newRow("a key that is not known")
            << std::string("de_test_nobody") << QList{notMet, notMet, unknown};
        QTest::newRow("no key") << std::string() << QList{notMet, notMet, unknown};
    }
    void noKeyAndItsRightsGiveAnUnearnedTick()
    {
        QFETCH(std::string, key);
        QFETCH(QList<State>, states);
        const auto findings = check(url(), {}, key);
        QCOMPARE(statesOf(findings), states);
        for (const engine::RequirementFinding &finding : findings) {
            QVERIFY(!finding.requirement.isEmpty() && !finding.finding.isEmpty());
            // What cannot be known says what is open; what is shown says by which answers.
            QVERIFY(finding.state != unknown || !finding.open.isEmpty());
            QVERIFY(!finding.evidence.isEmpty());
            for (const engine::Observation &evidence : finding.evidence) {
                QVERIFY(!evidence.request.isEmpty() && !evidence.answer.isEmpty() && evidence.at.isValid());
                QCOMPARE(evidence.request.endsWith(u"without a key"_s), key.empty());
            }
        }
    }

    void aRightlessKeyIsNotTakenForARefusedOne()
    {
        m_engine.failNext("/v1/execution/policy", 403,
                          R"({"error":{"code":"permission_denied","message":"no right"}})");
        const auto findings = check(url(), {}, m_engine.viewerKey());
        QCOMPARE(statesOf(findings), (QList{unknown, unknown, unknown}));
        QVERIFY(findings.at(1).finding.contains(u"checks its rights"_s));
        QVERIFY(findings.at(1).evidence.at(0).answer.startsWith(u"HTTP 403"_s));
    }

    void withoutRestLittleCanBeKnown()
    {
        const auto findings = check(url() + u"/nothing-here"_s, url() + u"/mcp"_s, m_engine.agentKey());
        QCOMPARE(statesOf(findings), (QList{unknown, unknown, unknown}));
        QVERIFY(findings.at(1).finding.contains(u"did not say"_s));
        QVERIFY(findings.at(2).finding.contains(u"could not be read"_s));
        QVERIFY(findings.at(1).evidence.at(0).answer.startsWith(u"HTTP 404"_s));
    }

    void aToolThatIsNotAdvertisedIsNotMet()
    {
        m_engine.setToolsListMutator(
            replacing("\"name\":\"execute_decision\"", "\"name\":\"execute_something\""));
        const auto findings = check(url(), {}, m_engine.agentKey());
        QCOMPARE(statesOf(findings), (QList{notMet, unknown, unknown}));
    }

    void aBrokenListHidesNothing()
    {
        m_engine.setToolsListMutator([](const std::string &text) {
            return replacing("\"tools\":[", "\"tools\":[17,")(
                replacing("\"name\":\"execute_decision\"", "\"name\":\"execute_something\"")(text));
        });
        const auto findings = check(url(), {}, m_engine.agentKey());
        QCOMPARE(findings.at(0).state, unknown);
        QVERIFY(findings.at(0).finding.contains(u"incomplete"_s));
    }

    void aSchemaWithoutDecisionIdIsNotMet()
    {
        m_engine.setToolsListMutator(
            replacing("\"required\":[\"decision_id\",\"webhook_url\"]", "\"required\":[\"webhook_url\"]"));
        const auto findings = check(url(), {}, m_engine.agentKey());
        QCOMPARE(statesOf(findings), (QList{unknown, unknown, notMet}));
    }

    void nothingIsSentThatCanAct()
    {
        check(url(), {}, m_engine.operatorKey());
        QVERIFY(!m_engine.requests().empty());
        for (const auto &request : m_engine.requests()) {
            QVERIFY(request.method == "GET" || request.path == "/mcp");
            QVERIFY2(request.body.find("tools/call") == std::string::npos, request.body.c_str());
        }
    }

    void otherRequirementsAreNotGuessed()
    {
        contract::ToolContract other = contract::embeddedContract();
        for (contract::Profile &profile : other.profiles)
            profile.requirements = QStringList(6, u"something else"_s);
        const auto findings = engine::judgeRequirements(other, {});
        QCOMPARE(findings.size(), 6);
        for (const engine::RequirementFinding &finding : findings) {
            QCOMPARE(finding.state, unknown);
            QVERIFY(finding.finding.contains(u"no request"_s));
        }
    }
};

QTEST_GUILESS_MAIN(TestExecuteCheck)
#include "tst_executecheck.moc"
