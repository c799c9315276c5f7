// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "core/engine/doctor.h"
#include "tests/support/rawserver.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using engine::Doctor;
using engine::DoctorStep;
using engine::DoctorStepId;
using engine::StepState;
using test::RawScript;
using test::RawServer;

namespace
{

engine::EngineAddress addressOf(const QString &text)
{
    return engine::parseEngineAddress(text).value();
}

/** The time of the program's machine, set by the test. */
class FixedClock : public base::Clock
{
public:
    explicit FixedClock(const QDateTime &now)
        : m_now(now)
    {
    }
    [[nodiscard]] QDateTime now() const override { return m_now; }
    [[nodiscard]] std::chrono::milliseconds bootTime() const override { return {}; }

private:
    QDateTime m_now;
};

} // namespace

/** The doctor as a page uses it: steps that change one by one, an end, and cancel. */
class TestDoctor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void stepsChangeAndEndOnce();
    void cancelEndsAtOnce();
    void goingWhileItRunsIsSafe();
    void itRunsOnce();
    void whoLooksMayKeepTheList();
    void theKeyIsNotSentBeforeTheConnectionIsKnown();
    void clockIsComparedWithThisMachines();
};

void TestDoctor::stepsChangeAndEndOnce()
{
    demo::DemoEngine demo;
    QVERIFY(demo.start());
    Doctor doctor(addressOf(QString::fromStdString(demo.baseUrl())),
                  base::Secret(QByteArrayView(demo.operatorKey())), net::Link());
    QSignalSpy changes(&doctor, &Doctor::changed);
    QSignalSpy ends(&doctor, &Doctor::finished);
    QCOMPARE(doctor.steps().size(), 12);
    for (const DoctorStep &step : doctor.steps()) {
        QCOMPARE(step.state, StepState::Waiting);
        QVERIFY(!step.title.isEmpty());
    }
    QVERIFY(!doctor.allGood());
    doctor.start();
    QVERIFY(doctor.isRunning());
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, 30'000);
    QVERIFY(doctor.allGood());
    QVERIFY(!doctor.isRunning());
    QSet<int> rows;
    for (const QList<QVariant> &change : changes)
        rows.insert(change.first().toInt());
    QCOMPARE(rows.size(), 12);
    for (const DoctorStep &step : doctor.steps())
        QVERIFY2(!step.finding.isEmpty(), qPrintable(step.title));
}

void TestDoctor::cancelEndsAtOnce()
{
    RawServer server;
    server.setScript(RawScript::answer({}, RawScript::End::Stall));
    Doctor doctor(addressOf(server.url().toString()), base::Secret(), net::Link());
    QSignalSpy ends(&doctor, &Doctor::finished);
    doctor.start();
    QTRY_COMPARE(doctor.step(DoctorStepId::Http).state, StepState::Running);
    doctor.cancel();
    QCOMPARE(ends.count(), 1);
    QVERIFY(!doctor.isRunning());
    QCOMPARE(doctor.step(DoctorStepId::Tcp).state, StepState::Done);
    QCOMPARE(doctor.step(DoctorStepId::Http).state, StepState::Skipped);
    QCOMPARE(doctor.step(DoctorStepId::RestRoot).state, StepState::Skipped);
    QTRY_COMPARE(server.openConnections(), 0);
    doctor.cancel();
    QCOMPARE(ends.count(), 1);
    QCOMPARE(doctor.step(DoctorStepId::Http).state, StepState::Skipped);
}

void TestDoctor::goingWhileItRunsIsSafe()
{
    RawServer server;
    server.setScript(RawScript::answer({}, RawScript::End::Stall));
    for (const auto step : {DoctorStepId::NameLookup, DoctorStepId::Http}) {
        auto doctor = std::make_unique<Doctor>(addressOf(step == DoctorStepId::NameLookup
                                                             ? u"https://no-such-host.invalid"_s
                                                             : server.url().toString()),
                                               base::Secret(), net::Link());
        doctor->start();
        QTRY_COMPARE(doctor->step(step).state, StepState::Running);
        doctor.reset();
    }
    QTRY_COMPARE(server.openConnections(), 0);
}

void TestDoctor::itRunsOnce()
{
    demo::DemoEngine demo;
    QVERIFY(demo.start());
    Doctor doctor(addressOf(QString::fromStdString(demo.baseUrl())), base::Secret(), net::Link());
    QSignalSpy ends(&doctor, &Doctor::finished);
    doctor.start();
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, 30'000);
    const std::size_t requests = demo.requests().size();
    doctor.start();
    QVERIFY(!doctor.isRunning());
    QCOMPARE(demo.requests().size(), requests);
}

void TestDoctor::whoLooksMayKeepTheList()
{
    RawServer server;
    server.setScript(RawScript::answer("SSH-2.0-OpenSSH_9.2\r\n"));
    Doctor doctor(addressOf(server.url().toString()), base::Secret(), net::Link());
    QList<DoctorStep> kept;
    connect(&doctor, &Doctor::changed, this, [&kept, &doctor] { kept = doctor.steps(); });
    QSignalSpy ends(&doctor, &Doctor::finished);
    doctor.start();
    QTRY_COMPARE(ends.count(), 1);
    QCOMPARE(kept.at(int(DoctorStepId::Http)).state, StepState::Failed);
    for (const DoctorStep &step : std::as_const(kept))
        QVERIFY2(step.state != StepState::Waiting && step.state != StepState::Running,
                 qPrintable(step.title));
}

void TestDoctor::theKeyIsNotSentBeforeTheConnectionIsKnown()
{
    RawServer server;
    server.setScript(RawScript::answer("HTTP/1.1 200 OK\r\nContent-Length: nonsense\r\n\r\n"));
    Doctor doctor(addressOf(server.url().toString()), base::Secret(QByteArrayView("de_test_abcdefgh")),
                  net::Link());
    QSignalSpy ends(&doctor, &Doctor::finished);
    doctor.start();
    QTRY_COMPARE(ends.count(), 1);
    QCOMPARE(doctor.step(DoctorStepId::Http).state, StepState::Failed);
    QVERIFY(!server.receivedBytes().contains("de_test_abcdefgh"));
    QVERIFY(!doctor.allGood());
}

void TestDoctor::clockIsComparedWithThisMachines()
{
    RawServer server;
    server.setScript(RawScript::answer(
        RawServer::response(404, "{}", "application/json", "Date: Mon, 30 Nov 2026 12:00:37 GMT\r\n")));
    const FixedClock clock(QDateTime(QDate(2026, 11, 30), QTime(12, 0), Qt::UTC));
    Doctor doctor(addressOf(server.url().toString()), base::Secret(), net::Link(), &clock);
    QSignalSpy ends(&doctor, &Doctor::finished);
    doctor.start();
    QTRY_COMPARE(ends.count(), 1);
    const DoctorStep &step = doctor.step(DoctorStepId::Clock);
    QCOMPARE(step.state, StepState::Failed);
    QVERIFY2(step.finding.contains(u"37 s ahead"_s), qPrintable(step.finding));
    QVERIFY(!step.remedy.isEmpty());
}

QTEST_GUILESS_MAIN(TestDoctor)
#include "tst_doctor.moc"
