// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contract/toolcontract.h"
#include "core/engine/connection.h"

#include <QDateTime>
#include <QFuture>
#include <QObject>

#include <optional>

namespace algenta::engine
{

/** One request that was sent, and what came back. */
struct Observation {
    QString request; ///< "GET /v1/execution/policy"
    QString answer;  ///< one sentence; texts of the engine in it are as sent
    QDateTime at;
};

/** How a requirement of the execute profile stands, as far as reading shows. */
struct RequirementFinding {
    enum class State {
        SeenNotMet,    ///< an answer shows that it is not met
        CannotBeKnown, ///< no answer to a reading request can show it
    };
    QString requirement; ///< the words of the contract
    State state = State::CannotBeKnown;
    QString finding; ///< what was seen
    QString open;    ///< "Not shown: whether …"; empty if nothing is left
    QList<Observation> evidence;
};

/** "seen not met" or "cannot be known from here". */
[[nodiscard]] QString requirementStateText(RequirementFinding::State state);

/** What three reading requests brought; each part stands for itself. */
struct ExecuteObservations {
    bool hasKey = false;
    std::optional<base::Result<mcp::ToolList>> tools;
    std::optional<base::Result<Policy>> policy;
    std::optional<base::Result<Page<Decision>>> decisions;
    Observation toolsSeen;
    Observation policySeen;
    Observation decisionsSeen;
};

/**
 * Judges the requirements of the execute profile. Only a call that can act would show that an engine
 * keeps one of them, and none is ever sent: there is no "met", only "not met" where an answer rules it
 * out, and beside it what was seen.
 */
[[nodiscard]] QList<RequirementFinding> judgeRequirements(const contract::ToolContract &contract,
                                                          const ExecuteObservations &seen);

/** Asks an engine what judgeRequirements() needs: three requests that read, with the key of the connection.
 */
class ExecuteCheck : public QObject
{
    Q_OBJECT

public:
    /** @p connection must outlive it. */
    explicit ExecuteCheck(EngineConnection &connection, QObject *parent = nullptr);

    /** Finishes when all three requests have ended, whatever their end. */
    [[nodiscard]] QFuture<ExecuteObservations> run();

private:
    EngineConnection &m_connection;
};

} // namespace algenta::engine
