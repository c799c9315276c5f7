// SPDX-License-Identifier: Apache-2.0
#include "core/contract/flatnames.h"

#include "core/base/textsafety.h"

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

} // namespace

const FlatNameException &flatNameException()
{
    static const FlatNameException exception{u"algenta_query_dataset"_s, u"query_data"_s};
    return exception;
}

FlatNames::FlatNames(const ToolContract &contract, const QStringList &tools)
{
    const auto add = [this](const QString &tool, const QString &flat) {
        m_flat.insert(tool, flat);
        m_tools.insert(flat, tool);
    };
    QHash<QString, int> times;
    for (const QString &tool : tools)
        ++times[tool];
    for (const QString &tool : tools) {
        const QString wanted = prefix + tool;
        if (times[tool] > 1) {
            note(FlatNameProblem::Kind::Collision, tool,
                 u"%1 stands more than once in the list."_s.arg(shown(tool)));
        } else if (tool.startsWith(prefix) && times.contains(tool.sliced(prefix.size()))) {
            note(FlatNameProblem::Kind::Collision, tool,
                 u"The tool's own name %1 is the flat name of %2."_s.arg(shown(tool),
                                                                         shown(tool.sliced(prefix.size()))));
        } else if (times.contains(wanted)) {
            note(FlatNameProblem::Kind::Collision, tool,
                 u"Its flat name %1 is the own name of another tool."_s.arg(shown(wanted)));
        } else if (const auto flat = flatName(contract, tool); !flat) {
            note(FlatNameProblem::Kind::Pattern, tool, flat.error().message);
        } else {
            if (tool.startsWith(prefix))
                note(FlatNameProblem::Kind::Collision, tool,
                     u"The tool's own name %1 looks like a flat name; its flat name is %2."_s.arg(
                         shown(tool), shown(*flat)));
            add(tool, *flat);
        }
    }
    const FlatNameException &exception = flatNameException();
    if (!times.contains(exception.tool))
        return;
    if (m_tools.contains(exception.flatName) || times.contains(exception.flatName))
        note(FlatNameProblem::Kind::Collision, exception.flatName.sliced(prefix.size()),
             u"The contract's own example gives %1 as a name of %2."_s.arg(shown(exception.flatName),
                                                                           shown(exception.tool)));
    else if (m_flat.contains(exception.tool))
        m_tools.insert(exception.flatName, exception.tool);
}

void FlatNames::note(FlatNameProblem::Kind kind, const QString &tool, const QString &detail)
{
    // Of a name that stands there twice, once.
    if (m_noted.contains(tool))
        return;
    m_noted.insert(tool);
    m_problems.append({kind, tool, detail});
}

QString FlatNames::problem(const QString &tool) const
{
    for (const FlatNameProblem &found : m_problems) {
        if (found.tool == tool)
            return found.detail;
    }
    return {};
}

std::optional<QString> FlatNames::flat(const QString &tool) const
{
    const auto found = m_flat.constFind(tool);
    return found == m_flat.cend() ? std::nullopt : std::optional(*found);
}

std::optional<QString> FlatNames::tool(const QString &flatName) const
{
    const auto found = m_tools.constFind(flatName);
    return found == m_tools.cend() ? std::nullopt : std::optional(*found);
}

} // namespace algenta::contract
