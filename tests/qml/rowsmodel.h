// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QStringList>

/** Rows by key for the tests: what a service would do to a real model, done by hand. */
class RowsModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        KeyRole = Qt::UserRole + 1,
        ActionRole,
        GateRole,
        KindRole,
        MeasuredRole,
        WhoRole,
        CountRole,
        WhenRole
    };

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_keys.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        using namespace Qt::Literals::StringLiterals;
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        const int row = index.row();
        switch (role) {
        case KeyRole:
            return m_keys.at(row);
        case ActionRole:
            return row % 7 == 3
                       ? u"<b>Cancel</b> shipment 771<U+202E> and a very long action that does not fit"_s
                       : u"Reorder SKU %1"_s.arg(8841 + row);
        case GateRole:
            return row % 4 == 1 ? u"risk_floor"_s : row % 7 == 3 ? u"calibration"_s : u"confidence"_s;
        case KindRole:
            return row % 7 == 3 ? u"unknown"_s : u"blocked"_s;
        case MeasuredRole:
            return u"0.41 < 0.60"_s;
        case WhoRole:
            return u"replenish-2"_s;
        case CountRole:
            return 1240 * row;
        case WhenRole:
            return u"09:39:02Z"_s;
        default:
            return {};
        }
    }
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override
    {
        return {{KeyRole, "key"}, {ActionRole, "action"}, {GateRole, "gate"}, {KindRole, "gateKind"},
                {WhoRole, "who"}, {CountRole, "amount"},  {WhenRole, "when"}, {MeasuredRole, "measured"}};
    }
    [[nodiscard]] bool canFetchMore(const QModelIndex & /*parent*/) const override { return m_more > 0; }
    void fetchMore(const QModelIndex & /*parent*/) override
    {
        QStringList keys;
        for (; m_more > 0 && keys.size() < 100; --m_more)
            keys.append(QString::number(m_keys.size() + keys.size()));
        insert(static_cast<int>(m_keys.size()), keys);
    }

    void insert(int row, const QStringList &keys)
    {
        beginInsertRows({}, row, row + static_cast<int>(keys.size()) - 1);
        for (qsizetype i = 0; i < keys.size(); ++i)
            m_keys.insert(row + i, keys.at(i));
        endInsertRows();
    }
    void remove(int row)
    {
        beginRemoveRows({}, row, row);
        m_keys.removeAt(row);
        endRemoveRows();
    }
    void reset(const QStringList &keys)
    {
        beginResetModel();
        m_keys = keys;
        endResetModel();
    }
    /** The same rows with other content, as a model does that re-reads its window. */
    void slide(const QStringList &keys)
    {
        m_keys = keys;
        Q_EMIT dataChanged(index(0), index(static_cast<int>(m_keys.size()) - 1));
    }
    void setMore(int rows) { m_more = rows; }

private:
    QStringList m_keys;
    int m_more = 0;
};
