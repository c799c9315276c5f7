// SPDX-License-Identifier: Apache-2.0
#include "core/contract/snapshot.h"

#include "core/base/jsonreader.h"
#include "core/base/textsafety.h"

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

bool isProfileContract(const Json &document)
{
    return document.contains(u"mcp_tool_reference") || document.contains(u"profiles");
}

/** An error in place of an answer, in the forms in which engines give one. */
bool isError(const Json &document)
{
    if (document[u"isError"].toBool() || document[u"error"].isObject())
        return true;
    return document.size() > 0 && document.members().constFirst().key == "detail"_L1;
}

Result<AdvertisedTools> toolsFromResult(const Json &result)
{
    AdvertisedTools tools;
    if (!result[u"tools"].isArray())
        return base::fail(ErrorCode::MalformedAnswer, u"\"tools\" is no list."_s);
    qsizetype nameless = 0;
    for (const Json &item : result[u"tools"].items()) {
        if (item[u"name"].toString().isEmpty())
            ++nameless;
        else
            tools.items.append(item);
    }
    if (nameless > 0) {
        tools.complete = false;
        tools.incompleteReason = u"%1 items have no name."_s.arg(nameless);
    }
    if (!result[u"nextCursor"].toString().isEmpty()) {
        tools.complete = false;
        tools.incompleteReason = u"It is one page, and it names a next one."_s;
    }
    return tools;
}

} // namespace

Snapshot embeddedSnapshot()
{
    Snapshot snapshot;
    const QByteArray bytes = embeddedContractBytes();
    if (const auto root = base::readJson(bytes))
        snapshot.contract = ContractDocument{embeddedContract(), *root, bytes};
    return snapshot;
}

Result<Json> discoveryFromCallResult(const Json &result)
{
    const Json &structured = result[u"structuredContent"];
    Json document = structured;
    if (!structured.isObject() || structured.size() == 0) {
        const auto parsed = base::readJson(result[u"content"].at(0)[u"text"].toString().toUtf8());
        document = parsed ? *parsed : Json();
    }
    if (!document.isObject() || document.size() == 0 || isError(document) || isError(result))
        return base::fail(ErrorCode::MalformedAnswer, u"The answer of get_contract holds no contract."_s,
                          u"The engine may want a key for it."_s);
    return document;
}

Result<void> addDocument(Snapshot *snapshot, const Json &document, QByteArrayView bytes)
{
    if (!document.isObject() || document.size() == 0 || isError(document))
        return base::fail(ErrorCode::MalformedAnswer, u"The document is no contract."_s);
    if (!isProfileContract(document)) {
        snapshot->discovery = document;
        return {};
    }
    auto parsed = parseToolContract(bytes);
    if (!parsed)
        return base::fail(parsed.error());
    snapshot->contract = ContractDocument{std::move(*parsed), document, bytes.toByteArray()};
    return {};
}

Result<Snapshot> readSnapshot(QByteArrayView bytes)
{
    const auto root = base::readJson(bytes);
    if (!root)
        return base::fail(root.error());
    const bool isEnvelope = root->contains(u"jsonrpc");
    const Json &result = isEnvelope ? (*root)[u"result"] : *root;
    Snapshot snapshot;
    if (result.contains(u"tools") && !isProfileContract(result)) {
        auto tools = toolsFromResult(result);
        if (!tools)
            return base::fail(tools.error());
        snapshot.tools = std::move(*tools);
        return snapshot;
    }
    const bool isCall = result[u"content"].isArray() || result.contains(u"structuredContent");
    if (isEnvelope || isCall) {
        auto document = discoveryFromCallResult(result);
        if (!document)
            return base::fail(document.error());
        snapshot.discovery = std::move(*document);
        return snapshot;
    }
    if (const auto added = addDocument(&snapshot, *root, bytes); !added)
        return base::fail(added.error());
    return snapshot;
}

} // namespace algenta::contract
