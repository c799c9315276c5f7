// SPDX-License-Identifier: Apache-2.0
#include "core/contract/fieldleaks.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"
#include "core/contract/driftclass.h"
#include "core/contract/scrub.h"
#include "core/contract/subschemas.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

const Json *nodeAt(const Json &root, const QStringList &path)
{
    const Json *node = &root;
    for (const QString &token : path) {
        node = node->isArray() ? &node->at(token.toLongLong()) : node->find(token);
        if (!node)
            return nullptr;
    }
    return node;
}

/** Which fields are meant at a place that scrubbing would take away. */
QStringList fieldsAt(const Json &root, const QString &where, const QStringList &fields)
{
    const QStringList path = pointerTokens(where);
    if (!path.isEmpty() && fields.contains(path.constLast()))
        return {path.constLast()};
    const Json *node = nodeAt(root, path);
    if (node && node->isString() && fields.contains(node->toString()))
        return {node->toString()};
    if (const QStringList named = namesInPattern(path.value(path.size() - 1), fields); !named.isEmpty())
        return named;
    // A condition that demands one of them.
    const QByteArray text = node ? base::writeJson(*node) : QByteArray();
    QStringList mentioned;
    for (const QString &field : fields) {
        if (text.contains('"' + field.toUtf8() + '"'))
            mentioned.append(field);
    }
    return mentioned.isEmpty() ? fields : mentioned;
}

bool isInstance(const QString &where)
{
    static const QStringList keywords{u"default"_s, u"const"_s, u"enum"_s, u"examples"_s, u"example"_s};
    QStringList path = pointerTokens(where);
    if (path.contains("propertyNames"_L1))
        return false;
    while (path.size() > 1) {
        path.removeLast();
        // "default" below "properties" is an argument of that name.
        const bool isName = path.size() > 1 && path[path.size() - 2] == "properties"_L1;
        if (keywords.contains(path.constLast()) && !isName)
            return true;
    }
    return false;
}

/** Every subschema once, with what is declared about member names. */
template<typename Visit>
void eachSchema(const Json &root, const Json &schema, QSet<const Json *> *seen, Visit &&visit)
{
    if (!schema.isObject() || seen->contains(&schema))
        return;
    seen->insert(&schema);
    visit(schema);
    for (const Subschema &child : subschemas(schema))
        eachSchema(root, *child.schema, seen, visit);
    for (const Json *target : localReferences(root, schema))
        eachSchema(root, *target, seen, visit);
}

/** Patterns of member names at the top of the arguments that let a field through although they do not name
 * it. */
QStringList widePatterns(const Json &root, const QString &field, const QStringList &fields)
{
    QStringList patterns;
    for (const base::JsonMember &member : root[u"patternProperties"].members()) {
        const QRegularExpression pattern(member.key);
        const bool accepts = !(member.value.isBool() && !member.value.toBool());
        if (accepts && pattern.isValid() && pattern.match(field).hasMatch() &&
            namesInPattern(member.key, fields).isEmpty())
            patterns.append(base::jsonPointer(u"/patternProperties"_s, member.key));
    }
    return patterns;
}

QString shownPlaces(const QStringList &places)
{
    QStringList shown;
    for (const QString &place : places)
        shown.append(place.isEmpty() ? u"its root"_s : base::elidedText(place, 256));
    return shown.join(u", "_s);
}

} // namespace

QList<FieldLeak> fieldLeaks(const ToolContract &contract, const Json &schema, bool executes)
{
    QList<FieldLeak> leaks;
    const auto note = [&leaks](ParityRule rule, const QString &field, const QString &place) {
        const auto known = std::find_if(leaks.begin(), leaks.end(), [&](const FieldLeak &leak) {
            return leak.rule == rule && leak.field == field;
        });
        if (known == leaks.end())
            leaks.append({rule, field, {}, {place}});
        else if (!known->places.contains(place))
            known->places.append(place);
    };
    const QStringList &fields = contract.neverModelFacing;
    for (const QString &where : scrubSchema(contract, schema).removed) {
        for (const QString &field : fieldsAt(schema, where, fields))
            note(isInstance(where) ? ParityRule::NoFieldByDefault : ParityRule::NoFieldInSchema, field,
                 where);
    }
    for (const QString &field : executes ? fields : QStringList()) {
        for (const QString &where : widePatterns(schema, field, fields))
            note(ParityRule::NoFieldInArguments, field, where);
    }
    for (FieldLeak &leak : leaks) {
        const QString places = shownPlaces(leak.places);
        leak.detail =
            leak.rule == ParityRule::NoFieldInSchema
                ? u"The schema shows %1, which no model may set, at %2."_s.arg(leak.field, places)
            : leak.rule == ParityRule::NoFieldByDefault
                ? u"The schema sets %1, which no model may set, at %2."_s.arg(leak.field, places)
                : u"The schema lets %1 through, which no model may set, at %2."_s.arg(leak.field, places);
    }
    return leaks;
}

bool takesDecisionId(const ToolContract &contract, const Json &schema)
{
    bool declares = false;
    bool takes = false;
    QSet<const Json *> seen;
    eachSchema(schema, schema, &seen, [&](const Json &part) {
        for (const base::JsonMember &member : part[u"properties"].members()) {
            declares = declares || !contract.neverModelFacing.contains(member.key);
            takes = takes || member.key == "decision_id"_L1;
        }
    });
    return takes || !declares;
}

} // namespace algenta::contract
