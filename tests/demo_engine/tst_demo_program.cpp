// SPDX-License-Identifier: Apache-2.0
#include "tests/demo_engine/testengine.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::demo::test;

class TestDemoProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void saysWhereItListensAndWhichKeysItTakes();
    void endsWhenStandardInputCloses();
    void endsOnASignal_data();
    void endsOnASignal();
    void refusesWrongUsage_data();
    void refusesWrongUsage();
    void brokenDataFileEndsWithTwo();
    void helpAndVersion();

private:
    /** Runs until the first line of output, which names the address. */
    static QString startProgram(QProcess &process, const QStringList &arguments)
    {
        process.start(QStringLiteral(DEMO_ENGINE_PROGRAM), arguments);
        while (!process.canReadLine() && process.waitForReadyRead(20000)) {
        }
        return QString::fromUtf8(process.readLine()).trimmed();
    }
    static int run(QProcess &process, const QStringList &arguments)
    {
        process.start(QStringLiteral(DEMO_ENGINE_PROGRAM), arguments);
        return process.waitForFinished(20000) ? process.exitCode() : -1;
    }
};

void TestDemoProgram::saysWhereItListensAndWhichKeysItTakes()
{
    QProcess process;
    const auto line = startProgram(process, {u"--exit-with-stdin"_s, u"--history"_s, u"25"_s});
    static const QRegularExpression listening(u"^listening on http://127\\.0\\.0\\.1:(\\d+)$"_s);
    const auto match = listening.match(line);
    QVERIFY2(match.hasMatch(), qPrintable(line));
    QByteArray keys;
    while (!keys.contains("protect nothing") &&
           (process.bytesAvailable() > 0 || process.waitForReadyRead(5000)))
        keys += process.readAll();
    static const QRegularExpression reading(u"^key reading (de_test_\\S+)$"_s,
                                            QRegularExpression::MultilineOption);
    const auto key = reading.match(QString::fromUtf8(keys)).captured(1).toStdString();
    const Client client(match.captured(1).toInt());
    QCOMPARE(client.get("/v1/decisions", key).json()[u"total"].toInt(), 25);
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(20000));
}

void TestDemoProgram::endsWhenStandardInputCloses()
{
    QProcess process;
    QVERIFY(!startProgram(process, {u"--exit-with-stdin"_s}).isEmpty());
    process.write("ignored\n");
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
}

void TestDemoProgram::endsOnASignal_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("terminate") << SIGTERM;
    QTest::newRow("interrupt") << SIGINT;
}

void TestDemoProgram::endsOnASignal()
{
    QFETCH(int, signal);
    QProcess process;
    QVERIFY(!startProgram(process, {}).isEmpty());
    ::kill(static_cast<pid_t>(process.processId()), signal);
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
}

void TestDemoProgram::refusesWrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("unknown option") << QStringList{u"--frobnicate"_s, u"1"_s};
    QTest::newRow("shape") << QStringList{u"--denial-shape"_s, u"D15"_s};
    QTest::newRow("gate order") << QStringList{u"--gate-order=idempotency,confidence"_s};
    QTest::newRow("port") << QStringList{u"--port"_s, u"65536"_s};
    QTest::newRow("history") << QStringList{u"--history"_s, u"-1"_s};
    QTest::newRow("time") << QStringList{u"--now"_s, u"yesterday"_s};
    QTest::newRow("no value") << QStringList{u"--data"_s};
}

void TestDemoProgram::refusesWrongUsage()
{
    QFETCH(QStringList, arguments);
    QProcess process;
    QCOMPARE(run(process, arguments), 2);
    QCOMPARE(process.readAllStandardOutput(), QByteArray());
    QVERIFY(process.readAllStandardError().contains(arguments.first().section(u'=', 0, 0).toLatin1()));
}

void TestDemoProgram::brokenDataFileEndsWithTwo()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"state.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("not json");
    file.close();
    QProcess process;
    QCOMPARE(run(process, {u"--data"_s, file.fileName()}), 2);
    QVERIFY(process.readAllStandardError().contains(file.fileName().toUtf8()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("not json"));
}

void TestDemoProgram::helpAndVersion()
{
    QProcess process;
    QCOMPARE(run(process, {u"--help"_s}), 0);
    QVERIFY(process.readAllStandardOutput().contains("--gate-order"));
    QCOMPARE(run(process, {u"--version"_s}), 0);
    QVERIFY(process.readAllStandardOutput().startsWith("algenta-demo-engine "));
}

QTEST_GUILESS_MAIN(TestDemoProgram)
#include "tst_demo_program.moc"
