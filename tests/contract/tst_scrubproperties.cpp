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

// 100,000 cases in all, a tenth under sanitizers, in batches that a slow machine can do in a few minutes.
constexpr int cases = 5000 / SCRUB_CASES_DIVISOR;
constexpr int schemaBatches = 7;
constexpr int argumentBatches = 7;
constexpr int chaosBatches = 6;

/** A row for each batch, named by its seed. ALGENTA_TEST_SEED gives the first one. */
void addBatches(int count, quint32 usual)
{
    bool given = false;
    const uint first = qEnvironmentVariable("ALGENTA_TEST_SEED").toUInt(&given);
    QTest::addColumn<quint32>("seed");
    for (int batch = 0; batch < count; ++batch) {
        const quint32 seed = (given ? first : usual) + static_cast<quint32>(batch);
        QTest::addRow("seed %u, %d cases", seed, cases) << seed;
    }
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
    void schemasComeOutClean_data() { addBatches(schemaBatches, 20260101); }
    void schemasComeOutClean();
    void argumentsComeOutClean_data() { addBatches(argumentBatches, 20270101); }
    void argumentsComeOutClean();
    void chaosIsScrubbedOnce_data() { addBatches(chaosBatches, 20280101); }
    void chaosIsScrubbedOnce();
};

void TestScrubProperties::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestScrubProperties::schemasComeOutClean()
{
    QFETCH(quint32, seed);
    tests::SchemaGenerator generator(seed);
    int planted = 0;
    for (int number = 0; number < cases; ++number) {
        const tests::Pair schema = generator.next().schema;
        const Scrubbed scrubbed = scrubSchema(embeddedContract(), schema.dirty);
        if (!(scrubbed.value == schema.clean))
            QFAIL(report(number, scrubbed.value, schema.clean).constData());
        const bool dirty = !(schema.dirty == schema.clean);
        QCOMPARE(scrubbed.changed(), dirty);
        QVERIFY(!scrubSchema(embeddedContract(), scrubbed.value).changed());
        planted += dirty ? 1 : 0;
    }
    QVERIFY2(planted > cases / 2, "the generator plants too little to show anything");
}

void TestScrubProperties::argumentsComeOutClean()
{
    QFETCH(quint32, seed);
    tests::SchemaGenerator generator(seed);
    int planted = 0;
    int kept = 0;
    for (int number = 0; number < cases; ++number) {
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
    QVERIFY2(planted > cases / 4, "the generator plants too little to show anything");
    QVERIFY2(kept > cases / 20, "no undeclared field is there to be kept");
}

void TestScrubProperties::chaosIsScrubbedOnce()
{
    QFETCH(quint32, seed);
    tests::SchemaGenerator generator(seed);
    int changed = 0;
    for (int number = 0; number < cases; ++number) {
        const base::Json schema = generator.chaos(6);
        const Scrubbed once = scrubSchema(embeddedContract(), schema);
        const Scrubbed twice = scrubSchema(embeddedContract(), once.value);
        if (twice.changed())
            QFAIL(report(number, twice.value, once.value).constData());
        QCOMPARE(once.value == schema, !once.changed());
        changed += once.changed() ? 1 : 0;
    }
    QVERIFY(changed > cases / 100);
}

QTEST_GUILESS_MAIN(TestScrubProperties)
#include "tst_scrubproperties.moc"
