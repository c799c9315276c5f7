// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/exitcode.h"
#include "app/ctl/output.h"
#include "core/engine/outcome.h"

namespace algenta::ctl
{

/** The documented members of an outcome, with `outcome` first; absent values are null. */
[[nodiscard]] base::Json outcomeJson(const engine::ExecutionOutcome &outcome);
/** The same for people, a member a line. */
void printOutcome(Output &output, const engine::ExecutionOutcome &outcome);

} // namespace algenta::ctl
