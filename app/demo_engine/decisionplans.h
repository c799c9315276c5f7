// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/operations.h"

#include <httplib.h>

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace algenta::demo
{

/**
 * Decision cases, their analysis runs, and the plans that come out of them: the second execution
 * plane of the engine, approved by plan hash and nonce. Kept in memory for the life of the engine.
 */
class DecisionPlans
{
public:
    DecisionPlans(DemoState &state, Operations &operations);

    /** Nothing for a path or method that belongs to no route of these. */
    std::optional<Answer> handle(const httplib::Request &request, const Caller &caller);

private:
    struct Case {
        std::string id;
        std::string packId;
        std::string title;
        Json packInput;
        std::int64_t createdAt = 0;
    };
    struct Plan {
        std::string id;
        std::string caseId;
        std::string hash;
        std::string nonce;
        std::string state; ///< proposed, approved, executed
    };

    Answer openCase(const Caller &caller, const Json &body);
    Answer readCase(const std::string &id);
    Answer startRun(const Caller &caller, const std::string &caseId);
    Answer proposePlan(const Caller &caller, const std::string &runId);
    Answer approve(const Caller &caller, const std::string &planId, const Json &body);
    Answer execute(const Caller &caller, const std::string &planId, const httplib::Request &request);
    Answer unknown(const char *what, const std::string &id);

    DemoState &m_state;
    Operations &m_operations;
    std::mutex m_mutex;
    std::map<std::string, Case> m_cases;
    std::map<std::string, std::string> m_runs; ///< run → case
    std::map<std::string, Plan> m_plans;
};

} // namespace algenta::demo
