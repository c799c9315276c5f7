// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secret.h"
#include "core/net/http.h"

#include <QFuture>
#include <QNetworkAccessManager>
#include <QObject>

#include <memory>

namespace algenta::net
{

/**
 * Sends requests that only read (or that the engine records without acting) and checks that the
 * answer arrived whole.
 *
 * Redirects are refused, no request is ever sent twice (Qt re-sends a POST by itself when a
 * connection closes; the body device used here refuses to be read again), `Accept-Encoding:
 * identity` keeps the bytes as the engine sent them. A status of 400 and up is an answer, not an
 * Error. Every request passes the override guard.
 */
class HttpReader : public QObject
{
    Q_OBJECT

public:
    explicit HttpReader(HttpLimits limits = {}, QObject *parent = nullptr);
    ~HttpReader() override;

    /**
     * One exchange. @p key, if given, goes into `Authorization: Bearer`.
     * The future always finishes; destroying the reader or cancel() finishes it with Cancelled.
     */
    [[nodiscard]] QFuture<base::Result<HttpResponse>> send(const HttpRequest &request,
                                                           const base::Secret *key = nullptr);
    /** Ends everything under way at once. */
    void cancelAll();
    [[nodiscard]] const HttpLimits &limits() const { return m_limits; }

private:
    class Exchange;
    QNetworkAccessManager m_network;
    HttpLimits m_limits;
};

} // namespace algenta::net
