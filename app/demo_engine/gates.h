// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/demoengine.h"
#include "app/demo_engine/records.h"

namespace algenta::demo
{

/** A blocked execution, before it takes the shape of an answer. */
struct Denial {
    std::string gate;
    std::string code;
    std::string message;
    std::optional<std::string> overrideHint;
    std::optional<double> measured;
    std::optional<double> threshold;
};

struct GateVerdict {
    std::optional<Denial> denial;  ///< by the first gate in order that blocks
    bool safetyOverridden = false; ///< override_safety silenced a gate that would have blocked
};

std::string gateName(Gate gate);

/**
 * force silences idempotency only, overrideSafety silences confidence and risk_floor. A value that the
 * decision does not have cannot be compared and blocks nothing; allow_reexecution switches idempotency off.
 */
GateVerdict checkGates(const Decision &decision, const PolicySnapshot &policy,
                       const std::array<Gate, 3> &order, bool force, bool overrideSafety);

/** The denial of one gate, whether bypassed or not; nothing when it passes. */
std::optional<Denial> denialOf(Gate gate, const Decision &decision, const PolicySnapshot &policy);

} // namespace algenta::demo
