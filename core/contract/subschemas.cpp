// SPDX-License-Identifier: Apache-2.0
#include "core/contract/subschemas.h"

#include <QHash>
#include <QUrl>

#include <algorithm>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

enum class Form {
    One,       ///< a schema
    List,      ///< a list of schemas
    Map,       ///< schemas by name
    OneOrList, ///< items of the older drafts
};

struct Keyword {
    SchemaPlace place;
    Form form;
};

const QHash<QString, Keyword> &keywords()
{
    static const QHash<QString, Keyword> table{
        {u"properties"_s, {SchemaPlace::Member, Form::Map}},
        {u"patternProperties"_s, {SchemaPlace::MatchingMember, Form::Map}},
        {u"additionalProperties"_s, {SchemaPlace::OtherMember, Form::One}},
        {u"unevaluatedProperties"_s, {SchemaPlace::OtherMember, Form::One}},
        {u"propertyNames"_s, {SchemaPlace::MemberName, Form::One}},
        {u"dependentSchemas"_s, {SchemaPlace::SameValue, Form::Map}},
        {u"dependencies"_s, {SchemaPlace::SameValue, Form::Map}},
        {u"allOf"_s, {SchemaPlace::SameValue, Form::List}},
        {u"anyOf"_s, {SchemaPlace::SameValue, Form::List}},
        {u"oneOf"_s, {SchemaPlace::SameValue, Form::List}},
        {u"then"_s, {SchemaPlace::SameValue, Form::One}},
        {u"else"_s, {SchemaPlace::SameValue, Form::One}},
        {u"not"_s, {SchemaPlace::Condition, Form::One}},
        {u"if"_s, {SchemaPlace::Condition, Form::One}},
        {u"prefixItems"_s, {SchemaPlace::Item, Form::List}},
        {u"items"_s, {SchemaPlace::OtherItem, Form::OneOrList}},
        {u"additionalItems"_s, {SchemaPlace::OtherItem, Form::One}},
        {u"unevaluatedItems"_s, {SchemaPlace::OtherItem, Form::One}},
        {u"contains"_s, {SchemaPlace::OtherItem, Form::One}},
        {u"$defs"_s, {SchemaPlace::Apart, Form::Map}},
        {u"definitions"_s, {SchemaPlace::Apart, Form::Map}},
        {u"contentSchema"_s, {SchemaPlace::Apart, Form::One}},
    };
    return table;
}

/** Where the items begin that a keyword speaks about: behind those that have a schema of their own. */
qsizetype firstItem(const Json &schema, const QString &keyword)
{
    if (keyword == "items"_L1)
        return schema[u"prefixItems"].items().size();
    if (keyword == "additionalItems"_L1)
        return schema[u"items"].items().size();
    return 0;
}

const Json *resolvePointer(const Json &root, QStringView fragment)
{
    const Json *node = &root;
    const QString pointer = QUrl::fromPercentEncoding(fragment.toUtf8());
    if (pointer.isEmpty())
        return node;
    for (QString token : pointer.mid(1).split(u'/')) {
        token.replace("~1"_L1, "/"_L1).replace("~0"_L1, "~"_L1);
        if (node->isArray()) {
            bool number = false;
            const qsizetype index = token.toLongLong(&number);
            node = number && index >= 0 && index < node->items().size() ? &node->at(index) : nullptr;
        } else {
            node = node->find(token);
        }
        if (!node)
            return nullptr;
    }
    return node;
}

} // namespace

QList<Subschema> subschemas(const Json &schema)
{
    QList<Subschema> found;
    for (const base::JsonMember &member : schema.members()) {
        const auto keyword = keywords().constFind(member.key);
        if (keyword == keywords().cend())
            continue;
        const Json &value = member.value;
        if (keyword->form == Form::Map) {
            for (const base::JsonMember &entry : value.members())
                found.append({keyword->place, &entry.value, entry.key});
        } else if (value.isArray()) {
            const bool positions = keyword->place == SchemaPlace::OtherItem;
            for (qsizetype i = 0; i < value.items().size(); ++i)
                found.append({positions ? SchemaPlace::Item : keyword->place, &value.at(i), {}, i});
        } else {
            found.append({keyword->place, &value, {}, firstItem(schema, member.key)});
        }
    }
    return found;
}

QList<const Json *> localReferences(const Json &root, const Json &schema)
{
    QList<const Json *> targets;
    for (const base::JsonMember &member : schema.members()) {
        if (member.key != "$ref"_L1 && member.key != "$dynamicRef"_L1 && member.key != "$recursiveRef"_L1)
            continue;
        const QString reference = member.value.toString();
        if (reference != "#"_L1 && !reference.startsWith("#/"_L1))
            continue;
        if (const Json *target = resolvePointer(root, QStringView(reference).mid(1)))
            targets.append(target);
    }
    return targets;
}

QStringList namesInPattern(QStringView pattern, const QStringList &names)
{
    if (pattern.startsWith(u'^'))
        pattern = pattern.mid(1);
    if (pattern.endsWith(u'$'))
        pattern.chop(1);
    if (pattern.startsWith(u'(') && pattern.endsWith(u')'))
        pattern = pattern.sliced(pattern.startsWith(u"(?:") ? 3 : 1).chopped(1);
    QStringList found;
    for (const QStringView part : pattern.split(u'|')) {
        if (!names.contains(part))
            return {};
        found.append(part.toString());
    }
    return found;
}

} // namespace algenta::contract
