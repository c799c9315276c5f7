// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace algenta::liaison
{

/** The files with transcripts at one path. */
struct TranscriptFiles {
    QStringList files;     ///< sorted by name
    qint64 otherFiles = 0; ///< in the folder, not taken: their names do not end in .json, .jsonl or .ndjson
};

/**
 * A file as it stands, or the transcripts of a folder and of the folders in it; links to folders are
 * not followed. StorageFailed if there is nothing at @p path, NotFound for a folder without any.
 */
[[nodiscard]] base::Result<TranscriptFiles> transcriptFiles(const QString &path);

} // namespace algenta::liaison
