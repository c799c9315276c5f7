// SPDX-License-Identifier: Apache-2.0
#include "core/contract/parityrule.h"

#include <algorithm>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;

const QList<ParityRuleText> &parityRules()
{
    static const QList<ParityRuleText> rules{
        {ParityRule::NoAddition, u"ATC-101"_s, u"no-addition"_s,
         u"A model sees no tool that its profile does not hold."_s},
        {ParityRule::NoOmission, u"ATC-102"_s, u"no-omission"_s,
         u"A model sees every tool that its profile holds."_s},
        {ParityRule::ExecuteOnlyUnderExecute, u"ATC-103"_s, u"execute-only-under-execute"_s,
         u"A tool that executes is in no list of tools below the profile execute."_s},
        {ParityRule::DefaultIsObserve, u"ATC-104"_s, u"default-is-observe"_s,
         u"Where no other profile is asked for, the profile is observe."_s},
        {ParityRule::FullIsOptIn, u"ATC-105"_s, u"full-is-opt-in"_s,
         u"Everything that an engine advertises is shown only where the profile full was asked for."_s},
        {ParityRule::ProfilesAreCumulative, u"ATC-106"_s, u"profiles-are-cumulative"_s,
         u"Govern holds what observe holds, and execute what govern holds."_s},
        {ParityRule::NoFieldInSchema, u"ATC-201"_s, u"no-override-field-in-schema"_s,
         u"No schema that a model sees declares force or override_safety, under any profile."_s},
        {ParityRule::NoFieldInArguments, u"ATC-202"_s, u"no-override-field-in-arguments"_s,
         u"The arguments of a model's call cannot carry force or override_safety to execute_decision."_s},
        {ParityRule::NoFieldByDefault, u"ATC-203"_s, u"no-override-field-by-default"_s,
         u"No default, constant or example puts force or override_safety into the arguments of a call."_s},
        {ParityRule::OnlyLoggedDecisions, u"ATC-204"_s, u"only-logged-decisions"_s,
         u"execute_decision takes the decision_id of a decision that is logged already."_s},
        {ParityRule::FlatNamePattern, u"ATC-301"_s, u"flat-name-pattern"_s,
         u"The flat name of a tool matches ^algenta_[a-z0-9_]+$."_s},
        {ParityRule::FlatNameOfTheTool, u"ATC-302"_s, u"flat-name-of-the-tool"_s,
         u"A flat name is algenta_ and the MCP name of the tool, not one of the framework's own."_s},
        {ParityRule::FlatNamesAreUnique, u"ATC-303"_s, u"flat-names-are-unique"_s,
         u"A flat name stands for one tool."_s},
        {ParityRule::CopyEqualsContract, u"ATC-401"_s, u"copy-equals-contract"_s,
         u"A copy of the contract says what the contract says."_s},
        {ParityRule::ContractVersion, u"ATC-402"_s, u"contract-version"_s,
         u"A copy carries the version of the contract."_s},
        {ParityRule::ExecuteRequirements, u"ATC-403"_s, u"execute-requirements"_s,
         u"The profile execute requires enablement on the server, a check of the caller's role, and a logged "
         "decision."_s},
        {ParityRule::ExecutionGates, u"ATC-404"_s, u"execution-gates"_s,
         u"A blocked call names one of three gates, each with its bypass for operators only."_s},
        {ParityRule::ExecutionOutcomes, u"ATC-405"_s, u"execution-outcomes"_s,
         u"A call of execute_decision ends with a receipt or blocked; no approval is ever pending."_s},
        {ParityRule::FieldList, u"ATC-406"_s, u"never-model-facing-fields"_s,
         u"The fields that no model may set are force and override_safety."_s},
    };
    return rules;
}

const ParityRuleText &parityRuleText(ParityRule rule)
{
    const QList<ParityRuleText> &rules = parityRules();
    const auto found = std::find_if(rules.cbegin(), rules.cend(),
                                    [rule](const ParityRuleText &text) { return text.rule == rule; });
    Q_ASSERT(found != rules.cend());
    return *found;
}

} // namespace algenta::contract
