// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/architecture/linktable.h"

namespace algenta::architecture
{

/** Includes in one file of a part that its arrows do not allow, with line numbers. */
[[nodiscard]] QStringList includeViolations(const QString &path, const QString &text, const Arrows &arrows);

} // namespace algenta::architecture
