// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/models/recordlistmodel.h"
#include "app/console/tools/toolrecord.h"

namespace algenta::console
{

/** The matrix of tools × profiles: what an engine advertises, what the contract misses, what is unusable. */
class ToolListModel : public algenta::console::RecordListModel
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** Rows before the filter: "contract", "acting", "unknown" (not classified) or "all". */
    Q_PROPERTY(QString quick READ quick WRITE setQuick NOTIFY quickChanged FINAL)
    Q_PROPERTY(int contractCount READ contractCount NOTIFY stateChanged FINAL)
    Q_PROPERTY(int actingCount READ actingCount NOTIFY stateChanged FINAL)
    Q_PROPERTY(int unknownCount READ unknownCount NOTIFY stateChanged FINAL)
    Q_PROPERTY(int allCount READ allCount NOTIFY stateChanged FINAL)

public:
    enum Role {
        KeyRole = Qt::UserRole + 1,
        NameRole,
        ExactNameRole,
        ObserveRole, ///< "yes" or "no", as the other three
        GovernRole,
        ExecuteRole,
        FullRole,
        ClaimRole,
        StateRole, ///< what is wrong with the row; empty for a good one
        StateKindRole,
        DangerRole,
        DangerKindRole,
        DangerSignRole,
        JsonRole,    ///< the item as sent, in one line
        CommandRole, ///< the algentactl command that lists it; empty if there is none
    };

    using RecordListModel::RecordListModel;

    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    /** Asks for another look at the engine. */
    void reload() override;

    [[nodiscard]] QString quick() const { return m_quick; }
    void setQuick(const QString &quick);
    [[nodiscard]] int contractCount() const { return count(u"contract"); }
    [[nodiscard]] int actingCount() const { return count(u"acting"); }
    [[nodiscard]] int unknownCount() const { return count(u"unknown"); }
    [[nodiscard]] int allCount() const { return int(m_records.size()); }

    void showRecords(const QList<ToolRecord> &records);
    void showBusy();
    /** Nothing could be read; drops the rows. */
    void showFailure(const base::Error &error);
    /** Start of the commands that can be copied, without the profile; empty: there are none. */
    void setCommand(const QString &command) { m_command = command; }
    void showGap(const QString &text, const QString &detail, const QByteArray &raw);
    [[nodiscard]] const QList<ToolRecord> &records() const { return m_records; }
    /** Record of a key, whatever the filter; nullptr if there is none. */
    [[nodiscard]] const ToolRecord *find(const QString &key) const;

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
    [[nodiscard]] static bool isOf(const ToolRecord &record, QStringView quick);
    [[nodiscard]] int count(QStringView quick) const;
    [[nodiscard]] const ToolRecord &at(int record) const { return m_records.at(m_chosen.at(record)); }
    void choose();

    [[nodiscard]] QString commandFor(const ToolRecord &tool) const;

    QList<ToolRecord> m_records;
    QString m_command;
    QList<int> m_chosen; ///< indexes into m_records that the quick filter lets through
    QString m_quick = QStringLiteral("contract");
};

} // namespace algenta::console
