// SPDX-License-Identifier: Apache-2.0
#include "core/base/timestamp.h"

#include <QRegularExpression>
#include <QTest>

#include <ctime>

using namespace algenta::base;
using namespace Qt::Literals::StringLiterals;

namespace
{

QDateTime utc(int year, int month, int day, int hour, int minute, int second, int milliseconds = 0)
{
    return QDateTime(QDate(year, month, day), QTime(hour, minute, second, milliseconds), Qt::UTC);
}

} // namespace

class TestTimestamp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void reads_data();
    void reads();
    void marksAnAssumedZone();
    void refuses_data();
    void refuses();
    void leapSecondIsKept();
    void leapSecondOnlyWhereOneCanBe_data();
    void leapSecondOnlyWhereOneCanBe();
    void orders();
    void formats_data();
    void formats();
    void formatsLocalTime();
    void ages_data();
    void ages();
    void writesRfc3339();
};

void TestTimestamp::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    qputenv("TZ", "UTC");
    tzset();
}

void TestTimestamp::cleanup()
{
    qputenv("TZ", "UTC");
    tzset();
}

void TestTimestamp::reads_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QDateTime>("instant");
    QTest::addColumn<QString>("fraction");
    const auto add = [](const char *name, const QString &text, const QDateTime &instant,
                        const QString &fraction = {}) { QTest::newRow(name) << text << instant << fraction; };
    add("seconds", u"2026-11-30T09:39:02Z"_s, utc(2026, 11, 30, 9, 39, 2));
    add("lower case", u"2026-11-30t09:39:02z"_s, utc(2026, 11, 30, 9, 39, 2));
    add("blank", u"2026-11-30 09:39:02Z"_s, utc(2026, 11, 30, 9, 39, 2));
    add("one digit", u"2026-11-30T09:39:02.5Z"_s, utc(2026, 11, 30, 9, 39, 2, 500), u"5"_s);
    add("microseconds", u"2026-11-30T09:39:02.123456+00:00"_s, utc(2026, 11, 30, 9, 39, 2, 123), u"123456"_s);
    add("nanoseconds", u"2023-11-14T22:13:20.123456789Z"_s, utc(2023, 11, 14, 22, 13, 20, 123),
        u"123456789"_s);
    add("rounds down", u"2026-11-30T09:39:02.999999999Z"_s, utc(2026, 11, 30, 9, 39, 2, 999), u"999999999"_s);
    add("zeros stay", u"2026-11-30T09:39:02.1000Z"_s, utc(2026, 11, 30, 9, 39, 2, 100), u"1000"_s);
    add("forty digits", u"2026-11-30T09:39:02."_s + QString(40, u'7') + u'Z',
        utc(2026, 11, 30, 9, 39, 2, 777), QString(40, u'7'));
    add("east", u"2026-11-30T00:30:00+05:30"_s, utc(2026, 11, 29, 19, 0, 0));
    add("west", u"2026-12-31T23:30:00-01:00"_s, utc(2027, 1, 1, 0, 30, 0));
    add("unknown offset", u"2026-11-30T09:39:02-00:00"_s, utc(2026, 11, 30, 9, 39, 2));
    add("leap day", u"2024-02-29T00:00:00Z"_s, utc(2024, 2, 29, 0, 0, 0));
    add("before 1970", u"1969-12-31T23:59:59.25Z"_s, utc(1969, 12, 31, 23, 59, 59, 250), u"25"_s);
    add("first year", u"0001-01-01T00:00:00Z"_s, utc(1, 1, 1, 0, 0, 0));
    add("last year", u"9999-12-31T23:59:59Z"_s, utc(9999, 12, 31, 23, 59, 59));
}

void TestTimestamp::reads()
{
    QFETCH(QString, text);
    QFETCH(QDateTime, instant);
    QFETCH(QString, fraction);
    const Timestamp time = parseTimestamp(text);
    QVERIFY(time.isValid());
    QCOMPARE(time.raw, text);
    QCOMPARE(time.instant, instant);
    QCOMPARE(time.instant.timeSpec(), Qt::UTC);
    QCOMPARE(time.fraction, fraction);
    QVERIFY(!time.leapSecond);
    QVERIFY(!time.zoneAssumed);
}

void TestTimestamp::marksAnAssumedZone()
{
    const Timestamp time = parseTimestamp(u"2026-11-30T09:39:02.5");
    QCOMPARE(time.instant, utc(2026, 11, 30, 9, 39, 2, 500));
    QVERIFY(time.zoneAssumed);
}

void TestTimestamp::refuses_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"",
                             "yesterday",
                             "1700000000",
                             "1700000000000000000",
                             "2026-11-30",
                             "2026-11-30T09:39",
                             "2026-11-30T09:39Z",
                             "2026-02-29T00:00:00Z",
                             "2026-13-01T00:00:00Z",
                             "2026-00-01T00:00:00Z",
                             "2026-11-31T00:00:00Z",
                             "2026-11-30T24:00:00Z",
                             "2026-11-30T09:60:00Z",
                             "2026-11-30T09:39:61Z",
                             "2026-11-30T09:39:02.Z",
                             "2026-11-30T09:39:02,5Z",
                             "2026-11-30T09:39:02+0530",
                             "2026-11-30T09:39:02+05",
                             "2026-11-30T09:39:02+24:00",
                             "2026-11-30T09:39:02+05:60",
                             "2026-11-30T09:39:02+05:3",
                             "2026-11-30T09:39:02ZZ",
                             " 2026-11-30T09:39:02Z",
                             "2026-11-30T09:39:02Z ",
                             "2026-11-30T 9:39:02Z",
                             "26-11-30T09:39:02Z",
                             "-026-11-30T09:39:02Z",
                             "2026-1-30T09:39:02Z",
                             "0000-01-01T00:00:00Z",
                             "2026-11-30T09:39:02 Z",
                             "2026-11-30T+9:39:02Z"}) {
        QTest::addRow("%s", text) << QString::fromLatin1(text);
    }
    QTest::newRow("digits of another script") << u"٢٠٢٦-11-30T09:39:02Z"_s;
}

void TestTimestamp::refuses()
{
    QFETCH(QString, text);
    const Timestamp time = parseTimestamp(text);
    QVERIFY(!time.isValid());
    QCOMPARE(time.raw, text);
    QCOMPARE(formatTimestamp(time), text);
    QCOMPARE(formatAge(time, utc(2026, 1, 1, 0, 0, 0)), QString());
}

void TestTimestamp::leapSecondIsKept()
{
    const Timestamp leap = parseTimestamp(u"2016-12-31T23:59:60Z");
    QVERIFY(leap.isValid());
    QVERIFY(leap.leapSecond);
    QCOMPARE(formatTimestamp(leap), u"2016-12-31 23:59:60 Z"_s);
    QVERIFY(isBefore(parseTimestamp(u"2016-12-31T23:59:59Z"), leap));
    QVERIFY(isBefore(parseTimestamp(u"2016-12-31T23:59:59.9999999Z"), leap));
    QVERIFY(isBefore(leap, parseTimestamp(u"2016-12-31T23:59:60.5Z")));
    QVERIFY(isBefore(leap, parseTimestamp(u"2017-01-01T00:00:00Z")));
    QVERIFY(leap.instant > parseTimestamp(u"2016-12-31T23:59:59Z").instant);
    QCOMPARE(formatTimestamp(parseTimestamp(u"2016-12-31T23:59:60.25Z")), u"2016-12-31 23:59:60.25 Z"_s);
}

void TestTimestamp::leapSecondOnlyWhereOneCanBe_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isAccepted");
    QTest::newRow("June") << u"2015-06-30T23:59:60Z"_s << true;
    QTest::newRow("other zone") << u"2017-01-01T08:59:60+09:00"_s << true;
    QTest::newRow("no zone") << u"2016-12-31T23:59:60"_s << true;
    QTest::newRow("midday") << u"2016-12-31T12:59:60Z"_s << false;
    QTest::newRow("inside a month") << u"2016-12-30T23:59:60Z"_s << false;
    QTest::newRow("local midnight") << u"2016-12-31T23:59:60+09:00"_s << false;
}

void TestTimestamp::leapSecondOnlyWhereOneCanBe()
{
    QFETCH(QString, text);
    QFETCH(bool, isAccepted);
    const Timestamp time = parseTimestamp(text);
    QCOMPARE(time.isValid(), isAccepted);
    QCOMPARE(time.leapSecond, isAccepted);
    QCOMPARE(time.raw, text);
}

void TestTimestamp::orders()
{
    const QStringList ascending{u"a: not a time"_s,
                                u"b: not a time"_s,
                                u"2026-11-30T09:39:02Z"_s,
                                u"2026-11-30T09:39:02.0001Z"_s,
                                u"2026-11-30T09:39:02.00012Z"_s,
                                u"2026-11-30T09:39:02.001Z"_s,
                                u"2026-11-30T09:00:03-00:39"_s};
    for (qsizetype left = 0; left < ascending.size(); ++left) {
        for (qsizetype right = 0; right < ascending.size(); ++right) {
            QCOMPARE(isBefore(parseTimestamp(ascending.at(left)), parseTimestamp(ascending.at(right))),
                     left < right);
        }
    }
    const Timestamp plain = parseTimestamp(u"2026-11-30T09:39:02Z");
    const Timestamp zeros = parseTimestamp(u"2026-11-30T10:39:02.000000+01:00");
    QVERIFY(!isBefore(plain, zeros) && !isBefore(zeros, plain));
}

void TestTimestamp::formats_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("all digits") << u"2026-11-30T09:39:02.123456789Z"_s
                                << u"2026-11-30 09:39:02.123456789 Z"_s;
    QTest::newRow("no digits") << u"2026-11-30T09:39:02Z"_s << u"2026-11-30 09:39:02 Z"_s;
    QTest::newRow("other zone") << u"2026-11-30T09:39:02.50+01:00"_s << u"2026-11-30 08:39:02.50 Z"_s;
    QTest::newRow("no zone") << u"2026-11-30T09:39:02"_s << u"2026-11-30 09:39:02 Z (assumed)"_s;
    QTest::newRow("not a time") << u"1700000000000000000"_s << u"1700000000000000000"_s;
}

void TestTimestamp::formats()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QCOMPARE(formatTimestamp(parseTimestamp(text)), shown);
}

void TestTimestamp::formatsLocalTime()
{
    qputenv("TZ", "XXX-05:30");
    tzset();
    QCOMPARE(formatTimestamp(parseTimestamp(u"2026-11-30T20:39:02.123456Z"), TimeZoneShown::Local),
             u"2026-12-01 02:09:02.123456 +05:30"_s);
    QCOMPARE(formatTimestamp(parseTimestamp(u"2016-12-31T23:59:60Z"), TimeZoneShown::Local),
             u"2017-01-01 05:29:60 +05:30"_s);
    qputenv("TZ", "XXX+03:30");
    tzset();
    QCOMPARE(formatTimestamp(parseTimestamp(u"2026-11-30T20:39:02Z"), TimeZoneShown::Local),
             u"2026-11-30 17:09:02 -03:30"_s);
}

void TestTimestamp::ages_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("age");
    QTest::newRow("same") << u"2026-11-30T12:00:00Z"_s << u"just now"_s;
    QTest::newRow("half a second ahead") << u"2026-11-30T12:00:00.5Z"_s << u"just now"_s;
    QTest::newRow("ahead") << u"2026-11-30T12:00:03.2Z"_s << u"clock ahead by 3 s"_s;
    QTest::newRow("far ahead") << u"2026-11-30T14:30:00Z"_s << u"clock ahead by 2 h"_s;
    QTest::newRow("seconds") << u"2026-11-30T11:59:01Z"_s << u"59 s ago"_s;
    QTest::newRow("minutes") << u"2026-11-30T11:57:01Z"_s << u"2 min ago"_s;
    QTest::newRow("hours") << u"2026-11-29T12:00:01Z"_s << u"23 h ago"_s;
    QTest::newRow("days") << u"2026-11-20T12:00:00Z"_s << u"10 d ago"_s;
}

void TestTimestamp::ages()
{
    QFETCH(QString, text);
    QFETCH(QString, age);
    QCOMPARE(formatAge(parseTimestamp(text), utc(2026, 11, 30, 12, 0, 0)), age);
}

void TestTimestamp::writesRfc3339()
{
    QCOMPARE(toRfc3339(utc(2026, 11, 30, 9, 39, 2, 123)), u"2026-11-30T09:39:02.123Z"_s);
    QCOMPARE(toRfc3339(utc(2026, 11, 30, 9, 39, 2)), u"2026-11-30T09:39:02.000Z"_s);
    QCOMPARE(toRfc3339(QDateTime(QDate(2026, 11, 30), QTime(1, 0), Qt::OffsetFromUTC, 7200)),
             u"2026-11-29T23:00:00.000Z"_s);
    QCOMPARE(toRfc3339(QDateTime()), QString());
}

QTEST_APPLESS_MAIN(TestTimestamp)
#include "tst_timestamp.moc"
