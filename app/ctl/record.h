// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/recordfilter.h"
#include "core/base/result.h"

#include <QList>
#include <QString>

#include <functional>
#include <optional>

namespace algenta::ctl
{

/** One field of the records of a list; its name is stable. */
struct Column {
    QString name;
    base::FieldKind kind = base::FieldKind::Text;
    bool inTable = true; ///< false: only in JSON and CSV, and for filter and sort
};

/** Values in the order of the columns: strings, numbers, booleans or null. */
using Record = QList<base::Json>;

/** Text of a value for a cell or a filter; null for null. */
[[nodiscard]] QString valueText(const base::Json &value);

/** One part of a list, as it came. */
struct Batch {
    QList<Record> records;
    base::Json broken = base::Json::array(); ///< `[{"index","reason","raw"}]`
    qint64 total = -1;                       ///< records of the whole list; -1: not known
    bool last = false;
    QStringList notes; ///< to be said, not an error
    QStringList gaps;  ///< what is missing although the source goes on
};

/** Gives the records of a list, part by part. */
class RecordSource
{
public:
    using Next = std::function<void(base::Result<Batch>)>;

    virtual ~RecordSource() = default;
    [[nodiscard]] virtual QList<Column> columns() const = 0;
    /** Calls @p done with the next part, once; not called again after the last part or an error. */
    virtual void next(Next done) = 0;
    /** Members beside the list in the JSON document. */
    [[nodiscard]] virtual base::Json about() const = 0;
    /** Name of the list in the JSON document. */
    [[nodiscard]] virtual QString listName() const = 0;
};

/** `--sort COL[:desc]`. */
struct SortOrder {
    qsizetype column = -1;
    bool descending = false;
    base::FieldKind kind = base::FieldKind::Text;

    /** Numbers by value, times by instant, text by code unit; null comes last in both directions. */
    [[nodiscard]] bool before(const Record &left, const Record &right) const;
};

[[nodiscard]] base::Result<SortOrder> parseSort(const QString &text, const QList<Column> &columns);
[[nodiscard]] QList<base::FilterField> filterFields(const QList<Column> &columns);
[[nodiscard]] QStringList columnNames(const QList<Column> &columns);

} // namespace algenta::ctl
