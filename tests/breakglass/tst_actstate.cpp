// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/actstate.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::breakglass;

namespace
{

/** The table once more, written down by hand: what is not named here is refused. */
const QStringList &expectedTransitions()
{
    static const QStringList list{
        u"reading read_asked reading"_s,
        u"reading reading_failed read_failed"_s,
        u"reading found_not_enrolled not_enrolled"_s,
        u"reading found_host_not_allowed host_not_allowed"_s,
        u"reading found_refused refused"_s,
        u"reading found_ready ready"_s,
        u"read_failed read_asked reading"_s,
        u"not_enrolled read_asked reading"_s,
        u"host_not_allowed read_asked reading"_s,
        u"refused read_asked reading"_s,
        u"ready read_asked reading"_s,
        u"ready arm_asked arming"_s,
        u"arming reading_failed read_failed"_s,
        u"arming facts_changed changed"_s,
        u"arming arm_refused ready"_s,
        u"arming disarmed ready"_s,
        u"arming facts_hold arm_recording"_s,
        u"arm_recording recorded armed"_s,
        u"arm_recording recording_failed not_recorded"_s,
        u"armed disarmed ready"_s,
        u"armed expired ready"_s,
        u"armed confirmed checking"_s,
        u"checking reading_failed read_failed"_s,
        u"checking facts_changed changed"_s,
        u"checking disarmed ready"_s,
        u"checking expired ready"_s,
        u"checking facts_hold recording"_s,
        u"changed read_asked reading"_s,
        u"recording recording_failed not_recorded"_s,
        u"recording stopped_unsent failed"_s,
        u"recording recorded sending"_s,
        u"not_recorded read_asked reading"_s,
        u"sending got_receipt receipt"_s,
        u"sending got_blocked still_blocked"_s,
        u"sending got_failure failed"_s,
        u"sending got_nothing unknown"_s,
        u"unknown settled reconciled"_s,
    };
    return list;
}

/** What can be reached from a state over any events, the state itself only if over some event. */
QSet<ActState> reachable(ActState from, std::optional<ActState> without = std::nullopt)
{
    QSet<ActState> reached;
    QList<ActState> open{from};
    while (!open.isEmpty()) {
        const ActState state = open.takeLast();
        for (const ActEvent event : allActEvents()) {
            const auto next = nextState(state, event);
            if (next && next != without && !reached.contains(*next)) {
                reached.insert(*next);
                open.append(*next);
            }
        }
    }
    return reached;
}

} // namespace

/** The table of transitions, as a whole: each state with each event, and what follows from its shape. */
class TestActState : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void namesAreAllThereAndUnique()
    {
        QSet<QString> names;
        for (const ActState state : allActStates())
            names.insert(actStateName(state));
        QCOMPARE(names.size(), allActStates().size());
        QVERIFY(!names.contains(QString()));
        // The last enumerator: a state that is missing in the list of names would be missing here too.
        QCOMPARE(allActStates().size(), static_cast<int>(ActState::Reconciled) + 1);
        QCOMPARE(allActEvents().size(), static_cast<int>(ActEvent::Settled) + 1);
    }

    Q_SLOT void eachStateTimesEachEvent_data()
    {
        QTest::addColumn<ActState>("state");
        QTest::addColumn<ActEvent>("event");
        for (const ActState state : allActStates()) {
            for (const ActEvent event : allActEvents())
                QTest::addRow("%s + %s", qPrintable(actStateName(state)), qPrintable(actEventName(event)))
                    << state << event;
        }
    }
    Q_SLOT void eachStateTimesEachEvent()
    {
        QFETCH(ActState, state);
        QFETCH(ActEvent, event);
        const QString start = actStateName(state) + u' ' + actEventName(event) + u' ';
        QString expected;
        for (const QString &line : expectedTransitions()) {
            if (line.startsWith(start))
                expected = line.mid(start.size());
        }
        const auto next = nextState(state, event);
        QCOMPARE(next ? actStateName(*next) : QString(), expected);
    }

    Q_SLOT void nothingIsSentAroundAStep_data()
    {
        QTest::addColumn<ActState>("step");
        for (const ActState step : {ActState::Ready, ActState::Arming, ActState::ArmRecording,
                                    ActState::Armed, ActState::Checking, ActState::Recording})
            QTest::newRow(qPrintable(actStateName(step))) << step;
    }
    Q_SLOT void nothingIsSentAroundAStep()
    {
        QFETCH(ActState, step);
        QVERIFY(reachable(ActState::Reading).contains(ActState::Sending));
        QVERIFY(!reachable(ActState::Reading, step).contains(ActState::Sending));
    }

    Q_SLOT void whatSentNeverSendsAgain()
    {
        const QSet<ActState> after = reachable(ActState::Sending);
        QCOMPARE(after, QSet<ActState>({ActState::Receipt, ActState::StillBlocked, ActState::Failed,
                                        ActState::Unknown, ActState::Reconciled}));
    }

    Q_SLOT void readingAgainAlwaysNeedsANewArming()
    {
        // From every state but those past the arming, Sending lies behind Armed.
        for (const ActState state : allActStates()) {
            if (state == ActState::Armed || state == ActState::Checking || state == ActState::Recording)
                continue;
            QVERIFY2(!reachable(state, ActState::Armed).contains(ActState::Sending),
                     qPrintable(actStateName(state)));
        }
    }

    Q_SLOT void theKeyIsHeldOnTheWayToSendingOnly()
    {
        for (const ActState state : allActStates()) {
            const bool between = reachable(ActState::Ready).contains(state) && state != ActState::Ready &&
                                 (state == ActState::Sending ||
                                  !reachable(ActState::Reading, state).contains(ActState::Sending)) &&
                                 state != ActState::Reading;
            QCOMPARE(holdsKey(state), between);
        }
    }
};

QTEST_GUILESS_MAIN(TestActState)
#include "tst_actstate.moc"
