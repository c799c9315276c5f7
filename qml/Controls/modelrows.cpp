// SPDX-License-Identifier: Apache-2.0
#include "modelrows.h"

namespace algenta::controls
{

namespace
{

int roleOf(const QAbstractItemModel &model, const QString &name)
{
    return model.roleNames().key(name.toUtf8(), -1);
}

} // namespace

QVariant ModelRows::value(QAbstractItemModel *model, int row, const QString &role) const
{
    if (!model || row < 0 || row >= model->rowCount())
        return {};
    const int number = roleOf(*model, role);
    return number < 0 ? QVariant() : model->index(row, 0).data(number);
}

int ModelRows::find(QAbstractItemModel *model, const QString &role, const QVariant &key) const
{
    if (!model || !key.isValid())
        return -1;
    const int number = roleOf(*model, role);
    const int rows = number < 0 ? 0 : model->rowCount();
    for (int row = 0; row < rows; ++row) {
        if (model->index(row, 0).data(number) == key)
            return row;
    }
    return -1;
}

QString ModelRows::rowText(QAbstractItemModel *model, int row, const QStringList &roles) const
{
    QStringList cells;
    for (const QString &role : roles) {
        QString cell = value(model, row, role).toString();
        for (QChar &c : cell) {
            if (c == u'\t' || c == u'\n' || c == u'\r')
                c = u' ';
        }
        cells.append(cell);
    }
    return cells.join(u'\t');
}

bool ModelRows::canFetchMore(QAbstractItemModel *model) const
{
    return model && model->canFetchMore({});
}

} // namespace algenta::controls
