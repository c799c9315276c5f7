// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/journalfile.h"

#include <QByteArray>

#include <functional>

namespace algenta::journal
{

/** Takes one line with its line feed; false ends the export. */
using LineSink = std::function<bool(const QByteArray &)>;

/**
 * Writes the entries @p first … @p last (0: to the end) as JSON lines, then the checkpoints over them:
 * `{"format","journal_id","first","last"}`, `{"seq","entry"}` with the exact bytes in base64, and
 * `{"checkpoint","note"}`. Damaged entries are exported as they are.
 *
 * Cancelled if the sink ends it.
 */
[[nodiscard]] base::Result<void> exportJournal(const JournalFile &file, qint64 first, qint64 last,
                                               const LineSink &sink);

} // namespace algenta::journal
