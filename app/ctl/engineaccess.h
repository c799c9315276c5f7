// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/arguments.h"
#include "core/engine/connection.h"

#include <memory>
#include <optional>

namespace algenta::ctl
{

/** The engine that a command line names, with the reading key it came with. */
struct EngineAccess {
    engine::EngineAddress address;
    base::Secret key;
    std::unique_ptr<engine::EngineConnection> connection;

    [[nodiscard]] const base::Secret *keyOrNull() const { return key.isEmpty() ? nullptr : &key; }
};

/** `--mcp`, `--key-stdin` and how to connect: TLS files, pin, plain HTTP, proxy. */
[[nodiscard]] QList<OptionSpec> connectionOptions();
/** `--engine` and connectionOptions(): for every command that talks to an engine. */
[[nodiscard]] QList<OptionSpec> engineOptions();

/** The address that a command line names; @p url stands for --engine where a command takes it as an argument.
 */
[[nodiscard]] base::Result<engine::EngineAddress> engineAddress(const Arguments &arguments,
                                                                const std::optional<QString> &url);
/** The connection settings of a command line, with the named files read. */
[[nodiscard]] base::Result<net::Link> openLink(const Arguments &arguments);

enum class KeyUse {
    AsGiven, ///< of standard input, the environment or the keychain
    None,    ///< no key, whatever is given: one key is never shown to two servers
};

/** Reads address and key (standard input, environment, keychain); sends nothing. @p url stands for --engine
 * where a command takes it as an argument.
 */
[[nodiscard]] base::Result<std::unique_ptr<EngineAccess>> openEngine(const Arguments &arguments,
                                                                     const std::optional<QString> &url = {},
                                                                     KeyUse keyUse = KeyUse::AsGiven);

} // namespace algenta::ctl
