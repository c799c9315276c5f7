// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/blocked/actledger.h"
#include "app/console/models/pagedlistmodel.h"
#include "app/console/session/recordcache.h"
#include "app/console/session/session.h"
#include "core/engine/blocked.h"

#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/**
 * Refused executions: the audit log's, page by page, and before them the refusals that this
 * console's own acts got, as the journal holds them. A refusal that both know stands once, as own.
 */
class BlockedListModel : public TypedPagedListModel<engine::BlockedExecution>
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")

public:
    enum Role {
        KeyRole = Qt::UserRole + 1,
        DecisionRole,
        ActionRole,
        GateTextRole,
        GateKindRole,
        GateSignRole,
        MeasuredRole,
        WhoRole,
        SourceRole,
        StatusTextRole,
        StatusKindRole,
        WhenRole,
        AgeRole,
        SaidRole,
        ExactDecisionRole,
        JsonRole,
        CommandRole,
    };

    BlockedListModel(Session &session, ActLedger &ledger, RecordCache &cache, QObject *parent = nullptr);

    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    /** Records of the last 24 hours that nobody has acted on, among those that are loaded. */
    [[nodiscard]] int openLastDay() const;
    /** "open", "overridden", "override unknown", "override refused", "override failed". */
    [[nodiscard]] QString statusOf(const engine::BlockedExecution &blocked) const;
    /** Measured against threshold on the live records; empty while they are not read. */
    [[nodiscard]] QString measuredOf(const engine::BlockedExecution &blocked) const;

protected:
    [[nodiscard]] QVariant recordData(int record, int role) const override;
    [[nodiscard]] QVariant sortValue(int record, int role) const override;
    [[nodiscard]] QList<base::FilterField> filterFields() const override;
    [[nodiscard]] QString filterValue(int record, const QString &field) const override;
    void requestPage(int page, int ticket) override;
    void clearRecords() override;

private:
    void addOwn();
    void decisionRead(const QString &id);

    Session &m_session;
    ActLedger &m_ledger;
    RecordCache &m_cache;
};

} // namespace algenta::console
