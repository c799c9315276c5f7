// SPDX-License-Identifier: Apache-2.0
#include "core/journal/sealkey.h"

#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/journal/privatefile.h"
#include "core/journal/sha256.h"

#include <sodium.h>

#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

constexpr auto formatTag = "algenta.journal-seal/1"_L1;
constexpr auto keyPrefix = "algenta-seal-1:"_L1;
constexpr QByteArrayView stepTag("algenta.journal-seal/1 next\n");
constexpr qsizetype checkSize = 4;
static_assert(crypto_auth_hmacsha256_KEYBYTES == 32 && crypto_auth_hmacsha256_BYTES == 32);

QByteArray content(const QString &journalId, qint64 number, QByteArrayView key)
{
    const auto member = [](const QString &name, const QString &value) {
        return base::JsonMember{name, base::Json::string(value)};
    };
    return base::writeJson(
               base::Json::object({member(u"format"_s, formatTag), member(u"journal_id"_s, journalId),
                                   member(u"number"_s, QString::number(number)),
                                   member(u"key"_s, QString::fromLatin1(key.toByteArray().toBase64()))}),
               base::JsonLayout::Indented) +
           '\n';
}

/** Shows a typing error in a written-down key; says nothing about the key. */
QByteArray checkOf(qint64 number, QByteArrayView key)
{
    return viewOf(sha256Hash({QByteArray::number(number), QByteArrayView(":"), key}))
        .first(checkSize)
        .toByteArray();
}

} // namespace

SealKey::SealKey(base::Secret key, qint64 number)
    : m_key(std::move(key))
    , m_number(number)
{
}

SealKey SealKey::generate(qint64 number)
{
    if (sodium_init() < 0)
        qFatal("libsodium could not be started.");
    Hash bytes{};
    randombytes_buf(bytes.data(), bytes.size());
    SealKey key(base::Secret(viewOf(bytes)), number);
    sodium_memzero(bytes.data(), bytes.size());
    return key;
}

base::Result<SealKey> SealKey::fromVerificationKey(const QString &text)
{
    // "algenta-seal-1:" number ":" base64(key ‖ check)
    const QString rest = text.trimmed().mid(keyPrefix.size());
    const qint64 number = rest.section(u':', 0, 0).toLongLong();
    const QByteArray digits = rest.section(u':', 1).toLatin1();
    QByteArray bytes = QByteArray::fromBase64(digits);
    const bool good = text.trimmed().startsWith(keyPrefix) && number >= 1 &&
                      QString::number(number) == rest.section(u':', 0, 0) &&
                      bytes.size() == hashSize + checkSize && bytes.toBase64() == digits &&
                      checkOf(number, QByteArrayView(bytes).first(hashSize)) == bytes.sliced(hashSize);
    if (!good)
        return base::fail(
            base::ErrorCode::InvalidInput,
            u"This is not the verification key of a journal's seal, or it was mistyped."_s,
            u"It begins with “%1” and was shown once, when the seal was started."_s.arg(keyPrefix));
    SealKey key(base::Secret(QByteArrayView(bytes).first(hashSize)), number);
    sodium_memzero(bytes.data(), std::size_t(bytes.size()));
    return key;
}

base::Secret SealKey::verificationKey() const
{
    QByteArray bytes = m_key.view().toByteArray();
    bytes += checkOf(m_number, m_key.view());
    QByteArray text = QByteArray(keyPrefix.data(), keyPrefix.size()) + QByteArray::number(m_number) + ':' +
                      bytes.toBase64();
    sodium_memzero(bytes.data(), std::size_t(bytes.size()));
    return base::Secret::takeFrom(text);
}

QByteArray SealKey::seal(QByteArrayView text) const
{
    QByteArray mac(hashSize, '\0');
    crypto_auth_hmacsha256(reinterpret_cast<unsigned char *>(mac.data()),
                           reinterpret_cast<const unsigned char *>(text.data()),
                           static_cast<unsigned long long>(text.size()),
                           reinterpret_cast<const unsigned char *>(m_key.view().data()));
    return mac;
}

void SealKey::step()
{
    Hash next = sha256Hash({stepTag, m_key.view()});
    m_key = base::Secret(viewOf(next));
    sodium_memzero(next.data(), next.size());
    ++m_number;
}

base::Result<void> SealFile::create(const QString &path, const QString &journalId, const SealKey &key)
{
    return createPrivateFile(path, content(journalId, key.m_number, key.m_key.view()));
}

base::Result<void> SealFile::write(const QString &path, const QString &journalId, const SealKey &key)
{
    return writePrivateFile(path, content(journalId, key.m_number, key.m_key.view()));
}

base::Result<SealKey> SealFile::read(const QString &path, const QString &journalId)
{
    const auto bytes = readPrivateFile(path);
    if (!bytes)
        return base::fail(bytes.error());
    const auto root = base::readJson(*bytes, {}, base::DuplicateKeys::Refuse);
    if (!root || (*root)[u"format"].toString() != formatTag)
        return base::fail(base::ErrorCode::MalformedAnswer,
                          u"%1 does not hold the seal key of a journal."_s.arg(path));
    if ((*root)[u"journal_id"].toString() != journalId)
        return base::fail(base::ErrorCode::NotAllowed,
                          u"The seal key in %1 belongs to another journal."_s.arg(path),
                          u"Put back the one that was beside this journal."_s);
    const QByteArray key = QByteArray::fromBase64((*root)[u"key"].toString().toLatin1());
    const qint64 number = (*root)[u"number"].toString().toLongLong();
    if (key.size() != hashSize || number < 1)
        return base::fail(base::ErrorCode::MalformedAnswer, u"The seal key in %1 is damaged."_s.arg(path));
    return SealKey(base::Secret(key), number);
}

std::optional<SealFile::State> SealFile::state(const QString &path)
{
    const auto bytes = readPrivateFile(path);
    const auto root = bytes ? base::readJson(*bytes) : base::Result<base::Json>(base::fail(bytes.error()));
    if (!root || (*root)[u"format"].toString() != formatTag)
        return std::nullopt;
    return State{(*root)[u"journal_id"].toString(), (*root)[u"number"].toString().toLongLong()};
}

} // namespace algenta::journal
