// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "core/base/ondone.h"
#include "core/breakglass/act.h"
#include "core/engine/connection.h"
#include "tests/breakglass/crashharness/faultpoints.h"

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>
#include <memory>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;

namespace
{

/** Runs one act from start to end by itself: what an operator would do, at once. */
class Runner : public QObject
{
public:
    Runner(const engine::EngineAddress &address, const QString &journalPath, const ActSubject &subject)
        : m_journal(journalPath, m_clock)
        , m_connection(address, keyOf(demo::DemoOptions().readingKey))
        , m_act({m_connection.rest(), m_journal, m_clock, u"crash@test"_s, true}, subject)
    {
        connect(&m_act, &Act::changed, this, [this] { goOn(); });
    }
    void start()
    {
        base::onDone(m_journal.start(), this, [this](const base::Result<journal::Head> &head) {
            if (!head) {
                finish("no_journal");
                return;
            }
            base::onDone(closeStaleArmings(m_journal, u"crash@test"_s), this,
                         [this](const base::Result<int> &) { m_act.read(); });
        });
    }

private:
    static base::Secret keyOf(const std::string &key) { return base::Secret(QByteArrayView(key)); }

    void goOn()
    {
        const ActState now = m_act.state();
        const bool asks =
            now == ActState::NotEnrolled || now == ActState::HostNotAllowed || now == ActState::Ready;
        if (asks && m_act.error()) {
            finish(qPrintable(actStateName(now)));
            return;
        }
        switch (now) {
        case ActState::NotEnrolled:
            m_act.enrol();
            return;
        case ActState::HostNotAllowed:
            m_act.allowHost(u"the receiver of this test"_s);
            return;
        case ActState::Ready: {
            ArmRequest request;
            request.reason = u"the harness wants it so"_s;
            request.category = ActCategory::Repair;
            m_act.arm(request, keyOf(demo::DemoOptions().operatorKey));
            return;
        }
        case ActState::Armed:
            test::expectIntent();
            m_act.confirm(m_act.radius()->webhook.host);
            return;
        case ActState::Reading:
        case ActState::Arming:
        case ActState::ArmRecording:
        case ActState::Checking:
        case ActState::Recording:
        case ActState::Sending:
            return;
        default:
            finish(qPrintable(actStateName(now)));
        }
    }
    void finish(const char *state)
    {
        if (m_finished)
            return;
        m_finished = true;
        std::printf("%s %ld\n", state, test::faultPoints());
        std::fflush(stdout);
        QCoreApplication::quit();
    }

    base::SystemClock m_clock;
    journal::JournalService m_journal;
    engine::EngineConnection m_connection;
    Act m_act;
    bool m_finished = false;
};

} // namespace

/** crash_child ENGINE JOURNAL DECISION WEBHOOK FAULT POINT: prints the last state and the points passed. */
int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 7)
        return 2;
    const auto address = engine::parseEngineAddress(arguments.at(1));
    if (!address)
        return 2;
    ActSubject subject;
    subject.decisionId = arguments.at(3);
    subject.gate = u"confidence"_s;
    subject.gateKnown = true;
    subject.webhookUrl = arguments.at(4);
    subject.blocked.description = u"own call"_s;
    Runner runner(*address, arguments.at(2), subject);
    test::setFaultPoint(argv[5], arguments.at(6).toLong());
    QTimer::singleShot(0, &runner, [&runner] { runner.start(); });
    return QCoreApplication::exec();
}
