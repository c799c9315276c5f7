// SPDX-License-Identifier: Apache-2.0
#include "core/store/sighting.h"

#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/mcp/mcpclient.h"
#include "core/store/canonicalform.h"

#include <algorithm>

namespace algenta::store
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using base::Result;

namespace
{

struct Item {
    QString name;
    QByteArray text;
    Json value;
};

Item itemOf(const QString &name, const Json &raw)
{
    const Json sorted = sortedMembers(raw);
    return {name, base::writeJson(sorted), sorted};
}

} // namespace

QString snapshotKindName(SnapshotKind kind)
{
    return kind == SnapshotKind::ToolList ? u"tool_list"_s : u"contract"_s;
}

QByteArray toolListContent(const mcp::ToolList &list)
{
    QList<Item> items;
    for (const mcp::Tool &tool : list.tools)
        items.append(itemOf(tool.name, tool.raw));
    for (const mcp::BrokenTool &tool : list.broken)
        items.append(itemOf(tool.name, tool.raw));
    std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) {
        return a.name != b.name ? a.name < b.name : a.text < b.text;
    });
    Json tools = Json::array();
    for (const Item &item : std::as_const(items))
        tools.append(item.value);
    return base::writeJson(Json::object({{u"tools"_s, tools}}));
}

Result<Sighting> toolListSighting(const QString &engine, const mcp::ToolList &list, const QDateTime &seenAt)
{
    if (!list.complete)
        return base::fail(base::ErrorCode::InvalidInput,
                          u"The tool list is incomplete, so it is not kept: %1"_s.arg(list.incompleteReason),
                          u"Read the list again."_s);
    return Sighting{engine, SnapshotKind::ToolList, list.rawPages, toolListContent(list), seenAt};
}

Result<Sighting> contractSighting(const QString &engine, const QByteArray &document, const QDateTime &seenAt)
{
    const auto root = base::readJson(document);
    if (!root)
        return base::fail(root.error());
    return Sighting{engine, SnapshotKind::Contract, {document}, canonicalForm(*root), seenAt};
}

Result<mcp::ToolList> toolListFromContent(QByteArrayView content)
{
    const auto root = base::readJson(content);
    if (!root)
        return base::fail(root.error());
    mcp::ToolList list;
    const auto next = mcp::readToolPage(*root, list);
    if (!next)
        return base::fail(next.error());
    if (*next) {
        list.complete = false;
        list.incompleteReason = u"The list names a next page."_s;
    }
    return list;
}

} // namespace algenta::store
