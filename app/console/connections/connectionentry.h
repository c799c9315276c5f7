// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/address.h"
#include "core/engine/credentialstore.h"
#include "core/net/link.h"

#include <QMap>
#include <QString>

namespace algenta::console
{

/** Where a connection of the list comes from; only saved ones are kept and can be changed. */
enum class ConnectionSource { Saved, Environment, Argument, Default, Demo };

/** Where the reading key of a connection is kept. */
enum class KeyPlace { Keychain, Memory };

/** One engine as the operator named it, as it stands in the settings file: never a secret. */
struct ConnectionEntry {
    QString id; ///< stable, whatever changes
    QString name;
    QString address;
    QString mcpAddress; ///< empty: below the address
    net::TlsOptions tls;
    QString plainHttpOrigin; ///< for which the operator agreed to plain HTTP beyond this machine
    QString profile;         ///< that the screens show; empty: the console's own
    KeyPlace keyPlace = KeyPlace::Keychain;
    ConnectionSource source = ConnectionSource::Saved; ///< not kept

    [[nodiscard]] bool isSaved() const { return source == ConnectionSource::Saved; }
    /** True if both lead to the same engine in the same way; name, profile and key place may differ. */
    [[nodiscard]] bool connectsLike(const ConnectionEntry &other) const;
    bool operator==(const ConnectionEntry &) const = default;
};

[[nodiscard]] base::Json connectionJson(const ConnectionEntry &entry);
/** InvalidInput if it is not what connectionJson() writes. */
[[nodiscard]] base::Result<ConnectionEntry> connectionFromJson(const base::Json &json);

/** What a connection needs to speak to its engine, with the named files read. */
struct OpenableConnection {
    engine::EngineAddress address;
    net::Link link;
    engine::CredentialBinding binding; ///< of its reading key
};

[[nodiscard]] base::Result<OpenableConnection> openable(const ConnectionEntry &entry);

/** What is wrong, by the name of the field: name, address, mcpAddress, caFile, certificateFile, keyFile. */
[[nodiscard]] QMap<QString, base::Error> connectionProblems(const ConnectionEntry &entry);
/** The address is plain HTTP beyond this machine, and nobody agreed to that for its origin. */
[[nodiscard]] bool needsAgreement(const ConnectionEntry &entry);
/** host:port as a name for what has none. */
[[nodiscard]] QString hostName(const engine::EngineAddress &address);

} // namespace algenta::console
