// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/tool.h"
#include "core/store/keptsnapshot.h"

namespace algenta::store
{

/**
 * A tool list to be kept. Its content is every item as sent, items that could not be used too, sorted
 * by name and then by their text: pages, order and the numbers of the requests do not count.
 *
 * InvalidInput for an incomplete list: what is missing would look like tools that were taken away.
 */
[[nodiscard]] base::Result<Sighting> toolListSighting(const QString &engine, const mcp::ToolList &list,
                                                      const QDateTime &seenAt);
/** A contract document to be kept; MalformedJson and the like if it cannot be read. */
[[nodiscard]] base::Result<Sighting> contractSighting(const QString &engine, const QByteArray &document,
                                                      const QDateTime &seenAt);

/** The content of a tool list, as above; of an incomplete one too. */
[[nodiscard]] QByteArray toolListContent(const mcp::ToolList &list);
/** Tools out of a kept tool list; MalformedAnswer if it is none. */
[[nodiscard]] base::Result<mcp::ToolList> toolListFromContent(QByteArrayView content);

} // namespace algenta::store
