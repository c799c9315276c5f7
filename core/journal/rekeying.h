// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/keysetup.h"

#include <QString>

#include <optional>

namespace algenta::journal
{

/**
 * Puts a new signing key in the place of the present one, in steps of which each is on the disk when
 * it returns. After any of them the journal can go on: up to introduce() with the present key and
 * passphrase, from install() on with the new ones. Begun anew it starts over with another key.
 *
 * The entry names both keys and the present key seals it, so whoever trusts the one can go on to the
 * other. From takeOver() on, a checkpoint of the key before is a finding, and none can be made.
 */
class Rekeying
{
public:
    /** @p file must outlive it. */
    Rekeying(JournalFile &file, KeyPaths paths, QString actor, QString reason);

    /**
     * Opens the present key and writes the new one beside it. InvalidInput for a wrong or too short
     * passphrase or without a reason; NotAllowed for a key that is unattended or that the journal does not
     * name. Takes two seconds and a quarter of a gigabyte.
     */
    [[nodiscard]] base::Result<void> begin(const base::Secret &present, const base::Secret &next,
                                           const base::SealCost &cost = {});
    /** The SigningKeySet entry. */
    [[nodiscard]] base::Result<Entry> record();
    /** The present key's last checkpoint. */
    [[nodiscard]] base::Result<Checkpoint> introduce();
    /** The new key's file takes the place of the present one, which is overwritten. */
    [[nodiscard]] base::Result<void> install();
    /** The new key's first checkpoint. */
    [[nodiscard]] base::Result<Checkpoint> takeOver();

    /** Empty before begin(). */
    [[nodiscard]] QString presentKey() const { return m_present ? m_present->publicKey().text() : QString(); }
    [[nodiscard]] QString newKey() const { return m_next ? m_next->publicKey().text() : QString(); }

private:
    JournalFile &m_file;
    KeyPaths m_paths;
    QString m_actor;
    QString m_reason;
    std::optional<SigningKey> m_present;
    std::optional<SigningKey> m_next;
};

/**
 * Seals the same signing key by another passphrase and records that it was done. At once: either
 * passphrase opens the key, whenever this ends.
 */
[[nodiscard]] base::Result<Entry> changePassphrase(JournalFile &file, const KeyPaths &paths,
                                                   const base::Secret &present, const base::Secret &next,
                                                   const QString &actor, const base::SealCost &cost = {});

} // namespace algenta::journal
