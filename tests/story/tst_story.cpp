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

    /** The engine's record of requests with an override field against the intents of the journal. */
    static void requestsMatchIntentsOneToOne(test::ActFixture &fixture)
    {
        QStringList intents;
        for (const journal::Entry &entry : fixture.entries({EntryKind::Intent})) {
            const base::Json &request = entry.draft.details[u"request"];
            const auto body = journal::evidenceBytes(request[u"body"]);
            QVERIFY(body.has_value());
            intents.append(QUrl(request[u"url"].toString()).path() + u' ' + QString::fromUtf8(*body));
        }
        QStringList requests;
        for (const demo::RecordedRequest &request : fixture.demo.overrideRequests())
            requests.append(QString::fromStdString(request.path + ' ' + request.body));
        // In order, each exactly once: an act waits for its outcome before the next one is armed.
        QCOMPARE(requests, intents);
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
        QList<EntryKind> expected{EntryKind::JournalOpened, EntryKind::ConnectionEnrolled,
                                  EntryKind::HostAllowed};
        for (int i = 0; i < 3; ++i)
            expected.append(
                {EntryKind::Armed, EntryKind::Intent, EntryKind::ArmingClosed, EntryKind::Outcome});
        QCOMPARE(kinds, expected);
        QCOMPARE(outcomes, QStringList({u"receipt"_s, u"blocked"_s, u"receipt"_s}));
        QCOMPARE(journal::verifyJournal(fixture.journal.path()).integrity, journal::Integrity::Intact);
        QCOMPARE(fixture.demo.overrideRequests().size(), 3u);
        requestsMatchIntentsOneToOne(fixture);
        reviewBeforeTheNextOne(fixture);
    }

    /** Three days later nothing is armed before the three acts were looked at. */
    static void reviewBeforeTheNextOne(test::ActFixture &fixture)
    {
        fixture.clock.advance(73 * 3600);
        const QString id = fixture.log(0.42);
        const auto act = fixture.act(subjectOf(fixture.blockedBy(id)));
        fixture.open(*act);
        fixture.arm(*act);
        QCOMPARE(act->state(), ActState::Ready);
        QVERIFY2(act->error() && act->error()->message.contains(u"overdue"), "no review, no arming");
        auto due = readDueReviews(fixture.journal);
        QTRY_VERIFY_WITH_TIMEOUT(due.isFinished(), 30'000);
        QVERIFY(due.result().has_value());
        QCOMPARE(due.result()->size(), 3);
        // A copy: what result() gives back would be gone before the loop looks at it.
        const QList<DueReview> reviews = *due.result();
        for (const DueReview &review : reviews) {
            auto recorded = recordReview(fixture.journal, review, u"right, and stock came"_s, u"bo@desk"_s);
            QTRY_VERIFY_WITH_TIMEOUT(recorded.isFinished(), 30'000);
            QVERIFY(recorded.result() && !recorded.result()->draft.details[u"self"].toBool(true));
        }
        fixture.confirm(*act);
        QCOMPARE(act->state(), ActState::Receipt);
        requestsMatchIntentsOneToOne(fixture);
        QCOMPARE(journal::verifyJournal(fixture.journal.path()).integrity, journal::Integrity::Intact);
    }
};

QTEST_GUILESS_MAIN(TestStory)
#include "tst_story.moc"
