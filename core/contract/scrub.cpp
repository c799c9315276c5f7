// SPDX-License-Identifier: Apache-2.0
#include "core/contract/scrub.h"

#include "core/base/textsafety.h"
#include "core/contract/removal.h"
#include "core/contract/subschemas.h"

#include <QPair>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using base::jsonPointer;

namespace
{

bool listed(const Json &list, const QStringList &names)
{
    return std::any_of(list.items().cbegin(), list.items().cend(), [&names](const Json &item) {
        return item.isString() && names.contains(item.toString());
    });
}

/** Marks what has to go from a schema document. Each schema object is looked at once. */
class SchemaScrubber
{
public:
    SchemaScrubber(const QStringList &fields, const Json &root)
        : m_fields(fields)
        , m_root(root)
    {
    }

    Scrubbed scrub()
    {
        visit(m_root);
        return m_removal.apply(m_root);
    }

private:
    void visit(const Json &schema);
    void visitKeyword(const base::JsonMember &member);
    void visitNames(const Json &schema);
    void dropListed(const Json &list);
    void dropMembers(const Json &object, bool patterns);
    void dropFromInstance(const Json &value);
    bool demands(const Json &schema, int depth = 0) const;

    const QStringList &m_fields;
    const Json &m_root;
    QSet<const Json *> m_visited;
    Removal m_removal;
};

void SchemaScrubber::visit(const Json &schema)
{
    if (!schema.isObject() || m_visited.contains(&schema))
        return;
    m_visited.insert(&schema);
    for (const base::JsonMember &member : schema.members())
        visitKeyword(member);
    for (const Subschema &child : subschemas(schema)) {
        if (child.place == SchemaPlace::Condition && demands(*child.schema))
            m_removal.close(child.schema);
        if (child.place == SchemaPlace::MemberName)
            visitNames(*child.schema);
        visit(*child.schema);
    }
    for (const Json *target : localReferences(m_root, schema))
        visit(*target);
}

void SchemaScrubber::visitKeyword(const base::JsonMember &member)
{
    const QString &keyword = member.key;
    if (keyword == "required"_L1) {
        dropListed(member.value);
    } else if (keyword == "properties"_L1 || keyword == "dependentSchemas"_L1) {
        dropMembers(member.value, false);
    } else if (keyword == "patternProperties"_L1) {
        dropMembers(member.value, true);
    } else if (keyword == "dependentRequired"_L1 || keyword == "dependencies"_L1) {
        dropMembers(member.value, false);
        for (const base::JsonMember &entry : member.value.members())
            dropListed(entry.value);
    } else if (keyword == "default"_L1 || keyword == "const"_L1 || keyword == "enum"_L1 ||
               keyword == "examples"_L1 || keyword == "example"_L1) {
        dropFromInstance(member.value);
    }
}

/** In a schema of names a field is a text, not a member. */
void SchemaScrubber::visitNames(const Json &schema)
{
    for (const base::JsonMember &member : schema.members()) {
        if (member.key == "enum"_L1)
            dropListed(member.value);
        else if (member.key == "const"_L1 && m_fields.contains(member.value.toString()))
            m_removal.close(&schema);
    }
    for (const Subschema &child : subschemas(schema)) {
        if (child.place == SchemaPlace::SameValue)
            visitNames(*child.schema);
    }
}

void SchemaScrubber::dropListed(const Json &list)
{
    for (const Json &item : list.items()) {
        if (item.isString() && m_fields.contains(item.toString()))
            m_removal.drop(&item);
    }
}

void SchemaScrubber::dropMembers(const Json &object, bool patterns)
{
    for (const base::JsonMember &member : object.members()) {
        if (patterns ? !namesInPattern(member.key, m_fields).isEmpty() : m_fields.contains(member.key))
            m_removal.drop(&member.value);
    }
}

void SchemaScrubber::dropFromInstance(const Json &value)
{
    dropMembers(value, false);
    for (const base::JsonMember &member : value.members())
        dropFromInstance(member.value);
    for (const Json &item : value.items())
        dropFromInstance(item);
}

bool SchemaScrubber::demands(const Json &schema, int depth) const
{
    constexpr int deepEnough = 16;
    if (depth > deepEnough)
        return false;
    for (const base::JsonMember &member : schema.members()) {
        if (member.key == "required"_L1 && listed(member.value, m_fields))
            return true;
        if (member.key != "allOf"_L1)
            continue;
        for (const Json &part : member.value.items()) {
            if (demands(part, depth + 1))
                return true;
        }
    }
    const QList<const Json *> targets = localReferences(m_root, schema);
    return std::any_of(targets.cbegin(), targets.cend(),
                       [this, depth](const Json *target) { return demands(*target, depth + 1); });
}

/** Marks the arguments that a schema declares under a never-model-facing name. */
class DeclaredArguments
{
public:
    DeclaredArguments(const QStringList &fields, const Json &root, Removal *removal)
        : m_fields(fields)
        , m_root(root)
        , m_removal(removal)
    {
    }

    void visit(const Json &schema, const Json &value);

private:
    QStringList declared(const Json &schema) const;
    void visitChild(const Json &schema, const Subschema &child, const Json &value);

    const QStringList &m_fields;
    const Json &m_root;
    Removal *m_removal;
    QSet<QPair<const Json *, const Json *>> m_visited;
};

bool matches(const QString &pattern, const QString &name)
{
    const QRegularExpression expression(pattern);
    return expression.isValid() && expression.match(name).hasMatch();
}

/** True for a member that `properties` and `patternProperties` of the same schema say nothing about. */
bool isOther(const Json &schema, const QString &name)
{
    const Json::Object &patterns = schema[u"patternProperties"].members();
    return !schema[u"properties"].contains(name) &&
           std::none_of(patterns.cbegin(), patterns.cend(),
                        [&name](const base::JsonMember &pattern) { return matches(pattern.key, name); });
}

QStringList DeclaredArguments::declared(const Json &schema) const
{
    QStringList names;
    const auto addListed = [&names](const Json &list) {
        for (const Json &item : list.items())
            names.append(item.toString());
    };
    for (const base::JsonMember &member : schema.members()) {
        if (member.key == "required"_L1) {
            addListed(member.value);
        } else if (member.key == "patternProperties"_L1) {
            for (const base::JsonMember &entry : member.value.members())
                names.append(namesInPattern(entry.key, m_fields));
        } else if (member.key == "properties"_L1 || member.key == "dependentSchemas"_L1 ||
                   member.key == "dependentRequired"_L1 || member.key == "dependencies"_L1) {
            for (const base::JsonMember &entry : member.value.members()) {
                names.append(entry.key);
                if (member.key.startsWith("depend"_L1))
                    addListed(entry.value);
            }
        }
    }
    return names;
}

void DeclaredArguments::visit(const Json &schema, const Json &value)
{
    const QPair<const Json *, const Json *> here(&schema, &value);
    if (!schema.isObject() || m_visited.contains(here))
        return;
    m_visited.insert(here);
    const QStringList names = declared(schema);
    for (const base::JsonMember &member : value.members()) {
        if (m_fields.contains(member.key) && names.contains(member.key))
            m_removal->drop(&member.value);
    }
    for (const Subschema &child : subschemas(schema))
        visitChild(schema, child, value);
    for (const Json *target : localReferences(m_root, schema))
        visit(*target, value);
}

void DeclaredArguments::visitChild(const Json &schema, const Subschema &child, const Json &value)
{
    switch (child.place) {
    case SchemaPlace::SameValue:
    case SchemaPlace::Condition:
        visit(*child.schema, value);
        break;
    case SchemaPlace::Member:
    case SchemaPlace::MatchingMember:
    case SchemaPlace::OtherMember:
        for (const base::JsonMember &member : value.members()) {
            const bool meant = child.place == SchemaPlace::Member           ? member.key == child.key
                               : child.place == SchemaPlace::MatchingMember ? matches(child.key, member.key)
                                                                            : isOther(schema, member.key);
            if (meant)
                visit(*child.schema, member.value);
        }
        break;
    case SchemaPlace::Item:
        if (child.index < value.items().size())
            visit(*child.schema, value.at(child.index));
        break;
    case SchemaPlace::OtherItem:
        for (qsizetype i = child.index; i < value.items().size(); ++i)
            visit(*child.schema, value.at(i));
        break;
    case SchemaPlace::MemberName:
    case SchemaPlace::Apart:
        break;
    }
}

/** Calls @p found for every member of one of the names outside the top-level `metadata`. */
template<typename Found>
void eachNamed(const QStringList &fields, const Json &value, const QString &pointer, Found &&found)
{
    for (const base::JsonMember &member : value.members()) {
        const QString here = jsonPointer(pointer, member.key);
        if (fields.contains(member.key))
            found(member.value, here);
        if (here != "/metadata"_L1)
            eachNamed(fields, member.value, here, found);
    }
    for (qsizetype i = 0; i < value.items().size(); ++i)
        eachNamed(fields, value.at(i), jsonPointer(pointer, i), found);
}

/** The pointer of a key that stands twice in its object; empty if there is none. */
QString duplicateKey(const Json &value, const QString &pointer)
{
    QSet<QString> seen;
    for (const base::JsonMember &member : value.members()) {
        const QString here = jsonPointer(pointer, member.key);
        if (seen.contains(member.key))
            return here;
        seen.insert(member.key);
        if (const QString inside = duplicateKey(member.value, here); !inside.isEmpty())
            return inside;
    }
    for (qsizetype i = 0; i < value.items().size(); ++i) {
        if (const QString inside = duplicateKey(value.at(i), jsonPointer(pointer, i)); !inside.isEmpty())
            return inside;
    }
    return {};
}

bool executes(const ToolContract &contract, QStringView tool)
{
    const auto names = [](const ContractTool &candidate, QStringView name) {
        return candidate.name == name || candidate.aliases.contains(name);
    };
    constexpr QStringView prefix = u"algenta_";
    const QStringView bare = tool.startsWith(prefix) ? tool.sliced(prefix.size()) : tool;
    return tool == u"execute_decision" || bare == u"execute_decision" ||
           std::any_of(contract.tools.cbegin(), contract.tools.cend(), [&](const ContractTool &candidate) {
               return candidate.safetyCritical && (names(candidate, tool) || names(candidate, bare));
           });
}

} // namespace

Scrubbed scrubSchema(const ToolContract &contract, const Json &schema)
{
    return SchemaScrubber(contract.neverModelFacing, schema).scrub();
}

base::Result<Scrubbed> scrubArguments(const ToolContract &contract, QStringView tool, const Json &schema,
                                      const Json &arguments)
{
    if (!arguments.isObject())
        return base::fail(base::ErrorCode::InvalidInput,
                          u"The arguments of a tool call must be a JSON object."_s);
    if (const QString twice = duplicateKey(arguments, {}); !twice.isEmpty())
        return base::fail(base::ErrorCode::DuplicateKey,
                          u"The arguments hold the key %1 twice."_s.arg(base::elidedText(twice, 128)),
                          u"Keep one of the two."_s);
    Removal removal;
    DeclaredArguments(contract.neverModelFacing, schema, &removal).visit(schema, arguments);
    if (executes(contract, tool))
        eachNamed(contract.neverModelFacing, arguments, {},
                  [&removal](const Json &value, const QString &) { removal.drop(&value); });
    return removal.apply(arguments);
}

QStringList findNeverModelFacing(const ToolContract &contract, const Json &arguments)
{
    QStringList pointers;
    eachNamed(contract.neverModelFacing, arguments, {},
              [&pointers](const Json &, const QString &here) { pointers.append(here); });
    return pointers;
}

} // namespace algenta::contract
