// SPDX-License-Identifier: Apache-2.0
#include "core/net/oneshotsender.h"

#include "core/net/httpexchange.h"
#include "core/net/overrideguard.h"

#include <QPromise>

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

namespace
{

SendOutcome toOutcome(ExchangeEnd end)
{
    if (end.answer) {
        return std::move(*end.answer);
    }
    if (!end.handedOver) {
        return NotSent{std::move(end.answer.error())};
    }
    base::Error &error = end.answer.error();
    error.remedy =
        u"The engine may have acted. Read its state before anything is sent again. %1"_s.arg(error.remedy)
            .trimmed();
    return AnswerLost{std::move(end.answer.error()), std::move(end.received)};
}

QFuture<SendOutcome> notSent(base::Error error)
{
    return QtFuture::makeReadyFuture(SendOutcome(NotSent{std::move(error)}));
}

} // namespace

OneShotSender::OneShotSender(HttpLimits limits, QObject *parent)
    : OneShotSender(limits, Link(), parent)
{
}

OneShotSender::OneShotSender(HttpLimits limits, Link link, QObject *parent)
    : QObject(parent)
    , m_limits(limits)
    , m_link(std::move(link))
{
}

OneShotSender::~OneShotSender()
{
    while (auto *exchange = findChild<HttpExchange *>(QString(), Qt::FindDirectChildrenOnly)) {
        exchange->cancel();
    }
}

QFuture<SendOutcome> OneShotSender::send(const HttpRequest &request, const base::Secret *key)
{
    if (const base::Result<void> allowed = checkOverrideGuard(request); !allowed) {
        return notSent(allowed.error());
    }
    return start(request, key);
}

QFuture<SendOutcome> OneShotSender::send(const HttpRequest &request, const base::Secret *key,
                                         OverridePermit permit)
{
    if (const base::Result<void> allowed = checkOverrideGuard(request, permit); !allowed) {
        return notSent(allowed.error());
    }
    return start(request, key);
}

QFuture<SendOutcome> OneShotSender::start(const HttpRequest &request, const base::Secret *key)
{
    if (const base::Result<void> usable = checkHttpRequest(request, key); !usable) {
        return notSent(usable.error());
    }
    const auto promise = std::make_shared<QPromise<SendOutcome>>();
    promise->start();
    auto *exchange = new HttpExchange(
        m_limits, m_link, HttpExchange::Purpose::Act, request, key != nullptr ? key->clone() : base::Secret(),
        [promise](ExchangeEnd end) {
            promise->addResult(toOutcome(std::move(end)));
            promise->finish();
        },
        this);
    exchange->start();
    return promise->future();
}

} // namespace algenta::net
