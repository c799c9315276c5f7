// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/engineaccess.h"

namespace algenta::ctl
{

/** `decisions show`: one decision record, and which gates it would not pass now. */
class DecisionShowCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    void print(const engine::Decision &decision, const base::Result<engine::Policy> &policy);

    std::unique_ptr<EngineAccess> m_engine;
};

} // namespace algenta::ctl
