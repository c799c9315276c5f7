// SPDX-License-Identifier: Apache-2.0
#include "core/engine/toolset.h"

#include "core/base/jsonreader.h"
#include "core/base/ondone.h"
#include "core/base/redaction.h"
#include "core/base/textsafety.h"
#include "core/contract/flatnames.h"
#include "core/engine/engineerror.h"
#include "core/mcp/pendinganswer.h"
#include "core/net/overrideguard.h"

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

constexpr auto executeTool = "execute_decision"_L1;

QString shown(const QString &tool)
{
    return base::elidedText(tool, 80);
}

tl::unexpected<Error> notAdvertised(const QString &tool)
{
    return base::fail(ErrorCode::NotFound, u"The engine does not advertise the tool %1."_s.arg(shown(tool)),
                      u"Refresh the tool list; an engine that filters by product may hide it."_s);
}

QString textOf(const Json &result)
{
    QStringList texts;
    for (const Json &block : result[u"content"].items()) {
        if (block[u"type"].toString() == "text"_L1)
            texts.append(block[u"text"].toString());
    }
    return texts.join(u'\n');
}

Json payloadOf(const Json &result, const QString &text)
{
    if (result[u"structuredContent"].isObject() && result[u"structuredContent"].size() > 0)
        return result[u"structuredContent"];
    if (result.contains(u"toolResult"))
        return result[u"toolResult"];
    const auto parsed = base::readJson(text.toUtf8());
    return parsed ? *parsed : Json();
}

/** An error document has nothing in it but the error; a record may well have a member of that name. */
bool isErrorDocument(const Json &payload)
{
    static const QStringList own{u"error"_s, u"detail"_s, u"request_id"_s};
    if (!payload.isObject() || payload.size() == 0)
        return false;
    for (const base::JsonMember &member : payload.members()) {
        if (!own.contains(member.key))
            return false;
    }
    return mcp::readErrorBody(payload).found;
}

std::optional<Error> errorOf(const ToolAnswer &answer)
{
    if (isErrorDocument(answer.payload))
        return errorFromBody(mcp::readErrorBody(answer.payload), answer.call.raw);
    if (!answer.call.isError)
        return std::nullopt;
    Error error;
    error.code = ErrorCode::ToolFailed;
    error.message = u"The tool failed: "_s + mcp::saidText(answer.text);
    error.remedy = u"Correct what it names, or look at the raw answer."_s;
    error.raw = base::redact(answer.call.raw);
    return error;
}

} // namespace

ModelToolset modelView(const contract::ToolContract &contract, contract::ProfileName profile,
                       const mcp::ToolList &list)
{
    ModelToolset view;
    view.profile = profile;
    const contract::Resolved resolved = contract::resolve(contract, profile, list.names());
    view.omissions = resolved.omissions;
    const contract::FlatNames names(contract, list.names());
    QList<contract::ExposedTool> exposed;
    for (const QString &name : resolved.tools) {
        const mcp::Tool *published = list.find(name);
        if (!published)
            continue;
        contract::Scrubbed schema = contract::scrubSchema(contract, published->inputSchema);
        ModelTool tool;
        tool.published = *published;
        tool.modelSchema = std::move(schema.value);
        tool.removed = schema.removed;
        if (const auto flat = names.flat(name))
            tool.flatName = *flat;
        else
            tool.flatNameProblem = names.problem(name);
        exposed.append({name, tool.modelSchema});
        view.tools.append(tool);
    }
    view.parity = contract::checkParity(contract, profile, exposed, list.names());
    return view;
}

/** One call under way. */
struct ModelFacingToolset::Call {
    std::shared_ptr<mcp::PendingAnswer<ToolAnswer>> promise = mcp::pendingAnswer<ToolAnswer>();
    QString tool;
    Json arguments;
    QStringList scrubbed;

    [[nodiscard]] bool executes() const { return tool == executeTool; }
    void finish(const mcp::CallExchange &exchange);
};

void ModelFacingToolset::Call::finish(const mcp::CallExchange &exchange)
{
    const bool left = !std::holds_alternative<net::NotSent>(exchange.sent);
    if (!exchange.call && !(executes() && left)) {
        promise->finish(base::fail(exchange.call.error()));
        return;
    }
    ToolAnswer answer;
    answer.scrubbed = scrubbed;
    if (executes())
        answer.execution = interpret(exchange.sent, arguments[u"decision_id"].toString());
    if (exchange.call) {
        answer.call = *exchange.call;
        answer.text = textOf(answer.call.result);
        answer.payload = payloadOf(answer.call.result, answer.text);
        answer.error = errorOf(answer);
    } else {
        answer.error = exchange.call.error();
    }
    promise->finish(std::move(answer));
}

ModelFacingToolset::ModelFacingToolset(const contract::ToolContract &contract, contract::ProfileName profile,
                                       mcp::McpClient &client, QObject *parent)
    : QObject(parent)
    , m_contract(contract)
    , m_profile(profile)
    , m_client(client)
{
}

QFuture<Result<ModelToolset>> ModelFacingToolset::list()
{
    const auto promise = mcp::pendingAnswer<ModelToolset>();
    base::onDone(m_client.listTools(), this, [this, promise](const ListResult &list) {
        if (!list) {
            promise->finish(base::fail(list.error()));
            return;
        }
        m_list = *list;
        promise->finish(modelView(m_contract, m_profile, *list));
    });
    return promise->future();
}

Result<Json> ModelFacingToolset::checkCall(const QString &tool, const QByteArray &argumentsJson) const
{
    if (isOperatorOnlyTool(tool)) {
        return base::fail(
            ErrorCode::NotAllowed,
            u"%1 changes rules or acts beside the gates, so it is never called on a model's path."_s.arg(
                shown(tool)),
            u"Whoever answers for the engine does this in its own administration."_s);
    }
    const contract::Profile &profile = m_contract.profile(m_profile);
    if (!profile.everything && !profile.tools.contains(tool)) {
        return base::fail(
            ErrorCode::NotAllowed,
            u"%1 is not in the profile %2."_s.arg(shown(tool), contract::profileText(m_profile)),
            u"Choose a profile that holds the tool, if that is meant."_s);
    }
    auto arguments = argumentsJson.trimmed().isEmpty()
                         ? Result<Json>(Json::object())
                         : base::readJson(argumentsJson, {}, base::DuplicateKeys::Refuse);
    if (!arguments)
        return arguments;
    if (!arguments->isObject()) {
        return base::fail(ErrorCode::InvalidInput, u"The arguments are not a JSON object."_s,
                          u"Write them like {\"decision_id\": \"…\"}."_s);
    }
    QStringList refused = contract::findNeverModelFacing(m_contract, *arguments);
    // The contract leaves `metadata` alone; from here the names go out nowhere.
    for (const QString &place : net::findOverrideFields(argumentsJson)) {
        if (!refused.contains(place))
            refused.append(place);
    }
    if (!refused.isEmpty()) {
        return base::fail(
            ErrorCode::RefusedField,
            u"The arguments carry %1, which no model may set; nothing was sent."_s.arg(
                base::elidedText(refused.join(", "_L1), 200)),
            u"Take the field out. An operator overrides a gate in the break-glass window only."_s);
    }
    return arguments;
}

QFuture<Result<ToolAnswer>> ModelFacingToolset::call(const QString &tool, const QByteArray &argumentsJson)
{
    const auto call = std::make_shared<Call>();
    call->tool = tool;
    const auto future = call->promise->future();
    const auto arguments = checkCall(tool, argumentsJson);
    if (!arguments) {
        call->promise->finish(base::fail(arguments.error()));
        return future;
    }
    call->arguments = *arguments;
    if (m_list) {
        send(call, *m_list);
        return future;
    }
    base::onDone(m_client.listTools(), this, [this, call](const ListResult &list) {
        if (list)
            m_list = *list;
        send(call, list);
    });
    return future;
}

void ModelFacingToolset::send(const std::shared_ptr<Call> &call, const ListResult &list)
{
    if (!list) {
        call->promise->finish(base::fail(list.error()));
        return;
    }
    const mcp::Tool *published = list->find(call->tool);
    if (!published) {
        call->promise->finish(notAdvertised(call->tool));
        return;
    }
    auto scrubbed = contract::scrubArguments(m_contract, call->tool, published->inputSchema, call->arguments);
    if (!scrubbed) {
        call->promise->finish(base::fail(scrubbed.error()));
        return;
    }
    call->arguments = scrubbed->value;
    call->scrubbed = scrubbed->removed;
    base::onDone(m_client.exchangeCall(call->tool, call->arguments), this,
                 [call](const mcp::CallExchange &exchange) { call->finish(exchange); });
}

} // namespace algenta::engine
