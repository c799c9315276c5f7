// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/journalaccess.h"

namespace algenta::ctl
{

/** `journal cut`: moves old entries into a segment file, by policy. */
class JournalCutCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    base::SystemClock m_clock;
};

/** `journal recover`: goes on from the sound beginning of a damaged journal. */
class JournalRecoverCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    base::SystemClock m_clock;
};

} // namespace algenta::ctl
