// SPDX-License-Identifier: Apache-2.0
#include "core/base/recordfilter.h"

#include <QHash>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::base;

class TestRecordFilter : public QObject
{
    Q_OBJECT

    static QList<FilterField> fields()
    {
        return {{u"gate"_s}, {u"who"_s}, {u"confidence"_s, FieldKind::Number}, {u"when"_s, FieldKind::Time}};
    }
    static bool matches(const QString &text)
    {
        static const QHash<QString, QString> record{{u"gate"_s, u"risk_floor"_s},
                                                    {u"who"_s, u"Replenish-2 Hamburg"_s},
                                                    {u"confidence"_s, u"0.410"_s},
                                                    {u"when"_s, u"2026-11-30T09:00:00.123456Z"_s}};
        const auto filter = RecordFilter::parse(text, fields());
        const QDateTime now = QDateTime::fromString(u"2026-11-30T12:00:00Z"_s, Qt::ISODate);
        return filter && filter->matches([](const QString &field) { return record.value(field); }, now);
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void termsSelect_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("found");
        QTest::newRow("nothing asked") << QString() << true;
        QTest::newRow("word in any field, any case") << u"hamburg"_s << true;
        QTest::newRow("word in no field") << u"bremen"_s << false;
        QTest::newRow("quoted words") << u"\"2 hamburg\""_s << true;
        QTest::newRow("part of a field") << u"gate:risk"_s << true;
        QTest::newRow("exact") << u"gate=risk"_s << false;
        QTest::newRow("exact, whole") << u"gate=risk_floor"_s << true;
        QTest::newRow("quoted value") << u"who=\"Replenish-2 Hamburg\""_s << true;
        QTest::newRow("not") << u"not gate:risk"_s << false;
        QTest::newRow("all must hold") << u"gate:risk confidence<0.3"_s << false;
        QTest::newRow("number below") << u"confidence<0.5"_s << true;
        QTest::newRow("number at most, other digits") << u"confidence<=0.41"_s << true;
        QTest::newRow("number above") << u"confidence>0.41"_s << false;
        QTest::newRow("younger than") << u"when<4h"_s << true;
        QTest::newRow("older than") << u"when>4h"_s << false;
        QTest::newRow("time prefix") << u"when:2026-11"_s << true;
        QTest::newRow("after a day") << u"when>2026-11-30"_s << true;
        QTest::newRow("before a month") << u"when<2026-11"_s << false;
    }
    Q_SLOT void termsSelect()
    {
        QFETCH(QString, text);
        QFETCH(bool, found);
        QCOMPARE(matches(text), found);
    }

    Q_SLOT void badTermsAreNamed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("named");
        QTest::newRow("unknown field") << u"gates:risk"_s << u"gates"_s;
        QTest::newRow("text has no order") << u"gate<x"_s << u"gate"_s;
        QTest::newRow("not a number") << u"confidence<much"_s << u"much"_s;
        QTest::newRow("not a time") << u"when<soon"_s << u"soon"_s;
        QTest::newRow("lone not") << u"gate:risk not"_s << u"not"_s;
        QTest::newRow("open quotation") << u"\"gate"_s << u"quotation"_s;
    }
    Q_SLOT void badTermsAreNamed()
    {
        QFETCH(QString, text);
        QFETCH(QString, named);
        const auto filter = RecordFilter::parse(text, fields());
        QVERIFY(!filter.has_value());
        QCOMPARE(filter.error().code, ErrorCode::InvalidInput);
        QVERIFY2(filter.error().message.contains(named), qPrintable(filter.error().message));
    }

    Q_SLOT void recordWithoutTheFieldMatchesNoComparison()
    {
        const auto filter = RecordFilter::parse(u"confidence<1", fields());
        QVERIFY(filter.has_value());
        QVERIFY(!filter->matches([](const QString &) { return QString(); }, QDateTime::currentDateTimeUtc()));
    }
};

QTEST_GUILESS_MAIN(TestRecordFilter)
#include "tst_recordfilter.moc"
