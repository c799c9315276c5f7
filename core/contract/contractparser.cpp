// SPDX-License-Identifier: Apache-2.0
#include "core/contract/toolcontract.h"

#include "core/base/jsonreader.h"
#include "core/base/textsafety.h"

#include <QRegularExpression>

#include <algorithm>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using base::jsonPointer;

namespace
{

/** Reads one document; the first problem stays, all later reads give neutral values. */
class Parser
{
public:
    base::Result<ToolContract> parse(const Json &root);

private:
    void problem(const QString &where, const QString &what);
    void noteUnknown(const Json &object, const QString &where, const QStringList &known);

    const Json &object(const Json &parent, QStringView key, const QString &where);
    QString text(const Json &parent, QStringView key, const QString &where, bool required = true);
    QString prose(const Json &parent, QStringView key, const QString &where);
    bool flag(const Json &parent, QStringView key, const QString &where);
    QStringList names(const Json &parent, QStringView key, const QString &where, bool required);

    void readNaming(const Json &root);
    void readTools(const Json &root);
    void readProfiles(const Json &root);
    void readProfile(const Json &profiles, ProfileName name);
    void readProfileTools(const Json &json, const QString &where, Profile *profile);
    void readGates(const Json &root);
    void checkWhole();

    ToolContract m_contract;
    std::optional<base::Error> m_error;
};

QString quoted(QStringView text)
{
    return u'"' + base::elidedText(text, 64) + u'"';
}

void Parser::problem(const QString &where, const QString &what)
{
    if (m_error)
        return;
    base::Error error;
    error.code = base::ErrorCode::MalformedAnswer;
    error.message = u"The tool contract cannot be used: %1 %2."_s.arg(
        where.isEmpty() ? u"the document"_s : base::elidedText(where, 256), what);
    error.remedy = u"Compare it with the schema in contracts/schema/tool-contract.schema.json."_s;
    m_error = error;
}

void Parser::noteUnknown(const Json &object, const QString &where, const QStringList &known)
{
    for (const base::JsonMember &member : object.members()) {
        if (!known.contains(member.key))
            m_contract.notes.append(jsonPointer(where, member.key));
    }
}

const Json &Parser::object(const Json &parent, QStringView key, const QString &where)
{
    const Json &value = parent[key];
    if (!value.isObject())
        problem(jsonPointer(where, key), parent.contains(key) ? u"is no object"_s : u"is missing"_s);
    return value;
}

QString Parser::text(const Json &parent, QStringView key, const QString &where, bool required)
{
    const Json *value = parent.find(key);
    if (!value) {
        if (required)
            problem(jsonPointer(where, key), u"is missing"_s);
        return {};
    }
    if (!value->isString() || (required && value->toString().isEmpty()))
        problem(jsonPointer(where, key), u"is no text"_s);
    return value->toString();
}

QString Parser::prose(const Json &parent, QStringView key, const QString &where)
{
    const Json &value = parent[key];
    if (!value.isArray())
        return text(parent, key, where, false);
    QStringList lines;
    for (const Json &line : value.items()) {
        if (!line.isString())
            problem(jsonPointer(where, key), u"holds something other than text"_s);
        lines.append(line.toString());
    }
    return lines.join(u' ');
}

bool Parser::flag(const Json &parent, QStringView key, const QString &where)
{
    const Json *value = parent.find(key);
    if (value && !value->isBool())
        problem(jsonPointer(where, key), u"is neither true nor false"_s);
    return value && value->toBool();
}

QStringList Parser::names(const Json &parent, QStringView key, const QString &where, bool required)
{
    const Json *value = parent.find(key);
    const QString here = jsonPointer(where, key);
    if (!value) {
        if (required)
            problem(here, u"is missing"_s);
        return {};
    }
    if (!value->isArray())
        problem(here, u"is no list"_s);
    QStringList list;
    for (qsizetype i = 0; i < value->items().size(); ++i) {
        const QString item = value->at(i).toString();
        if (item.isEmpty())
            problem(jsonPointer(here, i), u"is no text"_s);
        else if (list.contains(item))
            problem(jsonPointer(here, i), u"repeats %1"_s.arg(quoted(item)));
        list.append(item);
    }
    if (required && list.isEmpty())
        problem(here, u"is empty"_s);
    return list;
}

void Parser::readNaming(const Json &root)
{
    const QString where = u"/external_tool_name_convention"_s;
    const Json &naming = object(root, u"external_tool_name_convention", {});
    noteUnknown(naming, where, {u"description"_s, u"prefix"_s, u"pattern"_s});
    if (naming.contains(u"prefix") && naming[u"prefix"].toString() != "algenta_"_L1)
        problem(where + "/prefix"_L1, u"is not \"algenta_\""_s);
    m_contract.namePattern = text(naming, u"pattern", where);
    if (!QRegularExpression(m_contract.namePattern).isValid())
        problem(where + "/pattern"_L1, u"is no regular expression"_s);
}

void Parser::readTools(const Json &root)
{
    const QString section = u"/mcp_tool_reference"_s;
    for (const base::JsonMember &member : object(root, u"mcp_tool_reference", {}).members()) {
        const QString where = jsonPointer(section, member.key);
        if (!member.value.isObject() || member.key.isEmpty())
            problem(where, u"is no object with a name"_s);
        noteUnknown(member.value, where,
                    {u"category"_s, u"description"_s, u"aliases"_s, u"safety_critical"_s});
        ContractTool tool;
        tool.name = member.key;
        tool.category = text(member.value, u"category", where);
        tool.description = prose(member.value, u"description", where);
        tool.aliases = names(member.value, u"aliases", where, false);
        tool.safetyCritical = flag(member.value, u"safety_critical", where);
        m_contract.tools.append(tool);
    }
}

void Parser::readProfiles(const Json &root)
{
    const QString section = u"/profiles"_s;
    const Json &profiles = object(root, u"profiles", {});
    QStringList known;
    for (const ProfileName name : allProfiles()) {
        known.append(profileText(name));
        readProfile(profiles, name);
    }
    // A fifth profile would be a boundary that this program cannot keep.
    for (const base::JsonMember &member : profiles.members()) {
        if (!known.contains(member.key))
            problem(jsonPointer(section, member.key), u"is a profile that this version does not know"_s);
    }
}

void Parser::readProfile(const Json &profiles, ProfileName name)
{
    const QString where = jsonPointer(u"/profiles"_s, profileText(name));
    const Json &json = object(profiles, profileText(name), u"/profiles"_s);
    QStringList known{u"default"_s,    u"description"_s, u"extends"_s,        u"tools"_s,
                      u"adds_tools"_s, u"opt_in_only"_s, u"requires_all_of"_s};
    Profile profile;
    profile.name = name;
    profile.description = prose(json, u"description", where);
    profile.isDefault = flag(json, u"default", where);
    profile.optInOnly = flag(json, u"opt_in_only", where);
    profile.requirements = names(json, u"requires_all_of", where, name == ProfileName::Execute);
    if (name == ProfileName::Execute) {
        known << u"never_model_facing_fields"_s << u"never_model_facing_note"_s;
        m_contract.neverModelFacing = names(json, u"never_model_facing_fields", where, true);
    }
    readProfileTools(json, where, &profile);
    noteUnknown(json, where, known);
    m_contract.profiles.append(profile);
}

void Parser::readProfileTools(const Json &json, const QString &where, Profile *profile)
{
    if (profile->name == ProfileName::Full) {
        if (json[u"tools"].toString() != "*"_L1)
            problem(where + "/tools"_L1, u"is not \"*\""_s);
        if (json.contains(u"extends") || json.contains(u"adds_tools"))
            problem(where, u"is everything and extends nothing"_s);
        profile->everything = true;
        return;
    }
    const bool first = m_contract.profiles.isEmpty();
    if (!first) {
        const Profile &previous = m_contract.profiles.constLast();
        if (text(json, u"extends", where) != profileText(previous.name))
            problem(where + "/extends"_L1, u"is not %1"_s.arg(quoted(profileText(previous.name))));
        profile->tools = previous.tools;
    }
    const QStringView wrong = first ? QStringView(u"adds_tools") : QStringView(u"tools");
    if (json.contains(wrong) || (first && json.contains(u"extends")))
        problem(where,
                first ? u"extends a profile, but is the first"_s : u"lists tools instead of adding some"_s);
    profile->ownTools = names(json, first ? u"tools" : u"adds_tools", where, true);
    for (const QString &tool : std::as_const(profile->ownTools)) {
        if (!m_contract.tool(tool))
            problem(where, u"lists %1, which is not in /mcp_tool_reference (an alias is no member)"_s.arg(
                               quoted(tool)));
        if (profile->tools.contains(tool))
            problem(where, u"lists %1 a second time"_s.arg(quoted(tool)));
        profile->tools.append(tool);
    }
}

void Parser::readGates(const Json &root)
{
    if (!root.contains(u"gates"))
        return;
    for (const base::JsonMember &member : object(root, u"gates", {}).members()) {
        const QString where = jsonPointer(u"/gates"_s, member.key);
        if (!member.value.isObject() || member.key.isEmpty())
            problem(where, u"is no object with a name"_s);
        noteUnknown(member.value, where, {u"meaning"_s, u"code"_s, u"bypass_field"_s, u"bypass_note"_s});
        Gate gate;
        gate.name = member.key;
        gate.meaning = prose(member.value, u"meaning", where);
        gate.code = text(member.value, u"code", where);
        gate.bypassField = text(member.value, u"bypass_field", where);
        if (!m_contract.neverModelFacing.contains(gate.bypassField))
            problem(where + "/bypass_field"_L1, u"is not among the never_model_facing_fields"_s);
        m_contract.gates.append(gate);
    }
}

void Parser::checkWhole()
{
    const auto defaults = std::count_if(m_contract.profiles.cbegin(), m_contract.profiles.cend(),
                                        [](const Profile &profile) { return profile.isDefault; });
    if (defaults != 1)
        problem(u"/profiles"_s, u"has %1 default profiles, not one"_s.arg(defaults));
    QStringList seen;
    for (const ContractTool &tool : std::as_const(m_contract.tools))
        seen.append(tool.name);
    for (const ContractTool &tool : std::as_const(m_contract.tools)) {
        for (const QString &alias : tool.aliases) {
            if (seen.contains(alias))
                problem(jsonPointer(u"/mcp_tool_reference"_s, tool.name),
                        u"has the alias %1, which is taken"_s.arg(quoted(alias)));
            seen.append(alias);
        }
    }
}

base::Result<ToolContract> Parser::parse(const Json &root)
{
    if (!root.isObject())
        problem({}, u"is no object"_s);
    noteUnknown(root, {},
                {u"$schema"_s, u"$id"_s, u"contract_version"_s, u"status"_s, u"title"_s, u"description"_s,
                 u"external_tool_name_convention"_s, u"mcp_tool_reference"_s, u"profiles"_s,
                 u"execution_outcomes"_s, u"gates"_s, u"conformance"_s});
    m_contract.version = text(root, u"contract_version", {});
    m_contract.status = prose(root, u"status", {});
    m_contract.title = prose(root, u"title", {});
    readNaming(root);
    readTools(root);
    readProfiles(root);
    readGates(root);
    checkWhole();
    if (m_error)
        return base::fail(*std::move(m_error));
    return std::move(m_contract);
}

} // namespace

base::Result<ToolContract> parseToolContract(QByteArrayView bytes)
{
    const base::JsonLimits limits{.maxBytes = 1024 * 1024, .maxDepth = 32, .maxValues = 20000};
    const base::Result<Json> root = base::readJson(bytes, limits, base::DuplicateKeys::Refuse);
    if (!root)
        return base::fail(root.error());
    return Parser().parse(*root);
}

} // namespace algenta::contract
