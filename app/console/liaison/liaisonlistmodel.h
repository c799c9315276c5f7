// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/liaison/liaisonreader.h"
#include "app/console/models/recordlistmodel.h"

#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** Checked invocations in the order of their files, with verdict and broken rules. */
class LiaisonListModel : public algenta::console::RecordListModel
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")

public:
    enum Role {
        KeyRole = Qt::UserRole + 1,
        InvocationRole,
        ExactInvocationRole,
        VerdictRole,
        VerdictKindRole,
        RulesRole,
        ViolationsRole,
        PlaceRole,
        ExactPlaceRole,
        JsonRole,
        CsvRole,
        CommandRole,
    };

    explicit LiaisonListModel(QObject *parent = nullptr);

    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    /** Checks the same files again. */
    void reload() override;

    /** Drops the rows and checks these. */
    void check(const QStringList &paths, const liaison::ValidatorOptions &options);
    /** What was found so far stays, and says that it is not all. */
    void cancel();
    [[nodiscard]] const QStringList &paths() const { return m_paths; }
    [[nodiscard]] const liaison::ValidatorOptions &options() const { return m_options; }
    [[nodiscard]] qint64 rejectedCount() const { return m_rejected; }
    [[nodiscard]] qint64 checkedCount() const { return m_records.size(); }
    [[nodiscard]] qint64 doneBytes() const { return m_doneBytes; }
    [[nodiscard]] qint64 totalBytes() const { return m_totalBytes; }
    /** nullptr if there is none. */
    [[nodiscard]] const LiaisonRecord *byKey(const QString &key) const;

Q_SIGNALS:
    void progressed();

protected:
    [[nodiscard]] int recordCount() const override { return int(m_records.size()); }
    [[nodiscard]] QVariant recordData(int record, int role) const override;
    [[nodiscard]] QVariant sortValue(int record, int role) const override;
    [[nodiscard]] QList<base::FilterField> filterFields() const override;
    [[nodiscard]] QString filterValue(int record, const QString &field) const override;
    [[nodiscard]] bool hasMore() const override { return m_partial; }

private:
    void take(const QList<LiaisonRecord> &records);
    void end(const LiaisonRunEnd &end);
    [[nodiscard]] QString commandFor(const LiaisonRecord &record) const;

    LiaisonReader m_reader;
    QList<LiaisonRecord> m_records;
    QStringList m_paths;
    liaison::ValidatorOptions m_options;
    qint64 m_rejected = 0;
    qint64 m_doneBytes = 0;
    qint64 m_totalBytes = 0;
    bool m_partial = false; ///< not everything that was asked for was checked
};

} // namespace algenta::console
