// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/journal/entry.h"

#include <QVariantList>
#include <QVariantMap>

namespace algenta::console
{

/** "intent", "outcome: receipt", "reconciled: …": the kind and what it says first. */
[[nodiscard]] QString entryTitle(const journal::Entry &entry);
/** Badge kind of an entry. */
[[nodiscard]] QString entryBadge(const journal::Entry &entry);
/** One line of what the entry says; made visible. */
[[nodiscard]] QString entrySummary(const journal::Entry &entry);
[[nodiscard]] QString entryTime(const journal::Entry &entry, const Session &session);
/** The entry as an event of a Timeline. */
[[nodiscard]] QVariantMap entryEvent(const journal::Entry &entry, const Session &session);
/** Recorded bytes in the details: {name, text, exact, problem} for each, in their order. */
[[nodiscard]] QVariantList entryEvidence(const journal::Entry &entry);

} // namespace algenta::console
