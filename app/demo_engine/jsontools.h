// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace algenta::demo
{

/** Keeps the order in which members were written, as the engine's answers do. */
using Json = nlohmann::ordered_json;

/** Nothing for text that is not JSON, or nests deeper than 100. */
std::optional<Json> parseJson(std::string_view text);
/** Compact, invalid UTF-8 replaced. */
std::string dumpJson(const Json &value);
/** Compact with spaces, sorted keys, ASCII only: how the MCP layer re-serialises an error. */
std::string dumpSorted(const Json &value);
/** Two spaces, ASCII only: how the MCP layer prints a result. */
std::string dumpPretty(const Json &value);

/** Paths of every key named force or override_safety, at any depth, up to the first syntax error. */
std::vector<std::string> overrideFieldPaths(std::string_view text);

std::string sha256Hex(std::string_view bytes);

/** ISO 8601 with six fractional digits and Z. */
std::string isoTime(std::int64_t microseconds);
std::optional<std::int64_t> parseIsoTime(const std::string &text);

template<typename T>
Json nullable(const std::optional<T> &value)
{
    return value ? Json(*value) : Json(nullptr);
}

} // namespace algenta::demo
