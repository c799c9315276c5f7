// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/listcommand.h"

namespace algenta::ctl
{

/** `blocked list`: refused executions in the audit log of an engine. */
class BlockedListCommand final : public ListCommand
{
    Q_OBJECT

public:
    using ListCommand::ListCommand;
    [[nodiscard]] static CommandSpec spec();

protected:
    [[nodiscard]] base::Result<std::unique_ptr<RecordSource>> makeSource() override;
};

} // namespace algenta::ctl
