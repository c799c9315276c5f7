// SPDX-License-Identifier: Apache-2.0
#include "core/journal/merkletree.h"
#include "core/journal/verifier.h"

#include <algorithm>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

Hash hashOf(QByteArrayView bytes)
{
    Hash hash{};
    std::copy_n(bytes.data(), std::min(bytes.size(), hashSize), reinterpret_cast<char *>(hash.data()));
    return hash;
}

Hash node(const Hash &left, const Hash &right)
{
    return sha256Hash({QByteArrayView("\x01", 1), viewOf(left), viewOf(right)});
}

} // namespace

/** Where entries left by policy, chain and tree go on from what the seam says of them. */
void Verifier::startAtSeam()
{
    if (!m_seam)
        return;
    m_last = m_seam->size;
    m_ownChain = m_storedChain = hashOf(m_seam->chain);
    const QList<TreeNode> nodes = MerkleTree::edgeNodes(m_seam->size);
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        const Hash hash = hashOf(m_seam->edge.at(i));
        auto query = m_database->run(u"SELECT hash FROM node WHERE level = ? AND position = ?"_s,
                                     {nodes.at(i).level, nodes.at(i).position});
        const auto found = query ? m_database->next(*query) : base::Result<bool>(base::fail(query.error()));
        if (!found && failed(found.error()))
            return;
        if (!found || !*found || query->value(0).toByteArray() != m_seam->edge.at(i))
            report(m_seam->size, FindingKind::HashDiffers,
                   u"The stored tree does not match the seam after entry %1."_s.arg(m_seam->size));
        m_edge.push_back({nodes.at(i).level, hash, hash});
    }
    while (!m_wantedSizes.isEmpty() && m_wantedSizes.last() <= m_seam->size) {
        if (m_wantedSizes.takeLast() == m_seam->size)
            m_rootAt.insert(m_seam->size, viewOf(ownRoot()).toByteArray());
    }
}

Verifier::Level *Verifier::level(int number)
{
    while (int(m_levels.size()) < number) {
        const int next = int(m_levels.size()) + 1;
        auto rows = m_database->prepare(
            u"SELECT position, hash FROM node WHERE level = ? AND position >= ? ORDER BY position"_s);
        if (!rows) {
            if (!failed(rows.error()))
                report(0, FindingKind::Unreadable, u"The stored tree cannot be read."_s);
            return nullptr;
        }
        rows->bind(1, qint64(next));
        rows->bind(2, m_seam ? m_seam->size >> next : 0);
        m_levels.push_back({std::move(*rows), -1, {}, false});
        advance(m_levels.back());
    }
    return &m_levels[std::size_t(number) - 1];
}

void Verifier::advance(Level &level)
{
    const auto more = level.rows.step();
    if (!more && !failed(more.error()))
        report(0, FindingKind::Unreadable, u"The stored tree cannot be read to its end."_s);
    level.position = more && *more ? level.rows.integer(0) : -1;
    level.isHash = level.position >= 0 && level.rows.isBlob(1) && level.rows.bytes(1).size() == hashSize;
    if (level.isHash)
        level.hash = hashOf(level.rows.bytes(1));
}

void Verifier::checkTree(qint64 seq, const Hash &leaf, QByteArrayView storedLeaf)
{
    m_edge.push_back({0, leaf, hashOf(storedLeaf)});
    while (m_edge.size() > 1 && m_edge[m_edge.size() - 2].level == m_edge.back().level) {
        const Subtree right = m_edge.back();
        m_edge.pop_back();
        const Subtree left = m_edge.back();
        m_edge.pop_back();
        Subtree above{right.level + 1, node(left.own, right.own), {}};
        checkNode(seq, left, right, above);
        m_edge.push_back(above);
    }
    while (!m_wantedSizes.isEmpty() && m_wantedSizes.last() <= seq) {
        if (m_wantedSizes.takeLast() == seq)
            m_rootAt.insert(seq, viewOf(ownRoot()).toByteArray());
    }
}

/** Each stored node against its stored children: one changed hash is one finding, not one a level. */
void Verifier::checkNode(qint64 seq, const Subtree &left, const Subtree &right, Subtree &above)
{
    const bool childrenFit = left.own == left.stored && right.own == right.stored;
    const Hash expected = childrenFit ? above.own : node(left.stored, right.stored);
    const qint64 position = (seq >> above.level) - 1;
    const qint64 first = (position << above.level) + 1;
    above.stored = expected;
    Level *stored = level(above.level);
    while (stored && stored->position >= 0 && stored->position < position) {
        report(0, FindingKind::Structure, u"The stored tree holds a node that belongs nowhere."_s);
        advance(*stored);
    }
    if (!stored || stored->position != position) {
        report(seq, FindingKind::Missing,
               u"The stored tree lacks the node over entries %1 to %2."_s.arg(first).arg(seq));
        return;
    }
    if (!stored->isHash || stored->hash != expected)
        report(seq, FindingKind::HashDiffers,
               u"The stored tree does not match entries %1 to %2."_s.arg(first).arg(seq));
    above.stored = stored->isHash ? stored->hash : Hash{};
    advance(*stored);
}

Hash Verifier::ownRoot() const
{
    if (m_edge.empty())
        return sha256Hash({});
    Hash hash = m_edge.back().own;
    for (std::size_t i = m_edge.size() - 1; i > 0; --i)
        hash = node(m_edge[i - 1].own, hash);
    return hash;
}

void Verifier::checkTreeEnd(const std::optional<SideCheck::Seen> &seen)
{
    if (!m_treeWhole || m_stopped)
        return; // what the tree holds beyond a gap cannot be told apart
    const qint64 cut = m_seam ? m_seam->size : 0;
    const auto expected = qint64(MerkleTree::edgeNodes(cut).size());
    if (seen && seen->nodesBeyond == 0 && seen->nodesLeft == expected)
        return;
    const auto counted = [this](const base::Result<qint64> &count) -> qint64 {
        if (!count && !failed(count.error()))
            report(0, FindingKind::Unreadable, u"The stored tree cannot be read."_s);
        return count ? *count : 0;
    };
    const qint64 beyond = counted(nodesBeyond(*m_database, m_last, cut));
    if (beyond > 0)
        report(
            m_last + 1, FindingKind::Missing,
            u"The stored tree holds %1 nodes beyond entry %2: entries were cut off at the end."_s.arg(beyond)
                .arg(m_last));
    const qint64 left = counted(nodesLeft(*m_database, cut));
    if (!m_stopped && left != expected)
        report(cut, FindingKind::Structure,
               u"The stored tree holds nodes of entries that are no longer there."_s);
}

} // namespace algenta::journal
