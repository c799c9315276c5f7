// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/outcome.h"

#include <optional>

namespace algenta::engine
{

/** `execution_blocked_`, with which every gate's code begins. */
[[nodiscard]] QString blockedCodePrefix();
/** The three gates that the tool contract names. */
[[nodiscard]] bool isKnownGate(QStringView gate);
/** Lower-case letters, digits and underscores, at most 64. */
[[nodiscard]] bool isGateName(QStringView gate);

/** True if the error document itself carries a code of a gate. */
[[nodiscard]] bool carriesBlockedCode(const base::Json &payload);

/**
 * The refusal that an error document is: because the answer was a 409 (@p conflict), because the
 * document says so itself, or because of its code. Its gate is named only if all that names one
 * agrees and a code is among it.
 */
[[nodiscard]] std::optional<ExecutionBlocked> readDenial(const base::Json &payload, bool conflict);

/** The envelope of older packages, with approval_state and receipt_version. */
[[nodiscard]] bool isPlanEnvelope(const base::Json &payload);
/** Its refusal: rejected, expired, or a refusing code. It never names a gate. */
[[nodiscard]] std::optional<ExecutionBlocked> readPlanDenial(const base::Json &payload);

} // namespace algenta::engine
