// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contract/toolcontract.h"
#include "core/engine/dangerclass.h"
#include "core/mcp/tool.h"

#include <QList>
#include <QString>

#include <array>
#include <optional>

namespace algenta::console
{

/** One row of the tool matrix: a tool, a contract tool that is missing, or an item that cannot be used. */
struct ToolRecord {
    enum class Kind {
        Advertised,
        Omitted, ///< in the contract, not in the engine's list
        Broken   ///< in the list, unusable
    };

    Kind kind = Kind::Advertised;
    QString key; ///< names the row as long as the list keeps its names
    QString name;
    QString category; ///< of the contract; the engine's list has none
    QString description;
    std::optional<mcp::Tool> published;
    base::Json raw;       ///< the item as parsed; null for an omission
    QString brokenReason; ///< why it cannot be used
    QString note;         ///< repeated name, alias
    engine::DangerClass danger = engine::DangerClass::NotClassified;
    bool inContract = false;
    /** By ProfileName: why the profile does not have it; empty where it has. */
    std::array<QString, 4> absent;

    [[nodiscard]] bool isIn(contract::ProfileName profile) const;
    [[nodiscard]] QString whyNotIn(contract::ProfileName profile) const;
    /** The lowest profile that shows it to a model, if one does. */
    [[nodiscard]] std::optional<contract::ProfileName> firstProfile() const;
    [[nodiscard]] bool canAct() const;
};

/** Rows for @p list: the contract's tools first, in its order, then everything else as the engine lists it.
 */
[[nodiscard]] QList<ToolRecord> toolRecords(const contract::ToolContract &contract,
                                            const mcp::ToolList &list);

/** What the server claims about the tool by annotations, in a few words; empty if it says nothing. */
[[nodiscard]] QString claimText(const mcp::Tool &tool);

/** Badge kind and words of our own class. */
[[nodiscard]] QString dangerKind(engine::DangerClass danger);
[[nodiscard]] QString dangerMeaning(engine::DangerClass danger);

} // namespace algenta::console
