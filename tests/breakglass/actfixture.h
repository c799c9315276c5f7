// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/demoengine.h"
#include "core/base/clock.h"
#include "core/breakglass/act.h"
#include "core/breakglass/settler.h"
#include "core/engine/connection.h"
#include "core/journal/journalservice.h"

#include <QTemporaryDir>

#include <atomic>
#include <memory>

namespace algenta::test
{

/** The machine's clock, moved forward by hand. Read from several threads. */
class MovedClock final : public base::Clock
{
public:
    [[nodiscard]] QDateTime now() const override
    {
        return QDateTime::currentDateTimeUtc().addSecs(m_seconds.load());
    }
    [[nodiscard]] std::chrono::milliseconds bootTime() const override
    {
        return m_system.bootTime() + std::chrono::seconds(m_seconds.load() + m_slept.load());
    }
    [[nodiscard]] std::chrono::milliseconds awakeTime() const override
    {
        return m_system.bootTime() + std::chrono::seconds(m_seconds.load());
    }
    /** Time goes by. */
    void advance(int seconds) { m_seconds += seconds; }
    /** The machine sleeps; its wall clock is slow to notice. */
    void sleep(int seconds) { m_slept += seconds; }

private:
    base::SystemClock m_system;
    std::atomic<int> m_seconds{0};
    std::atomic<int> m_slept{0};
};

/** A demo engine over its socket, a journal on the disk, and acts between them. */
class ActFixture
{
public:
    explicit ActFixture(const demo::DemoOptions &options = {});
    /** Fails the test if a request with an override field has no intent of its own; see strayRequests(). */
    ~ActFixture();

    /**
     * The engine's record of requests that carry force or override_safety against the intents of the
     * journal: what has no intent, what was sent twice for one, what is said to be sent and was not
     * seen. Empty if they match.
     */
    [[nodiscard]] QStringList strayRequests();

    /** Logs a decision; returns its id. */
    QString log(double confidence, double riskP5 = -310);
    /** Executes as an agent would, without override, and gives the blocked execution from the audit log. */
    engine::BlockedExecution blockedBy(const QString &decisionId,
                                       const QString &webhook = QStringLiteral("accept"));
    /** Executes as an agent would and expects a receipt. */
    void deliver(const QString &decisionId);
    std::unique_ptr<breakglass::Act> act(const breakglass::ActSubject &subject);
    /** What acts of this fixture work with; the demo engine counts as the program's own. */
    [[nodiscard]] breakglass::ActPorts ports();
    /** Reads, enrols and allows the host if need be, and waits for Ready (or whatever else comes). */
    void open(breakglass::Act &act);
    /** Arms with good words and the operator's key, and waits for Armed (or whatever else comes). */
    void arm(breakglass::Act &act);
    /** Arms if need be, confirms, and waits for the end. */
    void confirm(breakglass::Act &act);
    [[nodiscard]] base::Secret operatorKey() const;
    [[nodiscard]] QList<journal::Entry> entries(QList<journal::EntryKind> kinds = {});
    [[nodiscard]] QString executePath(const QString &decisionId) const;
    [[nodiscard]] static breakglass::ArmRequest armRequest(const breakglass::Act &act);

    QTemporaryDir folder;
    MovedClock clock;
    demo::DemoEngine demo;
    journal::JournalService journal;
    std::unique_ptr<engine::EngineConnection> connection;
};

} // namespace algenta::test
