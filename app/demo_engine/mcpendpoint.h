// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/loopbackserver.h"
#include "app/demo_engine/operations.h"

namespace algenta::demo
{

/** MCP over Streamable HTTP, handshake era, stateless, JSON answers. */
class McpEndpoint
{
public:
    explicit McpEndpoint(Operations &operations);

    void setBaseUrl(const std::string &baseUrl) { m_baseUrl = baseUrl; }
    /** From the next tools/list on after so many, the tools differ. */
    void setDriftAfter(std::optional<int> lists) { m_driftAfter = lists; }
    void setToolsListMutator(std::function<std::string(std::string)> mutator);
    /** Answers /mcp and /mcp/tools. */
    void handle(const httplib::Request &request, httplib::Response &response, LoopbackServer &server,
                DenialShape shape);

private:
    void post(const httplib::Request &request, httplib::Response &response, DenialShape shape);
    std::optional<Json> resultOf(const std::string &method, const Json &params,
                                 const httplib::Request &request, DenialShape shape);
    Json initialize(const Json &params) const;
    Json toolsList(const std::optional<std::string> &product);
    Json callTool(const Json &params, const httplib::Request &request, DenialShape shape);
    Json runTool(const std::string &tool, const Json &arguments, const Caller &caller, DenialShape shape);
    Json decisionTool(const std::string &tool, const Json &arguments, const Caller &caller,
                      DenialShape shape);

    Operations &m_operations;
    std::string m_baseUrl;
    std::mutex m_mutex;
    std::function<std::string(std::string)> m_toolsListMutator;
    std::optional<int> m_driftAfter;
    int m_listsGiven = 0;
};

} // namespace algenta::demo
