// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/engineaccess.h"
#include "core/engine/executecheck.h"

namespace algenta::ctl
{

/** `contract requirements`: how the requirements of the execute profile stand, as far as reading shows. */
class ContractRequirementsCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    void print(const engine::ExecuteObservations &seen);

    std::unique_ptr<EngineAccess> m_engine;
    std::unique_ptr<engine::ExecuteCheck> m_check;
};

} // namespace algenta::ctl
