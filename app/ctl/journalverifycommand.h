// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"

namespace algenta::ctl
{

/** Where the console keeps its journal unless told otherwise. */
[[nodiscard]] QString defaultJournalPath();
[[nodiscard]] OptionSpec journalOption();

/** `journal verify`: recomputes every hash of the journal. */
class JournalVerifyCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;
};

} // namespace algenta::ctl
