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
    /** Newest act on a decision of an engine at or after a time; nullptr if there is none. */
    [[nodiscard]] const ActRecord *latestFor(const QString &engine, const QString &decisionId,
                                             const QDateTime &since) const;
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
