// SPDX-License-Identifier: Apache-2.0
#include "core/contract/surfacenames.h"

#include "core/base/textsafety.h"
#include "core/contract/flatnames.h"

#include <QRegularExpression>

#include <algorithm>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr QLatin1StringView prefix("algenta_");

QString shown(const QString &name)
{
    return u'"' + base::elidedText(name, 80) + u'"';
}

/** Letters and digits alone, without a leading "algenta". */
QString bare(const QString &name)
{
    QString letters;
    for (const QChar c : name.toLower()) {
        if (c.isLetterOrNumber())
            letters.append(c);
    }
    return letters.startsWith("algenta"_L1) ? letters.sliced(7) : letters;
}

class NameFinder
{
public:
    NameFinder(const ToolContract &contract, const QStringList &exposed, const QStringList &expected,
               const QStringList &advertised);
    [[nodiscard]] SurfaceName find(const QString &exposed) const;

private:
    [[nodiscard]] SurfaceName guess(const QString &exposed) const;
    [[nodiscard]] bool isKnown(const QString &name) const { return m_known.contains(name); }
    [[nodiscard]] bool matchesPattern(const QString &name) const;

    const ToolContract &m_contract;
    const QStringList &m_exposed;
    const QStringList &m_expected;
    QStringList m_known; ///< MCP names: of the contract, of the engine
    bool m_flatSurface;  ///< some name of it is a flat one
    std::optional<FlatNames> m_flat;
};

NameFinder::NameFinder(const ToolContract &contract, const QStringList &exposed, const QStringList &expected,
                       const QStringList &advertised)
    : m_contract(contract)
    , m_exposed(exposed)
    , m_expected(expected)
    , m_known(advertised)
{
    for (const ContractTool &tool : contract.tools)
        m_known << tool.name << tool.aliases;
    m_known.removeDuplicates();
    m_flatSurface = std::any_of(exposed.cbegin(), exposed.cend(), [this](const QString &name) {
        return name.startsWith(prefix) && !isKnown(name);
    });
    m_flat.emplace(contract, m_known);
}

bool NameFinder::matchesPattern(const QString &name) const
{
    const QRegularExpression pattern(QRegularExpression::anchoredPattern(m_contract.namePattern));
    return pattern.match(name).hasMatch();
}

SurfaceName NameFinder::find(const QString &exposed) const
{
    if (isKnown(exposed)) {
        SurfaceName name{exposed, exposed, {}, {}};
        if (const auto flat = flatName(m_contract, exposed); !flat) {
            name.problem = ParityRule::FlatNamePattern;
            name.detail = flat.error().message;
        } else if (exposed.startsWith(prefix)) {
            name.problem = ParityRule::FlatNamesAreUnique;
            name.detail =
                u"The tool's own name %1 looks like a flat name, so the two cannot be told apart."_s.arg(
                    shown(exposed));
        }
        return name;
    }
    if (const auto tool = m_flat->tool(exposed))
        return {exposed, *tool, {}, {}};
    return guess(exposed);
}

SurfaceName NameFinder::guess(const QString &exposed) const
{
    const QString letters = bare(exposed);
    const auto meant = std::find_if(m_expected.cbegin(), m_expected.cend(),
                                    [&](const QString &tool) { return bare(tool) == letters; });
    // A tool that stands there under its right name is not meant by another one as well.
    const bool isMeant =
        meant != m_expected.cend() && !m_exposed.contains(*meant) && !m_exposed.contains(prefix + *meant);
    if (isMeant && matchesPattern(exposed))
        return {exposed, *meant, ParityRule::FlatNameOfTheTool,
                u"The flat name of %1 is %2, not %3."_s.arg(*meant, prefix + *meant, shown(exposed))};
    const QString pattern = base::elidedText(m_contract.namePattern, 128);
    if (isMeant)
        return {exposed, *meant, ParityRule::FlatNamePattern,
                u"%1 stands for %2 and does not match the pattern %3 of flat tool names."_s.arg(
                    shown(exposed), *meant, pattern)};
    const bool isBad = m_flatSurface ? !matchesPattern(exposed) : !matchesPattern(prefix + exposed);
    if (isBad)
        return {exposed, exposed, ParityRule::FlatNamePattern,
                u"%1 is no tool of the profile, and does not match the pattern %2 of flat tool names."_s.arg(
                    shown(exposed), pattern)};
    return {exposed, exposed, {}, {}};
}

} // namespace

QList<SurfaceName> surfaceNames(const ToolContract &contract, const QStringList &exposed,
                                const QStringList &expected, const QStringList &advertised)
{
    const NameFinder finder(contract, exposed, expected, advertised);
    QList<SurfaceName> names;
    for (const QString &name : exposed)
        names.append(finder.find(name));
    return names;
}

} // namespace algenta::contract
