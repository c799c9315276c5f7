// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/journalaccess.h"

namespace algenta::ctl
{

/** `journal checkpoint`: prints the newest signed note, makes one, or sets the key that signs. */
class JournalCheckpointCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    void show(const journal::Checkpoint &checkpoint);
    void setKey();
    [[nodiscard]] base::Result<journal::Checkpoint> newest() const;
    [[nodiscard]] base::Result<journal::Checkpoint> made() const;

    base::SystemClock m_clock;
};

} // namespace algenta::ctl
