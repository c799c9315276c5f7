// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/gates.h"
#include "app/demo_engine/state.h"

namespace algenta::demo
{

/** Who calls: one of the four demo keys. */
struct Caller {
    std::string email;
    std::string role;
    bool mayWrite = false; ///< log, outcome
    bool mayExecute = false;
    bool mayAdminister = false; ///< delete, policy
};

/** What a REST route answers; `denial` is set for an execution blocked by a gate. */
struct Answer {
    int status = 200;
    Json body;
    std::optional<Denial> denial;
    std::string requestId;
};

using QueryParams = std::vector<std::pair<std::string, std::string>>;

/** The engine's verbs behind both transports. Bodies and answers have the REST shape. */
class Operations
{
public:
    Operations(DemoState &state, const DemoOptions &options);

    std::optional<Caller> callerOf(const std::string &key) const;

    Answer listDecisions(const QueryParams &query);
    Answer readDecision(const std::string &id);
    Answer logDecision(const Caller &caller, const Json &body);
    Answer recordOutcome(const Caller &caller, const std::string &id, const Json &body);
    Answer deleteDecision(const Caller &caller, const std::string &id);
    Answer execute(const Caller &caller, const std::string &id, const Json &body);
    Answer listAudit(const QueryParams &query);
    Answer readPolicy();
    Answer changePolicy(const Caller &caller, const Json &body);
    Answer listSnapshots();

    Answer error(int status, const std::string &code, const std::string &message,
                 const Json &details = Json::object());
    std::string newRequestId();

    void setGateOrder(const std::array<Gate, 3> &order);
    /** The next execution is blocked by this denial, whatever the gates say. */
    void blockNext(const Denial &denial);

private:
    struct ExecuteArguments {
        std::string webhookUrl;
        double timeoutSeconds = 10;
        bool force = false;
        bool overrideSafety = false;
        Json metadata = Json::object();
    };
    std::optional<Answer> readExecuteArguments(const Json &body, ExecuteArguments &arguments);
    std::optional<Denial> takePlannedDenial();
    std::array<Gate, 3> gateOrder();
    Answer refuse(Answer answer, const Caller &caller, const std::string &id, const char *result,
                  ExecutionTrace trace);
    Answer dispatch(const Caller &caller, const Decision &decision, const ExecuteArguments &arguments,
                    ExecutionTrace trace);
    Answer invalid(const std::string &field, const std::string &message);
    Answer forbidden(const Caller &caller, const std::string &what, const std::string &action,
                     const std::string &resourceType, const std::string &resourceId);
    Answer decisionNotFound(const std::string &id);
    void audit(const Caller &caller, const std::string &action, const std::string &resourceType,
               const std::string &resourceId, const std::string &result, const std::string &metadata);

    DemoState &m_state;
    std::vector<std::pair<std::string, Caller>> m_callers;
    std::mutex m_mutex;
    std::array<Gate, 3> m_gateOrder;
    std::optional<Denial> m_planned;
};

} // namespace algenta::demo
