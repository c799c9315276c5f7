// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/listcommand.h"

namespace algenta::ctl
{

/** `receipts list`: receipts of own acts from the journal, and executions that decision records show. */
class ReceiptListCommand final : public ListCommand
{
    Q_OBJECT

public:
    using ListCommand::ListCommand;
    [[nodiscard]] static CommandSpec spec();

protected:
    [[nodiscard]] base::Result<std::unique_ptr<RecordSource>> makeSource() override;
};

} // namespace algenta::ctl
