// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/liaisoncontract.h"

#include "embedded/liaisonToolContract.h"

#include <algorithm>
#include <array>

namespace algenta::liaison
{

using namespace Qt::Literals::StringLiterals;

const LiaisonTool *LiaisonContract::tool(QStringView name) const
{
    const auto found = std::find_if(tools.cbegin(), tools.cend(),
                                    [name](const LiaisonTool &tool) { return tool.name == name; });
    return found == tools.cend() ? nullptr : &*found;
}

bool LiaisonContract::knowsSkill(const QString &skill) const
{
    return std::any_of(tools.cbegin(), tools.cend(),
                       [&skill](const LiaisonTool &tool) { return tool.skills.contains(skill); });
}

QStringList LiaisonContract::skills() const
{
    QStringList all;
    for (const LiaisonTool &tool : tools)
        all += tool.skills;
    all.sort();
    all.removeDuplicates();
    return all;
}

bool isErrorCategory(QStringView text)
{
    static constexpr std::array known{"validation"_L1, "authorization"_L1, "not_found"_L1, "dependency"_L1,
                                      "provider_permanent"_L1};
    return std::any_of(known.cbegin(), known.cend(),
                       [text](QLatin1StringView category) { return text == category; });
}

bool isErrorCode(QStringView text)
{
    return !text.isEmpty() && text.size() <= 80 && std::all_of(text.begin(), text.end(), [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'_';
    });
}

QByteArray embeddedLiaisonContractBytes()
{
    const QByteArrayView bytes = embedded::liaisonToolContract();
    return QByteArray::fromRawData(bytes.data(), bytes.size());
}

const LiaisonContract &embeddedLiaisonContract()
{
    static const LiaisonContract contract = [] {
        base::Result<LiaisonContract> parsed = parseLiaisonContract(embeddedLiaisonContractBytes());
        if (!parsed)
            qFatal("The compiled-in liaison contract cannot be used: %s",
                   qUtf8Printable(parsed.error().message));
        return *std::move(parsed);
    }();
    return contract;
}

} // namespace algenta::liaison
