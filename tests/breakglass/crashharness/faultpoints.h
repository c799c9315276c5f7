// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace algenta::test
{

/** Exit code of a process that handed an execution to a socket before its intent was synced. */
inline constexpr int sentUnsynced = 77;

/**
 * At point @p at (from 1) this process kills itself ("kill": before, in the middle of, or after the
 * call), or from there on its disk is full ("full"), read-only ("readonly") or fails to sync ("sync").
 */
void setFaultPoint(const char *fault, long at);
/** From here on the intent of this process may be written; each process writes one. */
void expectIntent();
/** How many points were passed so far. */
[[nodiscard]] long faultPoints();

} // namespace algenta::test
