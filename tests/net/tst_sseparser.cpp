// SPDX-License-Identifier: Apache-2.0
#include "core/net/sseparser.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using Events = QList<net::SseEvent>;

Q_DECLARE_METATYPE(Events)

class TestSseParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void eventsAreTheSameHoweverTheyAreSplit_data();
    void eventsAreTheSameHoweverTheyAreSplit();
    void anEventIsThereWithItsBlankLine();
    void carriageReturnEndsALineBeforeTheNextByte();
    void tooLargeAnEventIsALimit_data();
    void tooLargeAnEventIsALimit();
    void reconnectionTime_data();
    void reconnectionTime();
};

void TestSseParser::eventsAreTheSameHoweverTheyAreSplit_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<Events>("expected");
    const QByteArray nothing;
    QTest::newRow("line feeds") << QByteArray("data: a\n\n") << Events{{"message", "a", nothing}};
    QTest::newRow("CRLF (T1)") << QByteArray("event: message\r\ndata: {\"a\":1}\r\n\r\n")
                               << Events{{"message", "{\"a\":1}", nothing}};
    QTest::newRow("carriage returns (T1)")
        << QByteArray("event: tick\rdata: 1\r\r") << Events{{"tick", "1", nothing}};
    QTest::newRow("mixed ends make one event (T2)")
        << QByteArray("data: A\r\ndata: B\r\ndata: C\r\n\n") << Events{{"message", "A\nB\nC", nothing}};
    QTest::newRow("data lines are joined by LF (T3)")
        << QByteArray("data: line1\ndata: line2\n\n") << Events{{"message", "line1\nline2", nothing}};
    QTest::newRow("bytes of a character (T4)")
        << QByteArray("data: \xE2\x82\xAC\xF0\x9F\x8E\x89\n\n")
        << Events{{"message", "\xE2\x82\xAC\xF0\x9F\x8E\x89", nothing}};
    QTest::newRow("bytes that are no UTF-8 stay")
        << QByteArray("data: \xFF\xC0\n\n") << Events{{"message", "\xFF\xC0", nothing}};
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF"
                                                   "data: a\n\n")
                                     << Events{{"message", "a", nothing}};
    QTest::newRow("only the first mark is dropped") << QByteArray("\xEF\xBB\xBF\xEF\xBB\xBF"
                                                                  "data: a\n\n"
                                                                  "data: b\n\n")
                                                    << Events{{"message", "b", nothing}};
    QTest::newRow("comment") << QByteArray(": ping\n\n: ping\ndata: a\n: pong\n\n")
                             << Events{{"message", "a", nothing}};
    QTest::newRow("one space alone is cut") << QByteArray("data:  a \n\ndata:b\n\n")
                                            << Events{{"message", " a ", nothing}, {"message", "b", nothing}};
    QTest::newRow("empty data is an event") << QByteArray("data\n\ndata:\ndata:\n\n")
                                            << Events{{"message", "", nothing}, {"message", "\n", nothing}};
    QTest::newRow("type without data is none, and does not last")
        << QByteArray("event: x\n\ndata: a\n\n") << Events{{"message", "a", nothing}};
    QTest::newRow("empty type is the usual one")
        << QByteArray("event: x\nevent:\ndata: a\n\n") << Events{{"message", "a", nothing}};
    QTest::newRow("id stays until the next")
        << QByteArray("id: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n")
        << Events{{"message", "a", "7"}, {"message", "b", "7"}, {"message", "c", ""}};
    QTest::newRow("id of an event without data counts")
        << QByteArray("id: 9\n\ndata: b\n\n") << Events{{"message", "b", "9"}};
    QTest::newRow("id with NUL is none") << QByteArray("id: 7\ndata: a\n\nid: 8\0\ndata: b\n\n", 31)
                                         << Events{{"message", "a", "7"}, {"message", "b", "7"}};
    QTest::newRow("unknown field, other case")
        << QByteArray("DATA: x\nfoo: y\ndata: a\n\n") << Events{{"message", "a", nothing}};
    QTest::newRow("colon in the value")
        << QByteArray("data: a: b\n\n") << Events{{"message", "a: b", nothing}};
    QTest::newRow("no blank line, no event")
        << QByteArray("data: a\n\ndata: cut") << Events{{"message", "a", nothing}};
}

void TestSseParser::eventsAreTheSameHoweverTheyAreSplit()
{
    QFETCH(QByteArray, stream);
    QFETCH(Events, expected);
    for (qsizetype first = 0; first <= stream.size(); ++first) {
        for (qsizetype second = first; second <= stream.size(); ++second) {
            net::SseParser parser;
            Events events;
            for (const QByteArray &piece :
                 {stream.first(first), stream.sliced(first, second - first), stream.sliced(second)}) {
                const auto part = parser.feed(piece);
                QVERIFY(part);
                events += *part;
            }
            QVERIFY2(events == expected, qPrintable(u"split at %1 and %2"_s.arg(first).arg(second)));
        }
    }
    net::SseParser parser;
    Events events;
    for (const char byte : stream) {
        const auto part = parser.feed(QByteArrayView(&byte, 1));
        QVERIFY(part);
        events += *part;
    }
    QCOMPARE(events, expected);
}

void TestSseParser::anEventIsThereWithItsBlankLine()
{
    net::SseParser parser;
    QCOMPARE(parser.feed("data: a\n")->size(), 0);
    QCOMPARE(parser.feed("\n")->size(), 1);
}

void TestSseParser::carriageReturnEndsALineBeforeTheNextByte()
{
    net::SseParser parser;
    QCOMPARE(parser.feed("data: a\r\n\r")->size(), 1);
    // The line feed of the CRLF that was cut is not a second blank line.
    const auto next = parser.feed("\ndata: b\r\n\r\n");
    QCOMPARE(*next, (Events{{"message", "b", ""}}));
}

void TestSseParser::tooLargeAnEventIsALimit_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<bool>("fits");
    QTest::newRow("just fits") << QByteArray("data:" + QByteArray(95, 'x') + "\n\n") << true;
    QTest::newRow("one line") << QByteArray("data:" + QByteArray(96, 'x') + "\n\n") << false;
    QTest::newRow("line without end") << QByteArray(101, 'x') << false;
    QTest::newRow("many lines") << QByteArray("data:0123456789\n").repeated(20) << false;
    QTest::newRow("many small events") << QByteArray("data:0123456789\n\n").repeated(20) << true;
    QTest::newRow("many comments") << QByteArray(": 0123456789\n").repeated(50) << true;
}

void TestSseParser::tooLargeAnEventIsALimit()
{
    QFETCH(QByteArray, stream);
    QFETCH(bool, fits);
    net::SseParser parser(100);
    const auto events = parser.feed(stream);
    QCOMPARE(events.has_value(), fits);
    if (!fits) {
        QCOMPARE(events.error().code, base::ErrorCode::LimitExceeded);
        QVERIFY(events.error().message.contains(u"100"_s));
        QVERIFY2(!parser.feed("data: later\n\n"), "a failed parser takes nothing more");
    }
}

void TestSseParser::reconnectionTime_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<int>("expected"); // -1 = none
    QTest::newRow("none") << QByteArray("data: a\n\n") << -1;
    QTest::newRow("given") << QByteArray("retry: 1500\n") << 1500;
    QTest::newRow("zero") << QByteArray("retry: 0\n") << 0;
    QTest::newRow("not digits") << QByteArray("retry: 15s\n") << -1;
    QTest::newRow("negative") << QByteArray("retry: -1\n") << -1;
    QTest::newRow("empty") << QByteArray("retry:\n") << -1;
    QTest::newRow("too large keeps the last good one")
        << QByteArray("retry: 5\nretry: 99999999999999\n") << 5;
}

void TestSseParser::reconnectionTime()
{
    QFETCH(QByteArray, stream);
    QFETCH(int, expected);
    net::SseParser parser;
    QVERIFY(parser.feed(stream));
    QCOMPARE(parser.retryMilliseconds().value_or(-1), expected);
}

QTEST_GUILESS_MAIN(TestSseParser)
#include "tst_sseparser.moc"
