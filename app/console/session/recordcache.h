// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/engine/records.h"

#include <QHash>
#include <QObject>
#include <QQueue>
#include <QSet>

#include <optional>

namespace algenta::console
{

/**
 * Decisions read one by one, for rows that only know an id, and the current policy beside them.
 *
 * At most four requests at a time, at most 2,000 decisions kept; a new connection or a refresh
 * forgets all.
 */
class RecordCache : public QObject
{
    Q_OBJECT

public:
    explicit RecordCache(Session &session, QObject *parent = nullptr);

    /** The decision if it was read; asks for it otherwise, and decisionRead() tells when it came. */
    [[nodiscard]] const engine::Decision *decision(const QString &id);
    /** The decision if it was read, without asking for it. */
    [[nodiscard]] const engine::Decision *known(const QString &id) const;
    /** Why a decision could not be read, or nullptr. */
    [[nodiscard]] const base::Error *decisionError(const QString &id) const;
    [[nodiscard]] const std::optional<engine::Policy> &policy();
    [[nodiscard]] const std::optional<base::Error> &policyError() const { return m_policyError; }
    /** Reads one decision and the policy again. */
    void reread(const QString &id);

Q_SIGNALS:
    void decisionRead(const QString &id);
    void policyRead();

private:
    void forget();
    void pump();
    void readPolicy();

    static constexpr int parallel = 4;
    static constexpr int memoryLimit = 2'000;
    Session &m_session;
    int m_ticket = 0;
    int m_running = 0;
    bool m_policyAsked = false;
    std::optional<engine::Policy> m_policy;
    std::optional<base::Error> m_policyError;
    QHash<QString, base::Result<engine::Decision>> m_decisions;
    QQueue<QString> m_waiting;
    QSet<QString> m_asked;
};

} // namespace algenta::console
