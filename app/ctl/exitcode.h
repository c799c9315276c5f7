// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace algenta::ctl
{

/** What the process ends with; scripts rely on these numbers. */
enum class ExitCode {
    Good = 0,
    Finding = 1,     ///< drift, a refusal, a tampered journal
    CouldNotRun = 2, ///< wrong usage, or no answer
    Incomplete = 3,  ///< what was printed is good, but something is missing
};

} // namespace algenta::ctl
