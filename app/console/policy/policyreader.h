// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/engine/policychain.h"

#include <QDateTime>
#include <QHash>
#include <QObject>

#include <optional>

namespace algenta::console
{

/**
 * Reads the execution policy, its snapshots and, for the names of those who changed it, the audit
 * entries about it. What is shown stays while it is read again.
 */
class PolicyReader : public QObject
{
    Q_OBJECT

public:
    static constexpr int auditPageLimit = 5; ///< pages of 100

    /** Who changed the policy, by an audit entry that names the snapshot. */
    struct Author {
        QString who;
        QString entryId;

        [[nodiscard]] bool operator==(const Author &other) const = default;
    };

    explicit PolicyReader(Session &session, QObject *parent = nullptr);

    [[nodiscard]] bool isReading() const { return m_openParts > 0; }
    [[nodiscard]] const std::optional<engine::Policy> &current() const { return m_current; }
    [[nodiscard]] const std::optional<base::Error> &currentError() const { return m_currentError; }
    [[nodiscard]] const engine::PolicyChain &chain() const { return m_chain; }
    [[nodiscard]] const std::optional<base::Error> &chainError() const { return m_chainError; }
    /** Snapshots that could not be read. */
    [[nodiscard]] const QList<engine::BrokenRecord> &broken() const { return m_broken; }
    [[nodiscard]] const QByteArray &raw() const { return m_raw; }
    /** Nothing if no entry that was read names the snapshot. */
    [[nodiscard]] std::optional<Author> author(const QString &snapshotId) const;
    /** Why the audit entries were not read, or not all of them; empty if all were. */
    [[nodiscard]] QString authorsGap() const;
    /** When the engine last answered; invalid if never. */
    [[nodiscard]] QDateTime readAt() const { return m_readAt; }

    void reload();
    /** As reload(), for another engine: forgets the old one first. */
    void restart();

Q_SIGNALS:
    /** Reading began or ended. */
    void stateChanged();
    /** The chain is another one than before. */
    void chainChanged();

private:
    void readAudit(int page, int ticket);
    void take(const base::Result<engine::Page<engine::AuditEntry>> &answer, int page, int ticket);
    void closePart();
    /** Builds the chain anew if anything that it is built from is another now. */
    void rebuild();

    Session &m_session;
    int m_ticket = 0;
    int m_openParts = 0;
    std::optional<engine::Policy> m_current;
    std::optional<base::Error> m_currentError;
    QList<engine::Policy> m_snapshots;
    qint64 m_total = -1;
    QList<engine::BrokenRecord> m_broken;
    QByteArray m_raw;
    std::optional<base::Error> m_chainError;
    engine::PolicyChain m_chain;
    /** What the chain was built from. */
    struct Source {
        QByteArray raw;
        base::Json current;
        QHash<QString, Author> authors;

        [[nodiscard]] bool operator==(const Source &other) const = default;
    };
    std::optional<Source> m_source;
    QHash<QString, Author> m_newAuthors;
    QHash<QString, Author> m_authors;
    std::optional<base::Error> m_auditError;
    bool m_auditWhole = false;
    QDateTime m_readAt;
};

} // namespace algenta::console
