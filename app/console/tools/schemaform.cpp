// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/schemaform.h"

#include "app/console/tools/schemashape.h"
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using base::Result;
using Kind = FormRow::Kind;

namespace
{

class FormText
{
    Q_DECLARE_TR_FUNCTIONS(algenta::console::SchemaForm)
};

constexpr int deepest = 6;
constexpr qsizetype longestName = 128;
constexpr qsizetype longestDescription = 600;

bool fits(Kind kind, const Json &value)
{
    switch (kind) {
    case Kind::Text:
        return value.isString();
    case Kind::Number:
    case Kind::Integer:
        return value.isNumber();
    case Kind::Group:
        return value.isObject();
    case Kind::List:
        return value.isArray();
    case Kind::Choice:
    case Kind::Json:
        return true;
    }
    Q_UNREACHABLE();
}

/** Keywords whose rules no field of the form stands for. */
QString furtherRules(const Json &schema)
{
    QStringList found;
    for (const QStringView key :
         {u"allOf", u"anyOf", u"oneOf", u"not", u"if", u"dependentRequired", u"dependentSchemas",
          u"dependencies", u"patternProperties", u"propertyNames"}) {
        if (schema.contains(key))
            found.append(key.toString());
    }
    return found.join(u", "_s);
}

/** One walk over schema and arguments, side by side. */
class FormWalk
{
public:
    explicit FormWalk(const Json &schema)
        : m_reader(schema)
    {
    }

    void members(const Json &schema, const Json &value, const QString &pointer, int depth)
    {
        QSet<QString> demanded;
        for (const Json &name : schema[u"required"].items())
            demanded.insert(name.toString());
        const Json::Object &declared = schema[u"properties"].members();
        QSet<QString> seen;
        // What is demanded comes first, so that no limit hides it.
        for (const bool first : {true, false}) {
            for (const base::JsonMember &member : declared) {
                if (demanded.contains(member.key) != first || seen.contains(member.key))
                    continue;
                if (form.rows.size() >= mostFormRows) {
                    form.beyond += declared.size() - seen.size();
                    return;
                }
                seen.insert(member.key);
                FormRow row;
                row.name = base::elidedText(member.key, longestName);
                row.pointer = base::jsonPointer(pointer, member.key);
                row.depth = depth;
                row.required = first;
                if (const Json *held = value.find(member.key))
                    row.value = *held;
                field(member.value, std::move(row));
            }
        }
    }

    Form form;

private:
    void field(const Json &schema, FormRow row)
    {
        SchemaShape shape = m_reader.shapeOf(schema);
        if (row.depth >= deepest && (shape.kind == Kind::Group || shape.kind == Kind::List)) {
            shape.kind = Kind::Json;
            shape.why = FormText::tr("nested deeper than the form goes");
        }
        row.kind = shape.kind;
        row.choices = shape.choices;
        row.nullable = shape.nullable;
        if (shape.nullable && shape.kind == Kind::Choice && !row.choices.contains(Json()))
            row.choices.append(Json());
        row.description = base::elidedText(shape.schema[u"description"].toString(), longestDescription);
        row.hint = demandText(shape);
        if (const Json *fallback = shape.schema.find(u"default"))
            row.fallback = *fallback;
        row.note = noteFor(shape, row);
        if (row.required && !row.isItem && !row.value)
            ++form.missing;
        if (shape.kind == Kind::List)
            row.itemKind = m_reader.shapeOf(shape.schema[u"items"]).kind;
        form.rows.append(row);
        if (row.kind == Kind::Group && row.isOpen())
            members(shape.schema, row.value.value_or(Json::object()), row.pointer, row.depth + 1);
        if (row.kind == Kind::List && row.isOpen())
            items(shape.schema, row);
    }

    void items(const Json &schema, const FormRow &list)
    {
        const Json *each = schema.find(u"items");
        for (qsizetype i = 0; i < list.value->size(); ++i) {
            if (form.rows.size() >= mostFormRows) {
                form.beyond += list.value->size() - i;
                return;
            }
            FormRow row;
            row.name = QString::number(i + 1);
            row.pointer = base::jsonPointer(list.pointer, i);
            row.depth = list.depth + 1;
            row.isItem = true;
            row.value = list.value->at(i);
            field(each ? *each : Json::boolean(true), std::move(row));
        }
    }

    static QString noteFor(const SchemaShape &shape, const FormRow &row)
    {
        if (!row.value)
            return {};
        if (row.value->isNull() && row.isUnfinished())
            return {};
        if (row.value->isNull() && row.kind != Kind::Json && row.kind != Kind::Choice)
            return row.nullable ? FormText::tr("Holds null.")
                                : FormText::tr("Holds null, which the schema does not name.");
        if (row.isMisfit())
            return FormText::tr("Holds %1, which this field cannot show.")
                .arg(base::elidedText(QString::fromUtf8(base::writeJson(*row.value)), 80));
        if (row.kind == Kind::Integer && !row.value->toInteger() && row.value->numberText().contains('.'))
            return FormText::tr("The schema asks for a whole number.");
        return complaint(shape, *row.value);
    }

    SchemaReader m_reader;
};

tl::unexpected<base::Error> notA(const QString &what)
{
    return base::fail(ErrorCode::InvalidInput, what);
}

Result<std::optional<Json>> numberOf(const FormRow &row, const QString &text)
{
    static const QRegularExpression whole(u"\\A-?(0|[1-9][0-9]*)\\z"_s);
    const QString trimmed = text.trimmed();
    if (row.kind == Kind::Integer && !whole.match(trimmed).hasMatch())
        return notA(FormText::tr("Write a whole number in digits, such as 12 or -3."));
    const Json number = Json::number(trimmed.toLatin1());
    if (number.isNull())
        return notA(FormText::tr("Write a number as JSON has it, such as 12, -0.5 or 6.02e23."));
    return number;
}

Json changed(const Json &at, const QStringList &tokens, qsizetype depth, const std::optional<Json> &value)
{
    if (depth == tokens.size())
        return value.value_or(Json());
    const QString &token = tokens.at(depth);
    const bool last = depth + 1 == tokens.size();
    if (at.isArray()) {
        bool isIndex = false;
        const qsizetype index = token.toLongLong(&isIndex);
        Json::Array items = at.items();
        if (!isIndex || index < 0 || index > items.size() || (index == items.size() && (!last || !value)))
            return at;
        if (last && !value)
            items.removeAt(index);
        else if (index == items.size())
            items.append(*value);
        else
            items[index] = changed(items.at(index), tokens, depth + 1, value);
        return Json::array(items);
    }
    if (!at.isObject())
        return at;
    Json result = at;
    if (last) {
        if (value)
            result.set(token, *value);
        else
            result.remove(token);
        return result;
    }
    const Json *child = at.find(token);
    if (!child && !value)
        return at;
    result.set(token, changed(child ? *child : Json::object(), tokens, depth + 1, value));
    return result;
}

} // namespace

bool FormRow::isMisfit() const
{
    if (!value)
        return false;
    return kind == Kind::Choice ? !choices.contains(*value) : !fits(kind, *value);
}

bool FormRow::isUnfinished() const
{
    return isItem && value && value->isNull() && !nullable && kind != Kind::Json &&
           !(kind == Kind::Choice && choices.contains(Json()));
}

bool FormRow::isOpen() const
{
    if (kind == Kind::Group)
        return value ? value->isObject() : required;
    return kind == Kind::List && value && value->isArray();
}

Form formFor(const Json &schema, const Json &arguments)
{
    const SchemaReader reader(schema);
    const SchemaShape root = reader.shapeOf(schema);
    FormWalk walk(schema);
    // A root with further rules still has its own members to ask for.
    const Json &declaring = root.kind == Kind::Group ? root.schema : schema;
    walk.members(declaring, arguments, {}, 0);
    Form form = std::move(walk.form);
    if (form.rows.isEmpty()) {
        form.note = root.kind == Kind::Json && !root.why.isEmpty()
                        ? FormText::tr("The schema names no fields: %1.").arg(root.why)
                        : FormText::tr("The schema names no fields.");
    }
    const QString rules = furtherRules(declaring);
    if (!rules.isEmpty()) {
        form.note =
            (form.note + u' ' +
             FormText::tr("It has rules that the form does not ask for (%1); the engine judges by them.")
                 .arg(rules))
                .trimmed();
    }
    return form;
}

Result<std::optional<Json>> fieldValue(const FormRow &row, const QString &text)
{
    if (row.kind == Kind::Text) {
        if (text.isEmpty() && !row.isItem)
            return std::optional<Json>();
        return Json::string(text);
    }
    if (text.trimmed().isEmpty())
        return row.isItem ? std::optional<Json>(Json()) : std::optional<Json>();
    if (row.kind == Kind::Number || row.kind == Kind::Integer)
        return numberOf(row, text);
    const auto parsed = base::readJson(text.toUtf8(), {}, base::DuplicateKeys::Refuse);
    if (!parsed)
        return notA(FormText::tr("Write JSON, a text in quotes: %1").arg(parsed.error().message));
    return std::optional<Json>(*parsed);
}

QString fieldText(const FormRow &row)
{
    if (!row.value || row.isMisfit() || (row.value->isNull() && row.kind != Kind::Json))
        return {};
    if (row.kind == Kind::Text)
        return row.value->toString();
    if (row.kind == Kind::Number || row.kind == Kind::Integer)
        return QString::fromLatin1(row.value->numberText());
    return QString::fromUtf8(base::writeJson(*row.value));
}

Json newItem(const FormRow &list)
{
    switch (list.itemKind) {
    case Kind::Text:
        return Json::string(u""_s);
    case Kind::Group:
        return Json::object();
    case Kind::List:
        return Json::array();
    default:
        return {};
    }
}

Json withValue(const Json &arguments, const QString &pointer, const std::optional<Json> &value)
{
    QStringList tokens = pointer.mid(1).split(u'/');
    for (QString &token : tokens)
        token.replace("~1"_L1, "/"_L1).replace("~0"_L1, "~"_L1);
    return changed(arguments, tokens, 0, value);
}

} // namespace algenta::console
