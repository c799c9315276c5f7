// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/schemashape.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"
#include "core/engine/decimal.h"

#include <QCoreApplication>
#include <QLocale>
#include <QUrl>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using engine::Decimal;
using Kind = FormRow::Kind;

namespace
{

/** What does not belong to a class, for the translator. */
class ShapeText
{
    Q_DECLARE_TR_FUNCTIONS(algenta::console::SchemaForm)
};

constexpr int mostHops = 16; ///< references and single alternatives on the way to one subschema
constexpr qsizetype mostChoices = 500;

SchemaShape asJson(const Json &schema, const QString &why)
{
    SchemaShape shape;
    shape.schema = schema.isObject() ? schema : Json();
    shape.why = why;
    return shape;
}

/** What a reference or the one alternative says of itself goes before what it leads to. */
Json overlaid(const Json &inner, const Json &outer)
{
    Json merged = inner;
    for (const QString &key : {u"description"_s, u"default"_s}) {
        if (const Json *own = outer.find(key))
            merged.set(key, *own);
    }
    return merged;
}

bool isNullType(const Json &schema)
{
    return schema[u"type"].toString() == "null"_L1;
}

SchemaShape fromChoices(const Json &schema, const QList<Json> &choices)
{
    SchemaShape shape;
    shape.schema = schema;
    if (choices.size() <= mostChoices) {
        shape.kind = Kind::Choice;
        shape.choices = choices;
        return shape;
    }
    const bool texts =
        std::all_of(choices.cbegin(), choices.cend(), [](const Json &choice) { return choice.isString(); });
    shape.kind = texts ? Kind::Text : Kind::Json;
    shape.why = ShapeText::tr("one of %1 values, too many to list").arg(QLocale().toString(choices.size()));
    return shape;
}

bool isClosedAndEmpty(const Json &schema)
{
    const Json *further = schema.find(u"additionalProperties");
    return further && further->isBool() && !further->toBool();
}

Kind kindOfType(const QString &type)
{
    if (type == "string"_L1)
        return Kind::Text;
    if (type == "number"_L1)
        return Kind::Number;
    if (type == "integer"_L1)
        return Kind::Integer;
    if (type == "object"_L1)
        return Kind::Group;
    return type == "array"_L1 ? Kind::List : Kind::Json;
}

std::optional<Decimal> limit(const Json &schema, QStringView key)
{
    return Decimal::fromJson(schema[key]);
}

QString digits(const Json &number)
{
    return QString::fromLatin1(number.numberText());
}

QString rangeText(const Json &schema, QStringView least, QStringView most)
{
    const Json &low = schema[least];
    const Json &high = schema[most];
    if (low.isNumber() && high.isNumber())
        return ShapeText::tr("%1 to %2").arg(digits(low), digits(high));
    if (low.isNumber())
        return ShapeText::tr("at least %1").arg(digits(low));
    return high.isNumber() ? ShapeText::tr("at most %1").arg(digits(high)) : QString();
}

QString kindText(const SchemaShape &shape)
{
    switch (shape.kind) {
    case Kind::Text:
        return ShapeText::tr("text");
    case Kind::Number:
        return ShapeText::tr("number");
    case Kind::Integer:
        return ShapeText::tr("whole number");
    case Kind::Choice:
        return ShapeText::tr("one of %1").arg(shape.choices.size());
    case Kind::Json:
        return ShapeText::tr("JSON");
    case Kind::Group:
        return ShapeText::tr("object");
    case Kind::List:
        return ShapeText::tr("list");
    }
    Q_UNREACHABLE();
}

QString numberComplaint(const Json &schema, const Json &value)
{
    const auto number = Decimal::fromJson(value);
    if (!number)
        return {};
    const auto outside = [&](QStringView key, auto breaks) {
        const auto bound = limit(schema, key);
        return bound && breaks(*number, *bound);
    };
    if (outside(u"minimum", [](const auto &n, const auto &b) { return n < b; }))
        return ShapeText::tr("Below the schema's minimum of %1.").arg(digits(schema[u"minimum"]));
    if (outside(u"maximum", [](const auto &n, const auto &b) { return n > b; }))
        return ShapeText::tr("Above the schema's maximum of %1.").arg(digits(schema[u"maximum"]));
    if (outside(u"exclusiveMinimum", [](const auto &n, const auto &b) { return n <= b; }))
        return ShapeText::tr("Not above %1, as the schema demands.").arg(digits(schema[u"exclusiveMinimum"]));
    if (outside(u"exclusiveMaximum", [](const auto &n, const auto &b) { return n >= b; }))
        return ShapeText::tr("Not below %1, as the schema demands.").arg(digits(schema[u"exclusiveMaximum"]));
    return {};
}

/** @p count is of characters or of items. */
QString sizeComplaint(const Json &schema, qsizetype count, QStringView least, QStringView most)
{
    if (const auto low = schema[least].toInteger(); low && count < *low)
        return ShapeText::tr("Shorter than the %1 that the schema demands.").arg(*low);
    if (const auto high = schema[most].toInteger(); high && count > *high)
        return ShapeText::tr("Longer than the %1 that the schema allows.").arg(*high);
    return {};
}

} // namespace

const Json *SchemaReader::target(const QString &reference) const
{
    if (!reference.startsWith(u'#'))
        return nullptr;
    const QString pointer = QUrl::fromPercentEncoding(reference.mid(1).toUtf8());
    if (pointer.isEmpty())
        return &m_root;
    if (!pointer.startsWith(u'/'))
        return nullptr;
    const Json *at = &m_root;
    const QStringList tokens = pointer.mid(1).split(u'/');
    for (QString token : tokens) {
        token.replace("~1"_L1, "/"_L1).replace("~0"_L1, "~"_L1);
        if (at->isArray()) {
            bool isIndex = false;
            const qsizetype index = token.toLongLong(&isIndex);
            at = isIndex && index >= 0 && index < at->size() ? &at->at(index) : nullptr;
        } else {
            at = at->find(token);
        }
        if (!at)
            return nullptr;
    }
    return at;
}

SchemaShape SchemaReader::shapeOf(const Json &schema) const
{
    return read(schema, 0);
}

SchemaShape SchemaReader::read(const Json &schema, int hops) const
{
    if (schema.isBool())
        return asJson(schema, schema.toBool() ? ShapeText::tr("any value")
                                              : ShapeText::tr("the schema allows no value here"));
    if (!schema.isObject())
        return asJson(schema, ShapeText::tr("this part of the schema cannot be read"));
    if (hops > mostHops)
        return asJson(schema, ShapeText::tr("its references lead nowhere"));
    if (schema.contains(u"$ref"))
        return readReference(schema, hops);
    if (const Json *list = schema.find(u"enum"); list && list->isArray())
        return fromChoices(schema, list->items());
    if (const Json *only = schema.find(u"const"))
        return fromChoices(schema, {*only});
    for (const QStringView key : {u"anyOf", u"oneOf"}) {
        if (const Json *options = schema.find(key); options && options->isArray())
            return readAlternatives(schema, *options, hops);
    }
    if (const Json *all = schema.find(u"allOf"); all && all->isArray()) {
        const bool alone = all->size() == 1 && !schema.contains(u"properties") && !schema.contains(u"type");
        return alone ? read(overlaid(all->at(0), schema), hops + 1)
                     : asJson(schema, ShapeText::tr("several schemas at once"));
    }
    return readType(schema);
}

SchemaShape SchemaReader::readReference(const Json &schema, int hops) const
{
    const Json *found = target(schema[u"$ref"].toString());
    if (!found)
        return asJson(schema, ShapeText::tr("its reference leads out of the schema or nowhere"));
    return found->isObject() ? read(overlaid(*found, schema), hops + 1) : read(*found, hops + 1);
}

SchemaShape SchemaReader::readAlternatives(const Json &schema, const Json &options, int hops) const
{
    QList<Json> left;
    QList<Json> values;
    bool onlyValues = true;
    for (const Json &option : options.items()) {
        if (isNullType(option))
            continue;
        left.append(option);
        if (const Json *only = option.find(u"const"))
            values.append(*only);
        else
            onlyValues = false;
    }
    const bool nullable = left.size() < options.size();
    if (left.size() == 1) {
        SchemaShape shape = read(
            left.constFirst().isObject() ? overlaid(left.constFirst(), schema) : left.constFirst(), hops + 1);
        shape.nullable = shape.nullable || nullable;
        return shape;
    }
    if (onlyValues && !values.isEmpty()) {
        SchemaShape shape = fromChoices(schema, values);
        shape.nullable = nullable;
        return shape;
    }
    return asJson(schema, ShapeText::tr("one of several forms"));
}

SchemaShape SchemaReader::readType(const Json &schema) const
{
    SchemaShape shape;
    shape.schema = schema;
    QStringList types;
    const Json &type = schema[u"type"];
    if (type.isString())
        types.append(type.toString());
    for (const Json &item : type.items())
        types.append(item.toString());
    shape.nullable = types.removeAll(u"null"_s) > 0;
    if (types.isEmpty() && schema[u"properties"].isObject())
        types.append(u"object"_s);
    if (types.size() != 1)
        return asJson(schema,
                      types.isEmpty() ? ShapeText::tr("any value") : ShapeText::tr("of several types"));
    if (types.constFirst() == "boolean"_L1) {
        shape.kind = Kind::Choice;
        shape.choices = {Json::boolean(true), Json::boolean(false)};
        return shape;
    }
    shape.kind = kindOfType(types.constFirst());
    const bool hasMembers = schema[u"properties"].size() > 0;
    if (shape.kind == Kind::Group && !hasMembers) {
        shape.kind = Kind::Json;
        shape.why = isClosedAndEmpty(schema)
                        ? ShapeText::tr("an object that the schema wants empty")
                        : ShapeText::tr("an object whose members the schema does not name");
    }
    if (shape.kind == Kind::List && (schema[u"items"].isArray() || schema.contains(u"prefixItems"))) {
        shape.kind = Kind::Json;
        shape.why = ShapeText::tr("a list with a schema for each place");
    }
    return shape;
}

QString demandText(const SchemaShape &shape)
{
    const Json &schema = shape.schema;
    QStringList parts{kindText(shape)};
    if (shape.choices == QList<Json>{Json::boolean(true), Json::boolean(false)})
        parts = QStringList{ShapeText::tr("true or false")};
    if (!shape.why.isEmpty())
        parts.append(shape.why);
    if (shape.kind == Kind::Number || shape.kind == Kind::Integer)
        parts.append(rangeText(schema, u"minimum", u"maximum"));
    const bool isText = shape.kind == Kind::Text;
    if (const QString sizes =
            rangeText(schema, isText ? u"minLength" : u"minItems", isText ? u"maxLength" : u"maxItems");
        !sizes.isEmpty() && (isText || shape.kind == Kind::List))
        parts.append(isText ? ShapeText::tr("%1 characters").arg(sizes)
                            : ShapeText::tr("%1 items").arg(sizes));
    if (const QString format = schema[u"format"].toString(); !format.isEmpty())
        parts.append(ShapeText::tr("format %1").arg(base::elidedText(format, 40)));
    if (const QString pattern = schema[u"pattern"].toString(); !pattern.isEmpty())
        parts.append(ShapeText::tr("pattern %1").arg(base::elidedText(pattern, 80)));
    if (shape.nullable)
        parts.append(ShapeText::tr("or null"));
    parts.removeAll(QString());
    return parts.join(u", "_s);
}

QString complaint(const SchemaShape &shape, const Json &value)
{
    const Json &schema = shape.schema;
    if (value.isNumber())
        return numberComplaint(schema, value);
    if (value.isArray())
        return sizeComplaint(schema, value.size(), u"minItems", u"maxItems");
    if (!value.isString())
        return {};
    if (const Json *list = schema.find(u"enum"); list && !list->items().contains(value))
        return ShapeText::tr("None of the values that the schema names.");
    // JSON Schema counts characters, not UTF-16 units.
    const qsizetype characters = value.toString().toUcs4().size();
    return sizeComplaint(schema, characters, u"minLength", u"maxLength");
}

} // namespace algenta::console
