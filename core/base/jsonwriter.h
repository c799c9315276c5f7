// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

namespace algenta::base
{

enum class JsonLayout {
    Compact, ///< no white space
    Indented ///< two spaces a level, one member a line
};

/** UTF-8 text of a value, members in their order, numbers with their digits, lone surrogates as escapes. */
[[nodiscard]] QByteArray writeJson(const Json &value, JsonLayout layout = JsonLayout::Compact);

/**
 * RFC 8785 canonical bytes of a value without numbers: members sorted by UTF-16 code units, no
 * white space, minimal escapes.
 *
 * Refuses (InvalidInput) numbers, duplicate keys and lone surrogates: RFC 8785 would have to round
 * a number to a double, so whoever needs one writes it as a string.
 */
[[nodiscard]] Result<QByteArray> writeCanonicalJson(const Json &value);

} // namespace algenta::base
