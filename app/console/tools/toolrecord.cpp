// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/toolrecord.h"

#include "core/engine/toolcategory.h"

#include <QCoreApplication>
#include <QHash>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using contract::ProfileName;
using engine::DangerClass;

namespace
{

/** What does not belong to a class, for the translator. */
class ToolText
{
    Q_DECLARE_TR_FUNCTIONS(algenta::console::ToolRecord)
};

std::size_t indexOf(ProfileName profile)
{
    return static_cast<std::size_t>(profile);
}

QString aliasOf(const contract::ToolContract &contract, const QString &name)
{
    for (const contract::ContractTool &tool : contract.tools) {
        if (tool.aliases.contains(name))
            return tool.name;
    }
    return {};
}

/** The profile that adds a contract tool; nothing for a tool of none. */
std::optional<ProfileName> addedBy(const contract::ToolContract &contract, const QString &name)
{
    for (const contract::Profile &profile : contract.profiles) {
        if (profile.ownTools.contains(name))
            return profile.name;
    }
    return std::nullopt;
}

/** An omission of a list that did not come whole is no omission yet. */
ToolRecord::Absence whyOmitted(bool listIsComplete)
{
    if (listIsComplete)
        return {ToolText::tr("not advertised"),
                ToolText::tr("In the profile, but this engine does not advertise the tool.")};
    return {ToolText::tr("not known"),
            ToolText::tr("In the profile, but the list that was read is incomplete: "
                         "whether this engine advertises it is not known.")};
}

ToolRecord::Absence whyAbsent(const contract::ToolContract &contract, const contract::Profile &profile,
                              const ToolRecord &record)
{
    if (record.kind == ToolRecord::Kind::Broken)
        return {ToolText::tr("unusable"),
                ToolText::tr("The engine's item cannot be used, so no model gets it.")};
    const bool member = profile.everything || profile.tools.contains(record.name);
    if (member)
        return record.kind == ToolRecord::Kind::Omitted ? whyOmitted(record.listIsComplete)
                                                        : ToolRecord::Absence();
    if (const auto adding = addedBy(contract, record.name)) {
        const QString name = contract::profileText(*adding);
        return {ToolText::tr("from %1").arg(name), ToolText::tr("Added by %1.").arg(name)};
    }
    if (const QString real = aliasOf(contract, record.name); !real.isEmpty())
        return {ToolText::tr("alias"), ToolText::tr("An alias of %1: an alias is never a member.").arg(real)};
    return {ToolText::tr("full only"),
            ToolText::tr("Not in any fixed profile: only full, which is opt-in, has it.")};
}

void complete(const contract::ToolContract &contract, ToolRecord &record)
{
    const contract::ContractTool *known = contract.tool(record.name);
    record.inContract = known != nullptr;
    record.danger = engine::dangerClass(record.name);
    record.category = engine::toolCategory(record.name);
    if (known)
        record.contractCategory = known->category;
    if (known && record.kind == ToolRecord::Kind::Omitted)
        record.description = known->description;
    for (const contract::Profile &profile : contract.profiles)
        record.absent.at(indexOf(profile.name)) = whyAbsent(contract, profile, record);
}

ToolRecord advertised(const mcp::Tool &tool, qsizetype occurrence)
{
    ToolRecord record;
    record.name = tool.name;
    record.key = u"tool:%1:%2"_s.arg(QString::number(occurrence), tool.name);
    record.description = tool.description;
    record.published = tool;
    record.raw = tool.raw;
    return record;
}

ToolRecord broken(const mcp::BrokenTool &item)
{
    ToolRecord record;
    record.kind = ToolRecord::Kind::Broken;
    record.name = item.name;
    record.key = u"broken:%1"_s.arg(item.index);
    record.raw = item.raw;
    record.brokenReason = item.reason;
    return record;
}

ToolRecord omitted(const QString &name)
{
    ToolRecord record;
    record.kind = ToolRecord::Kind::Omitted;
    record.name = name;
    // The key of the tool itself, so that a selection stays when the engine takes it away or brings it back.
    record.key = u"tool:0:%1"_s.arg(name);
    return record;
}

/** The engine's items in the order in which they came. */
QList<ToolRecord> listed(const mcp::ToolList &list)
{
    QList<ToolRecord> records;
    QHash<QString, qsizetype> seen;
    qsizetype nextBroken = 0;
    for (const mcp::Tool &tool : list.tools) {
        while (nextBroken < list.broken.size() && list.broken.at(nextBroken).index == records.size())
            records.append(broken(list.broken.at(nextBroken++)));
        records.append(advertised(tool, seen[tool.name]++));
    }
    for (; nextBroken < list.broken.size(); ++nextBroken)
        records.append(broken(list.broken.at(nextBroken)));
    return records;
}

} // namespace

bool ToolRecord::isIn(ProfileName profile) const
{
    return absent.at(indexOf(profile)).reason.isEmpty();
}

const ToolRecord::Absence &ToolRecord::whyNotIn(ProfileName profile) const
{
    return absent.at(indexOf(profile));
}

std::optional<ProfileName> ToolRecord::firstProfile() const
{
    for (const ProfileName profile : contract::allProfiles()) {
        if (isIn(profile))
            return profile;
    }
    return std::nullopt;
}

bool ToolRecord::canAct() const
{
    return kind == Kind::Advertised && (danger == DangerClass::Acts || danger == DangerClass::ChangesRules);
}

QList<ToolRecord> toolRecords(const contract::ToolContract &contract, const mcp::ToolList &list)
{
    QList<ToolRecord> all = listed(list);
    QHash<QString, qsizetype> timesListed;
    for (const ToolRecord &record : all)
        timesListed[record.name] += record.kind == ToolRecord::Kind::Advertised ? 1 : 0;
    QList<ToolRecord> records;
    records.reserve(all.size() + contract.tools.size());
    for (const contract::ContractTool &tool : contract.tools) {
        if (timesListed.value(tool.name) == 0)
            records.append(omitted(tool.name));
        for (const ToolRecord &record : all) {
            if (record.name == tool.name && record.kind == ToolRecord::Kind::Advertised)
                records.append(record);
        }
    }
    for (const ToolRecord &record : all) {
        if (record.kind == ToolRecord::Kind::Broken || !contract.tool(record.name))
            records.append(record);
    }
    for (ToolRecord &record : records) {
        if (record.kind == ToolRecord::Kind::Advertised && timesListed.value(record.name) > 1)
            record.note = ToolText::tr("The engine advertises this name more than once: which of the items "
                                       "it calls cannot be known from here.");
        record.listIsComplete = list.complete;
        complete(contract, record);
    }
    return records;
}

QString claimText(const mcp::Tool &tool)
{
    if (!tool.annotations)
        return {};
    const mcp::ToolAnnotations &hints = *tool.annotations;
    QStringList said;
    if (hints.readOnly)
        said.append(*hints.readOnly ? ToolText::tr("read-only") : ToolText::tr("writes"));
    // MCP gives the hint a meaning only for a tool that is not read-only.
    if (hints.destructive && !hints.readOnly.value_or(false))
        said.append(*hints.destructive ? ToolText::tr("destructive") : ToolText::tr("not destructive"));
    return said.join(u", "_s);
}

QStringList disagreements(const ToolRecord &record)
{
    if (!record.published || !record.published->annotations || record.danger == DangerClass::NotClassified)
        return {};
    const mcp::ToolAnnotations &hints = *record.published->annotations;
    const QString ours = engine::dangerClassText(record.danger);
    const bool reads = record.danger == DangerClass::Reads;
    QStringList said;
    if (!reads && hints.readOnly.value_or(false))
        said.append(ToolText::tr("The server calls it read-only; our class is “%1”.").arg(ours));
    if (record.danger == DangerClass::Acts && !hints.destructive.value_or(true))
        said.append(ToolText::tr("The server calls it not destructive; our class is “%1”.").arg(ours));
    if (reads && !hints.readOnly.value_or(true))
        said.append(ToolText::tr("The server says that it writes; our class is “%1”.").arg(ours));
    // The hint means something only for a tool that is not called read-only.
    if (reads && !hints.readOnly.has_value() && hints.destructive.value_or(false))
        said.append(ToolText::tr("The server calls it destructive; our class is “%1”.").arg(ours));
    return said;
}

QString dangerKind(DangerClass danger)
{
    switch (danger) {
    case DangerClass::Reads:
    case DangerClass::Records:
        return u"neutral"_s;
    case DangerClass::ChangesRules:
    case DangerClass::Acts:
        return u"failed"_s;
    case DangerClass::NotClassified:
        return u"unknown"_s;
    }
    Q_UNREACHABLE();
}

QString dangerMeaning(DangerClass danger)
{
    switch (danger) {
    case DangerClass::Reads:
        return ToolText::tr("reads or computes");
    case DangerClass::Records:
        return ToolText::tr("writes records inside the engine");
    case DangerClass::ChangesRules:
        return ToolText::tr("changes who or what may act");
    case DangerClass::Acts:
        return ToolText::tr("reaches outside, starts something that does, or destroys");
    case DangerClass::NotClassified:
        return ToolText::tr("this console does not know the tool: it may do anything");
    }
    Q_UNREACHABLE();
}

} // namespace algenta::console
