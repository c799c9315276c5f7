// SPDX-License-Identifier: Apache-2.0
#include "qml/Controls/textlines.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::controls::TextLines;

class TestTextLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void conformsToTheModelContract()
    {
        TextLines lines;
        const QAbstractItemModelTester tester(&lines);
        lines.setText(u"a\nb"_s);
        lines.setRemovedLines({2});
        lines.setText(u"c"_s);
        QCOMPARE(lines.rowCount(), 1);
    }

    void splitsIntoLines_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("nothing") << u""_s << QStringList();
        QTest::newRow("no line break") << u"a"_s << QStringList{u"a"_s};
        QTest::newRow("last line ended") << u"a\nb\n"_s << QStringList{u"a"_s, u"b"_s};
        QTest::newRow("empty lines stay") << u"\n\na"_s << QStringList{u""_s, u""_s, u"a"_s};
        QTest::newRow("carriage returns") << u"a\r\n\r\nb"_s << QStringList{u"a"_s, u""_s, u"b"_s};
    }
    void splitsIntoLines()
    {
        QFETCH(const QString, text);
        TextLines lines;
        lines.setText(text);
        QStringList shown;
        for (int row = 0; row < lines.rowCount(); ++row)
            shown.append(lines.index(row).data(TextLines::TextRole).toString());
        QTEST(shown, "expected");
        QCOMPARE(lines.text(), text);
    }

    void continuesALongLineWithoutANumber()
    {
        TextLines lines;
        lines.setText(QString(1300, u'x') + u"\nend"_s);
        QCOMPARE(lines.lineCount(), 2);
        QCOMPARE(lines.rowCount(), 4);
        QCOMPARE(lines.index(0).data(TextLines::NumberRole).toInt(), 1);
        QCOMPARE(lines.index(1).data(TextLines::NumberRole).toInt(), 0);
        QCOMPARE(lines.index(3).data(TextLines::NumberRole).toInt(), 2);
        QCOMPARE(lines.index(2).data(TextLines::TextRole).toString().size(), 1300 - 1024);
    }

    void keepsASurrogatePairOnOneRow()
    {
        TextLines lines;
        lines.setText(QString(511, u'x') + u"\U0001F600"_s + u"y"_s);
        QCOMPARE(lines.index(0).data(TextLines::TextRole).toString().size(), 511);
        QCOMPARE(lines.index(1).data(TextLines::TextRole).toString(), u"\U0001F600y"_s);
    }

    void marksRemovedLinesWithTheirContinuation()
    {
        TextLines lines;
        lines.setText(u"a\n"_s + QString(600, u'x') + u"\nb"_s);
        lines.setRemovedLines({2});
        QList<bool> removed;
        for (int row = 0; row < lines.rowCount(); ++row)
            removed.append(lines.index(row).data(TextLines::RemovedRole).toBool());
        QCOMPARE(removed, (QList<bool>{false, true, true, false}));
    }

    void findsForwardAndBackwardAndRound()
    {
        TextLines lines;
        lines.setText(u"force\nb\nFORCE force\nd"_s);
        QCOMPARE(lines.count(u"force"_s, 100), 3);
        QCOMPARE(lines.count(u"force"_s, 2), 2);
        QCOMPARE(lines.find(u"force"_s, -1, true), 0);
        QCOMPARE(lines.find(u"force"_s, 0, true), 2);
        QCOMPARE(lines.find(u"force"_s, 2, true), 0);
        QCOMPARE(lines.find(u"force"_s, 0, false), 2);
        QCOMPARE(lines.find(u"force"_s, 2, false), 0);
        QCOMPARE(lines.find(u"nothing"_s, 0, true), -1);
        QCOMPARE(lines.find(u""_s, 0, true), -1);
    }

    void holdsATextOfTwentyMegabytes()
    {
        TextLines lines;
        lines.setText(QString(20'000'000, u'x'));
        QCOMPARE(lines.rowCount(), 39063);
        QCOMPARE(lines.lineCount(), 1);
        QCOMPARE(lines.text().size(), 20'000'000);
    }
};

QTEST_GUILESS_MAIN(TestTextLines)
#include "tst_textlines.moc"
