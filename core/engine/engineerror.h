// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/mcp/httperror.h"

namespace algenta::engine
{

/** The Error that an error document stands for; its httpStatus is the document's own status_code. */
[[nodiscard]] base::Error errorFromBody(const mcp::ErrorBody &body, const QByteArray &raw);

} // namespace algenta::engine
