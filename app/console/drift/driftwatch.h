// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/drift/driftacceptances.h"
#include "app/console/drift/snapshotkeeper.h"

#include <QObject>

namespace algenta::console
{

/**
 * What may alarm: the engine's own documents and tools against its first sight, and tools and contract
 * against the embedded contract, which needs no first sight. Each change once. Pure.
 */
[[nodiscard]] contract::Drift watchedDrift(const contract::Snapshot &first, const contract::Snapshot &live);

/**
 * Which changes of the connected engine nobody has accepted yet: compared off the screen's thread
 * whenever something live differs, judged by the acceptances in the journal.
 */
class DriftWatch : public QObject
{
    Q_OBJECT

public:
    DriftWatch(Session &session, SnapshotKeeper &keeper, journal::JournalService &journal,
               QObject *parent = nullptr);

    [[nodiscard]] const contract::Drift &drift() const { return m_drift; }
    [[nodiscard]] const DriftAcceptances &acceptances() const { return m_acceptances; }
    /** Changes without an acceptance, in the order of the comparison. */
    [[nodiscard]] QList<contract::DriftItem> open() const;
    [[nodiscard]] int openCount() const { return m_openCount; }
    /** The last comparison is about what is live now, and the journal has been read. */
    [[nodiscard]] bool isJudged() const { return m_compared && m_acceptancesRead; }
    /** Why acceptances could not be read or written: nothing counts as accepted then. */
    [[nodiscard]] const std::optional<base::Error> &problem() const { return m_problem; }

    /** Reads the acceptances again. */
    void readJournal();
    void record(const base::Result<journal::Draft> &draft);

Q_SIGNALS:
    void changed();

private:
    void compare();
    void count();

    Session &m_session;
    SnapshotKeeper &m_keeper;
    journal::JournalService &m_journal;
    int m_compareTicket = 0;
    int m_readTicket = 0;
    bool m_compared = false;
    bool m_acceptancesRead = false;
    contract::Drift m_drift;
    DriftAcceptances m_acceptances;
    int m_openCount = 0;
    std::optional<base::Error> m_problem;
};

} // namespace algenta::console
