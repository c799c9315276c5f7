// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/contract/parity.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace algenta::contract
{

/** One MCP server of a LiteLLM gateway's configuration, as far as it limits tools and arguments. */
struct GatewayServer {
    QString name;
    QString alias;
    QString where;                             ///< RFC 6901 into the configuration
    QStringList allowedTools;                  ///< empty: no limit
    QStringList disallowedTools;               ///< count only where no tools are allowed by name
    QHash<QString, QStringList> allowedParams; ///< by tool, with or without the server's name in front

    /** The MCP name of a tool that may carry the server's name in front (`server-tool`). */
    [[nodiscard]] QString toolName(const QString &listed) const;
    /** The arguments that pass for a tool; nothing if all of them do. */
    [[nodiscard]] std::optional<QStringList> params(const QString &tool) const;
};

/** The servers below `mcp_servers`. MalformedAnswer, with the pointer, for members of another form. */
[[nodiscard]] base::Result<QList<GatewayServer>> readGatewayServers(const base::Json &configuration);

/**
 * What a model reaches through the gateway, against a profile. A gateway shows schemas as the engine
 * publishes them, so a field is kept away by `allowed_params` alone. @p advertised, if the engine's
 * tools are known, adds those whose schemas declare a field.
 */
[[nodiscard]] ParityVerdict checkGateway(const ToolContract &contract, ProfileName profile,
                                         const GatewayServer &server,
                                         const std::optional<QList<ExposedTool>> &advertised);

} // namespace algenta::contract
