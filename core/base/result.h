// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <tl/expected.hpp>

#include <utility>

namespace algenta::base
{

/** A value or the reason why there is none. Functions that return it are marked [[nodiscard]]. */
template<typename T>
using Result = tl::expected<T, Error>;

/** An Error as the failing side of any Result. */
[[nodiscard]] inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, QString message, QString remedy = {})
{
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return tl::unexpected<Error>(std::move(error));
}

} // namespace algenta::base
