// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>

namespace algenta::engine
{

/**
 * Groups of the engine's public tool registry, by id and in its order.
 *
 * What an engine sends has no groups, so they are ours; a tool that the registry does not know has none.
 */
[[nodiscard]] QStringList toolCategories();
/** Words for a group; empty for an id that there is not. */
[[nodiscard]] QString toolCategoryTitle(QStringView id);
/** Id of the tool's group; empty if it has none. */
[[nodiscard]] QString toolCategory(QStringView tool);
/** The tools of a group, in the registry's order. */
[[nodiscard]] QStringList toolsOfCategory(QStringView id);

} // namespace algenta::engine
