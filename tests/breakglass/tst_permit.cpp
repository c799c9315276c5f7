// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/permitissuer.h"
#include "tests/breakglass/records.h"

#include <QRegularExpression>
#include <QTest>

#include <functional>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;

namespace
{

/** The two entries that a permit is asked for, before and after they are put into canonical bytes. */
struct Pair {
    journal::Draft armed;
    journal::Draft intent;
    qint64 armedSeq = 4;
    qint64 intentSeq = 5;
    int seconds = 60; ///< between arming and intent
};

using Change = std::function<void(Pair &)>;
using EntryChange = std::function<void(journal::Entry &)>;

journal::Entry recorded(const journal::Draft &draft, qint64 seq, const QDateTime &time)
{
    const auto bytes = journal::canonicalBytes(seq, time, draft, QByteArray(32, 'p'));
    return bytes ? journal::parseEntry(*bytes).value_or(journal::Entry{}) : journal::Entry{};
}

QDateTime armedAt()
{
    return QDateTime::fromString(u"2026-11-30T12:00:00Z"_s, Qt::ISODate);
}

Pair goodPair(RadiusInput input = test::confidenceInput(), int step = 1)
{
    Intent intent;
    intent.act.actId = u"act-1"_s;
    intent.act.chainId = u"act-1"_s;
    intent.act.step = step;
    intent.act.actor = u"ada@desk"_s;
    intent.radius = computeRadius(input);
    intent.arming.request.reason = u"the supplier called twice"_s;
    intent.arming.at.wall = armedAt();
    intent.arming.seq = 4;
    intent.request.url = QUrl(u"https://engine.example/v1/decisions/dec_1/execute"_s);
    return {armedDraft(intent.act, intent.arming, intent.radius), intentDraft(intent)};
}

base::Json fieldList(const QStringList &names)
{
    base::Json list = base::Json::array();
    for (const QString &name : names)
        list.append(base::Json::string(name));
    return list;
}

/** The same fields in both entries, as if arming and intent had agreed on them. */
void setFields(Pair &pair, const QStringList &names)
{
    pair.armed.details.set(u"fields"_s, fieldList(names));
    pair.intent.details.set(u"fields"_s, fieldList(names));
}

} // namespace

Q_DECLARE_METATYPE(Change)
Q_DECLARE_METATYPE(EntryChange)

/** What a permit is given for: two journal entries, and nothing that is said beside them. */
class TestPermit : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void entriesMustFit_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<bool>("good");
        QTest::newRow("as they were recorded") << Change([](Pair &) {}) << true;
        QTest::newRow("at the last second") << Change([](Pair &pair) { pair.seconds = 899; }) << true;
        QTest::newRow("after the armed time") << Change([](Pair &pair) { pair.seconds = 900; }) << false;
        QTest::newRow("armed for longer than it says")
            << Change([](Pair &pair) { pair.armed.details.set(u"until"_s, base::Json::string(u"later"_s)); })
            << false;
        QTest::newRow("another act") << Change([](Pair &pair) { pair.intent.actId = u"act-2"_s; }) << false;
        QTest::newRow("another decision")
            << Change([](Pair &pair) { pair.intent.subject = u"dec_2"_s; }) << false;
        QTest::newRow("another engine")
            << Change([](Pair &pair) { pair.armed.engine = u"https://other:443"_s; }) << false;
        QTest::newRow("another arming") << Change([](Pair &pair) { pair.armedSeq = 3; }) << false;
        QTest::newRow("an arming that came later") << Change([](Pair &pair) {
            pair.armedSeq = 6;
            pair.intent.details.set(u"armed"_s, base::Json::string(u"6"_s));
        }) << false;
        QTest::newRow("no arming at all")
            << Change([](Pair &pair) { pair.armed.kind = journal::EntryKind::Note; }) << false;
        QTest::newRow("no intent at all")
            << Change([](Pair &pair) { pair.intent.kind = journal::EntryKind::Note; }) << false;
        QTest::newRow("armed on another radius") << Change([](Pair &pair) {
            RadiusInput other = test::confidenceInput();
            other.decision = test::decision("0.42");
            pair.armed = goodPair(other).armed;
        }) << false;
        QTest::newRow("other fields than were armed")
            << Change([](Pair &pair) { pair.intent.details.set(u"fields"_s, fieldList({u"force"_s})); })
            << false;
        QTest::newRow("the wrong field in both")
            << Change([](Pair &pair) { setFields(pair, {u"force"_s}); }) << false;
        QTest::newRow("one field too many in the first act of a chain") << Change([](Pair &pair) {
            setFields(pair, {u"force"_s, u"override_safety"_s});
        }) << false;
        QTest::newRow("no field") << Change([](Pair &pair) { setFields(pair, {}); }) << false;
        QTest::newRow("a field of another name")
            << Change([](Pair &pair) { setFields(pair, {u"allow_reexecution"_s}); }) << false;
        QTest::newRow("carried field in a later act") << Change([](Pair &pair) {
            RadiusInput chain = test::confidenceInput();
            chain.decision = test::deliveredDecision();
            chain.carried.force = true;
            pair = goodPair(chain, 2);
        }) << true;
        QTest::newRow("a later act without the field of its gate") << Change([](Pair &pair) {
            pair = goodPair(test::confidenceInput(), 2);
            setFields(pair, {u"force"_s});
        }) << false;
        QTest::newRow("a gate that is not known") << Change([](Pair &pair) {
            pair.intent.details.set(u"gate"_s, base::Json::string(u"calibration"_s));
        }) << false;
    }
    Q_SLOT void entriesMustFit()
    {
        QFETCH(Change, change);
        QFETCH(bool, good);
        Pair pair = goodPair();
        change(pair);
        const journal::Entry armed = recorded(pair.armed, pair.armedSeq, armedAt());
        const journal::Entry intent = recorded(pair.intent, pair.intentSeq, armedAt().addSecs(pair.seconds));
        QVERIFY(armed.seq > 0 && intent.seq > 0);
        const auto checked = checkRecorded(armed, intent);
        QVERIFY2(checked.has_value() == good, qPrintable(checked ? QString() : checked.error().message));
    }

    Q_SLOT void bytesAloneCount_data()
    {
        QTest::addColumn<EntryChange>("change");
        QTest::addColumn<bool>("good");
        QTest::newRow("details beside the bytes") << EntryChange([](journal::Entry &entry) {
            entry.draft.details.set(u"fields"_s, fieldList({u"force"_s}));
        }) << true;
        QTest::newRow("one byte changed") << EntryChange([](journal::Entry &entry) {
            entry.bytes.replace("override_safety", "override_sAfety");
        }) << false;
        QTest::newRow("not from the journal")
            << EntryChange([](journal::Entry &entry) { entry.bytes.clear(); }) << false;
        QTest::newRow("marked damaged")
            << EntryChange([](journal::Entry &entry) { entry.fault = u"damaged"_s; }) << false;
        QTest::newRow("another number") << EntryChange([](journal::Entry &entry) { entry.seq = 9; }) << false;
        QTest::newRow("empty") << EntryChange([](journal::Entry &entry) { entry = {}; }) << false;
    }
    Q_SLOT void bytesAloneCount()
    {
        QFETCH(EntryChange, change);
        QFETCH(bool, good);
        const Pair pair = goodPair();
        const journal::Entry armed = recorded(pair.armed, 4, armedAt());
        journal::Entry intent = recorded(pair.intent, 5, armedAt().addSecs(60));
        change(intent);
        const auto checked = checkRecorded(armed, intent);
        QCOMPARE(checked.has_value(), good);
        if (checked)
            QCOMPARE(checked->bypass.fields(), QStringList{u"override_safety"_s});
    }
};

QTEST_GUILESS_MAIN(TestPermit)
#include "tst_permit.moc"
