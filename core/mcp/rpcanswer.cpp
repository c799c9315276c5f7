// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/rpcanswer.h"

#include "core/base/jsonreader.h"
#include "core/base/redaction.h"
#include "core/mcp/httperror.h"
#include "core/mcp/mcpclient.h"
#include "core/net/sseparser.h"

namespace algenta::mcp
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

constexpr qsizetype maxEventBytes = 16 * 1024 * 1024;

Error answerError(ErrorCode code, const QString &message, const QString &remedy, const QByteArray &raw,
                  int status)
{
    Error error;
    error.code = code;
    error.message = message;
    error.remedy = remedy;
    error.raw = base::redact(raw);
    error.httpStatus = status;
    return error;
}

Error rpcError(const Json &error, const QByteArray &raw, int status)
{
    const QString code = QString::fromLatin1(error[u"code"].numberText());
    const QString said = saidText(error[u"message"].toString());
    Error result =
        answerError(ErrorCode::ProtocolError,
                    u"The MCP server answers with an error (code %1): %2"_s.arg(
                        code.isEmpty() ? u"none"_s : code, said.isEmpty() ? u"no text"_s : said),
                    u"Check that the server speaks the protocol version shown, and its log."_s, raw, status);
    result.remoteCode = code;
    return result;
}

bool isResponse(const Json &message)
{
    return message.isObject() && !message.contains(u"method") &&
           (message.contains(u"result") || message.contains(u"error"));
}

bool hasId(const Json &message, qint64 id)
{
    return message[u"id"].numberText() == QByteArray::number(id);
}

/** A JSON-RPC error may carry the id null when the server could not read the request. */
bool answers(const Json &message, qint64 id)
{
    if (!isResponse(message))
        return false;
    return hasId(message, id) || (message.contains(u"error") && message[u"id"].isNull());
}

Result<RpcAnswer> fromMessage(const Json &message, const QByteArray &raw, qint64 id, int status)
{
    if (!isResponse(message)) {
        return base::fail(answerError(ErrorCode::MalformedAnswer,
                                      u"The answer is JSON, but no JSON-RPC response."_s,
                                      u"Check that the address is an MCP endpoint."_s, raw, status));
    }
    if (message.contains(u"error") && message.contains(u"result")) {
        return base::fail(answerError(
            ErrorCode::MalformedAnswer, u"The JSON-RPC answer holds both a result and an error."_s,
            u"Report it to the maker of the server; the raw answer is kept."_s, raw, status));
    }
    if (!answers(message, id)) {
        return base::fail(answerError(
            ErrorCode::ProtocolError, u"The JSON-RPC answer belongs to another request than %1."_s.arg(id),
            u"A proxy or cache may mix answers up: connect to the engine directly."_s, raw, status));
    }
    if (message.contains(u"error"))
        return base::fail(rpcError(message[u"error"], raw, status));
    return RpcAnswer{message[u"result"], raw};
}

Result<RpcAnswer> fromStream(const net::HttpResponse &response, qint64 id)
{
    net::SseParser parser(maxEventBytes);
    const auto events = parser.feed(response.body);
    if (!events)
        return base::fail(events.error());
    for (const net::SseEvent &event : *events) {
        const auto message = base::readJson(event.data);
        if (message && answers(*message, id))
            return fromMessage(*message, event.data, id, response.status);
    }
    return base::fail(answerError(
        ErrorCode::ConnectionLost, u"The event stream ended before the answer to request %1 came."_s.arg(id),
        u"Try again; if it repeats, look at the server's log."_s, response.body, response.status));
}

} // namespace

bool isEventStream(const net::HttpResponse &response)
{
    return response.header("Content-Type").toLower().trimmed().startsWith("text/event-stream");
}

std::optional<QByteArray> responseMessage(const net::HttpResponse &response)
{
    if (!isEventStream(response))
        return response.body;
    net::SseParser parser(maxEventBytes);
    const auto events = parser.feed(response.body);
    if (!events)
        return std::nullopt;
    for (const net::SseEvent &event : *events) {
        const auto message = base::readJson(event.data);
        if (message && isResponse(*message))
            return event.data;
    }
    return std::nullopt;
}

Result<RpcAnswer> readAnswer(const net::HttpResponse &response, qint64 id)
{
    if (response.status >= 300 || response.status < 200)
        return base::fail(errorFromStatus(response, Endpoint::Mcp));
    if (isEventStream(response))
        return fromStream(response, id);
    if (isHtml(response.body, response.header("Content-Type")))
        return base::fail(notAnEngine(response, u"it sends an HTML page"_s));
    if (response.body.trimmed().isEmpty()) {
        return base::fail(answerError(
            ErrorCode::MalformedAnswer,
            u"The server answered with success (HTTP %1) and nothing in it."_s.arg(response.status),
            u"Check that the address is an MCP endpoint."_s, {}, response.status));
    }
    auto message = base::readJson(response.body);
    if (!message) {
        if (!response.header("Content-Type").toLower().contains("json"))
            return base::fail(notAnEngine(response, u"the answer is no JSON"_s));
        Error error = message.error();
        error.message = u"The answer cannot be read as JSON: "_s + error.message;
        error.remedy = u"It may have been cut short on the way: try again, and look at the raw answer."_s;
        error.raw = base::redact(response.body);
        error.httpStatus = response.status;
        return base::fail(error);
    }
    return fromMessage(*message, response.body, id, response.status);
}

Result<Json> parseAnswer(const net::HttpResponse &response, qint64 id)
{
    return readAnswer(response, id).map([](const RpcAnswer &answer) { return answer.result; });
}

} // namespace algenta::mcp
