// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QUrl>

#include <optional>

namespace algenta::engine
{

/** Where an engine answers: the REST root and the MCP endpoint below it (or set apart). */
struct EngineAddress {
    QUrl restRoot; ///< without a trailing slash
    QUrl mcp;

    /** scheme://host:port of the REST root, port always written. */
    [[nodiscard]] QString origin() const;
    [[nodiscard]] bool isLoopback() const;
    bool operator==(const EngineAddress &) const = default;
};

/**
 * Both spellings of one setting: a trailing slash and one trailing `/mcp` are stripped for the REST
 * root, MCP is root + `/mcp`, a path prefix is kept. Only http and https, no user info, query or
 * fragment. Hosts of Algenta's own cloud are refused: this console works with self-hosted engines.
 */
[[nodiscard]] base::Result<EngineAddress> parseEngineAddress(const QString &text,
                                                             const QString &mcpOverride = {});

/** The first of `ALGENTA_BASE_URL`, `DE_BASE_URL` and `ALGENTA_API_URL` that is set. */
[[nodiscard]] std::optional<QString> addressFromEnvironment();

/**
 * Argument, else addressFromEnvironment(), else http://localhost:8000. For reading: the environment
 * alone enrols no connection for acts.
 */
[[nodiscard]] base::Result<EngineAddress> resolveEngineAddress(const std::optional<QString> &argument);

} // namespace algenta::engine
