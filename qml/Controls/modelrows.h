// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>
#include <QObject>
#include <QVariant>
#include <qqmlregistration.h>

namespace algenta::controls
{

/** Reads rows of any item model by role name, where a delegate does not exist for the row. */
class ModelRows : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON

public:
    using QObject::QObject;

    /** The value of a role; invalid when the model, the row or the role does not exist. */
    Q_INVOKABLE QVariant value(QAbstractItemModel *model, int row, const QString &role) const;
    /** The first loaded row whose role equals the key, or -1. */
    Q_INVOKABLE int find(QAbstractItemModel *model, const QString &role, const QVariant &key) const;
    /** The values of the roles as text, joined by tabs; tabs and line breaks inside a value become spaces. */
    Q_INVOKABLE QString rowText(QAbstractItemModel *model, int row, const QStringList &roles) const;
    /** Whether the model has rows that it has not loaded yet. */
    Q_INVOKABLE bool canFetchMore(QAbstractItemModel *model) const;
};

} // namespace algenta::controls
