// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/secret.h"
#include "core/mcp/pendinganswer.h"
#include "core/mcp/tool.h"
#include "core/net/httpreader.h"
#include "core/net/oneshotsender.h"

#include <QFuture>
#include <QObject>
#include <QUrl>

#include <functional>
#include <memory>
#include <optional>

namespace algenta::mcp
{

struct ServerInfo {
    QString name;
    QString version;
    QString protocolVersion;
    QString instructions;
    base::Json capabilities;
};

/** A tools/call answer. `isError` alone proves nothing: an engine reports failures in the text. */
struct CallResult {
    base::Json result; ///< the JSON-RPC result member
    bool isError = false;
    QByteArray raw; ///< body (or SSE data) as received
};

/** A tools/call with all that is known of its way: whether it left, and what came back. */
struct CallExchange {
    net::SendOutcome sent;         ///< NotSent also if the handshake before it failed
    base::Result<CallResult> call; ///< the answer read, or why there is none
};

/**
 * MCP over Streamable HTTP, protocol 2025-11-25 (handshake) and the older handshake versions.
 *
 * Answers may be one JSON body or an SSE stream; a session id is echoed if the server gives one,
 * and a 404 for it leads to one fresh handshake for reading requests, never for tools/call.
 * Requests of the server to the client (sampling, elicitation) are not answered. A tool may act, so
 * every tools/call goes through the one-shot sender. Lives in the thread of its reader.
 */
class McpClient : public QObject
{
    Q_OBJECT

public:
    /** Returns the key for the endpoint's origin, or nullptr. */
    using KeyProvider = std::function<const base::Secret *()>;

    /** @p reader must outlive the client. */
    McpClient(QUrl endpoint, net::HttpReader &reader, KeyProvider key, QObject *parent = nullptr);
    ~McpClient() override;

    /** Handshake; further calls do it by themselves if it was not done. */
    [[nodiscard]] QFuture<base::Result<ServerInfo>> initialize();
    /** All pages, at most 64; what is good is kept when a page or an item fails. Fails only if no page came.
     */
    [[nodiscard]] QFuture<base::Result<ToolList>> listTools();
    /** Sent once, never repeated. The override guard refuses arguments with override fields. */
    [[nodiscard]] QFuture<base::Result<CallResult>> callTool(const QString &name,
                                                             const base::Json &arguments);
    /** callTool() that also tells whether the request left this machine. */
    [[nodiscard]] QFuture<CallExchange> exchangeCall(const QString &name, const base::Json &arguments);
    [[nodiscard]] const QUrl &endpoint() const { return m_endpoint; }
    [[nodiscard]] const std::optional<ServerInfo> &server() const { return m_server; }
    /** Forgets handshake and session: the next call begins anew. */
    void reset();

private:
    struct Listing;
    using Outcome = base::Result<net::HttpResponse>;

    [[nodiscard]] net::HttpRequest request(const QByteArray &body) const;
    void ensureReady(std::function<void(base::Result<void>)> next);
    void startHandshake();
    void finishHandshake(base::Result<ServerInfo> result);
    void onInitializeAnswer(const Outcome &answer, qint64 id);
    void onInitializedNoted(const Outcome &answer, ServerInfo info);
    void fetchPage(std::shared_ptr<Listing> listing);
    void onPage(const std::shared_ptr<Listing> &listing, const Outcome &answer, qint64 id);
    void sendCall(const QString &name, const base::Json &arguments,
                  const std::shared_ptr<PendingValue<CallExchange>> &promise);

    QUrl m_endpoint;
    net::HttpReader &m_reader;
    std::unique_ptr<net::OneShotSender> m_sender;
    KeyProvider m_key;
    std::optional<ServerInfo> m_server;
    QList<std::function<void(base::Result<ServerInfo>)>> m_waiting; ///< for the handshake under way
    QByteArray m_session;
    qint64 m_nextId = 1;
};

/**
 * The JSON-RPC answer with @p id out of an HTTP answer, JSON or SSE.
 * Errors: HTTP statuses as what they mean (401, 403, 421, 429, 5xx …), HTML and other servers as
 * NotAnEngine, JSON-RPC errors as ProtocolError with code and message.
 */
[[nodiscard]] base::Result<base::Json> parseAnswer(const net::HttpResponse &response, qint64 id);

/** The body of a tools/call request, as bytes to be sent. */
[[nodiscard]] QByteArray callToolBody(qint64 id, const QString &name, const base::Json &arguments);

/** Parses one page of tools/list into @p list; returns the next cursor, if any. */
[[nodiscard]] base::Result<std::optional<QString>> readToolPage(const base::Json &result, ToolList &list);

} // namespace algenta::mcp
