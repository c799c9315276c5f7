// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/toolscommand.h"

#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/contract/flatnames.h"
#include "core/engine/toolset.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

QString dangerName(engine::DangerClass danger)
{
    switch (danger) {
    case engine::DangerClass::Reads:
        return u"reads"_s;
    case engine::DangerClass::Records:
        return u"records"_s;
    case engine::DangerClass::ChangesRules:
        return u"changes_rules"_s;
    case engine::DangerClass::Acts:
        return u"acts"_s;
    case engine::DangerClass::NotClassified:
        return u"not_classified"_s;
    }
    Q_UNREACHABLE();
}

/** As a model sees it. */
Json modelJson(const engine::ModelTool &tool)
{
    Json json = Json::object();
    json.set(u"name"_s, Json::string(tool.published.name));
    json.set(u"flat_name"_s, textOrNull(tool.flatName));
    json.set(u"danger"_s, Json::string(dangerName(engine::dangerClass(tool.published.name))));
    json.set(u"description"_s, Json::string(tool.published.description));
    json.set(u"input_schema"_s, tool.modelSchema);
    json.set(u"removed"_s, stringList(tool.removed));
    return json;
}

/** As a framework with flat names hands it to a model. */
Json flatJson(const engine::ModelTool &tool, const contract::FlatNames &names)
{
    Json json = Json::object();
    json.set(u"name"_s, textOrNull(names.flat(tool.published.name).value_or(QString())));
    json.set(u"name_problem"_s, textOrNull(names.problem(tool.published.name)));
    json.set(u"mcp_name"_s, Json::string(tool.published.name));
    json.set(u"description"_s, Json::string(tool.published.description));
    json.set(u"input_schema"_s, tool.modelSchema);
    return json;
}

} // namespace

base::Result<contract::ProfileName> profileArgument(const Arguments &arguments)
{
    return contract::profileFromText(arguments.value(u"profile"_s).value_or(u"observe"_s));
}

OptionSpec profileOption()
{
    return {u"profile"_s, u"P"_s, u"observe (default), govern, execute or full"_s};
}

Json brokenToolsJson(const mcp::ToolList &list)
{
    Json broken = Json::array();
    for (const mcp::BrokenTool &tool : list.broken) {
        Json item = Json::object();
        item.set(u"index"_s, Json::integer(tool.index));
        item.set(u"name"_s, textOrNull(tool.name));
        item.set(u"reason"_s, Json::string(tool.reason));
        item.set(u"raw"_s, tool.raw);
        broken.append(item);
    }
    return broken;
}

bool reportGaps(Output &output, const mcp::ToolList &list)
{
    for (const mcp::BrokenTool &tool : list.broken)
        output.message(u"Item %1 of the tool list cannot be used%2: %3"_s.arg(
            QString::number(tool.index + 1),
            tool.name.isEmpty() ? QString() : u" (%1)"_s.arg(base::elidedText(tool.name, 80)), tool.reason));
    if (!list.complete)
        output.message(u"The tool list is incomplete: %1"_s.arg(list.incompleteReason));
    for (const QString &warning : list.warnings)
        output.message(warning);
    return !list.broken.isEmpty() || !list.complete;
}

CommandSpec ToolsCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"tools"_s};
    spec.summary = u"List the tools that a model sees on an engine under a profile."_s;
    spec.description =
        u"Listing asks for no key. Tools of the profile that the engine does not advertise are named as\n"
        "omissions. The fields that no model may set are taken out of the schemas, and are named in\n"
        "“removed” as pointers into the schema that the engine publishes."_s;
    spec.options = engineOptions() +
                   QList<OptionSpec>{
                       profileOption(),
                       {u"raw"_s, {}, u"the items of the profile's tools as the engine sent them"_s},
                       {u"flat"_s, {}, u"flat names (algenta_…) beside MCP names; collisions are named"_s}} +
                   commonOptions();
    spec.exitCodes = u"  0  listed\n"
                     "  2  wrong usage, or no tool list came\n"
                     "  3  an item or a page could not be read; the others are listed"_s;
    return spec;
}

void ToolsCommand::start()
{
    const auto profile = profileArgument(arguments());
    if (!profile) {
        fail(profile.error());
        return;
    }
    if (arguments().isSet(u"raw"_s) && arguments().isSet(u"flat"_s)) {
        fail(base::fail(base::ErrorCode::InvalidInput, u"--raw and --flat exclude each other."_s).value());
        return;
    }
    m_profile = *profile;
    auto opened = openEngine(arguments());
    if (!opened) {
        fail(opened.error());
        return;
    }
    m_engine = std::move(*opened);
    base::onDone(m_engine->connection->mcp().listTools(), this,
                 [this](const base::Result<mcp::ToolList> &list) {
                     if (list)
                         print(*list);
                     else
                         fail(list.error());
                 });
}

void ToolsCommand::print(const mcp::ToolList &list)
{
    const engine::ModelToolset view = engine::modelView(contract::embeddedContract(), m_profile, list);
    const bool raw = arguments().isSet(u"raw"_s);
    const bool flat = arguments().isSet(u"flat"_s);
    const contract::FlatNames names(contract::embeddedContract(), list.names());
    if (output().isJson()) {
        Json tools = Json::array();
        for (const engine::ModelTool &tool : view.tools)
            tools.append(raw ? tool.published.raw : flat ? flatJson(tool, names) : modelJson(tool));
        Json json = Json::object();
        json.set(u"engine"_s, Json::string(m_engine->address.origin()));
        json.set(u"profile"_s, Json::string(contract::profileText(m_profile)));
        json.set(u"view"_s, Json::string(raw ? u"raw"_s : flat ? u"flat"_s : u"model"_s));
        json.set(u"complete"_s, Json::boolean(list.complete && list.broken.isEmpty()));
        json.set(u"advertised"_s, Json::integer(list.tools.size()));
        json.set(u"tools"_s, tools);
        json.set(u"omissions"_s, stringList(view.omissions));
        json.set(u"broken"_s, brokenToolsJson(list));
        json.set(u"warnings"_s, stringList(list.warnings));
        output().document(json);
    } else {
        for (const engine::ModelTool &tool : view.tools) {
            if (raw) {
                output().safe(terminalSafeJson(tool.published.raw, true) + '\n');
                continue;
            }
            const QString name = tool.published.name;
            if (flat) {
                output().line(base::visibleText(names.flat(name).value_or(u"(none)"_s)).leftJustified(44) +
                              u' ' + base::visibleText(name));
                continue;
            }
            output().line(
                base::visibleText(name).leftJustified(36) + u' ' +
                dangerName(engine::dangerClass(tool.published.name)).leftJustified(15) +
                base::elidedText(tool.published.description, 80) +
                (tool.removed.isEmpty() ? QString() : u" [%1 fields removed]"_s.arg(tool.removed.size())));
        }
    }
    for (const contract::FlatNameProblem &problem :
         flat ? names.problems() : QList<contract::FlatNameProblem>())
        output().message(u"Flat name of %1: %2"_s.arg(base::elidedText(problem.tool, 80), problem.detail));
    for (const QString &omission : view.omissions)
        output().message(u"%1 is in the profile, but the engine does not advertise it."_s.arg(omission));
    Q_EMIT finished(reportGaps(output(), list) ? ExitCode::Incomplete : ExitCode::Good);
}

} // namespace algenta::ctl
