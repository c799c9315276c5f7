// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"

namespace algenta::ctl
{

/** `parse-outcome`: what a saved answer to an execute call says. */
class ParseOutcomeCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;
};

} // namespace algenta::ctl
