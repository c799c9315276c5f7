// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/enrolment.h"

#include "core/net/tlsoptions.h"
#include "tests/breakglass/actfixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;
using journal::EntryKind;
using test::ActFixture;

namespace
{

const QString origin = u"https://engine.example:443"_s;
const QByteArray pin(32, 'p');
const QByteArray otherPin(32, 'q');

journal::Entry entry(EntryKind kind, const QByteArray &withPin, qint64 seq, const QString &engine = origin)
{
    journal::Entry made;
    made.draft = enrolmentDraft({engine, withPin, u"tester@host"_s});
    made.draft.kind = kind;
    made.seq = seq;
    return made;
}

} // namespace

class TestEnrolment : public QObject
{
    Q_OBJECT

    static void append(ActFixture &fixture, const journal::Draft &draft)
    {
        auto appended = fixture.journal.append(draft);
        QTRY_VERIFY_WITH_TIMEOUT(appended.isFinished(), 30'000);
        QVERIFY(appended.result().has_value());
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void lastWordCounts_data()
    {
        using Entries = QList<journal::Entry>;
        QTest::addColumn<Entries>("entries");
        QTest::addColumn<QByteArray>("connectionPin");
        QTest::addColumn<bool>("confirmed");
        const auto yes = EntryKind::ConnectionEnrolled;
        const auto no = EntryKind::ConnectionWithdrawn;
        QTest::newRow("never") << Entries{} << QByteArray() << false;
        QTest::newRow("confirmed") << Entries{entry(yes, {}, 3)} << QByteArray() << true;
        QTest::newRow("another engine")
            << Entries{entry(yes, {}, 3, u"https://other.example:443"_s)} << QByteArray() << false;
        QTest::newRow("with this pin") << Entries{entry(yes, pin, 3)} << pin << true;
        QTest::newRow("with another pin") << Entries{entry(yes, pin, 3)} << otherPin << false;
        QTest::newRow("pin set later") << Entries{entry(yes, {}, 3)} << pin << false;
        QTest::newRow("pin taken away") << Entries{entry(yes, pin, 3)} << QByteArray() << false;
        QTest::newRow("pin replaced and confirmed again")
            << Entries{entry(yes, pin, 3), entry(yes, otherPin, 4)} << otherPin << true;
        QTest::newRow("back to the old pin without a word")
            << Entries{entry(yes, pin, 3), entry(yes, otherPin, 4)} << pin << false;
        QTest::newRow("withdrawn") << Entries{entry(yes, {}, 3), entry(no, {}, 4)} << QByteArray() << false;
        QTest::newRow("withdrawn, listed newest first")
            << Entries{entry(no, {}, 4), entry(yes, {}, 3)} << QByteArray() << false;
        QTest::newRow("confirmed again")
            << Entries{entry(yes, {}, 3), entry(no, {}, 4), entry(yes, {}, 5)} << QByteArray() << true;
    }
    Q_SLOT void lastWordCounts()
    {
        QFETCH(QList<journal::Entry>, entries);
        QFETCH(QByteArray, connectionPin);
        QFETCH(bool, confirmed);
        const auto enrolment = foldEnrolment(entries, origin);
        QCOMPARE(enrolment && enrolment->covers(connectionPin), confirmed);
    }

    Q_SLOT void withdrawingNeedsAReason()
    {
        QVERIFY(!withdrawalDraft({origin, {}, u"tester@host"_s}, u"so"_s));
        const auto draft = withdrawalDraft({origin, pin, u"tester@host"_s}, u"moved to another host"_s);
        QVERIFY(draft.has_value());
        QCOMPARE(draft->kind, EntryKind::ConnectionWithdrawn);
        QCOMPARE(draft->details[u"reason"].toString(), u"moved to another host"_s);
        QCOMPARE(draft->details[u"pin"].toString(), net::pinText(pin));
    }

    Q_SLOT void anotherPinNeedsAnotherConfirmation()
    {
        ActFixture fixture;
        const ActSubject subject = subjectOf(fixture.blockedBy(fixture.log(0.41)));
        const auto without = fixture.act(subject);
        fixture.open(*without);
        QCOMPARE(without->state(), ActState::Ready);

        ActPorts ports = fixture.ports();
        net::LinkOptions options;
        options.tls.pin = pin;
        const auto link = net::Link::open(options);
        QVERIFY(link.has_value());
        ports.link = *link;
        Act pinned(ports, subject);
        pinned.read();
        QTRY_COMPARE_WITH_TIMEOUT(pinned.state(), ActState::NotEnrolled, 30'000);
        pinned.enrol();
        QTRY_COMPARE_WITH_TIMEOUT(pinned.state(), ActState::Ready, 30'000);
        const QList<journal::Entry> entries = fixture.entries({EntryKind::ConnectionEnrolled});
        QCOMPARE(entries.size(), 2);
        QCOMPARE(entries.constLast().draft.details[u"pin"].toString(), net::pinText(pin));

        without->read();
        QTRY_COMPARE_WITH_TIMEOUT(without->state(), ActState::NotEnrolled, 30'000);
    }

    Q_SLOT void withdrawalDisarms()
    {
        ActFixture fixture;
        const auto act = fixture.act(subjectOf(fixture.blockedBy(fixture.log(0.41))));
        fixture.open(*act);
        fixture.arm(*act);
        QCOMPARE(act->state(), ActState::Armed);
        append(fixture, *withdrawalDraft({fixture.connection->address().origin(), {}, u"other@host"_s},
                                         u"this engine moves away"_s));
        act->confirm(act->radius()->webhook.host);
        QTRY_COMPARE_WITH_TIMEOUT(act->state(), ActState::Changed, 30'000);
        QVERIFY(act->changes().contains(u"Engine"_s));
        QCOMPARE(fixture.demo.overrideRequests().size(), 0u);
        act->read();
        QTRY_COMPARE_WITH_TIMEOUT(act->state(), ActState::NotEnrolled, 30'000);
    }
};

QTEST_GUILESS_MAIN(TestEnrolment)
#include "tst_enrolment.moc"
