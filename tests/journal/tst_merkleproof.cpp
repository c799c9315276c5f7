// SPDX-License-Identifier: Apache-2.0
#include "core/journal/merkleproof.h"
#include "core/journal/sha256.h"

#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace algenta;
using namespace algenta::journal;
using namespace Qt::Literals::StringLiterals;

namespace
{

/** The definition of RFC 6962, section 2.1, word for word and slow. */
QByteArray definedRoot(const QList<QByteArray> &leaves)
{
    if (leaves.isEmpty())
        return QByteArray::fromHex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    if (leaves.size() == 1)
        return leaves.first();
    qsizetype split = 1;
    while (split * 2 < leaves.size())
        split *= 2;
    return nodeHash(definedRoot(leaves.first(split)), definedRoot(leaves.sliced(split)));
}

/** PATH of RFC 6962, section 2.1.1. */
QList<QByteArray> definedPath(qsizetype index, const QList<QByteArray> &leaves)
{
    if (leaves.size() == 1)
        return {};
    qsizetype split = 1;
    while (split * 2 < leaves.size())
        split *= 2;
    if (index < split)
        return definedPath(index, leaves.first(split)) << definedRoot(leaves.sliced(split));
    return definedPath(index - split, leaves.sliced(split)) << definedRoot(leaves.first(split));
}

} // namespace

class TestMerkleProof : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void rootsGrowAsTheyAreRebuilt();
    void pathsAreThoseOfTheStandard();
    void everyInclusionProofHolds();
    void everyConsistencyProofHolds();
    void changedInclusionProofsFail();
    void changedConsistencyProofsFail();
    void sizesOutOfRangeAreRefused();
    void aMissingSubtreeIsAnError();

private:
    [[nodiscard]] SubtreeSource source() const;
    QList<QByteArray> m_leaves;
    QList<QByteArray> m_roots; ///< of the first n leaves
    QMap<std::pair<int, qint64>, QByteArray> m_stored;
};

void TestMerkleProof::initTestCase()
{
    MerkleTree tree;
    m_roots << tree.root();
    for (int i = 0; i < 300; ++i) {
        m_leaves << leafHash("entry " + QByteArray::number(i));
        m_stored.insert({0, i}, m_leaves.last());
        const auto nodes = tree.append(m_leaves.last());
        for (const TreeNode &node : nodes)
            m_stored.insert({node.level, node.position}, node.hash);
        m_roots << tree.root();
    }
}

SubtreeSource TestMerkleProof::source() const
{
    return [this](const TreeNode &node) -> base::Result<QByteArray> {
        const auto found = m_stored.constFind({node.level, node.position});
        if (found == m_stored.cend())
            return base::fail(base::ErrorCode::NotFound, u"not stored"_s);
        return *found;
    };
}

void TestMerkleProof::rootsGrowAsTheyAreRebuilt()
{
    MerkleTree tree;
    QList<QByteArray> leaves;
    QMap<std::pair<int, qint64>, QByteArray> stored;
    const SubtreeSource from = [&](const TreeNode &node) -> base::Result<QByteArray> {
        return stored.value({node.level, node.position});
    };
    for (qsizetype size = 0; size <= 2050; ++size) {
        const QByteArray rebuilt = *subtreeRoot(0, size, from);
        QCOMPARE(tree.root(), rebuilt);
        if (size % 41 == 0 || size < 70)
            QCOMPARE(tree.root(), definedRoot(leaves));
        leaves << leafHash(QByteArray::number(size));
        stored.insert({0, size}, leaves.last());
        const auto nodes = tree.append(leaves.last());
        for (const TreeNode &node : nodes)
            stored.insert({node.level, node.position}, node.hash);
    }
    QCOMPARE(MerkleTree().root(), definedRoot({}));
}

void TestMerkleProof::pathsAreThoseOfTheStandard()
{
    for (const qint64 size : {1, 2, 3, 7, 8, 13, 64, 100}) {
        for (qint64 index = 0; index < size; ++index)
            QCOMPARE(*makeInclusionProof(index, size, source()), definedPath(index, m_leaves.first(size)));
    }
}

void TestMerkleProof::everyInclusionProofHolds()
{
    int proofs = 0;
    for (qint64 size = 1; size <= 300; ++size) {
        for (qint64 index = 0; index < size; ++index, ++proofs) {
            const auto proof = makeInclusionProof(index, size, source());
            QVERIFY(proof);
            QVERIFY2(verifyInclusion(m_leaves.at(index), index, size, *proof, m_roots.at(size)),
                     qPrintable(u"%1 of %2"_s.arg(index).arg(size)));
        }
    }
    QCOMPARE(proofs, 300 * 301 / 2);
}

void TestMerkleProof::everyConsistencyProofHolds()
{
    for (qint64 newSize = 0; newSize <= 300; ++newSize) {
        for (qint64 oldSize = 0; oldSize <= newSize; ++oldSize) {
            const auto proof = makeConsistencyProof(oldSize, newSize, source());
            QVERIFY(proof);
            QVERIFY2(verifyConsistency(oldSize, m_roots.at(oldSize), newSize, m_roots.at(newSize), *proof),
                     qPrintable(u"%1 to %2"_s.arg(oldSize).arg(newSize)));
            if (oldSize > 0 && oldSize < newSize)
                QVERIFY(!verifyConsistency(oldSize, m_roots.at(oldSize - 1), newSize, m_roots.at(newSize),
                                           *proof));
        }
    }
}

void TestMerkleProof::changedInclusionProofsFail()
{
    for (qint64 size = 1; size <= 40; ++size) {
        for (qint64 index = 0; index < size; ++index) {
            const QList<QByteArray> proof = *makeInclusionProof(index, size, source());
            const QByteArray &leaf = m_leaves.at(index);
            const QByteArray &root = m_roots.at(size);
            QVERIFY(!verifyInclusion(m_leaves.at((index + 1) % 300), index, size, proof, root));
            QVERIFY(!verifyInclusion(leaf, index, size, proof, m_roots.at(size - 1)));
            QVERIFY(!verifyInclusion(leaf, index, size, proof + QList<QByteArray>{root}, root));
            if (size > 1) {
                QVERIFY(!verifyInclusion(leaf, (index + 1) % size, size, proof, root));
                QVERIFY(!verifyInclusion(leaf, index, size, proof.sliced(1), root));
            }
            for (qsizetype at = 0; at < proof.size(); ++at) {
                QList<QByteArray> bad = proof;
                bad[at][int(at) % 32] = char(bad[at][int(at) % 32] ^ 1);
                QVERIFY(!verifyInclusion(leaf, index, size, bad, root));
                bad[at] = proof.at(at).chopped(1);
                QVERIFY(!verifyInclusion(leaf, index, size, bad, root));
            }
        }
    }
}

void TestMerkleProof::changedConsistencyProofsFail()
{
    for (qint64 newSize = 2; newSize <= 40; ++newSize) {
        for (qint64 oldSize = 1; oldSize < newSize; ++oldSize) {
            const QList<QByteArray> proof = *makeConsistencyProof(oldSize, newSize, source());
            const auto holds = [&](const QList<QByteArray> &path) {
                return verifyConsistency(oldSize, m_roots.at(oldSize), newSize, m_roots.at(newSize), path);
            };
            QVERIFY(!holds({}));
            QVERIFY(!holds(proof + QList<QByteArray>{m_roots.at(1)}));
            QVERIFY(!holds(proof.first(proof.size() - 1)));
            for (qsizetype at = 0; at < proof.size(); ++at) {
                QList<QByteArray> bad = proof;
                bad[at][5] = char(bad[at][5] ^ 0x10);
                QVERIFY(!holds(bad));
            }
        }
    }
    QVERIFY(!verifyConsistency(0, m_roots.at(1), 5, m_roots.at(5), {}));
    QVERIFY(!verifyConsistency(5, m_roots.at(5), 5, m_roots.at(4), {}));
}

void TestMerkleProof::sizesOutOfRangeAreRefused()
{
    for (const auto &[index, size] : {std::pair<qint64, qint64>{0, 0}, {-1, 3}, {3, 3}, {7, 3}}) {
        QCOMPARE(makeInclusionProof(index, size, source()).error().code, base::ErrorCode::InvalidInput);
        QVERIFY(!verifyInclusion(m_leaves.first(), index, size, {}, m_leaves.first()));
    }
    QCOMPARE(makeConsistencyProof(4, 3, source()).error().code, base::ErrorCode::InvalidInput);
    QCOMPARE(makeConsistencyProof(-1, 3, source()).error().code, base::ErrorCode::InvalidInput);
    QVERIFY(!verifyConsistency(4, m_roots.at(4), 3, m_roots.at(3), {}));
}

void TestMerkleProof::aMissingSubtreeIsAnError()
{
    m_stored.remove({3, 1});
    QCOMPARE(makeInclusionProof(0, 16, source()).error().code, base::ErrorCode::NotFound);
    QCOMPARE(makeConsistencyProof(8, 20, source()).error().code, base::ErrorCode::NotFound);
}

QTEST_GUILESS_MAIN(TestMerkleProof)
#include "tst_merkleproof.moc"
