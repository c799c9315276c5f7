// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/jsontools.h"

namespace algenta::demo
{

/** A value, or the parts of a REST error. */
struct Computed {
    Json value;
    int status = 200;
    std::string code;
    std::string message;
    Json details = Json::object();
};

Computed computeError(int status, const std::string &code, const std::string &field,
                      const std::string &message);

/**
 * One exact query over the embedded dataset "inventory": conditions joined by and, then grouping and
 * aggregates or a plain selection, then order and limit. The schema is part of the tool's inputSchema.
 */
Computed queryDataset(const Json &arguments);

Json queryInputSchema();

} // namespace algenta::demo
