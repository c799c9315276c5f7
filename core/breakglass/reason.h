// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QStringView>

namespace algenta::breakglass
{

/** Fewest characters of a reason, blanks and invisible ones not counted. */
inline constexpr qsizetype minimumReason = 10;

/** InvalidInput if a reason is too short to be one. */
[[nodiscard]] base::Result<void> checkReason(QStringView reason);

} // namespace algenta::breakglass
