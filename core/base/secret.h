// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <cstddef>

namespace algenta::base
{

/**
 * A key in locked memory that is wiped when it goes (libsodium's guarded allocation).
 *
 * Move-only, cannot be printed or compared by accident; the only way out is view(), for the call
 * that writes it to a socket.
 */
class Secret
{
public:
    Secret();
    explicit Secret(QByteArrayView bytes);
    /** Takes the bytes over and wipes the source, which must not be shared. */
    [[nodiscard]] static Secret takeFrom(QByteArray &bytes);
    Secret(Secret &&other) noexcept;
    Secret &operator=(Secret &&other) noexcept;
    Secret(const Secret &) = delete;
    Secret &operator=(const Secret &) = delete;
    ~Secret();

    [[nodiscard]] bool isEmpty() const { return m_size == 0; }
    [[nodiscard]] QByteArrayView view() const;
    [[nodiscard]] Secret clone() const { return Secret(view()); }
    /** First four hex digits of SHA-256, to tell two keys apart on a screen. */
    [[nodiscard]] QByteArray fingerprint() const;
    void clear();

private:
    char *m_data = nullptr;
    std::size_t m_size = 0;
};

} // namespace algenta::base
