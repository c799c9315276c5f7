// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/journalaccess.h"

namespace algenta::ctl
{

/** `journal prove`: one file that shows that an entry is in the journal. */
class JournalProveCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    base::SystemClock m_clock;
};

/** `journal report`: everything that the journal knows of one act, with proofs. */
class JournalReportCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    base::SystemClock m_clock;
};

/** `journal verify-proof`: checks such a file without the journal. */
class JournalVerifyProofCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;
};

/** `journal export`: the exact bytes of entries and checkpoints as JSON lines. */
class JournalExportCommand final : public Command
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
