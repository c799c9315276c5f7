// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/blocked.h"
#include "core/journal/journalservice.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QSet>

namespace algenta::console
{

/** What the journal says about one act of this console. */
struct ActRecord {
    QString actId;
    QString engine;
    QString decisionId;
    QString startedFrom; ///< the refused execution that its chain began with, see blockedSourceText()
    QDateTime intentTime;
    QString outcome; ///< "receipt", "blocked", "failure", "unknown", or empty: none recorded
    bool sent = true;
    QString settlement;                              ///< of a Reconciled entry, or empty
    QString requestId;                               ///< the engine's id of the refusal, if it was one
    std::optional<engine::BlockedExecution> blocked; ///< the refusal, if it was one
};

/** The newest acts of the journal (at most 2,000 entries of them), by decision, for the Blocked page. */
class ActLedger : public QObject
{
    Q_OBJECT

public:
    explicit ActLedger(journal::JournalService &journal, QObject *parent = nullptr);

    void reload();
    [[nodiscard]] const QList<ActRecord> &acts() const { return m_acts; }
    /**
     * What became of a refused execution of an engine: "open", "overridden", "override unknown",
     * "override refused", "override failed", "override not sent" or "override settled".
     *
     * The acts that began with it count, and those on the same decision since. A delivery outweighs
     * whatever was refused after it, and an act whose outcome is unknown outweighs all but that.
     */
    [[nodiscard]] QString statusOf(const QString &engine, const engine::BlockedExecution &blocked) const;
    [[nodiscard]] bool knowsRequest(const QString &requestId) const
    {
        return !requestId.isEmpty() && m_requests.contains(requestId);
    }

Q_SIGNALS:
    void changed();

private:
    void take(const QList<journal::Entry> &entries);

    journal::JournalService &m_journal;
    QList<ActRecord> m_acts; ///< oldest first
    QSet<QString> m_requests;
};

} // namespace algenta::console
