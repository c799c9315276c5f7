// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/timestamp.h"

#include <QString>
#include <QStringList>
#include <QVariantMap>

namespace algenta::console
{

/** The digits of a number as they were sent; empty if it is none. */
[[nodiscard]] QString digitsOf(const base::Json &number);

/** Text that orders times by all their digits; null if the time could not be read. */
[[nodiscard]] QString timeKey(const base::Timestamp &time);

/**
 * One line of RFC 4180 without its line break. A text that a spreadsheet would run as a formula gets
 * an apostrophe in front; numbers stay as they are.
 */
[[nodiscard]] QString csvLine(const QStringList &cells);

/** `algentactl <command> 'id'`; empty if the id must not be pasted into a terminal. */
[[nodiscard]] QString shellCommand(const QString &command, const QString &id);

/** Indented JSON with exact digits; for showing it goes through visibleText(). */
[[nodiscard]] QString jsonText(const base::Json &value);

/** Row of a KeyValueGrid: shown made visible, copied exactly; an empty value reads @p absent. */
[[nodiscard]] QVariantMap fieldRow(const QString &label, const QString &exact, const QString &absent);
/** The same in monospaced type, for ids, hosts and numbers. */
[[nodiscard]] QVariantMap monoRow(const QString &label, const QString &exact, const QString &absent);

} // namespace algenta::console
