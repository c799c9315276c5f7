// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace algenta::journal
{

/** A public Ed25519 key that signs notes under a name (C2SP signed-note). */
struct NoteKey {
    QString name;         ///< without spaces and "+"
    QByteArray publicKey; ///< 32 bytes

    /** First four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key). */
    [[nodiscard]] QByteArray id() const;
    /** "name+id in hex+base64(0x01 ‖ public key)", as other tools of this kind read it. */
    [[nodiscard]] QString text() const;
    /** InvalidInput for anything that text() would not write. */
    [[nodiscard]] static base::Result<NoteKey> fromText(const QString &text);
    bool operator==(const NoteKey &) const = default;
};

/** False for names that a note cannot carry: empty, with Unicode spaces, "+" or control characters. */
[[nodiscard]] bool isNoteKeyName(const QString &name);

/** One signature line; which algorithm it is follows from the key that it names. */
struct NoteSignature {
    QString keyName;
    QByteArray keyId; ///< 4 bytes
    QByteArray signature;
};

/** A text and its signatures (C2SP signed-note, version 1.0). */
struct SignedNote {
    QByteArray text; ///< ends with a line feed
    QList<NoteSignature> signatures;
};

/**
 * Reads a note strictly: UTF-8, no control characters but line feeds, one blank line before one to
 * a hundred signature lines, canonical base64, nothing after the last of them. MalformedAnswer else.
 */
[[nodiscard]] base::Result<SignedNote> parseNote(const QByteArray &bytes);

/** The bytes of a note with one signature more, @p signature over @p text. */
[[nodiscard]] QByteArray noteBytes(const QByteArray &text, const NoteKey &key, const QByteArray &signature);

enum class NoteTrust {
    Signed,        ///< by at least one of the keys, and no signature of these keys is bad
    UnknownSigner, ///< by none of the keys
    BadSignature,  ///< a signature that names one of the keys does not fit
};

/** Signatures of other keys are ignored, as the format demands. */
[[nodiscard]] NoteTrust checkNote(const SignedNote &note, const QList<NoteKey> &keys);

/** True if @p signature (64 bytes) is that of @p publicKey over @p message. */
[[nodiscard]] bool isEd25519Signature(const QByteArray &publicKey, QByteArrayView message,
                                      const QByteArray &signature);

} // namespace algenta::journal
