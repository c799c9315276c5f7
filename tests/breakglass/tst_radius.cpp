// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/radius.h"
#include "tests/breakglass/records.h"

#include <QRegularExpression>
#include <QTest>

#include <functional>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;

using Change = std::function<void(RadiusInput &)>;
Q_DECLARE_METATYPE(Change)

class TestRadius : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void fixtureIsReadable()
    {
        QCOMPARE(test::decision().id, u"dec_1"_s);
        QCOMPARE(test::policy().minConfidence.numberText(), "0.60"_ba);
        QVERIFY(test::deliveredDecision().wasDelivered());
    }

    Q_SLOT void bypassFitsTheGate_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QStringList>("fields");
        QTest::addColumn<QStringList>("silences");
        QTest::newRow("confidence") << Change([](RadiusInput &) {}) << QStringList{u"override_safety"_s}
                                    << QStringList{u"confidence"_s, u"risk_floor"_s};
        QTest::newRow("risk_floor") << Change([](RadiusInput &input) {
            input.decision = test::decision("0.9", "-910");
            input.gate = u"risk_floor"_s;
        }) << QStringList{u"override_safety"_s}
                                    << QStringList{u"confidence"_s, u"risk_floor"_s};
        QTest::newRow("idempotency") << Change([](RadiusInput &input) {
            input.decision = test::deliveredDecision("0.9");
            input.gate = u"idempotency"_s;
        }) << QStringList{u"force"_s} << QStringList{u"idempotency"_s};
        QTest::newRow("chain") << Change([](RadiusInput &input) {
            input.decision = test::deliveredDecision();
            input.carried.force = true;
        }) << QStringList{u"force"_s, u"override_safety"_s}
                               << QStringList{u"idempotency"_s, u"confidence"_s, u"risk_floor"_s};
    }
    Q_SLOT void bypassFitsTheGate()
    {
        QFETCH(Change, change);
        QFETCH(QStringList, fields);
        QFETCH(QStringList, silences);
        RadiusInput input = test::confidenceInput();
        change(input);
        const Radius radius = computeRadius(input);
        QCOMPARE(radius.refusal, QString());
        QCOMPARE(radius.bypass.fields(), fields);
        QCOMPARE(radius.bypass.silencedGates(), silences);
        QStringList named;
        for (const RadiusLine &line : radius.lines) {
            if (line.key.startsWith(u"silences."))
                named.append(line.key.mid(9));
        }
        QCOMPARE(named, silences);
    }

    Q_SLOT void noBypassWithoutAReproducedGate_data()
    {
        QTest::addColumn<Change>("change");
        QTest::newRow("unnamed gate") << Change([](RadiusInput &input) { input.gate.clear(); });
        QTest::newRow("unknown gate") << Change([](RadiusInput &input) { input.gate = u"calibration"_s; });
        QTest::newRow("known name without a consistent code")
            << Change([](RadiusInput &input) { input.gateKnown = false; });
        QTest::newRow("confidence passes now")
            << Change([](RadiusInput &input) { input.decision = test::decision("0.60"); });
        QTest::newRow("confidence is missing")
            << Change([](RadiusInput &input) { input.decision = test::decision("null"); });
        QTest::newRow("never delivered") << Change([](RadiusInput &input) { input.gate = u"idempotency"_s; });
        QTest::newRow("risk above the floor")
            << Change([](RadiusInput &input) { input.gate = u"risk_floor"_s; });
        QTest::newRow("risk floor is off") << Change([](RadiusInput &input) {
            input.gate = u"risk_floor"_s;
            input.decision = test::decision("0.9", "-9000");
            input.policy.riskFloor = base::Json();
        });
        QTest::newRow("webhook hides its host")
            << Change([](RadiusInput &input) { input.webhookUrl = u"https://a@evil.example/"_s; });
        QTest::newRow("no webhook") << Change([](RadiusInput &input) { input.webhookUrl.clear(); });
        QTest::newRow("record without id") << Change([](RadiusInput &input) { input.decision.id.clear(); });
    }
    Q_SLOT void noBypassWithoutAReproducedGate()
    {
        QFETCH(Change, change);
        RadiusInput input = test::confidenceInput();
        change(input);
        const Radius radius = computeRadius(input);
        QVERIFY(!radius.offered());
        QVERIFY(radius.bypass.isEmpty());
        QVERIFY(!radius.line(u"fields"));
    }

    Q_SLOT void anyChangeOfAFactIsNamed_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QStringList>("labels");
        QTest::newRow("nothing but the time of reading")
            << Change([](RadiusInput &input) { input.readAt = input.readAt.addSecs(5); }) << QStringList();
        QTest::newRow("action") << Change([](RadiusInput &input) {
            input.decision.chosenAction += u" twice"_s;
        }) << QStringList{u"Action"_s};
        QTest::newRow("webhook") << Change([](RadiusInput &input) {
            input.webhookUrl = u"https://hooks.example/other"_s;
        }) << QStringList{u"Goes to"_s};
        QTest::newRow("confidence digits")
            << Change([](RadiusInput &input) { input.decision.confidence = base::Json::number("0.410"); })
            << QStringList{u"Confidence"_s, u"Silences confidence"_s};
        QTest::newRow("threshold") << Change([](RadiusInput &input) {
            input.policy.minConfidence = base::Json::number("0.70");
        }) << QStringList{u"Confidence"_s, u"Silences confidence"_s};
        QTest::newRow("policy revision")
            << Change([](RadiusInput &input) { input.policy.revision = u"13"_s; })
            << QStringList{u"Confidence"_s, u"Risk p5"_s};
        QTest::newRow("delivered meanwhile") << Change([](RadiusInput &input) {
            input.decision.executionStatus = u"delivered"_s;
            input.decision.executedAt = base::parseTimestamp(u"2026-11-30T09:41:30Z");
        }) << QStringList{u"Delivered before"_s};
        QTest::newRow("snapshot") << Change([](RadiusInput &input) { input.policy.snapshotId = u"pol_2"_s; })
                                  << QStringList{u"Snapshots"_s};
        QTest::newRow("host withdrawn")
            << Change([](RadiusInput &input) { input.allowedHosts.clear(); }) << QStringList{u"Host"_s};
        QTest::newRow("a gate that does not block now")
            << Change([](RadiusInput &input) { input.decision.riskP5 = base::Json::number("-311"); })
            << QStringList{u"Risk p5"_s, u"Silences risk_floor"_s};
        QTest::newRow("another engine")
            << Change([](RadiusInput &input) { input.engineOrigin = u"http://127.0.0.1:8001"_s; })
            << QStringList{u"Engine"_s};
    }
    Q_SLOT void anyChangeOfAFactIsNamed()
    {
        QFETCH(Change, change);
        QFETCH(QStringList, labels);
        RadiusInput input = test::confidenceInput();
        const Radius before = computeRadius(input);
        change(input);
        const Radius after = computeRadius(input);
        QCOMPARE(changedLines(before, after), labels);
        QCOMPARE(before.digest == after.digest, labels.isEmpty());
    }

    Q_SLOT void everySilencedGateStandsWithItsLiveValues()
    {
        const Radius radius = computeRadius(test::confidenceInput());
        const RadiusLine *blocks = radius.line(u"silences.confidence");
        QVERIFY(blocks);
        QCOMPARE(blocks->value, u"0.41, minimum 0.60"_s);
        QCOMPARE(blocks->note, u"blocks, short by 0.19"_s);
        const RadiusLine *passes = radius.line(u"silences.risk_floor");
        QVERIFY(passes);
        QCOMPARE(passes->value, u"-310, floor -800"_s);
        QCOMPARE(passes->note, u"would pass"_s);
        QVERIFY(!radius.line(u"silences.idempotency"));
        const base::Json gates = radius.gatesJson();
        QCOMPARE(gates.size(), 3);
        QCOMPARE(gates.at(1)[u"gate"].toString(), u"confidence"_s);
        QCOMPARE(gates.at(1)[u"verdict"].toString(), u"blocks"_s);
        QVERIFY(gates.at(1)[u"silenced"].toBool() && gates.at(2)[u"silenced"].toBool());
        QVERIFY(!gates.at(0)[u"silenced"].toBool(true));
    }

    Q_SLOT void hostStandsWithItsPlaceOnTheList()
    {
        RadiusInput input = test::confidenceInput();
        QVERIFY(computeRadius(input).hostAllowed);
        QVERIFY(!computeRadius(input).line(u"host_warning"));
        input.webhookUrl = u"https://hook5.example/orders"_s;
        const Radius radius = computeRadius(input);
        QVERIFY(!radius.hostAllowed);
        QVERIFY(radius.line(u"host")->note.startsWith(u"not on"));
        QVERIFY(radius.line(u"host_warning")->value.contains(u"hooks.example"));
    }

    Q_SLOT void journalFormHidesNothingAndLeaksNothing()
    {
        RadiusInput input = test::confidenceInput();
        input.decision.chosenAction = u"pay \u202eoob de_live_abcdefghijklmnop"_s;
        const base::Json json = computeRadius(input).toJson();
        QString action;
        for (const base::Json &line : json[u"lines"].items()) {
            if (line[u"key"].toString() == u"action")
                action = line[u"value"].toString();
        }
        QVERIFY2(action.contains(u"<U+202E>"_s), qPrintable(action));
        QVERIFY2(!action.contains(u"abcdefghijklmnop"_s), qPrintable(action));
    }
};

QTEST_GUILESS_MAIN(TestRadius)
#include "tst_radius.moc"
