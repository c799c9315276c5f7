// SPDX-License-Identifier: Apache-2.0
#include "core/contract/driftclass.h"

#include <algorithm>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;

namespace
{

/** What stands at one step into a JSON Schema. */
enum class Position {
    Schema,   ///< a schema: the next token is a keyword
    Map,      ///< schemas by name: the next token is a name
    List,     ///< schemas by position
    Property, ///< the value of a keyword that is no schema
    Wording,  ///< the value of a keyword that only explains
    Set,      ///< a list in which order does not count
};

Position behindKeyword(const QString &keyword)
{
    static const QStringList maps{
        u"properties"_s, u"patternProperties"_s, u"dependentSchemas"_s, u"dependencies"_s,
        u"$defs"_s,      u"definitions"_s};
    static const QStringList lists{u"allOf"_s, u"anyOf"_s, u"oneOf"_s, u"prefixItems"_s, u"items"_s};
    static const QStringList schemas{u"additionalProperties"_s,
                                     u"unevaluatedProperties"_s,
                                     u"propertyNames"_s,
                                     u"additionalItems"_s,
                                     u"unevaluatedItems"_s,
                                     u"contains"_s,
                                     u"not"_s,
                                     u"if"_s,
                                     u"then"_s,
                                     u"else"_s,
                                     u"contentSchema"_s};
    static const QStringList wording{u"title"_s, u"description"_s, u"$comment"_s, u"examples"_s,
                                     u"example"_s};
    static const QStringList sets{u"required"_s, u"enum"_s, u"type"_s};
    if (maps.contains(keyword))
        return Position::Map;
    if (lists.contains(keyword))
        return Position::List;
    if (schemas.contains(keyword))
        return Position::Schema;
    if (wording.contains(keyword))
        return Position::Wording;
    return sets.contains(keyword) ? Position::Set : Position::Property;
}

bool isIndex(const QString &token)
{
    return !token.isEmpty() &&
           std::all_of(token.cbegin(), token.cend(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

/** Where a path into a JSON Schema ends. */
Position schemaPosition(const QStringList &path)
{
    Position position = Position::Schema;
    for (const QString &token : path) {
        switch (position) {
        case Position::Schema:
            position = behindKeyword(token);
            break;
        case Position::List:
            // `items` of the older drafts is a list or a schema.
            position = isIndex(token) ? Position::Schema : behindKeyword(token);
            break;
        case Position::Map:
            position = Position::Schema;
            break;
        case Position::Set:
        case Position::Property:
            position = Position::Property;
            break;
        case Position::Wording:
            break;
        }
    }
    return position;
}

bool isSchemaMember(const QString &token)
{
    return token == "inputSchema"_L1 || token == "outputSchema"_L1;
}

bool isProseKey(const QString &token)
{
    static const QStringList prose{u"title"_s,       u"description"_s, u"meaning"_s,
                                   u"status"_s,      u"$schema"_s,     u"$id"_s,
                                   u"bypass_note"_s, u"category"_s,    u"never_model_facing_note"_s};
    return prose.contains(token);
}

} // namespace

QStringList pointerTokens(QStringView pointer)
{
    QStringList tokens;
    for (const QStringView token : pointer.mid(1).split(u'/')) {
        if (!pointer.isEmpty())
            tokens.append(token.toString().replace("~1"_L1, "/"_L1).replace("~0"_L1, "~"_L1));
    }
    return tokens;
}

bool isContractProse(const QString &where)
{
    const QStringList path = pointerTokens(where);
    return !path.isEmpty() && isProseKey(path.constLast());
}

DriftClass contractClass(const QString &where)
{
    const QStringList path = pointerTokens(where);
    // A tool, profile or gate may be called "title" or "status".
    const bool isName =
        path.size() == 2 && (path.constFirst() == "mcp_tool_reference"_L1 ||
                             path.constFirst() == "gates"_L1 || path.constFirst() == "profiles"_L1);
    if (!isName && (isContractProse(where) || path.value(0) == "conformance"_L1))
        return DriftClass::Wording;
    return path.value(0) == "execution_outcomes"_L1 ? DriftClass::Schema : DriftClass::PermissionHint;
}

DriftClass discoveryClass(const QString &where)
{
    static const QStringList wording{
        u"title"_s,     u"description"_s, u"icon"_s,  u"icons"_s, u"docs_url"_s,        u"privacy_url"_s,
        u"terms_url"_s, u"support_url"_s, u"brand"_s, u"notes"_s, u"deprecation_note"_s};
    static const QStringList permission{u"required_scopes"_s, u"read_only_default"_s, u"write_actions"_s,
                                        u"admin_controls"_s,  u"auth_scheme"_s,       u"status"_s};
    static const QStringList shapes{u"primary_data_query_contract"_s, u"capability_plane"_s,
                                    u"compatibility"_s};
    const QStringList path = pointerTokens(where);
    if (path.isEmpty())
        return DriftClass::PermissionHint;
    for (const QString &token : path) {
        if (permission.contains(token))
            return DriftClass::PermissionHint;
    }
    if (wording.contains(path.constLast()))
        return DriftClass::Wording;
    return shapes.contains(path.constFirst()) ? DriftClass::Schema : DriftClass::PermissionHint;
}

DriftClass toolClass(const QString &where)
{
    const QStringList path = pointerTokens(where);
    if (path.isEmpty())
        return DriftClass::PermissionHint;
    if (isSchemaMember(path.constFirst()))
        return schemaPosition(path.sliced(1)) == Position::Wording ? DriftClass::Wording : DriftClass::Schema;
    const bool isTitle = path.size() == 2 && path[0] == "annotations"_L1 && path[1] == "title"_L1;
    const bool isText = path[0] == "title"_L1 || path[0] == "description"_L1 || path[0] == "icons"_L1;
    return isTitle || isText ? DriftClass::Wording : DriftClass::PermissionHint;
}

ListRule contractListRule(const QString &where)
{
    static const QStringList members{u"tools"_s, u"adds_tools"_s, u"never_model_facing_fields"_s,
                                     u"aliases"_s};
    const QStringList path = pointerTokens(where);
    if (path.size() == 3 && members.contains(path.constLast()))
        return ListRule::Members;
    return path.value(2) == "requires_all_of"_L1 ? ListRule::Set : ListRule::Ordered;
}

ListRule discoveryListRule(const QString &where)
{
    // Flows are steps one after the other; every other list of names is a set.
    return pointerTokens(where).contains("recommended_flows"_L1) ? ListRule::Ordered : ListRule::Members;
}

ListRule toolListRule(const QString &where)
{
    const QStringList path = pointerTokens(where);
    const bool isSet = isSchemaMember(path.value(0)) && schemaPosition(path.sliced(1)) == Position::Set;
    return isSet ? ListRule::Set : ListRule::Ordered;
}

} // namespace algenta::contract
