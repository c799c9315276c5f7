// SPDX-License-Identifier: Apache-2.0
#include "app/console/models/recordlistmodel.h"

#include "core/base/textsafety.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

RecordListModel::RecordListModel(QObject *parent)
    : QAbstractListModel(parent)
{
}

int RecordListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant RecordListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    return recordData(m_rows.at(index.row()), role);
}

QString RecordListModel::status() const
{
    if (!m_rows.isEmpty())
        return u"ready"_s;
    if (m_failure)
        return u"failed"_s;
    if (m_busy)
        return u"loading"_s;
    return isFiltered() && recordCount() > 0 ? u"filtered"_s : u"empty"_s;
}

QString RecordListModel::failedWhy() const
{
    return m_failure ? base::visibleText(m_failure->message) : QString();
}

QString RecordListModel::failedAdvice() const
{
    return m_failure ? base::visibleText(m_failure->remedy) : QString();
}

QString RecordListModel::rawAnswer() const
{
    const QByteArray &raw = m_failure && !m_failure->raw.isEmpty() ? m_failure->raw : m_incompleteRaw;
    return base::visibleText(QString::fromUtf8(raw), base::LineBreaks::Keep);
}

QString RecordListModel::countText() const
{
    const QLocale locale;
    const QString shown = locale.toString(m_rows.size());
    return isFiltered() ? tr("%1 of %2").arg(shown, locale.toString(recordCount())) : shown;
}

QString RecordListModel::coverage() const
{
    if (!hasMore() || (!isFiltered() && m_sortRole.isEmpty()))
        return {};
    const QString loaded = QLocale().toString(recordCount());
    if (isFiltered())
        return tr("The filter has seen the %1 records that are loaded, not all.").arg(loaded);
    return tr("Sorted among the %1 records that are loaded, not all.").arg(loaded);
}

void RecordListModel::setFilterText(const QString &text)
{
    if (text == m_filterText)
        return;
    m_filterText = text;
    auto filter = base::RecordFilter::parse(text, filterFields());
    if (filter) {
        m_filterError.clear();
        m_filter = *filter;
        recordsReset();
    } else {
        // The rows stay as the last readable filter left them; the field says what is wrong.
        m_filterError = filter.error().remedy.isEmpty()
                            ? filter.error().message
                            : filter.error().message + u' ' + filter.error().remedy;
    }
    Q_EMIT filterChanged();
}

QString RecordListModel::filterHelp() const
{
    QStringList names;
    for (const base::FilterField &field : filterFields())
        names.append(field.name);
    return names.join(u", "_s);
}

void RecordListModel::clearFilter()
{
    setFilterText({});
}

void RecordListModel::sortBy(const QString &role, bool descending)
{
    if (role == m_sortRole && descending == m_sortDescending)
        return;
    m_sortRole = role;
    m_sortDescending = descending;
    m_sortRoleId = roleNames().key(role.toUtf8(), -1);
    recordsReset();
    Q_EMIT sortChanged();
}

int RecordListModel::recordOf(int row) const
{
    return row >= 0 && row < m_rows.size() ? m_rows.at(row) : -1;
}

int RecordListModel::rowOf(int record) const
{
    return int(m_rows.indexOf(record));
}

bool RecordListModel::accepts(int record) const
{
    return m_filter.matches([this, record](const QString &field) { return filterValue(record, field); },
                            QDateTime::currentDateTimeUtc());
}

bool RecordListModel::sortsBefore(int left, int right) const
{
    if (m_sortRoleId < 0)
        return left < right;
    const QVariant a = sortValue(left, m_sortRoleId);
    const QVariant b = sortValue(right, m_sortRoleId);
    // Records without the value come last in either direction: they are not "the smallest".
    const bool hasA = a.isValid() && !a.isNull();
    const bool hasB = b.isValid() && !b.isNull();
    if (hasA != hasB)
        return hasA;
    const QPartialOrdering order = hasA ? QVariant::compare(a, b) : QPartialOrdering::Equivalent;
    if (order == QPartialOrdering::Less)
        return !m_sortDescending;
    if (order == QPartialOrdering::Greater)
        return m_sortDescending;
    return left < right;
}

QList<int> RecordListModel::arrange()
{
    QList<int> rows;
    rows.reserve(recordCount());
    for (int record = 0; record < recordCount(); ++record) {
        if (m_filter.isEmpty() || accepts(record))
            rows.append(record);
    }
    if (m_sortRoleId >= 0)
        std::sort(rows.begin(), rows.end(), [this](int a, int b) { return sortsBefore(a, b); });
    return rows;
}

void RecordListModel::recordsAppended(int first, int count)
{
    QList<int> added;
    for (int record = first; record < first + count; ++record) {
        if (m_filter.isEmpty() || accepts(record))
            added.append(record);
    }
    if (m_sortRoleId < 0 && !added.isEmpty()) {
        beginInsertRows({}, int(m_rows.size()), int(m_rows.size() + added.size()) - 1);
        m_rows.append(added);
        endInsertRows();
    } else {
        for (const int record : added) {
            const auto at = std::lower_bound(m_rows.cbegin(), m_rows.cend(), record,
                                             [this](int a, int b) { return sortsBefore(a, b); });
            const int row = int(at - m_rows.cbegin());
            beginInsertRows({}, row, row);
            m_rows.insert(row, record);
            endInsertRows();
        }
    }
    Q_EMIT stateChanged();
}

void RecordListModel::recordsReset()
{
    beginResetModel();
    m_rows = arrange();
    endResetModel();
    Q_EMIT stateChanged();
}

void RecordListModel::recordChanged(int record)
{
    const int row = rowOf(record);
    if (row >= 0)
        Q_EMIT dataChanged(index(row), index(row));
}

void RecordListModel::presentationChanged(const QList<int> &roles)
{
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0), index(int(m_rows.size()) - 1), roles);
}

void RecordListModel::setBusy(bool busy)
{
    m_busy = busy;
    Q_EMIT stateChanged();
}

void RecordListModel::setFailure(std::optional<base::Error> error)
{
    m_failure = std::move(error);
    Q_EMIT stateChanged();
}

void RecordListModel::setIncomplete(const QString &text, const QString &detail, const QByteArray &raw)
{
    m_incompleteText = text;
    m_incompleteDetail = base::visibleText(detail, base::LineBreaks::Keep);
    m_incompleteRaw = raw;
    Q_EMIT stateChanged();
}

} // namespace algenta::console
