// SPDX-License-Identifier: Apache-2.0
#include "core/store/canonicalform.h"

#include "core/base/jsonwriter.h"

#include <algorithm>

namespace algenta::store
{

using base::Json;

Json sortedMembers(const Json &value)
{
    if (value.isArray()) {
        Json::Array items;
        items.reserve(value.size());
        for (const Json &item : value.items())
            items.append(sortedMembers(item));
        return Json::array(std::move(items));
    }
    if (!value.isObject())
        return value;
    Json::Object members;
    members.reserve(value.size());
    for (const base::JsonMember &member : value.members())
        members.append({member.key, sortedMembers(member.value)});
    std::stable_sort(members.begin(), members.end(),
                     [](const base::JsonMember &a, const base::JsonMember &b) { return a.key < b.key; });
    return Json::object(std::move(members));
}

QByteArray canonicalForm(const Json &value)
{
    return base::writeJson(sortedMembers(value));
}

} // namespace algenta::store
