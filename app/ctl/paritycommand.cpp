// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/paritycommand.h"

#include "app/ctl/inputfile.h"
#include "app/ctl/toolscommand.h"
#include "core/base/jsonreader.h"
#include "core/base/ondone.h"
#include "core/engine/toolset.h"
#include "core/mcp/mcpclient.h"

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

Json findingJson(const ParityFinding &finding)
{
    Json json = Json::object();
    json.set(u"kind"_s, Json::string(contract::parityKindName(finding.kind)));
    json.set(u"profile"_s, textOrNull(finding.profile));
    json.set(u"subject"_s, Json::string(finding.subject));
    json.set(u"detail"_s, Json::string(finding.detail));
    return json;
}

Json findingsJson(const QList<ParityFinding> &findings)
{
    Json list = Json::array();
    for (const ParityFinding &finding : findings)
        list.append(findingJson(finding));
    return list;
}

void printFindings(Output &output, const QList<ParityFinding> &findings)
{
    for (const ParityFinding &finding : findings)
        output.line(
            u"  %1  %2: %3"_s.arg(contract::parityKindName(finding.kind), finding.subject, finding.detail));
}

/** True if there is drift for certain: what seems omitted may stand in a part that was not read. */
bool drifts(const QList<ParityFinding> &fileFindings, const QList<ParityVerdict> &verdicts, bool complete)
{
    const auto isCertain = [complete](const ParityFinding &finding) {
        return complete || finding.kind != contract::ParityKind::Omission;
    };
    return !fileFindings.isEmpty() ||
           std::any_of(verdicts.cbegin(), verdicts.cend(), [&isCertain](const ParityVerdict &verdict) {
               return std::any_of(verdict.findings.cbegin(), verdict.findings.cend(), isCertain);
           });
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
    spec.summary = u"Check contract copies and an engine's tools for drift."_s;
    spec.description =
        u"With --contract, the file is compared with the copy that this program carries, and the tools are\n"
        "judged by the file. With --tools, or an engine, the tools that a model sees under each profile are\n"
        "judged by the contract. Without --engine and --tools, --contract alone compares the two copies;\n"
        "without any of them the engine of ALGENTA_BASE_URL is asked. Listing tools asks for no key."_s;
    spec.options =
        QList<OptionSpec>{{u"contract"_s, u"FILE"_s, u"contract file"_s},
                          {u"tools"_s, u"FILE|-"_s, u"a saved tools/list result or JSON-RPC answer"_s},
                          {u"profile"_s, u"P"_s, u"only this profile (default: all four)"_s}} +
        engineOptions() + commonOptions();
    spec.exitCodes = u"  0  no drift\n"
                     "  1  drift\n"
                     "  2  wrong usage, or a file or the engine could not be read\n"
                     "  3  a part of the tool list could not be read, so the verdict is not whole"_s;
    return spec;
}

Result<void> ParityCommand::readArguments()
{
    if (arguments().isSet(u"engine"_s) && arguments().isSet(u"tools"_s))
        return base::fail(ErrorCode::InvalidInput, u"--engine and --tools exclude each other."_s);
    m_profiles = contract::allProfiles();
    if (const auto text = arguments().value(u"profile"_s)) {
        const auto profile = contract::profileFromText(*text);
        if (!profile)
            return base::fail(profile.error());
        m_profiles = {*profile};
    }
    if (const auto path = arguments().value(u"contract"_s)) {
        const auto bytes = readInput(*path);
        if (!bytes)
            return base::fail(bytes.error());
        auto parsed = contract::parseToolContract(*bytes);
        if (!parsed)
            return base::fail(parsed.error());
        m_file = std::move(*parsed);
        m_fileFindings = contract::compareContracts(contract::embeddedContract(), *m_file);
    }
    return {};
}

void ParityCommand::start()
{
    if (const auto good = readArguments(); !good) {
        fail(good.error());
        return;
    }
    if (const auto path = arguments().value(u"tools"_s)) {
        const auto bytes = readInput(*path);
        const auto list = bytes ? readSavedTools(*bytes) : Result<mcp::ToolList>(base::fail(bytes.error()));
        if (list)
            judge(*list);
        else
            fail(list.error());
        return;
    }
    if (m_file && !arguments().isSet(u"engine"_s) && !arguments().isSet(u"mcp"_s)) {
        judge(std::nullopt);
        return;
    }
    auto opened = openEngine(arguments());
    if (!opened) {
        fail(opened.error());
        return;
    }
    m_engine = std::move(*opened);
    base::onDone(m_engine->connection->mcp().listTools(), this, [this](const Result<mcp::ToolList> &list) {
        if (list)
            judge(*list);
        else
            fail(list.error());
    });
}

void ParityCommand::judge(const std::optional<mcp::ToolList> &list)
{
    const contract::ToolContract &contract = m_file ? *m_file : contract::embeddedContract();
    QList<ParityVerdict> verdicts;
    if (list) {
        for (const contract::ProfileName profile : m_profiles)
            verdicts.append(engine::modelView(contract, profile, *list).parity);
    }
    const bool complete = !list || (list->complete && list->broken.isEmpty());
    const bool holds =
        m_fileFindings.isEmpty() && std::all_of(verdicts.cbegin(), verdicts.cend(),
                                                [](const ParityVerdict &verdict) { return verdict.holds(); });
    if (output().isJson()) {
        output().document(toJson(list, verdicts, holds, complete));
    } else {
        if (m_file) {
            output().line(m_fileFindings.isEmpty()
                              ? u"contract file: as the embedded copy"_s
                              : u"contract file: differs (left: embedded, right: file)"_s);
            printFindings(output(), m_fileFindings);
        }
        for (const ParityVerdict &verdict : verdicts) {
            output().line(u"%1: %2, %3 tools"_s.arg(contract::profileText(verdict.profile),
                                                    verdict.holds() ? u"no drift"_s : u"drift"_s,
                                                    QString::number(verdict.exposed.size())));
            printFindings(output(), verdict.findings);
        }
    }
    if (list)
        reportGaps(output(), *list);
    Q_EMIT finished(drifts(m_fileFindings, verdicts, complete) ? ExitCode::Finding
                    : complete                                 ? ExitCode::Good
                                                               : ExitCode::Incomplete);
}

Json ParityCommand::toJson(const std::optional<mcp::ToolList> &list, const QList<ParityVerdict> &verdicts,
                           bool holds, bool complete) const
{
    const contract::ToolContract &contract = m_file ? *m_file : contract::embeddedContract();
    Json profiles = Json::array();
    for (const ParityVerdict &verdict : verdicts) {
        Json item = Json::object();
        item.set(u"profile"_s, Json::string(contract::profileText(verdict.profile)));
        item.set(u"holds"_s, Json::boolean(verdict.holds()));
        item.set(u"exposed"_s, stringList(verdict.exposed));
        item.set(u"findings"_s, findingsJson(verdict.findings));
        profiles.append(item);
    }
    Json json = Json::object();
    json.set(u"holds"_s, Json::boolean(holds));
    json.set(u"complete"_s, Json::boolean(complete));
    json.set(u"engine"_s, m_engine ? Json::string(m_engine->address.origin()) : Json());
    json.set(u"contract_version"_s, Json::string(contract.version));
    json.set(u"contract_source"_s, Json::string(m_file ? u"file"_s : u"embedded"_s));
    json.set(u"contract_findings"_s, findingsJson(m_fileFindings));
    json.set(u"advertised"_s, list ? Json::integer(list->tools.size()) : Json());
    json.set(u"profiles"_s, profiles);
    json.set(u"broken"_s, list ? brokenToolsJson(*list) : Json::array());
    json.set(u"warnings"_s, list ? stringList(list->warnings) : Json::array());
    return json;
}

} // namespace algenta::ctl
