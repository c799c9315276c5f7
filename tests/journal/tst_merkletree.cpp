// SPDX-License-Identifier: Apache-2.0
#include "core/journal/merkletree.h"

#include <QTest>

using namespace algenta::journal;
using namespace Qt::Literals::StringLiterals;

class TestMerkleTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void rootsAreThoseOfTheCertificateTransparencyVectors_data();
    void rootsAreThoseOfTheCertificateTransparencyVectors();
    void growingEqualsRebuilding();
    void aTreeGoesOnFromItsEdge();
    void leafAndNodeAreHashedApart();
};

namespace
{

/** The definition of RFC 6962, section 2.1, word for word. */
QByteArray definedRoot(const QList<QByteArray> &leaves, qsizetype from, qsizetype to)
{
    const qsizetype n = to - from;
    if (n == 0)
        return emptyRoot();
    if (n == 1)
        return leaves.at(from);
    qsizetype k = 1;
    while (k * 2 < n)
        k *= 2;
    return nodeHash(definedRoot(leaves, from, from + k), definedRoot(leaves, from + k, to));
}

} // namespace

void TestMerkleTree::rootsAreThoseOfTheCertificateTransparencyVectors_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<QByteArray>("root");
    const QByteArray roots[] = {
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    };
    for (int size = 0; size <= 8; ++size)
        QTest::addRow("%d leaves", size) << size << roots[size];
}

void TestMerkleTree::rootsAreThoseOfTheCertificateTransparencyVectors()
{
    QFETCH(int, size);
    QFETCH(QByteArray, root);
    const QByteArray inputs[] = {
        "",
        QByteArray::fromHex("00"),
        QByteArray::fromHex("10"),
        QByteArray::fromHex("2021"),
        QByteArray::fromHex("3031"),
        QByteArray::fromHex("40414243"),
        QByteArray::fromHex("5051525354555657"),
        QByteArray::fromHex("606162636465666768696a6b6c6d6e6f"),
    };
    MerkleTree tree;
    for (int i = 0; i < size; ++i)
        tree.append(leafHash(inputs[i]));
    QCOMPARE(tree.size(), size);
    QCOMPARE(tree.root().toHex(), root);
}

void TestMerkleTree::growingEqualsRebuilding()
{
    QList<QByteArray> leaves;
    MerkleTree tree;
    QHash<QPair<int, qint64>, QByteArray> nodes;
    for (int n = 0; n <= 2050; ++n) {
        QCOMPARE(tree.root(), definedRoot(leaves, 0, n));
        leaves.append(leafHash(QByteArray::number(n)));
        for (const TreeNode &node : tree.append(leaves.last())) {
            const qint64 width = qint64(1) << node.level;
            QCOMPARE(node.hash, definedRoot(leaves, node.position * width, (node.position + 1) * width));
            QVERIFY(!nodes.contains({node.level, node.position}));
            nodes.insert({node.level, node.position}, node.hash);
        }
    }
    // A tree of n leaves has one complete inner node less than leaves for each complete subtree.
    QCOMPARE(nodes.size(), 2051 - MerkleTree::edgeNodes(2051).size());
}

void TestMerkleTree::aTreeGoesOnFromItsEdge()
{
    QHash<QPair<int, qint64>, QByteArray> nodes;
    MerkleTree whole;
    for (int n = 0; n < 300; ++n) {
        QList<QByteArray> edge;
        for (const TreeNode &node : MerkleTree::edgeNodes(n))
            edge.append(nodes.value({node.level, node.position}));
        MerkleTree resumed(n, edge);
        const QByteArray leaf = leafHash(QByteArray::number(n));
        nodes.insert({0, n}, leaf);
        for (const TreeNode &node : whole.append(leaf))
            nodes.insert({node.level, node.position}, node.hash);
        resumed.append(leaf);
        QCOMPARE(resumed.root(), whole.root());
    }
}

void TestMerkleTree::leafAndNodeAreHashedApart()
{
    const QByteArray left = leafHash("left");
    const QByteArray right = leafHash("right");
    QVERIFY(nodeHash(left, right) != leafHash(left + right));
    QVERIFY(nodeHash(left, right) != nodeHash(right, left));
}

QTEST_APPLESS_MAIN(TestMerkleTree)
#include "tst_merkletree.moc"
