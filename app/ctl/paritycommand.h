// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/engineaccess.h"
#include "core/contract/parity.h"
#include "core/mcp/tool.h"

#include <optional>

namespace algenta::ctl
{

/** A saved tools/list: the answer of a JSON-RPC call, its result, or `{"tools": […]}`. */
[[nodiscard]] base::Result<mcp::ToolList> readSavedTools(const QByteArray &bytes);

/** `parity`: embedded copy, contract file, and what an engine advertises, against each other. */
class ParityCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    [[nodiscard]] base::Result<void> readArguments();
    void judge(const std::optional<mcp::ToolList> &list);
    [[nodiscard]] base::Json toJson(const std::optional<mcp::ToolList> &list,
                                    const QList<contract::ParityVerdict> &verdicts, bool holds,
                                    bool complete) const;

    std::optional<contract::ToolContract> m_file;
    QList<contract::ParityFinding> m_fileFindings;
    QList<contract::ProfileName> m_profiles;
    std::unique_ptr<EngineAccess> m_engine;
};

} // namespace algenta::ctl
