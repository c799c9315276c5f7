// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <optional>

namespace algenta::journal
{

/**
 * The evolving key that seals checkpoints: checkpoint n is sealed by key n, and key n + 1 follows
 * from key n, but not the other way. Whoever steals the key of today cannot seal yesterday again.
 *
 * seal n = HMAC-SHA-256(key n, text before the seal line); key n + 1 = SHA-256(tag ‖ key n) with the
 * tag "algenta.journal-seal/1 next" and a line feed.
 */
class SealKey
{
public:
    /** The key of checkpoint @p number, from random bytes: a new seal begins there. */
    [[nodiscard]] static SealKey generate(qint64 number = 1);
    /** The key that verificationKey() gave. InvalidInput if it was mistyped. */
    [[nodiscard]] static base::Result<SealKey> fromVerificationKey(const QString &text);
    /**
     * The key as text to write down: with it every checkpoint from number() on can be verified, so
     * it is that of a seal's first checkpoint. Holds four bytes that show a typing error.
     */
    [[nodiscard]] base::Secret verificationKey() const;

    [[nodiscard]] qint64 number() const { return m_number; }
    [[nodiscard]] QByteArray seal(QByteArrayView text) const;
    /** The next key; the one before is wiped. */
    void step();
    [[nodiscard]] SealKey clone() const { return {m_key.clone(), m_number}; }

private:
    friend class SealFile;
    SealKey(base::Secret key, qint64 number);

    base::Secret m_key; ///< 32 bytes
    qint64 m_number = 1;
};

/** Keeps the seal key of the next checkpoint, outside the journal and owner-only. */
class SealFile
{
public:
    /** StorageFailed if there is one already: a lost state must not be replaced in silence. */
    [[nodiscard]] static base::Result<void> create(const QString &path, const QString &journalId,
                                                   const SealKey &key);
    /** NotAllowed if it belongs to another journal or others can read it; NotFound; MalformedAnswer. */
    [[nodiscard]] static base::Result<SealKey> read(const QString &path, const QString &journalId);
    /** Whose seal it is and which checkpoint is next, without the key; nothing if it cannot be read. */
    struct State {
        QString journalId;
        qint64 number = 0;
    };
    [[nodiscard]] static std::optional<State> state(const QString &path);
    /** Synced on return; what was there before is overwritten. */
    [[nodiscard]] static base::Result<void> write(const QString &path, const QString &journalId,
                                                  const SealKey &key);
};

} // namespace algenta::journal
