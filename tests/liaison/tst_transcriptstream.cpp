// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonwriter.h"
#include "core/liaison/transcriptstream.h"
#include "tests/liaison/liaisonfixture.h"

#include <QBuffer>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

#include <cstring>

using namespace algenta;
using namespace algenta::liaison;
using namespace algenta::liaison::test;
using namespace Qt::Literals::StringLiterals;

namespace
{

/** Repeats one line without holding more than a piece of it, and fails at the end if told so. */
class EndlessLines final : public QIODevice
{
public:
    EndlessLines(QByteArray line, qint64 count, bool failsAtEnd = false)
        : m_line(std::move(line))
        , m_left(count * m_line.size())
        , m_failsAtEnd(failsAtEnd)
    {
    }
    [[nodiscard]] bool isSequential() const override { return true; }

protected:
    qint64 readData(char *data, qint64 maxSize) override
    {
        if (m_left == 0 && m_failsAtEnd) {
            setErrorString(u"the disk is gone"_s);
            return -1;
        }
        qint64 given = 0;
        while (given < maxSize && m_left > 0) {
            const qint64 piece = std::min({maxSize - given, m_line.size() - m_at, m_left});
            std::memcpy(data + given, m_line.constData() + m_at, static_cast<size_t>(piece));
            m_at = (m_at + piece) % m_line.size();
            given += piece;
            m_left -= piece;
        }
        return given;
    }
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    QByteArray m_line;
    qint64 m_left;
    qint64 m_at = 0;
    bool m_failsAtEnd;
};

QByteArray goodLine()
{
    return base::writeJson(example(u"valid/job-status.json"_s));
}

/** "line:column rule …" of each transcript. */
QStringList read(QByteArray bytes, TranscriptLayout layout = TranscriptLayout::Unknown)
{
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::ReadOnly))
        return {};
    TranscriptStream stream(buffer, validator(), layout);
    QStringList list;
    while (const auto transcript = stream.next()) {
        const QString verdict =
            transcript->report.isAccepted() ? u"ok"_s : transcript->report.ruleNames().join(u' ');
        list.append(u"%1:%2 %3"_s.arg(transcript->line).arg(transcript->column).arg(verdict));
        if (bytes.mid(transcript->offset, transcript->length) != stream.bytes().toByteArray())
            list.append(u"the bytes are not those of the place"_s);
    }
    return list;
}

} // namespace

/** One document or lines of them, from a device of any length. */
class TestTranscriptStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void layouts_data();
    void layouts();
    void layoutFollowsTheName();
    void manyTranscriptsNeedNoMoreMemory();
    void lineThatIsTooLongIsPassedOver();
    void failureOfTheDeviceIsTold();
    void anyBytesEndInReportsWithAPlace();
};

void TestTranscriptStream::layouts_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("lines");
    QTest::addColumn<QStringList>("expected");
    const QByteArray good = goodLine();
    const QByteArray pretty = fileBytes(u"examples/liaison/valid/job-status.json"_s);
    const QByteArray cut = good.chopped(2);
    const QString broken = u"broken_document"_s;
    const auto row = [](const char *name, const QByteArray &bytes, bool lines, const QStringList &expected) {
        QTest::newRow(name) << bytes << lines << expected;
    };
    row("one document", pretty, false, {u"1:0 ok"_s});
    row("one document in one line", good, false, {u"1:0 ok"_s});
    row("blank lines before a document", "\n \n" + pretty, false, {u"1:0 ok"_s});
    row("lines", good + '\n' + good + '\n', false, {u"1:0 ok"_s, u"2:0 ok"_s});
    row("no line feed at the end", good + '\n' + good, false, {u"1:0 ok"_s, u"2:0 ok"_s});
    row("carriage returns", good + "\r\n" + good + "\r\n", false, {u"1:0 ok"_s, u"2:0 ok"_s});
    row("blank lines between", good + "\n\n \n" + good + "\n\n", false, {u"1:0 ok"_s, u"4:0 ok"_s});
    row("broken line between", good + '\n' + cut + '\n' + good, false,
        {u"1:0 ok"_s, u"2:%1 broken_document"_s.arg(cut.size() + 1), u"3:0 ok"_s});
    row("first line broken", cut + '\n' + good, false,
        {u"1:%1 broken_document"_s.arg(cut.size() + 1), u"2:0 ok"_s});
    row("first line is no JSON", "oops\n" + good, false, {u"1:1 broken_document"_s, u"2:0 ok"_s});
    row("only line broken, by name", cut, true, {u"1:%1 broken_document"_s.arg(cut.size() + 1)});
    row("document in lines, by name", "{\n}", true, {u"1:2 broken_document"_s, u"2:1 broken_document"_s});
    row("broken document", QByteArray(pretty).replace("\"seq\": 2,", "\"seq\": 2"), false,
        {u"11:7 broken_document"_s});
    row("cut document", pretty.chopped(3), false, {u"56:4 broken_document"_s});
    row("key twice", R"({"invocation_id":"a","invocation_id":"b"})" + QByteArray("\n") + good, false,
        {u"1:22 broken_document"_s, u"2:0 ok"_s});
    row("byte order mark", "\xEF\xBB\xBF" + good, false, {u"1:1 broken_document"_s});
    row("nothing", {}, false, {u"1:0 broken_document"_s});
    row("nothing but blanks", "\n  \n", false, {u"1:0 broken_document"_s});
    row("nothing, by name", {}, true, {u"1:0 broken_document"_s});
    row("other JSON in a line", good + "\n[]\n", false, {u"1:0 ok"_s, u"2:0 malformed_transcript"_s});
}

void TestTranscriptStream::layouts()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, lines);
    QFETCH(const QStringList, expected);
    QCOMPARE(read(bytes, lines ? TranscriptLayout::Lines : TranscriptLayout::Unknown), expected);
}

void TestTranscriptStream::layoutFollowsTheName()
{
    QCOMPARE(layoutOfFile(u"a/b.jsonl"_s), TranscriptLayout::Lines);
    QCOMPARE(layoutOfFile(u"b.NDJSON"_s), TranscriptLayout::Lines);
    QCOMPARE(layoutOfFile(u"b.json"_s), TranscriptLayout::Unknown);
    QCOMPARE(layoutOfFile(u"-"_s), TranscriptLayout::Unknown);
}

void TestTranscriptStream::manyTranscriptsNeedNoMoreMemory()
{
    const QByteArray line = goodLine() + '\n';
    constexpr qint64 count = 1000;
    EndlessLines device(line, count);
    QVERIFY(device.open(QIODevice::ReadOnly));
    TranscriptStream stream(device, validator());
    qint64 read = 0;
    while (const auto transcript = stream.next()) {
        QVERIFY(transcript->report.isAccepted());
        QCOMPARE(transcript->line, ++read);
        QCOMPARE(transcript->offset, (read - 1) * line.size());
        // What was asked for and not used is all that can be kept.
        QVERIFY(stream.position() - transcript->offset <= line.size());
    }
    QCOMPARE(read, count);
    QCOMPARE(stream.position(), count * line.size());
    QVERIFY(!stream.error());
}

void TestTranscriptStream::lineThatIsTooLongIsPassedOver()
{
    const QByteArray good = goodLine();
    QByteArray bytes = good + "\n{\"invocation_id\":\"" + QByteArray(17 * 1024 * 1024, 'x') + "\"}\n" + good;
    QBuffer buffer(&bytes);
    QVERIFY(buffer.open(QIODevice::ReadOnly));
    TranscriptStream stream(buffer, validator());
    QVERIFY(stream.next()->report.isAccepted());
    const auto second = stream.next();
    QCOMPARE(second->report.violations.constFirst().problem, Problem::TooLarge);
    QCOMPARE(second->line, 2);
    QVERIFY(stream.bytes().isEmpty());
    const auto third = stream.next();
    QVERIFY(third && third->report.isAccepted());
    QCOMPARE(third->line, 3);
    QCOMPARE(bytes.mid(third->offset, third->length), good);
    QVERIFY(!stream.next());
}

void TestTranscriptStream::failureOfTheDeviceIsTold()
{
    EndlessLines device(goodLine() + '\n', 2, true);
    QVERIFY(device.open(QIODevice::ReadOnly));
    TranscriptStream stream(device, validator());
    QVERIFY(stream.next() && stream.next());
    QVERIFY(!stream.next());
    QVERIFY(stream.error());
    QCOMPARE(stream.error()->code, base::ErrorCode::StorageFailed);
    QVERIFY(stream.error()->message.contains(u"the disk is gone"_s));
}

void TestTranscriptStream::anyBytesEndInReportsWithAPlace()
{
    const QByteArrayList pieces{"{",    "}",     "[",       "\"",           "\n",  ",",
                                "null", "1e999", "\\ud800", "\xef\xbb\xbf", "\xff"};
    const QByteArray good = goodLine();
    const QByteArray pretty = fileBytes(u"examples/liaison/valid/job-status.json"_s);
    QRandomGenerator random(7);
    int rejected = 0;
    for (int round = 0; round < 300; ++round) {
        QByteArray bytes = round % 2 == 0 ? good + '\n' + good : pretty;
        for (int change = 0; change < 1 + round % 4; ++change) {
            const qsizetype at = random.bounded(int(bytes.size()));
            if (random.bounded(2) == 0)
                bytes.remove(at, 1 + random.bounded(9));
            else
                bytes.insert(at, pieces.at(random.bounded(int(pieces.size()))));
        }
        QBuffer buffer(&bytes);
        QVERIFY(buffer.open(QIODevice::ReadOnly));
        TranscriptStream stream(buffer, validator());
        int count = 0;
        while (const auto transcript = stream.next()) {
            QVERIFY(transcript->line >= 1 && transcript->offset >= 0);
            QVERIFY(transcript->offset + transcript->length <= bytes.size());
            rejected += transcript->report.isAccepted() ? 0 : 1;
            ++count;
        }
        QVERIFY(count >= 1);
        QVERIFY(!stream.next() && !stream.error());
    }
    QVERIFY(rejected > 200);
}

QTEST_GUILESS_MAIN(TestTranscriptStream)
#include "tst_transcriptstream.moc"
