// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/jsontools.h"

namespace algenta::demo
{

/**
 * The same engine after an update that says little about itself: of the tools in @p list one is described
 * anew, one takes one argument more, one no longer calls itself destructive, and one is gone.
 */
void driftTools(Json &list);

} // namespace algenta::demo
