// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"

#include <time.h>

namespace algenta::base
{

namespace
{

std::chrono::milliseconds readClock(clockid_t clock)
{
    timespec time = {};
    if (clock_gettime(clock, &time) != 0) {
        qFatal("The kernel lacks a clock; time limits cannot be kept.");
    }
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::seconds(time.tv_sec) +
                                                                 std::chrono::nanoseconds(time.tv_nsec));
}

} // namespace

QDateTime SystemClock::now() const
{
    return QDateTime::currentDateTimeUtc();
}

std::chrono::milliseconds SystemClock::bootTime() const
{
    return readClock(CLOCK_BOOTTIME);
}

std::chrono::milliseconds SystemClock::awakeTime() const
{
    return readClock(CLOCK_MONOTONIC);
}

} // namespace algenta::base
