// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contract/snapshot.h"
#include "core/mcp/tool.h"
#include "core/store/keptsnapshot.h"

namespace algenta::store
{

/**
 * A tool list to be kept. Its content is every item as sent, items that could not be used too, with the
 * members of objects sorted, ordered by name and then by text: pages, order, white space and the numbers
 * of the requests do not count; the order inside of lists and the digits of numbers do.
 *
 * InvalidInput for an incomplete list: what is missing would look like tools that were taken away.
 */
[[nodiscard]] base::Result<Sighting> toolListSighting(const QString &engine, const mcp::ToolList &list,
                                                      const QDateTime &seenAt);
/** A contract document to be kept, its members sorted as above; MalformedJson and the like if it cannot be
 * read. */
[[nodiscard]] base::Result<Sighting> contractSighting(const QString &engine, const QByteArray &document,
                                                      const QDateTime &seenAt);

/** The content of a tool list, as above; of an incomplete one too. */
[[nodiscard]] QByteArray toolListContent(const mcp::ToolList &list);

/** A kept content as what contract::compareSnapshots() takes. */
[[nodiscard]] base::Result<contract::Snapshot> comparable(const KeptSnapshot &kept);

} // namespace algenta::store
