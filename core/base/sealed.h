// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"

#include <QByteArray>
#include <QString>

namespace algenta::base
{

/** What a sealed secret is for. Both stand readable beside it and cannot be exchanged. */
struct SealPurpose {
    QString use;     ///< e.g. "operator_key"
    QString boundTo; ///< e.g. the origin of an engine
    bool operator==(const SealPurpose &) const = default;
};

/** Work of Argon2id, recorded with what it seals. The default takes about a second and 256 MiB. */
struct SealCost {
    quint64 operations = 3;
    quint64 memoryKib = 256 * 1024;
    bool operator==(const SealCost &) const = default;
};

/** Fewest characters of a passphrase that seals something. */
inline constexpr qsizetype minimumPassphrase = 12;

/**
 * A secret under a passphrase (Argon2id, then XChaCha20-Poly1305 over secret and purpose) as one
 * line of JSON, which may be kept in a file.
 *
 * InvalidInput: nothing to seal, a passphrase under minimumPassphrase bytes, or a cost out of bounds.
 * Blocks for about a second: not for the thread of a screen.
 */
[[nodiscard]] Result<QByteArray> seal(const Secret &secret, const Secret &passphrase,
                                      const SealPurpose &purpose, const SealCost &cost = {});

/** The readable part; MalformedAnswer if @p sealed is no seal, Tampered if it was damaged. */
[[nodiscard]] Result<SealPurpose> sealPurpose(const QByteArray &sealed);

/**
 * The secret again; blocks as seal() does.
 *
 * MalformedAnswer: not a seal of this form. Tampered: its checksum does not match. NotAllowed: made
 * for another purpose. Unauthorized: the passphrase does not open it (or somebody rewrote it,
 * checksum and all, which cannot be told from a wrong passphrase).
 */
[[nodiscard]] Result<Secret> unseal(const QByteArray &sealed, const Secret &passphrase,
                                    const SealPurpose &purpose);

} // namespace algenta::base
