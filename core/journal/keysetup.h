// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"
#include "core/journal/journalfile.h"
#include "core/journal/signingkey.h"

#include <QDateTime>
#include <QString>

#include <optional>

namespace algenta::journal
{

/** Where the keys of a journal are: beside it, but not in it. */
struct KeyPaths {
    QString signingKey; ///< the journal's path with ".key"
    QString sealKey;    ///< the journal's path with ".seal"

    [[nodiscard]] static KeyPaths beside(const QString &journalPath);
};

/** What is shown once, to be kept elsewhere. */
struct NewKeys {
    SigningKey key;
    /** For `journal verify --public-key`. */
    QString publicKey;
    /** For `journal verify --seal-key-file`; empty if an earlier seal goes on. Never stored. */
    base::Secret verificationKey;
    Checkpoint checkpoint; ///< the first one that the key signed
};

/**
 * Makes a signing key and a seal for @p file, records the public half in a SigningKeySet entry and
 * makes the first checkpoint. Deriving the key takes a second and a quarter of a gigabyte.
 *
 * StorageFailed if there is a key already.
 */
[[nodiscard]] base::Result<NewKeys> setUpKeys(JournalFile &file, const KeyPaths &paths,
                                              const base::Secret &passphrase, const QString &actor,
                                              const base::SealCost &cost = {});
/**
 * The same with a key that anybody who reads its file can use, and marked so: for the journal of a
 * demo or a drill. Takes the key that is there, if there is one and it is such a key.
 */
[[nodiscard]] base::Result<NewKeys> setUpUnattendedKeys(JournalFile &file, const KeyPaths &paths,
                                                        const QString &actor);

/** Opens the key file; says whether it needs no passphrase. */
[[nodiscard]] base::Result<SigningKey> openKey(const KeyPaths &paths, const base::Secret &passphrase,
                                               bool &unattended);
/** NotAllowed unless a SigningKeySet entry of the journal names the key. */
[[nodiscard]] base::Result<void> checkKeyIsNamed(const JournalFile &file, const SigningKey &key);
/** When the journal first named the key; nothing if that entry is damaged or left by policy. */
[[nodiscard]] std::optional<QDateTime> keyNamedAt(const JournalFile &file, const NoteKey &key);
/** Every key that the journal names, oldest first. */
[[nodiscard]] base::Result<QList<NoteKey>> namedSigningKeys(const JournalFile &file);

} // namespace algenta::journal
