// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/armingrecord.h"
#include "core/breakglass/drill.h"
#include "tests/breakglass/records.h"

#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;
using journal::EntryKind;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace
{

Moment moment(int wall, int boot, int awake)
{
    return {QDateTime::fromString(u"2026-11-30T12:00:00Z"_s, Qt::ISODate).addSecs(wall), seconds(1000 + boot),
            seconds(500 + awake)};
}

Arming arming(int duration = 900)
{
    Arming arming;
    arming.request.reason = u"the supplier called twice"_s;
    arming.request.duration = seconds(duration);
    arming.keyFingerprint = "ab12"_ba;
    arming.at = moment(0, 0, 0);
    arming.seq = 7;
    return arming;
}

journal::Entry entryOf(const journal::Draft &draft, qint64 seq)
{
    journal::Entry entry;
    entry.seq = seq;
    entry.draft = draft;
    return entry;
}

journal::Entry armedBy(const QString &process, qint64 seq)
{
    ActIdentity act;
    act.actId = u"act-%1"_s.arg(seq);
    act.actor = u"tester@host"_s;
    journal::Draft draft = armedDraft(act, arming(), computeRadius(test::confidenceInput()));
    draft.details.set(u"process"_s, base::Json::string(process));
    return entryOf(draft, seq);
}

} // namespace

class TestArming : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void timeRunsByTheClockThatSaysLess_data()
    {
        QTest::addColumn<int>("wall");
        QTest::addColumn<int>("boot");
        QTest::addColumn<int>("left");
        QTest::newRow("just armed") << 0 << 0 << 900;
        QTest::newRow("a minute") << 60 << 60 << 840;
        QTest::newRow("to the second") << 899 << 899 << 1;
        QTest::newRow("over") << 900 << 900 << 0;
        QTest::newRow("long over") << 9000 << 9000 << 0;
        QTest::newRow("wall clock set back does not extend") << -3600 << 600 << 300;
        QTest::newRow("wall clock set back, over all the same") << -3600 << 900 << 0;
        QTest::newRow("wall clock set forward ends it") << 3600 << 10 << 0;
        QTest::newRow("wall clock a little ahead") << 300 << 100 << 600;
        QTest::newRow("never more than the whole") << -50 << -50 << 900;
    }
    Q_SLOT void timeRunsByTheClockThatSaysLess()
    {
        QFETCH(int, wall);
        QFETCH(int, boot);
        QFETCH(int, left);
        const Moment now = moment(wall, boot, boot);
        QCOMPARE(arming().remaining(now), milliseconds(seconds(left)));
        QCOMPARE(arming().isOver(now), left == 0);
        QVERIFY(!arming().slept(now));
    }

    Q_SLOT void sleepIsWhatOneClockMisses()
    {
        QVERIFY(!arming().slept(moment(100, 100, 99)));
        QVERIFY(arming().slept(moment(100, 100, 98)));
        QVERIFY(arming().slept(moment(0, 100, 10)));
    }

    Q_SLOT void requestNeedsReasonTimeAndCategory()
    {
        ArmRequest request = arming().request;
        QVERIFY(checkArmRequest(request, false).has_value());
        QVERIFY(!checkArmRequest(request, true).has_value());
        request.category = ActCategory::Drill;
        QVERIFY(!checkArmRequest(request, false).has_value());
        QVERIFY(checkArmRequest(request, true).has_value());
        request.category = ActCategory::Outage;
        request.duration = longestArming + seconds(1);
        QVERIFY(!checkArmRequest(request, false).has_value());
        request.duration = shortestArming - seconds(1);
        QVERIFY(!checkArmRequest(request, false).has_value());
        request.duration = shortestArming;
        request.reason = u"a b c d e f g h i"_s;
        QVERIFY(!checkArmRequest(request, false).has_value());
        request.reason += u" j"_s;
        QVERIFY(checkArmRequest(request, false).has_value());
        for (const ActCategory category : offeredCategories())
            QCOMPARE(actCategoryFromName(actCategoryName(category)).value_or(ActCategory::Drill), category);
        QVERIFY(!actCategoryFromName(u"emergency"_s).has_value());
    }

    Q_SLOT void everyEndHasItsWords()
    {
        QSet<QString> names;
        for (int cause = 0; cause <= static_cast<int>(ArmingCause::Transport); ++cause) {
            const ArmingEnd end{ArmingHow::Disarmed, static_cast<ArmingCause>(cause)};
            names.insert(armingCauseName(end.cause));
            QVERIFY(armingEndSentence(end).startsWith(u"Disarmed: nothing was sent"));
            QVERIFY(armingEndSentence(end).size() >
                    armingEndSentence({ArmingHow::Disarmed, ArmingCause(99)}).size());
        }
        QCOMPARE(names.size(), static_cast<int>(ArmingCause::Transport) + 1);
        QVERIFY(!names.contains(QString()));
    }

    Q_SLOT void armedEntryHoldsFactsAndNoKey()
    {
        const journal::Entry entry = armedBy(u"x"_s, 7);
        const base::Json &details = entry.draft.details;
        QCOMPARE(details[u"reason"].toString(), u"the supplier called twice"_s);
        QCOMPARE(details[u"until"].toString(), u"2026-11-30T12:15:00.000Z"_s);
        QCOMPARE(details[u"key_fingerprint"].toString(), u"ab12"_s);
        QCOMPARE(details[u"fields"].at(0).toString(), u"override_safety"_s);
        QCOMPARE(details[u"tls_pin"].toString(), QString());
        QVERIFY(details[u"radius"][u"lines"].size() > 5);
        QVERIFY(!isDrill(entry.draft));
        const journal::Draft closed =
            armingClosedDraft(entry.draft, 7, {ArmingHow::Expired, ArmingCause::TimeOver}, u"a@b"_s);
        QCOMPARE(closed.kind, EntryKind::ArmingClosed);
        QCOMPARE(closed.actId, entry.draft.actId);
        QCOMPARE(closed.details[u"how"].toString(), u"expired"_s);
        QCOMPARE(closed.details[u"armed"].toString(), u"7"_s);
    }

    Q_SLOT void processIsKnownWhileItRuns()
    {
        const QString own = processIdentity();
        QCOMPARE(own.count(u'/'), 2);
        QVERIFY(isRunning(own));
        QVERIFY(!isRunning(QString()));
        QVERIFY(!isRunning(u"x/1/1"_s));
        QString otherStart = own;
        otherStart.replace(own.section(u'/', 2), u"1"_s);
        QVERIFY2(!isRunning(otherStart), "a process id that was given again is another process");
        QString otherBoot = own;
        otherBoot[0] = own.at(0) == u'0' ? u'1' : u'0';
        QVERIFY(!isRunning(otherBoot));
        QProcess child;
        child.start(u"/bin/cat"_s, QStringList());
        QVERIFY(child.waitForStarted());
        const QString boot = own.section(u'/', 0, 0);
        const QString pid = QString::number(child.processId());
        QFile stat(u"/proc/%1/stat"_s.arg(pid));
        QVERIFY(stat.open(QIODevice::ReadOnly));
        const QString start = QString::fromLatin1(stat.readAll()).section(u") "_s, -1).section(u' ', 19, 19);
        const QString identity = boot + u'/' + pid + u'/' + start;
        QVERIFY(isRunning(identity));
        child.closeWriteChannel();
        QVERIFY(child.waitForFinished());
        QVERIFY(!isRunning(identity));
    }

    Q_SLOT void onlyWhatIsOwedIsClosed()
    {
        const QString gone = u"boot/1/1"_s;
        const journal::Entry closedBefore = armedBy(gone, 1);
        const journal::Entry stillRuns = armedBy(processIdentity(), 2);
        const journal::Entry unused = armedBy(gone, 3);
        const journal::Entry used = armedBy(gone, 4);
        journal::Draft intent;
        intent.kind = EntryKind::Intent;
        intent.actId = used.draft.actId;
        intent.details = base::Json::object({{u"armed"_s, base::Json::string(u"4"_s)}});
        const QList<journal::Entry> entries{
            closedBefore,
            stillRuns,
            unused,
            used,
            entryOf(intent, 5),
            entryOf(armingClosedDraft(closedBefore.draft, 1, {}, u"a@b"_s), 6),
        };
        const QList<journal::Draft> owed = owedClosings(entries, u"a@b"_s);
        QCOMPARE(owed.size(), 2);
        QCOMPARE(owed.at(0).actId, unused.draft.actId);
        QCOMPARE(owed.at(0).details[u"how"].toString(), u"disarmed"_s);
        QCOMPARE(owed.at(0).details[u"cause"].toString(), u"restart"_s);
        QCOMPARE(owed.at(1).actId, used.draft.actId);
        QCOMPARE(owed.at(1).details[u"how"].toString(), u"used"_s);
    }
};

QTEST_GUILESS_MAIN(TestArming)
#include "tst_arming.moc"
