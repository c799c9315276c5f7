// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QUrl>

#include <chrono>
#include <optional>
#include <utility>

namespace algenta::net
{

using Header = std::pair<QByteArray, QByteArray>;

/** Limits of one exchange. Each error names the limit that was passed. */
struct HttpLimits {
    qint64 maxBody = 16 * 1024 * 1024;         ///< bytes of one answer body
    qint64 maxHead = 64 * 1024;                ///< bytes of status line and headers
    std::chrono::milliseconds connect{5'000};  ///< name lookup and TCP
    std::chrono::milliseconds tls{5'000};      ///< the TLS handshake
    std::chrono::milliseconds silence{30'000}; ///< longest pause without a byte
    std::chrono::milliseconds total{90'000};   ///< the whole exchange, redirects included
    /** From the written request to the first byte of the answer; without it, silence counts. */
    std::optional<std::chrono::milliseconds> firstByte{};
    int maxRedirects = 5; ///< of one reading GET, all within its origin
};

/** One request. The key travels beside it, never in it, so that a request can be logged. */
struct HttpRequest {
    QByteArray method = "GET";
    QUrl url;
    QList<Header> headers; ///< without Authorization, Host, Content-Length
    QByteArray body;
};

struct HttpResponse {
    int status = 0;
    QList<Header> headers;
    QByteArray body;

    /** First header of that name (case-insensitive), or empty. */
    [[nodiscard]] QByteArray header(QByteArrayView name) const;
};

/** `http` or `https` with a host and no user info; the reason why not otherwise. */
[[nodiscard]] base::Result<void> checkHttpUrl(const QUrl &url);

} // namespace algenta::net
