// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QUrl>

namespace algenta::breakglass
{

/** A webhook address, taken apart for a person to judge. */
struct Webhook {
    QString text; ///< as it will be sent
    QUrl url;
    QString host; ///< ASCII form (xn--…), lower case; with the port if it is not the scheme's own
    QString path; ///< path and query, as written
    bool plainHttp = false;

    bool operator==(const Webhook &) const = default;
};

/**
 * Checks an address that comes from data an agent can write.
 *
 * Refused (InvalidInput, naming what): no http or https, no host, user info, a fragment, control or
 * invisible characters, backslashes, and a host whose readable form hides another (non-ASCII is
 * accepted only in its ASCII form).
 */
[[nodiscard]] base::Result<Webhook> parseWebhook(const QString &text);

} // namespace algenta::breakglass
