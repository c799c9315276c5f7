// SPDX-License-Identifier: Apache-2.0
#include "core/store/sighting.h"

#include "core/base/jsonreader.h"
#include "core/contract/jsondiff.h"

#include <algorithm>

namespace algenta::store
{

using namespace Qt::Literals::StringLiterals;
using base::Result;

namespace
{

struct Item {
    QString name;
    QByteArray text;
};

} // namespace

QString snapshotKindName(SnapshotKind kind)
{
    return kind == SnapshotKind::ToolList ? u"tool_list"_s : u"contract"_s;
}

QByteArray toolListContent(const mcp::ToolList &list)
{
    QList<Item> items;
    for (const mcp::Tool &tool : list.tools)
        items.append({tool.name, contract::stableText(tool.raw)});
    for (const mcp::BrokenTool &tool : list.broken)
        items.append({tool.name, contract::stableText(tool.raw)});
    std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) {
        return a.name != b.name ? a.name < b.name : a.text < b.text;
    });
    QByteArrayList texts;
    for (const Item &item : std::as_const(items))
        texts.append(item.text);
    return "{\"tools\":[" + texts.join(',') + "]}";
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
    return Sighting{engine, SnapshotKind::Contract, {document}, contract::stableText(*root), seenAt};
}

Result<contract::Snapshot> comparable(const KeptSnapshot &kept)
{
    if (kept.info.kind == SnapshotKind::ToolList)
        return contract::readSnapshot(kept.content);
    // Not readSnapshot(): a contract document may have any members, "tools" too.
    const auto root = base::readJson(kept.content);
    if (!root)
        return base::fail(root.error());
    contract::Snapshot snapshot;
    if (const auto added = contract::addDocument(&snapshot, *root, kept.content); !added)
        return base::fail(added.error());
    return snapshot;
}

} // namespace algenta::store
