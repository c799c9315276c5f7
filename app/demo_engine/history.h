// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/records.h"

namespace algenta::demo
{

/** Lists are oldest first. */
struct History {
    std::vector<Decision> decisions;
    std::vector<AuditEntry> audit;
    std::vector<PolicySnapshot> snapshots;
};

/**
 * Decisions, executions and blocks over the 90 days before now; the same arguments give the same history.
 * Blocked decisions still break the last policy, so their gate can be reproduced: of the newest 20, five
 * are blocked by a safety gate, one by idempotency, and one was delivered although its confidence is low.
 */
History generateHistory(int count, std::uint64_t seed, std::int64_t now, const std::string &receiver);

} // namespace algenta::demo
