// SPDX-License-Identifier: Apache-2.0
#include "core/journal/merkleproof.h"

#include "core/journal/sha256.h"

#include <bit>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

/** The largest power of two below @p count, which is at least 2. */
qint64 splitPoint(qint64 count)
{
    return qint64(std::bit_floor(quint64(count - 1)));
}

bool areHashes(const QList<QByteArray> &proof)
{
    for (const QByteArray &hash : proof) {
        if (hash.size() != hashSize)
            return false;
    }
    return true;
}

/** SUBPROOF of RFC 6962: @p whole is true while the old tree is a complete subtree of what is looked at. */
base::Result<void> collectConsistency(qint64 oldSize, qint64 first, qint64 end, bool whole,
                                      const SubtreeSource &source, QList<QByteArray> &proof)
{
    const qint64 count = end - first;
    qint64 otherFirst = first;
    qint64 otherEnd = end;
    if (oldSize == count) {
        if (whole)
            return {};
    } else {
        const qint64 split = splitPoint(count);
        const bool inLeft = oldSize <= split;
        const auto below =
            inLeft ? collectConsistency(oldSize, first, first + split, whole, source, proof)
                   : collectConsistency(oldSize - split, first + split, end, false, source, proof);
        if (!below)
            return below;
        (inLeft ? otherFirst : otherEnd) = first + split;
    }
    auto hash = subtreeRoot(otherFirst, otherEnd, source);
    if (!hash)
        return base::fail(hash.error());
    proof.append(*hash);
    return {};
}

} // namespace

base::Result<QByteArray> subtreeRoot(qint64 first, qint64 end, const SubtreeSource &source)
{
    const qint64 count = end - first;
    if (count <= 0)
        return emptyRoot();
    if (std::has_single_bit(quint64(count)))
        return source({std::countr_zero(quint64(count)), first / count, {}});
    const qint64 split = splitPoint(count);
    const auto left = subtreeRoot(first, first + split, source);
    if (!left)
        return left;
    const auto right = subtreeRoot(first + split, end, source);
    if (!right)
        return right;
    return nodeHash(*left, *right);
}

base::Result<QList<QByteArray>> makeInclusionProof(qint64 index, qint64 size, const SubtreeSource &source)
{
    if (index < 0 || index >= size)
        return base::fail(base::ErrorCode::InvalidInput,
                          u"A tree of %1 entries has no entry %2."_s.arg(size).arg(index + 1));
    QList<QByteArray> proof;
    qint64 first = 0;
    qint64 end = size;
    while (end - first > 1) {
        const qint64 middle = first + splitPoint(end - first);
        const bool inLeft = index < middle;
        auto sibling = inLeft ? subtreeRoot(middle, end, source) : subtreeRoot(first, middle, source);
        if (!sibling)
            return base::fail(sibling.error());
        proof.prepend(*sibling);
        (inLeft ? end : first) = middle;
    }
    return proof;
}

base::Result<QList<QByteArray>> makeConsistencyProof(qint64 oldSize, qint64 newSize,
                                                     const SubtreeSource &source)
{
    if (oldSize < 0 || oldSize > newSize)
        return base::fail(base::ErrorCode::InvalidInput,
                          u"A tree of %1 entries cannot grow to %2."_s.arg(oldSize).arg(newSize));
    QList<QByteArray> proof;
    if (oldSize == 0 || oldSize == newSize)
        return proof;
    if (auto made = collectConsistency(oldSize, 0, newSize, true, source, proof); !made)
        return base::fail(made.error());
    return proof;
}

bool verifyInclusion(const QByteArray &leaf, qint64 index, qint64 size, const QList<QByteArray> &proof,
                     const QByteArray &root)
{
    if (index < 0 || index >= size || leaf.size() != hashSize || !areHashes(proof))
        return false;
    // RFC 9162, section 2.1.3.2, the same tree.
    quint64 node = quint64(index);
    quint64 last = quint64(size - 1);
    QByteArray hash = leaf;
    for (const QByteArray &sibling : proof) {
        if (last == 0)
            return false;
        if ((node & 1) || node == last) {
            hash = nodeHash(sibling, hash);
            while (!(node & 1) && node != 0) {
                node >>= 1;
                last >>= 1;
            }
        } else {
            hash = nodeHash(hash, sibling);
        }
        node >>= 1;
        last >>= 1;
    }
    return last == 0 && hash == root;
}

bool verifyConsistency(qint64 oldSize, const QByteArray &oldRoot, qint64 newSize, const QByteArray &newRoot,
                       const QList<QByteArray> &proof)
{
    if (oldSize < 0 || oldSize > newSize || !areHashes(proof))
        return false;
    if (oldSize == newSize)
        return proof.isEmpty() && oldRoot == newRoot;
    if (oldSize == 0)
        return proof.isEmpty() && oldRoot == emptyRoot();
    // RFC 9162, section 2.1.4.2: an old tree that is one complete subtree stands for itself.
    QList<QByteArray> path = proof;
    if (std::has_single_bit(quint64(oldSize)))
        path.prepend(oldRoot);
    if (path.isEmpty())
        return false;
    quint64 node = quint64(oldSize - 1);
    quint64 last = quint64(newSize - 1);
    while (node & 1) {
        node >>= 1;
        last >>= 1;
    }
    QByteArray oldHash = path.takeFirst();
    QByteArray newHash = oldHash;
    for (const QByteArray &sibling : std::as_const(path)) {
        if (last == 0)
            return false;
        if ((node & 1) || node == last) {
            oldHash = nodeHash(sibling, oldHash);
            newHash = nodeHash(sibling, newHash);
            while (!(node & 1) && node != 0) {
                node >>= 1;
                last >>= 1;
            }
        } else {
            newHash = nodeHash(newHash, sibling);
        }
        node >>= 1;
        last >>= 1;
    }
    return last == 0 && oldHash == oldRoot && newHash == newRoot;
}

} // namespace algenta::journal
