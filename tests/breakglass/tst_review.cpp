// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/drill.h"
#include "core/breakglass/review.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;
using journal::EntryKind;

namespace
{

QDateTime at(int hours)
{
    return QDateTime::fromString(u"2026-11-30T12:00:00Z"_s, Qt::ISODate).addSecs(hours * 3600);
}

journal::Entry entry(EntryKind kind, qint64 seq, const QString &act, int hours,
                     base::Json details = base::Json::object())
{
    journal::Entry entry;
    entry.seq = seq;
    entry.time = at(hours);
    entry.draft = {kind, u"ada@desk"_s, u"https://e:443"_s, u"dec_"_s + act, act, std::move(details)};
    return entry;
}

base::Json outcome(const QString &name, bool sent)
{
    return base::Json::object(
        {{u"outcome"_s, base::Json::string(name)}, {u"sent"_s, base::Json::boolean(sent)}});
}

base::Json drillDetails()
{
    base::Json details = base::Json::object();
    markDrill(details);
    return details;
}

} // namespace

/** What is owed after an act, and before the next one is armed. */
class TestReview : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void sentActsAreDue()
    {
        const QList<journal::Entry> entries{
            entry(EntryKind::Reviewed, 9, u"reviewed"_s, 30),
            entry(EntryKind::Intent, 1, u"sent"_s, 0),
            entry(EntryKind::Outcome, 2, u"sent"_s, 2, outcome(u"receipt"_s, true)),
            entry(EntryKind::Intent, 3, u"unsent"_s, 0),
            entry(EntryKind::Outcome, 4, u"unsent"_s, 0, outcome(u"failure"_s, false)),
            entry(EntryKind::Intent, 5, u"crashed"_s, 1),
            entry(EntryKind::Intent, 6, u"drilled"_s, 0, drillDetails()),
            entry(EntryKind::Outcome, 7, u"drilled"_s, 0, outcome(u"receipt"_s, true)),
            entry(EntryKind::Intent, 8, u"reviewed"_s, 0),
            entry(EntryKind::Note, 10, u"other"_s, 0),
        };
        const QList<DueReview> due = dueReviews(entries);
        QCOMPARE(due.size(), 2);
        QCOMPARE(due.at(0).actId, u"crashed"_s);
        QCOMPARE(due.at(0).due, at(1 + 72));
        QCOMPARE(due.at(1).actId, u"sent"_s);
        QCOMPARE(due.at(1).due, at(2 + 72));
        QCOMPARE(due.at(1).outcome, u"receipt"_s);
        QVERIFY(overdueReviews(entries, at(72)).isEmpty());
        QCOMPARE(overdueReviews(entries, at(73)).size(), 1);
        QCOMPARE(overdueReviews(entries, at(1000)).size(), 2);
        const base::Error error = overdueError(overdueReviews(entries, at(1000)));
        QVERIFY2(error.message.contains(u"crashed") && error.message.contains(u"1 more"),
                 qPrintable(error.message));
    }

    Q_SLOT void reviewSaysWhoseItIs()
    {
        const QList<DueReview> due = dueReviews({entry(EntryKind::Intent, 1, u"x"_s, 0)});
        QCOMPARE(due.size(), 1);
        const QString text = u"right, the supplier confirmed"_s;
        const auto own = reviewedDraft(due.constFirst(), text, u"ada@desk"_s);
        QVERIFY(own.has_value());
        QVERIFY(own->details[u"self"].toBool());
        QCOMPARE(own->actId, u"x"_s);
        const auto other = reviewedDraft(due.constFirst(), text, u"bo@desk"_s);
        QVERIFY(other.has_value() && !other->details[u"self"].toBool(true));
        QCOMPARE(other->details[u"by"].toString(), u"bo@desk"_s);
        QVERIFY(!reviewedDraft(due.constFirst(), u"fine"_s, u"bo@desk"_s).has_value());
    }

    Q_SLOT void drillsGoOutOfDate()
    {
        QVERIFY(!lastDrill({}).has_value());
        QVERIFY(!drillWarning(std::nullopt, at(0)).isEmpty());
        journal::Entry damaged = entry(EntryKind::DrillDone, 3, u"d"_s, 50, drillDetails());
        damaged.fault = u"changed"_s;
        const auto last = lastDrill({entry(EntryKind::DrillDone, 1, u"b"_s, 10, drillDetails()),
                                     entry(EntryKind::DrillDone, 2, u"a"_s, 5, drillDetails()), damaged,
                                     entry(EntryKind::Outcome, 4, u"c"_s, 60, drillDetails())});
        QVERIFY(last.has_value());
        QCOMPARE(*last, at(10));
        QVERIFY(drillWarning(last, last->addDays(90)).isEmpty());
        QVERIFY(drillWarning(last, last->addDays(91)).contains(u"91 days"));
    }
};

QTEST_GUILESS_MAIN(TestReview)
#include "tst_review.moc"
