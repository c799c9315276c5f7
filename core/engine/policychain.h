// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/records.h"

#include <optional>

namespace algenta::engine
{

/** What a snapshot says of its place; empty where it does not say. */
[[nodiscard]] QString previousSnapshotId(const Policy &policy);
[[nodiscard]] QString contentHash(const Policy &policy);
/** When it came into force: `created_at`, else `updated_at`. */
[[nodiscard]] base::Timestamp inForceSince(const Policy &policy);

/** One value of the policy that differs between two neighbours, as the engine wrote it. */
struct PolicyDifference {
    QString field;
    base::Json from; ///< null: absent or null
    base::Json to;

    [[nodiscard]] bool operator==(const PolicyDifference &other) const = default;
};

/** A snapshot, the one before it, and what lies between the two. */
struct PolicyLink {
    Policy policy;
    /** Index in the chain of the snapshot that it names as the one before; nothing for the first. */
    std::optional<qsizetype> previous;
    QList<PolicyDifference> differences; ///< empty without a previous one
    QStringList breaks;                  ///< sentences: where the chain does not hold at this link
};

/** The execution policy's snapshots, newest first along the ids that they name. */
struct PolicyChain {
    QList<PolicyLink> links;
    QStringList breaks; ///< of the chain as a whole
    bool currentListed = false;

    /** No break anywhere. */
    [[nodiscard]] bool holds() const;
};

/**
 * Orders snapshots along `previous_snapshot_id`, from the policy in force backwards, and names every
 * place where that does not hold: a snapshot that is named and not listed, two that follow the same
 * one, circles, missing or repeated ids, revisions or times that run backwards, equal hashes over
 * different values. What a content hash covers is not documented, so none is recomputed.
 */
[[nodiscard]] PolicyChain policyChain(const QList<Policy> &snapshots, const std::optional<Policy> &current,
                                      qint64 total = -1);

/** Values that differ, numbers compared by value (0.60 equals 0.6); ids, hashes and times are not values. */
[[nodiscard]] QList<PolicyDifference> policyDifferences(const Policy &from, const Policy &to);

} // namespace algenta::engine
