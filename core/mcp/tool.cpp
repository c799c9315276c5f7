// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/tool.h"

#include "core/base/textsafety.h"
#include "core/mcp/mcpclient.h"

namespace algenta::mcp
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

std::optional<bool> hint(const Json &annotations, QStringView key, const QString &name, ToolList &list)
{
    const Json *value = annotations.find(key);
    if (!value || value->isNull())
        return std::nullopt;
    if (!value->isBool()) {
        list.warnings.append(
            u"Tool %1: the hint %2 is neither true nor false and was left out."_s.arg(name, key));
        return std::nullopt;
    }
    return value->toBool();
}

std::optional<ToolAnnotations> readAnnotations(const Json &item, const QString &name, ToolList &list)
{
    const Json *value = item.find(u"annotations");
    if (!value || value->isNull())
        return std::nullopt;
    if (!value->isObject()) {
        list.warnings.append(u"Tool %1: its annotations are not an object and were left out."_s.arg(name));
        return std::nullopt;
    }
    ToolAnnotations annotations;
    annotations.title = (*value)[u"title"].toString();
    annotations.readOnly = hint(*value, u"readOnlyHint", name, list);
    annotations.destructive = hint(*value, u"destructiveHint", name, list);
    annotations.idempotent = hint(*value, u"idempotentHint", name, list);
    annotations.openWorld = hint(*value, u"openWorldHint", name, list);
    return annotations;
}

void warnAboutName(const QString &rawName, ToolList &list)
{
    const QString name = base::elidedText(rawName, 80);
    if (list.find(rawName))
        list.warnings.append(u"The name %1 is advertised more than once."_s.arg(name));
    if (base::hasMixedScripts(rawName)) {
        list.warnings.append(
            u"The name %1 mixes letters of several scripts (%2): it may imitate another."_s.arg(
                name, base::codePoints(QStringView(rawName).left(40))));
    }
    if (base::visibleText(rawName) != rawName)
        list.warnings.append(u"The name %1 holds invisible or control characters."_s.arg(name));
}

QString defectOf(const Json &item)
{
    if (!item.isObject())
        return u"The item is not an object."_s;
    const Json *name = item.find(u"name");
    if (!name)
        return u"The item has no name."_s;
    if (!name->isString())
        return u"The name is not a string."_s;
    if (name->toString().isEmpty())
        return u"The name is empty."_s;
    if (!item[u"inputSchema"].isObject())
        return item.contains(u"inputSchema") ? u"inputSchema is not an object."_s
                                             : u"The item has no inputSchema."_s;
    return {};
}

void readItem(const Json &item, qsizetype index, ToolList &list)
{
    const QString defect = defectOf(item);
    if (!defect.isEmpty()) {
        list.broken.append(BrokenTool{index, item[u"name"].toString(), defect, item});
        return;
    }
    Tool tool;
    tool.name = item[u"name"].toString();
    tool.title = item[u"title"].toString();
    tool.description = item[u"description"].toString();
    tool.inputSchema = item[u"inputSchema"];
    tool.annotations = readAnnotations(item, base::elidedText(tool.name, 80), list);
    tool.raw = item;
    warnAboutName(tool.name, list);
    list.tools.append(tool);
}

} // namespace

QStringList ToolList::names() const
{
    QStringList result;
    result.reserve(tools.size());
    for (const Tool &tool : tools)
        result.append(tool.name);
    return result;
}

const Tool *ToolList::find(QStringView name) const
{
    for (const Tool &tool : tools) {
        if (tool.name == name)
            return &tool;
    }
    return nullptr;
}

Result<std::optional<QString>> readToolPage(const Json &result, ToolList &list)
{
    const Json &tools = result[u"tools"];
    if (!tools.isArray()) {
        return base::fail(ErrorCode::MalformedAnswer,
                          u"The answer to tools/list holds no list named tools."_s,
                          u"Check that the address is the MCP endpoint of an engine."_s);
    }
    qsizetype index = list.tools.size() + list.broken.size();
    for (const Json &item : tools.items())
        readItem(item, index++, list);

    const Json *cursor = result.find(u"nextCursor");
    if (!cursor || cursor->isNull())
        return std::optional<QString>();
    if (!cursor->isString()) {
        list.complete = false;
        list.incompleteReason = u"The server's cursor for the next page is not a string."_s;
        return std::optional<QString>();
    }
    return std::optional<QString>(cursor->toString());
}

} // namespace algenta::mcp
