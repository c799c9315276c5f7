// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/restroutes.h"

#include "app/demo_engine/denials.h"

#include <algorithm>
#include <cctype>

namespace algenta::demo
{

namespace
{

constexpr const char *jsonType = "application/json";

/** What the framework of the engine says when no route fits; it has no error code. */
Answer frameworkError(int status, const char *detail)
{
    Answer answer;
    answer.status = status;
    answer.body = Json{{"detail", detail}};
    return answer;
}

Answer notFound()
{
    return frameworkError(404, "Not Found");
}

Answer methodNotAllowed()
{
    return frameworkError(405, "Method Not Allowed");
}

/** Null, which no operation accepts, when the body is not JSON. */
Json bodyOf(const httplib::Request &request)
{
    return parseJson(request.body).value_or(Json());
}

} // namespace

std::optional<std::string> credentialOf(const httplib::Request &request)
{
    const std::string header = request.get_header_value("Authorization");
    std::string scheme = header.substr(0, 7);
    std::transform(scheme.begin(), scheme.end(), scheme.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (scheme == "bearer " && header.size() > scheme.size())
        return header.substr(scheme.size());
    const std::string legacy = request.get_header_value("X-API-Key");
    return legacy.empty() ? std::nullopt : std::optional(legacy);
}

QueryParams queryOf(const httplib::Request &request)
{
    return {request.params.begin(), request.params.end()};
}

Json contractDocument(const std::string &baseUrl)
{
    const Json filter{{"kind", "governed_filter"},
                      {"conditions_field", "conditions"},
                      {"operators",
                       {{"scalar", {"eq", "ne", "lt", "lte", "gt", "gte", "contains"}},
                        {"list", Json::array({"in"})},
                        {"nullary", Json::array()}}},
                      {"applies_before_aggregation", true},
                      {"notes", "One embedded dataset, inventory."}};
    return Json{{"contract_version", "v1.6"},
                {"brand", "Algenta (demo engine)"},
                {"api_base_url", baseUrl},
                {"mcp_endpoint", baseUrl + "/mcp"},
                {"mcp_transport", "streamable_http"},
                {"mcp_protocol_version", "2025-11-25"},
                {"mcp_legacy_sse_endpoint", nullptr},
                {"mcp_tools_endpoint", baseUrl + "/mcp/tools"},
                {"auth_scheme", "bearer_api_key"},
                {"api_key_prefixes", {{"live", "de_live_"}, {"test", "de_test_"}}},
                {"compatibility",
                 {{"legacy_headers", Json::array({"X-API-Key"})},
                  {"legacy_env_vars", Json::array({"DE_API_KEY", "DE_BASE_URL"})},
                  {"legacy_domains", Json::array()},
                  {"deprecation_window_days", 90}}},
                {"privacy_registry",
                 {{"algenta_owned_hosts", Json::array({"algenta.ai"})},
                  {"algenta_owned_suffixes", Json::array({".algenta.ai", ".algenta.io"})},
                  {"vendor_telemetry_hosts", Json::array()},
                  {"private_host_suffixes", Json::array()}}},
                {"defaults",
                 {{"read_only_default", true},
                  {"write_confirmation_required", true},
                  {"plan_limits", Json::object()}}},
                {"primary_data_query_contract",
                 {{"api", Json::object()},
                  {"governed_filter_contract", filter},
                  {"mcp", Json::array({"query_data"})}}},
                {"integrations", Json::array()}};
}

RestRoutes::RestRoutes(DemoState &state, Operations &operations)
    : m_state(state)
    , m_operations(operations)
    , m_plans(state, operations)
{
}

void RestRoutes::send(httplib::Response &response, const Answer &answer, DenialShape shape)
{
    const std::string id = answer.requestId.empty() ? m_operations.newRequestId() : answer.requestId;
    const Json body = answer.denial ? restDenialBody(shape, *answer.denial, id) : answer.body;
    response.status = answer.status;
    response.set_header("X-Request-Id", id);
    response.set_content(dumpJson(body), jsonType);
}

void RestRoutes::handle(const httplib::Request &request, httplib::Response &response, DenialShape shape)
{
    if (request.path == "/health") {
        Answer healthy;
        healthy.body = Json{{"status", "ok"}, {"engine", "algenta-demo-engine"}};
        return send(response, request.method == "GET" ? healthy : methodNotAllowed(), shape);
    }
    if (!request.path.starts_with("/v1/"))
        return send(response, notFound(), shape);
    const auto key = credentialOf(request);
    const auto caller = key ? m_operations.callerOf(*key) : std::nullopt;
    if (caller) {
        const Answer answer = v1(request, *caller, response);
        if (response.body.empty())
            send(response, answer, shape);
        return;
    }
    response.set_header("WWW-Authenticate", "Bearer realm=\"algenta\", error=\"invalid_token\"");
    send(response,
         key ? m_operations.error(401, "invalid_key", "The API key is not valid.")
             : m_operations.error(401, "authentication_required", "An API key is required."),
         shape);
}

Answer RestRoutes::v1(const httplib::Request &request, const Caller &caller, httplib::Response &response)
{
    const std::string &path = request.path;
    const bool get = request.method == "GET";
    if (path == "/v1/decisions")
        return decisions(request, caller);
    if (path.starts_with("/v1/decisions/")) {
        const std::string rest = path.substr(14);
        const auto slash = rest.find('/');
        return decision(request, caller, rest.substr(0, slash),
                        slash == std::string::npos ? "" : rest.substr(slash + 1));
    }
    if (path == "/v1/execution/policy") {
        if (request.method == "PATCH")
            return m_operations.changePolicy(caller, bodyOf(request));
        return get ? m_operations.readPolicy() : methodNotAllowed();
    }
    if (path == "/v1/execution/policy/snapshots")
        return get ? m_operations.listSnapshots() : methodNotAllowed();
    if (path == "/v1/audit-logs")
        return get ? m_operations.listAudit(queryOf(request)) : methodNotAllowed();
    if (path == "/v1/audit-logs/export.json") {
        if (!get)
            return methodNotAllowed();
        std::size_t rows = 0;
        const std::string bytes = m_state.auditExport(&rows);
        response.set_header("X-Content-SHA256", sha256Hex(bytes));
        response.set_header("X-Audit-Export-Rows", std::to_string(rows));
        response.set_header("X-Request-Id", m_operations.newRequestId());
        response.status = 200;
        response.set_content(bytes, jsonType);
        return {};
    }
    if (path == "/v1/meta/contract") {
        Answer answer;
        answer.body = contractDocument(m_baseUrl);
        return get ? answer : methodNotAllowed();
    }
    return m_plans.handle(request, caller).value_or(notFound());
}

Answer RestRoutes::decisions(const httplib::Request &request, const Caller &caller)
{
    if (request.method == "GET")
        return m_operations.listDecisions(queryOf(request));
    return request.method == "POST" ? m_operations.logDecision(caller, bodyOf(request)) : methodNotAllowed();
}

Answer RestRoutes::decision(const httplib::Request &request, const Caller &caller, const std::string &id,
                            const std::string &verb)
{
    if (id.empty())
        return notFound();
    if (verb.empty()) {
        if (request.method == "GET")
            return m_operations.readDecision(id);
        return request.method == "DELETE" ? m_operations.deleteDecision(caller, id) : methodNotAllowed();
    }
    if (verb == "outcome") {
        return request.method == "PATCH" ? m_operations.recordOutcome(caller, id, bodyOf(request))
                                         : methodNotAllowed();
    }
    if (verb == "execute") {
        return request.method == "POST" ? m_operations.execute(caller, id, bodyOf(request))
                                        : methodNotAllowed();
    }
    return notFound();
}

} // namespace algenta::demo
