// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/credentialstore.h"
#include "core/engine/keychainstate.h"

#include <QFuture>

#include <functional>

namespace algenta::console
{

/** Where reading keys are kept for good: the keychain of the system, or a test's own. */
class KeyVault
{
public:
    using Read = engine::CredentialResult<engine::SharedSecret>;
    using Changed = engine::CredentialResult<bool>;

    virtual ~KeyVault() = default;
    /** Calls back once, if @p context still lives; unlocks nothing. */
    virtual void askState(QObject *context, std::function<void(engine::KeychainState)> done) = 0;
    /** May have the desktop ask for the password of a locked keychain. */
    [[nodiscard]] virtual QFuture<Read> read(const engine::CredentialBinding &binding) = 0;
    [[nodiscard]] virtual QFuture<Changed> write(const engine::CredentialBinding &binding,
                                                 const base::Secret &key) = 0;
    [[nodiscard]] virtual QFuture<Changed> remove(const engine::CredentialBinding &binding) = 0;
};

/** The keychain of the system. */
class SystemKeyVault : public KeyVault
{
public:
    void askState(QObject *context, std::function<void(engine::KeychainState)> done) override
    {
        engine::askKeychainState(context, std::move(done));
    }
    QFuture<Read> read(const engine::CredentialBinding &binding) override { return m_store.read(binding); }
    QFuture<Changed> write(const engine::CredentialBinding &binding, const base::Secret &key) override
    {
        return m_store.write(binding, key);
    }
    QFuture<Changed> remove(const engine::CredentialBinding &binding) override
    {
        return m_store.remove(binding);
    }

private:
    engine::CredentialStore m_store;
};

} // namespace algenta::console
