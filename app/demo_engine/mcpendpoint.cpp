// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/mcpendpoint.h"

#include "app/demo_engine/denials.h"
#include "app/demo_engine/registry.h"
#include "app/demo_engine/restroutes.h"
#include "app/demo_engine/simulation.h"
#include "app/demo_engine/tooldrift.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace algenta::demo
{

namespace
{

constexpr const char *jsonType = "application/json";
constexpr const char *latestVersion = "2025-11-25";
constexpr std::array versions{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

constexpr int parseError = -32700;
constexpr int invalidRequest = -32600;
constexpr int methodNotFound = -32601;
constexpr int invalidParams = -32602;
constexpr int authenticationRequired = -32001;

bool isHandshakeVersion(const std::string &version)
{
    return std::find(versions.begin(), versions.end(), version) != versions.end();
}

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

Json rpcError(const Json &id, int code, const std::string &message)
{
    return Json{{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}};
}

void send(httplib::Response &response, int status, const Json &body)
{
    response.status = status;
    response.set_content(dumpJson(body), jsonType);
}

std::optional<std::string> productOf(const httplib::Request &request)
{
    return request.has_header("X-Algenta-Product")
               ? std::optional(request.get_header_value("X-Algenta-Product"))
               : std::nullopt;
}

Json resultOrError(const Answer &answer)
{
    return answer.status >= 400 ? upstreamErrorResult(answer.status, answer.body)
                                : textResult(dumpPretty(answer.body));
}

QueryParams asQuery(const Json &arguments)
{
    QueryParams query;
    for (const auto &[key, value] : arguments.items()) {
        if (value.is_string())
            query.emplace_back(key, value.get<std::string>());
        else if (!value.is_null())
            query.emplace_back(key, value.dump());
    }
    return query;
}

/** Members of `from` by name; a missing one becomes null. */
Json picked(const Json &from, std::initializer_list<const char *> names)
{
    Json made = Json::object();
    for (const char *name : names)
        made[name] = from.value(name, Json());
    return made;
}

Json reshapedLog(const Json &record)
{
    Json made{{"decision_id", record.value("id", Json())}};
    made.update(picked(record, {"chosen_action", "expected_value", "confidence", "created_at"}));
    made["note"] = "The decision is recorded. Nothing was executed.";
    return made;
}

Json reshapedList(const Json &page)
{
    Json made = picked(page, {"total", "page", "limit", "pages"});
    Json list = Json::array();
    int known = 0;
    double sum = 0;
    for (const auto &record : page.at("decisions")) {
        list.push_back(
            picked(record, {"id", "chosen_action", "expected_value", "actual_outcome", "outcome_delta",
                            "confidence", "context", "created_at", "outcome_recorded_at"}));
        if (const Json delta = record.value("outcome_delta", Json()); delta.is_number()) {
            ++known;
            sum += delta.get<double>();
        }
    }
    made["accuracy_summary"] =
        known == 0
            ? std::string("No outcome on this page can be compared with its expected value.")
            : std::to_string(known) + " outcomes on this page; mean delta " + Json(sum / known).dump() + '.';
    made["decisions"] = list;
    return made;
}

Json reshapedOutcome(const Json &record)
{
    Json made{{"decision_id", record.value("id", Json())}};
    made.update(picked(record, {"chosen_action", "expected_value", "actual_outcome", "outcome_delta"}));
    const Json delta = record.value("outcome_delta", Json());
    made["summary"] = !delta.is_number() ? "The outcome is recorded."
                      : delta < 0        ? "The outcome is below what was expected."
                                         : "The outcome is at or above what was expected.";
    return made;
}

/** The Host and Origin rule of the transport: loopback names, and only with a port. */
bool isLoopbackWithPort(std::string authority)
{
    for (const char *host : {"127.0.0.1:", "localhost:", "[::1]:"}) {
        if (!authority.starts_with(host))
            continue;
        authority.erase(0, std::string(host).size());
        return !authority.empty() &&
               std::all_of(authority.begin(), authority.end(), [](char c) { return c >= '0' && c <= '9'; });
    }
    return false;
}

bool guardsPass(const httplib::Request &request, httplib::Response &response)
{
    if (!isLoopbackWithPort(request.get_header_value("Host"))) {
        response.status = 421;
        response.set_content("Invalid Host header", "text/plain");
        return false;
    }
    const std::string origin = request.get_header_value("Origin");
    if (!origin.empty() && !(origin.starts_with("http://") && isLoopbackWithPort(origin.substr(7)))) {
        response.status = 403;
        response.set_content("Invalid Origin header", "text/plain");
        return false;
    }
    return true;
}

void openSilentStream(httplib::Response &response, LoopbackServer &server)
{
    response.status = 200;
    response.set_chunked_content_provider(
        "text/event-stream", [&server](std::size_t, httplib::DataSink &sink) {
            // A stateless server never has anything to say here; the stream lasts until somebody leaves.
            while (sink.is_writable()) {
                if (!server.waitUnlessClosing(std::chrono::milliseconds(100)))
                    break;
            }
            sink.done();
            return true;
        });
}

} // namespace

McpEndpoint::McpEndpoint(Operations &operations)
    : m_operations(operations)
{
}

void McpEndpoint::setToolsListMutator(std::function<std::string(std::string)> mutator)
{
    const std::lock_guard lock(m_mutex);
    m_toolsListMutator = std::move(mutator);
}

void McpEndpoint::handle(const httplib::Request &request, httplib::Response &response, LoopbackServer &server,
                         DenialShape shape)
{
    if (!guardsPass(request, response))
        return;
    if (request.path == "/mcp/tools") {
        if (request.method == "GET")
            return send(response, 200, toolsList(productOf(request)));
        return send(response, 405, Json{{"detail", "Method Not Allowed"}});
    }
    if (request.method == "POST")
        return post(request, response, shape);
    if (request.method == "GET") {
        if (request.get_header_value("Accept").find("text/event-stream") != std::string::npos)
            return openSilentStream(response, server);
        return send(
            response, 406,
            rpcError(nullptr, invalidRequest, "Not Acceptable: Client must accept text/event-stream"));
    }
    response.set_header("Allow", "GET, POST, DELETE");
    send(response, 405, rpcError(nullptr, invalidRequest, "Method Not Allowed"));
}

void McpEndpoint::post(const httplib::Request &request, httplib::Response &response, DenialShape shape)
{
    if (!lower(request.get_header_value("Content-Type")).starts_with(jsonType)) {
        response.status = 400;
        response.set_content("Invalid Content-Type header", "text/plain");
        return;
    }
    const std::string accept = lower(request.get_header_value("Accept"));
    if (accept.find(jsonType) == std::string::npos && accept.find("*/*") == std::string::npos) {
        return send(response, 406,
                    rpcError(nullptr, invalidRequest, "Not Acceptable: Client must accept application/json"));
    }
    const auto message = parseJson(request.body);
    if (!message)
        return send(response, 400, rpcError(nullptr, parseError, "Parse error"));
    const Json method = message->is_object() ? message->value("method", Json()) : Json();
    if (!message->is_object() || message->value("jsonrpc", Json()) != "2.0")
        return send(response, 400,
                    rpcError(nullptr, invalidRequest, "Invalid Request: one JSON-RPC 2.0 message expected"));
    const Json id = message->value("id", Json());
    const std::string version = request.get_header_value("MCP-Protocol-Version");
    if (method != "initialize" && !version.empty() && !isHandshakeVersion(version)) {
        return send(response, 400,
                    rpcError(id, invalidRequest,
                             "Bad Request: Unsupported protocol version. Supported versions: 2025-11-25, "
                             "2025-06-18, 2025-03-26, 2024-11-05"));
    }
    if (!method.is_string()) {
        // An answer of the client: accepted and dropped, as this server never asks.
        const bool answer = message->contains("result") || message->contains("error");
        response.status = answer ? 202 : 400;
        if (!answer)
            send(response, 400, rpcError(id, invalidRequest, "Invalid Request: method is missing"));
        return;
    }
    if (!message->contains("id")) {
        response.status = 202;
        return;
    }
    if (!id.is_string() && !id.is_number_integer())
        return send(
            response, 400,
            rpcError(nullptr, invalidRequest, "Invalid Request: id must be a string or a whole number"));
    const Json params = message->value("params", Json::object());
    if (!params.is_object())
        return send(response, 200, rpcError(id, invalidParams, "Invalid request parameters"));
    if (method == "tools/call" && !credentialOf(request)) {
        response.set_header("WWW-Authenticate", "Bearer realm=\"algenta\", error=\"invalid_token\"");
        return send(
            response, 401,
            rpcError(id, authenticationRequired, "Authentication required: sign in to run Algenta tools."));
    }
    if (method == "tools/call" && !params.value("name", Json()).is_string())
        return send(response, 200, rpcError(id, invalidParams, "Invalid request parameters"));
    const auto result = resultOf(method.get<std::string>(), params, request, shape);
    send(response, 200,
         result ? Json{{"jsonrpc", "2.0"}, {"id", id}, {"result", *result}}
                : rpcError(id, methodNotFound, "Method not found"));
}

std::optional<Json> McpEndpoint::resultOf(const std::string &method, const Json &params,
                                          const httplib::Request &request, DenialShape shape)
{
    if (method == "initialize")
        return initialize(params);
    if (method == "ping")
        return Json::object();
    if (method == "tools/list")
        return toolsList(productOf(request));
    if (method == "tools/call")
        return callTool(params, request, shape);
    return std::nullopt;
}

Json McpEndpoint::initialize(const Json &params) const
{
    const Json wanted = params.value("protocolVersion", Json());
    const bool known = wanted.is_string() && isHandshakeVersion(wanted.get<std::string>());
    return Json{{"protocolVersion", known ? wanted : Json(latestVersion)},
                {"capabilities", {{"tools", {{"listChanged", false}}}}},
                {"serverInfo", {{"name", "algenta-mcp"}, {"version", "1.0.17"}}},
                {"instructions", "Demonstration engine: real state, demo data, loopback only."}};
}

Json McpEndpoint::toolsList(const std::optional<std::string> &product)
{
    Json tools = advertisedTools(product);
    std::function<std::string(std::string)> mutator;
    {
        const std::lock_guard lock(m_mutex);
        mutator = m_toolsListMutator;
        if (m_driftAfter && m_listsGiven++ >= *m_driftAfter)
            driftTools(tools);
    }
    Json result{{"tools", std::move(tools)}};
    return mutator ? parseJson(mutator(dumpJson(result))).value_or(Json()) : result;
}

Json McpEndpoint::callTool(const Json &params, const httplib::Request &request, DenialShape shape)
{
    const std::string tool = params.at("name").get<std::string>();
    if (!isRegisteredTool(tool) || !isToolInProduct(tool, productOf(request)))
        return toolErrorResult("unknown_tool", "Unknown tool: " + tool, 404);
    Json arguments = params.value("arguments", Json());
    if (arguments.is_null())
        arguments = Json::object();
    if (!arguments.is_object()) {
        return toolErrorResult(
            "invalid_arguments", "The arguments are not valid.", 400,
            Json::array({Json{{"argument", "arguments"}, {"problem", "must be an object"}}}));
    }
    if (const Json problems = argumentProblems(tool, arguments); !problems.empty())
        return toolErrorResult("invalid_arguments", "The arguments are not valid.", 400, problems);
    const auto caller = m_operations.callerOf(credentialOf(request).value_or(""));
    if (!caller) {
        const Answer denied = m_operations.error(401, "invalid_api_key", "The API key is not valid.");
        return upstreamErrorResult(401, denied.body);
    }
    return runTool(tool, arguments, *caller, shape);
}

Json McpEndpoint::runTool(const std::string &tool, const Json &arguments, const Caller &caller,
                          DenialShape shape)
{
    if (tool == "get_contract") {
        if (!arguments.empty())
            return toolErrorResult("tool_error", "get_contract takes no arguments.", 500);
        return textResult(dumpPretty(contractDocument(m_baseUrl)));
    }
    if (tool == "get_audit_logs")
        return resultOrError(m_operations.listAudit(asQuery(arguments)));
    if (tool == "get_execution_policy")
        return resultOrError(m_operations.readPolicy());
    if (tool == "list_execution_policy_snapshots")
        return resultOrError(m_operations.listSnapshots());
    const auto computed = tool == "query_data"      ? std::optional(queryDataset(arguments))
                          : tool == "simulate"      ? std::optional(simulate(arguments))
                          : tool == "recommend"     ? std::optional(recommend(arguments))
                          : tool == "plan_decision" ? std::optional(planDecision(arguments))
                                                    : std::nullopt;
    if (!computed)
        return decisionTool(tool, arguments, caller, shape);
    if (computed->status == 200)
        return textResult(dumpPretty(computed->value));
    return resultOrError(
        m_operations.error(computed->status, computed->code, computed->message, computed->details));
}

Json McpEndpoint::decisionTool(const std::string &tool, const Json &arguments, const Caller &caller,
                               DenialShape shape)
{
    Answer answer;
    const Json given = arguments.value("decision_id", Json());
    const std::string id = given.is_string() ? given.get<std::string>() : std::string();
    const auto reshape = [&answer](Json (*with)(const Json &)) {
        if (answer.status < 400)
            answer.body = with(answer.body);
    };
    if (tool == "log_decision") {
        answer = m_operations.logDecision(caller, arguments);
        reshape(reshapedLog);
    } else if (tool == "list_decisions") {
        answer = m_operations.listDecisions(asQuery(arguments));
        reshape(reshapedList);
    } else if (tool == "get_decision") {
        answer = m_operations.readDecision(id);
    } else if (tool == "record_outcome") {
        answer = m_operations.recordOutcome(caller, id, arguments);
        reshape(reshapedOutcome);
    } else if (tool == "execute_decision") {
        answer = m_operations.execute(caller, id, arguments);
        if (answer.denial)
            return mcpDenialResult(shape, *answer.denial, answer.requestId);
    } else if (tool == "delete_decision") {
        answer = m_operations.deleteDecision(caller, id);
        reshape([](const Json &body) { return Json{{"decision_id", body.at("id")}, {"deleted", true}}; });
    } else {
        answer = m_operations.error(501, "tool_not_available_in_demo",
                                    "The demo engine advertises " + tool + " but does not implement it.");
    }
    return resultOrError(answer);
}

} // namespace algenta::demo
