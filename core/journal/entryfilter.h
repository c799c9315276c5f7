// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/journalfile.h"

#include <QStringList>
#include <QVariantList>

namespace algenta::journal
{

/** A query for rows of `entry`, newest first, and the values for its question marks. */
struct EntryQuery {
    QString sql;
    QVariantList values;
};

/**
 * All of a filter but its text; entries with seq < @p before (0: all).
 *
 * Each kind is a query of its own over the index of kinds, and SQLite merges them: no sorting, and
 * nothing is read but what fits. Subject and act go before it. The engine, which most entries share, never
 * chooses the index where anything else can: every entry that it finds would have to be parsed for its kind.
 */
[[nodiscard]] EntryQuery queryOf(const QString &columns, const EntryFilter &filter, qint64 before);
/** The same for entries that cannot be read, so that nobody can say what they are. */
[[nodiscard]] EntryQuery damagedQuery(const QString &columns, qint64 before);
/** True if @p text stands in any field, detail or recorded bytes, in any case. */
[[nodiscard]] bool holdsText(const Entry &entry, const QString &text);

} // namespace algenta::journal
