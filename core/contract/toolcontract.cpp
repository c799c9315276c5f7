// SPDX-License-Identifier: Apache-2.0
#include "core/contract/toolcontract.h"

#include "core/base/textsafety.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr std::array profileNames = {ProfileName::Observe, ProfileName::Govern, ProfileName::Execute,
                                     ProfileName::Full};

} // namespace

QString profileText(ProfileName name)
{
    switch (name) {
    case ProfileName::Observe:
        return u"observe"_s;
    case ProfileName::Govern:
        return u"govern"_s;
    case ProfileName::Execute:
        return u"execute"_s;
    case ProfileName::Full:
        return u"full"_s;
    }
    Q_UNREACHABLE();
}

base::Result<ProfileName> profileFromText(QStringView text)
{
    for (const ProfileName name : profileNames) {
        if (profileText(name) == text)
            return name;
    }
    return base::fail(base::ErrorCode::InvalidInput,
                      u"Unknown profile \"%1\"."_s.arg(base::elidedText(text, 64)),
                      u"Use observe, govern, execute or full."_s);
}

QList<ProfileName> allProfiles()
{
    return QList<ProfileName>(profileNames.begin(), profileNames.end());
}

const Profile &ToolContract::profile(ProfileName name) const
{
    const auto found = std::find_if(profiles.begin(), profiles.end(),
                                    [name](const Profile &candidate) { return candidate.name == name; });
    Q_ASSERT(found != profiles.end());
    return *found;
}

ProfileName ToolContract::defaultProfile() const
{
    const auto found = std::find_if(profiles.begin(), profiles.end(),
                                    [](const Profile &candidate) { return candidate.isDefault; });
    Q_ASSERT(found != profiles.end());
    return found->name;
}

const ContractTool *ToolContract::tool(QStringView name) const
{
    const auto found = std::find_if(tools.begin(), tools.end(),
                                    [name](const ContractTool &candidate) { return candidate.name == name; });
    return found == tools.end() ? nullptr : &*found;
}

base::Result<QString> flatName(const ToolContract &contract, QStringView tool)
{
    const QString name = u"algenta_"_s + tool.toString();
    // Anchored at both ends: "$" alone would let a trailing line feed through.
    const QRegularExpression pattern(QRegularExpression::anchoredPattern(contract.namePattern));
    if (pattern.match(name).hasMatch())
        return name;
    return base::fail(base::ErrorCode::InvalidInput,
                      u"\"%1\" does not match the pattern %2 of flat tool names."_s.arg(
                          base::elidedText(name, 128), base::elidedText(contract.namePattern, 128)));
}

Resolved resolve(const ToolContract &contract, ProfileName profile, const QStringList &advertised)
{
    const Profile &wanted = contract.profile(profile);
    if (wanted.everything)
        return {advertised, {}};
    Resolved resolved;
    for (const QString &tool : wanted.tools)
        (advertised.contains(tool) ? resolved.tools : resolved.omissions).append(tool);
    return resolved;
}

} // namespace algenta::contract
