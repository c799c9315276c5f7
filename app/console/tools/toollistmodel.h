// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/models/recordlistmodel.h"
#include "app/console/tools/toolrecord.h"

#include <QSet>

namespace algenta::console
{

/**
 * The matrix of tools × profiles: what an engine advertises, what the contract misses, what is unusable.
 *
 * Under the groups of the registry, with a row as the heading of each; the contract's own tools stand in the
 * contract's order, without groups.
 */
class ToolListModel : public algenta::console::RecordListModel
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** Rows before the filter: "contract", "acting", "differing", "unknown" (not classified) or "all". */
    Q_PROPERTY(QString quick READ quick WRITE setQuick NOTIFY quickChanged FINAL)
    Q_PROPERTY(int contractCount READ contractCount NOTIFY stateChanged FINAL)
    Q_PROPERTY(int actingCount READ actingCount NOTIFY stateChanged FINAL)
    Q_PROPERTY(int differingCount READ differingCount NOTIFY stateChanged FINAL)
    Q_PROPERTY(int unknownCount READ unknownCount NOTIFY stateChanged FINAL)
    Q_PROPERTY(int allCount READ allCount NOTIFY stateChanged FINAL)
    Q_PROPERTY(bool grouped READ isGrouped WRITE setGrouped NOTIFY groupedChanged FINAL)
    /** Every heading that is shown is open. */
    Q_PROPERTY(bool allExpanded READ areAllExpanded NOTIFY stateChanged FINAL)

public:
    enum Role {
        KeyRole = Qt::UserRole + 1,
        NameRole,
        ExactNameRole,
        ObserveRole, ///< "yes" or why not in two words, as the other three
        GovernRole,
        ExecuteRole,
        FullRole,
        ClaimRole,      ///< what the server says
        ClaimShownRole, ///< the same with a mark where our class says another thing, or what is wrong with
                        ///< the row
        DiffersRole,
        StateRole, ///< what is wrong with the row; empty for a good one
        StateKindRole,
        DangerRole,
        DangerKindRole,
        DangerSignRole,
        JsonRole,    ///< the item as sent, in one line
        CommandRole, ///< the algentactl command that lists it; empty if there is none
        HeadingRole, ///< title of a group; empty for a tool
        HeadingDetailRole,
        ExpandedRole,
    };

    explicit ToolListModel(QObject *parent = nullptr);

    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    /** Asks for another look at the engine. */
    void reload() override;

    [[nodiscard]] QString quick() const { return m_quick; }
    void setQuick(const QString &quick);
    [[nodiscard]] int contractCount() const { return count(u"contract"); }
    [[nodiscard]] int actingCount() const { return count(u"acting"); }
    [[nodiscard]] int differingCount() const { return count(u"differing"); }
    [[nodiscard]] int unknownCount() const { return count(u"unknown"); }
    [[nodiscard]] int allCount() const { return int(m_records.size()); }
    [[nodiscard]] bool isGrouped() const { return m_grouped; }
    void setGrouped(bool grouped);
    [[nodiscard]] bool areAllExpanded() const;
    /** Opens or closes the group of a heading's row; nothing for any other row. */
    Q_INVOKABLE void toggleGroup(int row);
    Q_INVOKABLE void setAllExpanded(bool expanded);
    [[nodiscard]] QString countText() const override;

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
    void groupedChanged();
    void reloadRequested();

protected:
    [[nodiscard]] int recordCount() const override { return int(m_chosen.size()); }
    [[nodiscard]] QVariant recordData(int record, int role) const override;
    [[nodiscard]] QVariant sortValue(int record, int role) const override;
    [[nodiscard]] QList<base::FilterField> filterFields() const override;
    [[nodiscard]] QString filterValue(int record, const QString &field) const override;
    [[nodiscard]] QList<int> arrange() override;

private:
    struct Group {
        QString id;
        QString title;
        QList<int> records; ///< shown if it is open
    };

    [[nodiscard]] static bool isOf(const ToolRecord &record, QStringView quick);
    [[nodiscard]] int count(QStringView quick) const;
    [[nodiscard]] const ToolRecord &at(int record) const { return m_records.at(m_chosen.at(record)); }
    void choose();

    [[nodiscard]] bool hasGroups() const { return m_grouped && m_quick != u"contract"; }
    [[nodiscard]] bool isExpanded(const QString &group) const;
    void setExpanded(const QString &group, bool expanded);
    [[nodiscard]] QVariant headingData(const Group &group, int role) const;
    [[nodiscard]] QString commandFor(const ToolRecord &tool) const;

    QList<ToolRecord> m_records;
    QString m_command;
    QList<int> m_chosen; ///< indexes into m_records that the quick filter lets through
    QString m_quick = QStringLiteral("contract");
    bool m_grouped = true;
    QList<Group> m_groups;       ///< of the last arrangement; a heading is firstHeading plus its index
    qsizetype m_shown = 0;       ///< tools that the filter lets through
    QSet<QString> m_closed;      ///< groups that are closed while nothing is searched
    QSet<QString> m_closedFound; ///< groups that were closed since the filter last changed
    QString m_arrangedFilter;
};

} // namespace algenta::console
