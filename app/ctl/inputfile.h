// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"

#include <QByteArray>
#include <QString>

namespace algenta::ctl
{

/** The whole of a file, or of standard input for "-". LimitExceeded beyond 16 MiB, StorageFailed if
 * unreadable. */
[[nodiscard]] base::Result<QByteArray> readInput(const QString &path);

/** The first line of standard input as a key, at most 4096 bytes of visible ASCII. */
[[nodiscard]] base::Result<base::Secret> readKeyFromStandardInput();
/** ALGENTA_API_KEY, else DE_API_KEY; empty if neither is set. The same rules as for a typed key. */
[[nodiscard]] base::Result<base::Secret> readKeyFromEnvironment();

} // namespace algenta::ctl
