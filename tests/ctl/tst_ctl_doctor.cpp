// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "tests/ctl/ctlrun.h"
#include "tests/support/rawserver.h"
#include "tests/support/testcertificate.h"

#include <QDateTime>
#include <QFile>
#include <QLocale>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using algenta::ctl::test::CtlRun;
using algenta::ctl::test::runCtl;
using algenta::test::RawScript;
using algenta::test::RawServer;

namespace
{

/** "tcp": "done" for each step of a run with --json. */
QMap<QString, QString> states(const CtlRun &run)
{
    QMap<QString, QString> result;
    const QJsonArray steps = run.json()["steps"_L1].toArray();
    for (const QJsonValue &step : steps)
        result.insert(step["step"_L1].toString(), step["state"_L1].toString());
    return result;
}

QJsonObject step(const CtlRun &run, const QString &name)
{
    const QJsonArray steps = run.json()["steps"_L1].toArray();
    for (const QJsonValue &one : steps) {
        if (one["step"_L1].toString() == name)
            return one.toObject();
    }
    return {};
}

} // namespace

/** `algentactl doctor` against engines in every state of health. */
class TestCtlDoctor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_engine.start()); }
    void init();
    void aGoodEngineIsAllGood();
    void withoutAKeyTheRestIsStillLookedAt();
    void aWrongKeyFailsAtTheKey();
    void aKeyWithoutRightsNamesThem();
    void aClosedPortFailsAtTcp();
    void anUnknownNameFailsAtTheLookup();
    void aPlainWebServerIsNoEngine();
    void theHostGuardIsExplained();
    void anEmptyToolListIsExplained();
    void anExpiredCertificateFailsAtTlsWithItsChain();
    void aTrustedCertificateShowsItsPin();
    void anotherTimeFailsAtTheClock_data();
    void anotherTimeFailsAtTheClock();
    void someOtherServerFailsAtHttp();
    void everyFailedStepSaysWhatToDo();
    void theTableNamesEveryStep();
    void wrongUsage_data();
    void wrongUsage();

private:
    CtlRun doctor(const QString &url, const std::string &key = {}, const QStringList &more = {});
    demo::DemoEngine m_engine;
};

void TestCtlDoctor::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

CtlRun TestCtlDoctor::doctor(const QString &url, const std::string &key, const QStringList &more)
{
    return runCtl(QStringList{u"doctor"_s, url, u"--json"_s} + more, key);
}

void TestCtlDoctor::aGoodEngineIsAllGood()
{
    const CtlRun run = doctor(QString::fromStdString(m_engine.baseUrl()), m_engine.operatorKey());
    COMPARE_CODE(run, 0);
    QCOMPARE(run.json()["good"_L1].toBool(), true);
    const auto all = states(run);
    QCOMPARE(all.size(), 12);
    for (const QString &name : {u"tcp"_s, u"http"_s, u"host_guard"_s, u"protocol"_s, u"discovery"_s, u"key"_s,
                                u"rights"_s, u"tool_list"_s, u"rest_root"_s})
        QVERIFY2(all.value(name) == "done"_L1, qPrintable(name + u": "_s + QString::fromUtf8(run.out)));
    for (const QString &name : {u"name_lookup"_s, u"tls"_s})
        QVERIFY2(all.value(name) == "skipped"_L1, qPrintable(name));
    QVERIFY(step(run, u"protocol"_s)["finding"_L1].toString().contains(u"2025-11-25"_s));
    QVERIFY(!run.all().contains(QByteArray::fromStdString(m_engine.operatorKey())));
}

void TestCtlDoctor::withoutAKeyTheRestIsStillLookedAt()
{
    const CtlRun run = doctor(QString::fromStdString(m_engine.baseUrl()));
    COMPARE_CODE(run, 0);
    QCOMPARE(states(run).value(u"key"_s), u"skipped"_s);
    QCOMPARE(states(run).value(u"rights"_s), u"skipped"_s);
    QCOMPARE(states(run).value(u"tool_list"_s), u"done"_s);
    QCOMPARE(states(run).value(u"rest_root"_s), u"done"_s);
}

void TestCtlDoctor::aWrongKeyFailsAtTheKey()
{
    const CtlRun run = doctor(QString::fromStdString(m_engine.baseUrl()), "de_test_wrong_marker_key");
    COMPARE_CODE(run, 1);
    QCOMPARE(states(run).value(u"key"_s), u"failed"_s);
    QCOMPARE(states(run).value(u"rights"_s), u"skipped"_s);
    QVERIFY(!run.all().contains("de_test_wrong_marker_key"));
}

void TestCtlDoctor::aKeyWithoutRightsNamesThem()
{
    m_engine.failNext("/v1/audit-logs", 403, R"({"error":{"code":"permission_denied","message":"no"}})");
    const CtlRun run = doctor(QString::fromStdString(m_engine.baseUrl()), m_engine.readingKey());
    COMPARE_CODE(run, 1);
    QCOMPARE(states(run).value(u"key"_s), u"done"_s);
    QCOMPARE(states(run).value(u"rights"_s), u"failed"_s);
    QVERIFY(step(run, u"rights"_s)["finding"_L1].toString().contains(u"audit log"_s));
}

void TestCtlDoctor::aClosedPortFailsAtTcp()
{
    quint16 port = 0;
    {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        port = taken.serverPort();
    }
    const CtlRun run = doctor(u"http://127.0.0.1:%1"_s.arg(port));
    COMPARE_CODE(run, 1);
    QCOMPARE(states(run).value(u"tcp"_s), u"failed"_s);
    QCOMPARE(states(run).value(u"http"_s), u"skipped"_s);
    QCOMPARE(states(run).value(u"tool_list"_s), u"skipped"_s);
}

void TestCtlDoctor::anUnknownNameFailsAtTheLookup()
{
    const CtlRun run = doctor(u"https://no-such-host.invalid"_s);
    COMPARE_CODE(run, 1);
    QCOMPARE(states(run).value(u"name_lookup"_s), u"failed"_s);
    QCOMPARE(states(run).value(u"tcp"_s), u"skipped"_s);
}

void TestCtlDoctor::aPlainWebServerIsNoEngine()
{
    RawServer server;
    server.setScript(RawScript::answer(
        RawServer::response(200, "<!DOCTYPE html><html><body>It works</body></html>", "text/html")));
    const CtlRun run = doctor(server.url().toString(), "de_test_some_key");
    COMPARE_CODE(run, 1);
    QCOMPARE(states(run).value(u"http"_s), u"done"_s);
    QCOMPARE(states(run).value(u"protocol"_s), u"failed"_s);
    QCOMPARE(states(run).value(u"rest_root"_s), u"failed"_s);
}

void TestCtlDoctor::theHostGuardIsExplained()
{
    RawServer server;
    server.setScript(RawScript::answer(RawServer::response(421, "Invalid Host header", "text/plain")));
    const CtlRun run = doctor(server.url().toString());
    COMPARE_CODE(run, 1);
    QCOMPARE(states(run).value(u"host_guard"_s), u"failed"_s);
    QCOMPARE(states(run).value(u"protocol"_s), u"skipped"_s);
    QVERIFY(step(run, u"host_guard"_s)["finding"_L1].toString().contains(u"421"_s));
    QVERIFY(step(run, u"host_guard"_s)["remedy"_L1].toString().contains(u"ALGENTA_MCP_ALLOWED_HOSTS"_s));
}

void TestCtlDoctor::anEmptyToolListIsExplained()
{
    demo::DemoEngine engine;
    QVERIFY(engine.start());
    engine.setToolsListMutator([](const std::string &) { return R"({"tools":[]})"; });
    const CtlRun run = doctor(QString::fromStdString(engine.baseUrl()), engine.operatorKey());
    COMPARE_CODE(run, 1);
    QCOMPARE(states(run).value(u"tool_list"_s), u"failed"_s);
    QVERIFY(step(run, u"tool_list"_s)["remedy"_L1].toString().contains(u"ALGENTA_PRODUCT"_s));
}

void TestCtlDoctor::anExpiredCertificateFailsAtTlsWithItsChain()
{
    algenta::test::TestAuthority authority;
    algenta::test::CertificateWish wish{"IP:127.0.0.1"};
    wish.validUntil = -60;
    const auto own = authority.issue(wish);
    RawServer server;
    server.setTls(own.certificate, own.key);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"authority.pem"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(authority.certificate().toPem());
    file.close();
    const CtlRun run = doctor(server.url().toString(), "de_test_some_key", {u"--ca-file"_s, file.fileName()});
    COMPARE_CODE(run, 1);
    QCOMPARE(states(run).value(u"tcp"_s), u"done"_s);
    QCOMPARE(states(run).value(u"tls"_s), u"failed"_s);
    QCOMPARE(states(run).value(u"http"_s), u"skipped"_s);
    QVERIFY(step(run, u"tls"_s)["finding"_L1].toString().contains(u"expired"_s));
    const QString chain = QString::fromUtf8(QJsonDocument(step(run, u"tls"_s)).toJson());
    QVERIFY2(chain.contains(u"CN=Algenta test leaf"_s), qPrintable(chain));
    QVERIFY(server.receivedBytes().isEmpty());
}

void TestCtlDoctor::aTrustedCertificateShowsItsPin()
{
    algenta::test::TestAuthority authority;
    const auto own = authority.issue({"IP:127.0.0.1"});
    RawServer server;
    server.setTls(own.certificate, own.key);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"authority.pem"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(authority.certificate().toPem());
    file.close();
    const CtlRun run = doctor(server.url().toString(), {}, {u"--ca-file"_s, file.fileName()});
    COMPARE_CODE(run, 1);
    const QJsonObject tls = step(run, u"tls"_s);
    QCOMPARE(tls["state"_L1].toString(), u"done"_s);
    const QString details = QString::fromUtf8(QJsonDocument(tls["details"_L1].toArray()).toJson());
    const QRegularExpression pin(u"sha256/[A-Za-z0-9+/]{43}="_s);
    QVERIFY2(pin.match(details).hasMatch(), qPrintable(details));
    // The pin that is shown is the pin that is asked for.
    const CtlRun pinned =
        doctor(server.url().toString(), {},
               {u"--ca-file"_s, file.fileName(), u"--pin"_s, pin.match(details).captured()});
    QCOMPARE(step(pinned, u"tls"_s)["state"_L1].toString(), u"done"_s);
    const CtlRun other =
        doctor(server.url().toString(), {}, {u"--ca-file"_s, file.fileName(), u"--pin"_s, QString(64, u'0')});
    QCOMPARE(step(other, u"tls"_s)["state"_L1].toString(), u"failed"_s);
}

void TestCtlDoctor::anotherTimeFailsAtTheClock_data()
{
    QTest::addColumn<int>("ahead");
    QTest::addColumn<QString>("state");
    QTest::newRow("same") << 0 << u"done"_s;
    QTest::newRow("an hour ahead") << 3600 << u"failed"_s;
    QTest::newRow("an hour behind") << -3600 << u"failed"_s;
}

void TestCtlDoctor::anotherTimeFailsAtTheClock()
{
    QFETCH(int, ahead);
    RawServer server;
    const QString date = QLocale::c().toString(QDateTime::currentDateTimeUtc().addSecs(ahead),
                                               u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s);
    server.setScript(RawScript::answer(
        RawServer::response(404, "{}", "application/json", "Date: " + date.toLatin1() + "\r\n")));
    const CtlRun run = doctor(server.url().toString());
    QTEST(states(run).value(u"clock"_s), "state");
}

void TestCtlDoctor::someOtherServerFailsAtHttp()
{
    RawServer server;
    server.setScript(RawScript::answer("SSH-2.0-OpenSSH_9.2\r\n"));
    const CtlRun run = doctor(server.url().toString());
    COMPARE_CODE(run, 1);
    QCOMPARE(states(run).value(u"http"_s), u"failed"_s);
    QCOMPARE(states(run).value(u"protocol"_s), u"skipped"_s);
}

void TestCtlDoctor::everyFailedStepSaysWhatToDo()
{
    RawServer server;
    server.setScript(RawScript::answer(RawServer::response(500, "{}")));
    const CtlRun run = doctor(server.url().toString(), "de_test_some_key");
    COMPARE_CODE(run, 1);
    int failed = 0;
    const QJsonArray steps = run.json()["steps"_L1].toArray();
    for (const QJsonValue &one : steps) {
        QVERIFY2(!one["finding"_L1].toString().isEmpty(), qPrintable(one["step"_L1].toString()));
        if (one["state"_L1].toString() == "failed"_L1) {
            ++failed;
            QVERIFY2(!one["remedy"_L1].toString().isEmpty(), qPrintable(one["step"_L1].toString()));
        }
    }
    QVERIFY(failed >= 2);
}

void TestCtlDoctor::theTableNamesEveryStep()
{
    const CtlRun run =
        runCtl({u"doctor"_s, QString::fromStdString(m_engine.baseUrl())}, m_engine.operatorKey());
    COMPARE_CODE(run, 0);
    for (const char *title :
         {"Name lookup", "TCP connection", "TLS", "HTTP", "Host guard", "MCP protocol", "Discovery document",
          "Reading key", "Rights of the key", "Tool list", "REST root", "Clock"})
        QVERIFY2(run.out.contains(title), title);
}

void TestCtlDoctor::wrongUsage_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no address") << QStringList{};
    QTest::newRow("no scheme") << QStringList{u"localhost:8000"_s};
    QTest::newRow("broken pin") << QStringList{u"https://engine.invalid"_s, u"--pin"_s, u"abc"_s};
    QTest::newRow("no such file") << QStringList{u"https://engine.invalid"_s, u"--ca-file"_s, u"/nothing"_s};
    QTest::newRow("certificate without key")
        << QStringList{u"https://engine.invalid"_s, u"--client-cert"_s, u"/nothing"_s};
}

void TestCtlDoctor::wrongUsage()
{
    QFETCH(QStringList, words);
    const CtlRun run = runCtl(QStringList{u"doctor"_s} + words);
    COMPARE_CODE(run, 2);
    QVERIFY(run.err.startsWith("algentactl: "));
}

QTEST_GUILESS_MAIN(TestCtlDoctor)
#include "tst_ctl_doctor.moc"
