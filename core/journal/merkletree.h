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

/** RFC 6962 tree of growing size that keeps only its right edge (log2 n hashes). */
class MerkleTree
{
public:
    void append(const QByteArray &leaf);
    [[nodiscard]] qint64 size() const { return m_size; }
    [[nodiscard]] QByteArray root() const;

private:
    QList<QByteArray> m_edge; ///< complete subtrees, largest first
    qint64 m_size = 0;
};

} // namespace algenta::journal
