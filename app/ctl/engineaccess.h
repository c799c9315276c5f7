// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/arguments.h"
#include "core/engine/connection.h"

#include <memory>

namespace algenta::ctl
{

/** The engine that a command line names, with the reading key it came with. */
struct EngineAccess {
    engine::EngineAddress address;
    base::Secret key;
    std::unique_ptr<engine::EngineConnection> connection;

    [[nodiscard]] const base::Secret *keyOrNull() const { return key.isEmpty() ? nullptr : &key; }
};

/** `--engine`, `--mcp`, `--key-stdin`: for every command that talks to an engine. */
[[nodiscard]] QList<OptionSpec> engineOptions();

/** Reads address and key; sends nothing. */
[[nodiscard]] base::Result<std::unique_ptr<EngineAccess>> openEngine(const Arguments &arguments);

} // namespace algenta::ctl
