// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/decisionplans.h"
#include "app/demo_engine/operations.h"

#include <httplib.h>

namespace algenta::demo
{

/** Key of a request: Bearer first, in any case, then the older X-API-Key. */
std::optional<std::string> credentialOf(const httplib::Request &request);

QueryParams queryOf(const httplib::Request &request);

/** The contract document that /v1/meta/contract and get_contract answer. */
Json contractDocument(const std::string &baseUrl);

/** Everything outside /mcp and /webhook. */
class RestRoutes
{
public:
    RestRoutes(DemoState &state, Operations &operations);

    void setBaseUrl(const std::string &baseUrl) { m_baseUrl = baseUrl; }
    void handle(const httplib::Request &request, httplib::Response &response, DenialShape shape);

private:
    void send(httplib::Response &response, const Answer &answer, DenialShape shape);
    Answer v1(const httplib::Request &request, const Caller &caller, httplib::Response &response);
    Answer decisions(const httplib::Request &request, const Caller &caller);
    Answer decision(const httplib::Request &request, const Caller &caller, const std::string &id,
                    const std::string &verb);

    DemoState &m_state;
    Operations &m_operations;
    DecisionPlans m_plans;
    std::string m_baseUrl;
};

} // namespace algenta::demo
