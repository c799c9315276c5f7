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

    /** Why a profile does not show the tool to a model; empty where it does. */
    struct Absence {
        QString brief;  ///< two words, for a cell
        QString reason; ///< a sentence
    };

    Kind kind = Kind::Advertised;
    QString key; ///< names the row as long as the list keeps its names
    QString name;
    QString category; ///< id of engine::toolCategory(); empty for a tool that the registry does not know
    QString contractCategory; ///< the contract's own word, which may differ
    QString description;
    std::optional<mcp::Tool> published;
    base::Json raw;       ///< the item as parsed; null for an omission
    QString brokenReason; ///< why it cannot be used
    QString note;         ///< repeated name, alias
    engine::DangerClass danger = engine::DangerClass::NotClassified;
    bool inContract = false;
    bool listIsComplete = true; ///< of the list it comes from; an omission from another one proves nothing
    /** By ProfileName: why the profile does not have it. */
    std::array<Absence, 4> absent;

    [[nodiscard]] bool isIn(contract::ProfileName profile) const;
    [[nodiscard]] const Absence &whyNotIn(contract::ProfileName profile) const;
    /** The lowest profile that shows it to a model, if one does. */
    [[nodiscard]] std::optional<contract::ProfileName> firstProfile() const;
    [[nodiscard]] bool canAct() const;
};

/**
 * Rows for @p list: the contract's tools first, in its order, then everything else as the engine lists it.
 * What an incomplete list does not show counts as not known, never as not advertised.
 */
[[nodiscard]] QList<ToolRecord> toolRecords(const contract::ToolContract &contract,
                                            const mcp::ToolList &list);

/** What the server claims about the tool by annotations, in a few words; empty if it says nothing. */
[[nodiscard]] QString claimText(const mcp::Tool &tool);

/** Where the server's hints and our own class say different things, one sentence each. */
[[nodiscard]] QStringList disagreements(const ToolRecord &record);

/** Badge kind and words of our own class. */
[[nodiscard]] QString dangerKind(engine::DangerClass danger);
[[nodiscard]] QString dangerMeaning(engine::DangerClass danger);

} // namespace algenta::console
