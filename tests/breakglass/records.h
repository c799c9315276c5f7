// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/breakglass/radius.h"

#include <QByteArray>

namespace algenta::test
{

/** A decision below the minimum confidence of policy(), never executed. */
[[nodiscard]] engine::Decision decision(const QByteArray &confidence = "0.41",
                                        const QByteArray &riskP5 = "-310");
/** As decision(), delivered once. */
[[nodiscard]] engine::Decision deliveredDecision(const QByteArray &confidence = "0.41");
/** min_confidence 0.60, risk_floor 800. */
[[nodiscard]] engine::Policy policy();
/** Everything that a confidence override needs. */
[[nodiscard]] breakglass::RadiusInput confidenceInput();

} // namespace algenta::test
