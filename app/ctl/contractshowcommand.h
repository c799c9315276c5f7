// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/engineaccess.h"
#include "app/ctl/livecontract.h"

namespace algenta::ctl
{

/** `contract show`: the embedded contract, a file, or the live document of an engine, byte for byte. */
class ContractShowCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    void print(const QByteArray &bytes, const QString &source);

    std::unique_ptr<EngineAccess> m_engine;
    LiveContract m_live;
};

} // namespace algenta::ctl
