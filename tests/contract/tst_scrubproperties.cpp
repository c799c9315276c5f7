// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonwriter.h"
#include "core/contract/scrub.h"
#include "tests/contract/schemagenerator.h"

#include <QRegularExpression>
#include <QTest>

using namespace algenta;
using namespace algenta::contract;
using namespace Qt::Literals::StringLiterals;

namespace
{

// 100,000 in all; a tenth under sanitizers. Where one fails, its number and the seed find it again.
constexpr int schemaCases = 35'000 / SCRUB_CASES_DIVISOR;
constexpr int argumentCases = 35'000 / SCRUB_CASES_DIVISOR;
constexpr int chaosCases = 30'000 / SCRUB_CASES_DIVISOR;

/** A fixed seed for each property, or ALGENTA_TEST_SEED for all of them; printed either way. */
quint32 seedFor(const char *property, quint32 usual)
{
    bool given = false;
    const uint seed = qEnvironmentVariable("ALGENTA_TEST_SEED").toUInt(&given);
    const quint32 used = given ? seed : usual;
    qInfo("%s: seed %u", property, used);
    return used;
}

/** Where two values part, and what stands there: short enough for a test's message. */
QByteArray difference(const base::Json &actual, const base::Json &expected, const QString &pointer = {})
{
    if (actual.isObject() && expected.isObject() && actual.size() == expected.size()) {
        for (qsizetype i = 0; i < actual.size(); ++i) {
            const base::JsonMember &left = actual.members().at(i);
            const base::JsonMember &right = expected.members().at(i);
            if (left.key == right.key && !(left.value == right.value))
                return difference(left.value, right.value, base::jsonPointer(pointer, left.key));
        }
    } else if (actual.isArray() && expected.isArray() && actual.size() == expected.size()) {
        for (qsizetype i = 0; i < actual.size(); ++i) {
            if (!(actual.at(i) == expected.at(i)))
                return difference(actual.at(i), expected.at(i), base::jsonPointer(pointer, i));
        }
    }
    return "at " + pointer.toUtf8() + "\nactual   " + base::writeJson(actual).left(300) + "\nexpected " +
           base::writeJson(expected).left(300);
}

QByteArray report(int number, const base::Json &actual, const base::Json &expected)
{
    return "case " + QByteArray::number(number) + ' ' + difference(actual, expected);
}

/** What execute_decision has to leave of its arguments, written down a second time. */
base::Json withoutNames(const base::Json &value, bool top)
{
    if (value.isArray()) {
        base::Json::Array items;
        for (const base::Json &item : value.items())
            items.append(withoutNames(item, false));
        return base::Json::array(items);
    }
    if (!value.isObject())
        return value;
    base::Json::Object members;
    for (const base::JsonMember &member : value.members()) {
        if (member.key == "force"_L1 || member.key == "override_safety"_L1)
            continue;
        const bool opaque = top && member.key == "metadata"_L1;
        members.append({member.key, opaque ? member.value : withoutNames(member.value, false)});
    }
    return base::Json::object(members);
}

} // namespace

/** Scrubbing over generated schemas and arguments; a failing case prints itself. */
class TestScrubProperties : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void schemasComeOutClean();
    void argumentsComeOutClean();
    void chaosIsScrubbedOnce();
};

void TestScrubProperties::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestScrubProperties::schemasComeOutClean()
{
    tests::SchemaGenerator generator(seedFor("schemas", 20260101));
    int planted = 0;
    for (int number = 0; number < schemaCases; ++number) {
        const tests::Pair schema = generator.next().schema;
        const Scrubbed scrubbed = scrubSchema(embeddedContract(), schema.dirty);
        if (!(scrubbed.value == schema.clean))
            QFAIL(report(number, scrubbed.value, schema.clean).constData());
        const bool dirty = !(schema.dirty == schema.clean);
        QCOMPARE(scrubbed.changed(), dirty);
        QVERIFY(!scrubSchema(embeddedContract(), scrubbed.value).changed());
        planted += dirty ? 1 : 0;
    }
    QVERIFY2(planted > schemaCases / 2, "the generator plants too little to show anything");
}

void TestScrubProperties::argumentsComeOutClean()
{
    tests::SchemaGenerator generator(seedFor("arguments", 20260103));
    int planted = 0;
    int kept = 0;
    for (int number = 0; number < argumentCases; ++number) {
        const tests::Generated generated = generator.next();
        const tests::Pair &arguments = generated.arguments;
        const auto scrubbed =
            scrubArguments(embeddedContract(), u"simulate", generated.schema.dirty, arguments.dirty);
        QVERIFY(scrubbed);
        if (!(scrubbed->value == arguments.clean))
            QFAIL(report(number, scrubbed->value, arguments.clean).constData());
        const auto executed =
            scrubArguments(embeddedContract(), u"execute_decision", generated.schema.dirty, arguments.dirty);
        QVERIFY(executed);
        const base::Json expected = withoutNames(arguments.clean, true);
        if (!(executed->value == expected))
            QFAIL(report(number, executed->value, expected).constData());
        QCOMPARE(findNeverModelFacing(embeddedContract(), executed->value), QStringList());
        const bool dirty = !(arguments.dirty == arguments.clean);
        QCOMPARE(scrubbed->changed(), dirty);
        planted += dirty ? 1 : 0;
        kept += findNeverModelFacing(embeddedContract(), arguments.clean).isEmpty() ? 0 : 1;
    }
    QVERIFY2(planted > argumentCases / 4, "the generator plants too little to show anything");
    QVERIFY2(kept > argumentCases / 20, "no undeclared field is there to be kept");
}

void TestScrubProperties::chaosIsScrubbedOnce()
{
    tests::SchemaGenerator generator(seedFor("chaos", 20260105));
    int changed = 0;
    for (int number = 0; number < chaosCases; ++number) {
        const base::Json schema = generator.chaos(6);
        const Scrubbed once = scrubSchema(embeddedContract(), schema);
        const Scrubbed twice = scrubSchema(embeddedContract(), once.value);
        if (twice.changed())
            QFAIL(report(number, twice.value, once.value).constData());
        QCOMPARE(once.value == schema, !once.changed());
        changed += once.changed() ? 1 : 0;
    }
    QVERIFY(changed > chaosCases / 100);
}

QTEST_GUILESS_MAIN(TestScrubProperties)
#include "tst_scrubproperties.moc"
