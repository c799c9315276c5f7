// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/engineaccess.h"
#include "core/base/json.h"
#include "core/net/httpreader.h"
#include "core/net/oneshotsender.h"

#include <QList>
#include <QObject>

#include <functional>

namespace algenta::ctl
{

enum class Verdict {
    Passed,
    Failed,
    Blocked ///< could not be exercised: neither passed nor failed
};

struct ScenarioResult {
    int number = 0;
    QString name; ///< stable, for scripts
    QString title;
    Verdict verdict = Verdict::Blocked;
    QString reason;
    bool blockedByNature = false; ///< no client can bring it about
};

/**
 * The public conformance scenarios of an engine's decision plans, one after the other.
 *
 * Each opens a decision case of its own; those that approve and execute do so with the plan of that
 * case alone, each such request through the one-shot sender.
 */
class Conformance : public QObject
{
    Q_OBJECT

public:
    explicit Conformance(const EngineAccess &engine, QObject *parent = nullptr);

    void start();
    [[nodiscard]] const QList<ScenarioResult> &results() const { return m_results; }

Q_SIGNALS:
    void finished();

private:
    struct Plan {
        QString id;
        QString caseId;
        QString hash;
        QString nonce;
    };
    using Answer = base::Result<net::HttpResponse>;
    using Done = std::function<void(Verdict, QString)>;
    using WithPlan = std::function<void(const Plan &, const Done &)>;
    struct Scenario {
        QString name;
        QString title;
        std::function<void(const Done &)> run; ///< empty: blocked by nature
        QString blockedReason;
    };

    void addScenarios();
    void next();
    void record(Verdict verdict, const QString &reason, bool byNature);

    void read(const QByteArray &method, const QString &path, const base::Json &body,
              std::function<void(const Answer &)> done);
    void act(const QString &path, const base::Json &body, const QList<net::Header> &headers,
             std::function<void(const Answer &)> done);
    void propose(const Done &done, std::function<void(const Plan &)> then);
    /** propose(), then approve(); @p then only if the engine approved. */
    void proposeAndApprove(const Done &done, std::function<void(const Plan &)> then);
    /** proposeAndApprove(), then execute(); @p then only if the engine executed. */
    void proposeAndExecute(const Done &done, std::function<void(const Plan &, const Answer &)> then);
    void approve(const Plan &plan, std::function<void(const Answer &)> done);
    void execute(const Plan &plan, std::function<void(const Answer &)> done);

    void readOnlyRecommendation(const Done &done);
    void executedBeforeApproval(const Done &done);
    void approvedThenExecuted(const Done &done);
    void wrongNonce(const Done &done);
    void executedTwice(const Done &done);
    void approvedTwice(const Done &done);
    void changedHash(const Done &done);
    void versionedReceipt(const Done &done);
    void auditHash(const Done &done);

    const EngineAccess &m_engine;
    net::HttpReader m_reader;
    net::OneShotSender m_sender;
    QList<Scenario> m_scenarios;
    QList<ScenarioResult> m_results;
};

} // namespace algenta::ctl
