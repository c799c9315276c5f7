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

constexpr auto formatTag = "algenta.journal-key/1"_L1;
constexpr auto sealedTag = "argon2id13+xsalsa20poly1305"_L1;
constexpr auto unattendedTag = "none"_L1;
constexpr qsizetype leastPassphrase = 8;

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
using BoxKey = Wiped<crypto_secretbox_KEYBYTES>;

void startSodium()
{
    if (sodium_init() < 0)
        qFatal("libsodium could not be started.");
}

const unsigned char *data(QByteArrayView bytes)
{
    return reinterpret_cast<const unsigned char *>(bytes.data());
}

QByteArray randomBytes(qsizetype size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    randombytes_buf(bytes.data(), std::size_t(size));
    return bytes;
}

base::JsonMember member(QLatin1StringView key, const QString &value)
{
    return {QString(key), base::Json::string(value)};
}

QString base64(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

bool deriveBoxKey(const base::Secret &passphrase, const QByteArray &salt, const PassphraseCost &cost,
                  BoxKey &key)
{
    // An empty passphrase has no bytes to point to, and libsodium wants an address all the same.
    const char *words = passphrase.isEmpty() ? "" : passphrase.view().data();
    return crypto_pwhash(key.bytes.data(), key.bytes.size(), words,
                         static_cast<unsigned long long>(passphrase.view().size()), data(salt),
                         cost.operations, std::size_t(cost.memoryBytes), crypto_pwhash_ALG_ARGON2ID13) == 0;
}

tl::unexpected<base::Error> noMemory()
{
    return base::fail(base::ErrorCode::LimitExceeded,
                      u"There is not enough memory to derive a key from the passphrase."_s,
                      u"Close other programs, then try again."_s);
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

QByteArray KeyFile::json() const
{
    base::Json root =
        base::Json::object({member("format"_L1, formatTag), member("public_key"_L1, m_public.text()),
                            member("sealed"_L1, m_unattended ? unattendedTag : sealedTag)});
    if (!m_unattended) {
        root.set(u"operations"_s, base::Json::string(QString::number(m_cost.operations)));
        root.set(u"memory_bytes"_s, base::Json::string(QString::number(m_cost.memoryBytes)));
        root.set(u"salt"_s, base::Json::string(base64(m_salt)));
        root.set(u"nonce"_s, base::Json::string(base64(m_nonce)));
    }
    root.set(m_unattended ? u"seed"_s : u"box"_s, base::Json::string(base64(m_box)));
    return base::writeJson(root, base::JsonLayout::Indented) + '\n';
}

base::Result<void> KeyFile::checkPassphrase(const base::Secret &passphrase)
{
    if (passphrase.view().size() < leastPassphrase)
        return base::fail(base::ErrorCode::InvalidInput,
                          u"The passphrase needs at least %1 characters."_s.arg(leastPassphrase),
                          u"Several unrelated words are easy to keep and hard to guess."_s);
    return {};
}

base::Result<void> KeyFile::create(const QString &path, const SigningKey &key, const base::Secret &passphrase,
                                   const PassphraseCost &cost)
{
    if (auto good = checkPassphrase(passphrase); !good)
        return good;
    KeyFile file;
    file.m_public = key.m_public;
    file.m_cost = cost;
    file.m_salt = randomBytes(crypto_pwhash_SALTBYTES);
    file.m_nonce = randomBytes(crypto_secretbox_NONCEBYTES);
    file.m_box = QByteArray(crypto_secretbox_MACBYTES + crypto_sign_SEEDBYTES, '\0');
    BoxKey boxKey;
    if (!deriveBoxKey(passphrase, file.m_salt, cost, boxKey))
        return noMemory();
    Seed seed;
    crypto_sign_ed25519_sk_to_seed(seed.bytes.data(), data(key.m_secret.view()));
    crypto_secretbox_easy(reinterpret_cast<unsigned char *>(file.m_box.data()), seed.bytes.data(),
                          seed.bytes.size(), data(file.m_nonce), boxKey.bytes.data());
    return createPrivateFile(path, file.json());
}

base::Result<void> KeyFile::createUnattended(const QString &path, const SigningKey &key)
{
    KeyFile file;
    file.m_public = key.m_public;
    file.m_unattended = true;
    Seed seed;
    crypto_sign_ed25519_sk_to_seed(seed.bytes.data(), data(key.m_secret.view()));
    file.m_box = seed.view().toByteArray();
    return createPrivateFile(path, file.json());
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
    if (!root || (*root)[u"format"].toString() != formatTag)
        return broken();
    const auto bytes = [&root](QStringView key) {
        return QByteArray::fromBase64((*root)[key].toString().toLatin1());
    };
    KeyFile file;
    const auto publicKey = NoteKey::fromText((*root)[u"public_key"].toString());
    if (!publicKey)
        return broken();
    file.m_public = *publicKey;
    const QString sealed = (*root)[u"sealed"].toString();
    file.m_unattended = sealed == unattendedTag;
    if (file.m_unattended) {
        file.m_box = bytes(u"seed");
        return file.m_box.size() == qsizetype(crypto_sign_SEEDBYTES) ? base::Result<KeyFile>(file) : broken();
    }
    file.m_cost = {(*root)[u"operations"].toString().toULongLong(),
                   (*root)[u"memory_bytes"].toString().toULongLong()};
    file.m_salt = bytes(u"salt");
    file.m_nonce = bytes(u"nonce");
    file.m_box = bytes(u"box");
    // A file must not be able to take the machine's memory or hours of its time.
    const bool affordable = file.m_cost.operations >= 1 && file.m_cost.operations <= 64 &&
                            file.m_cost.memoryBytes >= crypto_pwhash_MEMLIMIT_MIN &&
                            file.m_cost.memoryBytes <= quint64(1) << 30;
    if (sealed != sealedTag || !affordable || file.m_salt.size() != qsizetype(crypto_pwhash_SALTBYTES) ||
        file.m_nonce.size() != qsizetype(crypto_secretbox_NONCEBYTES) ||
        file.m_box.size() != qsizetype(crypto_secretbox_MACBYTES + crypto_sign_SEEDBYTES))
        return broken();
    return file;
}

base::Result<base::Secret> KeyFile::openedSeed(const base::Secret &passphrase) const
{
    if (m_unattended)
        return base::Secret(m_box);
    startSodium();
    BoxKey boxKey;
    if (!deriveBoxKey(passphrase, m_salt, m_cost, boxKey))
        return noMemory();
    Seed seed;
    if (crypto_secretbox_open_easy(seed.bytes.data(), data(m_box),
                                   static_cast<unsigned long long>(m_box.size()), data(m_nonce),
                                   boxKey.bytes.data()) != 0)
        return base::fail(base::ErrorCode::InvalidInput,
                          u"The passphrase does not open the signing key of the journal."_s,
                          u"Type it again. Nothing was signed, and nothing was changed."_s);
    return base::Secret(seed.view());
}

base::Result<SigningKey> KeyFile::open(const base::Secret &passphrase) const
{
    const auto seed = openedSeed(passphrase);
    if (!seed)
        return base::fail(seed.error());
    startSodium();
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
