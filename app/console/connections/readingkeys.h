// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/connections/connectionentry.h"
#include "app/console/connections/keyvault.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace algenta::console
{

/**
 * The reading keys of this run: in memory once they were read or entered, each for one connection and
 * one binding. A key of the environment or of memory alone never serves another connection.
 */
class ReadingKeys : public QObject
{
    Q_OBJECT

public:
    /** Whether a locked keychain may have its owner asked for the password. */
    enum class Unlocking { Never, Allowed };
    using Found = std::function<void(const KeyVault::Read &)>;
    using Done = std::function<void(const KeyVault::Changed &)>;

    explicit ReadingKeys(std::unique_ptr<KeyVault> vault, QObject *parent = nullptr);
    ~ReadingKeys() override;

    /** What is in memory for the connection, or nothing. */
    [[nodiscard]] engine::SharedSecret known(const QString &id,
                                             const engine::CredentialBinding &binding) const;
    /** What the keychain said last about the connection's key, if it did not give it out. */
    [[nodiscard]] std::optional<engine::CredentialFailure> trouble(const QString &id) const;
    /** The state of the keychain when it was last asked; nothing before that. */
    [[nodiscard]] std::optional<engine::KeychainState> vaultState() const { return m_state; }
    /** True if there is something that keeps secrets, locked or not. */
    [[nodiscard]] bool hasVault() const;
    void askVault();

    /** From memory, else from the keychain if the connection keeps its key there. */
    void find(const ConnectionEntry &entry, const engine::CredentialBinding &binding, Unlocking unlocking,
              QObject *context, const Found &found);
    /** For this run only. */
    void remember(const QString &id, const engine::CredentialBinding &binding, engine::SharedSecret key);
    /** Puts it into the keychain, and into memory if that was good. */
    void store(const QString &id, const engine::CredentialBinding &binding, const engine::SharedSecret &key,
               QObject *context, const Done &done);
    /** Out of memory; the keychain keeps what it has. */
    void drop(const QString &id);
    /** Out of the keychain. */
    void removeStored(const engine::CredentialBinding &binding, QObject *context, const Done &done);

Q_SIGNALS:
    void changed();

private:
    struct Held {
        engine::CredentialBinding binding;
        engine::SharedSecret key;
    };
    void readVault(const ConnectionEntry &entry, const engine::CredentialBinding &binding, QObject *context,
                   const Found &found);
    void note(const QString &id, const KeyVault::Read &read);

    std::unique_ptr<KeyVault> m_vault;
    std::optional<engine::KeychainState> m_state;
    QHash<QString, Held> m_held;
    QHash<QString, engine::CredentialFailure> m_troubles;
};

} // namespace algenta::console
