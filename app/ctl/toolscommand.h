// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/engineaccess.h"
#include "core/contract/toolcontract.h"
#include "core/mcp/tool.h"

namespace algenta::ctl
{

/** `--profile`, observe if it is not given. */
[[nodiscard]] base::Result<contract::ProfileName> profileArgument(const Arguments &arguments);
[[nodiscard]] OptionSpec profileOption();

/** Items that could not be read, as `[{"index","name","reason","raw"}]`. */
[[nodiscard]] base::Json brokenToolsJson(const mcp::ToolList &list);
/** Says on standard error what is missing from a tool list; true if something is. */
bool reportGaps(Output &output, const mcp::ToolList &list);

/** `tools`: what a model sees of an engine under a profile. */
class ToolsCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    void print(const mcp::ToolList &list);

    contract::ProfileName m_profile = contract::ProfileName::Observe;
    std::unique_ptr<EngineAccess> m_engine;
};

} // namespace algenta::ctl
