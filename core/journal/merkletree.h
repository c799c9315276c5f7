// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace algenta::journal
{

/** SHA-256(0x00 ‖ data): RFC 6962, section 2.1. */
[[nodiscard]] QByteArray leafHash(QByteArrayView data);
/** SHA-256(0x01 ‖ left ‖ right). */
[[nodiscard]] QByteArray nodeHash(QByteArrayView left, QByteArrayView right);
/** SHA-256 of nothing: the root of a tree without leaves. */
[[nodiscard]] QByteArray emptyRoot();

/** A complete subtree of 2^level leaves, the one at @p position (0-based) of its level. */
struct TreeNode {
    int level = 0;
    qint64 position = 0;
    QByteArray hash;
};

/** RFC 6962 tree of growing size that keeps only its right edge (log2 n hashes). */
class MerkleTree
{
public:
    MerkleTree() = default;
    /** @p edge holds the complete subtrees of a tree with @p size leaves, largest first. */
    MerkleTree(qint64 size, QList<QByteArray> edge);
    /** Complete subtrees that make up a tree of @p size leaves, largest first, without hashes. */
    [[nodiscard]] static QList<TreeNode> edgeNodes(qint64 size);

    /** Returns the subtrees of two and more leaves that this leaf completed, smallest first. */
    QList<TreeNode> append(const QByteArray &leaf);
    [[nodiscard]] qint64 size() const { return m_size; }
    [[nodiscard]] QByteArray root() const;

private:
    QList<QByteArray> m_edge; ///< complete subtrees, largest first
    qint64 m_size = 0;
};

} // namespace algenta::journal
