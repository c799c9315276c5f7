// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/contract/livecontract.h"
#include "app/console/session/session.h"
#include "core/contract/snapshot.h"
#include "core/store/snapshotservice.h"

#include <QDateTime>
#include <QObject>

#include <array>
#include <optional>

namespace algenta::console
{

/** What an engine showed when it was seen first, part by part. */
struct FirstSight {
    contract::Snapshot snapshot;
    std::optional<store::SnapshotInfo> tools;
    std::optional<store::SnapshotInfo> contract;
    [[nodiscard]] bool isKnown() const { return tools.has_value() || contract.has_value(); }
};

/**
 * Keeps every whole tool list and every contract document that the session reads, and holds what the
 * engine shows now beside what it showed first.
 */
class SnapshotKeeper : public QObject
{
    Q_OBJECT

public:
    SnapshotKeeper(Session &session, LiveContract &contract, store::SnapshotService &service,
                   QObject *parent = nullptr);

    [[nodiscard]] const contract::Snapshot &live() const { return m_live; }
    [[nodiscard]] const FirstSight &firstSight() const { return m_first; }
    /** Both parts of the first sight that there is something live for are known. */
    [[nodiscard]] bool isSettled() const;
    /** When a tool list was read last. */
    [[nodiscard]] QDateTime readAt() const { return m_readAt; }
    /** Why snapshots cannot be kept or read now. */
    [[nodiscard]] const std::optional<base::Error> &problem() const { return m_problem; }
    /** What is live and not kept, and why; empty if all of it is. */
    [[nodiscard]] QString notKept() const { return m_notKept; }

Q_SIGNALS:
    /** Another live content, another first sight, or a problem came or went. */
    void changed();
    /** A content was kept that the engine had not shown before. */
    void keptAnother();

private:
    void forget();
    void takeTools();
    void takeContract();
    void record(const base::Result<store::Sighting> &sighting, store::SnapshotKind kind);
    void readFirst(store::SnapshotKind kind);
    void takeFirst(store::SnapshotKind kind, const store::KeptSnapshot &kept);
    void setProblem(store::SnapshotKind kind, std::optional<base::Error> problem);

    Session &m_session;
    LiveContract &m_contract;
    store::SnapshotService &m_service;
    int m_ticket = 0; ///< grows with each connection: answers about an older one are of no interest
    QDateTime m_readAt;
    QByteArray m_toolsContent;
    QByteArray m_contractBytes;
    contract::Snapshot m_live;
    FirstSight m_first;
    std::array<std::optional<base::Error>, 2> m_problems; ///< by kind
    std::optional<base::Error> m_problem;
    QString m_notKept;
};

} // namespace algenta::console
