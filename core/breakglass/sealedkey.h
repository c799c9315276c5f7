// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sealed.h"

#include <QFuture>
#include <QString>

#include <memory>

namespace algenta::breakglass
{

/**
 * Keeps an operator key at rest, sealed by a passphrase and bound to one engine's origin; owner-only,
 * synced, in place of what stands there. Errors are those of base::seal(), or of writing.
 */
[[nodiscard]] base::Result<void> writeSealedKey(const QString &path, const QString &engineOrigin,
                                                const base::Secret &key, const base::Secret &passphrase,
                                                const base::SealCost &cost = {});
/** NotFound: no such file. Otherwise as base::unseal(): wrong passphrase, other engine and damage differ. */
[[nodiscard]] base::Result<base::Secret> openSealedKey(const QString &path, const QString &engineOrigin,
                                                       const base::Secret &passphrase);
/** The engine that a sealed key is for; nothing secret is read. */
[[nodiscard]] base::Result<QString> sealedKeyOrigin(const QString &path);

/** The same away from the thread of the screen; the passphrase is wiped when it is done. */
[[nodiscard]] QFuture<base::Result<void>> writeSealedKeyLater(const QString &path,
                                                              const QString &engineOrigin, base::Secret key,
                                                              base::Secret passphrase,
                                                              const base::SealCost &cost = {});
/** Shared, since a future hands out copies: move the secret out of it at once. */
[[nodiscard]] QFuture<base::Result<std::shared_ptr<base::Secret>>>
openSealedKeyLater(const QString &path, const QString &engineOrigin, base::Secret passphrase);

} // namespace algenta::breakglass
