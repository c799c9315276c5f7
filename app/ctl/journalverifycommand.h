// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/journalaccess.h"
#include "core/journal/verify.h"

namespace algenta::ctl
{

/** `journal verify`: recomputes every hash of the journal. */
class JournalVerifyCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    [[nodiscard]] base::Result<journal::VerifyOptions> options() const;
};

} // namespace algenta::ctl
