// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/journalaccess.h"

namespace algenta::ctl
{

/** `journal rekey`: another signing key, introduced by the one before, or another passphrase. */
class JournalRekeyCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    void changeKey(journal::JournalFile &file, const base::Secret &present, const base::Secret &next);
    void changeWords(journal::JournalFile &file, const base::Secret &present, const base::Secret &next);

    base::SystemClock m_clock;
};

} // namespace algenta::ctl
