// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"

#include <time.h>

namespace algenta::base
{

QDateTime SystemClock::now() const
{
    return QDateTime::currentDateTimeUtc();
}

std::chrono::milliseconds SystemClock::bootTime() const
{
    timespec time = {};
    if (clock_gettime(CLOCK_BOOTTIME, &time) != 0) {
        qFatal("The kernel has no CLOCK_BOOTTIME; time limits cannot be kept.");
    }
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::seconds(time.tv_sec) +
                                                                 std::chrono::nanoseconds(time.tv_nsec));
}

} // namespace algenta::base
