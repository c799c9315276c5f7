// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <random>

namespace algenta::test
{

/** Any value: long numbers, lone surrogates, duplicate keys, control characters, empty containers. */
[[nodiscard]] base::Json randomJson(std::mt19937 &random, int depth = 0);

/** ALGENTA_TEST_SEED, or a fresh seed; the caller prints it. */
[[nodiscard]] unsigned randomSeed();

} // namespace algenta::test
