// SPDX-License-Identifier: Apache-2.0
#include "core/journal/signednote.h"

#include "core/base/utf8.h"
#include "core/journal/sha256.h"

#include <sodium.h>

#include <algorithm>
#include <optional>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

constexpr char ed25519Type = 0x01;
constexpr qsizetype idSize = 4;
constexpr qsizetype maxSignatures = 100;
constexpr qsizetype maxNoteBytes = 1024 * 1024;
const QByteArray linePrefix("\xe2\x80\x94 "); // em dash, space

tl::unexpected<base::Error> malformed(const QString &why)
{
    return base::fail(base::ErrorCode::MalformedAnswer, u"This is not a signed note: %1."_s.arg(why));
}

/** Only the one spelling that an encoder writes. */
std::optional<QByteArray> strictBase64(const QByteArray &text)
{
    const auto decoded = QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.toBase64() != text)
        return std::nullopt;
    return decoded.decoded;
}

bool isUtf8(const QByteArray &bytes)
{
    const char *at = bytes.cbegin();
    while (at != bytes.cend()) {
        const int length = uchar(*at) < 0x80 ? 1 : base::utf8SequenceLength(at, bytes.cend());
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

base::Result<NoteSignature> parseSignature(const QByteArray &line)
{
    const qsizetype space = line.indexOf(' ', linePrefix.size());
    if (!line.startsWith(linePrefix) || space < 0)
        return malformed(u"a signature line has another form"_s);
    NoteSignature signature;
    signature.keyName = base::decodeUtf8(line.mid(linePrefix.size(), space - linePrefix.size()));
    const auto bytes = strictBase64(line.mid(space + 1));
    if (!isNoteKeyName(signature.keyName) || !bytes || bytes->size() <= idSize)
        return malformed(u"a signature line holds no name or no signature"_s);
    signature.keyId = bytes->first(idSize);
    signature.signature = bytes->sliced(idSize);
    return signature;
}

} // namespace

bool isNoteKeyName(const QString &name)
{
    const auto codePoints = name.toUcs4();
    return !name.isEmpty() && std::none_of(codePoints.begin(), codePoints.end(), [](uint c) {
        return c < 0x20 || c == u'+' || QChar::isSpace(c) || QChar::isSurrogate(c);
    });
}

QByteArray NoteKey::id() const
{
    return viewOf(sha256Hash({name.toUtf8(), QByteArrayView("\n\x01", 2), publicKey}))
        .first(idSize)
        .toByteArray();
}

QString NoteKey::text() const
{
    return name + u'+' + QString::fromLatin1(id().toHex()) + u'+' +
           QString::fromLatin1((QByteArray(1, ed25519Type) + publicKey).toBase64());
}

base::Result<NoteKey> NoteKey::fromText(const QString &text)
{
    const QString trimmed = text.trimmed();
    NoteKey key;
    // The base64 part may hold a "+" of its own, the other two never do.
    key.name = trimmed.section(u'+', 0, 0);
    const auto bytes = strictBase64(trimmed.section(u'+', 2).toUtf8());
    if (bytes && bytes->size() == 33 && bytes->at(0) == ed25519Type)
        key.publicKey = bytes->sliced(1);
    if (!isNoteKeyName(key.name) || key.publicKey.isEmpty() || key.text() != trimmed)
        return base::fail(base::ErrorCode::InvalidInput,
                          u"This is not the public key of a journal: its form is name+id+base64."_s,
                          u"Copy it whole from where it was noted when the key was made."_s);
    return key;
}

base::Result<SignedNote> parseNote(const QByteArray &bytes)
{
    if (bytes.size() > maxNoteBytes)
        return malformed(u"it is longer than 1 MiB"_s);
    if (!isUtf8(bytes))
        return malformed(u"it is not UTF-8"_s);
    if (std::any_of(bytes.begin(), bytes.end(), [](char c) { return uchar(c) < 0x20 && c != '\n'; }))
        return malformed(u"it holds a control character"_s);
    const qsizetype blank = bytes.lastIndexOf("\n\n");
    if (blank < 0 || !bytes.endsWith('\n') || blank + 2 >= bytes.size())
        return malformed(u"it has no signature lines after a blank line"_s);
    SignedNote note;
    note.text = bytes.first(blank + 1);
    const QList<QByteArray> lines = bytes.sliced(blank + 2).chopped(1).split('\n');
    if (lines.size() > maxSignatures)
        return malformed(u"it has more than %1 signatures"_s.arg(maxSignatures));
    for (const QByteArray &line : lines) {
        auto signature = parseSignature(line);
        if (!signature)
            return base::fail(signature.error());
        note.signatures.append(std::move(*signature));
    }
    return note;
}

QByteArray noteBytes(const QByteArray &text, const NoteKey &key, const QByteArray &signature)
{
    return text + '\n' + linePrefix + key.name.toUtf8() + ' ' + (key.id() + signature).toBase64() + '\n';
}

NoteTrust checkNote(const SignedNote &note, const QList<NoteKey> &keys)
{
    bool isSigned = false;
    for (const NoteSignature &signature : note.signatures) {
        for (const NoteKey &key : keys) {
            if (signature.keyName != key.name || signature.keyId != key.id())
                continue;
            if (!isEd25519Signature(key.publicKey, note.text, signature.signature))
                return NoteTrust::BadSignature;
            isSigned = true;
        }
    }
    return isSigned ? NoteTrust::Signed : NoteTrust::UnknownSigner;
}

bool isEd25519Signature(const QByteArray &publicKey, QByteArrayView message, const QByteArray &signature)
{
    if (sodium_init() < 0)
        qFatal("libsodium could not be started.");
    return publicKey.size() == qsizetype(crypto_sign_PUBLICKEYBYTES) &&
           signature.size() == qsizetype(crypto_sign_BYTES) &&
           crypto_sign_verify_detached(reinterpret_cast<const unsigned char *>(signature.constData()),
                                       reinterpret_cast<const unsigned char *>(message.data()),
                                       static_cast<unsigned long long>(message.size()),
                                       reinterpret_cast<const unsigned char *>(publicKey.constData())) == 0;
}

} // namespace algenta::journal
