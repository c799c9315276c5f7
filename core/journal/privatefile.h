// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace algenta::journal
{

/**
 * Replaces the file at once and synced, readable by its owner alone; its folder must be there. What
 * it held before is overwritten as far as a file system allows: a copy may survive on the medium.
 */
[[nodiscard]] base::Result<void> writePrivateFile(const QString &path, QByteArrayView content);
/** The same, but StorageFailed if there is such a file already. */
[[nodiscard]] base::Result<void> createPrivateFile(const QString &path, QByteArrayView content);
/**
 * The content, at most 64 KiB. NotFound if there is no such file; NotAllowed if others than the
 * owner may read or write it.
 */
[[nodiscard]] base::Result<QByteArray> readPrivateFile(const QString &path);

/** Forces the folder of @p path onto the disk, so that a name in it survives a power cut. */
[[nodiscard]] base::Result<void> syncFolder(const QString &path);

} // namespace algenta::journal
