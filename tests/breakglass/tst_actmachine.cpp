// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/actmachine.h"
#include "tests/breakglass/records.h"

#include <QHash>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace
{

/** One gate to pass, with what the engine may say about it, good and bad. */
struct Scenario {
    QStringList fields; ///< what must be sent, and nothing else
    base::Result<ActFacts> good;
    base::Result<ActFacts> goodAgain; ///< read later, nothing changed
    QList<base::Result<ActFacts>> bad;
};

ActFacts factsOf(const RadiusInput &input)
{
    ActFacts facts;
    facts.radius = computeRadius(input);
    facts.enrolled = true;
    facts.transport = KeyTransport::OwnEngine;
    return facts;
}

Scenario scenarioOf(RadiusInput input, const QStringList &fields)
{
    Scenario scenario;
    scenario.fields = fields;
    scenario.good = factsOf(input);
    input.readAt = input.readAt.addSecs(60);
    scenario.goodAgain = factsOf(input);
    const auto bad = [&scenario, &input](auto change) {
        RadiusInput changed = input;
        change(changed);
        scenario.bad.append(factsOf(changed));
    };
    bad([](RadiusInput &in) { in.decision.confidence = base::Json::number("0.42"); });
    bad([](RadiusInput &in) { in.policy.minConfidence = base::Json::number("0.1"); });
    bad([](RadiusInput &in) { in.decision.id = u"dec_2"_s; });
    bad([](RadiusInput &in) { in.gate = u"calibration"_s; });
    bad([](RadiusInput &in) { in.gateKnown = false; });
    bad([](RadiusInput &in) { in.allowedHosts.clear(); });
    bad([](RadiusInput &in) { in.webhookUrl = u"https://hooks.example.evil/orders"_s; });
    bad([](RadiusInput &in) { in.decision.executionStatus = u"failed"_s; });
    scenario.bad.append(scenario.good);
    scenario.bad.last()->enrolled = false;
    scenario.bad.append(scenario.good);
    scenario.bad.last()->transport = base::fail(base::ErrorCode::NotAllowed, u"plain"_s);
    scenario.bad.append(scenario.good);
    scenario.bad.last()->overdue = base::Error{};
    return scenario;
}

QList<Scenario> allScenarios()
{
    RadiusInput again = test::confidenceInput();
    again.decision = test::deliveredDecision("0.9");
    again.gate = u"idempotency"_s;
    RadiusInput chain = test::confidenceInput();
    chain.decision = test::deliveredDecision();
    chain.carried.force = true;
    return {scenarioOf(test::confidenceInput(), {u"override_safety"_s}), scenarioOf(again, {u"force"_s}),
            scenarioOf(chain, {u"force"_s, u"override_safety"_s})};
}

/**
 * A machine under random inputs, beside a model that keeps its own books: times, what was recorded,
 * what was read. The model knows nothing of the table of transitions.
 */
class Run
{
public:
    Run(const Scenario &scenario, quint32 seed)
        : m_scenario(scenario)
        , m_random(seed)
        , m_machine(u"dec_1"_s)
    {
        m_now.wall = QDateTime::fromString(u"2026-11-30T12:00:00Z"_s, Qt::ISODate);
        m_now.boot = m_now.awake = milliseconds(1'000'000);
    }

    /** Empty, or what was wrong. */
    QString play()
    {
        take(m_machine.readAsked());
        for (int step = 0; step < 22 && m_wrong.isEmpty(); ++step) {
            passTime();
            takeInput(m_random.bounded(10) < 8 ? helpful() : m_random.bounded(inputs));
        }
        finishUp();
        return m_wrong;
    }
    [[nodiscard]] int sends() const { return m_sends; }
    [[nodiscard]] const QHash<QString, int> &endings() const { return m_endings; }

private:
    enum Input {
        Read,
        Facts,
        BadFacts,
        NoFacts,
        Arm,
        ArmRecorded,
        ArmLost,
        Confirm,
        IntentRecorded,
        IntentLost,
        Answer,
        Settle,
        Disarm,
        Tick,
        Abandon,
        inputs
    };

    void fail(const QString &what)
    {
        if (m_wrong.isEmpty())
            m_wrong = what;
    }
    void passTime()
    {
        const milliseconds step(m_random.bounded(20) == 0 ? m_random.bounded(600'000)
                                                          : m_random.bounded(20'000));
        m_now.wall = m_now.wall.addDuration(step);
        m_now.boot += step;
        m_now.awake += step;
        const int trick = m_random.bounded(60);
        if (trick == 0)
            m_now.wall = m_now.wall.addSecs(-7200); // set back: must not extend
        else if (trick == 1)
            m_now.wall = m_now.wall.addSecs(7200);
        else if (trick == 2)
            m_now.boot += seconds(30); // asleep
    }
    /** The input that leads on from the state, so that many runs come to the end. */
    int helpful()
    {
        switch (m_machine.state()) {
        case ActState::Reading:
        case ActState::Arming:
        case ActState::Checking:
            return m_random.bounded(12) == 0 ? BadFacts : Facts;
        case ActState::Ready:
            return Arm;
        case ActState::ArmRecording:
            return ArmRecorded;
        case ActState::Armed:
            return Confirm;
        case ActState::Recording:
            return IntentRecorded;
        case ActState::Sending:
            return Answer;
        case ActState::Unknown:
            return Settle;
        default:
            return Read;
        }
    }
    void takeInput(int input)
    {
        switch (input) {
        case Read:
            take(m_machine.readAsked());
            return;
        case Facts:
            give(m_random.bounded(2) == 0 ? m_scenario.good : m_scenario.goodAgain);
            return;
        case BadFacts:
            give(m_scenario.bad.at(m_random.bounded(int(m_scenario.bad.size()))));
            return;
        case NoFacts:
            give(base::fail(base::ErrorCode::Unreachable, u"gone"_s));
            return;
        case Arm:
            arm();
            return;
        case ArmRecorded:
        case ArmLost:
            recordArming(input == ArmRecorded);
            return;
        case Confirm:
            confirm();
            return;
        case IntentRecorded:
        case IntentLost:
            recordIntent(input == IntentRecorded);
            return;
        case Answer:
            m_machine.ended(QList<ActEvent>{ActEvent::GotReceipt, ActEvent::GotBlocked, ActEvent::GotFailure,
                                            ActEvent::GotNothing, ActEvent::StoppedUnsent}
                                .at(m_random.bounded(5)));
            break;
        case Settle:
            m_machine.settled();
            break;
        case Disarm:
            m_stopped = true;
            m_machine.disarm(ArmingCause::ScreenLock);
            break;
        case Tick:
            m_machine.tick(m_now);
            break;
        default:
            m_stopped = m_abandoned = true;
            m_machine.abandon();
        }
        take(ActCommand::None);
    }
    /** @p facts lives as long as the scenario, or is an error. */
    void give(const base::Result<ActFacts> &facts)
    {
        const ActState before = m_machine.state();
        if (facts)
            m_given = &*facts;
        const ActCommand command = m_machine.factsRead(facts, m_now);
        if (before == ActState::Reading && m_machine.state() == ActState::Ready)
            m_shown = m_given->radius.digest;
        if (command == ActCommand::RecordArming && (m_given->overdue || !good(*m_given)))
            fail(u"armed on facts that forbid it"_s);
        if (command == ActCommand::RecordIntent) {
            m_checked = m_given;
            if (!m_confirmed)
                fail(u"an intent without a confirmation"_s);
        }
        take(command);
    }
    [[nodiscard]] bool good(const ActFacts &facts) const
    {
        const engine::GateCheck check = engine::checkGate(
            facts.radius.input.gate, facts.radius.input.decision, facts.radius.input.policy);
        return facts.enrolled && facts.radius.hostAllowed && facts.transport.has_value() &&
               facts.radius.digest == m_shown && facts.radius.input.gateKnown &&
               facts.radius.input.decision.id == u"dec_1" &&
               check.verdict == engine::GateCheck::Verdict::Reproduced &&
               facts.radius.bypass.fields() == m_scenario.fields;
    }
    void arm()
    {
        ArmRequest request;
        request.reason = m_random.bounded(10) == 0 ? u"too short"_s : u"the supplier called twice"_s;
        request.duration = seconds(m_random.bounded(30, 1000));
        const bool good = request.reason.size() > 9 && request.duration >= shortestArming &&
                          request.duration <= longestArming && !m_abandoned;
        const ActCommand command =
            m_machine.armAsked(request, m_random.bounded(20) == 0 ? QByteArray() : "ab12"_ba, m_now);
        if (command == ActCommand::Read) {
            if (!good)
                fail(u"armed with words that are not enough, or after leaving"_s);
            m_armedAt = m_now;
            m_duration = request.duration;
            m_stopped = m_confirmed = false;
        }
        take(command);
    }
    void recordArming(bool good)
    {
        const bool asked = m_machine.state() == ActState::ArmRecording;
        take(m_machine.armingRecorded(good ? base::Result<qint64>(++m_seq)
                                           : base::fail(base::ErrorCode::StorageFull, u"full"_s),
                                      m_now),
             asked && good);
    }
    void confirm()
    {
        const bool right = m_random.bounded(10) != 0;
        const ActCommand command =
            m_machine.confirmed(right ? u"hooks.example"_s : u"hooks.exampIe"_s, m_now);
        if (command == ActCommand::Read) {
            m_confirmed = true;
            if (!right)
                fail(u"a wrong host was taken"_s);
            if (over())
                fail(u"confirmed after its time"_s);
        }
        take(command);
    }
    void recordIntent(bool good)
    {
        m_intentOnDisk = good && m_machine.state() == ActState::Recording;
        take(m_machine.intentRecorded(
            good ? base::Result<void>() : base::fail(base::ErrorCode::StorageFull, u"full"_s), m_now));
    }
    [[nodiscard]] bool over() const
    {
        const bool slept = (m_now.boot - m_now.awake) != (m_armedAt.boot - m_armedAt.awake);
        return slept || m_now.boot - m_armedAt.boot >= m_duration ||
               m_now.wall >= m_armedAt.wall.addDuration(m_duration);
    }
    void take(ActCommand command, bool armingRecorded = false)
    {
        if (armingRecorded)
            ++m_openArmings;
        if (command == ActCommand::Send) {
            ++m_sends;
            if (m_sends > 1)
                fail(u"sent twice"_s);
            if (!m_intentOnDisk || m_openArmings != 1)
                fail(u"sent before intent and arming were recorded"_s);
            if (over())
                fail(u"sent after its time, or after a sleep"_s);
            if (m_stopped || !m_confirmed)
                fail(u"sent after it was disarmed, or unconfirmed"_s);
            if (!m_checked || !good(*m_checked))
                fail(u"sent on facts that do not hold, or with the wrong bypass"_s);
        } else if (m_sends > 0 && command != ActCommand::None) {
            fail(u"something was asked for after sending"_s);
        }
        if (command == ActCommand::RecordUnsent)
            m_unsentOwed = true;
        if (const auto end = m_machine.takeClosing()) {
            if (--m_openArmings < 0)
                fail(u"a closing without an arming"_s);
            if ((end->how == ArmingHow::Used) != (command == ActCommand::Send))
                fail(u"a closing that does not say whether it was used"_s);
            ++m_endings[armingHowName(end->how) + u' ' + armingCauseName(end->cause)];
        }
        if (m_machine.takeClosing())
            fail(u"a closing twice"_s);
    }
    /** The window closes; what is being recorded comes to an end. */
    void finishUp()
    {
        m_stopped = m_abandoned = true;
        m_machine.abandon();
        take(ActCommand::None);
        if (m_machine.state() == ActState::ArmRecording)
            recordArming(true);
        if (m_machine.state() == ActState::Recording && !m_unsentOwed)
            recordIntent(true);
        if (m_unsentOwed)
            m_machine.ended(ActEvent::StoppedUnsent);
        if (m_openArmings != 0)
            fail(u"an arming without a closing"_s);
        if (holdsKey(m_machine.state()) && m_machine.state() != ActState::Sending)
            fail(u"a key is still held in %1"_s.arg(actStateName(m_machine.state())));
    }

    const Scenario &m_scenario;
    QRandomGenerator m_random;
    ActMachine m_machine;
    Moment m_now;
    Moment m_armedAt;
    milliseconds m_duration{0};
    const ActFacts *m_given = nullptr;   ///< of the scenario, as last read
    const ActFacts *m_checked = nullptr; ///< as read for the intent
    QByteArray m_shown;
    qint64 m_seq = 0;
    int m_openArmings = 0;
    int m_sends = 0;
    bool m_intentOnDisk = false;
    bool m_confirmed = false;
    bool m_stopped = false;
    bool m_abandoned = false;
    bool m_unsentOwed = false;
    QHash<QString, int> m_endings;
    QString m_wrong;
};

} // namespace

/** The decisions of an act without a clock, a journal or a network. */
class TestActMachine : public QObject
{
    Q_OBJECT

private:
    static constexpr quint32 sequences = 30'000; ///< a part, of seven

    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void randomSequencesKeepTheRules_data()
    {
        QTest::addColumn<quint32>("first");
        for (quint32 part = 0; part < 7; ++part)
            QTest::addRow("from seed %u", part * sequences) << part * sequences;
    }
    Q_SLOT void randomSequencesKeepTheRules()
    {
        QFETCH(quint32, first);
        const QList<Scenario> scenarios = allScenarios();
        QHash<QString, int> endings;
        quint32 sends = 0;
        for (quint32 seed = first; seed < first + sequences; ++seed) {
            Run run(scenarios.at(seed % 3), seed);
            const QString wrong = run.play();
            QVERIFY2(wrong.isEmpty(), qPrintable(u"seed %1: %2"_s.arg(QString::number(seed), wrong)));
            sends += static_cast<quint32>(run.sends());
            for (auto it = run.endings().cbegin(); it != run.endings().cend(); ++it)
                endings[it.key()] += it.value();
        }
        // The rules were put to the test: every way to end an arming occurred, and often.
        QVERIFY2(sends > sequences / 10, qPrintable(QString::number(sends)));
        QCOMPARE(endings.value(u"used sent"_s), int(sends));
        for (const QString &ending :
             {u"expired time_over"_s, u"disarmed sleep"_s, u"disarmed screen_lock"_s, u"disarmed closed"_s,
              u"disarmed facts_changed"_s, u"disarmed facts_unreadable"_s, u"disarmed not_recorded"_s,
              u"disarmed transport"_s})
            QVERIFY2(endings.value(ending) > 20, qPrintable(ending));
    }
};

QTEST_GUILESS_MAIN(TestActMachine)
#include "tst_actmachine.moc"
