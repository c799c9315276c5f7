// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

/** Like an assertion, but in every build: a fuzz target that holds no promise ends here. */
#define FUZZ_DEMAND(condition)                                                                               \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            std::fprintf(stderr, "not kept: %s (%s:%d)\n", #condition, __FILE__, __LINE__);                  \
            std::abort();                                                                                    \
        }                                                                                                    \
    } while (false)

namespace algenta::fuzz
{

inline QByteArray bytesOf(const std::uint8_t *data, std::size_t size)
{
    return QByteArray(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
}

} // namespace algenta::fuzz
