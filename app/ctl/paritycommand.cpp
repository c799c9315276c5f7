// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/paritycommand.h"

#include "app/ctl/inputfile.h"
#include "app/ctl/toolscommand.h"
#include "app/ctl/yamlreader.h"
#include "core/base/jsonreader.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/engine/toolset.h"
#include "core/mcp/mcpclient.h"

#include <QCoreApplication>

#include <algorithm>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using base::Result;
using contract::ParityFinding;
using contract::ParityVerdict;

namespace
{

using contract::ParityRule;

const QList<ParityRule> contractRules{ParityRule::DefaultIsObserve,      ParityRule::FullIsOptIn,
                                      ParityRule::ProfilesAreCumulative, ParityRule::FlatNamePattern,
                                      ParityRule::CopyEqualsContract,    ParityRule::ContractVersion,
                                      ParityRule::ExecuteRequirements,   ParityRule::ExecutionGates,
                                      ParityRule::ExecutionOutcomes,     ParityRule::FieldList};

const QList<ParityRule> toolRules{
    ParityRule::NoAddition,          ParityRule::NoOmission,         ParityRule::ExecuteOnlyUnderExecute,
    ParityRule::NoFieldInSchema,     ParityRule::NoFieldInArguments, ParityRule::NoFieldByDefault,
    ParityRule::OnlyLoggedDecisions, ParityRule::FlatNamePattern,    ParityRule::FlatNamesAreUnique};

const QList<ParityRule> gatewayRules{
    ParityRule::NoAddition,  ParityRule::NoOmission,         ParityRule::ExecuteOnlyUnderExecute,
    ParityRule::FullIsOptIn, ParityRule::NoFieldInArguments, ParityRule::OnlyLoggedDecisions};

Json findingJson(const ParityFinding &finding)
{
    const contract::ParityRuleText &rule = contract::parityRuleText(finding.rule);
    Json json = Json::object();
    json.set(u"rule"_s, Json::string(rule.id));
    json.set(u"rule_name"_s, Json::string(rule.name));
    json.set(u"kind"_s, Json::string(contract::parityKindName(finding.kind)));
    json.set(u"profile"_s, textOrNull(finding.profile));
    json.set(u"subject"_s, Json::string(finding.subject));
    json.set(u"detail"_s, Json::string(finding.detail));
    json.set(u"places"_s, stringList(finding.places));
    return json;
}

Json findingsJson(const QList<ParityFinding> &findings)
{
    Json list = Json::array();
    for (const ParityFinding &finding : findings)
        list.append(findingJson(finding));
    return list;
}

/** True if there is drift for certain: what seems omitted may stand in a part that was not read. */
bool drifts(const ParityReport &report)
{
    const auto isCertain = [&report](const ParityFinding &finding) {
        return report.gaps.isEmpty() || finding.kind != contract::ParityKind::Omission;
    };
    return std::any_of(report.sections.cbegin(), report.sections.cend(), [&](const ParitySection &section) {
        return std::any_of(section.findings.cbegin(), section.findings.cend(), isCertain);
    });
}

ParitySection sectionOf(const ParityVerdict &verdict, const QString &source, QList<ParityRule> rules)
{
    const QString profile = contract::profileText(verdict.profile);
    return {profile, source, profile, std::move(rules), verdict.findings, verdict.exposed};
}

QList<contract::ExposedTool> exposedTools(const mcp::ToolList &list)
{
    QList<contract::ExposedTool> tools;
    for (const mcp::Tool &tool : list.tools)
        tools.append({tool.name, tool.inputSchema});
    return tools;
}

} // namespace

Result<mcp::ToolList> readSavedTools(const QByteArray &bytes)
{
    const auto root = base::readJson(bytes);
    if (!root)
        return base::fail(root.error());
    const Json &result = root->contains(u"jsonrpc") && root->contains(u"result") ? (*root)[u"result"] : *root;
    mcp::ToolList list;
    const auto next = mcp::readToolPage(result, list);
    if (!next)
        return base::fail(next.error());
    if (*next) {
        list.complete = false;
        list.incompleteReason = u"the file holds one page, and it names a next one."_s;
    }
    return list;
}

CommandSpec ParityCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"parity"_s};
    spec.summary = u"Check contract copies, an engine's tools, and what a model is shown for drift."_s;
    spec.description =
        u"With --contract, the file is compared with the copy that this program carries, and everything "
        u"else\n"
        "is judged by the file. With --tools, or an engine, the tools that a model sees under each profile "
        "are\n"
        "judged. With --surface, what a framework shows a model; with --litellm, what passes a gateway; "
        "both\n"
        "ask an engine only if --engine or --mcp is given. --contract alone compares the two copies; "
        "without\n"
        "any of them the engine of ALGENTA_BASE_URL is asked. Listing tools asks for no key.\n\n"
        "A surface is {\"profile\", \"tools\": [{\"name\", \"inputSchema\"}], \"default_profile\"}, or a "
        "list of\n"
        "such; names may be flat ones (algenta_…). Each finding names its rule (ATC-…); see the README."_s;
    spec.options =
        QList<OptionSpec>{
            {u"contract"_s, u"FILE"_s, u"contract file"_s},
            {u"tools"_s, u"FILE|-"_s, u"a saved tools/list result or JSON-RPC answer"_s},
            {u"surface"_s, u"FILE|-"_s, u"what a framework exposes, as above"_s},
            {u"litellm"_s, u"FILE|-"_s, u"configuration of a LiteLLM gateway, YAML"_s},
            {u"server"_s, u"NAME"_s, u"the engine's entry below mcp_servers, if there are several"_s},
            {u"profile"_s, u"P"_s,
             u"only this profile (default: all four; of a surface the one that it states;\nof a gateway observe)"_s},
            {u"format"_s, u"F"_s, u"text (default), json, junit or sarif"_s}} +
        engineOptions() + commonOptions();
    spec.exitCodes = u"  0  no drift\n"
                     "  1  drift\n"
                     "  2  wrong usage, or a file or the engine could not be read\n"
                     "  3  a part could not be read or judged, so the verdict is not whole"_s;
    return spec;
}

const contract::ToolContract &ParityCommand::contractInUse() const
{
    return m_file ? m_file->contract : contract::embeddedContract();
}

Result<void> ParityCommand::readArguments()
{
    const auto given = [this](const QStringList &options) {
        return std::count_if(options.cbegin(), options.cend(),
                             [this](const QString &option) { return arguments().isSet(option); });
    };
    if (given({u"engine"_s, u"tools"_s}) > 1)
        return base::fail(ErrorCode::InvalidInput, u"--engine and --tools exclude each other."_s);
    if (given({u"surface"_s, u"litellm"_s}) > 1)
        return base::fail(ErrorCode::InvalidInput, u"--surface and --litellm exclude each other."_s);
    if (arguments().isSet(u"server"_s) && !arguments().isSet(u"litellm"_s))
        return base::fail(ErrorCode::InvalidInput, u"--server goes with --litellm."_s);
    const QString format = arguments().value(u"format"_s).value_or(u"text"_s);
    if (!QStringList{u"text"_s, u"json"_s, u"junit"_s, u"sarif"_s}.contains(format))
        return base::fail(ErrorCode::InvalidInput, u"Unknown format."_s,
                          u"Use text, json, junit or sarif."_s);
    if (arguments().isSet(u"json"_s) && arguments().isSet(u"format"_s) && format != "json"_L1)
        return base::fail(ErrorCode::InvalidInput, u"--json and --format exclude each other."_s);
    if (const auto text = arguments().value(u"profile"_s)) {
        const auto profile = contract::profileFromText(*text);
        if (!profile)
            return base::fail(profile.error());
        m_profile = *profile;
    }
    if (const auto path = arguments().value(u"contract"_s)) {
        if (const auto good = readContract(*path); !good)
            return good;
    }
    if (const auto path = arguments().value(u"surface"_s))
        return readSurface(*path);
    if (const auto path = arguments().value(u"litellm"_s))
        return readGateway(*path);
    return {};
}

Result<void> ParityCommand::readContract(const QString &path)
{
    const auto bytes = readInput(path);
    if (!bytes)
        return base::fail(bytes.error());
    ParitySection section{u"contract"_s, path, {}, contractRules, {}, {}};
    auto parsed = contract::parseToolContract(*bytes);
    const auto root = base::readJson(*bytes);
    if (!parsed || !root) {
        section.findings = root ? contract::brokenProfiles(*root) : QList<ParityFinding>();
        if (section.findings.isEmpty())
            return base::fail(parsed ? root.error() : parsed.error());
        m_brokenFile = true;
    } else {
        m_file = contract::ContractDocument{std::move(*parsed), *root, *bytes};
        section.findings = contract::compareDocuments(*contract::embeddedSnapshot().contract, *m_file);
    }
    m_report.sections.append(section);
    return {};
}

Result<void> ParityCommand::readSurface(const QString &path)
{
    const auto bytes = readInput(path);
    if (!bytes)
        return base::fail(bytes.error());
    auto surfaces = contract::readSurfaces(*bytes);
    if (!surfaces)
        return base::fail(surfaces.error());
    m_source = path;
    m_surfaces = std::move(*surfaces);
    for (const contract::ExposedSurface &surface : std::as_const(m_surfaces)) {
        if (!surface.profile && !m_profile)
            return base::fail(ErrorCode::InvalidInput, u"A surface states no profile."_s,
                              u"Give --profile, or \"profile\" in the file."_s);
        if (surface.profile && m_profile && *surface.profile != *m_profile)
            return base::fail(ErrorCode::InvalidInput,
                              u"A surface states the profile %1, and --profile another."_s.arg(
                                  contract::profileText(*surface.profile)));
    }
    return {};
}

Result<void> ParityCommand::readGateway(const QString &path)
{
    const auto bytes = readInput(path);
    if (!bytes)
        return base::fail(bytes.error());
    const auto configuration = readYaml(*bytes);
    if (!configuration)
        return base::fail(configuration.error());
    const auto servers = contract::readGatewayServers(*configuration);
    if (!servers)
        return base::fail(servers.error());
    m_source = path;
    return chooseServer(*servers);
}

Result<void> ParityCommand::chooseServer(const QList<contract::GatewayServer> &servers)
{
    const auto wanted = arguments().value(u"server"_s);
    QStringList names;
    for (const contract::GatewayServer &server : servers) {
        names.append(base::elidedText(server.name, 60));
        if (wanted ? server.name == *wanted : servers.size() == 1)
            m_gateway = server;
    }
    if (m_gateway)
        return {};
    return base::fail(ErrorCode::InvalidInput,
                      wanted ? u"The gateway has no MCP server of that name."_s
                             : u"The gateway has several MCP servers."_s,
                      u"Name the engine's with --server: %1."_s.arg(names.join(u", "_s)));
}

bool ParityCommand::asksEngine() const
{
    if (arguments().isSet(u"engine"_s) || arguments().isSet(u"mcp"_s))
        return true;
    return !arguments().isSet(u"contract"_s) && m_surfaces.isEmpty() && !m_gateway;
}

void ParityCommand::start()
{
    if (const auto good = readArguments(); !good) {
        fail(good.error());
        return;
    }
    if (m_brokenFile) {
        // Nothing can be judged by such a file.
        print(std::nullopt);
        return;
    }
    if (const auto path = arguments().value(u"tools"_s)) {
        const auto bytes = readInput(*path);
        const auto list = bytes ? readSavedTools(*bytes) : Result<mcp::ToolList>(base::fail(bytes.error()));
        if (m_source.isEmpty())
            m_source = *path;
        if (list)
            judge(*list);
        else
            fail(list.error());
        return;
    }
    if (asksEngine())
        askEngine();
    else
        judge(std::nullopt);
}

void ParityCommand::askEngine()
{
    auto opened = openEngine(arguments());
    if (!opened) {
        fail(opened.error());
        return;
    }
    m_engine = std::move(*opened);
    if (m_source.isEmpty())
        m_source = m_engine->address.origin();
    base::onDone(m_engine->connection->mcp().listTools(), this, [this](const Result<mcp::ToolList> &list) {
        if (list)
            judge(*list);
        else
            fail(list.error());
    });
}

void ParityCommand::judge(const std::optional<mcp::ToolList> &list)
{
    if (list)
        noteGaps(*list);
    if (!m_surfaces.isEmpty())
        judgeSurfaces(list);
    else if (m_gateway)
        judgeGateway(list);
    else if (list)
        judgeTools(*list);
    print(list);
}

void ParityCommand::noteGaps(const mcp::ToolList &list)
{
    for (const mcp::BrokenTool &tool : list.broken)
        m_report.gaps.append(u"Item %1 of the tool list cannot be used: %2"_s.arg(
            QString::number(tool.index + 1), tool.reason));
    if (!list.complete)
        m_report.gaps.append(u"The tool list is incomplete: %1"_s.arg(list.incompleteReason));
}

void ParityCommand::judgeTools(const mcp::ToolList &list)
{
    const QList<contract::ProfileName> profiles =
        m_profile ? QList<contract::ProfileName>{*m_profile} : contract::allProfiles();
    for (const contract::ProfileName profile : profiles)
        m_report.sections.append(
            sectionOf(engine::modelView(contractInUse(), profile, list).parity, m_source, toolRules));
}

void ParityCommand::judgeSurfaces(const std::optional<mcp::ToolList> &list)
{
    for (contract::ExposedSurface &surface : m_surfaces) {
        const contract::ProfileName profile = surface.profile ? *surface.profile : *m_profile;
        QList<ParityRule> rules = toolRules + QList<ParityRule>{ParityRule::FlatNameOfTheTool};
        if (surface.defaultProfile)
            rules.append(ParityRule::DefaultIsObserve);
        const ParityVerdict verdict = contract::checkSurface(
            contractInUse(), profile, &surface, list ? std::optional(list->names()) : std::nullopt);
        m_report.sections.append(sectionOf(verdict, m_source, rules));
        m_report.gaps += surface.gaps;
    }
}

void ParityCommand::judgeGateway(const std::optional<mcp::ToolList> &list)
{
    const ParityVerdict verdict =
        contract::checkGateway(contractInUse(), m_profile.value_or(contractInUse().defaultProfile()),
                               *m_gateway, list ? std::optional(exposedTools(*list)) : std::nullopt);
    m_report.sections.append(sectionOf(verdict, m_source, gatewayRules));
}

void ParityCommand::print(const std::optional<mcp::ToolList> &list)
{
    const QString format = arguments().value(u"format"_s).value_or(u"text"_s);
    if (output().isJson())
        output().document(toJson(list));
    else if (format == "sarif"_L1)
        output().document(sarifDocument(m_report, QCoreApplication::applicationVersion()));
    else if (format == "junit"_L1)
        output().safe(junitDocument(m_report, QDateTime::currentDateTimeUtc()));
    else
        printText();
    for (const QString &gap : std::as_const(m_report.gaps))
        output().message(gap);
    for (const QString &warning : list ? list->warnings : QStringList())
        output().message(warning);
    Q_EMIT finished(drifts(m_report)          ? ExitCode::Finding
                    : m_report.gaps.isEmpty() ? ExitCode::Good
                                              : ExitCode::Incomplete);
}

void ParityCommand::printText()
{
    for (const ParitySection &section : std::as_const(m_report.sections)) {
        const bool holds = section.findings.isEmpty();
        if (section.profile.isEmpty())
            output().line(holds ? u"contract file: as the embedded copy"_s
                                : u"contract file: differs (left: embedded, right: file)"_s);
        else
            output().line(u"%1: %2, %3 tools"_s.arg(section.profile, holds ? u"no drift"_s : u"drift"_s,
                                                    QString::number(section.exposed.size())));
        for (const ParityFinding &finding : section.findings)
            output().line(u"  %1  %2  %3: %4"_s.arg(contract::parityRuleText(finding.rule).id,
                                                    contract::parityKindName(finding.kind), finding.subject,
                                                    finding.detail));
    }
}

Json ParityCommand::toJson(const std::optional<mcp::ToolList> &list) const
{
    Json profiles = Json::array();
    Json contractFindings = Json::array();
    for (const ParitySection &section : m_report.sections) {
        if (section.profile.isEmpty()) {
            contractFindings = findingsJson(section.findings);
            continue;
        }
        Json item = Json::object();
        item.set(u"profile"_s, Json::string(section.profile));
        item.set(u"holds"_s, Json::boolean(section.findings.isEmpty()));
        item.set(u"exposed"_s, stringList(section.exposed));
        item.set(u"findings"_s, findingsJson(section.findings));
        profiles.append(item);
    }
    Json json = Json::object();
    json.set(u"holds"_s, Json::boolean(m_report.holds()));
    json.set(u"complete"_s, Json::boolean(m_report.gaps.isEmpty()));
    json.set(u"source"_s, textOrNull(m_source));
    json.set(u"engine"_s, m_engine ? Json::string(m_engine->address.origin()) : Json());
    json.set(u"contract_version"_s, Json::string(contractInUse().version));
    json.set(u"contract_source"_s, Json::string(m_file ? u"file"_s : u"embedded"_s));
    json.set(u"contract_findings"_s, contractFindings);
    json.set(u"advertised"_s, list ? Json::integer(list->tools.size()) : Json());
    json.set(u"profiles"_s, profiles);
    json.set(u"gaps"_s, stringList(m_report.gaps));
    json.set(u"broken"_s, list ? brokenToolsJson(*list) : Json::array());
    json.set(u"warnings"_s, list ? stringList(list->warnings) : Json::array());
    return json;
}

} // namespace algenta::ctl
