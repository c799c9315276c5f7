// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>

namespace algenta::journal
{

/** An error number of the system as an operator's error, after the sentence @p what. */
[[nodiscard]] base::Error systemError(int code, const QString &what);
/** Refuses what is not a journal by the header of the file, before SQLite treats it as a database. */
[[nodiscard]] base::Result<void> checkHeader(const QString &path);
/** Takes the rights of others from the journal and the files beside it. */
[[nodiscard]] base::Result<void> makePrivate(const QString &path);
[[nodiscard]] base::Result<void> checkWritable(const QString &path);
[[nodiscard]] bool folderIsWritable(const QString &path);

} // namespace algenta::journal
