// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/schemagenerator.h"

namespace algenta::tests
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

void SchemaGenerator::Members::add(const QString &key, const Pair &value)
{
    clean.append({key, value.clean});
    dirty.append({key, value.dirty});
}

void SchemaGenerator::Members::add(const QString &key, const Json &value)
{
    add(key, Pair{value, value});
}

void SchemaGenerator::Members::plant(const QString &key, const Json &value, QRandomGenerator *random)
{
    dirty.insert(random->bounded(static_cast<int>(dirty.size()) + 1), {key, value});
}

Pair SchemaGenerator::Members::pair() const
{
    return {Json::object(clean), Json::object(dirty)};
}

SchemaGenerator::SchemaGenerator(quint32 seed)
    : m_random(seed)
{
}

bool SchemaGenerator::chance(int percent)
{
    return m_random.bounded(100) < percent;
}

int SchemaGenerator::below(int limit)
{
    return m_random.bounded(limit);
}

QString SchemaGenerator::field()
{
    return chance(50) ? u"force"_s : u"override_safety"_s;
}

QString SchemaGenerator::freshName(const QString &stem)
{
    return stem + QString::number(++m_counter);
}

QString SchemaGenerator::propertyName(Level *level)
{
    static const QStringList confusing{u"properties"_s, u"required"_s, u"default"_s, u"enforce"_s, u"$ref"_s,
                                       u"not"_s,        u"Force"_s,    u"items"_s,   u"a/b~c"_s,   u""_s};
    QString name = confusing.at(below(static_cast<int>(confusing.size())));
    if (level->names.contains(name) || chance(60))
        name = freshName(u"p"_s);
    level->names.append(name);
    return name;
}

Json SchemaGenerator::someSchema()
{
    if (chance(30))
        return Json::boolean(chance(50));
    Json schema = Json::object({{u"type"_s, Json::string(u"boolean"_s)}});
    if (chance(50))
        schema.set(u"default"_s, Json::boolean(true));
    return schema;
}

Generated SchemaGenerator::next()
{
    m_definitions = {};
    m_shared = {};
    Level level;
    Members root;
    const Pair body = schemaFor(&level, chance(60) ? 1 : chance(90) ? 2 : 3, false);
    root.clean = body.clean.members();
    root.dirty = body.dirty.members();
    if (!m_definitions.clean.isEmpty())
        root.add(u"$defs"_s, m_definitions.pair());
    if (!m_shared.clean.isEmpty())
        root.add(u"x-shared"_s, m_shared.pair());
    const bool speaksOfOthers =
        body.clean.contains(u"additionalProperties") || body.clean.contains(u"unevaluatedProperties");
    if (!speaksOfOthers && chance(30)) {
        const Json opaque =
            Json::object({{field(), Json::integer(1)}, {u"note"_s, Json::string(u"force"_s)}});
        level.clean.append({u"metadata"_s, opaque});
        level.dirty.append({u"metadata"_s, opaque});
    }
    return {root.pair(), valueOf(&level)};
}

SchemaGenerator::Node SchemaGenerator::node(int depth)
{
    if (depth <= 0 || chance(40))
        return leaf();
    return chance(30) ? arrayNode(depth - 1) : objectNode(depth - 1);
}

SchemaGenerator::Node SchemaGenerator::leaf()
{
    Members schema;
    schema.add(u"type"_s, Json::string(u"string"_s));
    if (chance(20))
        schema.add(u"enum"_s, Json::array({Json::string(field()), Json::string(u"soft"_s)}));
    if (chance(20))
        schema.add(u"title"_s, Json::string(field()));
    if (chance(20))
        schema.add(u"maximum"_s, Json::number("1.50"));
    const Json value = chance(50) ? Json::string(field()) : Json::number("2.0");
    return {chance(10) ? Pair{Json::boolean(true), Json::boolean(true)} : schema.pair(), {value, value}};
}

SchemaGenerator::Node SchemaGenerator::objectNode(int depth)
{
    Level level;
    const Pair schema = schemaFor(&level, depth, false);
    return {schema, valueOf(&level)};
}

SchemaGenerator::Node SchemaGenerator::arrayNode(int depth)
{
    Members schema;
    Json::Array clean;
    Json::Array dirty;
    const auto take = [&clean, &dirty](const Node &item) {
        clean.append(item.value.clean);
        dirty.append(item.value.dirty);
        return item.schema;
    };
    if (chance(40)) {
        const Pair first = take(node(depth));
        const Pair second = take(node(depth));
        schema.add(u"prefixItems"_s,
                   {Json::array({first.clean, second.clean}), Json::array({first.dirty, second.dirty})});
    }
    schema.add(clean.isEmpty() && chance(30) ? u"contains"_s : u"items"_s, take(node(depth)));
    return {schema.pair(), {Json::array(clean), Json::array(dirty)}};
}

/** Plants declared fields into the dirty value alone, and undeclared ones into both. */
Pair SchemaGenerator::valueOf(Level *level)
{
    for (const QString &name : {u"force"_s, u"override_safety"_s}) {
        // What stays is no object: a schema about all other members could declare a field in it.
        const bool declared = level->declared.contains(name);
        const Json value = declared && chance(50) ? instance(1).dirty : Json::boolean(true);
        const base::JsonMember member{name, value};
        if (declared) {
            if (chance(70))
                level->dirty.insert(below(static_cast<int>(level->dirty.size()) + 1), member);
        } else if (chance(10)) {
            level->clean.append(member);
            level->dirty.append(member);
        }
    }
    return {Json::object(level->clean), Json::object(level->dirty)};
}

/** @p shared: other schemas speak about the same value, so none may speak about "all others". */
Pair SchemaGenerator::schemaFor(Level *level, int depth, bool shared)
{
    Members schema;
    const bool closed = !shared && chance(20);
    if (chance(50))
        schema.add(u"type"_s, Json::string(u"object"_s));
    if (chance(70))
        addProperties(&schema, level, depth);
    if (chance(40))
        schema.add(u"required"_s, nameList(level));
    if (chance(20))
        addPatterns(&schema, level, depth);
    if (chance(25))
        addDependencies(&schema, level, depth);
    if (chance(20))
        addInstances(&schema);
    if (chance(15))
        schema.add(u"x-note"_s, Json::object({{u"properties"_s, Json::object({{field(), someSchema()}})}}));
    if (closed) {
        const Node other = node(depth - 1);
        const QString name = freshName(u"other"_s);
        schema.add(chance(70) ? u"additionalProperties"_s : u"unevaluatedProperties"_s, other.schema);
        level->clean.append({name, other.value.clean});
        level->dirty.append({name, other.value.dirty});
    } else if (depth > 0) {
        addCombinators(&schema, level, depth);
        addReference(&schema, level, depth);
    }
    addConditions(&schema, level);
    return schema.pair();
}

void SchemaGenerator::addProperties(Members *schema, Level *level, int depth)
{
    Members properties;
    const int count = below(4);
    for (int i = 0; i < count; ++i) {
        const QString name = propertyName(level);
        const Node child = node(depth - 1);
        properties.add(name, child.schema);
        level->clean.append({name, child.value.clean});
        level->dirty.append({name, child.value.dirty});
    }
    if (chance(40)) {
        const QString planted = field();
        properties.plant(planted, someSchema(), &m_random);
        level->declared.insert(planted);
    }
    schema->add(u"properties"_s, properties.pair());
}

void SchemaGenerator::addPatterns(Members *schema, Level *level, int depth)
{
    Members patterns;
    const QString stem = freshName(u"q"_s) + u'_';
    const Node child = node(depth - 1);
    patterns.add(u'^' + stem, child.schema);
    level->clean.append({stem + u'a', child.value.clean});
    level->dirty.append({stem + u'a', child.value.dirty});
    if (chance(40)) {
        patterns.plant(u"^(force|override_safety)$"_s, someSchema(), &m_random);
        level->declared += {u"force"_s, u"override_safety"_s};
    } else if (chance(40)) {
        const QString planted = field();
        patterns.plant(u'^' + planted + u'$', someSchema(), &m_random);
        level->declared.insert(planted);
    }
    schema->add(u"patternProperties"_s, patterns.pair());
}

void SchemaGenerator::addDependencies(Members *schema, Level *level, int depth)
{
    const auto addMap = [&](const QString &keyword, const Pair &entry, const Json &plantedValue) {
        Members map;
        map.add(freshName(u"d"_s), entry);
        if (chance(30)) {
            const QString planted = field();
            map.plant(planted, plantedValue, &m_random);
            level->declared.insert(planted);
        }
        schema->add(keyword, map.pair());
    };
    const bool older = chance(30);
    if (chance(60))
        addMap(older ? u"dependencies"_s : u"dependentRequired"_s, nameList(level), Json::array());
    else
        addMap(older ? u"dependencies"_s : u"dependentSchemas"_s, schemaFor(level, depth - 1, true),
               someSchema());
}

void SchemaGenerator::addCombinators(Members *schema, Level *level, int depth)
{
    for (const QString &keyword : {u"allOf"_s, u"anyOf"_s, u"oneOf"_s}) {
        if (!chance(20))
            continue;
        Json::Array clean;
        Json::Array dirty;
        const int count = 1 + below(2);
        for (int i = 0; i < count; ++i) {
            const Pair part = schemaFor(level, depth - 1, true);
            clean.append(part.clean);
            dirty.append(part.dirty);
        }
        schema->add(keyword, {Json::array(clean), Json::array(dirty)});
    }
    for (const QString &keyword : {u"then"_s, u"else"_s}) {
        if (chance(10))
            schema->add(keyword, schemaFor(level, depth - 1, true));
    }
}

void SchemaGenerator::addConditions(Members *schema, Level *level)
{
    for (const QString &keyword : {u"not"_s, u"if"_s}) {
        if (!chance(15))
            continue;
        const QString planted = field();
        const Json name = Json::string(freshName(u"n"_s));
        if (chance(50)) {
            const Json demanding =
                Json::object({{u"required"_s, Json::array({name, Json::string(planted)})}});
            schema->add(keyword, {Json::boolean(false), demanding});
        } else {
            Members properties;
            properties.add(name.toString(), someSchema());
            properties.plant(planted, someSchema(), &m_random);
            Members condition;
            condition.add(u"properties"_s, properties.pair());
            schema->add(keyword, condition.pair());
        }
        level->declared.insert(planted);
    }
}

void SchemaGenerator::addReference(Members *schema, Level *level, int depth)
{
    if (!chance(25))
        return;
    const bool usual = chance(60);
    const QString name = freshName(u"def"_s) + (chance(30) ? u"/~ "_s : QString());
    const Pair target = schemaFor(level, depth - 1, true);
    (usual ? m_definitions : m_shared).add(name, target);
    QString token = name;
    token.replace(u'~', "~0"_L1).replace(u'/', "~1"_L1).replace(u' ', "%20"_L1);
    schema->add(u"$ref"_s, Json::string((usual ? u"#/$defs/"_s : u"#/x-shared/"_s) + token));
}

void SchemaGenerator::addInstances(Members *schema)
{
    const Pair first = instance(2);
    const Pair second = instance(2);
    schema->add(u"default"_s, first);
    schema->add(chance(50) ? u"examples"_s : u"enum"_s,
                {Json::array({first.clean, second.clean}), Json::array({first.dirty, second.dirty})});
    Json::Array clean{Json::string(u"a"_s)};
    Json::Array dirty = clean;
    if (chance(30))
        dirty.prepend(Json::string(field()));
    schema->add(u"propertyNames"_s, {Json::object({{u"enum"_s, Json::array(clean)}}),
                                     Json::object({{u"enum"_s, Json::array(dirty)}})});
}

Pair SchemaGenerator::nameList(Level *level)
{
    Json::Array clean;
    const int count = below(3);
    for (int i = 0; i < count; ++i)
        clean.append(Json::string(freshName(u"n"_s)));
    Json::Array dirty = clean;
    if (chance(40)) {
        const QString planted = field();
        dirty.insert(below(static_cast<int>(dirty.size()) + 1), Json::string(planted));
        level->declared.insert(planted);
    }
    return {Json::array(clean), Json::array(dirty)};
}

Pair SchemaGenerator::instance(int depth)
{
    if (depth <= 0 || chance(30)) {
        const Json scalar = chance(50) ? Json::string(field()) : Json::number("1e2");
        return {scalar, scalar};
    }
    const Pair child = instance(depth - 1);
    if (chance(30))
        return {Json::array({child.clean}), Json::array({child.dirty})};
    Members members;
    members.add(freshName(u"v"_s), child);
    if (chance(40))
        members.plant(field(), Json::boolean(true), &m_random);
    return members.pair();
}

Json SchemaGenerator::chaos(int depth)
{
    static const QStringList words{u"properties"_s,
                                   u"required"_s,
                                   u"not"_s,
                                   u"if"_s,
                                   u"allOf"_s,
                                   u"items"_s,
                                   u"dependencies"_s,
                                   u"$ref"_s,
                                   u"$defs"_s,
                                   u"default"_s,
                                   u"enum"_s,
                                   u"patternProperties"_s,
                                   u"propertyNames"_s,
                                   u"const"_s,
                                   u"force"_s,
                                   u"override_safety"_s,
                                   u"x"_s,
                                   u"contains"_s};
    static const QStringList texts{u"force"_s, u"#"_s, u"#/$defs/x"_s, u"#/not"_s, u"x"_s};
    if (depth <= 0 || chance(20))
        return chance(70) ? Json::string(texts.at(below(static_cast<int>(texts.size()))))
                          : Json::boolean(true);
    const int count = below(4);
    Json value = chance(75) ? Json::object() : Json::array();
    for (int i = 0; i < count; ++i) {
        if (value.isArray()) {
            value.append(chaos(depth - 1));
            continue;
        }
        Json::Object members = value.members();
        members.append({words.at(below(static_cast<int>(words.size()))), chaos(depth - 1)});
        value = Json::object(members);
    }
    return value;
}

} // namespace algenta::tests
