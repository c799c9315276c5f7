// SPDX-License-Identifier: Apache-2.0
#include "core/base/secret.h"

#include <sodium.h>

#include <array>
#include <cstring>
#include <utility>

namespace algenta::base
{

namespace
{

void startSodium()
{
    static const int started = sodium_init();
    if (started < 0) {
        qFatal("libsodium could not be started; keys cannot be kept safely.");
    }
}

} // namespace

Secret::Secret() = default;

Secret::Secret(QByteArrayView bytes)
{
    if (bytes.isEmpty()) {
        return;
    }
    startSodium();
    m_size = static_cast<std::size_t>(bytes.size());
    m_data = static_cast<char *>(sodium_malloc(m_size));
    if (m_data == nullptr) {
        qFatal("No locked memory left for a key.");
    }
    std::memcpy(m_data, bytes.data(), m_size);
    sodium_mprotect_readonly(m_data);
}

Secret Secret::takeFrom(QByteArray &bytes)
{
    Secret secret{QByteArrayView(bytes)};
    // Writing to shared bytes would only wipe a fresh copy of them.
    if (bytes.isDetached() && bytes.capacity() > 0) {
        sodium_memzero(bytes.data(), static_cast<std::size_t>(bytes.capacity()));
        bytes.resize(0);
    } else {
        bytes.clear();
    }
    return secret;
}

Secret::Secret(Secret &&other) noexcept
    : m_data(std::exchange(other.m_data, nullptr))
    , m_size(std::exchange(other.m_size, 0))
{
}

Secret &Secret::operator=(Secret &&other) noexcept
{
    if (this != &other) {
        clear();
        m_data = std::exchange(other.m_data, nullptr);
        m_size = std::exchange(other.m_size, 0);
    }
    return *this;
}

Secret::~Secret()
{
    clear();
}

QByteArrayView Secret::view() const
{
    return QByteArrayView(m_data, static_cast<qsizetype>(m_size));
}

QByteArray Secret::fingerprint() const
{
    if (isEmpty()) {
        return {};
    }
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash = {};
    crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char *>(m_data), m_size);
    return QByteArray(reinterpret_cast<const char *>(hash.data()), 2).toHex();
}

void Secret::clear()
{
    sodium_free(m_data);
    m_data = nullptr;
    m_size = 0;
}

} // namespace algenta::base
