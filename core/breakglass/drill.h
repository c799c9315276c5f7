// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/journal/entry.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <chrono>
#include <optional>

namespace algenta::breakglass
{

/** How long a drill counts as recent. */
inline constexpr std::chrono::days drillInterval{90};

/** Marks the details of an entry as part of a drill. */
void markDrill(base::Json &details);
[[nodiscard]] bool isDrill(const journal::Draft &draft);

/** The DrillDone entry after the outcome @p outcome of a drill, which ended in the act state @p state. */
[[nodiscard]] journal::Draft drillDoneDraft(const journal::Draft &outcome, const QString &state);

/** When the last drill was finished; nothing if never. Damaged entries do not count. */
[[nodiscard]] std::optional<QDateTime> lastDrill(const QList<journal::Entry> &entries);
/** A sentence if there was no drill for longer than drillInterval; empty if all is well. */
[[nodiscard]] QString drillWarning(const std::optional<QDateTime> &last, const QDateTime &now);

} // namespace algenta::breakglass
