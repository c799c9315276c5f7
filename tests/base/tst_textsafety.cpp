// SPDX-License-Identifier: Apache-2.0
#include "core/base/textsafety.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace algenta::base;
using namespace Qt::Literals::StringLiterals;

class TestTextSafety : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void marksWhatCannotBeSeen_data();
    void marksWhatCannotBeSeen();
    void leavesReadableText_data();
    void leavesReadableText();
    void keepsLineBreaksOnlyOnRequest();
    void noCodePointEscapes();
    void elides();
    void elidesHugeText();
    void elisionCutsBetweenCodePoints();
    void isolates();
    void findsMixedScripts_data();
    void findsMixedScripts();
    void namesCodePoints();
    void terminalTextCarriesNoEscapes_data();
    void terminalTextCarriesNoEscapes();
    void quotesForTheShell_data();
    void quotesForTheShell();
    void refusesToQuote_data();
    void refusesToQuote();
};

void TestTextSafety::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestTextSafety::marksWhatCannotBeSeen_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("visible");
    QTest::newRow("right-to-left override") << u"a\u202Egnp.elif_ngineb"_s << u"a<U+202E>gnp.elif_ngineb"_s;
    QTest::newRow("isolates") << u"\u2066a\u2069"_s << u"<U+2066>a<U+2069>"_s;
    QTest::newRow("tag character") << u"benign\U000E0041evil"_s << u"benign<U+E0041>evil"_s;
    QTest::newRow("Hangul filler") << u"a\u3164"_s << u"a<U+3164>"_s;
    QTest::newRow("half-width Hangul filler") << u"a\uFFA0"_s << u"a<U+FFA0>"_s;
    QTest::newRow("Hangul jamo fillers") << u"\u115F\u1160"_s << u"<U+115F><U+1160>"_s;
    QTest::newRow("word joiner") << u"a\u2060b"_s << u"a<U+2060>b"_s;
    QTest::newRow("zero-width space") << u"a\u200Bb"_s << u"a<U+200B>b"_s;
    QTest::newRow("zero-width joiner") << u"a\u200Db"_s << u"a<U+200D>b"_s;
    QTest::newRow("soft hyphen") << u"pay\u00ADload"_s << u"pay<U+00AD>load"_s;
    QTest::newRow("byte order mark") << u"\uFEFFa"_s << u"<U+FEFF>a"_s;
    QTest::newRow("variation selector") << u"a\uFE0F"_s << u"a<U+FE0F>"_s;
    QTest::newRow("supplementary variation selector") << u"a\U000E0100"_s << u"a<U+E0100>"_s;
    QTest::newRow("Mongolian selectors") << u"\u180B\u180E\u180F"_s << u"<U+180B><U+180E><U+180F>"_s;
    QTest::newRow("grapheme joiner") << u"a\u034Fb"_s << u"a<U+034F>b"_s;
    QTest::newRow("blank Braille") << u"a\u2800b"_s << u"a<U+2800>b"_s;
    QTest::newRow("object replacement") << u"\uFFFC"_s << u"<U+FFFC>"_s;
    QTest::newRow("escape") << u"\x1b[2J"_s << u"<U+001B>[2J"_s;
    QTest::newRow("C1 sequence introducer") << u"\u009b2J"_s << u"<U+009B>2J"_s;
    QTest::newRow("delete") << u"\x7f"_s << u"<U+007F>"_s;
    QTest::newRow("carriage return") << u"good\rbad"_s << u"good<U+000D>bad"_s;
    QTest::newRow("line feed and tab") << u"a\n\tb"_s << u"a<U+000A><U+0009>b"_s;
    QTest::newRow("zero") << QString(QChar(u'\0')) << u"<U+0000>"_s;
    QTest::newRow("line separator") << u"a\u2028b\u2029"_s << u"a<U+2028>b<U+2029>"_s;
    QTest::newRow("private use") << u"\uE000\U000F0000"_s << u"<U+E000><U+F0000>"_s;
    QTest::newRow("unassigned") << u"\u0378\U000E1000"_s << u"<U+0378><U+E1000>"_s;
    QTest::newRow("non-character") << u"\uFFFE"_s << u"<U+FFFE>"_s;
    QTest::newRow("lone high surrogate") << QString(QChar(0xD83D)) + u'a' << u"<U+D83D>a"_s;
    QTest::newRow("lone low surrogate at the end") << u'a' + QString(QChar(0xDCB2)) << u"a<U+DCB2>"_s;
}

void TestTextSafety::marksWhatCannotBeSeen()
{
    QFETCH(QString, text);
    QFETCH(QString, visible);
    QCOMPARE(visibleText(text), visible);
}

void TestTextSafety::leavesReadableText_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("ASCII") << u" !\"#<b>&amp;~"_s;
    QTest::newRow("accents, composed and not") << u"é e\u0301"_s;
    QTest::newRow("Arabic with vowel marks") << u"مُحَمَّد"_s;
    QTest::newRow("Hebrew with points") << u"שָׁלוֹם"_s;
    QTest::newRow("Hindi") << u"हिन्दी"_s;
    QTest::newRow("Thai") << u"ภาษาไทย ที่นี่"_s;
    QTest::newRow("Japanese") << u"日本語、カタカナ"_s;
    QTest::newRow("emoji") << u"😀"_s;
    QTest::newRow("replacement character") << u"\uFFFD"_s;
}

void TestTextSafety::leavesReadableText()
{
    QFETCH(QString, text);
    QCOMPARE(visibleText(text), text);
}

void TestTextSafety::keepsLineBreaksOnlyOnRequest()
{
    QCOMPARE(visibleText(u"a\tb\nc\rd\u2028", LineBreaks::Keep), u"a\tb\nc<U+000D>d<U+2028>"_s);
}

void TestTextSafety::noCodePointEscapes()
{
    // Every code point of the first planes and a sample of the nearly empty ones.
    for (char32_t point = 0; point <= QChar::LastValidCodePoint; point += point < 0x20000 ? 1 : 61) {
        const QString text = QChar::isSurrogate(point) ? QString(QChar(static_cast<char16_t>(point)))
                                                       : QStringView(QChar::fromUcs4(point)).toString();
        const QChar::Category category = QChar::category(point);
        const bool isHidden = (category >= QChar::Other_Control && category <= QChar::Other_NotAssigned) ||
                              category == QChar::Separator_Line || category == QChar::Separator_Paragraph;
        if (isHidden) {
            QCOMPARE(visibleText(text), u'<' + codePoints(text) + u'>');
        }
    }
}

void TestTextSafety::elides()
{
    QCOMPARE(elidedText(u"12345", 5), u"12345"_s);
    QCOMPARE(elidedText(u"123456789", 5), u"12345… (4 more characters)"_s);
    QCOMPARE(elidedText(u"", 0), QString());
    QCOMPARE(elidedText(u"ab", 0), u"… (2 more characters)"_s);
}

void TestTextSafety::elidesHugeText()
{
    const QString text(5 * 1024 * 1024, u'A');
    QCOMPARE(elidedText(text), QString(512, u'A') + u"… (5242368 more characters)"_s);
}

void TestTextSafety::elisionCutsBetweenCodePoints()
{
    QCOMPARE(elidedText(u"abc\u202Ed", 10), u"abc… (2 more characters)"_s);
    QCOMPARE(elidedText(u"ab😀", 3), u"ab… (2 more characters)"_s);
}

void TestTextSafety::isolates()
{
    QCOMPARE(isolatedText(u"a\u202Eb\u2069c"), u"\u2068a<U+202E>b<U+2069>c\u2069"_s);
}

void TestTextSafety::findsMixedScripts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isMixed");
    QTest::newRow("Latin") << u"verify_user-2"_s << false;
    QTest::newRow("Armenian among Latin") << u"verify_սser"_s << true;
    QTest::newRow("Cyrillic among Latin") << u"p\u0430yload"_s << true;
    QTest::newRow("Cyrillic alone") << u"решение"_s << false;
    QTest::newRow("Greek among Latin") << u"\u03BFpen"_s << true;
    QTest::newRow("Latin with combining accent") << u"cafe\u0301"_s << false;
    QTest::newRow("digits and punctuation") << u"12:30 – €5"_s << false;
    QTest::newRow("Japanese") << u"日本語のカタカナ"_s << false;
    QTest::newRow("Korean with Han") << u"한국韓國"_s << false;
    QTest::newRow("Kana with Hangul") << u"カ한"_s << true;
    QTest::newRow("Kana, Han, Hangul") << u"カ漢한"_s << true;
    QTest::newRow("Han with Latin") << u"漢a"_s << true;
    QTest::newRow("beyond the BMP") << u"a\U00010400"_s << true;
    QTest::newRow("nothing") << QString() << false;
}

void TestTextSafety::findsMixedScripts()
{
    QFETCH(QString, text);
    QFETCH(bool, isMixed);
    QCOMPARE(hasMixedScripts(text), isMixed);
}

void TestTextSafety::namesCodePoints()
{
    QCOMPARE(codePoints(u"e\u0301😀"), u"U+0065 U+0301 U+1F600"_s);
    QCOMPARE(codePoints(QString(QChar(0xD83D))), u"U+D83D"_s);
    QCOMPARE(codePoints(u""), QString());
}

void TestTextSafety::terminalTextCarriesNoEscapes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("clear screen") << u"\x1b[2J"_s << QByteArray("<U+001B>[2J");
    QTest::newRow("window title") << u"\x1b]0;owned\x07"_s << QByteArray("<U+001B>]0;owned<U+0007>");
    QTest::newRow("link") << u"\x1b]8;;http://x\x1b\\"_s << QByteArray("<U+001B>]8;;http://x<U+001B>\\");
    QTest::newRow("C1") << u"\u009b31m"_s << QByteArray("<U+009B>31m");
    QTest::newRow("bytes of C1 in other characters stay") << u"ě"_s << QByteArray("\xC4\x9B");
    QTest::newRow("lone surrogate") << QString(QChar(0xD800)) << QByteArray("<U+D800>");
    QTest::newRow("lines stay") << u"a\nb"_s << QByteArray("a\nb");
    QTest::newRow("overwriting") << u"rm -rf\rls"_s << QByteArray("rm -rf<U+000D>ls");
}

void TestTextSafety::terminalTextCarriesNoEscapes()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, shown);
    QCOMPARE(terminalText(text), shown);
}

void TestTextSafety::quotesForTheShell_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("quoted");
    QTest::newRow("empty") << QString() << u"''"_s;
    QTest::newRow("word") << u"word"_s << u"'word'"_s;
    QTest::newRow("expansions") << u"$(id) `id` \\ \" !x *"_s << u"'$(id) `id` \\ \" !x *'"_s;
    QTest::newRow("single quotes") << u"it's 'x'"_s << u"'it'\\''s '\\''x'\\'''"_s;
    QTest::newRow("not ASCII") << u"€ä"_s << u"'€ä'"_s;
}

void TestTextSafety::quotesForTheShell()
{
    QFETCH(QString, text);
    QFETCH(QString, quoted);
    QCOMPARE(shellQuoted(text), quoted);
    QProcess shell;
    shell.start(u"/bin/sh"_s, {u"-c"_s, u"printf %s "_s + shellQuoted(text)});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()), text);
}

void TestTextSafety::refusesToQuote_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("line feed") << u"a\nrm -rf ."_s;
    QTest::newRow("escape") << u"\x1b[A"_s;
    QTest::newRow("C1") << u"a\u009b"_s;
    QTest::newRow("zero") << QString(QChar(u'\0'));
    QTest::newRow("bidirectional") << u"a\u202Eb"_s;
    QTest::newRow("line separator") << u"a\u2028b"_s;
    QTest::newRow("lone surrogate") << QString(QChar(0xD800));
}

void TestTextSafety::refusesToQuote()
{
    QFETCH(QString, text);
    QVERIFY(shellQuoted(text).isNull());
}

QTEST_GUILESS_MAIN(TestTextSafety)
#include "tst_textsafety.moc"
