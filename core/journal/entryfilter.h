// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/journalfile.h"

#include <QStringList>
#include <QVariantList>

namespace algenta::journal
{

/** Terms of a WHERE clause and the values for their question marks. */
struct Condition {
    QStringList terms;
    QVariantList values;

    /** "WHERE … " or nothing. */
    [[nodiscard]] QString clause() const;
};

/** All of a filter but its text; entries with seq < @p before (0: all). */
[[nodiscard]] Condition conditionOf(const EntryFilter &filter, qint64 before);
/** True if @p text stands in any field, detail or recorded bytes, in any case. */
[[nodiscard]] bool holdsText(const Entry &entry, const QString &text);

} // namespace algenta::journal
