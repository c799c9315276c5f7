// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/callcommand.h"

#include "app/ctl/inputfile.h"
#include "app/ctl/outcomejson.h"
#include "app/ctl/toolscommand.h"
#include "core/base/jsonreader.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/net/fieldnames.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

void findNames(const Json &value, const QString &pointer, QStringList *found)
{
    for (const base::JsonMember &member : value.members()) {
        const QString where = base::jsonPointer(pointer, member.key);
        if (net::isOverrideName(member.key))
            found->append(where);
        findNames(member.value, where, found);
    }
    qsizetype index = 0;
    for (const Json &item : value.items())
        findNames(item, base::jsonPointer(pointer, index++), found);
}

tl::unexpected<base::Error> refuse(const QString &fields)
{
    return base::fail(
        ErrorCode::RefusedField,
        u"The arguments carry %1, which no model may set; nothing was sent."_s.arg(
            base::elidedText(fields, 200)),
        u"Take the field out. An operator overrides a gate in the break-glass window of the console only."_s);
}

ExitCode codeOf(const engine::ToolAnswer &answer)
{
    if (!answer.execution)
        return answer.error ? ExitCode::CouldNotRun : ExitCode::Good;
    if (const auto *receipt = std::get_if<engine::ExecutionReceipt>(&*answer.execution))
        return receipt->executionStatus == "failed"_L1 ? ExitCode::Finding : ExitCode::Good;
    if (std::holds_alternative<engine::ExecutionBlocked>(*answer.execution))
        return ExitCode::Finding;
    return std::holds_alternative<engine::ExecutionUnknown>(*answer.execution) ? ExitCode::Incomplete
                                                                               : ExitCode::CouldNotRun;
}

} // namespace

Result<void> refuseOverrideFields(const QByteArray &argumentsJson)
{
    const auto document = base::readJsonDocument(argumentsJson, {}, base::DuplicateKeys::Keep);
    if (!document) {
        // What cannot be read is not sent anyway; the name is said where it can be seen.
        const QString name = net::overrideNameInText(argumentsJson);
        if (name.isEmpty())
            return {};
        return refuse(name);
    }
    QStringList found;
    findNames(document->root, {}, &found);
    if (found.isEmpty())
        return {};
    return refuse(found.join(", "_L1));
}

CommandSpec CallCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"call"_s};
    spec.positional = u"TOOL"_s;
    spec.summary = u"Call one tool as a model could: filtered by profile, scrubbed, typed."_s;
    spec.description =
        u"force and override_safety are refused by name anywhere in the arguments, in metadata too, before\n"
        "anything is sent. A tool outside the profile is refused, as are, whatever the profile, the tools\n"
        "that change policy, keys, people, triggers or capabilities, or act beside the gates. A call is\n"
        "sent once and never repeated. Nothing here overrides a gate: that is the console's break-glass."_s;
    spec.options = QList<OptionSpec>{{u"args"_s, u"JSON|-"_s,
                                      u"arguments as a JSON object, - for standard input\n(default {})"_s},
                                     profileOption()} +
                   engineOptions() + commonOptions();
    spec.exitCodes = u"  0  the tool answered; for execute_decision: a receipt of a delivery\n"
                     "  1  execute_decision was blocked, or the webhook refused the delivery\n"
                     "  2  wrong usage, refused here, or the tool answered with an error\n"
                     "  3  execute_decision was sent and no trustworthy answer came: it may have acted.\n"
                     "     Read the decision; do not repeat the call"_s;
    return spec;
}

Result<QByteArray> CallCommand::argumentBytes() const
{
    const QString text = arguments().value(u"args"_s).value_or(u"{}"_s);
    if (text != "-"_L1)
        return text.toUtf8();
    if (arguments().isSet(u"key-stdin"_s))
        return base::fail(ErrorCode::InvalidInput,
                          u"--args - and --key-stdin cannot both read standard input."_s,
                          u"Set ALGENTA_API_KEY instead."_s);
    return readInput(u"-"_s);
}

void CallCommand::start()
{
    const auto profile = profileArgument(arguments());
    if (!profile) {
        fail(profile.error());
        return;
    }
    m_profile = contract::profileText(*profile);
    const auto bytes = argumentBytes();
    if (!bytes) {
        fail(bytes.error());
        return;
    }
    if (const auto good = refuseOverrideFields(*bytes); !good) {
        fail(good.error());
        return;
    }
    auto opened = openEngine(arguments());
    if (!opened) {
        fail(opened.error());
        return;
    }
    m_engine = std::move(*opened);
    m_toolset = std::make_unique<engine::ModelFacingToolset>(contract::embeddedContract(), *profile,
                                                             m_engine->connection->mcp());
    base::onDone(m_toolset->call(arguments().positional(), *bytes), this,
                 [this](const Result<engine::ToolAnswer> &answer) {
                     if (answer)
                         print(*answer);
                     else
                         fail(answer.error());
                 });
}

void CallCommand::print(const engine::ToolAnswer &answer)
{
    for (const QString &pointer : answer.scrubbed)
        output().message(u"%1 was taken out of the arguments."_s.arg(pointer));
    if (output().isJson()) {
        Json json = Json::object();
        json.set(u"tool"_s, Json::string(arguments().positional()));
        json.set(u"profile"_s, Json::string(m_profile));
        json.set(u"engine"_s, Json::string(m_engine->address.origin()));
        json.set(u"arguments_removed"_s, stringList(answer.scrubbed));
        json.set(u"is_error"_s, Json::boolean(answer.call.isError));
        json.set(u"payload"_s, answer.payload);
        json.set(u"text"_s, answer.payload.isNull() ? Json::string(answer.text) : Json());
        json.set(u"error"_s, answer.error ? errorJson(*answer.error) : Json());
        json.set(u"execution"_s, answer.execution ? outcomeJson(*answer.execution) : Json());
        output().document(json);
    } else {
        printText(answer);
    }
    const ExitCode code = codeOf(answer);
    if (code == ExitCode::Incomplete)
        output().message(
            u"The call was sent and no trustworthy answer came back: it may have acted. Read the "
            "decision; do not repeat the call."_s);
    Q_EMIT finished(code);
}

void CallCommand::printText(const engine::ToolAnswer &answer)
{
    if (answer.execution) {
        printOutcome(output(), *answer.execution);
        if (const auto *unknown = std::get_if<engine::ExecutionUnknown>(&*answer.execution))
            output().gap(unknown->error);
        if (const auto *failure = std::get_if<engine::ExecutionFailure>(&*answer.execution))
            output().gap(failure->error);
        return;
    }
    if (answer.error)
        output().gap(*answer.error);
    else if (answer.payload.isNull())
        output().line(answer.text);
    else
        output().safe(terminalSafeJson(answer.payload, true) + '\n');
}

} // namespace algenta::ctl
