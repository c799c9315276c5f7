// SPDX-License-Identifier: Apache-2.0
#include "core/contract/parity.h"

#include "core/base/textsafety.h"
#include "core/contract/scrub.h"

#include <QSet>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr QLatin1StringView flatPrefix("algenta_");

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

    void take(const ExposedTool &tool);
    void takeDefault(ProfileName stated);
    ParityVerdict finish();

private:
    void add(ParityKind kind, const QString &subject, const QString &detail);
    QString mcpName(const QString &exposed) const;
    QString whyAddition(const QString &tool) const;

    const ToolContract &m_contract;
    const QStringList &m_advertised;
    const QStringList m_expected;
    QSet<QString> m_seen;
    ParityVerdict m_verdict;
};

void ParityCheck::add(ParityKind kind, const QString &subject, const QString &detail)
{
    m_verdict.findings.append({kind, profileText(m_verdict.profile), subject, detail});
}

QString ParityCheck::mcpName(const QString &exposed) const
{
    const bool isFlat =
        exposed.startsWith(flatPrefix) && !m_advertised.contains(exposed) && !m_contract.tool(exposed);
    return isFlat ? exposed.sliced(flatPrefix.size()) : exposed;
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

void ParityCheck::take(const ExposedTool &tool)
{
    m_verdict.exposed.append(tool.name);
    const QString name = mcpName(tool.name);
    if (m_seen.contains(name))
        add(ParityKind::Addition, tool.name, u"Exposed more than once."_s);
    else if (!m_expected.contains(name))
        add(ParityKind::Addition, tool.name, whyAddition(name));
    m_seen.insert(name);
    if (const base::Result<QString> flat = flatName(m_contract, name); !flat)
        add(ParityKind::NameViolation, tool.name, flat.error().message);
    for (const QString &where : scrubSchema(m_contract, tool.inputSchema).removed)
        add(ParityKind::LeakedField, tool.name,
            u"The schema shows a field that no model may set, at %1."_s.arg(
                where.isEmpty() ? u"its root"_s : base::elidedText(where, 256)));
}

void ParityCheck::takeDefault(ProfileName stated)
{
    if (stated != m_contract.defaultProfile())
        add(ParityKind::WrongDefault, profileText(stated),
            u"The default profile is %1, the contract's is %2."_s.arg(
                profileText(stated), profileText(m_contract.defaultProfile())));
}

ParityVerdict ParityCheck::finish()
{
    for (const QString &tool : m_expected) {
        if (m_seen.contains(tool))
            continue;
        m_seen.insert(tool);
        add(ParityKind::Omission, tool,
            m_advertised.contains(tool) ? u"In the profile and advertised by the engine, but not exposed."_s
                                        : u"In the profile, but the engine does not advertise it."_s);
    }
    return std::move(m_verdict);
}

} // namespace

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

ParityVerdict checkParity(const ToolContract &contract, ProfileName profile,
                          const QList<ExposedTool> &exposed, const QStringList &advertised,
                          std::optional<ProfileName> surfaceDefault)
{
    ParityCheck check(contract, profile, advertised);
    for (const ExposedTool &tool : exposed)
        check.take(tool);
    if (surfaceDefault)
        check.takeDefault(*surfaceDefault);
    return check.finish();
}

} // namespace algenta::contract
