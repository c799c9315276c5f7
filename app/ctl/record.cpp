// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/record.h"

#include "app/ctl/arguments.h"
#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"
#include "core/base/timestamp.h"
#include "core/engine/decimal.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::FieldKind;
using base::Json;
using base::Result;

namespace
{

/** True if left comes first in ascending order; both have a value. */
bool ascends(FieldKind kind, const Json &left, const Json &right)
{
    if (kind == FieldKind::Time)
        return base::isBefore(base::parseTimestamp(valueText(left)), base::parseTimestamp(valueText(right)));
    if (kind == FieldKind::Number) {
        const auto leftNumber = engine::Decimal::fromJson(left);
        const auto rightNumber = engine::Decimal::fromJson(right);
        if (leftNumber && rightNumber)
            return *leftNumber < *rightNumber;
        return !leftNumber && rightNumber;
    }
    return valueText(left) < valueText(right);
}

} // namespace

QString valueText(const Json &value)
{
    if (value.isNull())
        return {};
    return value.isString() ? value.toString() : QString::fromUtf8(base::writeJson(value));
}

bool SortOrder::before(const Record &left, const Record &right) const
{
    const Json &leftValue = left.at(column);
    const Json &rightValue = right.at(column);
    if (leftValue.isNull() || rightValue.isNull())
        return !leftValue.isNull() && rightValue.isNull();
    return descending ? ascends(kind, rightValue, leftValue) : ascends(kind, leftValue, rightValue);
}

Result<SortOrder> parseSort(const QString &text, const QList<Column> &columns)
{
    const QString name = text.section(u':', 0, 0);
    const QString direction = text.section(u':', 1);
    SortOrder order;
    for (qsizetype i = 0; i < columns.size(); ++i) {
        if (columns.at(i).name == name) {
            order.column = i;
            order.kind = columns.at(i).kind;
        }
    }
    if (order.column < 0) {
        const QString meant = nearest(name, columnNames(columns));
        return base::fail(base::ErrorCode::InvalidInput,
                          u"There is no column “%1” to sort by."_s.arg(base::elidedText(name, 60)),
                          (meant.isEmpty() ? QString() : u"Did you mean %1? "_s.arg(meant)) +
                              u"Columns: %1."_s.arg(columnNames(columns).join(", "_L1)));
    }
    if (!direction.isEmpty() && direction != "desc"_L1 && direction != "asc"_L1)
        return base::fail(base::ErrorCode::InvalidInput,
                          u"The order “%1” is neither asc nor desc."_s.arg(base::elidedText(direction, 60)));
    order.descending = direction == "desc"_L1;
    return order;
}

QList<base::FilterField> filterFields(const QList<Column> &columns)
{
    QList<base::FilterField> fields;
    for (const Column &column : columns)
        fields.append({column.name, column.kind});
    return fields;
}

QStringList columnNames(const QList<Column> &columns)
{
    QStringList names;
    for (const Column &column : columns)
        names.append(column.name);
    return names;
}

} // namespace algenta::ctl
