// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/contractrequirementscommand.h"

#include "core/base/ondone.h"
#include "core/base/textsafety.h"

#include <algorithm>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using engine::RequirementFinding;

namespace
{

Json findingJson(const RequirementFinding &finding)
{
    Json evidence = Json::array();
    for (const engine::Observation &seen : finding.evidence) {
        Json one = Json::object();
        one.set(u"request"_s, Json::string(seen.request));
        one.set(u"answer"_s, Json::string(seen.answer));
        one.set(u"at"_s, Json::string(seen.at.toUTC().toString(Qt::ISODateWithMs)));
        evidence.append(one);
    }
    Json json = Json::object();
    json.set(u"requirement"_s, Json::string(finding.requirement));
    json.set(u"state"_s, Json::string(engine::requirementStateText(finding.state)));
    json.set(u"finding"_s, Json::string(finding.finding));
    json.set(u"open"_s, finding.open.isEmpty() ? Json() : Json::string(finding.open));
    json.set(u"evidence"_s, evidence);
    return json;
}

/** A request ended in another way than with an answer that tells something. */
bool hasGap(const engine::ExecuteObservations &seen)
{
    const auto failed = [](const auto &answer) {
        return !answer || (!answer->has_value() && answer->error().code != base::ErrorCode::Unauthorized &&
                           answer->error().code != base::ErrorCode::Forbidden);
    };
    return failed(seen.tools) || failed(seen.policy) || failed(seen.decisions);
}

} // namespace

CommandSpec ContractRequirementsCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"contract"_s, u"requirements"_s};
    spec.summary = u"Say how the requirements of the execute profile stand."_s;
    spec.description =
        u"For the engine and key at hand: which of the requirements is seen not to be met, and which cannot "
        u"be\n"
        "known from here, each with what was seen, the requests that were sent and what came back. It only\n"
        "reads: that a requirement is met, only a call that can act would show."_s;
    spec.options = engineOptions() + commonOptions();
    spec.exitCodes = u"  0  no requirement is seen not to be met\n"
                     "  1  one is seen not to be met\n"
                     "  2  wrong usage\n"
                     "  3  none is, but a request could not be answered"_s;
    return spec;
}

void ContractRequirementsCommand::start()
{
    auto opened = openEngine(arguments());
    if (!opened) {
        fail(opened.error());
        return;
    }
    m_engine = std::move(*opened);
    m_check = std::make_unique<engine::ExecuteCheck>(*m_engine->connection);
    base::onDone(m_check->run(), this, [this](const engine::ExecuteObservations &seen) { print(seen); });
}

void ContractRequirementsCommand::print(const engine::ExecuteObservations &seen)
{
    const QList<RequirementFinding> findings = engine::judgeRequirements(contract::embeddedContract(), seen);
    if (output().isJson()) {
        Json requirements = Json::array();
        for (const RequirementFinding &finding : findings)
            requirements.append(findingJson(finding));
        Json json = Json::object();
        json.set(u"engine"_s, Json::string(m_engine->address.origin()));
        json.set(u"profile"_s, Json::string(u"execute"_s));
        json.set(u"key_given"_s, Json::boolean(seen.hasKey));
        json.set(u"requirements"_s, requirements);
        output().document(json);
    } else {
        for (const RequirementFinding &finding : findings) {
            output().line(engine::requirementStateText(finding.state).toUpper() + u": "_s +
                          finding.requirement);
            output().line(u"  "_s + base::visibleText(finding.finding));
            if (!finding.open.isEmpty())
                output().line(u"  "_s + finding.open);
            for (const engine::Observation &evidence : finding.evidence)
                output().line(u"  - %1 %2: %3"_s.arg(evidence.at.toUTC().toString(Qt::ISODate),
                                                     evidence.request, base::visibleText(evidence.answer)));
        }
    }
    const bool against =
        std::any_of(findings.cbegin(), findings.cend(), [](const RequirementFinding &finding) {
            return finding.state == RequirementFinding::State::SeenNotMet;
        });
    Q_EMIT finished(against ? ExitCode::Finding : hasGap(seen) ? ExitCode::Incomplete : ExitCode::Good);
}

} // namespace algenta::ctl
