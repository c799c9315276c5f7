// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/engineaccess.h"
#include "app/ctl/livecontract.h"
#include "core/contract/drift.h"
#include "core/mcp/tool.h"

#include <array>

namespace algenta::ctl
{

/** `contract diff A B`: two snapshots in three classes. */
class ContractDiffCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    /** One of the two, and how far it has been read. */
    struct Side {
        QString name;   ///< as it was written
        QString source; ///< "embedded", "file" or "engine"
        QByteArray bytes;
        contract::Snapshot snapshot;
        std::unique_ptr<EngineAccess> engine;
        QStringList gaps; ///< what could not be read although it was wanted
    };

    [[nodiscard]] base::Result<void> open(Side *side);
    [[nodiscard]] const Side &other(const Side &side) const;
    /** True if the other side has something to compare an engine's own contract with. */
    [[nodiscard]] bool wantsContract(const Side &side) const;
    void readNext();
    void readTools(Side *side);
    void readContract(Side *side);
    void takeTools(Side *side, const mcp::ToolList &list);

    void print();
    void printText(const contract::Drift &drift);
    [[nodiscard]] base::Json toJson(const contract::Drift &drift, bool complete) const;
    [[nodiscard]] base::Json sideJson(const Side &side) const;

    std::array<Side, 2> m_sides;
    size_t m_next = 0;
    LiveContract m_live;
};

} // namespace algenta::ctl
