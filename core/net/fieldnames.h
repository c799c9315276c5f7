// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace algenta::net
{

/**
 * True if a lenient server could take this name for an override field: letter case, compatibility
 * forms (full width), invisible characters and separators do not count.
 */
[[nodiscard]] bool isOverrideName(QStringView name);
/** As isOverrideName(), also for a part of the name between hyphens (`X-Force`). */
[[nodiscard]] bool isOverrideHeaderName(const QByteArray &name);

/** The override name in an encoded path after any number of percent-decodings, or empty. */
[[nodiscard]] QString overrideNameInPath(const QString &path);
/**
 * The override name that an encoded query sets, or empty: as a parameter or a part of one
 * (`a[force]`), also inside a value that would itself be read as a query or as JSON. A value
 * that merely is the word passes.
 */
[[nodiscard]] QString overrideNameInQuery(const QString &query);
/** The override name contained anywhere in text of unknown form, decoded as far as it goes, or empty. */
[[nodiscard]] QString overrideNameInText(const QByteArray &text);

} // namespace algenta::net
