// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/journal/entry.h"

#include <QList>
#include <QString>

namespace algenta::journal
{

/**
 * Everything that the journal knows of one act, as one JSON document (form "algenta.act-report/1"):
 *
 * `act`, `chain`, `step`, `drill`, `engine`, `decision`, `by`, `reason`, `category`, `ticket`;
 * `radius` as it was confirmed; `gates`: what each gate said of the live data then, and whether it
 * was silenced; `armings` with how each ended; `request`; `answer` (null while there is none);
 * `reconciliations`; `reviews`; `verdict`: a sentence; and `entries`: each entry of the act with its
 * number, kind, time, canonical bytes (base64), leaf and chain value (hex), and `inclusion_proof`,
 * null until setInclusionProof().
 *
 * @p entries are those of one act in any order (JournalService::act()). NotFound: there is no act in
 * them. InvalidInput: they are of several acts. Tampered: one is damaged.
 */
[[nodiscard]] base::Result<base::Json> actReport(const QList<Entry> &entries);

/** Puts a proof beside the entry of that number; false if the report has no such entry. */
[[nodiscard]] bool setInclusionProof(base::Json &report, qint64 seq, const base::Json &proof);

} // namespace algenta::journal
