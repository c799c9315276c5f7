// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/engineaccess.h"
#include "app/ctl/parityreport.h"
#include "core/contract/exposedsurface.h"
#include "core/contract/gatewayconfig.h"
#include "core/mcp/tool.h"

#include <optional>

namespace algenta::ctl
{

/** A saved tools/list: the answer of a JSON-RPC call, its result, or `{"tools": […]}`. */
[[nodiscard]] base::Result<mcp::ToolList> readSavedTools(const QByteArray &bytes);

/**
 * `parity`: a contract file, an engine, a saved tools/list, an exposed surface or a gateway's
 * configuration against the contract.
 */
class ParityCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    [[nodiscard]] base::Result<void> readArguments();
    [[nodiscard]] base::Result<void> readContract(const QString &path);
    [[nodiscard]] base::Result<void> readSurface(const QString &path);
    [[nodiscard]] base::Result<void> readGateway(const QString &path);
    [[nodiscard]] base::Result<void> chooseServer(const QList<contract::GatewayServer> &servers);
    [[nodiscard]] bool asksEngine() const;
    void askEngine();
    void judge(const std::optional<mcp::ToolList> &list);
    void judgeTools(const mcp::ToolList &list);
    void judgeSurfaces(const std::optional<mcp::ToolList> &list);
    void judgeGateway(const std::optional<mcp::ToolList> &list);
    void noteGaps(const mcp::ToolList &list);
    void print(const std::optional<mcp::ToolList> &list);
    void printText();
    [[nodiscard]] base::Json toJson(const std::optional<mcp::ToolList> &list) const;
    [[nodiscard]] const contract::ToolContract &contractInUse() const;

    std::optional<contract::ContractDocument> m_file;
    bool m_brokenFile = false;
    QList<contract::ExposedSurface> m_surfaces;
    std::optional<contract::GatewayServer> m_gateway;
    std::optional<contract::ProfileName> m_profile; ///< of --profile
    std::unique_ptr<EngineAccess> m_engine;
    QString m_source; ///< of what is judged
    ParityReport m_report;
};

} // namespace algenta::ctl
