// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/dataset.h"

namespace algenta::demo
{

/**
 * Seeded Monte Carlo over `options`, each with a normal, uniform or triangular distribution of value;
 * the same arguments give the same numbers. 1 to 20 options, up to 200,000 iterations.
 */
Computed simulate(const Json &arguments);
/** The best option of a short simulation, with the share of draws in which it wins as confidence. */
Computed recommend(const Json &arguments);
/** All options ranked from a simulation; changes nothing and has no id. */
Computed planDecision(const Json &arguments);

Json simulationInputSchema();

} // namespace algenta::demo
