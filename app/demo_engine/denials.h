// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/gates.h"

namespace algenta::demo
{

/** The 409 body of a REST shape D1–D5. */
Json restDenialBody(DenialShape shape, const Denial &denial, const std::string &requestId);

/** The `result` of tools/call in an MCP shape D6–D14. */
Json mcpDenialResult(DenialShape shape, const Denial &denial, const std::string &requestId);

/** One text block, as every answer of tools/call. */
Json textResult(const std::string &text, bool isError = false);

/** How the MCP layer tells an engine error: the whole body goes into the message text. */
Json upstreamErrorResult(int status, const Json &body);

/** An error the MCP layer makes itself. */
Json toolErrorResult(const std::string &code, const std::string &message, int status,
                     const Json &details = {});

bool isRestShape(DenialShape shape);

} // namespace algenta::demo
