// SPDX-License-Identifier: Apache-2.0
#include "core/engine/restapi.h"

#include "core/base/jsonreader.h"
#include "core/base/ondone.h"
#include "core/base/redaction.h"
#include "core/mcp/httperror.h"
#include "core/mcp/pendinganswer.h"

#include <QUrlQuery>

#include <algorithm>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

constexpr int maxPageSize = 100;

/** The body of a success answer that can be JSON; the Error otherwise. */
Result<QByteArray> successBody(const Result<net::HttpResponse> &answer)
{
    if (!answer)
        return base::fail(answer.error());
    if (answer->status < 200 || answer->status >= 300)
        return base::fail(errorFromResponse(*answer));
    if (mcp::isHtml(answer->body, answer->header("Content-Type")))
        return base::fail(mcp::notAnEngine(*answer, u"it sends an HTML page"_s));
    return answer->body;
}

Result<Json> readBody(const QByteArray &body)
{
    // Of a key that stands twice nobody can tell which value the engine goes by.
    auto json = base::readJson(body, {}, base::DuplicateKeys::Refuse);
    if (json)
        return *json;
    Error error = json.error();
    error.message = body.trimmed().isEmpty() ? u"The engine answered with success and nothing in it."_s
                                             : u"The answer cannot be read as JSON: "_s + error.message;
    error.remedy = u"It may have been cut short on the way: try again, and look at the raw answer."_s;
    error.raw = base::redact(body);
    return base::fail(error);
}

/** The record in a success answer, its bytes kept in the Error if it cannot be read. */
template<typename T>
Result<T> readRecord(const QByteArray &body, Result<T> (*parse)(const Json &))
{
    const auto json = readBody(body);
    if (!json)
        return base::fail(json.error());
    auto record = parse(*json);
    if (!record)
        record.error().raw = base::redact(body);
    return record;
}

void addFilter(QUrlQuery &query, const QString &name, const QString &value)
{
    // The engine refuses empty filters.
    if (!value.isEmpty())
        query.addQueryItem(name, QString::fromLatin1(QUrl::toPercentEncoding(value)));
}

QUrlQuery pageQuery(int page, int limit)
{
    QUrlQuery query;
    query.addQueryItem(u"page"_s, QString::number(std::max(page, 1)));
    query.addQueryItem(u"limit"_s, QString::number(std::clamp(limit, 1, maxPageSize)));
    return query;
}

} // namespace

RestApi::RestApi(EngineAddress address, net::HttpReader &reader, KeyProvider key, QObject *parent)
    : QObject(parent)
    , m_address(std::move(address))
    , m_reader(reader)
    , m_key(std::move(key))
{
}

QUrl RestApi::url(const QString &encodedPath, const QUrlQuery &query) const
{
    QUrl result = m_address.restRoot;
    // Strict, so that %25 and %2F of an id stay as they are.
    result.setPath(m_address.restRoot.path(QUrl::FullyEncoded) + encodedPath, QUrl::StrictMode);
    if (!query.isEmpty())
        result.setQuery(query);
    return result;
}

template<typename T, typename Read>
QFuture<Result<T>> RestApi::get(const QUrl &target, Read read)
{
    net::HttpRequest request;
    request.url = target;
    request.headers = {{"Accept", "application/json"}};
    const auto promise = mcp::pendingAnswer<T>();
    base::onDone(m_reader.send(request, m_key ? m_key() : nullptr), this,
                 [promise, read](const Result<net::HttpResponse> &answer) {
                     const auto body = successBody(answer);
                     promise->finish(body ? read(*body) : Result<T>(base::fail(body.error())));
                 });
    return promise->future();
}

QFuture<Result<QByteArray>> RestApi::health()
{
    return get<QByteArray>(url(u"/health"_s),
                           [](const QByteArray &body) { return Result<QByteArray>(body); });
}

QFuture<Result<QByteArray>> RestApi::metaContractBytes()
{
    return get<QByteArray>(url(u"/v1/meta/contract"_s),
                           [](const QByteArray &body) { return Result<QByteArray>(body); });
}

QFuture<Result<Page<Decision>>> RestApi::decisions(int page, int limit)
{
    return get<Page<Decision>>(url(u"/v1/decisions"_s, pageQuery(page, limit)), &parseDecisionPage);
}

QString decisionPath(const QString &id)
{
    return u"/v1/decisions/"_s + QString::fromLatin1(QUrl::toPercentEncoding(id));
}

QFuture<Result<Decision>> RestApi::decision(const QString &id)
{
    if (id.isEmpty() || id == "."_L1 || id == ".."_L1) {
        const auto promise = mcp::pendingAnswer<Decision>();
        promise->finish(base::fail(ErrorCode::InvalidInput,
                                   u"\"%1\" cannot be the id of a decision."_s.arg(id),
                                   u"Enter the id as the engine shows it."_s));
        return promise->future();
    }
    return get<Decision>(url(decisionPath(id)),
                         [](const QByteArray &body) { return readRecord(body, &parseDecision); });
}

QFuture<Result<Page<AuditEntry>>> RestApi::auditLogs(const AuditQuery &filter)
{
    QUrlQuery query = pageQuery(filter.page, filter.limit);
    addFilter(query, u"action"_s, filter.action);
    addFilter(query, u"result"_s, filter.result);
    addFilter(query, u"resource_type"_s, filter.resourceType);
    addFilter(query, u"actor_email"_s, filter.actorEmail);
    return get<Page<AuditEntry>>(url(u"/v1/audit-logs"_s, query), &parseAuditPage);
}

QFuture<Result<Policy>> RestApi::policy()
{
    return get<Policy>(url(u"/v1/execution/policy"_s),
                       [](const QByteArray &body) { return readRecord(body, &parsePolicy); });
}

QFuture<Result<Page<Policy>>> RestApi::policySnapshots()
{
    return get<Page<Policy>>(url(u"/v1/execution/policy/snapshots"_s), &parsePolicyPage);
}

Error errorFromResponse(const net::HttpResponse &response)
{
    return mcp::errorFromStatus(response, mcp::Endpoint::Rest);
}

} // namespace algenta::engine
