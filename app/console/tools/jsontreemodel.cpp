// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/jsontreemodel.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <QLocale>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using base::JsonType;

namespace
{

constexpr qsizetype longestLabel = 128;
constexpr qsizetype longestValue = 512;

bool isContainer(const Json &value)
{
    return value.isObject() || value.isArray();
}

QString kindOf(const Json &value)
{
    switch (value.type()) {
    case JsonType::Object:
        return u"object"_s;
    case JsonType::Array:
        return u"list"_s;
    case JsonType::String:
        return u"text"_s;
    case JsonType::Number:
        return u"number"_s;
    case JsonType::Bool:
    case JsonType::Null:
        return u"word"_s;
    }
    Q_UNREACHABLE();
}

QString valueText(const Json &value)
{
    if (value.isObject() && value.size() == 0)
        return u"{}"_s;
    if (value.isArray() && value.size() == 0)
        return u"[]"_s;
    const QString size = QLocale().toString(value.size());
    if (value.isObject())
        return u"{ %1 }"_s.arg(size);
    if (value.isArray())
        return u"[ %1 ]"_s.arg(size);
    if (value.isString())
        return u"\""_s + base::elidedText(value.toString(), longestValue) + u"\""_s;
    return base::elidedText(QString::fromUtf8(base::writeJson(value)), longestValue);
}

} // namespace

int JsonTreeModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> JsonTreeModel::roleNames() const
{
    return {{DepthRole, "depth"},     {LabelRole, "label"},        {ValueRole, "value"},
            {KindRole, "kind"},       {ExpandableRole, "canOpen"}, {ExpandedRole, "expanded"},
            {RemovedRole, "removed"}, {ExactRole, "exact"}};
}

QVariant JsonTreeModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows.at(index.row());
    const bool more = row.moreFrom >= 0;
    switch (role) {
    case DepthRole:
        return row.depth;
    case LabelRole:
        return row.label;
    case ValueRole:
        return more ? tr("%1 more").arg(QLocale().toString(row.value.size() - row.moreFrom))
                    : valueText(row.value);
    case KindRole:
        return more ? u"more"_s : kindOf(row.value);
    case ExpandableRole:
        return more || (isContainer(row.value) && row.value.size() > 0);
    case ExpandedRole:
        return row.expanded;
    case RemovedRole:
        return row.removed;
    case ExactRole:
        return more                   ? QString()
               : row.value.isString() ? row.value.toString()
                                      : QString::fromUtf8(base::writeJson(row.value));
    default:
        return {};
    }
}

void JsonTreeModel::setRoot(const Json &root, const QStringList &removed)
{
    beginResetModel();
    m_removed = QSet<QString>(removed.cbegin(), removed.cend());
    Row top;
    top.value = root;
    top.removed = m_removed.contains(QString());
    m_rows = isContainer(root) && root.size() > 0 ? childRows(top, 0, 0) : QList<Row>{top};
    endResetModel();
    Q_EMIT countChanged();
}

void JsonTreeModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_removed.clear();
    endResetModel();
    Q_EMIT countChanged();
}

QList<JsonTreeModel::Row> JsonTreeModel::childRows(const Row &parent, qsizetype from, int depth) const
{
    QList<Row> rows;
    const qsizetype size = parent.value.size();
    const qsizetype end = std::min(size, from + step);
    for (qsizetype i = from; i < end; ++i) {
        Row row;
        row.depth = depth;
        if (parent.value.isObject()) {
            const base::JsonMember &member = parent.value.members().at(i);
            row.value = member.value;
            row.label = base::elidedText(member.key, longestLabel);
            row.pointer = base::jsonPointer(parent.pointer, member.key);
        } else {
            row.value = parent.value.at(i);
            row.label = QString::number(i);
            row.pointer = base::jsonPointer(parent.pointer, i);
        }
        row.removed = parent.removed || m_removed.contains(row.pointer);
        rows.append(row);
    }
    if (end < size) {
        Row more = parent;
        more.label.clear();
        more.depth = depth;
        more.expanded = false;
        more.moreFrom = end;
        rows.append(more);
    }
    return rows;
}

void JsonTreeModel::insertRows(int at, const QList<Row> &rows)
{
    beginInsertRows({}, at, at + int(rows.size()) - 1);
    m_rows = m_rows.mid(0, at) + rows + m_rows.mid(at);
    endInsertRows();
}

void JsonTreeModel::toggle(int row)
{
    if (row < 0 || row >= m_rows.size())
        return;
    const Row &node = m_rows.at(row);
    if (node.moreFrom >= 0)
        showMore(row);
    else if (node.expanded)
        collapse(row);
    else if (isContainer(node.value) && node.value.size() > 0)
        expand(row);
    Q_EMIT countChanged();
}

void JsonTreeModel::expand(int row)
{
    m_rows[row].expanded = true;
    Q_EMIT dataChanged(index(row), index(row), {ExpandedRole});
    insertRows(row + 1, childRows(m_rows.at(row), 0, m_rows.at(row).depth + 1));
}

void JsonTreeModel::collapse(int row)
{
    const int depth = m_rows.at(row).depth;
    int end = row + 1;
    while (end < m_rows.size() && m_rows.at(end).depth > depth)
        ++end;
    m_rows[row].expanded = false;
    Q_EMIT dataChanged(index(row), index(row), {ExpandedRole});
    beginRemoveRows({}, row + 1, end - 1);
    m_rows.remove(row + 1, end - row - 1);
    endRemoveRows();
}

void JsonTreeModel::showMore(int row)
{
    const Row more = m_rows.at(row);
    beginRemoveRows({}, row, row);
    m_rows.removeAt(row);
    endRemoveRows();
    insertRows(row, childRows(more, more.moreFrom, more.depth));
}

int JsonTreeModel::parentRow(int row) const
{
    if (row < 0 || row >= m_rows.size())
        return -1;
    for (int above = row - 1; above >= 0; --above) {
        if (m_rows.at(above).depth < m_rows.at(row).depth)
            return above;
    }
    return -1;
}

} // namespace algenta::console
