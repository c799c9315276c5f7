// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/merkletree.h"

#include <QByteArray>
#include <QList>

#include <functional>

namespace algenta::journal
{

/** Gives the hash of a complete subtree that is stored; an error if there is none. */
using SubtreeSource = std::function<base::Result<QByteArray>(const TreeNode &)>;

/** Root over the leaves [@p first, @p end), both 0-based, from stored subtrees: MTH of RFC 6962, 2.1. */
[[nodiscard]] base::Result<QByteArray> subtreeRoot(qint64 first, qint64 end, const SubtreeSource &source);

/**
 * Audit path of leaf @p index (0-based) in the tree of @p size leaves, from the leaf's sibling up:
 * PATH of RFC 6962, section 2.1.1. InvalidInput if there is no such leaf.
 */
[[nodiscard]] base::Result<QList<QByteArray>> makeInclusionProof(qint64 index, qint64 size,
                                                                 const SubtreeSource &source);
/**
 * Shows that the tree of @p oldSize leaves is a prefix of the one of @p newSize leaves: PROOF of
 * RFC 6962, section 2.1.2. Empty for equal sizes and for the empty tree.
 */
[[nodiscard]] base::Result<QList<QByteArray>> makeConsistencyProof(qint64 oldSize, qint64 newSize,
                                                                   const SubtreeSource &source);

/** True only if @p leaf at @p index is under @p root; needs nothing but its arguments. */
[[nodiscard]] bool verifyInclusion(const QByteArray &leaf, qint64 index, qint64 size,
                                   const QList<QByteArray> &proof, const QByteArray &root);
/** True only if the tree under @p oldRoot is a prefix of the one under @p newRoot. */
[[nodiscard]] bool verifyConsistency(qint64 oldSize, const QByteArray &oldRoot, qint64 newSize,
                                     const QByteArray &newRoot, const QList<QByteArray> &proof);

} // namespace algenta::journal
