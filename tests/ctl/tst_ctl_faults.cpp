// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "tests/ctl/ctlrun.h"
#include "tests/support/rawserver.h"

#include <QRegularExpression>
#include <QTcpServer>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::ctl::test;
using algenta::demo::DemoEngine;
using algenta::test::RawScript;
using algenta::test::RawServer;

/** Each command against what is no engine, or an engine that misbehaves: a named error, never a hang. */
class TestCtlFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void badAnswers_data();
    void badAnswers();
    void wrongAddresses_data();
    void wrongAddresses();
    void nothingListens_data();
    void nothingListens();
    void keys_data();
    void keys();
    void redirectIsNotFollowed();

private:
    DemoEngine m_engine;
};

namespace
{

const QList<QStringList> &networkCommands()
{
    static const QList<QStringList> commands{{u"parity"_s},
                                             {u"tools"_s},
                                             {u"contract"_s, u"show"_s},
                                             {u"decisions"_s, u"list"_s},
                                             {u"decisions"_s, u"show"_s, u"x"_s},
                                             {u"blocked"_s, u"list"_s},
                                             {u"receipts"_s, u"list"_s},
                                             {u"call"_s, u"get_contract"_s}};
    return commands;
}

} // namespace

void TestCtlFaults::initTestCase()
{
    QVERIFY2(m_engine.start(), m_engine.errorText().c_str());
}

void TestCtlFaults::badAnswers_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QStringList>("codes");
    const QByteArray cut = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                           "500\r\n\r\n{\"decisions\":[{\"id\":";
    QTest::newRow("an HTML page") << RawServer::response(
                                         200, "<!DOCTYPE html><html><body>router</body></html>", "text/html")
                                  << QStringList{u"not_an_engine"_s};
    QTest::newRow("an HTML error page")
        << RawServer::response(502, "<html><body>Bad Gateway</body></html>", "text/html")
        << QStringList{u"server_failed"_s, u"not_an_engine"_s};
    QTest::newRow("cut on the way") << cut << QStringList{u"connection_lost"_s};
    QTest::newRow("JSON cut in the middle")
        << RawServer::response(200, R"({"decisions":[{"id":"a","cho)")
        << QStringList{u"malformed_json"_s, u"not_an_engine"_s, u"malformed_answer"_s};
    QTest::newRow("20 MB") << RawServer::response(200, QByteArray(20 * 1024 * 1024, ' '))
                           << QStringList{u"limit_exceeded"_s};
    QTest::newRow("not HTTP") << QByteArray("SSH-2.0-OpenSSH_9.2\r\n")
                              << QStringList{u"not_an_engine"_s, u"malformed_answer"_s};
    QTest::newRow("no right") << RawServer::response(
                                     403, R"({"error":{"code":"permission_denied","message":"no"}})")
                              << QStringList{u"forbidden"_s};
    QTest::newRow("another host") << RawServer::response(421, "Invalid Host header", "text/plain")
                                  << QStringList{u"host_refused"_s};
    QTest::newRow("too many requests")
        << RawServer::response(429, R"({"error":{"code":"rate_limit_exceeded","message":"slow"}})")
        << QStringList{u"rate_limited"_s};
}

void TestCtlFaults::badAnswers()
{
    QFETCH(QByteArray, answer);
    QFETCH(QStringList, codes);
    RawServer server;
    QVERIFY(server.isListening());
    server.setScript(RawScript::answer(answer));
    for (const QStringList &command : networkCommands()) {
        const CtlRun run = runCtl(command + QStringList{u"--engine"_s, server.url().toString(), u"--json"_s},
                                  m_engine.readingKey());
        // Own receipts do not need the engine: their part of the list, empty here, came.
        const bool partly = command.constFirst() == "receipts"_L1;
        COMPARE_CODE(run, partly ? 3 : 2);
        QVERIFY2(codes.contains(run.errorCode()), run.all().left(2000).constData());
        QVERIFY(!run.json()["error"_L1]["message"_L1].toString().isEmpty());
        QVERIFY(run.err.startsWith("algentactl: "));
    }
}

void TestCtlFaults::wrongAddresses_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("code");
    QTest::newRow("no scheme") << u"localhost:8000"_s << u"invalid_input"_s;
    QTest::newRow("ftp") << u"ftp://localhost/"_s << u"invalid_input"_s;
    QTest::newRow("user info") << u"http://user:secretword@localhost:8000"_s << u"invalid_input"_s;
    QTest::newRow("hosted") << u"https://api.algenta.ai"_s << u"not_allowed"_s;
    QTest::newRow("no such name") << u"https://no-such-host.invalid:8000"_s << u"name_lookup_failed"_s;
    QTest::newRow("not encrypted") << u"http://engine.invalid:8000"_s << u"not_allowed"_s;
}

void TestCtlFaults::wrongAddresses()
{
    QFETCH(QString, address);
    QFETCH(QString, code);
    const CtlRun run = runCtl({u"tools"_s, u"--engine"_s, address, u"--json"_s});
    COMPARE_CODE(run, 2);
    QCOMPARE(run.errorCode(), code);
    QVERIFY(!run.json()["error"_L1]["remedy"_L1].toString().isEmpty());
    QVERIFY(!run.all().contains("secretword"));
}

void TestCtlFaults::nothingListens_data()
{
    QTest::addColumn<QStringList>("command");
    for (const QStringList &command : networkCommands())
        QTest::newRow(qPrintable(command.join(u' '))) << command;
}

void TestCtlFaults::nothingListens()
{
    QFETCH(QStringList, command);
    QTcpServer closed;
    QVERIFY(closed.listen(QHostAddress::LocalHost));
    const QString address = u"http://127.0.0.1:%1"_s.arg(closed.serverPort());
    closed.close();
    const CtlRun run = runCtl(command + QStringList{u"--engine"_s, address, u"--json"_s}, "de_test_some_key");
    COMPARE_CODE(run, command.constFirst() == "receipts"_L1 ? 3 : 2);
    QCOMPARE(run.errorCode(), u"unreachable"_s);
    QVERIFY(run.err.contains("127.0.0.1"));
}

void TestCtlFaults::keys_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QString>("code");
    QTest::newRow("none") << QByteArray() << u"unauthorized"_s;
    QTest::newRow("wrong") << QByteArray("de_test_wrong_key_123456") << u"unauthorized"_s;
    QTest::newRow("with a line break") << QByteArray("de_test_a\nX-Injected: 1") << u"invalid_input"_s;
    QTest::newRow("not ASCII") << QByteArray("de_test_\xc3\xa9") << u"invalid_input"_s;
}

void TestCtlFaults::keys()
{
    QFETCH(QByteArray, key);
    QFETCH(QString, code);
    const CtlRun run = runCtl(
        {u"decisions"_s, u"list"_s, u"--json"_s, u"--engine"_s, QString::fromStdString(m_engine.baseUrl())},
        key.toStdString());
    COMPARE_CODE(run, 2);
    QCOMPARE(run.errorCode(), code);
    QVERIFY(key.isEmpty() || !run.all().contains(key.mid(8)));
}

void TestCtlFaults::redirectIsNotFollowed()
{
    RawServer server;
    RawServer other;
    server.setScript(RawScript::answer(
        RawServer::response(307, {}, "text/plain", "Location: " + other.url().toEncoded() + "\r\n")));
    const CtlRun run = runCtl(
        {u"decisions"_s, u"list"_s, u"--json"_s, u"--engine"_s, server.url().toString()}, "de_test_some_key");
    COMPARE_CODE(run, 2);
    QCOMPARE(run.errorCode(), u"redirect_refused"_s);
    QCOMPARE(other.connectionCount(), 0);
}

QTEST_GUILESS_MAIN(TestCtlFaults)
#include "tst_ctl_faults.moc"
