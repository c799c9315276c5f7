// SPDX-License-Identifier: Apache-2.0
#include "core/net/httpreader.h"

#include "core/net/httpexchange.h"
#include "core/net/overrideguard.h"

#include <QPointer>
#include <QPromise>

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

using base::Result;

HttpReader::HttpReader(HttpLimits limits, QObject *parent)
    : QObject(parent)
    , m_limits(limits)
{
}

HttpReader::~HttpReader()
{
    cancelAll();
}

QFuture<Result<HttpResponse>> HttpReader::send(const HttpRequest &request, const base::Secret *key)
{
    const auto promise = std::make_shared<QPromise<Result<HttpResponse>>>();
    promise->start();
    QFuture<Result<HttpResponse>> future = promise->future();
    Result<void> allowed = checkOverrideGuard(request);
    if (allowed) {
        allowed = checkHttpRequest(request, key);
    }
    if (!allowed) {
        promise->addResult(tl::unexpected(allowed.error()));
        promise->finish();
        return future;
    }
    auto *exchange = new HttpExchange(
        m_limits, request, key != nullptr ? key->clone() : base::Secret(), HttpExchange::Redirects::Refuse,
        [promise](ExchangeEnd end) {
            if (!end.answer && end.answer.error().remedy.isEmpty() &&
                end.answer.error().code != base::ErrorCode::Cancelled) {
                end.answer.error().remedy = u"Check that the engine is running, then try again."_s;
            }
            promise->addResult(std::move(end.answer));
            promise->finish();
        },
        this);
    exchange->start();
    return future;
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
