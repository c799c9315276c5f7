// SPDX-License-Identifier: Apache-2.0
#include "core/journal/signingkey.h"

#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/journal/privatefile.h"

#include <sodium.h>

#include <array>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

constexpr auto formatTag = "algenta.journal-key/2"_L1;

/** A buffer for key material that is wiped when it goes. */
template<std::size_t Size>
struct Wiped {
    std::array<unsigned char, Size> bytes{};
    Wiped() = default;
    Wiped(const Wiped &) = delete;
    Wiped &operator=(const Wiped &) = delete;
    ~Wiped() { sodium_memzero(bytes.data(), Size); }
    [[nodiscard]] QByteArrayView view() const
    {
        return {reinterpret_cast<const char *>(bytes.data()), qsizetype(Size)};
    }
};

using Seed = Wiped<crypto_sign_SEEDBYTES>;
using SecretKey = Wiped<crypto_sign_SECRETKEYBYTES>;

void startSodium()
{
    if (sodium_init() < 0)
        qFatal("libsodium could not be started.");
}

const unsigned char *data(QByteArrayView bytes)
{
    return reinterpret_cast<const unsigned char *>(bytes.data());
}

base::JsonMember member(QLatin1StringView key, const QString &value)
{
    return {QString(key), base::Json::string(value)};
}

/** A sealed key opens only under the public key that stands beside it. */
base::SealPurpose purposeOf(const NoteKey &key)
{
    return {u"journal_signing_key"_s, key.text()};
}

QByteArray fileOf(const NoteKey &key, const QString &field, const QString &value)
{
    return base::writeJson(base::Json::object({member("format"_L1, formatTag),
                                               member("public_key"_L1, key.text()),
                                               {field, base::Json::string(value)}}),
                           base::JsonLayout::Indented) +
           '\n';
}

} // namespace

SigningKey::SigningKey(NoteKey publicKey, base::Secret secret)
    : m_public(std::move(publicKey))
    , m_secret(std::move(secret))
{
}

base::Result<SigningKey> SigningKey::generate(const QString &name)
{
    if (!isNoteKeyName(name))
        return base::fail(base::ErrorCode::InvalidInput,
                          u"The name of a signing key must not be empty or hold spaces or “+”."_s);
    startSodium();
    SecretKey secret;
    NoteKey key{name, QByteArray(crypto_sign_PUBLICKEYBYTES, '\0')};
    crypto_sign_keypair(reinterpret_cast<unsigned char *>(key.publicKey.data()), secret.bytes.data());
    return SigningKey(key, base::Secret(secret.view()));
}

QByteArray SigningKey::sign(QByteArrayView text) const
{
    QByteArray signature(crypto_sign_BYTES, '\0');
    crypto_sign_detached(reinterpret_cast<unsigned char *>(signature.data()), nullptr, data(text),
                         static_cast<unsigned long long>(text.size()), data(m_secret.view()));
    return signature;
}

base::Result<void> KeyFile::checkPassphrase(const base::Secret &passphrase)
{
    if (passphrase.view().size() < base::minimumPassphrase)
        return base::fail(base::ErrorCode::InvalidInput,
                          u"The passphrase needs at least %1 characters."_s.arg(base::minimumPassphrase),
                          u"Several unrelated words are easy to keep and hard to guess."_s);
    return {};
}

base::Result<QByteArray> KeyFile::content(const SigningKey &key, const base::Secret &passphrase,
                                          const base::SealCost &cost)
{
    if (auto good = checkPassphrase(passphrase); !good)
        return base::fail(good.error());
    Seed seed;
    crypto_sign_ed25519_sk_to_seed(seed.bytes.data(), data(key.m_secret.view()));
    const auto sealed = base::seal(base::Secret(seed.view()), passphrase, purposeOf(key.m_public), cost);
    if (!sealed)
        return sealed;
    return fileOf(key.m_public, u"sealed"_s, QString::fromUtf8(*sealed));
}

base::Result<void> KeyFile::create(const QString &path, const SigningKey &key, const base::Secret &passphrase,
                                   const base::SealCost &cost)
{
    const auto bytes = content(key, passphrase, cost);
    return bytes ? createPrivateFile(path, *bytes) : base::fail(bytes.error());
}

base::Result<void> KeyFile::replace(const QString &path, const SigningKey &key,
                                    const base::Secret &passphrase, const base::SealCost &cost)
{
    const auto bytes = content(key, passphrase, cost);
    return bytes ? writePrivateFile(path, *bytes) : base::fail(bytes.error());
}

base::Result<void> KeyFile::createUnattended(const QString &path, const SigningKey &key)
{
    Seed seed;
    crypto_sign_ed25519_sk_to_seed(seed.bytes.data(), data(key.m_secret.view()));
    return createPrivateFile(
        path, fileOf(key.m_public, u"seed"_s, QString::fromLatin1(seed.view().toByteArray().toBase64())));
}

base::Result<KeyFile> KeyFile::read(const QString &path)
{
    const auto content = readPrivateFile(path);
    if (!content)
        return base::fail(content.error());
    const auto broken = [&path] {
        return base::fail(base::ErrorCode::MalformedAnswer,
                          u"%1 is not a signing key that this version can read."_s.arg(path),
                          u"Put back the copy that was made when the key was set."_s);
    };
    const auto root = base::readJson(*content, {}, base::DuplicateKeys::Refuse);
    if (!root || (*root)[u"format"].toString() != formatTag || root->size() != 3)
        return broken();
    KeyFile file;
    const auto publicKey = NoteKey::fromText((*root)[u"public_key"].toString());
    if (!publicKey)
        return broken();
    file.m_public = *publicKey;
    if (root->contains(u"seed")) {
        file.m_seed = QByteArray::fromBase64((*root)[u"seed"].toString().toLatin1());
        return file.m_seed.size() == qsizetype(crypto_sign_SEEDBYTES) ? base::Result<KeyFile>(file)
                                                                      : broken();
    }
    file.m_sealed = (*root)[u"sealed"].toString().toUtf8();
    const auto purpose = base::sealPurpose(file.m_sealed);
    if (!purpose || *purpose != purposeOf(file.m_public))
        return broken();
    return file;
}

base::Result<SigningKey> KeyFile::open(const base::Secret &passphrase) const
{
    startSodium();
    auto seed = isUnattended() ? base::Result<base::Secret>(base::Secret(m_seed))
                               : base::unseal(m_sealed, passphrase, purposeOf(m_public));
    if (!seed && seed.error().code == base::ErrorCode::Unauthorized)
        return base::fail(base::ErrorCode::InvalidInput,
                          u"The passphrase does not open the signing key of the journal."_s,
                          u"Type it again. Nothing was signed, and nothing was changed."_s);
    if (!seed)
        return base::fail(seed.error());
    if (seed->view().size() != qsizetype(crypto_sign_SEEDBYTES))
        return base::fail(base::ErrorCode::MalformedAnswer, u"What is sealed is no signing key."_s);
    SecretKey secret;
    NoteKey key{m_public.name, QByteArray(crypto_sign_PUBLICKEYBYTES, '\0')};
    crypto_sign_seed_keypair(reinterpret_cast<unsigned char *>(key.publicKey.data()), secret.bytes.data(),
                             data(seed->view()));
    if (key != m_public)
        return base::fail(base::ErrorCode::Tampered,
                          u"The signing key does not belong to the public key in its file."_s,
                          u"Somebody changed the file. Put back the copy that was made with the key."_s);
    return SigningKey(key, base::Secret(secret.view()));
}

} // namespace algenta::journal
