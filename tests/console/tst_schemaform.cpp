// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/schemaform.h"
#include "app/console/tools/toolformmodel.h"
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::Json;
using algenta::console::Form;
using algenta::console::FormRow;
using algenta::console::ToolFormModel;
using Kind = FormRow::Kind;

namespace console = algenta::console;

namespace
{

Json json(const QByteArray &text)
{
    const auto read = algenta::base::readJson(text);
    if (!read)
        qFatal("the test's own JSON: %s", qPrintable(read.error().message));
    return *read;
}

QByteArray text(const Json &value)
{
    return algenta::base::writeJson(value);
}

const char *kindName(Kind kind)
{
    switch (kind) {
    case Kind::Text:
        return "text";
    case Kind::Number:
        return "number";
    case Kind::Integer:
        return "integer";
    case Kind::Choice:
        return "choice";
    case Kind::Json:
        return "json";
    case Kind::Group:
        return "group";
    case Kind::List:
        return "list";
    }
    Q_UNREACHABLE();
}

/** "/a text, /b group, /b/c number*": pointers, kinds, a star where demanded. */
QString outline(const Form &form)
{
    QStringList parts;
    for (const FormRow &row : form.rows)
        parts.append(row.pointer + u' ' + QLatin1StringView(kindName(row.kind)) +
                     (row.required ? u"*"_s : QString()));
    return parts.join(u", "_s);
}

FormRow fieldOf(Kind kind, bool isItem = false)
{
    FormRow row;
    row.kind = kind;
    row.isItem = isItem;
    return row;
}

QVariant cell(const ToolFormModel &form, const QString &pointer, int role)
{
    for (int row = 0; row < form.rowCount(); ++row) {
        if (form.data(form.index(row), ToolFormModel::PointerRole).toString() == pointer)
            return form.data(form.index(row), role);
    }
    return {};
}

int rowOf(const ToolFormModel &form, const QString &pointer)
{
    for (int row = 0; row < form.rowCount(); ++row) {
        if (form.data(form.index(row), ToolFormModel::PointerRole).toString() == pointer)
            return row;
    }
    return -1;
}

} // namespace

class TestSchemaForm : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void fieldsFollowTheSchema_data()
    {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("arguments");
        QTest::addColumn<QString>("outline");
        const QByteArray none("{}");
        const auto of = [](const QByteArray &member) { return R"({"properties":{"a":)" + member + "}}"; };
        QTest::newRow("demanded first, else in order")
            << QByteArray(R"({"type":"object","required":["c"],"properties":{"a":{"type":"string"},)"
                          "\"b\":{\"type\":\"integer\"},\"c\":{\"type\":\"number\"}}}")
            << none << u"/c number*, /a text, /b integer"_s;
        QTest::newRow("boolean") << of(R"({"type":"boolean"})") << none << u"/a choice"_s;
        QTest::newRow("enum") << of(R"({"enum":[1,"1",null]})") << none << u"/a choice"_s;
        QTest::newRow("const") << of(R"({"const":"x"})") << none << u"/a choice"_s;
        QTest::newRow("nullable type") << of(R"({"type":["string","null"]})") << none << u"/a text"_s;
        QTest::newRow("nullable alternative")
            << of(R"({"anyOf":[{"type":"integer"},{"type":"null"}]})") << none << u"/a integer"_s;
        QTest::newRow("alternatives of constants")
            << of(R"({"oneOf":[{"const":"x"},{"const":"y"}]})") << none << u"/a choice"_s;
        QTest::newRow("real alternatives")
            << of(R"({"oneOf":[{"type":"string"},{"type":"integer"}]})") << none << u"/a json"_s;
        QTest::newRow("several types") << of(R"({"type":["string","integer"]})") << none << u"/a json"_s;
        QTest::newRow("one schema of all") << of("{\"allOf\":[{\"$ref\":\"#/$defs/t\"}]}")
                                                  .replace(0, 1, R"({"$defs":{"t":{"type":"number"}},)")
                                           << none << u"/a number"_s;
        QTest::newRow("several of all")
            << of(R"({"allOf":[{"type":"number"},{"minimum":1}]})") << none << u"/a json"_s;
        QTest::newRow("boolean schemas") << QByteArray(R"({"properties":{"a":true,"b":false,"c":{}}})")
                                         << none << u"/a json, /b json, /c json"_s;
        QTest::newRow("free object") << of(R"({"type":"object"})") << none << u"/a json"_s;
        QTest::newRow("object that is not there")
            << of(R"({"properties":{"b":{"type":"string"}}})") << none << u"/a group"_s;
        QTest::newRow("object that is there") << of(R"({"properties":{"b":{"type":"string"}}})")
                                              << QByteArray(R"({"a":{}})") << u"/a group, /a/b text"_s;
        QTest::newRow("object that is demanded")
            << QByteArray(R"({"required":["a"],"properties":{"a":{"type":"object","properties":)"
                          R"({"b":{"type":"string"}}}}})")
            << none << u"/a group*, /a/b text"_s;
        QTest::newRow("list") << of(R"({"type":"array","items":{"type":"integer"}})")
                              << QByteArray(R"({"a":[1,2]})") << u"/a list, /a/0 integer, /a/1 integer"_s;
        QTest::newRow("list of anything")
            << of(R"({"type":"array"})") << QByteArray(R"({"a":[1]})") << u"/a list, /a/0 json"_s;
        QTest::newRow("list with places")
            << of(R"({"type":"array","prefixItems":[{"type":"string"}]})") << none << u"/a json"_s;
        QTest::newRow("a name to be escaped")
            << QByteArray(R"({"properties":{"a/b~":{"type":"string"}}})") << none << u"/a~1b~0 text"_s;
        QTest::newRow("a repeated name counts once")
            << QByteArray(R"({"properties":{"a":{"type":"string"},"a":{"type":"number"}}})") << none
            << u"/a text"_s;
        QTest::newRow("another value than the schema's")
            << of(R"({"properties":{"b":{}}})") << QByteArray(R"({"a":[1]})") << u"/a group"_s;
        QTest::newRow("an empty schema") << none << none << QString();
        QTest::newRow("no schema at all") << QByteArray("7") << none << QString();
        QTest::newRow("closed and empty")
            << QByteArray(R"({"type":"object","properties":{},"additionalProperties":false})") << none
            << QString();
        QTest::newRow("root by reference")
            << QByteArray("{\"$ref\":\"#/$defs/"
                          "r\",\"$defs\":{\"r\":{\"type\":\"object\",\"properties\":{\"a\":true}}}}")
            << none << u"/a json"_s;
        QTest::newRow("properties that are a list")
            << QByteArray(R"({"properties":["a"]})") << none << QString();
    }
    Q_SLOT void fieldsFollowTheSchema()
    {
        QFETCH(QByteArray, schema);
        QFETCH(QByteArray, arguments);
        QFETCH(QString, outline);
        QCOMPARE(::outline(console::formFor(json(schema), json(arguments))), outline);
    }

    Q_SLOT void whatTheFormDoesNotAskForIsSaid()
    {
        QVERIFY(console::formFor(json("{}"), json("{}")).note.contains(u"names no fields"_s));
        QVERIFY(console::formFor(json(R"({"oneOf":[{"type":"string"},{"type":"object"}]})"), json("{}"))
                    .note.contains(u"oneOf"_s));
        const Form ruled = console::formFor(
            json(R"({"properties":{"a":{}},"dependentRequired":{"a":["b"]},"if":{},"patternProperties":{}})"),
            json("{}"));
        QCOMPARE(ruled.rows.size(), 1);
        QVERIFY(ruled.note.contains(u"if, dependentRequired, patternProperties"_s));
        QCOMPARE(console::formFor(json(R"({"properties":{"a":{}}})"), json("{}")).note, QString());
    }

    Q_SLOT void hostileSchemasEndInBoundedForms_data()
    {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("arguments");
        QTest::addColumn<qsizetype>("rows");
        QTest::addColumn<qsizetype>("beyond");
        QByteArray many(R"({"required":["p9999"],"properties":{)");
        for (int i = 0; i < 10'000; ++i)
            many += (i > 0 ? ",\"p" : "\"p") + QByteArray::number(i) + "\":{\"type\":\"string\"}";
        many += "}}";
        QTest::newRow("10,000 properties") << many << QByteArray("{}") << qsizetype(200) << qsizetype(9'800);
        QTest::newRow("a reference to itself")
            << QByteArray("{\"properties\":{\"a\":{\"$ref\":\"#/properties/a\"}}}") << QByteArray("{}")
            << qsizetype(1) << qsizetype(0);
        QTest::newRow("a demanded object that demands itself")
            << QByteArray(
                   "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{\"$ref\":\"#\"}}}")
            << QByteArray("{}") << qsizetype(7) << qsizetype(0);
        QTest::newRow("references in a ring") << QByteArray("{\"properties\":{\"a\":{\"$ref\":\"#/$defs/"
                                                            "x\"}},\"$defs\":{\"x\":{\"$ref\":\"#/$defs/y\"},"
                                                            "\"y\":{\"$ref\":\"#/$defs/x\"}}}")
                                              << QByteArray("{}") << qsizetype(1) << qsizetype(0);
        QTest::newRow("a reference to elsewhere")
            << QByteArray(R"({"properties":{"a":{"$ref":"urn:example:schema"},"b":{"$ref":7}}})")
            << QByteArray("{}") << qsizetype(2) << qsizetype(0);
        QTest::newRow("alternatives within alternatives")
            << R"({"properties":{"a":)" + QByteArray(R"({"anyOf":[)").repeated(40) + "{}" +
                   QByteArray("]}").repeated(40) + "}}"
            << QByteArray("{}") << qsizetype(1) << qsizetype(0);
        QByteArray wide(R"({"type":"object","required":[)");
        for (int i = 0; i < 300; ++i)
            wide += (i > 0 ? ",\"p" : "\"p") + QByteArray::number(i) + '"';
        wide += R"(],"properties":{)";
        for (int i = 0; i < 300; ++i)
            wide += (i > 0 ? ",\"p" : "\"p") + QByteArray::number(i) + "\":{\"$ref\":\"#\"}";
        wide += "}}";
        QTest::newRow("300 demanded objects that demand themselves")
            << wide << QByteArray("{}") << qsizetype(200) << qsizetype(-1);
        QTest::newRow("a list of 5,000 items")
            << QByteArray(R"({"properties":{"a":{"type":"array","items":{"type":"integer"}}}})")
            << R"({"a":[)" + QByteArray("1,").repeated(4'999) + "1]}" << qsizetype(200) << qsizetype(4'801);
    }
    Q_SLOT void hostileSchemasEndInBoundedForms()
    {
        QFETCH(QByteArray, schema);
        QFETCH(QByteArray, arguments);
        QFETCH(qsizetype, rows);
        QFETCH(qsizetype, beyond);
        const Form form = console::formFor(json(schema), json(arguments));
        QCOMPARE(form.rows.size(), rows);
        if (beyond >= 0)
            QCOMPARE(form.beyond, beyond);
        else
            QVERIFY(form.beyond > 0);
    }

    Q_SLOT void aDemandedFieldIsAmongThoseThatAreShown()
    {
        QByteArray many(R"({"required":["p9999"],"properties":{)");
        for (int i = 0; i < 10'000; ++i)
            many += (i > 0 ? ",\"p" : "\"p") + QByteArray::number(i) + "\":{\"type\":\"string\"}";
        const Form form = console::formFor(json(many + "}}"), json("{}"));
        QCOMPARE(form.rows.constFirst().name, u"p9999"_s);
        QCOMPARE(form.missing, 1);
    }

    Q_SLOT void aHugeEnumBecomesATextThatIsCompared()
    {
        QByteArray list;
        for (int i = 0; i < 12'000; ++i)
            list += (i > 0 ? ",\"v" : "\"v") + QByteArray::number(i) + '"';
        const Json schema = json(R"({"properties":{"a":{"enum":[)" + list + "]}}}");
        const Form empty = console::formFor(schema, json("{}"));
        QCOMPARE(empty.rows.constFirst().kind, Kind::Text);
        QVERIFY(empty.rows.constFirst().choices.isEmpty());
        QVERIFY(empty.rows.constFirst().hint.contains(u"too many to list"_s));
        QCOMPARE(console::formFor(schema, json(R"({"a":"v11999"})")).rows.constFirst().note, QString());
        QVERIFY(!console::formFor(schema, json(R"({"a":"v12000"})")).rows.constFirst().note.isEmpty());
    }

    Q_SLOT void namesAndTextsOfASchemaAreMadeVisible()
    {
        const Form form = console::formFor(
            json(
                R"({"properties":{"a\u202e":{"type":"string","description":"x\u0000y","format":"\u200b"}}})"),
            json("{}"));
        QCOMPARE(form.rows.constFirst().name, u"a<U+202E>"_s);
        QVERIFY(form.rows.constFirst().description.contains(u"<U+0000>"_s));
        QVERIFY(form.rows.constFirst().hint.contains(u"<U+200B>"_s));
        QCOMPARE(form.rows.constFirst().pointer, u"/a\u202e"_s);
    }

    Q_SLOT void textsBecomeValuesWithTheirDigits_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("item");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QByteArray>("value"); // empty: none; "!": an error
        const auto add = [](const char *name, Kind kind, const QString &typed, const char *value,
                            bool item = false) {
            QTest::newRow(name) << int(kind) << item << typed << QByteArray(value);
        };
        add("text", Kind::Text, u"a \"b\""_s, "\"a \\\"b\\\"\"");
        add("no text", Kind::Text, u""_s, "");
        add("blanks are a text", Kind::Text, u" "_s, "\" \"");
        add("an empty item", Kind::Text, u""_s, "\"\"", true);
        add("more digits than a double has", Kind::Number, u"0.10000000000000000555111512312578270211815"_s,
            "0.10000000000000000555111512312578270211815");
        add("trailing zeros", Kind::Number, u"1.50"_s, "1.50");
        add("an exponent", Kind::Number, u"1e400"_s, "1e400");
        add("blanks around", Kind::Number, u" -3 "_s, "-3");
        add("a comma", Kind::Number, u"1,5"_s, "!");
        add("a leading zero", Kind::Number, u"007"_s, "!");
        add("a plus", Kind::Number, u"+1"_s, "!");
        add("half written", Kind::Number, u"1."_s, "!");
        add("not a number", Kind::Number, u"NaN"_s, "!");
        add("hexadecimal", Kind::Number, u"0x10"_s, "!");
        add("other digits", Kind::Number, u"\u0661"_s, "!");
        add("a number that is not there", Kind::Number, u""_s, "");
        add("an item that is not there", Kind::Number, u""_s, "null", true);
        add("beyond 64 bits", Kind::Integer, u"123456789012345678901234567890"_s,
            "123456789012345678901234567890");
        add("a fraction", Kind::Integer, u"1.0"_s, "!");
        add("whole by an exponent", Kind::Integer, u"1e3"_s, "!");
        add("two lines", Kind::Integer, u"1\n2"_s, "!");
        add("JSON", Kind::Json, u"{\"b\": 1.0, \"a\": [true]}"_s, R"({"b":1.0,"a":[true]})");
        add("JSON without quotes", Kind::Json, u"abc"_s, "!");
        add("JSON with a repeated key", Kind::Json, u"{\"a\":1,\"a\":2}"_s, "!");
        add("null in JSON", Kind::Json, u"null"_s, "null");
    }
    Q_SLOT void textsBecomeValuesWithTheirDigits()
    {
        QFETCH(int, kind);
        QFETCH(bool, item);
        QFETCH(QString, typed);
        QFETCH(QByteArray, value);
        const auto read = console::fieldValue(fieldOf(Kind(kind), item), typed);
        if (value == "!") {
            QVERIFY(!read);
            QVERIFY(!read.error().message.isEmpty());
            return;
        }
        QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().message));
        QCOMPARE(*read ? text(**read) : QByteArray(), value);
    }

    Q_SLOT void valuesAreSetWhereTheyBelong_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("a member") << QByteArray("{}") << u"/a"_s << QByteArray("1")
                                  << QByteArray(R"({"a":1})");
        QTest::newRow("in place") << QByteArray(R"({"b":1,"a":1.0,"c":1})") << u"/a"_s << QByteArray("2")
                                  << QByteArray(R"({"b":1,"a":2,"c":1})");
        QTest::newRow("gone") << QByteArray(R"({"b":1,"a":1})") << u"/b"_s << QByteArray()
                              << QByteArray(R"({"a":1})");
        QTest::newRow("on a way that is made")
            << QByteArray("{}") << u"/a/b"_s << QByteArray("1") << QByteArray(R"({"a":{"b":1}})");
        QTest::newRow("gone where nothing is")
            << QByteArray("{}") << u"/a/b"_s << QByteArray() << QByteArray("{}");
        QTest::newRow("an item") << QByteArray(R"({"a":[1,2]})") << u"/a/1"_s << QByteArray("3")
                                 << QByteArray(R"({"a":[1,3]})");
        QTest::newRow("one more item")
            << QByteArray(R"({"a":[1]})") << u"/a/1"_s << QByteArray("3") << QByteArray(R"({"a":[1,3]})");
        QTest::newRow("an item far off")
            << QByteArray(R"({"a":[1]})") << u"/a/9"_s << QByteArray("3") << QByteArray(R"({"a":[1]})");
        QTest::newRow("an item gone")
            << QByteArray(R"({"a":[1,2,3]})") << u"/a/1"_s << QByteArray() << QByteArray(R"({"a":[1,3]})");
        QTest::newRow("in an item") << QByteArray(R"({"a":[{"x":1}]})") << u"/a/0/y"_s << QByteArray("2")
                                    << QByteArray(R"({"a":[{"x":1,"y":2}]})");
        QTest::newRow("something in the way")
            << QByteArray(R"({"a":"text"})") << u"/a/b"_s << QByteArray("1") << QByteArray(R"({"a":"text"})");
        QTest::newRow("escaped") << QByteArray("{}") << u"/a~1b~0"_s << QByteArray("1")
                                 << QByteArray(R"({"a/b~":1})");
        QTest::newRow("a number as a name")
            << QByteArray("{}") << u"/0"_s << QByteArray("1") << QByteArray(R"({"0":1})");
    }
    Q_SLOT void valuesAreSetWhereTheyBelong()
    {
        QFETCH(QByteArray, before);
        QFETCH(QString, pointer);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, after);
        const auto wanted = value.isEmpty() ? std::optional<Json>() : json(value);
        QCOMPARE(text(console::withValue(json(before), pointer, wanted)), after);
    }

    Q_SLOT void limitsAreSaidAndStopNothing_data()
    {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("noted");
        const QByteArray share(R"({"type":"number","minimum":0,"maximum":0.1})");
        QTest::newRow("at the limit") << share << QByteArray("0.10") << false;
        QTest::newRow("above by what a double loses")
            << share << QByteArray("0.1000000000000000000000001") << true;
        QTest::newRow("below") << share << QByteArray("-1e-400") << true;
        QTest::newRow("exclusive") << QByteArray(R"({"type":"number","exclusiveMinimum":1})")
                                   << QByteArray("1.0") << true;
        QTest::newRow("short") << QByteArray(R"({"type":"string","minLength":3})") << QByteArray("\"ab\"")
                               << true;
        QTest::newRow("characters, not units")
            << QByteArray(R"({"type":"string","maxLength":2})") << QByteArray("\"😀😀\"") << false;
        QTest::newRow("many items") << QByteArray(R"({"type":"array","items":{},"maxItems":1})")
                                    << QByteArray("[1,2]") << true;
        QTest::newRow("another kind") << QByteArray(R"({"type":"number"})") << QByteArray("\"1\"") << true;
        QTest::newRow("null that is allowed")
            << QByteArray(R"({"type":["number","null"]})") << QByteArray("null") << true;
        QTest::newRow("no such choice") << QByteArray(R"({"enum":["a"]})") << QByteArray("\"b\"") << true;
        QTest::newRow("a choice") << QByteArray(R"({"enum":["a"]})") << QByteArray("\"a\"") << false;
        QTest::newRow("no whole number") << QByteArray(R"({"type":"integer"})") << QByteArray("1.5") << true;
    }
    Q_SLOT void limitsAreSaidAndStopNothing()
    {
        QFETCH(QByteArray, schema);
        QFETCH(QByteArray, value);
        QFETCH(bool, noted);
        const Json root = json(R"({"properties":{"a":)" + schema + "}}");
        const Json arguments = json(R"({"a":)" + value + "}");
        QCOMPARE(!console::formFor(root, arguments).rows.constFirst().note.isEmpty(), noted);
        ToolFormModel form;
        form.setSchema(root);
        form.setArguments(arguments);
        QCOMPARE(form.firstProblem(), QString());
        QCOMPARE(text(form.arguments()), text(arguments));
    }

    Q_SLOT void theModelKeepsFormAndArgumentsInStep()
    {
        ToolFormModel form;
        const QAbstractItemModelTester tester(&form, QAbstractItemModelTester::FailureReportingMode::QtTest);
        form.setSchema(json(R"({"required":["n"],"properties":{"n":{"type":"number","default":5},)"
                            "\"s\":{\"type\":\"string\"},\"b\":{\"type\":\"boolean\"},"
                            "\"l\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}},"
                            "\"o\":{\"properties\":{\"x\":{\"type\":\"string\"}}}}}"));
        QSignalSpy edited(&form, &ToolFormModel::edited);
        QCOMPARE(form.count(), 5);
        QVERIFY(!form.missingText().isEmpty());
        // A default is shown and not sent.
        QCOMPARE(text(form.arguments()), QByteArray("{}"));
        QVERIFY(cell(form, u"/n"_s, ToolFormModel::PlaceholderRole).toString().contains(u"default 5"_s));
        form.useFallback(rowOf(form, u"/n"_s));
        QCOMPARE(text(form.arguments()), QByteArray(R"({"n":5})"));
        QCOMPARE(form.missingText(), QString());
        // As typed, also half-way.
        form.setText(0, u"1."_s);
        QCOMPARE(cell(form, u"/n"_s, ToolFormModel::TextRole).toString(), u"1."_s);
        QVERIFY(!cell(form, u"/n"_s, ToolFormModel::ErrorRole).toString().isEmpty());
        QCOMPARE(form.firstProblem(), u"n"_s);
        QCOMPARE(text(form.arguments()), QByteArray(R"({"n":5})"));
        form.setText(0, u"1.50 "_s);
        QCOMPARE(cell(form, u"/n"_s, ToolFormModel::TextRole).toString(), u"1.50 "_s);
        QCOMPARE(text(form.arguments()), QByteArray(R"({"n":1.50})"));
        QCOMPARE(form.firstProblem(), QString());
        form.choose(rowOf(form, u"/b"_s), 2);
        QCOMPARE(cell(form, u"/b"_s, ToolFormModel::ChoiceRole).toInt(), 2);
        form.choose(rowOf(form, u"/b"_s), 9);
        form.add(rowOf(form, u"/l"_s));
        form.add(rowOf(form, u"/l"_s));
        QCOMPARE(text(form.arguments()), QByteArray(R"({"n":1.50,"b":false,"l":[null,null]})"));
        QCOMPARE(form.firstProblem(), u"item 1"_s);
        form.setText(rowOf(form, u"/l/0"_s), u"6"_s);
        form.setText(rowOf(form, u"/l/0"_s), u""_s);
        QCOMPARE(form.firstProblem(), u"item 1"_s);
        form.setText(rowOf(form, u"/l/0"_s), u"7"_s);
        form.setText(rowOf(form, u"/l/1"_s), u"eight"_s);
        form.clear(rowOf(form, u"/l/0"_s));
        // What stood half-written does not move to another item.
        QCOMPARE(cell(form, u"/l/0"_s, ToolFormModel::TextRole).toString(), QString());
        form.setText(rowOf(form, u"/l/0"_s), u"8"_s);
        QCOMPARE(form.firstProblem(), QString());
        form.add(rowOf(form, u"/o"_s));
        form.setText(rowOf(form, u"/o/x"_s), u"y"_s);
        QCOMPARE(text(form.arguments()), QByteArray(R"({"n":1.50,"b":false,"l":[8],"o":{"x":"y"}})"));
        form.choose(rowOf(form, u"/b"_s), 0);
        form.clear(rowOf(form, u"/o"_s));
        form.clear(rowOf(form, u"/l"_s));
        QCOMPARE(text(form.arguments()), QByteArray(R"({"n":1.50})"));
        QCOMPARE(form.count(), 5);
        QVERIFY(edited.count() > 10);
        edited.clear();
        form.setArguments(json(R"({"unknown":1,"s":"t","n":"no number"})"));
        QCOMPARE(edited.count(), 0);
        QCOMPARE(cell(form, u"/s"_s, ToolFormModel::TextRole).toString(), u"t"_s);
        QVERIFY(cell(form, u"/n"_s, ToolFormModel::NoteRole).toString().contains(u"no number"_s));
        form.setText(rowOf(form, u"/s"_s), u""_s);
        QCOMPARE(text(form.arguments()), QByteArray(R"({"unknown":1,"n":"no number"})"));
    }

    Q_SLOT void rowsThatStayAreNotMadeAnew()
    {
        ToolFormModel form;
        form.setSchema(
            json(R"({"properties":{"a":{"type":"string"},"l":{"type":"array","items":{"type":"string"}},)"
                 "\"z\":{\"type\":\"string\"}}}"));
        QSignalSpy inserted(&form, &ToolFormModel::rowsInserted);
        QSignalSpy removed(&form, &ToolFormModel::rowsRemoved);
        QSignalSpy reset(&form, &ToolFormModel::modelReset);
        form.setText(0, u"x"_s);
        form.setText(0, u"xy"_s);
        QCOMPARE(inserted.count() + removed.count(), 0);
        form.add(1);
        QCOMPARE(inserted.count(), 1);
        QCOMPARE(inserted.at(0).at(1).toInt(), 2);
        QCOMPARE(inserted.at(0).at(2).toInt(), 2);
        form.clear(2);
        QCOMPARE(removed.count(), 1);
        QCOMPARE(reset.count(), 0);
    }

    Q_SLOT void choicesOfDifferentTypesLookDifferent()
    {
        ToolFormModel form;
        form.setSchema(json(R"({"properties":{"a":{"enum":["1",1,true,null]},"b":{"enum":["x","y"]}}})"));
        QCOMPARE(cell(form, u"/a"_s, ToolFormModel::ChoicesRole).toStringList(),
                 QStringList({u"not sent"_s, u"\"1\""_s, u"1"_s, u"true"_s, u"null"_s}));
        QCOMPARE(cell(form, u"/b"_s, ToolFormModel::ChoicesRole).toStringList(),
                 QStringList({u"not sent"_s, u"x"_s, u"y"_s}));
        form.choose(0, 2);
        QCOMPARE(text(form.arguments()), QByteArray(R"({"a":1})"));
        form.choose(0, 4);
        QCOMPARE(text(form.arguments()), QByteArray(R"({"a":null})"));
    }
};

QTEST_MAIN(TestSchemaForm)
#include "tst_schemaform.moc"
