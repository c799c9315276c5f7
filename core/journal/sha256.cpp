// SPDX-License-Identifier: Apache-2.0
#include "core/journal/sha256.h"

#include <openssl/evp.h>

#include <memory>

namespace algenta::journal
{

namespace
{

struct ContextDeleter {
    void operator()(EVP_MD_CTX *context) const { EVP_MD_CTX_free(context); }
};

/** Looking the algorithm up costs more than hashing an entry, so it is done once. */
const EVP_MD *algorithm()
{
    static const EVP_MD *const fetched = [] {
        const EVP_MD *found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
        if (!found)
            qFatal("OpenSSL has no SHA-256.");
        return found;
    }();
    return fetched;
}

} // namespace

Hash sha256Hash(std::initializer_list<QByteArrayView> parts)
{
    thread_local const std::unique_ptr<EVP_MD_CTX, ContextDeleter> context(EVP_MD_CTX_new());
    Hash hash{};
    bool done = context && EVP_DigestInit_ex(context.get(), algorithm(), nullptr) == 1;
    for (const QByteArrayView part : parts)
        done = done && EVP_DigestUpdate(context.get(), part.data(), std::size_t(part.size())) == 1;
    if (!done || EVP_DigestFinal_ex(context.get(), hash.data(), nullptr) != 1)
        qFatal("SHA-256 failed.");
    return hash;
}

QByteArray sha256(QByteArrayView bytes)
{
    return viewOf(sha256Hash({bytes})).toByteArray();
}

} // namespace algenta::journal
