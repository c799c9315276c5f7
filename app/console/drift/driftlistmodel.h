// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/models/recordlistmodel.h"
#include "core/contract/drift.h"

namespace algenta::console
{

/** One row of the Drift page. */
struct DriftRecord {
    contract::DriftItem item;
    bool accepted = false;
    bool operator==(const DriftRecord &other) const
    {
        return item.hash == other.item.hash && accepted == other.accepted;
    }
};

/** The changes between two snapshots, each with its class and whether it was accepted. */
class DriftListModel : public algenta::console::RecordListModel
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** Rows before the filter: "open" (not accepted), "wording", "schema", "permission" or "all". */
    Q_PROPERTY(QString quick READ quick WRITE setQuick NOTIFY quickChanged FINAL)
    Q_PROPERTY(int openCount READ openCount NOTIFY stateChanged FINAL)
    Q_PROPERTY(int wordingCount READ wordingCount NOTIFY stateChanged FINAL)
    Q_PROPERTY(int schemaCount READ schemaCount NOTIFY stateChanged FINAL)
    Q_PROPERTY(int permissionCount READ permissionCount NOTIFY stateChanged FINAL)
    Q_PROPERTY(int allCount READ allCount NOTIFY stateChanged FINAL)

public:
    enum Role {
        KeyRole = Qt::UserRole + 1, ///< hash of the change
        ClassRole,
        ClassKindRole,
        ClassSignRole,
        SubjectRole,
        ExactSubjectRole,
        ChangeRole,
        SentenceRole,
        StateRole,
        StateKindRole,
        StateSignRole,
        JsonRole,
        CommandRole, ///< the algentactl command that compares the two; empty if there is none
    };

    using RecordListModel::RecordListModel;

    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    /** Asks for another comparison. */
    void reload() override;

    [[nodiscard]] QString quick() const { return m_quick; }
    void setQuick(const QString &quick);
    [[nodiscard]] int openCount() const { return count(u"open"); }
    [[nodiscard]] int wordingCount() const { return count(u"wording"); }
    [[nodiscard]] int schemaCount() const { return count(u"schema"); }
    [[nodiscard]] int permissionCount() const { return count(u"permission"); }
    [[nodiscard]] int allCount() const { return int(m_records.size()); }

    void showRecords(const QList<DriftRecord> &records);
    /** What CommandRole gives for every row. */
    void setCommand(const QString &command) { m_command = command; }
    void showBusy();
    /** Nothing could be compared; drops the rows. */
    void showFailure(const base::Error &error);
    [[nodiscard]] const QList<DriftRecord> &records() const { return m_records; }
    /** The record of a key, whatever the filter; nullptr if there is none. */
    [[nodiscard]] const DriftRecord *find(const QString &key) const;

Q_SIGNALS:
    void quickChanged();
    void reloadRequested();

protected:
    [[nodiscard]] int recordCount() const override { return int(m_chosen.size()); }
    [[nodiscard]] QVariant recordData(int record, int role) const override;
    [[nodiscard]] QVariant sortValue(int record, int role) const override;
    [[nodiscard]] QList<base::FilterField> filterFields() const override;
    [[nodiscard]] QString filterValue(int record, const QString &field) const override;

private:
    [[nodiscard]] static bool isOf(const DriftRecord &record, QStringView quick);
    [[nodiscard]] int count(QStringView quick) const;
    [[nodiscard]] const DriftRecord &at(int record) const { return m_records.at(m_chosen.at(record)); }
    void choose();

    QList<DriftRecord> m_records;
    QList<int> m_chosen; ///< indexes into m_records that the quick filter lets through
    QString m_command;
    QString m_quick = QStringLiteral("all");
};

/** Word, badge kind and sign of a class, as the page shows it. */
[[nodiscard]] QString driftClassWord(contract::DriftClass driftClass);
[[nodiscard]] QString driftClassKind(contract::DriftClass driftClass);
[[nodiscard]] QString driftClassSign(contract::DriftClass driftClass);
[[nodiscard]] QString driftChangeWord(contract::DriftKind kind);

} // namespace algenta::console
