// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>

namespace algenta::journal
{

/** Creates the folder of @p path with 0700 if it is not there. */
[[nodiscard]] base::Result<void> makeFolder(const QString &path);
/** Gives a finished file its name, synced; a file that another process put there first stays. */
[[nodiscard]] base::Result<void> publishFile(const QString &temporary, const QString &path);
/** Removes a database that was never published, with the files SQLite puts beside it. */
void removeDatabase(const QString &path);

} // namespace algenta::journal
