// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <QList>

namespace algenta::console
{

/**
 * 1-based lines of @p published, written indented, that a model does not see, in order.
 *
 * @p scrubbed is what contract::scrubSchema() made of it. A schema that gave way to `false` counts
 * with all its lines. Pointers cannot tell members of one key apart, so both values are walked side
 * by side.
 */
[[nodiscard]] QList<int> removedLines(const base::Json &published, const base::Json &scrubbed);

} // namespace algenta::console
