// SPDX-License-Identifier: Apache-2.0
#include "core/contract/driftsentence.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"
#include "core/contract/driftclass.h"

#include <algorithm>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

QString shown(QStringView text)
{
    return base::elidedText(text, 120);
}

bool isPlain(const Json &value)
{
    return !value.isArray() && !value.isObject();
}

QString plainText(const Json &value)
{
    return value.isString() ? value.toString()
                            : QString::fromUtf8(base::writeJson(value, base::JsonLayout::Compact));
}

/** "appears: true", "goes", "changes from false to true". */
QString whatHappens(const DriftItem &item)
{
    const auto value = [](const Json &json) { return shown(QString::fromUtf8(base::writeJson(json))); };
    const bool isShort = item.driftClass != DriftClass::Wording && isPlain(item.before) &&
                         isPlain(item.after) && item.beforeText.size() <= 80 && item.afterText.size() <= 80;
    switch (item.kind) {
    case DriftKind::Added:
        return isShort ? u"is added: %1"_s.arg(value(item.after)) : u"is added"_s;
    case DriftKind::Removed:
        return isShort ? u"is removed: %1"_s.arg(value(item.before)) : u"is removed"_s;
    case DriftKind::Changed:
        return isShort ? u"changes from %1 to %2"_s.arg(value(item.before), value(item.after)) : u"changes"_s;
    }
    Q_UNREACHABLE();
}

QString profileSentence(const DriftItem &item, const QStringList &path)
{
    const QString profile = shown(path[1]);
    const QString member = path.value(2);
    const bool gains = item.kind == DriftKind::Added;
    if (path.size() == 4 && (member == "tools"_L1 || member == "adds_tools"_L1))
        return u"The profile %1 %2 the tool %3."_s.arg(profile, gains ? u"gains"_s : u"loses"_s,
                                                       shown(path[3]));
    if (path.size() == 4 && member == "never_model_facing_fields"_L1)
        return gains ? u"%1 joins the fields that no model may set."_s.arg(shown(path[3]))
                     : u"%1 is no longer among the fields that no model may set."_s.arg(shown(path[3]));
    if (member == "requires_all_of"_L1)
        return u"What the profile %1 requires of the engine changes: %2 conditions before, %3 after."_s.arg(
            profile, QString::number(item.before.size()), QString::number(item.after.size()));
    if (member == "default"_L1)
        return item.after.toBool() ? u"The profile %1 becomes the default."_s.arg(profile)
                                   : u"The profile %1 is no longer the default."_s.arg(profile);
    return u"Profile %1: %2 %3."_s.arg(profile, shown(member), whatHappens(item));
}

QString contractSentence(const DriftItem &item, const QStringList &path)
{
    const QString &section = path[0];
    if (section == "profiles"_L1 && path.size() > 2)
        return profileSentence(item, path);
    if (section == "mcp_tool_reference"_L1 && path.size() == 2)
        return u"The contract's tool %1 is %2."_s.arg(shown(path[1]), driftKindName(item.kind));
    if (section == "mcp_tool_reference"_L1 && path.size() == 4 && path[2] == "aliases"_L1)
        return u"Tool %1: the alias %2 is %3."_s.arg(shown(path[1]), shown(path[3]),
                                                     driftKindName(item.kind));
    if (section == "mcp_tool_reference"_L1 && path.size() == 3)
        return u"Tool %1: its %2 %3."_s.arg(shown(path[1]), shown(path[2]), whatHappens(item));
    if (section == "gates"_L1 && path.size() == 2)
        return u"The gate %1 is %2."_s.arg(shown(path[1]), driftKindName(item.kind));
    if (item.where == "/external_tool_name_convention/pattern"_L1)
        return u"The pattern of flat names %1."_s.arg(whatHappens(item));
    return u"The contract's %1 %2."_s.arg(shown(item.where.mid(1)), whatHappens(item));
}

QString toolSentence(const DriftItem &item)
{
    const QString tool = shown(item.subject);
    const QStringList path = pointerTokens(item.where);
    if (path.isEmpty())
        return u"The tool %1 is %2."_s.arg(tool, driftKindName(item.kind));
    if (path[0] == "annotations"_L1 && path.size() == 2)
        return u"%1: the hint %2 %3."_s.arg(tool, shown(path[1]), whatHappens(item));
    return u"%1: %2 %3."_s.arg(tool, shown(item.where.mid(1)), whatHappens(item));
}

} // namespace

QString readableText(const Json &value, const QString &place)
{
    if (value.isNull())
        return {};
    if (isPlain(value))
        return plainText(value);
    const bool plainItems =
        value.isArray() && std::all_of(value.items().cbegin(), value.items().cend(), isPlain);
    if (!plainItems)
        return QString::fromUtf8(base::writeJson(value, base::JsonLayout::Indented));
    QStringList lines;
    for (const Json &item : value.items())
        lines.append(plainText(item));
    const bool prose = place.startsWith("/contract/"_L1) && isContractProse(place);
    return lines.join(prose ? u' ' : u'\n');
}

QString driftSentence(const DriftItem &item)
{
    const QStringList path = pointerTokens(item.where);
    if (item.place.startsWith("/contract/"_L1) && !path.isEmpty())
        return contractSentence(item, path);
    if (item.place.startsWith("/discovery"_L1))
        return u"The engine's contract: %1 %2."_s.arg(
            path.isEmpty() ? u"the document"_s : shown(item.where.mid(1)), whatHappens(item));
    return toolSentence(item);
}

QString fieldSentence(const DriftItem &item)
{
    return u"%1: a field that no model may set is concerned, %2 %3."_s.arg(
        shown(item.subject), shown(item.where.mid(1)),
        item.kind == DriftKind::Changed ? u"changes"_s : u"is "_s + driftKindName(item.kind));
}

QString notAdvertisedSentence(const QString &tool)
{
    return u"The contract names the tool %1, which is not advertised."_s.arg(shown(tool));
}

QString contradictionSentence(const QString &tool)
{
    return u"%1: the contract calls it safety critical, its annotation says that it only reads."_s.arg(
        shown(tool));
}

} // namespace algenta::contract
