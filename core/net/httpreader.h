// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secret.h"
#include "core/net/http.h"
#include "core/net/link.h"

#include <QFuture>
#include <QObject>

#include <memory>

namespace algenta::net
{

struct ExchangeEnd;

/**
 * Sends requests that only read (or that the engine records without acting) and checks that the
 * answer arrived whole.
 *
 * It stands on HttpExchange, not on QNetworkAccessManager, which re-sends a POST by itself when a
 * connection closes and reports success for some answers that were cut short. One connection a
 * request, no request ever sent twice. A GET follows a few redirects within its origin; any other
 * redirect is an Error. A status of 400 and up is an answer, not an Error. Every request passes the
 * override guard.
 */
class HttpReader : public QObject
{
    Q_OBJECT

public:
    explicit HttpReader(HttpLimits limits = {}, QObject *parent = nullptr);
    HttpReader(HttpLimits limits, Link link, QObject *parent = nullptr);
    ~HttpReader() override;

    /**
     * One exchange. @p key, if given, goes into `Authorization: Bearer`; it is copied before the
     * call returns. The future always finishes; destroying the reader or cancelAll() finishes it
     * with Cancelled.
     */
    [[nodiscard]] QFuture<base::Result<HttpResponse>> send(const HttpRequest &request,
                                                           const base::Secret *key = nullptr);
    /** Ends everything under way at once. */
    void cancelAll();
    [[nodiscard]] const HttpLimits &limits() const { return m_limits; }
    [[nodiscard]] const Link &link() const { return m_link; }

private:
    struct Reading;
    void startReading(const std::shared_ptr<Reading> &reading);
    void endReading(const std::shared_ptr<Reading> &reading, ExchangeEnd end);

    HttpLimits m_limits;
    Link m_link;
};

} // namespace algenta::net
