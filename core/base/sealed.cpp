// SPDX-License-Identifier: Apache-2.0
#include "core/base/sealed.h"

#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"

#include <QCryptographicHash>

#include <sodium.h>

#include <optional>

namespace algenta::base
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr auto sealFormat = "algenta.sealed/1"_L1;
constexpr qsizetype maxSealBytes = 64 * 1024;
constexpr quint64 maxOperations = 32;
constexpr quint64 minMemoryKib = 8;
constexpr quint64 maxMemoryKib = 1024 * 1024;
constexpr qsizetype saltBytes = crypto_pwhash_argon2id_SALTBYTES;
constexpr qsizetype nonceBytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr qsizetype keyBytes = crypto_aead_xchacha20poly1305_ietf_KEYBYTES;
constexpr qsizetype tagBytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;

struct Seal {
    SealPurpose purpose;
    SealCost cost;
    QByteArray salt;
    QByteArray nonce;
    QByteArray box;
};

const unsigned char *bytesOf(QByteArrayView view)
{
    return reinterpret_cast<const unsigned char *>(view.data());
}

unsigned long long sizeOf(QByteArrayView view)
{
    return static_cast<unsigned long long>(view.size());
}

QByteArray randomBytes(qsizetype size)
{
    QByteArray bytes(size, '\0');
    randombytes_buf(bytes.data(), static_cast<std::size_t>(size));
    return bytes;
}

Json hexText(const QByteArray &bytes)
{
    return Json::string(QString::fromLatin1(bytes.toHex()));
}

bool isSensible(const SealCost &cost)
{
    return cost.operations >= 1 && cost.operations <= maxOperations && cost.memoryKib >= minMemoryKib &&
           cost.memoryKib <= maxMemoryKib;
}

/** Everything but the box: what the box authenticates beside the secret. */
Json headOf(const Seal &seal)
{
    Json head = Json::object();
    head.set(u"format"_s, Json::string(sealFormat));
    head.set(u"use"_s, Json::string(seal.purpose.use));
    head.set(u"bound_to"_s, Json::string(seal.purpose.boundTo));
    head.set(u"kdf"_s, Json::string(u"argon2id"_s));
    head.set(u"operations"_s, Json::string(QString::number(seal.cost.operations)));
    head.set(u"memory_kib"_s, Json::string(QString::number(seal.cost.memoryKib)));
    head.set(u"salt"_s, hexText(seal.salt));
    head.set(u"cipher"_s, Json::string(u"xchacha20-poly1305"_s));
    head.set(u"nonce"_s, hexText(seal.nonce));
    return head;
}

Result<QByteArray> textOf(const Seal &seal)
{
    Json all = headOf(seal);
    all.set(u"box"_s, hexText(seal.box));
    const auto body = writeCanonicalJson(all);
    if (!body)
        return body;
    all.set(u"sha256"_s, hexText(QCryptographicHash::hash(*body, QCryptographicHash::Sha256)));
    return writeCanonicalJson(all);
}

/** The key of the box in locked memory; empty if the machine has not that much memory left. */
Secret keyOf(const Seal &seal, const Secret &passphrase)
{
    QByteArray key(keyBytes, '\0');
    // An empty passphrase has no bytes to point to, and libsodium wants an address all the same.
    const char *words = passphrase.isEmpty() ? "" : passphrase.view().data();
    const int failed =
        crypto_pwhash(reinterpret_cast<unsigned char *>(key.data()), sizeOf(key), words,
                      sizeOf(passphrase.view()), bytesOf(seal.salt), seal.cost.operations,
                      static_cast<std::size_t>(seal.cost.memoryKib) * 1024, crypto_pwhash_ALG_ARGON2ID13);
    Secret secret = Secret::takeFrom(key);
    if (failed != 0)
        secret.clear();
    return secret;
}

tl::unexpected<Error> outOfMemory(const SealCost &cost)
{
    return fail(
        ErrorCode::LimitExceeded,
        u"The passphrase could not be worked out: that takes %1 MiB of memory."_s.arg(cost.memoryKib / 1024),
        u"Close other programs and try again."_s);
}

tl::unexpected<Error> noSeal()
{
    return fail(ErrorCode::MalformedAnswer, u"This is not a sealed key of a form that is known here."_s);
}

std::optional<QByteArray> fromHex(const Json &value, qsizetype size)
{
    const QByteArray text = value.toString().toLatin1();
    const QByteArray bytes = QByteArray::fromHex(text);
    if (bytes.toHex() != text || (size > 0 && bytes.size() != size))
        return std::nullopt;
    return bytes;
}

Result<Seal> readSeal(const QByteArray &sealed)
{
    const QByteArray text = sealed.trimmed();
    auto json = readJson(text, JsonLimits{maxSealBytes, 4, 64}, DuplicateKeys::Refuse);
    if (!json || !json->isObject() || (*json)[u"format"].toString() != sealFormat)
        return noSeal();
    const Json &given = *json;
    const auto salt = fromHex(given[u"salt"], saltBytes);
    const auto nonce = fromHex(given[u"nonce"], nonceBytes);
    const auto box = fromHex(given[u"box"], 0);
    if (!salt || !nonce || !box || box->size() <= tagBytes)
        return fail(ErrorCode::Tampered, u"The sealed key is damaged."_s, u"Restore it from a copy."_s);
    Seal seal;
    seal.purpose = {given[u"use"].toString(), given[u"bound_to"].toString()};
    seal.cost = {given[u"operations"].toString().toULongLong(),
                 given[u"memory_kib"].toString().toULongLong()};
    seal.salt = *salt;
    seal.nonce = *nonce;
    seal.box = *box;
    // Written again from what was understood, it must be the same text, checksum included.
    const auto again = textOf(seal);
    if (!again || *again != text || !isSensible(seal.cost))
        return fail(ErrorCode::Tampered, u"The sealed key is damaged: its checksum does not match."_s,
                    u"Restore it from a copy."_s);
    return seal;
}

} // namespace

Result<QByteArray> seal(const Secret &secret, const Secret &passphrase, const SealPurpose &purpose,
                        const SealCost &cost)
{
    if (secret.isEmpty() || !isSensible(cost))
        return fail(ErrorCode::InvalidInput, u"There is nothing to seal, or not with such a cost."_s);
    if (passphrase.view().size() < minimumPassphrase)
        return fail(ErrorCode::InvalidInput, u"The passphrase is too short."_s,
                    u"Use at least %1 characters; several words are best."_s.arg(minimumPassphrase));
    if (sodium_init() < 0)
        qFatal("libsodium could not be started; keys cannot be kept safely.");
    Seal seal{purpose, cost, randomBytes(saltBytes), randomBytes(nonceBytes), {}};
    const auto head = writeCanonicalJson(headOf(seal));
    if (!head)
        return fail(head.error());
    const Secret key = keyOf(seal, passphrase);
    if (key.isEmpty())
        return outOfMemory(cost);
    seal.box.resize(secret.view().size() + tagBytes);
    crypto_aead_xchacha20poly1305_ietf_encrypt(reinterpret_cast<unsigned char *>(seal.box.data()), nullptr,
                                               bytesOf(secret.view()), sizeOf(secret.view()), bytesOf(*head),
                                               sizeOf(*head), nullptr, bytesOf(seal.nonce),
                                               bytesOf(key.view()));
    return textOf(seal);
}

Result<SealPurpose> sealPurpose(const QByteArray &sealed)
{
    const auto seal = readSeal(sealed);
    if (!seal)
        return fail(seal.error());
    return seal->purpose;
}

Result<Secret> unseal(const QByteArray &sealed, const Secret &passphrase, const SealPurpose &purpose)
{
    const auto seal = readSeal(sealed);
    if (!seal)
        return fail(seal.error());
    if (seal->purpose != purpose)
        return fail(ErrorCode::NotAllowed,
                    u"The sealed key was made for another place or use than this one."_s,
                    u"Seal the key that belongs here; one file serves one place."_s);
    if (sodium_init() < 0)
        qFatal("libsodium could not be started; keys cannot be kept safely.");
    const auto head = writeCanonicalJson(headOf(*seal));
    if (!head)
        return fail(head.error());
    const Secret key = keyOf(*seal, passphrase);
    if (key.isEmpty())
        return outOfMemory(seal->cost);
    QByteArray plain(seal->box.size() - tagBytes, '\0');
    const int failed = crypto_aead_xchacha20poly1305_ietf_decrypt(
        reinterpret_cast<unsigned char *>(plain.data()), nullptr, nullptr, bytesOf(seal->box),
        sizeOf(seal->box), bytesOf(*head), sizeOf(*head), bytesOf(seal->nonce), bytesOf(key.view()));
    if (failed != 0)
        return fail(ErrorCode::Unauthorized, u"The passphrase does not open the sealed key."_s,
                    u"Type it again. Capital letters count."_s);
    return Secret::takeFrom(plain);
}

} // namespace algenta::base
