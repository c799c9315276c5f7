// SPDX-License-Identifier: Apache-2.0
#include "core/engine/toolset.h"
#include "tests/breakglass/actfixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;
using contract::ProfileName;
using engine::ModelFacingToolset;
using journal::EntryKind;

/** The operator's whole way, in one process: from what a model sees to the receipt and the journal. */
class TestStory : public QObject
{
    Q_OBJECT

    static engine::BlockedExecution refusal(const engine::ExecutionBlocked &blocked,
                                            const QString &decisionId, const QString &webhook)
    {
        engine::BlockedExecution execution;
        execution.source = engine::BlockedSource::OwnCall;
        execution.decisionId = decisionId;
        execution.gate = blocked.gate;
        execution.gateKnown = blocked.gateKnown;
        execution.code = blocked.code;
        execution.message = blocked.message;
        execution.webhookUrl = webhook;
        execution.raw = blocked.raw;
        return execution;
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void fromToolListToReceiptTwice()
    {
        test::ActFixture fixture;
        const contract::ToolContract &contract = contract::embeddedContract();
        const auto address = engine::parseEngineAddress(QString::fromStdString(fixture.demo.baseUrl()));
        QVERIFY(address.has_value());
        engine::EngineConnection agent(*address, base::Secret(QByteArrayView(fixture.demo.agentKey())));

        ModelFacingToolset observe(contract, ProfileName::Observe, agent.mcp());
        auto listed = observe.list();
        QTRY_VERIFY_WITH_TIMEOUT(listed.isFinished(), 30'000);
        const base::Result<engine::ModelToolset> toolset = listed.result();
        QVERIFY(toolset.has_value());
        QStringList names;
        for (const engine::ModelTool &tool : toolset->tools)
            names.append(tool.published.name);
        QCOMPARE(names, QStringList({u"get_contract"_s, u"query_data"_s, u"simulate"_s, u"recommend"_s}));
        QVERIFY(toolset->parity.holds());

        ModelFacingToolset execute(contract, ProfileName::Execute, agent.mcp());
        auto logged =
            execute.call(u"log_decision"_s, R"({"chosen_action":"Reorder SKU 8841","expected_value":4180,
            "confidence":0.41,"risk_p5":-310,"rationale":"stock is low"})");
        QTRY_VERIFY_WITH_TIMEOUT(logged.isFinished(), 30'000);
        QVERIFY(logged.result().has_value());
        const QString id = logged.result()->payload[u"decision_id"].toString();
        QVERIFY(!id.isEmpty());

        const QString webhook = QString::fromStdString(fixture.demo.webhookUrl("accept"));
        const QByteArray arguments =
            u"{\"decision_id\":\"%1\",\"webhook_url\":\"%2\"}"_s.arg(id, webhook).toUtf8();
        const auto attempt = [&]() -> engine::ExecutionOutcome {
            auto answer = execute.call(u"execute_decision"_s, arguments);
            if (!QTest::qWaitFor([&answer] { return answer.isFinished(); }, 30'000) || !answer.result() ||
                !answer.result()->execution)
                return engine::ExecutionFailure{};
            return *answer.result()->execution;
        };

        const engine::ExecutionOutcome first = attempt();
        QVERIFY2(std::holds_alternative<engine::ExecutionBlocked>(first),
                 qPrintable(engine::outcomeName(first)));
        QCOMPARE(std::get<engine::ExecutionBlocked>(first).gate, u"confidence"_s);
        QCOMPARE(fixture.demo.webhookDeliveries().size(), 0u);

        const auto act =
            fixture.act(subjectOf(refusal(std::get<engine::ExecutionBlocked>(first), id, webhook)));
        fixture.open(*act);
        QCOMPARE(act->state(), ActState::Ready);
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::Receipt);
        QVERIFY(std::get<engine::ExecutionReceipt>(*act->outcome()).safetyOverridden);
        QCOMPARE(fixture.demo.webhookDeliveries().size(), 1u);

        const engine::ExecutionOutcome second = attempt();
        QVERIFY(std::holds_alternative<engine::ExecutionBlocked>(second));
        QCOMPARE(std::get<engine::ExecutionBlocked>(second).gate, u"idempotency"_s);

        const auto again =
            fixture.act(subjectOf(refusal(std::get<engine::ExecutionBlocked>(second), id, webhook)));
        fixture.open(*again);
        QCOMPARE(again->radius()->bypass.fields(), QStringList{u"force"_s});
        fixture.confirm(*again);
        QCOMPARE(again->state(), ActState::StillBlocked);
        const auto subject = again->chained();
        QVERIFY(subject.has_value());
        const auto chained = fixture.act(*subject);
        fixture.open(*chained);
        fixture.confirm(*chained);
        QCOMPARE(chained->state(), ActState::Receipt);
        QCOMPARE(fixture.demo.webhookDeliveries().size(), 2u);

        QList<EntryKind> kinds;
        QStringList outcomes;
        for (const journal::Entry &entry : fixture.entries()) {
            kinds.append(entry.draft.kind);
            if (entry.draft.kind == EntryKind::Outcome)
                outcomes.append(entry.draft.details[u"outcome"].toString());
        }
        QCOMPARE(kinds, QList<EntryKind>({EntryKind::JournalOpened, EntryKind::ConnectionEnrolled,
                                          EntryKind::Intent, EntryKind::Outcome, EntryKind::Intent,
                                          EntryKind::Outcome, EntryKind::Intent, EntryKind::Outcome}));
        QCOMPARE(outcomes, QStringList({u"receipt"_s, u"blocked"_s, u"receipt"_s}));
        QCOMPARE(journal::verifyJournal(fixture.journal.path()).integrity, journal::Integrity::Intact);
        QCOMPARE(fixture.demo.overrideRequests().size(), 3u);
    }
};

QTEST_GUILESS_MAIN(TestStory)
#include "tst_story.moc"
