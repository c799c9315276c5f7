// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contract/toolcontract.h"

#include <QHash>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

#include <optional>

namespace algenta::contract
{

struct FlatNameProblem {
    enum class Kind {
        Pattern,   ///< the flat name would not match the contract's pattern
        Collision, ///< the flat name could be meant for another tool as well
    };
    Kind kind = Kind::Pattern;
    QString tool; ///< MCP name
    QString detail;
    bool operator==(const FlatNameProblem &) const = default;
};

/**
 * MCP names and flat names of one list of tools, both ways.
 *
 * A flat name is `algenta_` and the MCP name. One exception is documented: the public contract gives
 * `algenta_query_dataset` as an example for `query_data`, so it is understood, and never produced.
 * A name that two tools could claim is claimed by none.
 */
class FlatNames
{
public:
    FlatNames(const ToolContract &contract, const QStringList &tools);

    /** Nothing for a tool with a problem, or that is not in the list. */
    [[nodiscard]] std::optional<QString> flat(const QString &tool) const;
    /** The tool that a flat name means. */
    [[nodiscard]] std::optional<QString> tool(const QString &flatName) const;
    /** At most one for a tool. */
    [[nodiscard]] const QList<FlatNameProblem> &problems() const { return m_problems; }
    /** The sentence about a tool's name; empty if there is nothing wrong with it. */
    [[nodiscard]] QString problem(const QString &tool) const;

private:
    void note(FlatNameProblem::Kind kind, const QString &tool, const QString &detail);

    QHash<QString, QString> m_flat;
    QHash<QString, QString> m_tools;
    QList<FlatNameProblem> m_problems;
    QSet<QString> m_noted;
};

/** The flat name that stands for a tool although it is not `algenta_` and its name, and that tool. */
struct FlatNameException {
    QString flatName;
    QString tool;
};
[[nodiscard]] const FlatNameException &flatNameException();

} // namespace algenta::contract
