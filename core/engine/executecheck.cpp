// SPDX-License-Identifier: Apache-2.0
#include "core/engine/executecheck.h"

#include "core/base/clock.h"
#include "core/base/ondone.h"
#include "core/mcp/pendinganswer.h"

#include <algorithm>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Result;
using State = RequirementFinding::State;

namespace
{

const QString executeTool = u"execute_decision"_s;

QString failureText(const Error &error)
{
    return error.httpStatus > 0 ? u"HTTP %1: %2"_s.arg(error.httpStatus).arg(error.message) : error.message;
}

bool demandsDecisionId(const mcp::Tool &tool)
{
    const base::Json::Array &required = tool.inputSchema[u"required"].items();
    return std::any_of(required.cbegin(), required.cend(),
                       [](const base::Json &name) { return name.toString() == "decision_id"_L1; });
}

/** The tool list shows for sure that the tool is not there: it is whole and does not name it. */
bool isSurelyAbsent(const mcp::ToolList &tools)
{
    return tools.complete && tools.broken.isEmpty() && !tools.find(executeTool);
}

/** The engine turned the caller away before asking what he may do; nothing if it did not. */
std::optional<QString> turnedAway(const ExecuteObservations &seen)
{
    if (!seen.policy || seen.policy->has_value() || seen.policy->error().code != ErrorCode::Unauthorized)
        return std::nullopt;
    return seen.hasKey ? u"The engine does not accept this key."_s
                       : u"No key is in use, and the engine refuses to answer without one."_s;
}

RequirementFinding enablement(const ExecuteObservations &seen)
{
    RequirementFinding found;
    found.evidence = {seen.toolsSeen, seen.policySeen};
    if (const auto why = turnedAway(seen)) {
        found.state = State::SeenNotMet;
        found.finding = *why + u" There is no caller for whom execution could be enabled."_s;
        return found;
    }
    if (!seen.tools || !seen.tools->has_value()) {
        found.finding = u"The tool list could not be read."_s;
        found.open = u"Not shown: whether the engine offers execute_decision at all."_s;
        return found;
    }
    const mcp::ToolList &tools = **seen.tools;
    if (isSurelyAbsent(tools)) {
        found.state = State::SeenNotMet;
        found.finding = u"The engine advertises %1 tools, and execute_decision is not among them."_s.arg(
            tools.tools.size());
        return found;
    }
    found.finding =
        tools.find(executeTool)
            ? u"The engine advertises execute_decision, but it shows its tool list to everybody, with "
              "or without a key."_s
            : u"The tool list is incomplete, so that execute_decision may be in the missing part."_s;
    found.open =
        u"Not shown: whether it is enabled for this key: only a call that can act would show it, and none is sent."_s;
    return found;
}

RequirementFinding rights(const ExecuteObservations &seen)
{
    RequirementFinding found;
    found.evidence = {seen.policySeen};
    if (const auto why = turnedAway(seen)) {
        found.state = State::SeenNotMet;
        found.finding = *why + u" There is no role whose rights it could check."_s;
        return found;
    }
    found.open =
        u"Not shown: whether the role of this key may execute: no answer to a reading request says so."_s;
    if (seen.policy && seen.policy->has_value())
        found.finding = seen.hasKey ? u"The engine accepts this key for reading."_s
                                    : u"The engine answers without a key."_s;
    else if (seen.policy && seen.policy->error().code == ErrorCode::Forbidden)
        found.finding =
            u"The engine knows this key and checks its rights: it refused to show it the policy."_s;
    else
        found.finding = u"The engine did not say what it thinks of this key."_s;
    return found;
}

RequirementFinding loggedDecision(const ExecuteObservations &seen)
{
    RequirementFinding found;
    found.evidence = {seen.toolsSeen, seen.decisionsSeen};
    const mcp::Tool *tool =
        seen.tools && seen.tools->has_value() ? (*seen.tools)->find(executeTool) : nullptr;
    if (tool && !demandsDecisionId(*tool)) {
        found.state = State::SeenNotMet;
        found.finding = u"The schema of execute_decision does not demand a decision_id."_s;
        return found;
    }
    const bool listed = seen.decisions && seen.decisions->has_value();
    const auto *page = listed ? &seen.decisions->value() : nullptr;
    if (page && page->items.isEmpty() && page->broken.isEmpty() && page->total <= 0) {
        found.state = State::SeenNotMet;
        found.finding = u"No decision is logged, so that no call can name one."_s;
        return found;
    }
    if (!tool) {
        found.finding = u"There is no schema of execute_decision to look at."_s;
        found.open = u"Not shown: whether a call must name a logged decision."_s;
        return found;
    }
    if (!page || page->items.isEmpty()) {
        found.finding =
            u"The schema of execute_decision demands a decision_id, but the logged decisions could not "
            "be read."_s;
        found.open = u"Not shown: whether there is a decision that a call could name."_s;
        return found;
    }
    found.finding =
        page->total > 0
            ? u"The schema of execute_decision demands a decision_id, and the engine shows %1 logged "
              "decisions that a call can name."_s.arg(page->total)
            : u"The schema of execute_decision demands a decision_id, and the engine shows logged "
              "decisions that a call can name."_s;
    found.open = u"Not shown: whether the engine refuses an id that is not logged: only a call that can act "
                 "would show it, and none is sent."_s;
    return found;
}

template<typename T, typename Describe>
Observation observed(const QString &request, const Result<T> &answer, Describe describe)
{
    return {request, answer ? describe(*answer) : failureText(answer.error()), base::SystemClock().now()};
}

QString toolsText(const mcp::ToolList &tools)
{
    QString text = u"%1 tools, execute_decision %2."_s.arg(tools.tools.size())
                       .arg(tools.find(executeTool) ? u"among them"_s : u"not among them"_s);
    if (!tools.complete || !tools.broken.isEmpty())
        text += u" The list is incomplete."_s;
    return text;
}

} // namespace

QString requirementStateText(State state)
{
    switch (state) {
    case State::SeenNotMet:
        return u"seen not met"_s;
    case State::CannotBeKnown:
        return u"cannot be known from here"_s;
    }
    Q_UNREACHABLE();
}

QList<RequirementFinding> judgeRequirements(const contract::ToolContract &contract,
                                            const ExecuteObservations &seen)
{
    QStringList words;
    for (const contract::Profile &profile : contract.profiles) {
        if (profile.name == contract::ProfileName::Execute)
            words = profile.requirements;
    }
    QList<RequirementFinding> findings;
    // The three of the contract that this program carries; of others it knows no way to see them.
    const bool known = words.size() == 3;
    for (qsizetype i = 0; i < words.size(); ++i) {
        RequirementFinding found = known && i == 0   ? enablement(seen)
                                   : known && i == 1 ? rights(seen)
                                   : known && i == 2 ? loggedDecision(seen)
                                                     : RequirementFinding();
        if (found.finding.isEmpty())
            found.finding = u"This program knows no request that would show it."_s;
        found.requirement = words.at(i);
        findings.append(found);
    }
    return findings;
}

ExecuteCheck::ExecuteCheck(EngineConnection &connection, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
{
}

QFuture<ExecuteObservations> ExecuteCheck::run()
{
    struct Run {
        ExecuteObservations seen;
        int open = 3;
        mcp::PendingValue<ExecuteObservations> promise{ExecuteObservations{}};

        void close()
        {
            if (--open == 0)
                promise.finish(std::move(seen));
        }
    };
    const auto run = std::make_shared<Run>();
    run->seen.hasKey = m_connection.hasKey();
    const QString with = run->seen.hasKey ? u" with the key"_s : u" without a key"_s;
    base::onDone(m_connection.mcp().listTools(), this, [run, with](const Result<mcp::ToolList> &answer) {
        run->seen.tools = answer;
        run->seen.toolsSeen = observed(u"MCP tools/list"_s + with, answer, &toolsText);
        run->close();
    });
    base::onDone(m_connection.rest().policy(), this, [run, with](const Result<Policy> &answer) {
        run->seen.policy = answer;
        run->seen.policySeen = observed(u"GET /v1/execution/policy"_s + with, answer,
                                        [](const Policy &) { return u"HTTP 200, the policy."_s; });
        run->close();
    });
    base::onDone(
        m_connection.rest().decisions(1, 1), this, [run, with](const Result<Page<Decision>> &answer) {
            run->seen.decisions = answer;
            run->seen.decisionsSeen =
                observed(u"GET /v1/decisions"_s + with, answer, [](const Page<Decision> &page) {
                    return page.total < 0 ? u"HTTP 200, %1 on the first page."_s.arg(page.items.size())
                                          : u"HTTP 200, %1 logged decisions."_s.arg(page.total);
                });
            run->close();
        });
    return run->promise.future();
}

} // namespace algenta::engine
