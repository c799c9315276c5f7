// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <array>
#include <initializer_list>

namespace algenta::journal
{

inline constexpr qsizetype hashSize = 32;
using Hash = std::array<unsigned char, 32>;

/** SHA-256 of the parts, one after the other. Uses the processor's instructions where it has them. */
[[nodiscard]] Hash sha256Hash(std::initializer_list<QByteArrayView> parts);
[[nodiscard]] QByteArray sha256(QByteArrayView bytes);

/** The bytes of @p hash; valid while it lives. */
[[nodiscard]] inline QByteArrayView viewOf(const Hash &hash)
{
    return {reinterpret_cast<const char *>(hash.data()), hashSize};
}

} // namespace algenta::journal
