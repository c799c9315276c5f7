// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/sealed.h"
#include "core/base/secret.h"
#include "core/journal/signednote.h"

#include <QByteArray>
#include <QString>

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

/**
 * The file that holds a signing key, outside the journal: sealed by a passphrase (base::seal(), bound
 * to the public key), or open, for a journal of exercises that nobody relies on.
 */
class KeyFile
{
public:
    /** InvalidInput unless it has as many bytes as a seal demands. */
    [[nodiscard]] static base::Result<void> checkPassphrase(const base::Secret &passphrase);
    /** Creates the file with 0600; StorageFailed if it is there already. */
    [[nodiscard]] static base::Result<void> create(const QString &path, const SigningKey &key,
                                                   const base::Secret &passphrase,
                                                   const base::SealCost &cost = {});
    /** The same in the place of a file that is there: at once, and what it held is overwritten. */
    [[nodiscard]] static base::Result<void> replace(const QString &path, const SigningKey &key,
                                                    const base::Secret &passphrase,
                                                    const base::SealCost &cost = {});
    /** Anybody who reads the file can sign: for demo and drill journals alone. */
    [[nodiscard]] static base::Result<void> createUnattended(const QString &path, const SigningKey &key);
    /** NotFound, NotAllowed if others can read it, MalformedAnswer if it is no key file. */
    [[nodiscard]] static base::Result<KeyFile> read(const QString &path);

    [[nodiscard]] const NoteKey &publicKey() const { return m_public; }
    [[nodiscard]] bool isUnattended() const { return m_sealed.isEmpty(); }
    /**
     * InvalidInput if the passphrase is wrong; an unattended key ignores it. Takes as long and as
     * much memory as the file says, so not for a thread that must answer.
     */
    [[nodiscard]] base::Result<SigningKey> open(const base::Secret &passphrase) const;

private:
    [[nodiscard]] static base::Result<QByteArray>
    content(const SigningKey &key, const base::Secret &passphrase, const base::SealCost &cost);

    NoteKey m_public;
    QByteArray m_sealed; ///< text of the sealed seed; empty if unattended
    QByteArray m_seed;   ///< of an unattended key
};

} // namespace algenta::journal
