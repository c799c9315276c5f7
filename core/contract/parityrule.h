// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

namespace algenta::contract
{

/** What a finding breaks; the identifiers are stable, other programs switch on them. */
enum class ParityRule {
    NoAddition,
    NoOmission,
    ExecuteOnlyUnderExecute,
    DefaultIsObserve,
    FullIsOptIn,
    ProfilesAreCumulative,
    NoFieldInSchema,
    NoFieldInArguments,
    NoFieldByDefault,
    OnlyLoggedDecisions,
    FlatNamePattern,
    FlatNameOfTheTool,
    FlatNamesAreUnique,
    CopyEqualsContract,
    ContractVersion,
    ExecuteRequirements,
    ExecutionGates,
    ExecutionOutcomes,
    FieldList,
};

struct ParityRuleText {
    ParityRule rule = ParityRule::NoAddition;
    QString id;    ///< "ATC-101"
    QString name;  ///< "no-addition"
    QString holds; ///< one sentence: what is so where the rule is kept
    bool operator==(const ParityRuleText &) const = default;
};

/** All rules, by identifier. */
[[nodiscard]] const QList<ParityRuleText> &parityRules();
[[nodiscard]] const ParityRuleText &parityRuleText(ParityRule rule);

} // namespace algenta::contract
