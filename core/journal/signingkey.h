// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"
#include "core/journal/signednote.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace algenta::journal
{

/** An Ed25519 key that signs checkpoints; the secret half is in locked memory. */
class SigningKey
{
public:
    /** A new one. InvalidInput if @p name cannot stand in a note. */
    [[nodiscard]] static base::Result<SigningKey> generate(const QString &name);
    [[nodiscard]] const NoteKey &publicKey() const { return m_public; }
    /** 64 bytes over @p text. */
    [[nodiscard]] QByteArray sign(QByteArrayView text) const;

private:
    friend class KeyFile;
    SigningKey(NoteKey publicKey, base::Secret secret);

    NoteKey m_public;
    base::Secret m_secret; ///< 64 bytes as libsodium keeps them
};

/** What deriving a key from a passphrase costs (Argon2id). */
struct PassphraseCost {
    quint64 operations = 3;
    quint64 memoryBytes = 256 * 1024 * 1024;
};

/**
 * The file that holds a signing key, outside the journal: sealed by a passphrase (Argon2id and
 * XSalsa20-Poly1305), or open, for a journal of exercises that nobody relies on.
 */
class KeyFile
{
public:
    /** InvalidInput unless it has at least eight bytes. */
    [[nodiscard]] static base::Result<void> checkPassphrase(const base::Secret &passphrase);
    /** Creates the file with 0600; StorageFailed if it is there already. */
    [[nodiscard]] static base::Result<void> create(const QString &path, const SigningKey &key,
                                                   const base::Secret &passphrase,
                                                   const PassphraseCost &cost = {});
    /** Anybody who reads the file can sign: for demo and drill journals alone. */
    [[nodiscard]] static base::Result<void> createUnattended(const QString &path, const SigningKey &key);
    /** NotFound, NotAllowed if others can read it, MalformedAnswer if it is no key file. */
    [[nodiscard]] static base::Result<KeyFile> read(const QString &path);

    [[nodiscard]] const NoteKey &publicKey() const { return m_public; }
    [[nodiscard]] bool isUnattended() const { return m_unattended; }
    /**
     * InvalidInput if the passphrase is wrong; an unattended key ignores it. Takes as long and as
     * much memory as the file says, so not for a thread that must answer.
     */
    [[nodiscard]] base::Result<SigningKey> open(const base::Secret &passphrase) const;

private:
    [[nodiscard]] QByteArray json() const;
    [[nodiscard]] base::Result<base::Secret> openedSeed(const base::Secret &passphrase) const;

    NoteKey m_public;
    bool m_unattended = false;
    PassphraseCost m_cost;
    QByteArray m_salt;
    QByteArray m_nonce;
    QByteArray m_box; ///< the sealed seed, or the seed itself if unattended
};

} // namespace algenta::journal
