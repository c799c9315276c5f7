// SPDX-License-Identifier: Apache-2.0
#include "core/net/httpreader.h"

#include "core/net/httpexchange.h"
#include "core/net/overrideguard.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QPromise>

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

using base::Result;

/** One request with the redirects that it takes. */
struct HttpReader::Reading {
    HttpRequest request;
    base::Secret key;
    QPromise<Result<HttpResponse>> promise;
    QElapsedTimer clock;
    int redirects = 0;

    void finish(Result<HttpResponse> answer)
    {
        promise.addResult(std::move(answer));
        promise.finish();
    }
};

HttpReader::HttpReader(HttpLimits limits, QObject *parent)
    : HttpReader(limits, Link(), parent)
{
}

HttpReader::HttpReader(HttpLimits limits, Link link, QObject *parent)
    : QObject(parent)
    , m_limits(limits)
    , m_link(std::move(link))
{
}

HttpReader::~HttpReader()
{
    cancelAll();
}

QFuture<Result<HttpResponse>> HttpReader::send(const HttpRequest &request, const base::Secret *key)
{
    const auto reading = std::make_shared<Reading>();
    reading->promise.start();
    QFuture<Result<HttpResponse>> future = reading->promise.future();
    if (const Result<void> usable = checkHttpRequest(request, key); !usable) {
        reading->finish(tl::unexpected(usable.error()));
        return future;
    }
    reading->request = request;
    reading->key = key != nullptr ? key->clone() : base::Secret();
    reading->clock.start();
    startReading(reading);
    return future;
}

void HttpReader::startReading(const std::shared_ptr<Reading> &reading)
{
    // For each address anew: a server may try to have a redirect carry an override field.
    if (const Result<void> allowed = checkOverrideGuard(reading->request); !allowed) {
        reading->finish(tl::unexpected(allowed.error()));
        return;
    }
    HttpLimits limits = m_limits;
    limits.total = std::max(std::chrono::milliseconds(1),
                            m_limits.total - std::chrono::milliseconds(reading->clock.elapsed()));
    auto *exchange = new HttpExchange(
        limits, m_link, HttpExchange::Purpose::Read, reading->request, reading->key.clone(),
        [self = QPointer(this), reading](ExchangeEnd end) {
            if (self) {
                self->endReading(reading, std::move(end));
            } else {
                reading->finish(std::move(end.answer));
            }
        },
        this);
    exchange->start();
}

void HttpReader::endReading(const std::shared_ptr<Reading> &reading, ExchangeEnd end)
{
    if (!end.redirect.isEmpty() && checkHttpUrl(end.redirect) && reading->redirects < m_limits.maxRedirects) {
        ++reading->redirects;
        reading->request.url = end.redirect;
        startReading(reading);
        return;
    }
    if (!end.answer) {
        base::Error &error = end.answer.error();
        if (!end.redirect.isEmpty() && reading->redirects >= m_limits.maxRedirects) {
            error.message = u"The server redirects more than %1 times in a row."_s.arg(m_limits.maxRedirects);
        }
        if (error.remedy.isEmpty() && error.code != base::ErrorCode::Cancelled) {
            error.remedy = u"Check that the engine is running, then try again."_s;
        }
    }
    reading->finish(std::move(end.answer));
}

void HttpReader::cancelAll()
{
    const auto running = findChildren<HttpExchange *>(Qt::FindDirectChildrenOnly);
    for (const QPointer<HttpExchange> exchange : running) {
        if (exchange) {
            exchange->cancel();
        }
    }
}

} // namespace algenta::net
