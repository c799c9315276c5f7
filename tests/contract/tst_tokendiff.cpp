// SPDX-License-Identifier: Apache-2.0
#include "core/contract/tokendiff.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::contract::DiffGrain;
using algenta::contract::DiffLimits;
using algenta::contract::diffText;
using algenta::contract::RunKind;
using algenta::contract::TextDiff;
using algenta::contract::TextRun;

namespace
{

QString side(const TextDiff &diff, RunKind own)
{
    QString text;
    for (const TextRun &run : diff.runs) {
        if (run.kind == RunKind::Kept || run.kind == own)
            text += run.text;
    }
    return text;
}

/** "kept", "[-removed-]", "{+added+}" */
QString marked(const TextDiff &diff)
{
    QString text;
    for (const TextRun &run : diff.runs) {
        text += run.kind == RunKind::Kept      ? run.text
                : run.kind == RunKind::Removed ? u"[-%1-]"_s.arg(run.text)
                                               : u"{+%1+}"_s.arg(run.text);
    }
    return text;
}

} // namespace

class TestTokenDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void marksTheWordsThatChanged_data();
    void marksTheWordsThatChanged();
    void givesBothTextsBack();
    void takesTheShortestWay();
    void takesACoarserGrainForLargeDifferences();
};

void TestTokenDiff::marksTheWordsThatChanged_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("expected");
    QTest::newRow("equal") << u"one two"_s << u"one two"_s << u"one two"_s;
    QTest::newRow("both empty") << QString() << QString() << QString();
    QTest::newRow("all new") << QString() << u"one"_s << u"{+one+}"_s;
    QTest::newRow("all gone") << u"one"_s << QString() << u"[-one-]"_s;
    QTest::newRow("one word") << u"Runs a query."_s << u"Runs the query."_s << u"Runs [-a-]{+the+} query."_s;
    QTest::newRow("one mark") << u"a, b"_s << u"a; b"_s << u"a[-,-]{+;+} b"_s;
    QTest::newRow("marks stand alone") << u"a))"_s << u"a)"_s << u"a)[-)-]"_s;
    QTest::newRow("name with underscores")
        << u"query_data now"_s << u"query_batch now"_s << u"[-query_data-]{+query_batch+} now"_s;
    QTest::newRow("a phrase") << u"say one two now"_s << u"say red blue now"_s
                              << u"say [-one two-]{+red blue+} now"_s;
    QTest::newRow("no phrase over lines")
        << u"one\ntwo"_s << u"red\nblue"_s << u"[-one-]{+red+}\n[-two-]{+blue+}"_s;
    QTest::newRow("a sentence written anew") << u"Return a long answer"_s << u"Whole a different one"_s
                                             << u"[-Return a long answer-]{+Whole a different one+}"_s;
    QTest::newRow("what says more stays")
        << u"on the table"_s << u"in the chair"_s << u"[-on-]{+in+} the [-table-]{+chair+}"_s;
    QTest::newRow("word at the end") << u"a b"_s << u"a b c"_s << u"a b{+ c+}"_s;
    QTest::newRow("combining mark") << u"cafe\u0301 x"_s << u"cafe x"_s << u"[-cafe\u0301-]{+cafe+} x"_s;
    QTest::newRow("pairs stay whole")
        << u"\U0001F600"_s << u"\U0001F601"_s << u"[-\U0001F600-]{+\U0001F601+}"_s;
}

void TestTokenDiff::marksTheWordsThatChanged()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, expected);
    const TextDiff diff = diffText(before, after);
    QCOMPARE(marked(diff), expected);
    QCOMPARE(diff.grain, DiffGrain::Tokens);
    QCOMPARE(diff.same(), before == after);
}

void TestTokenDiff::givesBothTextsBack()
{
    const quint32 seed = 20260511;
    QRandomGenerator random(seed);
    const QStringList words{u"a"_s, u"b"_s, u" "_s, u"\n"_s, u","_s, u"é"_s, QString(QChar(0xD800))};
    const auto text = [&random, &words] {
        QString made;
        const int length = random.bounded(30);
        for (int i = 0; i < length; ++i)
            made += words[random.bounded(words.size())];
        return made;
    };
    for (int i = 0; i < 5000; ++i) {
        const QString before = text();
        const QString after = text();
        const DiffLimits limits{.maxTokens = random.bounded(60), .maxEdits = random.bounded(20)};
        const TextDiff diff = diffText(before, after, limits);
        QCOMPARE(side(diff, RunKind::Removed), before);
        QCOMPARE(side(diff, RunKind::Added), after);
        for (qsizetype at = 1; at < diff.runs.size(); ++at) {
            QVERIFY(diff.runs[at].kind != diff.runs[at - 1].kind);
            QVERIFY(diff.runs[at].kind != RunKind::Removed || diff.runs[at - 1].kind != RunKind::Added);
        }
    }
}

void TestTokenDiff::takesTheShortestWay()
{
    // The longest common sequence of the two has eight marks and letters, of 13 and 11.
    const QString before = u"a.b.c.a.b.b.a"_s;
    const QString after = u"c.b.a.b.a.c"_s;
    QCOMPARE(diffText(before, after, {.maxTokens = 100, .maxEdits = 8}).grain, DiffGrain::Tokens);
    QVERIFY(diffText(before, after, {.maxTokens = 100, .maxEdits = 7}).grain != DiffGrain::Tokens);
}

void TestTokenDiff::takesACoarserGrainForLargeDifferences()
{
    const QString before = u"start\none two three four\nend"_s;
    const QString after = u"start\nfive,six,seven,eight\nend"_s;
    const TextDiff lines = diffText(before, after, {.maxTokens = 1000, .maxEdits = 3});
    QCOMPARE(lines.grain, DiffGrain::Lines);
    QCOMPARE(marked(lines), u"start\n[-one two three four\n-]{+five,six,seven,eight\n+}end"_s);
    const TextDiff whole = diffText(before, after, {.maxTokens = 1, .maxEdits = 3});
    QCOMPARE(whole.grain, DiffGrain::Whole);
    QCOMPARE(marked(whole), u"start\n[-one two three four-]{+five,six,seven,eight+}\nend"_s);
}

QTEST_APPLESS_MAIN(TestTokenDiff)
#include "tst_tokendiff.moc"
