// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contract/parityrule.h"
#include "core/contract/toolcontract.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace algenta::contract
{

/** A name on a surface, and the tool that is meant by it. */
struct SurfaceName {
    QString exposed;
    QString tool;                      ///< MCP name; the exposed name itself if no tool is meant
    std::optional<ParityRule> problem; ///< FlatNamePattern, FlatNameOfTheTool or FlatNamesAreUnique
    QString detail;                    ///< one sentence, if so
};

/**
 * Finds the tools behind the names of a surface: MCP names, flat names, and names that are neither but
 * differ from an expected tool's name in case and marks only. Order and number stay.
 *
 * @p expected are the tools of the profile, @p advertised those of the engine, if known.
 */
[[nodiscard]] QList<SurfaceName> surfaceNames(const ToolContract &contract, const QStringList &exposed,
                                              const QStringList &expected, const QStringList &advertised);

} // namespace algenta::contract
