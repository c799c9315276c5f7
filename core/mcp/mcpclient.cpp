// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/mcpclient.h"

#include "core/base/jsonwriter.h"
#include "core/base/ondone.h"
#include "core/base/redaction.h"
#include "core/mcp/httperror.h"
#include "core/mcp/rpcanswer.h"

#include <QSet>

#include <algorithm>
#include <array>

namespace algenta::mcp
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Json;
using base::JsonMember;
using base::Result;

namespace
{

constexpr int maxPages = 64;
constexpr std::array handshakeVersions{"2025-11-25"_L1, "2025-06-18"_L1, "2025-03-26"_L1, "2024-11-05"_L1};

Json rpcMessage(std::optional<qint64> id, const QString &method, const Json &params)
{
    Json message = Json::object({JsonMember{u"jsonrpc"_s, Json::string(u"2.0"_s)}});
    if (id)
        message.set(u"id"_s, Json::integer(*id));
    message.set(u"method"_s, Json::string(method));
    if (params.isObject())
        message.set(u"params"_s, params);
    return message;
}

Json initializeParams()
{
    const Json client =
        Json::object({JsonMember{u"name"_s, Json::string(u"algenta-operator-console"_s)},
                      JsonMember{u"version"_s, Json::string(QStringLiteral(ALGENTA_VERSION))}});
    return Json::object({JsonMember{u"protocolVersion"_s, Json::string(QString(handshakeVersions.front()))},
                         JsonMember{u"capabilities"_s, Json::object()}, JsonMember{u"clientInfo"_s, client}});
}

Result<ServerInfo> readServerInfo(const Json &result)
{
    ServerInfo info;
    info.protocolVersion = result[u"protocolVersion"].toString();
    info.name = result[u"serverInfo"][u"name"].toString();
    info.version = result[u"serverInfo"][u"version"].toString();
    info.instructions = result[u"instructions"].toString();
    info.capabilities = result[u"capabilities"];
    for (const QLatin1StringView version : handshakeVersions) {
        if (info.protocolVersion == version)
            return info;
    }
    return base::fail(
        ErrorCode::ProtocolError,
        info.protocolVersion.isEmpty()
            ? u"The server names no protocol version in its answer to initialize."_s
            : u"The server wants MCP version %1, which this program does not speak."_s.arg(
                  saidText(info.protocolVersion)),
        u"Versions 2025-11-25 down to 2024-11-05 work: use an engine that offers one of them."_s);
}

bool isSessionGone(const net::HttpResponse &response, const QByteArray &session)
{
    return response.status == 404 && !session.isEmpty();
}

/** An engine may take 60 s for its own upstream call: a shorter wait would lose answers that come. */
net::HttpLimits callLimits(net::HttpLimits limits)
{
    limits.silence = std::max(limits.silence, std::chrono::milliseconds(90'000));
    limits.total = std::max(limits.total, std::chrono::milliseconds(120'000));
    limits.firstByte.reset();
    return limits;
}

CallExchange notCalled(const Error &error)
{
    return {net::NotSent{error}, base::fail(error)};
}

Result<CallResult> readCall(const net::SendOutcome &sent, qint64 id)
{
    if (const auto *notSent = std::get_if<net::NotSent>(&sent))
        return base::fail(notSent->error);
    if (const auto *lost = std::get_if<net::AnswerLost>(&sent))
        return base::fail(lost->error);
    const auto answer = readAnswer(std::get<net::HttpResponse>(sent), id);
    if (!answer)
        return base::fail(answer.error());
    return CallResult{answer->result, answer->result[u"isError"].toBool(), answer->raw};
}

} // namespace

/** One run through the pages of tools/list. */
struct McpClient::Listing {
    std::shared_ptr<PendingAnswer<ToolList>> promise = pendingAnswer<ToolList>();
    ToolList list;
    std::optional<QString> cursor;
    QSet<QString> seen;
    QList<Json> pages; ///< the tools member of each, to notice a server that ignores the cursor
    bool renewed = false;

    void stop(const QString &reason)
    {
        list.complete = false;
        list.incompleteReason = reason;
        finish();
    }
    void fail(Error error)
    {
        if (list.rawPages.isEmpty()) {
            promise->finish(base::fail(std::move(error)));
            return;
        }
        stop(u"Page %1 failed: %2"_s.arg(QString::number(pages.size() + 1), error.message));
    }
    void finish()
    {
        if (list.tools.isEmpty() && list.broken.isEmpty()) {
            list.warnings.append(
                u"The engine advertises no tool at all. An engine that filters by a product it does "
                "not know does so: check ALGENTA_PRODUCT on the engine, and whether a proxy adds an "
                "X-Algenta-Product header."_s);
        }
        promise->finish(std::move(list));
    }
};

McpClient::McpClient(QUrl endpoint, net::HttpReader &reader, KeyProvider key, QObject *parent)
    : QObject(parent)
    , m_endpoint(std::move(endpoint))
    , m_reader(reader)
    , m_sender(std::make_unique<net::OneShotSender>(callLimits(reader.limits()), reader.link()))
    , m_key(std::move(key))
{
}

McpClient::~McpClient()
{
    // Ends calls under way while everything that their continuations use still exists.
    m_sender.reset();
}

void McpClient::reset()
{
    m_server.reset();
    m_session.clear();
}

net::HttpRequest McpClient::request(const QByteArray &body) const
{
    net::HttpRequest result;
    result.method = "POST";
    result.url = m_endpoint;
    result.headers = {{"Content-Type", "application/json"},
                      {"Accept", "application/json, text/event-stream"}};
    if (m_server)
        result.headers.append({"MCP-Protocol-Version", m_server->protocolVersion.toLatin1()});
    if (!m_session.isEmpty())
        result.headers.append({"Mcp-Session-Id", m_session});
    result.body = body;
    return result;
}

QFuture<Result<ServerInfo>> McpClient::initialize()
{
    const auto promise = pendingAnswer<ServerInfo>();
    m_waiting.append([promise](Result<ServerInfo> result) { promise->finish(std::move(result)); });
    if (m_waiting.size() == 1)
        startHandshake();
    return promise->future();
}

void McpClient::ensureReady(std::function<void(Result<void>)> next)
{
    if (m_server && m_waiting.isEmpty()) {
        next({});
        return;
    }
    m_waiting.append([next = std::move(next)](const Result<ServerInfo> &result) {
        next(result ? Result<void>() : base::fail(result.error()));
    });
    if (m_waiting.size() == 1)
        startHandshake();
}

void McpClient::startHandshake()
{
    reset();
    const qint64 id = m_nextId++;
    const QByteArray body = base::writeJson(rpcMessage(id, u"initialize"_s, initializeParams()));
    base::onDone(m_reader.send(request(body), m_key ? m_key() : nullptr), this,
                 [this, id](const Outcome &answer) { onInitializeAnswer(answer, id); });
}

void McpClient::onInitializeAnswer(const Outcome &answer, qint64 id)
{
    if (!answer) {
        finishHandshake(base::fail(answer.error()));
        return;
    }
    const auto message = readAnswer(*answer, id);
    if (!message) {
        finishHandshake(base::fail(message.error()));
        return;
    }
    const auto info = readServerInfo(message->result);
    if (!info) {
        Error error = info.error();
        error.raw = base::redact(message->raw);
        finishHandshake(base::fail(error));
        return;
    }
    m_session = answer->header("Mcp-Session-Id");
    m_server = *info;
    const QByteArray body = base::writeJson(rpcMessage({}, u"notifications/initialized"_s, {}));
    base::onDone(m_reader.send(request(body), m_key ? m_key() : nullptr), this,
                 [this, info = *info](const Outcome &noted) { onInitializedNoted(noted, info); });
}

void McpClient::onInitializedNoted(const Outcome &answer, ServerInfo info)
{
    // Any success will do: 202, 200 or 204, with whatever body.
    if (!answer)
        finishHandshake(base::fail(answer.error()));
    else if (answer->status < 200 || answer->status >= 300)
        finishHandshake(base::fail(errorFromStatus(*answer, Endpoint::Mcp)));
    else
        finishHandshake(std::move(info));
}

void McpClient::finishHandshake(Result<ServerInfo> result)
{
    if (!result)
        reset();
    const auto waiting = std::exchange(m_waiting, {});
    for (const auto &next : waiting)
        next(result);
}

QFuture<Result<ToolList>> McpClient::listTools()
{
    const auto listing = std::make_shared<Listing>();
    const auto future = listing->promise->future();
    ensureReady([this, listing](const Result<void> &ready) {
        if (ready)
            fetchPage(listing);
        else
            listing->fail(ready.error());
    });
    return future;
}

void McpClient::fetchPage(std::shared_ptr<Listing> listing)
{
    const qint64 id = m_nextId++;
    Json params = Json::object();
    if (listing->cursor)
        params.set(u"cursor"_s, Json::string(*listing->cursor));
    const QByteArray body = base::writeJson(rpcMessage(id, u"tools/list"_s, params));
    base::onDone(
        m_reader.send(request(body), m_key ? m_key() : nullptr), this,
        [this, listing = std::move(listing), id](const Outcome &answer) { onPage(listing, answer, id); });
}

void McpClient::onPage(const std::shared_ptr<Listing> &listing, const Outcome &answer, qint64 id)
{
    if (!answer) {
        listing->fail(answer.error());
        return;
    }
    if (isSessionGone(*answer, m_session) && !std::exchange(listing->renewed, true)) {
        reset();
        // Cursors belong to the old session: start over, so that no row stands twice.
        listing->list = {};
        listing->cursor.reset();
        listing->seen.clear();
        listing->pages.clear();
        ensureReady([this, listing](const Result<void> &ready) {
            if (ready)
                fetchPage(listing);
            else
                listing->fail(ready.error());
        });
        return;
    }
    const auto message = readAnswer(*answer, id);
    if (!message) {
        listing->fail(message.error());
        return;
    }
    const Json &tools = message->result[u"tools"];
    if (tools.isArray() && tools.size() > 0 && listing->pages.contains(tools)) {
        listing->stop(u"The server repeats a page instead of sending the next one."_s);
        return;
    }
    const auto next = readToolPage(message->result, listing->list);
    if (!next) {
        Error error = next.error();
        error.raw = base::redact(message->raw);
        listing->fail(error);
        return;
    }
    listing->list.rawPages.append(message->raw);
    listing->pages.append(tools);
    if (!*next) {
        listing->finish();
    } else if (listing->seen.contains(**next)) {
        listing->stop(u"The server repeats a cursor, so its remaining pages cannot be read."_s);
    } else if (listing->pages.size() >= maxPages) {
        listing->stop(u"The list has more than %1 pages; the rest was not read."_s.arg(maxPages));
    } else {
        listing->seen.insert(**next);
        listing->cursor = *next;
        fetchPage(listing);
    }
}

QFuture<CallExchange> McpClient::exchangeCall(const QString &name, const Json &arguments)
{
    const auto promise = std::make_shared<PendingValue<CallExchange>>(
        notCalled(Error{ErrorCode::Cancelled, u"The call ended before it was sent."_s, {}, {}, 0, {}, {}}));
    const auto future = promise->future();
    ensureReady([this, name, arguments, promise](const Result<void> &ready) {
        if (ready) {
            sendCall(name, arguments, promise);
            return;
        }
        promise->finish(notCalled(ready.error()));
    });
    return future;
}

void McpClient::sendCall(const QString &name, const Json &arguments,
                         const std::shared_ptr<PendingValue<CallExchange>> &promise)
{
    const qint64 id = m_nextId++;
    const QFuture<net::SendOutcome> sent =
        m_sender->send(request(callToolBody(id, name, arguments)), m_key ? m_key() : nullptr);
    base::onDone(sent, this, [this, id, promise](const net::SendOutcome &outcome) {
        const auto *response = std::get_if<net::HttpResponse>(&outcome);
        CallExchange exchange{outcome, readCall(outcome, id)};
        if (response && isSessionGone(*response, m_session)) {
            reset();
            exchange.call.error().message =
                u"The session with the server has ended, so it did not take the call "
                "(HTTP 404); it was not sent again."_s;
            exchange.call.error().remedy = u"Call again: the next call begins with a new session."_s;
        }
        promise->finish(std::move(exchange));
    });
}

QFuture<Result<CallResult>> McpClient::callTool(const QString &name, const Json &arguments)
{
    return exchangeCall(name, arguments).then([](const CallExchange &exchange) { return exchange.call; });
}

QByteArray callToolBody(qint64 id, const QString &name, const Json &arguments)
{
    const Json params =
        Json::object({JsonMember{u"name"_s, Json::string(name)},
                      JsonMember{u"arguments"_s, arguments.isNull() ? Json::object() : arguments}});
    return base::writeJson(rpcMessage(id, u"tools/call"_s, params));
}

} // namespace algenta::mcp
