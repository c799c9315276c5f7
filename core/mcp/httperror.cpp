// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/httperror.h"

#include "core/base/jsonreader.h"
#include "core/base/redaction.h"
#include "core/base/textsafety.h"

namespace algenta::mcp
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Json;

namespace
{

constexpr qsizetype maxSaid = 300;
constexpr qsizetype maxDetails = 8;

QString placeText(const Json &item)
{
    if (const Json *field = item.find(u"field"); field && field->isString())
        return field->toString();
    if (const Json *field = item.find(u"argument"); field && field->isString())
        return field->toString();
    QStringList parts;
    for (const Json &part : item[u"loc"].items())
        parts.append(part.isString() ? part.toString() : QString::fromLatin1(part.numberText()));
    return parts.join(u'.');
}

QString problemText(const Json &item)
{
    for (const QStringView key : {QStringView(u"message"), QStringView(u"msg"), QStringView(u"problem")}) {
        if (item[key].isString())
            return item[key].toString();
    }
    return {};
}

void readDetailList(const Json &list, ErrorBody &body)
{
    for (const Json &item : list.items()) {
        if (body.details.size() == maxDetails)
            return;
        const QString place = placeText(item);
        const QString problem = problemText(item);
        if (!place.isEmpty() || !problem.isEmpty())
            body.details.append(saidText(place.isEmpty() ? problem : place + ": "_L1 + problem));
    }
}

QString codeText(const Json &code)
{
    return code.isNumber() ? QString::fromLatin1(code.numberText()) : code.toString();
}

void readErrorObject(const Json &error, ErrorBody &body)
{
    body.code = saidText(codeText(error[u"code"]));
    body.message = saidText(error[u"message"].toString());
    if (const auto status = error[u"status_code"].toInteger(); status && *status >= 100 && *status <= 599)
        body.statusCode = static_cast<int>(*status);
    if (error[u"request_id"].isString())
        body.requestId = saidText(error[u"request_id"].toString());
    const Json &details = error[u"details"];
    if (details.isArray())
        readDetailList(details, body);
    readDetailList(details[u"validation_errors"], body);
    if (details[u"hint"].isString())
        body.hint = saidText(details[u"hint"].toString());
}

QString withSaid(const QString &sentence, const ErrorBody &body)
{
    QStringList said;
    if (!body.code.isEmpty())
        said.append(body.code);
    if (!body.message.isEmpty())
        said.append(body.message);
    said.append(body.details);
    if (said.isEmpty() && body.html)
        return sentence + u" The answer is an HTML page, so a proxy or another server may have written it."_s;
    return said.isEmpty() ? sentence : sentence + u" It says: "_s + said.join(u"; "_s);
}

struct Advice {
    ErrorCode code = ErrorCode::HttpFailed;
    QString message;
    QString remedy;
};

Advice unauthorized(const net::HttpResponse &response)
{
    Advice advice{ErrorCode::Unauthorized, u"The engine wants a valid key for this (HTTP 401)."_s,
                  u"Enter the key for this engine again, or ask its administrator whether it was revoked."_s};
    const QByteArray asks = response.header("WWW-Authenticate");
    if (!asks.isEmpty())
        advice.message += u" It asks for: "_s + saidText(QString::fromUtf8(asks));
    return advice;
}

Advice forbidden(const ErrorBody &body)
{
    if (body.message.contains("Invalid Origin"_L1)) {
        return {ErrorCode::Forbidden, u"The engine refuses the Origin header of the request (HTTP 403)."_s,
                u"This program sends no Origin, so a proxy adds it: remove it there, or list it in "
                "ALGENTA_MCP_ALLOWED_ORIGINS of the engine."_s};
    }
    return {
        ErrorCode::Forbidden, u"The key has no right to this (HTTP 403)."_s,
        u"Use a key whose role may do this, or ask an administrator of the organisation for the right."_s};
}

Advice notFound(const ErrorBody &body, Endpoint endpoint)
{
    if (body.html) {
        return {ErrorCode::NotAnEngine,
                u"The address answers with an HTML page (HTTP 404), not as an engine."_s,
                u"Check host, port and path of the engine's address."_s};
    }
    if (endpoint == Endpoint::Mcp) {
        return {ErrorCode::NotFound, u"Nothing answers MCP at this address (HTTP 404)."_s,
                u"Check the address: MCP is at the engine's address followed by /mcp."_s};
    }
    const bool routeMissing =
        body.code.isEmpty() && (body.message.isEmpty() || body.message == "Not Found"_L1);
    if (routeMissing) {
        return {ErrorCode::NotFound, u"This engine has no such route (HTTP 404)."_s,
                u"It may be older than the route, or a standalone MCP server without REST: then set the REST "
                "address apart from the MCP address."_s};
    }
    return {ErrorCode::NotFound, u"The engine does not have this record (HTTP 404)."_s,
            u"Refresh the list: the record may have been deleted, or it belongs to another organisation."_s};
}

Advice rateLimited(const net::HttpResponse &response)
{
    const QString after = saidText(QString::fromLatin1(response.header("Retry-After").trimmed()));
    bool seconds = false;
    const int wait = after.toInt(&seconds);
    QString remedy = u"Wait a minute, then try again."_s;
    if (seconds)
        remedy = u"Try again in %1 s (Retry-After)."_s.arg(wait);
    else if (!after.isEmpty())
        remedy = u"Try again after %1 (Retry-After)."_s.arg(after);
    return {ErrorCode::RateLimited, u"The engine limits how often it is asked (HTTP 429)."_s, remedy};
}

Advice redirected(const net::HttpResponse &response)
{
    const QString target = saidText(QString::fromUtf8(response.header("Location")));
    return {
        ErrorCode::RedirectRefused,
        u"The server redirects (HTTP %1)%2; this program never follows, so that a key stays where it belongs."_s
            .arg(QString::number(response.status), target.isEmpty() ? QString() : u" to "_s + target),
        u"Enter the address that really serves the engine."_s};
}

Advice otherClientError(const net::HttpResponse &response, const ErrorBody &body)
{
    switch (response.status) {
    case 400:
    case 422:
        return {ErrorCode::InvalidInput,
                u"The engine cannot use the values of the request (HTTP %1)."_s.arg(response.status),
                u"Correct the named values and try again."_s};
    case 406:
        return {
            ErrorCode::HttpFailed, u"The server offers no answer in the accepted types (HTTP 406)."_s,
            u"Both application/json and text/event-stream were accepted: a proxy may drop the Accept header."_s};
    case 409:
        return {ErrorCode::Conflict, u"The engine refuses this in the present state (HTTP 409)."_s,
                u"Refresh, look at the present state and decide again."_s};
    case 413:
        return {ErrorCode::LimitExceeded, u"The request is larger than the server accepts (HTTP 413)."_s,
                u"Send less at once; an engine accepts about 4 MiB on its MCP endpoint."_s};
    case 421:
        return {ErrorCode::HostRefused, u"The engine does not serve this host name (HTTP 421)."_s,
                u"Add the host and port of this address to ALGENTA_MCP_ALLOWED_HOSTS of the engine, or use "
                "127.0.0.1 or localhost with a port on its own machine."_s};
    default:
        break;
    }
    if (body.html) {
        return {ErrorCode::NotAnEngine,
                u"The address answers with an HTML page (HTTP %1), not as an engine."_s.arg(response.status),
                u"Check host, port and path of the engine's address."_s};
    }
    return {ErrorCode::HttpFailed, u"The server refused the request (HTTP %1)."_s.arg(response.status),
            u"Check the engine's address, and the engine's log for this request."_s};
}

Advice adviceFor(const net::HttpResponse &response, const ErrorBody &body, Endpoint endpoint)
{
    if (response.status < 400)
        return redirected(response);
    if (response.status >= 500) {
        return {ErrorCode::ServerFailed, u"The engine failed (HTTP %1)."_s.arg(response.status),
                body.hint.isEmpty() ? u"Look at the engine's log and health; then try again."_s : body.hint};
    }
    switch (response.status) {
    case 401:
        return unauthorized(response);
    case 403:
        return forbidden(body);
    case 404:
        return notFound(body, endpoint);
    case 429:
        return rateLimited(response);
    default:
        return otherClientError(response, body);
    }
}

} // namespace

QString saidText(const QString &text)
{
    return base::elidedText(base::redact(text), maxSaid);
}

bool isHtml(const QByteArray &bytes, QByteArrayView contentType)
{
    if (QByteArray(contentType.toByteArray()).toLower().startsWith("text/html"))
        return true;
    const QByteArray start = bytes.left(256).trimmed().toLower();
    return start.startsWith("<!doctype html") || start.startsWith("<html");
}

ErrorBody readErrorBody(const Json &root)
{
    ErrorBody body;
    const Json &detail = root[u"detail"];
    const Json *error = nullptr;
    if (root[u"error"].isObject())
        error = &root[u"error"];
    else if (detail[u"error"].isObject())
        error = &detail[u"error"];
    else if (detail.isObject())
        error = &detail;
    else if (root[u"code"].isString() && root[u"message"].isString())
        error = &root;

    body.found = true;
    if (error)
        readErrorObject(*error, body);
    else if (root[u"error"].isString())
        body.message = saidText(root[u"error"].toString());
    else if (detail.isString())
        body.message = saidText(detail.toString());
    else if (detail.isArray())
        readDetailList(detail, body);
    else
        body.found = false;
    if (root[u"request_id"].isString())
        body.requestId = saidText(root[u"request_id"].toString());
    return body;
}

ErrorBody readErrorBody(const QByteArray &bytes, QByteArrayView contentType)
{
    ErrorBody body;
    if (isHtml(bytes, contentType)) {
        body.html = true;
        return body;
    }
    const auto root = base::readJson(bytes);
    if (root && root->isObject())
        return readErrorBody(*root);
    if (root && root->isString())
        body.message = saidText(root->toString());
    else if (!root)
        body.message = saidText(QString::fromUtf8(bytes.left(4 * maxSaid)).trimmed());
    return body;
}

Error errorFromStatus(const net::HttpResponse &response, Endpoint endpoint)
{
    const ErrorBody body = readErrorBody(response.body, response.header("Content-Type"));
    const Advice advice = adviceFor(response, body, endpoint);
    Error error;
    error.code = advice.code;
    error.message = withSaid(advice.message, body);
    error.remedy = advice.remedy;
    error.raw = base::redact(response.body);
    error.httpStatus = response.status;
    error.remoteCode = body.code;
    error.requestId = body.requestId;
    if (error.requestId.isEmpty())
        error.requestId = saidText(QString::fromUtf8(response.header("X-Request-Id")));
    return error;
}

Error notAnEngine(const net::HttpResponse &response, const QString &what)
{
    Error error;
    error.code = ErrorCode::NotAnEngine;
    error.message = u"The address answers, but not as an engine: %1."_s.arg(what);
    error.remedy =
        u"Check host, port and path of the engine's address, and whether a proxy or a login page is in "
        "between."_s;
    error.raw = base::redact(response.body);
    error.httpStatus = response.status;
    return error;
}

} // namespace algenta::mcp
