// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/breakglass/act.h"

#include <QString>
#include <QVariantList>

namespace algenta::console
{

/** Between the operator's word and the recorded outcome: such an act must not be let go. */
[[nodiscard]] bool runs(breakglass::ActState state);
/** { key, label, value, exact, note, mono, changed } for each fact of the radius. */
[[nodiscard]] QVariantList factRows(const breakglass::Act &act);
/** { label, value, exact, mono } of the receipt, the refusal or the failure; empty before an answer. */
[[nodiscard]] QVariantList outcomeRows(const breakglass::Act &act);
/** What the flag silences, in a sentence; empty while no bypass is offered. */
[[nodiscard]] QString silencesText(const breakglass::Act &act);
/** What the state means for the operator, in a sentence or two. */
[[nodiscard]] QString stateText(const breakglass::Act &act);
/** One or two words for the head of the window. */
[[nodiscard]] QString stateWord(breakglass::ActState state);
/** The name of the gate, or that it has none. */
[[nodiscard]] QString gateText(const breakglass::Act &act);
/** Titles of breakglass::offeredCategories(), in its order. */
[[nodiscard]] QStringList categoryTitles();

} // namespace algenta::console
