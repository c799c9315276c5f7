// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/net/http.h"

#include <QAbstractSocket>
#include <QList>
#include <QSslCertificate>
#include <QStringList>
#include <QUrl>

#include <chrono>

namespace algenta::net
{

/** `scheme://host:port`, the host in its ASCII form, safe to show. */
[[nodiscard]] QString originText(const QUrl &url);
/** True if scheme, host and port are the same. */
[[nodiscard]] bool isSameOrigin(const QUrl &left, const QUrl &right);
/** "5 s" or "150 ms". */
[[nodiscard]] QString durationText(std::chrono::milliseconds time);

/** What is known of a connection that never became usable. */
struct ConnectFailure {
    QUrl url;
    QAbstractSocket::SocketError code = QAbstractSocket::UnknownSocketError;
    QString reason;       ///< as the socket says it
    bool reached = false; ///< TCP came about
    bool throughProxy = false;
    QStringList certificateProblems;
    QList<QSslCertificate> chain; ///< as the server presented it
};

[[nodiscard]] base::Error connectError(const ConnectFailure &failure);
/** A failure after the request was handed over; @p position: where the answer stood. */
[[nodiscard]] base::Error brokenError(const QUrl &url, QAbstractSocket::SocketError code,
                                      const QString &reason, const QString &position,
                                      bool hasClientCertificate);
/** The target of a redirect, if it can be read. */
[[nodiscard]] QUrl redirectTarget(const QUrl &url, const HttpResponse &response);
[[nodiscard]] base::Error redirectError(const QUrl &url, const HttpResponse &response);

} // namespace algenta::net
