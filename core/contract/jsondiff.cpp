// SPDX-License-Identifier: Apache-2.0
#include "core/contract/jsondiff.h"

#include "core/base/jsonwriter.h"

#include <QSet>

#include <algorithm>

namespace algenta::contract
{

using base::Json;
using base::jsonPointer;

namespace
{

Json sorted(const Json &value)
{
    if (value.isArray()) {
        Json::Array items;
        for (const Json &item : value.items())
            items.append(sorted(item));
        return Json::array(items);
    }
    if (!value.isObject())
        return value;
    Json::Object members;
    for (const base::JsonMember &member : value.members())
        members.append({member.key, sorted(member.value)});
    std::stable_sort(
        members.begin(), members.end(),
        [](const base::JsonMember &left, const base::JsonMember &right) { return left.key < right.key; });
    return Json::object(members);
}

bool isPlainList(const Json &value)
{
    return value.isArray() &&
           std::none_of(value.items().cbegin(), value.items().cend(),
                        [](const Json &item) { return item.isArray() || item.isObject(); });
}

bool repeatsKey(const Json &object)
{
    QSet<QString> seen;
    for (const base::JsonMember &member : object.members()) {
        if (seen.contains(member.key))
            return true;
        seen.insert(member.key);
    }
    return false;
}

class Walk
{
public:
    explicit Walk(const ListRuleFor &listRule)
        : m_listRule(listRule)
    {
    }

    void compare(const QString &where, const Json &before, const Json &after);
    QList<JsonChange> changes;

private:
    void compareObjects(const QString &where, const Json &before, const Json &after);
    void compareLists(const QString &where, const Json &before, const Json &after);
    void compareMembers(const QString &where, const Json &before, const Json &after);
    void added(const QString &where, const Json &value) { changes.append({where, {}, value, false, true}); }
    void removed(const QString &where, const Json &value) { changes.append({where, value, {}, true, false}); }

    const ListRuleFor &m_listRule;
};

bool same(const Json &left, const Json &right)
{
    return left == right || stableText(left) == stableText(right);
}

QSet<QByteArray> asSet(const Json &list)
{
    QSet<QByteArray> set;
    for (const Json &item : list.items())
        set.insert(stableText(item));
    return set;
}

void Walk::compare(const QString &where, const Json &before, const Json &after)
{
    if (same(before, after))
        return;
    if (before.isObject() && after.isObject() && !repeatsKey(before) && !repeatsKey(after))
        compareObjects(where, before, after);
    else if (before.isArray() && after.isArray())
        compareLists(where, before, after);
    else
        changes.append({where, before, after});
}

void Walk::compareObjects(const QString &where, const Json &before, const Json &after)
{
    for (const base::JsonMember &member : before.members()) {
        const QString here = jsonPointer(where, member.key);
        if (const Json *other = after.find(member.key))
            compare(here, member.value, *other);
        else
            removed(here, member.value);
    }
    for (const base::JsonMember &member : after.members()) {
        if (!before.contains(member.key))
            added(jsonPointer(where, member.key), member.value);
    }
}

void Walk::compareMembers(const QString &where, const Json &before, const Json &after)
{
    const auto pointerOf = [&where](const Json &item) {
        return jsonPointer(where, item.isString() ? item.toString() : QString::fromUtf8(stableText(item)));
    };
    const QSet<QByteArray> left = asSet(before);
    const QSet<QByteArray> right = asSet(after);
    for (const Json &item : before.items()) {
        if (!right.contains(stableText(item)))
            removed(pointerOf(item), item);
    }
    for (const Json &item : after.items()) {
        if (!left.contains(stableText(item)))
            added(pointerOf(item), item);
    }
}

void Walk::compareLists(const QString &where, const Json &before, const Json &after)
{
    const ListRule rule = m_listRule(where);
    const bool plain = isPlainList(before) && isPlainList(after);
    if (rule == ListRule::Members && plain) {
        compareMembers(where, before, after);
        return;
    }
    if (rule == ListRule::Set || plain) {
        if (rule != ListRule::Set || asSet(before) != asSet(after))
            changes.append({where, before, after});
        return;
    }
    const Json::Array &left = before.items();
    const Json::Array &right = after.items();
    qsizetype head = 0;
    while (head < left.size() && head < right.size() && same(left[head], right[head]))
        ++head;
    qsizetype tail = 0;
    while (tail < left.size() - head && tail < right.size() - head &&
           same(left[left.size() - 1 - tail], right[right.size() - 1 - tail]))
        ++tail;
    const qsizetype leftEnd = left.size() - tail;
    const qsizetype rightEnd = right.size() - tail;
    for (qsizetype i = head; i < std::min(leftEnd, rightEnd); ++i)
        compare(jsonPointer(where, i), left[i], right[i]);
    for (qsizetype i = rightEnd; i < leftEnd; ++i)
        removed(jsonPointer(where, i), left[i]);
    for (qsizetype i = leftEnd; i < rightEnd; ++i)
        added(jsonPointer(where, i), right[i]);
}

} // namespace

QByteArray stableText(const Json &value)
{
    return base::writeJson(sorted(value));
}

QList<JsonChange> diffJson(const Json &before, const Json &after, const ListRuleFor &listRule)
{
    Walk walk(listRule);
    walk.compare({}, before, after);
    return walk.changes;
}

} // namespace algenta::contract
