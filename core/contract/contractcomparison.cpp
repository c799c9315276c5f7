// SPDX-License-Identifier: Apache-2.0
#include "core/contract/parity.h"

#include "core/base/textsafety.h"
#include "core/contract/driftclass.h"
#include "core/contract/jsondiff.h"

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;
using base::jsonPointer;

namespace
{

QString shown(QStringView text)
{
    return u'"' + base::elidedText(text, 200) + u'"';
}

QString shown(bool value)
{
    return value ? u"true"_s : u"false"_s;
}

ParityRule contractRule(const QString &where)
{
    if (where == "/contract_version"_L1)
        return ParityRule::ContractVersion;
    if (where == "/external_tool_name_convention/pattern"_L1)
        return ParityRule::FlatNamePattern;
    if (where == "/profiles/full/opt_in_only"_L1)
        return ParityRule::FullIsOptIn;
    if (where == "/profiles/execute/requires_all_of"_L1)
        return ParityRule::ExecuteRequirements;
    if (where == "/profiles/execute/never_model_facing_fields"_L1)
        return ParityRule::FieldList;
    return where.startsWith("/gates"_L1) ? ParityRule::ExecutionGates : ParityRule::CopyEqualsContract;
}

/** Collects the differences between two contracts, in the order of the document. */
class Comparison
{
public:
    void add(const QString &where, const QString &detail)
    {
        m_findings.append(
            {ParityKind::ContractDiffers, m_profile, where, detail, contractRule(where), {where}});
    }

    template<typename T>
    void equal(const QString &where, const T &left, const T &right)
    {
        if (left != right)
            add(where, u"%1 on the left, %2 on the right."_s.arg(shown(left), shown(right)));
    }

    /** Lists of which only the members count, not their order. */
    void sameMembers(const QString &where, const QStringList &left, const QStringList &right)
    {
        for (const QString &item : left) {
            if (!right.contains(item))
                add(where, u"Only the left one has %1."_s.arg(shown(item)));
        }
        for (const QString &item : right) {
            if (!left.contains(item))
                add(where, u"Only the right one has %1."_s.arg(shown(item)));
        }
    }

    /** Members that this version does not know: only that they are there can be compared. */
    void sameNotes(const QStringList &left, const QStringList &right)
    {
        for (const QString &note : left) {
            if (!right.contains(note))
                add(note, u"Only the left one has this member, which this version does not know."_s);
        }
        for (const QString &note : right) {
            if (!left.contains(note))
                add(note, u"Only the right one has this member, which this version does not know."_s);
        }
    }

    void compareTools(const ToolContract &left, const ToolContract &right);
    void compareProfiles(const ToolContract &left, const ToolContract &right);
    void compareGates(const QList<Gate> &left, const QList<Gate> &right);

    QString m_profile;
    QList<ParityFinding> m_findings;
};

template<typename T>
QStringList namesOf(const QList<T> &list)
{
    QStringList names;
    for (const T &item : list)
        names.append(item.name);
    return names;
}

void Comparison::compareTools(const ToolContract &left, const ToolContract &right)
{
    const QString section = u"/mcp_tool_reference"_s;
    sameMembers(section, namesOf(left.tools), namesOf(right.tools));
    for (const ContractTool &tool : left.tools) {
        const ContractTool *other = right.tool(tool.name);
        if (!other)
            continue;
        const QString where = jsonPointer(section, tool.name);
        equal(where + "/category"_L1, tool.category, other->category);
        sameMembers(where + "/aliases"_L1, tool.aliases, other->aliases);
        equal(where + "/safety_critical"_L1, tool.safetyCritical, other->safetyCritical);
    }
}

void Comparison::compareProfiles(const ToolContract &left, const ToolContract &right)
{
    for (const ProfileName name : allProfiles()) {
        m_profile = profileText(name);
        const QString where = jsonPointer(u"/profiles"_s, m_profile);
        const Profile &mine = left.profile(name);
        const Profile &other = right.profile(name);
        const QString tools = name == ProfileName::Observe ? u"tools"_s : u"adds_tools"_s;
        sameMembers(jsonPointer(where, tools), mine.ownTools, other.ownTools);
        equal(where + "/opt_in_only"_L1, mine.optInOnly, other.optInOnly);
        sameMembers(where + "/requires_all_of"_L1, mine.requirements, other.requirements);
    }
    m_profile = profileText(ProfileName::Execute);
    sameMembers(u"/profiles/execute/never_model_facing_fields"_s, left.neverModelFacing,
                right.neverModelFacing);
    m_profile.clear();
}

void Comparison::compareGates(const QList<Gate> &left, const QList<Gate> &right)
{
    sameMembers(u"/gates"_s, namesOf(left), namesOf(right));
    for (const Gate &gate : left) {
        for (const Gate &other : right) {
            if (gate.name != other.name)
                continue;
            const QString where = jsonPointer(u"/gates"_s, gate.name);
            equal(where + "/code"_L1, gate.code, other.code);
            equal(where + "/bypass_field"_L1, gate.bypassField, other.bypassField);
        }
    }
}

} // namespace

QList<ParityFinding> compareContracts(const ToolContract &left, const ToolContract &right)
{
    Comparison comparison;
    comparison.equal(u"/contract_version"_s, left.version, right.version);
    comparison.equal(u"/external_tool_name_convention/pattern"_s, left.namePattern, right.namePattern);
    comparison.compareTools(left, right);
    if (left.defaultProfile() != right.defaultProfile()) {
        comparison.m_findings.append(
            {ParityKind::WrongDefault,
             QString(),
             u"/profiles"_s,
             u"The default profile is %1 on the left, %2 on the right."_s.arg(
                 profileText(left.defaultProfile()), profileText(right.defaultProfile())),
             ParityRule::DefaultIsObserve,
             {u"/profiles"_s}});
    }
    comparison.compareProfiles(left, right);
    comparison.compareGates(left.gates, right.gates);
    comparison.sameNotes(left.notes, right.notes);
    return comparison.m_findings;
}

QList<ParityFinding> compareDocuments(const ContractDocument &left, const ContractDocument &right)
{
    QList<ParityFinding> findings = compareContracts(left.contract, right.contract);
    const QString section = u"/execution_outcomes"_s;
    const auto changes = diffJson(left.root[u"execution_outcomes"], right.root[u"execution_outcomes"],
                                  [](const QString &) { return ListRule::Members; });
    for (const JsonChange &change : changes) {
        const QString where = section + change.where;
        if (isContractProse(where))
            continue;
        const QString detail = !change.hasBefore  ? u"Only the right one has this member."_s
                               : !change.hasAfter ? u"Only the left one has this member."_s
                                                  : u"The two say something else about outcomes."_s;
        findings.append(
            {ParityKind::ContractDiffers, {}, where, detail, ParityRule::ExecutionOutcomes, {where}});
    }
    return findings;
}

QList<ParityFinding> brokenProfiles(const base::Json &document)
{
    QList<ParityFinding> findings;
    const base::Json &profiles = document[u"profiles"];
    for (const auto &[profile, base] :
         {std::pair(u"govern"_s, u"observe"_s), std::pair(u"execute"_s, u"govern"_s)}) {
        if (!profiles[profile].isObject() || profiles[profile][u"extends"].toString() == base)
            continue;
        const QString where = jsonPointer(jsonPointer(u"/profiles"_s, profile), u"extends");
        findings.append({ParityKind::ContractDiffers,
                         profile,
                         where,
                         u"The profile %1 does not extend %2."_s.arg(profile, base),
                         ParityRule::ProfilesAreCumulative,
                         {where}});
    }
    return findings;
}

} // namespace algenta::contract
