// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/models/recordlistmodel.h"
#include "app/console/policy/policyreview.h"

#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** The decisions that one change of the policy would block, would let through, or may touch. */
class PolicyEffectListModel : public RecordListModel
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")

public:
    enum Role {
        KeyRole = Qt::UserRole + 1,
        DecisionRole,
        ActionRole,
        EffectRole,
        EffectKindRole,
        GatesRole,
        ConfidenceRole,
        RiskRole,
        ExecutedTextRole,
        ExecutedKindRole,
        UnderRole,
        CreatedRole,
        ExactDecisionRole,
        JsonRole,
        CsvRole,
        CommandRole,
    };

    PolicyEffectListModel(Session &session, PolicyReview &review, QObject *parent = nullptr);

    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    void reload() override;
    /** Shows the decisions of a step of the review; -1 for none. */
    void show(qsizetype step);
    void takeEffects();
    [[nodiscard]] QString decisionAt(int row) const;
    /** Every row that the filter shows, in its order: CSV with a header, or one JSON document. */
    [[nodiscard]] QByteArray csv() const;
    [[nodiscard]] base::Json::Array json() const;

protected:
    [[nodiscard]] int recordCount() const override;
    [[nodiscard]] QVariant recordData(int record, int role) const override;
    [[nodiscard]] QVariant sortValue(int record, int role) const override;
    [[nodiscard]] QList<base::FilterField> filterFields() const override;
    [[nodiscard]] QString filterValue(int record, const QString &field) const override;

private:
    [[nodiscard]] const StepEffect &effect(int record) const;
    [[nodiscard]] const engine::Decision &decision(int record) const;
    [[nodiscard]] base::Json jsonOf(int record) const;
    [[nodiscard]] QStringList cellsOf(int record) const;

    Session &m_session;
    PolicyReview &m_review;
    qsizetype m_step = -1;
    QList<StepEffect> m_effects;
};

/** "blocks", "lets through" or "cannot judge": the word of a filter and of exports. */
[[nodiscard]] QString effectWord(engine::PolicyEffect effect);

} // namespace algenta::console
