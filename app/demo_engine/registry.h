// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/jsontools.h"

namespace algenta::demo
{

/** Names are compared as they are: an unknown product has no tools. */
bool isToolInProduct(const std::string &tool, const std::optional<std::string> &product);

/** The tools of the registry in its order, as tools/list shows them. */
Json advertisedTools(const std::optional<std::string> &product);

bool isRegisteredTool(const std::string &tool);

/** Only what the engine itself checks: required members and their top-level types. Empty when good. */
Json argumentProblems(const std::string &tool, const Json &arguments);

Json inputSchemaOf(const std::string &tool);
/** Null where nothing is known. */
Json annotationsOf(const std::string &tool);

} // namespace algenta::demo
