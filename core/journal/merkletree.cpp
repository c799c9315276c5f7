// SPDX-License-Identifier: Apache-2.0
#include "core/journal/merkletree.h"

#include "core/journal/sha256.h"

#include <utility>

namespace algenta::journal
{

QByteArray leafHash(QByteArrayView data)
{
    return viewOf(sha256Hash({QByteArrayView("\x00", 1), data})).toByteArray();
}

QByteArray nodeHash(QByteArrayView left, QByteArrayView right)
{
    return viewOf(sha256Hash({QByteArrayView("\x01", 1), left, right})).toByteArray();
}

QByteArray emptyRoot()
{
    return sha256({});
}

MerkleTree::MerkleTree(qint64 size, QList<QByteArray> edge)
    : m_edge(std::move(edge))
    , m_size(size)
{
}

QList<TreeNode> MerkleTree::edgeNodes(qint64 size)
{
    QList<TreeNode> nodes;
    for (int level = 62; level >= 0; --level) {
        if ((size >> level) & 1)
            nodes.append({level, (size >> level) - 1, {}});
    }
    return nodes;
}

QList<TreeNode> MerkleTree::append(const QByteArray &leaf)
{
    QList<TreeNode> completed;
    QByteArray hash = leaf;
    // Each trailing one bit of the old size is a complete subtree that the new leaf closes.
    for (int level = 1; (m_size >> (level - 1)) & 1; ++level) {
        hash = nodeHash(m_edge.takeLast(), hash);
        completed.append({level, m_size >> level, hash});
    }
    m_edge.append(hash);
    ++m_size;
    return completed;
}

QByteArray MerkleTree::root() const
{
    if (m_edge.isEmpty())
        return emptyRoot();
    QByteArray hash = m_edge.last();
    for (qsizetype i = m_edge.size() - 2; i >= 0; --i)
        hash = nodeHash(m_edge.at(i), hash);
    return hash;
}

} // namespace algenta::journal
