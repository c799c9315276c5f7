// SPDX-License-Identifier: Apache-2.0
#include "core/contract/gatewayconfig.h"

#include "core/base/textsafety.h"
#include "core/contract/fieldleaks.h"

#include <algorithm>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using base::jsonPointer;
using base::Result;

namespace
{

tl::unexpected<base::Error> notAConfiguration(const QString &where, const QString &what)
{
    return base::fail(ErrorCode::MalformedAnswer, u"The gateway configuration cannot be used: %1 %2."_s.arg(
                                                      base::elidedText(where, 256), what));
}

Result<QStringList> textList(const Json &list, const QString &where)
{
    QStringList texts;
    if (list.isNull())
        return texts;
    if (!list.isArray())
        return notAConfiguration(where, u"is no list"_s);
    for (const Json &item : list.items()) {
        if (!item.isString())
            return notAConfiguration(where, u"holds something other than names"_s);
        texts.append(item.toString());
    }
    return texts;
}

Result<GatewayServer> readServer(const QString &name, const Json &json, const QString &where)
{
    if (!json.isObject())
        return notAConfiguration(where, u"is no server"_s);
    GatewayServer server;
    server.name = name;
    server.alias = json[u"alias"].toString();
    server.where = where;
    auto allowed = textList(json[u"allowed_tools"], where + "/allowed_tools"_L1);
    if (!allowed)
        return base::fail(allowed.error());
    auto disallowed = textList(json[u"disallowed_tools"], where + "/disallowed_tools"_L1);
    if (!disallowed)
        return base::fail(disallowed.error());
    server.allowedTools = std::move(*allowed);
    server.disallowedTools = std::move(*disallowed);
    const QString params = where + "/allowed_params"_L1;
    if (!json[u"allowed_params"].isNull() && !json[u"allowed_params"].isObject())
        return notAConfiguration(params, u"is no mapping of tools"_s);
    for (const base::JsonMember &member : json[u"allowed_params"].members()) {
        auto names = textList(member.value, jsonPointer(params, member.key));
        if (!names)
            return base::fail(names.error());
        server.allowedParams.insert(member.key, std::move(*names));
    }
    return server;
}

class GatewayCheck
{
public:
    GatewayCheck(const ToolContract &contract, ProfileName profile, const GatewayServer &server,
                 const std::optional<QList<ExposedTool>> &advertised)
        : m_contract(contract)
        , m_profile(profile)
        , m_server(server)
        , m_advertised(advertised)
    {
    }

    ParityVerdict check();

private:
    void add(ParityRule rule, const QString &subject, const QString &detail, const QString &place);
    void takeEverything();
    void takeAllowed();
    void takeParams(const QString &tool);
    void takeListedParams(const QString &tool, const QStringList &params);
    QStringList declaredFields(const QString &tool) const;
    bool executes(const QString &tool) const;

    const ToolContract &m_contract;
    ProfileName m_profile;
    const GatewayServer &m_server;
    const std::optional<QList<ExposedTool>> &m_advertised;
    ParityVerdict m_verdict;
};

void GatewayCheck::add(ParityRule rule, const QString &subject, const QString &detail, const QString &place)
{
    m_verdict.findings.append({parityKind(rule), profileText(m_profile), subject, detail, rule, {place}});
}

bool GatewayCheck::executes(const QString &tool) const
{
    const ContractTool *known = m_contract.tool(tool);
    return known && known->safetyCritical;
}

QStringList GatewayCheck::declaredFields(const QString &tool) const
{
    if (executes(tool))
        return m_contract.neverModelFacing;
    QStringList fields;
    for (const ExposedTool &advertised : m_advertised ? *m_advertised : QList<ExposedTool>()) {
        if (advertised.name != tool)
            continue;
        for (const FieldLeak &leak : fieldLeaks(m_contract, advertised.inputSchema, false))
            fields.append(leak.field);
    }
    fields.removeDuplicates();
    return fields;
}

/** Nothing is allowed by name, so all that the engine advertises is, without what is disallowed. */
void GatewayCheck::takeEverything()
{
    QStringList tools = m_contract.profile(ProfileName::Execute).tools;
    if (m_advertised) {
        tools.clear();
        for (const ExposedTool &tool : *m_advertised)
            tools.append(tool.name);
    }
    for (const QString &tool : tools) {
        const auto isTool = [&](const QString &listed) { return m_server.toolName(listed) == tool; };
        if (std::none_of(m_server.disallowedTools.cbegin(), m_server.disallowedTools.cend(), isTool))
            m_verdict.exposed.append(tool);
    }
    const bool below = m_profile != ProfileName::Full;
    if (below)
        add(ParityRule::FullIsOptIn, m_server.name,
            u"No tools are allowed by name, so a model reaches all that the engine advertises%1, under the "
            "profile %2."_s.arg(m_server.disallowedTools.isEmpty() ? QString() : u" but what is disallowed"_s,
                                profileText(m_profile)),
            m_server.where + "/allowed_tools"_L1);
    for (const QString &tool : std::as_const(m_verdict.exposed)) {
        if (executes(tool) && m_profile < ProfileName::Execute)
            add(ParityRule::ExecuteOnlyUnderExecute, tool,
                u"A tool that executes is within reach under the profile %1."_s.arg(profileText(m_profile)),
                m_server.where + "/allowed_tools"_L1);
    }
}

void GatewayCheck::takeAllowed()
{
    QList<ExposedTool> exposed;
    for (const QString &listed : m_server.allowedTools)
        exposed.append({m_server.toolName(listed), Json::object()});
    QStringList known = m_contract.profile(ProfileName::Execute).tools;
    if (m_advertised) {
        known.clear();
        for (const ExposedTool &tool : *m_advertised)
            known.append(tool.name);
    } else if (m_profile == ProfileName::Full) {
        for (const ExposedTool &tool : std::as_const(exposed))
            known.append(tool.name);
        known.removeDuplicates();
    }
    m_verdict = checkParity(m_contract, m_profile, exposed, known);
    if (!m_advertised)
        forgetEngine(&m_verdict);
    for (ParityFinding &finding : m_verdict.findings)
        finding.places = QStringList{m_server.where + "/allowed_tools"_L1};
}

void GatewayCheck::takeListedParams(const QString &tool, const QStringList &params)
{
    const QString where = jsonPointer(m_server.where + "/allowed_params"_L1, tool);
    for (const QString &field : m_contract.neverModelFacing) {
        if (params.contains(field))
            add(ParityRule::NoFieldInArguments, tool,
                u"The gateway lets %1 through, which no model may set, at %2."_s.arg(
                    field, base::elidedText(where, 256)),
                where);
    }
    if (executes(tool) && !params.contains("decision_id"_L1))
        add(ParityRule::OnlyLoggedDecisions, tool, u"The gateway lets no decision_id through."_s, where);
}

void GatewayCheck::takeParams(const QString &tool)
{
    if (const auto params = m_server.params(tool)) {
        takeListedParams(tool, *params);
        return;
    }
    const QString where = m_server.where + "/allowed_params"_L1;
    for (const QString &field : declaredFields(tool))
        add(ParityRule::NoFieldInArguments, tool,
            u"The gateway limits no arguments of this tool, so it lets %1 through, which no model may set."_s
                .arg(field),
            where);
}

ParityVerdict GatewayCheck::check()
{
    m_verdict.profile = m_profile;
    if (m_server.allowedTools.isEmpty())
        takeEverything();
    else
        takeAllowed();
    QStringList tools = m_verdict.exposed;
    tools.removeDuplicates();
    for (const QString &tool : std::as_const(tools))
        takeParams(tool);
    return std::move(m_verdict);
}

} // namespace

QString GatewayServer::toolName(const QString &listed) const
{
    for (const QString &server : {name, alias}) {
        const QString prefix = server + u'-';
        if (!server.isEmpty() && listed.startsWith(prefix))
            return listed.sliced(prefix.size());
    }
    return listed;
}

std::optional<QStringList> GatewayServer::params(const QString &tool) const
{
    // The gateway takes an empty list under the long name for none at all.
    for (const QString &server : {alias, name}) {
        const QStringList listed = allowedParams.value(server + u'-' + tool);
        if (!server.isEmpty() && !listed.isEmpty())
            return listed;
    }
    const auto found = allowedParams.constFind(tool);
    return found == allowedParams.cend() ? std::nullopt : std::optional(*found);
}

Result<QList<GatewayServer>> readGatewayServers(const Json &configuration)
{
    const Json &servers = configuration[u"mcp_servers"];
    if (!servers.isObject() || servers.size() == 0)
        return notAConfiguration(u"/mcp_servers"_s, u"names no servers"_s);
    QList<GatewayServer> list;
    for (const base::JsonMember &member : servers.members()) {
        auto server = readServer(member.key, member.value, jsonPointer(u"/mcp_servers"_s, member.key));
        if (!server)
            return base::fail(server.error());
        list.append(std::move(*server));
    }
    return list;
}

ParityVerdict checkGateway(const ToolContract &contract, ProfileName profile, const GatewayServer &server,
                           const std::optional<QList<ExposedTool>> &advertised)
{
    return GatewayCheck(contract, profile, server, advertised).check();
}

} // namespace algenta::contract
