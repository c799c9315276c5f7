// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/arguments.h"
#include "core/engine/credentialstore.h"

#include <QObject>

#include <functional>
#include <optional>

namespace algenta::ctl
{

/**
 * What to look for in the keychain for a command line: nothing unless the command speaks to an engine
 * and neither --key-stdin nor the environment gives a key.
 */
[[nodiscard]] std::optional<engine::CredentialBinding> wantedFromKeychain(const CommandSpec &spec,
                                                                          const Arguments &arguments);

/** Reads one key with little patience; a keychain that would ask somebody for a password is left alone. */
class KeychainKey : public QObject
{
    Q_OBJECT

public:
    using Read = engine::CredentialResult<engine::SharedSecret>;

    KeychainKey();
    void find(const engine::CredentialBinding &binding, std::function<void(const Read &)> done);

private:
    engine::CredentialStore m_store;
};

} // namespace algenta::ctl
