// SPDX-License-Identifier: Apache-2.0
#include "core/net/httpanswerparser.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using base::ErrorCode;

class TestHttpAnswerParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void wholeAnswersAreTheSameHoweverTheyAreSplit_data();
    void wholeAnswersAreTheSameHoweverTheyAreSplit();
    void cutAnswersAreNeverComplete_data();
    void cutAnswersAreNeverComplete();
    void withoutALengthTheCloseCompletes();
    void brokenAnswersAreRefused_data();
    void brokenAnswersAreRefused();
    void limitsAreNamed_data();
    void limitsAreNamed();
};

namespace
{

void addWholeAnswers()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    const QByteArray post("POST");
    QTest::newRow("content length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello") << post
                                    << 200 << QByteArray("hello");
    QTest::newRow("error status") << QByteArray("HTTP/1.1 409 Conflict\r\ncontent-length:2\r\n\r\n{}") << post
                                  << 409 << QByteArray("{}");
    QTest::newRow("no reason") << QByteArray("HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx") << post << 200
                               << QByteArray("x");
    QTest::newRow("old version") << QByteArray("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx") << post << 200
                                 << QByteArray("x");
    QTest::newRow("bare line feeds") << QByteArray("HTTP/1.1 200 OK\nContent-Length: 1\n\nx") << post << 200
                                     << QByteArray("x");
    QTest::newRow("same length twice")
        << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\nContent-Length: 1"
                      "\r\n\r\nx")
        << post << 200 << QByteArray("x");
    QTest::newRow("chunks") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n"
                                          "5\r\nhello\r\nA;name=\"v\"\r\n, 12345678\r\n0\r\n\r\n")
                            << post << 200 << QByteArray("hello, 12345678");
    QTest::newRow("chunks with trailers")
        << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                      "1\r\nx\r\n0\r\nX-T: 1\r\nContent-Length: 9\r\n\r\n")
        << post << 200 << QByteArray("x");
    QTest::newRow("interim answers") << QByteArray(
                                            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n"
                                            "\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\nx")
                                     << post << 201 << QByteArray("x");
    QTest::newRow("no content") << QByteArray("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n") << post
                                << 204 << QByteArray();
    QTest::newRow("not modified") << QByteArray("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n")
                                  << post << 304 << QByteArray();
    QTest::newRow("HEAD") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n") << QByteArray("HEAD")
                          << 200 << QByteArray();
    QTest::newRow("identity") << QByteArray(
                                     "HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\nContent-Length: 1"
                                     "\r\n\r\nx")
                              << post << 200 << QByteArray("x");
    QTest::newRow("empty") << QByteArray("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n") << post << 202
                           << QByteArray();
}

} // namespace

void TestHttpAnswerParser::wholeAnswersAreTheSameHoweverTheyAreSplit_data()
{
    addWholeAnswers();
}

void TestHttpAnswerParser::wholeAnswersAreTheSameHoweverTheyAreSplit()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, method);
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    for (qsizetype split = 0; split <= bytes.size(); ++split) {
        net::HttpAnswerParser parser({}, method);
        QVERIFY(parser.feed(bytes.first(split)));
        QVERIFY(parser.feed(bytes.sliced(split)));
        QVERIFY2(parser.isComplete(), qPrintable(QString::number(split)));
        QCOMPARE(parser.response().status, status);
        QCOMPARE(parser.response().body, body);
        QVERIFY(parser.response().header("X-T").isEmpty());
    }
}

void TestHttpAnswerParser::cutAnswersAreNeverComplete_data()
{
    addWholeAnswers();
}

void TestHttpAnswerParser::cutAnswersAreNeverComplete()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, method);
    for (qsizetype cut = 0; cut < bytes.size(); ++cut) {
        net::HttpAnswerParser parser({}, method);
        QVERIFY(parser.feed(bytes.first(cut)));
        QVERIFY2(!parser.isComplete(), qPrintable(QString::number(cut)));
        const base::Result<void> closed = parser.close();
        QVERIFY2(!closed, qPrintable(QString::number(cut)));
        QCOMPARE(closed.error().code, ErrorCode::ConnectionLost);
        QVERIFY(!parser.isComplete());
    }
}

void TestHttpAnswerParser::withoutALengthTheCloseCompletes()
{
    net::HttpAnswerParser parser({}, "POST");
    QVERIFY(parser.feed("HTTP/1.0 200 OK\r\n\r\nhel"));
    QVERIFY(parser.feed("lo"));
    QVERIFY(parser.endsByClose());
    QVERIFY(!parser.isComplete());
    QVERIFY(parser.close());
    QVERIFY(parser.isComplete());
    QCOMPARE(parser.response().body, "hello");
}

void TestHttpAnswerParser::brokenAnswersAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<ErrorCode>("code");
    const QByteArray ok("HTTP/1.1 200 OK\r\n");
    const auto bad = ErrorCode::MalformedAnswer;
    QTest::newRow("garbage without line end") << QByteArray("\x15\x03\x01") << ErrorCode::NotAnEngine;
    QTest::newRow("ssh") << QByteArray("SSH-2.0-x\r\n") << ErrorCode::NotAnEngine;
    QTest::newRow("http 2") << QByteArray("HTTP/2 200\r\n\r\n") << ErrorCode::NotAnEngine;
    QTest::newRow("http 1.2") << QByteArray("HTTP/1.2 200 OK\r\n\r\n") << bad;
    QTest::newRow("empty line first") << QByteArray("\r\nHTTP/1.1 200 OK\r\n\r\n") << ErrorCode::NotAnEngine;
    QTest::newRow("status of two digits") << QByteArray("HTTP/1.1 20 OK\r\n\r\n") << bad;
    QTest::newRow("status of four digits") << QByteArray("HTTP/1.1 2000 OK\r\n\r\n") << bad;
    QTest::newRow("status with sign") << QByteArray("HTTP/1.1 +20 OK\r\n\r\n") << bad;
    QTest::newRow("status 000") << QByteArray("HTTP/1.1 000 OK\r\n\r\n") << bad;
    QTest::newRow("status 600") << QByteArray("HTTP/1.1 600 OK\r\n\r\n") << bad;
    QTest::newRow("switches protocol") << QByteArray("HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\n\r\n") << bad;
    QTest::newRow("no colon") << QByteArray(ok + "Content-Length 5\r\n\r\nhello") << bad;
    QTest::newRow("no name") << QByteArray(ok + ": 5\r\n\r\n") << bad;
    QTest::newRow("space before the colon") << QByteArray(ok + "Content-Length : 5\r\n\r\nhello") << bad;
    QTest::newRow("folded line") << QByteArray(ok + "X-A: 1\r\n Content-Length: 5\r\n\r\nhello") << bad;
    QTest::newRow("NUL in a header") << QByteArray(ok + QByteArray("X-A: 1\0\r\n\r\n", 11)) << bad;
    QTest::newRow("stray carriage return")
        << QByteArray(ok + "X-A: 1\rContent-Length: 5\r\n\r\nhello") << bad;
    QTest::newRow("negative length") << QByteArray(ok + "Content-Length: -5\r\n\r\nhello") << bad;
    QTest::newRow("signed length") << QByteArray(ok + "Content-Length: +5\r\n\r\nhello") << bad;
    QTest::newRow("hexadecimal length") << QByteArray(ok + "Content-Length: 0x5\r\n\r\nhello") << bad;
    QTest::newRow("empty length") << QByteArray(ok + "Content-Length:\r\n\r\nhello") << bad;
    QTest::newRow("length beyond 64 bits")
        << QByteArray(ok + "Content-Length: 99999999999999999999\r\n\r\n") << bad;
    QTest::newRow("two lengths") << QByteArray(ok + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!")
                                 << bad;
    QTest::newRow("length list") << QByteArray(ok + "Content-Length: 5, 6\r\n\r\nhello!") << bad;
    QTest::newRow("length and chunks")
        << QByteArray(ok + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n") << bad;
    QTest::newRow("chunks in 1.0") << QByteArray(
                                          "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
                                   << bad;
    QTest::newRow("unknown transfer coding")
        << QByteArray(ok + "Transfer-Encoding: gzip, chunked\r\n\r\n") << bad;
    QTest::newRow("chunked twice")
        << QByteArray(ok + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n") << bad;
    QTest::newRow("gzip") << QByteArray(ok + "Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx") << bad;
    const QByteArray chunked(ok + "Transfer-Encoding: chunked\r\n\r\n");
    QTest::newRow("chunk size not hexadecimal") << QByteArray(chunked + "g\r\n") << bad;
    QTest::newRow("chunk size empty") << QByteArray(chunked + "\r\n") << bad;
    QTest::newRow("chunk size negative") << QByteArray(chunked + "-1\r\n") << bad;
    QTest::newRow("chunk size with prefix") << QByteArray(chunked + "0x1\r\nx\r\n0\r\n\r\n") << bad;
    QTest::newRow("chunk size beyond 64 bits") << QByteArray(chunked + "fffffffffffffffff\r\n") << bad;
    QTest::newRow("chunk longer than its size") << QByteArray(chunked + "1\r\nxy\r\n0\r\n\r\n") << bad;
}

void TestHttpAnswerParser::brokenAnswersAreRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(ErrorCode, code);
    net::HttpAnswerParser parser({}, "POST");
    const base::Result<void> result = parser.feed(bytes);
    QVERIFY(!result);
    QCOMPARE(result.error().code, code);
    QVERIFY(!result.error().message.isEmpty());
    QVERIFY(!parser.isComplete());
}

void TestHttpAnswerParser::limitsAreNamed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("named"); // empty = within the limits
    const QByteArray ok("HTTP/1.1 200 OK\r\n");
    const QByteArray chunked(ok + "Transfer-Encoding: chunked\r\n\r\n");
    QTest::newRow("body just fits") << QByteArray(ok + "Content-Length: 2048\r\n\r\n" + QByteArray(2048, 'x'))
                                    << u""_s;
    QTest::newRow("stated length") << QByteArray(ok + "Content-Length: 2049\r\n\r\n") << u"2 KiB"_s;
    QTest::newRow("until close") << QByteArray(ok + "\r\n" + QByteArray(2049, 'x')) << u"2 KiB"_s;
    QTest::newRow("one chunk") << QByteArray(chunked + "801\r\n") << u"2 KiB"_s;
    QTest::newRow("huge chunk") << QByteArray(chunked + "7fffffffffffffff\r\n") << u"2 KiB"_s;
    QTest::newRow("second chunk") << QByteArray(chunked + "1\r\nx\r\n7fffffffffffffff\r\n") << u"2 KiB"_s;
    QTest::newRow("status line") << QByteArray("HTTP/1.1 200 " + QByteArray(1024, 'x')) << u"1 KiB"_s;
    QTest::newRow("many headers") << QByteArray(ok + QByteArray("X-A: 1\r\n").repeated(200)) << u"1 KiB"_s;
    QTest::newRow("interim answers for ever")
        << QByteArray("HTTP/1.1 100 Continue\r\n\r\n").repeated(100) << u"1 KiB"_s;
    QTest::newRow("trailers for ever")
        << QByteArray(chunked + "0\r\n" + QByteArray("X-A: 1\r\n").repeated(200)) << u"1 KiB"_s;
    QTest::newRow("chunk extension for ever")
        << QByteArray(chunked + "1;" + QByteArray(1024, 'x')) << u"1 KiB"_s;
}

void TestHttpAnswerParser::limitsAreNamed()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, named);
    net::HttpLimits limits;
    limits.maxBody = 2048;
    limits.maxHead = 1024;
    net::HttpAnswerParser parser(limits, "POST");
    const base::Result<void> result = parser.feed(bytes);
    QCOMPARE(result.has_value(), named.isEmpty());
    if (!result) {
        QCOMPARE(result.error().code, ErrorCode::LimitExceeded);
        QVERIFY2(result.error().message.contains(named), qPrintable(result.error().message));
    }
}

QTEST_GUILESS_MAIN(TestHttpAnswerParser)
#include "tst_httpanswerparser.moc"
