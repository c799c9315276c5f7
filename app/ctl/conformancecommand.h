// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/conformance.h"

#include <memory>

namespace algenta::ctl
{

/** `algentactl conformance`: the public scenarios against an engine for tests. */
class ConformanceCommand : public Command
{
    Q_OBJECT

public:
    using Command::Command;

    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    void print();

    std::unique_ptr<EngineAccess> m_engine;
    std::unique_ptr<Conformance> m_conformance;
};

} // namespace algenta::ctl
