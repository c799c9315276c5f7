// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <QByteArray>

namespace algenta::store
{

/**
 * The same value with the members of every object sorted by key (UTF-16 code units), repeated keys in
 * the order sent. What carries meaning stays: the order of arrays and the digits of numbers.
 */
[[nodiscard]] base::Json sortedMembers(const base::Json &value);

/** Compact JSON of sortedMembers(): equal for two texts that differ in white space and member order alone. */
[[nodiscard]] QByteArray canonicalForm(const base::Json &value);

} // namespace algenta::store
