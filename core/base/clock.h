// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>

#include <chrono>

namespace algenta::base
{

/** Time as a dependency, so that tests own it. */
class Clock
{
public:
    virtual ~Clock() = default;
    /** Wall time in UTC. */
    [[nodiscard]] virtual QDateTime now() const = 0;
    /** Time since boot, suspended time included (CLOCK_BOOTTIME); never goes back. */
    [[nodiscard]] virtual std::chrono::milliseconds bootTime() const = 0;
    /**
     * Time since boot without suspended time (CLOCK_MONOTONIC): where bootTime() gains on it, the
     * machine slept. A clock that does not say never sleeps.
     */
    [[nodiscard]] virtual std::chrono::milliseconds awakeTime() const { return bootTime(); }
};

/** The machine's clocks. */
class SystemClock final : public Clock
{
public:
    [[nodiscard]] QDateTime now() const override;
    [[nodiscard]] std::chrono::milliseconds bootTime() const override;
    [[nodiscard]] std::chrono::milliseconds awakeTime() const override;
};

} // namespace algenta::base
