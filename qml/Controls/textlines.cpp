// SPDX-License-Identifier: Apache-2.0
#include "textlines.h"

#include <algorithm>

namespace algenta::controls
{

void TextLines::setText(const QString &text)
{
    if (m_text == text)
        return;
    beginResetModel();
    m_text = text;
    m_rows.clear();
    m_lineCount = 0;
    m_widest = 0;
    for (qsizetype start = 0; start < m_text.size();) {
        qsizetype end = m_text.indexOf(u'\n', start);
        const qsizetype next = end < 0 ? m_text.size() : end + 1;
        if (end < 0)
            end = m_text.size();
        if (end > start && end < m_text.size() && m_text.at(end - 1) == u'\r')
            --end;
        ++m_lineCount;
        qsizetype at = start;
        do {
            qsizetype length = std::min(RowLength, end - at);
            // A pair of surrogates is one character: it stays on one row.
            if (at + length < end && m_text.at(at + length).isLowSurrogate())
                --length;
            m_rows.append({at, length, m_lineCount, at != start});
            m_widest = std::max(m_widest, static_cast<int>(length));
            at += length;
        } while (at < end);
        start = next;
    }
    endResetModel();
    Q_EMIT textChanged();
}

void TextLines::setRemovedLines(const QList<int> &lines)
{
    QList<int> sorted = lines;
    std::sort(sorted.begin(), sorted.end());
    if (m_removed == sorted)
        return;
    m_removed = sorted;
    Q_EMIT removedLinesChanged();
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0), index(static_cast<int>(m_rows.size()) - 1), {RemovedRole});
}

int TextLines::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant TextLines::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case TextRole:
        return m_text.mid(row.start, row.length);
    case NumberRole:
        return row.continues ? 0 : row.line;
    case RemovedRole:
        return std::binary_search(m_removed.cbegin(), m_removed.cend(), row.line);
    default:
        return {};
    }
}

QHash<int, QByteArray> TextLines::roleNames() const
{
    return {{TextRole, "line"}, {NumberRole, "number"}, {RemovedRole, "removed"}};
}

int TextLines::rowAt(qsizetype offset) const
{
    const auto after = std::upper_bound(m_rows.cbegin(), m_rows.cend(), offset,
                                        [](qsizetype at, const Row &row) { return at < row.start; });
    return static_cast<int>(after - m_rows.cbegin()) - 1;
}

QList<int> TextLines::rowsWith(const QString &needle, qsizetype limit) const
{
    QList<int> rows;
    if (needle.isEmpty())
        return rows;
    for (qsizetype at = m_text.indexOf(needle, 0, Qt::CaseInsensitive); at >= 0 && rows.size() < limit;
         at = m_text.indexOf(needle, at + needle.size(), Qt::CaseInsensitive))
        rows.append(rowAt(at));
    return rows;
}

int TextLines::count(const QString &needle, int limit) const
{
    return static_cast<int>(rowsWith(needle, limit).size());
}

int TextLines::find(const QString &needle, int from, bool forward) const
{
    if (needle.isEmpty() || m_rows.isEmpty())
        return -1;
    const int rows = static_cast<int>(m_rows.size());
    const int clamped = std::clamp(from, -1, rows - 1);
    if (forward) {
        const qsizetype start = clamped + 1 < rows ? m_rows.at(clamped + 1).start : m_text.size();
        qsizetype at = m_text.indexOf(needle, start, Qt::CaseInsensitive);
        if (at < 0)
            at = m_text.indexOf(needle, 0, Qt::CaseInsensitive);
        return at < 0 ? -1 : rowAt(at);
    }
    const qsizetype before = clamped < 0 ? 0 : m_rows.at(clamped).start;
    qsizetype at = before == 0 ? -1 : m_text.lastIndexOf(needle, before - 1, Qt::CaseInsensitive);
    if (at < 0)
        at = m_text.lastIndexOf(needle, -1, Qt::CaseInsensitive);
    return at < 0 ? -1 : rowAt(at);
}

} // namespace algenta::controls
