// SPDX-License-Identifier: Apache-2.0
#include "core/contract/removal.h"

namespace algenta::contract
{

using base::Json;
using base::jsonPointer;

Scrubbed Removal::apply(const Json &root) const
{
    if (m_dropped.isEmpty() && m_closed.isEmpty())
        return {root, {}};
    Scrubbed scrubbed;
    scrubbed.value = copy(root, {}, &scrubbed.removed);
    scrubbed.removed.removeDuplicates();
    return scrubbed;
}

bool Removal::goes(const Json &node, const QString &pointer, QStringList *removed) const
{
    if (!m_dropped.contains(&node))
        return false;
    removed->append(pointer);
    return true;
}

Json Removal::copy(const Json &node, const QString &pointer, QStringList *removed) const
{
    if (m_closed.contains(&node)) {
        removed->append(pointer);
        return Json::boolean(false);
    }
    if (node.isObject()) {
        Json::Object members;
        for (const base::JsonMember &member : node.members()) {
            const QString here = jsonPointer(pointer, member.key);
            if (!goes(member.value, here, removed))
                members.append({member.key, copy(member.value, here, removed)});
        }
        return Json::object(members);
    }
    if (node.isArray()) {
        Json::Array items;
        for (qsizetype i = 0; i < node.items().size(); ++i) {
            const QString here = jsonPointer(pointer, i);
            if (!goes(node.at(i), here, removed))
                items.append(copy(node.at(i), here, removed));
        }
        return Json::array(items);
    }
    return node;
}

} // namespace algenta::contract
