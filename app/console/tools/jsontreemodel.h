// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <QAbstractListModel>
#include <QSet>
#include <QStringList>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/**
 * A JSON value as rows of a tree, opened node by node: only what is open exists as rows, and of a
 * huge node 500 children at a time. Order, digits and repeated keys are those of the value.
 */
class JsonTreeModel : public QAbstractListModel
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    Q_PROPERTY(int count READ count NOTIFY countChanged FINAL)

public:
    enum Role {
        DepthRole = Qt::UserRole + 1,
        LabelRole, ///< key or index
        ValueRole, ///< a scalar, or how much an object or list holds
        KindRole,  ///< "object", "list", "text", "number", "word" or "more"
        ExpandableRole,
        ExpandedRole,
        RemovedRole, ///< no model sees it
        ExactRole,   ///< the value, for the clipboard
    };
    static constexpr qsizetype step = 500;

    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    [[nodiscard]] int count() const { return int(m_rows.size()); }
    /** The children of a container stand at the top; @p removed are pointers that are marked with all below.
     */
    void setRoot(const base::Json &root, const QStringList &removed = {});
    void clear();

    /** Opens or closes a node; on "… more" adds the next children. */
    Q_INVOKABLE void toggle(int row);
    /** Row of the node that holds this one, or -1. */
    Q_INVOKABLE int parentRow(int row) const;

Q_SIGNALS:
    void countChanged();

private:
    struct Row {
        base::Json value; ///< of a "… more" row the container itself
        QString label;
        QString pointer;
        int depth = 0;
        bool expanded = false;
        bool removed = false;
        qsizetype moreFrom = -1; ///< first child that is not shown yet, in a "… more" row
    };

    [[nodiscard]] QList<Row> childRows(const Row &parent, qsizetype from, int depth) const;
    void insertRows(int at, const QList<Row> &rows);
    void expand(int row);
    void collapse(int row);
    void showMore(int row);

    QList<Row> m_rows;
    QSet<QString> m_removed;
};

} // namespace algenta::console
