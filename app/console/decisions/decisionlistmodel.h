// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/models/pagedlistmodel.h"
#include "app/console/session/session.h"

#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** "delivered", "failed" or another word of the engine; "never" without any sign of an execution. */
[[nodiscard]] QString executionWord(const engine::Decision &decision);
/** Badge kind of that word. */
[[nodiscard]] QString executionKind(const engine::Decision &decision);

/** The engine's decision records, newest first, page by page. */
class DecisionListModel : public TypedPagedListModel<engine::Decision>
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")

public:
    enum Role {
        KeyRole = Qt::UserRole + 1,
        DecisionRole,
        ActionRole,
        ConfidenceRole,
        ExpectedRole,
        RiskRole,
        ExecutedTextRole,
        ExecutedKindRole,
        ActualRole,
        DeltaRole,
        CreatedRole,
        ExactDecisionRole,
        JsonRole,
        CsvRole,
        CommandRole,
    };

    explicit DecisionListModel(Session &session, QObject *parent = nullptr);

    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    /** The loaded record of an id, or nullptr. */
    [[nodiscard]] const engine::Decision *byId(const QString &id) const;
    /** Takes a newer reading of a loaded record over into its row. */
    void update(const engine::Decision &fresh);

protected:
    [[nodiscard]] QVariant recordData(int record, int role) const override;
    [[nodiscard]] QVariant sortValue(int record, int role) const override;
    [[nodiscard]] QList<base::FilterField> filterFields() const override;
    [[nodiscard]] QString filterValue(int record, const QString &field) const override;
    void requestPage(int page, int ticket) override;

private:
    Session &m_session;
};

} // namespace algenta::console
