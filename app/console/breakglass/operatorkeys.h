// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"

#include <QObject>
#include <QString>

#include <functional>

namespace algenta::console
{

/**
 * Operator keys that are kept on this machine, each sealed by a passphrase and bound to one engine, in
 * an owner-only file of @p folder. An empty folder has none. Sealing and opening take about a second on a
 * thread of their own; @p done is called on the thread of @p context, unless that is gone.
 */
[[nodiscard]] bool hasOperatorKey(const QString &folder, const QString &engineOrigin);
void openOperatorKey(const QString &folder, const QString &engineOrigin, base::Secret passphrase,
                     QObject *context, std::function<void(base::Result<base::Secret>)> done);
/** Replaces a key that is there already. */
void sealOperatorKey(const QString &folder, const QString &engineOrigin, base::Secret key,
                     base::Secret passphrase, QObject *context, std::function<void(base::Result<void>)> done);
[[nodiscard]] base::Result<void> removeOperatorKey(const QString &folder, const QString &engineOrigin);

} // namespace algenta::console
