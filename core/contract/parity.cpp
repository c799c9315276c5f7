// SPDX-License-Identifier: Apache-2.0
#include "core/contract/parity.h"

#include "core/contract/fieldleaks.h"
#include "core/contract/surfacenames.h"

#include <QSet>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;

namespace
{

/** One check of a surface; findings come in the order of the surface, omissions behind them. */
class ParityCheck
{
public:
    ParityCheck(const ToolContract &contract, ProfileName profile, const QStringList &advertised)
        : m_contract(contract)
        , m_advertised(advertised)
        , m_expected(contract.profile(profile).everything ? advertised : contract.profile(profile).tools)
    {
        m_verdict.profile = profile;
    }

    void takeAll(const QList<ExposedTool> &tools);
    void takeDefault(ProfileName stated);
    ParityVerdict finish();

private:
    void add(ParityRule rule, const QString &subject, const QString &detail, const QStringList &places = {});
    void take(const ExposedTool &tool, const SurfaceName &name);
    void takeFields(const ExposedTool &tool, bool executes);
    QString whyAddition(const QString &tool) const;

    const ToolContract &m_contract;
    const QStringList &m_advertised;
    const QStringList m_expected;
    QSet<QString> m_seen;
    ParityVerdict m_verdict;
};

void ParityCheck::add(ParityRule rule, const QString &subject, const QString &detail,
                      const QStringList &places)
{
    m_verdict.findings.append(
        {parityKind(rule), profileText(m_verdict.profile), subject, detail, rule, places});
}

QString ParityCheck::whyAddition(const QString &tool) const
{
    for (const ContractTool &known : m_contract.tools) {
        if (known.aliases.contains(tool))
            return u"Exposed as an alias of %1; an alias is never a member of a profile."_s.arg(known.name);
    }
    if (m_contract.profile(m_verdict.profile).everything)
        return u"Exposed, but the engine does not advertise it."_s;
    return m_contract.tool(tool) ? u"Exposed, but a tool of a higher profile."_s
                                 : u"Exposed, but no tool of the contract."_s;
}

void ParityCheck::takeAll(const QList<ExposedTool> &tools)
{
    for (const ExposedTool &tool : tools)
        m_verdict.exposed.append(tool.name);
    const QList<SurfaceName> names = surfaceNames(m_contract, m_verdict.exposed, m_expected, m_advertised);
    for (qsizetype i = 0; i < tools.size(); ++i)
        take(tools[i], names[i]);
}

void ParityCheck::take(const ExposedTool &tool, const SurfaceName &name)
{
    const ContractTool *known = m_contract.tool(name.tool);
    const bool executes = known && known->safetyCritical;
    const bool isNew = !m_seen.contains(name.tool);
    m_seen.insert(name.tool);
    if (!isNew)
        add(ParityRule::NoAddition, tool.name, u"Exposed more than once."_s);
    else if (!m_expected.contains(name.tool) && executes)
        add(ParityRule::ExecuteOnlyUnderExecute, tool.name,
            u"A tool that executes is within reach under the profile %1."_s.arg(
                profileText(m_verdict.profile)));
    else if (!m_expected.contains(name.tool) && !name.problem)
        add(ParityRule::NoAddition, tool.name, whyAddition(name.tool));
    if (name.problem)
        add(*name.problem, tool.name, name.detail);
    takeFields(tool, executes);
}

void ParityCheck::takeFields(const ExposedTool &tool, bool executes)
{
    for (const FieldLeak &leak : fieldLeaks(m_contract, tool.inputSchema, executes))
        add(leak.rule, tool.name, leak.detail, leak.places);
    if (executes && !takesDecisionId(m_contract, tool.inputSchema))
        add(ParityRule::OnlyLoggedDecisions, tool.name,
            u"The schema declares arguments, and decision_id is not among them."_s);
}

void ParityCheck::takeDefault(ProfileName stated)
{
    if (stated != m_contract.defaultProfile())
        add(ParityRule::DefaultIsObserve, profileText(stated),
            u"The default profile is %1, the contract's is %2."_s.arg(
                profileText(stated), profileText(m_contract.defaultProfile())));
}

ParityVerdict ParityCheck::finish()
{
    for (const QString &tool : m_expected) {
        if (m_seen.contains(tool))
            continue;
        m_seen.insert(tool);
        add(ParityRule::NoOmission, tool,
            m_advertised.contains(tool) ? u"In the profile and advertised by the engine, but not exposed."_s
                                        : u"In the profile, but the engine does not advertise it."_s);
    }
    return std::move(m_verdict);
}

} // namespace

ParityKind parityKind(ParityRule rule)
{
    switch (rule) {
    case ParityRule::NoAddition:
    case ParityRule::ExecuteOnlyUnderExecute:
        return ParityKind::Addition;
    case ParityRule::NoOmission:
        return ParityKind::Omission;
    case ParityRule::DefaultIsObserve:
    case ParityRule::FullIsOptIn:
        return ParityKind::WrongDefault;
    case ParityRule::NoFieldInSchema:
    case ParityRule::NoFieldInArguments:
    case ParityRule::NoFieldByDefault:
        return ParityKind::LeakedField;
    case ParityRule::FlatNamePattern:
    case ParityRule::FlatNameOfTheTool:
    case ParityRule::FlatNamesAreUnique:
        return ParityKind::NameViolation;
    case ParityRule::ProfilesAreCumulative:
    case ParityRule::OnlyLoggedDecisions:
    case ParityRule::CopyEqualsContract:
    case ParityRule::ContractVersion:
    case ParityRule::ExecuteRequirements:
    case ParityRule::ExecutionGates:
    case ParityRule::ExecutionOutcomes:
    case ParityRule::FieldList:
        return ParityKind::ContractDiffers;
    }
    Q_UNREACHABLE();
}

QString parityKindName(ParityKind kind)
{
    switch (kind) {
    case ParityKind::Addition:
        return u"addition"_s;
    case ParityKind::Omission:
        return u"omission"_s;
    case ParityKind::LeakedField:
        return u"leaked_field"_s;
    case ParityKind::WrongDefault:
        return u"wrong_default"_s;
    case ParityKind::NameViolation:
        return u"name_violation"_s;
    case ParityKind::ContractDiffers:
        return u"contract_differs"_s;
    }
    Q_UNREACHABLE();
}

void forgetEngine(ParityVerdict *verdict)
{
    for (ParityFinding &finding : verdict->findings) {
        if (finding.rule == ParityRule::NoOmission)
            finding.detail = u"In the profile, but not exposed."_s;
    }
}

ParityVerdict checkParity(const ToolContract &contract, ProfileName profile,
                          const QList<ExposedTool> &exposed, const QStringList &advertised,
                          std::optional<ProfileName> surfaceDefault)
{
    ParityCheck check(contract, profile, advertised);
    check.takeAll(exposed);
    if (surfaceDefault)
        check.takeDefault(*surfaceDefault);
    return check.finish();
}

} // namespace algenta::contract
