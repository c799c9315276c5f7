// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/engine/blocked.h"
#include "core/engine/records.h"

#include <QDateTime>
#include <QHash>
#include <QObject>

#include <optional>

namespace algenta::console
{

/** A refused execution, as far as the overview counts it. */
struct BlockedMark {
    QDateTime when;
    QString gate; ///< empty: unnamed
};

/** An execution that a decision record shows. */
struct ExecutionMark {
    QDateTime when;
    bool delivered = false;
};

/**
 * Reads the newest audit entries and decisions, page by page and at most pageLimit pages of each,
 * back to the horizon. What it could not reach is said, not guessed.
 */
class ActivityReader : public QObject
{
    Q_OBJECT

public:
    static constexpr int horizonDays = 14;
    static constexpr int pageLimit = 40; ///< pages of 100

    explicit ActivityReader(Session &session, QObject *parent = nullptr);

    [[nodiscard]] const QHash<QString, BlockedMark> &blocked() const { return m_blocked; }
    [[nodiscard]] const QHash<QString, ExecutionMark> &executions() const { return m_executions; }
    /** Everything since then was read; invalid while nothing was. */
    [[nodiscard]] QDateTime blockedSince() const { return m_audit.since; }
    [[nodiscard]] QDateTime executionsSince() const { return m_decisions.since; }
    [[nodiscard]] bool isReading() const { return m_audit.reading || m_decisions.reading; }
    [[nodiscard]] const std::optional<base::Error> &blockedError() const { return m_audit.error; }
    [[nodiscard]] const std::optional<base::Error> &executionsError() const { return m_decisions.error; }
    [[nodiscard]] const std::optional<engine::Policy> &policy() const { return m_policy; }

    /** Reads anew; what is shown stays until the new reading is complete. */
    void reload();
    /** As reload(), for another engine: shows nothing of the old one. */
    void restart();
    /** When both streams were last read to their end; invalid if never. */
    [[nodiscard]] QDateTime readAt() const { return m_readAt; }

Q_SIGNALS:
    void changed();

private:
    struct Stream {
        bool reading = false;
        QDateTime since;
        std::optional<base::Error> error;
    };
    void readAudit(qsizetype rule, int page, int ticket);
    void readDecisions(int page, int ticket);
    void readPolicy(int ticket);
    void end(Stream &stream, const QDateTime &since);

    Session &m_session;
    int m_ticket = 0;
    QDateTime m_horizon;
    QDateTime m_auditReach; ///< how far back the rules read so far reached
    Stream m_audit;
    Stream m_decisions;
    QDateTime m_readAt;
    QHash<QString, BlockedMark> m_newBlocked;
    QHash<QString, ExecutionMark> m_newExecutions;
    QHash<QString, BlockedMark> m_blocked;
    QHash<QString, ExecutionMark> m_executions;
    std::optional<engine::Policy> m_policy;
};

} // namespace algenta::console
