// SPDX-License-Identifier: Apache-2.0
#include "core/engine/answerunwrap.h"

#include "core/base/jsonreader.h"

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

constexpr int maxContainers = 5;
constexpr auto runnerPrefix = "Error executing tool execute_decision: "_L1;

bool isToolResult(const Json &value)
{
    return value[u"content"].isArray() || value[u"structuredContent"].isObject() ||
           value.contains(u"toolResult");
}

QString firstText(const Json &content)
{
    for (const Json &block : content.items()) {
        if (block[u"type"].toString() == "text"_L1 && block[u"text"].isString())
            return block[u"text"].toString();
    }
    return {};
}

/** Reads JSON out of text; false if the text is no JSON, and then it is kept as text. */
bool enterText(QString text, Json &value, UnwrappedAnswer &answer)
{
    auto document = base::readJsonDocument(text.trimmed().toUtf8());
    if (!document && answer.isError && text.startsWith(runnerPrefix))
        document = base::readJsonDocument(text.mid(runnerPrefix.size()).trimmed().toUtf8());
    if (!document) {
        answer.text = std::move(text);
        return false;
    }
    answer.duplicateKeys = answer.duplicateKeys || document->duplicateKeyCount > 0;
    value = document->root;
    return true;
}

/** One container off; false if @p value is not in one (or holds no JSON, see answer.text). */
bool takeOff(Json &value, UnwrappedAnswer &answer)
{
    if (value.isString())
        return enterText(value.toString(), value, answer);
    if (!value.isObject())
        return false;
    if (value.contains(u"jsonrpc") && value.contains(u"error")) {
        answer.rpcError = Json(value[u"error"]);
        return false;
    }
    if (value.contains(u"jsonrpc") && value.contains(u"result")) {
        value = Json(value[u"result"]);
        return true;
    }
    if (!isToolResult(value))
        return false;
    answer.isError = value[u"isError"].toBool();
    if (value[u"structuredContent"].isObject() && value[u"structuredContent"].size() > 0) {
        value = Json(value[u"structuredContent"]);
        return true;
    }
    if (value.contains(u"toolResult")) {
        value = Json(value[u"toolResult"]);
        return true;
    }
    return enterText(firstText(value[u"content"]), value, answer);
}

} // namespace

UnwrappedAnswer unwrapAnswer(const QByteArray &bytes)
{
    UnwrappedAnswer answer;
    const auto document = base::readJsonDocument(bytes);
    if (!document) {
        answer.text = QString::fromUtf8(bytes);
        return answer;
    }
    answer.duplicateKeys = document->duplicateKeyCount > 0;
    Json value = document->root;
    for (int i = 0; i < maxContainers; ++i) {
        if (takeOff(value, answer))
            continue;
        const bool leftAsText = value.isString() || (value.isObject() && isToolResult(value));
        if (!answer.rpcError && !leftAsText)
            answer.payload = value;
        return answer;
    }
    answer.text = u"JSON is nested in text more than %1 times."_s.arg(maxContainers);
    return answer;
}

} // namespace algenta::engine
