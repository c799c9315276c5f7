// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

namespace algenta::journal
{

inline constexpr unsigned applicationId = 0x416c674a; // "AlgJ"
/** Format 1 has no checkpoints; a file of format 1 that is opened for writing becomes one of format 2. */
inline constexpr int newestFormat = 2;

/** The statements that make the tables, indexes and triggers of a format, word for word. */
[[nodiscard]] const QStringList &journalSchema(int format);
/** Names of the triggers that refuse to remove what was recorded. */
[[nodiscard]] const QStringList &deleteTriggers();

} // namespace algenta::journal
