// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/contract/scrub.h"

#include <QRegularExpression>
#include <QTest>

using namespace algenta;
using namespace algenta::contract;
using namespace Qt::Literals::StringLiterals;

namespace
{

base::Json json(const QByteArray &text)
{
    const auto value = base::readJson(text);
    if (!value)
        qFatal("Not JSON: %s", text.constData());
    return *value;
}

QString text(const base::Json &value)
{
    return QString::fromUtf8(base::writeJson(value));
}

} // namespace

class TestScrub : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void schemaLosesTheFields_data();
    void schemaLosesTheFields();
    void schemaWithoutTheFieldsStays_data();
    void schemaWithoutTheFieldsStays();
    void argumentsLoseDeclaredFields_data();
    void argumentsLoseDeclaredFields();
    void executeLosesTheFieldsByName_data();
    void executeLosesTheFieldsByName();
    void unusableArguments_data();
    void unusableArguments();
    void findsTheFieldsInArguments_data();
    void findsTheFieldsInArguments();
    void fieldsComeFromTheContract();
};

void TestScrub::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestScrub::schemaLosesTheFields_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QStringList>("removed");
    const auto row = [](const char *name, const char *schema, const char *expected,
                        const QStringList &removed) {
        QTest::newRow(name) << QByteArray(schema) << QByteArray(expected) << removed;
    };
    row("properties and required",
        R"({"type":"object","properties":{"decision_id":{},"force":{"type":"boolean"},"webhook_url":{},"override_safety":{"default":true}},"required":["decision_id","force","webhook_url"]})",
        R"({"type":"object","properties":{"decision_id":{},"webhook_url":{}},"required":["decision_id","webhook_url"]})",
        {u"/properties/force"_s, u"/properties/override_safety"_s, u"/required/1"_s});
    row("key written with escapes", R"({"properties":{"\u0066orce":{}}})", R"({"properties":{}})",
        {u"/properties/force"_s});
    row("properties twice", R"({"properties":{"a":{}},"properties":{"force":{},"force":true}})",
        R"({"properties":{"a":{}},"properties":{}})", {u"/properties/force"_s});
    row("property called properties",
        R"({"properties":{"properties":{"type":"object","properties":{"force":{},"x":{}}}}})",
        R"({"properties":{"properties":{"type":"object","properties":{"x":{}}}}})",
        {u"/properties/properties/properties/force"_s});
    row("combinators",
        R"({"allOf":[{"properties":{"force":{}}}],"anyOf":[{},{"required":["force","a"]}],"oneOf":[{"oneOf":[{"properties":{"override_safety":{}}}]}],"then":{"required":["force"]},"else":{"properties":{"force":{}}}})",
        R"({"allOf":[{"properties":{}}],"anyOf":[{},{"required":["a"]}],"oneOf":[{"oneOf":[{"properties":{}}]}],"then":{"required":[]},"else":{"properties":{}}})",
        {u"/allOf/0/properties/force"_s, u"/anyOf/1/required/0"_s,
         u"/oneOf/0/oneOf/0/properties/override_safety"_s, u"/then/required/0"_s,
         u"/else/properties/force"_s});
    row("not and if that demand a field",
        R"({"not":{"required":["force"],"properties":{"a":{"const":1}}},"if":{"allOf":[{"$ref":"#/$defs/f"}]},"then":{"required":["a"]},"$defs":{"f":{"required":["override_safety"]}}})",
        R"({"not":false,"if":false,"then":{"required":["a"]},"$defs":{"f":{"required":[]}}})",
        {u"/not"_s, u"/if"_s, u"/$defs/f/required/0"_s});
    row("not and if that only mention a field",
        R"({"not":{"properties":{"force":{"const":true},"a":{"const":1}}},"if":{"properties":{"force":{}}}})",
        R"({"not":{"properties":{"a":{"const":1}}},"if":{"properties":{}}})",
        {u"/not/properties/force"_s, u"/if/properties/force"_s});
    row("dependencies",
        R"({"dependentRequired":{"force":["a"],"a":["b","override_safety"]},"dependentSchemas":{"override_safety":{},"a":{"properties":{"force":{}}}},"dependencies":{"force":["a"],"a":["force"],"b":{"required":["force"]}}})",
        R"({"dependentRequired":{"a":["b"]},"dependentSchemas":{"a":{"properties":{}}},"dependencies":{"a":[],"b":{"required":[]}}})",
        {u"/dependentRequired/force"_s, u"/dependentRequired/a/1"_s, u"/dependentSchemas/override_safety"_s,
         u"/dependentSchemas/a/properties/force"_s, u"/dependencies/force"_s, u"/dependencies/a/0"_s,
         u"/dependencies/b/required/0"_s});
    row("patterns written for the names",
        R"({"patternProperties":{"force":{},"^force$":{},"^(force|override_safety)$":{},"^(?:override_safety)$":{},"^fo":{"properties":{"force":{}}}}})",
        R"({"patternProperties":{"^fo":{"properties":{}}}})",
        {u"/patternProperties/force"_s, u"/patternProperties/^force$"_s,
         u"/patternProperties/^(force|override_safety)$"_s, u"/patternProperties/^(?:override_safety)$"_s,
         u"/patternProperties/^fo/properties/force"_s});
    row("names of members",
        R"({"propertyNames":{"enum":["a","force"],"anyOf":[{"const":"force"},{"const":"a"}]}})",
        R"({"propertyNames":{"enum":["a"],"anyOf":[false,{"const":"a"}]}})",
        {u"/propertyNames/enum/1"_s, u"/propertyNames/anyOf/0"_s});
    row("arrays",
        R"({"items":{"properties":{"force":{}}},"prefixItems":[{"properties":{"force":{}}}],"contains":{"required":["force"]},"additionalItems":{"properties":{"force":{}}},"unevaluatedItems":{"properties":{"force":{}}}})",
        R"({"items":{"properties":{}},"prefixItems":[{"properties":{}}],"contains":{"required":[]},"additionalItems":{"properties":{}},"unevaluatedItems":{"properties":{}}})",
        {u"/items/properties/force"_s, u"/prefixItems/0/properties/force"_s, u"/contains/required/0"_s,
         u"/additionalItems/properties/force"_s, u"/unevaluatedItems/properties/force"_s});
    row("items of the older drafts", R"({"items":[{},{"properties":{"force":{}}}]})",
        R"({"items":[{},{"properties":{}}]})", {u"/items/1/properties/force"_s});
    row("other members",
        R"({"additionalProperties":{"properties":{"force":{}}},"unevaluatedProperties":{"required":["force"]}})",
        R"({"additionalProperties":{"properties":{}},"unevaluatedProperties":{"required":[]}})",
        {u"/additionalProperties/properties/force"_s, u"/unevaluatedProperties/required/0"_s});
    row("definitions, cleaned where they stand",
        R"({"properties":{"a":{"$ref":"#/$defs/O"}},"$defs":{"O":{"properties":{"force":{},"b":{"$ref":"#/definitions/P"}}}},"definitions":{"P":{"required":["force"]}}})",
        R"({"properties":{"a":{"$ref":"#/$defs/O"}},"$defs":{"O":{"properties":{"b":{"$ref":"#/definitions/P"}}}},"definitions":{"P":{"required":[]}}})",
        {u"/$defs/O/properties/force"_s, u"/definitions/P/required/0"_s});
    row("reference to an unusual place",
        R"({"$ref":"#/x-shared/a~1b%20c/0","x-shared":{"a/b c":[{"properties":{"force":{}}}]}})",
        R"({"$ref":"#/x-shared/a~1b%20c/0","x-shared":{"a/b c":[{"properties":{}}]}})",
        {u"/x-shared/a~1b c/0/properties/force"_s});
    row("reference to itself",
        R"({"properties":{"force":{},"child":{"$ref":"#"},"other":{"$ref":"#/properties/child"}}})",
        R"({"properties":{"child":{"$ref":"#"},"other":{"$ref":"#/properties/child"}}})",
        {u"/properties/force"_s});
    row("default, examples, enum and const",
        R"({"default":{"a":1,"force":true},"examples":[{"list":[{"override_safety":true,"b":2}]},"force"],"properties":{"x":{"enum":[{"force":1},"force",{"y":0}],"const":{"force":false}}}})",
        R"({"default":{"a":1},"examples":[{"list":[{"b":2}]},"force"],"properties":{"x":{"enum":[{},"force",{"y":0}],"const":{}}}})",
        {u"/default/force"_s, u"/examples/0/list/0/override_safety"_s, u"/properties/x/enum/0/force"_s,
         u"/properties/x/const/force"_s});
}

void TestScrub::schemaLosesTheFields()
{
    QFETCH(const QByteArray, schema);
    QFETCH(const QByteArray, expected);
    QFETCH(const QStringList, removed);
    const Scrubbed scrubbed = scrubSchema(embeddedContract(), json(schema));
    QCOMPARE(text(scrubbed.value), text(json(expected)));
    QCOMPARE(scrubbed.removed, removed);
    QVERIFY(scrubbed.changed());
    QVERIFY(!scrubSchema(embeddedContract(), scrubbed.value).changed());
}

void TestScrub::schemaWithoutTheFieldsStays_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("true") << QByteArray("true");
    QTest::newRow("list") << QByteArray(R"([{"properties":{"force":{}}}])");
    QTest::newRow("number keeps its digits") << QByteArray(R"({"maximum":1.50,"minimum":1e2})");
    QTest::newRow("boolean subschemas")
        << QByteArray(R"({"properties":{"a":true},"items":false,"not":false})");
    QTest::newRow("longer names") << QByteArray(
        R"({"properties":{"enforce":{},"force_":{},"Force":{}},"required":["enforce"]})");
    QTest::newRow("as a value") << QByteArray(
        R"({"properties":{"mode":{"enum":["force","soft"],"const":"force","default":"force"}}})");
    QTest::newRow("as a text") << QByteArray(R"({"title":"force","description":"override_safety"})");
    QTest::newRow("name of a definition") << QByteArray(R"({"$defs":{"force":{"type":"boolean"}}})");
    QTest::newRow("unknown keyword") << QByteArray(
        R"({"x-old":{"properties":{"force":{}}},"x-list":["force"]})");
    QTest::newRow("properties is no object") << QByteArray(R"({"properties":["force"],"required":"force"})");
    QTest::newRow("data called required")
        << QByteArray(R"({"properties":{"required":{"type":"array"},"default":{}}})");
    QTest::newRow("wide patterns") << QByteArray(
        R"({"patternProperties":{".*":{},"^(force|a)$":{},"^force_":{},"":{}}})");
    QTest::newRow("references that lead nowhere") << QByteArray(
        R"({"allOf":[{"$ref":"#/$defs/none"},{"$ref":"https://example.com/s"},{"$ref":"#anchor"},{"$ref":7}]})");
    QTest::newRow("references in a circle") << QByteArray(
        R"({"not":{"$ref":"#/$defs/a"},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}})");
}

void TestScrub::schemaWithoutTheFieldsStays()
{
    QFETCH(const QByteArray, schema);
    const Scrubbed scrubbed = scrubSchema(embeddedContract(), json(schema));
    QCOMPARE(scrubbed.removed, QStringList());
    QVERIFY(scrubbed.value == json(schema));
}

void TestScrub::argumentsLoseDeclaredFields_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QStringList>("removed");
    const auto row = [](const char *name, const char *schema, const char *arguments,
                        const QStringList &removed) {
        QTest::newRow(name) << QByteArray(schema) << QByteArray(arguments) << removed;
    };
    row("declared by properties", R"({"properties":{"force":{}}})", R"({"a":1.0,"force":true})",
        {u"/force"_s});
    row("declared by required alone", R"({"required":["force"]})", R"({"force":true})", {u"/force"_s});
    row("declared by a pattern", R"({"patternProperties":{"^force$":{}}})", R"({"force":true})",
        {u"/force"_s});
    row("declared by a dependency", R"({"dependentRequired":{"a":["override_safety"]}})",
        R"({"override_safety":1})", {u"/override_safety"_s});
    row("declared in a branch", R"({"anyOf":[{},{"not":{"if":{"properties":{"force":{}}}}}]})",
        R"({"force":true})", {u"/force"_s});
    row("declared behind references",
        R"({"$ref":"#/$defs/a","$defs":{"a":{"properties":{"o":{"$ref":"#/$defs/b"}}},"b":{"properties":{"force":{}}}}})",
        R"({"force":0,"o":{"force":1}})", {u"/o/force"_s});
    row("declared by a schema that refers to itself", R"({"properties":{"force":{},"child":{"$ref":"#"}}})",
        R"({"child":{"child":{"force":1}}})", {u"/child/child/force"_s});
    row("in array items", R"({"properties":{"l":{"items":{"properties":{"force":{}}}}}})",
        R"({"l":[{"force":1},{},{"force":2}]})", {u"/l/0/force"_s, u"/l/2/force"_s});
    row("in items behind the first",
        R"({"properties":{"l":{"prefixItems":[{}],"items":{"properties":{"force":{}}}}}})",
        R"({"l":[{"force":1},{"force":2}]})", {u"/l/1/force"_s});
    row("in one position", R"({"properties":{"l":{"items":[{},{"properties":{"force":{}}}]}}})",
        R"({"l":[{"force":1},{"force":2},{"force":3}]})", {u"/l/1/force"_s});
    row("in members of a pattern", R"({"patternProperties":{"^x":{"properties":{"force":{}}}}})",
        R"({"x1":{"force":1},"y":{"force":1}})", {u"/x1/force"_s});
    row("in other members",
        R"({"properties":{"a":{}},"patternProperties":{"^x":{}},"additionalProperties":{"properties":{"force":{}}}})",
        R"({"a":{"force":1},"x":{"force":1},"o":{"force":1}})", {u"/o/force"_s});
    row("not declared here",
        R"({"properties":{"a":{"properties":{"force":{}}}},"$defs":{"d":{"properties":{"force":{}}}}})",
        R"({"force":1,"a":{"b":{"force":1}}})", {});
    row("declared inside metadata", R"({"properties":{"metadata":{"properties":{"force":{}}}}})",
        R"({"metadata":{"force":1}})", {u"/metadata/force"_s});
    row("no schema", "null", R"({"force":1})", {});
    row("an expression that is none", R"({"patternProperties":{"(":{"properties":{"force":{}}}}})",
        R"({"(":{"force":1}})", {});
}

void TestScrub::argumentsLoseDeclaredFields()
{
    QFETCH(const QByteArray, schema);
    QFETCH(const QByteArray, arguments);
    QFETCH(const QStringList, removed);
    const auto scrubbed = scrubArguments(embeddedContract(), u"refresh_data", json(schema), json(arguments));
    QVERIFY(scrubbed);
    QCOMPARE(scrubbed->removed, removed);
    QCOMPARE(scrubbed->value == json(arguments), removed.isEmpty());
}

void TestScrub::executeLosesTheFieldsByName_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray smuggled =
        R"({"decision_id":"d","force":true,"o":[{"override_safety":1,"x":1}],"metadata":{"force":1}})";
    const QByteArray clean = R"({"decision_id":"d","o":[{"x":1}],"metadata":{"force":1}})";
    QTest::newRow("MCP name") << u"execute_decision"_s << smuggled << clean;
    QTest::newRow("flat name") << u"algenta_execute_decision"_s << smuggled << clean;
    QTest::newRow("another tool") << u"log_decision"_s << smuggled << smuggled;
    QTest::newRow("metadata below the top")
        << u"execute_decision"_s << QByteArray(R"({"o":{"metadata":{"force":1}}})")
        << QByteArray(R"({"o":{"metadata":{}}})");
    QTest::newRow("nothing to take") << u"execute_decision"_s << QByteArray(R"({"metadata":{"force":1}})")
                                     << QByteArray(R"({"metadata":{"force":1}})");
}

void TestScrub::executeLosesTheFieldsByName()
{
    QFETCH(const QString, tool);
    QFETCH(const QByteArray, arguments);
    QFETCH(const QByteArray, expected);
    const auto scrubbed = scrubArguments(embeddedContract(), tool, json("{}"), json(arguments));
    QVERIFY(scrubbed);
    QCOMPARE(text(scrubbed->value), text(json(expected)));
}

void TestScrub::unusableArguments_data()
{
    using base::ErrorCode;
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("list") << QByteArray("[]") << ErrorCode::InvalidInput;
    QTest::newRow("null") << QByteArray("null") << ErrorCode::InvalidInput;
    QTest::newRow("text") << QByteArray(R"("{}")") << ErrorCode::InvalidInput;
    QTest::newRow("key twice") << QByteArray(R"({"a":1,"a":1})") << ErrorCode::DuplicateKey;
    QTest::newRow("key twice by escapes")
        << QByteArray(R"({"force":1,"\u0066orce":1})") << ErrorCode::DuplicateKey;
    QTest::newRow("key twice inside")
        << QByteArray(R"({"a":[{"b":{"c":1,"c":2}}]})") << ErrorCode::DuplicateKey;
    QTest::newRow("key twice in metadata")
        << QByteArray(R"({"metadata":{"c":1,"c":2}})") << ErrorCode::DuplicateKey;
}

void TestScrub::unusableArguments()
{
    QFETCH(const QByteArray, arguments);
    QFETCH(const base::ErrorCode, code);
    const auto scrubbed = scrubArguments(embeddedContract(), u"simulate", json("{}"), json(arguments));
    QVERIFY(!scrubbed);
    QCOMPARE(scrubbed.error().code, code);
}

void TestScrub::findsTheFieldsInArguments_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QStringList>("pointers");
    QTest::newRow("none") << QByteArray(R"({"a":"force","enforce":1})") << QStringList();
    QTest::newRow("top") << QByteArray(R"({"force":false})") << QStringList{u"/force"_s};
    QTest::newRow("inside each other") << QByteArray(R"({"force":{"override_safety":1}})")
                                       << QStringList{u"/force"_s, u"/force/override_safety"_s};
    QTest::newRow("in lists") << QByteArray(R"([{"a/b":[[{"force":1}]]}])")
                              << QStringList{u"/0/a~1b/0/0/force"_s};
    QTest::newRow("metadata is opaque at the top alone")
        << QByteArray(R"({"metadata":{"force":1},"a":{"metadata":{"force":1}}})")
        << QStringList{u"/a/metadata/force"_s};
    QTest::newRow("second of two keys")
        << QByteArray(R"({"a":1,"a":{"force":1}})") << QStringList{u"/a/force"_s};
    QTest::newRow("no object") << QByteArray(R"("force")") << QStringList();
}

void TestScrub::findsTheFieldsInArguments()
{
    QFETCH(const QByteArray, arguments);
    QFETCH(const QStringList, pointers);
    QCOMPARE(findNeverModelFacing(embeddedContract(), json(arguments)), pointers);
}

void TestScrub::fieldsComeFromTheContract()
{
    ToolContract contract = embeddedContract();
    contract.neverModelFacing = QStringList{u"skip_policy"_s};
    const Scrubbed scrubbed = scrubSchema(contract, json(R"({"properties":{"skip_policy":{},"force":{}}})"));
    QCOMPARE(scrubbed.removed, QStringList{u"/properties/skip_policy"_s});
}

QTEST_GUILESS_MAIN(TestScrub)
#include "tst_scrub.moc"
