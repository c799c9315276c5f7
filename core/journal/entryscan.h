// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/entry.h"

#include <QByteArrayView>

#include <optional>

namespace algenta::journal
{

/** What verification looks at in an entry; the views are into its bytes. */
struct ScannedEntry {
    qint64 seq = 0;
    EntryKind kind = EntryKind::Note;
    QByteArrayView previousHex; ///< 64 lower-case digits
    QByteArrayView kindName;
    /** Texts as they stand in the JSON, with their escapes. */
    QByteArrayView act;
    QByteArrayView engine;
    QByteArrayView subject;
};

/**
 * Checks canonical bytes in one pass without building a document, many times faster than parseEntry().
 *
 * Whatever this accepts, parseEntry() accepts with the same fields. Nothing does not mean damage: only
 * that parseEntry() has to decide, as for rare but valid forms.
 */
[[nodiscard]] std::optional<ScannedEntry> scanEntry(QByteArrayView bytes);

} // namespace algenta::journal
