// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/journalaccess.h"
#include "core/journal/anchor.h"

namespace algenta::ctl
{

/** `journal anchor`: puts the newest checkpoint where this program cannot change it. */
class JournalAnchorCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    [[nodiscard]] base::Result<journal::AnchorPlace> place() const;
    [[nodiscard]] base::Result<void> put(journal::AnchorPlace place, const journal::Anchor &anchor);

    base::SystemClock m_clock;
};

} // namespace algenta::ctl
