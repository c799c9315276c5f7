// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/models/recordlistmodel.h"
#include "app/console/policy/policyreader.h"
#include "app/console/policy/policyreview.h"

#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** The snapshots of the policy along their chain, newest first, each with what it changed and does. */
class PolicyChangeListModel : public RecordListModel
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")

public:
    enum Role {
        KeyRole = Qt::UserRole + 1,
        SnapshotRole,
        SinceRole,
        WhoRole,
        ChangedRole,
        BlocksRole,
        LetsThroughRole,
        CannotJudgeRole,
        LinkRole,
        LinkKindRole,
        ExactSnapshotRole,
        JsonRole,
        CsvRole,
        CommandRole,
    };

    PolicyChangeListModel(Session &session, PolicyReader &reader, PolicyReview &review,
                          QObject *parent = nullptr);

    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    void reload() override;
    /** Tells the view of another chain. */
    void takeChain();
    /** Tells the view of other tallies. */
    void takeTallies();
    void takeState();

    /** Names a link; the same over readings that only add newer ones. */
    [[nodiscard]] QString keyOf(qsizetype link) const;
    [[nodiscard]] qsizetype linkOf(const QString &key) const;
    /** Index of a link's step in the review, or -1 where there is nothing to compare. */
    [[nodiscard]] static qsizetype stepOf(const engine::PolicyChain &chain, qsizetype link);
    /** The link as JSON of this program: what changed, and what was computed here. */
    [[nodiscard]] base::Json json(qsizetype link) const;

protected:
    [[nodiscard]] int recordCount() const override;
    [[nodiscard]] QVariant recordData(int record, int role) const override;
    [[nodiscard]] QVariant sortValue(int record, int role) const override;
    [[nodiscard]] QList<base::FilterField> filterFields() const override;
    [[nodiscard]] QString filterValue(int record, const QString &field) const override;

private:
    [[nodiscard]] const engine::PolicyLink &link(qsizetype at) const;
    [[nodiscard]] QString tallyText(int record, qsizetype StepTally::*member) const;

    Session &m_session;
    PolicyReader &m_reader;
    PolicyReview &m_review;
};

/** "0.55", "off", "yes", "no", or the JSON of another value. */
[[nodiscard]] QString policyValue(const QString &field, const base::Json &value);
/** "min_confidence 0.55 → 0.6", all differences of a link. */
[[nodiscard]] QString differencesText(const engine::PolicyLink &link);

} // namespace algenta::console
