// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace algenta::console
{

/** True if a filter has the term as a word of its own that no `not` turns round. */
[[nodiscard]] bool hasTerm(const QString &filter, const QString &term);
/** The filter with the term at its end; unchanged if it is there. */
[[nodiscard]] QString withTerm(const QString &filter, const QString &term);
/** The filter without the term, wherever it stands; everything else as it was. */
[[nodiscard]] QString withoutTerm(const QString &filter, const QString &term);

} // namespace algenta::console
