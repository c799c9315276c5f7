// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/doctor.h"

namespace algenta::engine
{

/**
 * `{"engine","good","steps":[{"step","state","finding","remedy","details"}]}`, the same from every
 * program. @p origin is the address that was looked at, as EngineAddress::origin() writes it.
 */
[[nodiscard]] base::Json doctorReport(const QString &origin, bool good, const QList<DoctorStep> &steps);

/** One line a step, below it what to do and the details; safe to print. */
[[nodiscard]] QStringList doctorLines(const QList<DoctorStep> &steps);

} // namespace algenta::engine
