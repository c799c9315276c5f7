// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace algenta::base
{

/**
 * Replaces key material in text that is going to a log or an error: `de_live_…`, `de_test_…`,
 * `Bearer …`, the values of credential headers and fields (`X-API-Key: …`, `"access_token":"…"`) and
 * user info in URLs become `[redacted]`. JSON in the text, at any level of escaping, stays readable.
 */
[[nodiscard]] QString redact(QString text);
[[nodiscard]] QByteArray redact(const QByteArray &bytes);

} // namespace algenta::base
