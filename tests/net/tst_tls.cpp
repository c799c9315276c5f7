// SPDX-License-Identifier: Apache-2.0
#include "core/net/httpreader.h"
#include "core/net/oneshotsender.h"
#include "tests/net/awaited.h"
#include "tests/support/rawserver.h"
#include "tests/support/testcertificate.h"

#include <QRegularExpression>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using base::ErrorCode;
using test::finished;
using test::RawScript;
using test::RawServer;

namespace
{

net::HttpRequest execution(const RawServer &server)
{
    net::HttpRequest request;
    request.method = "POST";
    request.url = server.url(u"/execute"_s);
    request.body = R"({"reason":"test"})";
    return request;
}

void trust(const QSslCertificate &authority)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates({authority});
    QSslConfiguration::setDefaultConfiguration(configuration);
}

} // namespace

class TestTls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { QSslConfiguration::setDefaultConfiguration(m_system); }
    void anUnknownAuthorityGetsNothing();
    void anotherNameGetsNothing();
    void aTrustedEngineIsAnswered();
    void thePostArrivesOnceOverTlsToo_data();
    void thePostArrivesOnceOverTlsToo();
    void anAddressWithTheWrongSchemeIsNamed();

private:
    QSslConfiguration m_system;
};

void TestTls::initTestCase()
{
    QVERIFY2(QSslSocket::supportsSsl(), "Qt has no TLS plugin");
    m_system = QSslConfiguration::defaultConfiguration();
}

void TestTls::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestTls::anUnknownAuthorityGetsNothing()
{
    RawServer server;
    const test::TestCertificate own = test::makeTestCertificate("IP:127.0.0.1");
    QVERIFY(!own.certificate.isNull() && !own.key.isNull());
    server.setTls(own.certificate, own.key);
    net::OneShotSender sender;
    const auto future = sender.send(execution(server), nullptr);
    QVERIFY(finished(future));
    const net::SendOutcome outcome = future.result();
    const auto *notSent = std::get_if<net::NotSent>(&outcome);
    QVERIFY(notSent != nullptr);
    QCOMPARE(notSent->error.code, ErrorCode::TlsFailed);
    QVERIFY2(notSent->error.message.contains(u"certificate"_s), qPrintable(notSent->error.message));
    QTRY_COMPARE(server.openConnections(), 0);
    QVERIFY(server.receivedBytes().isEmpty());

    net::HttpReader reader;
    const auto answer = reader.send(execution(server));
    QVERIFY(finished(answer));
    QCOMPARE(answer.result().error().code, ErrorCode::TlsFailed);
}

void TestTls::anotherNameGetsNothing()
{
    RawServer server;
    const test::TestCertificate other = test::makeTestCertificate("engine.example");
    server.setTls(other.certificate, other.key);
    trust(other.certificate);
    net::OneShotSender sender;
    const auto future = sender.send(execution(server), nullptr);
    QVERIFY(finished(future));
    const net::SendOutcome outcome = future.result();
    QVERIFY(std::holds_alternative<net::NotSent>(outcome));
    QCOMPARE(std::get<net::NotSent>(outcome).error.code, ErrorCode::TlsFailed);
    QTRY_COMPARE(server.openConnections(), 0);
    QVERIFY(server.receivedBytes().isEmpty());
}

void TestTls::aTrustedEngineIsAnswered()
{
    RawServer server;
    const test::TestCertificate own = test::makeTestCertificate("IP:127.0.0.1");
    server.setTls(own.certificate, own.key);
    trust(own.certificate);
    net::OneShotSender sender;
    const auto future = sender.send(execution(server), nullptr);
    QVERIFY(finished(future));
    const net::SendOutcome outcome = future.result();
    QVERIFY(std::holds_alternative<net::HttpResponse>(outcome));
    QCOMPARE(server.requestCount("POST"), 1);
}

void TestTls::thePostArrivesOnceOverTlsToo_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<RawScript::End>("end");
    const QByteArray ok = RawServer::response(200, "{}");
    QTest::newRow("close before the answer") << QByteArray() << RawScript::End::Close;
    QTest::newRow("reset before the answer") << QByteArray() << RawScript::End::Reset;
    QTest::newRow("close inside the headers") << ok.first(20) << RawScript::End::Close;
    QTest::newRow("close inside the body") << ok.chopped(1) << RawScript::End::Close;
    QTest::newRow("reset inside an open body")
        << QByteArray("HTTP/1.1 200 OK\r\n\r\nhalf") << RawScript::End::Reset;
}

void TestTls::thePostArrivesOnceOverTlsToo()
{
    QFETCH(QByteArray, answer);
    QFETCH(RawScript::End, end);
    RawServer server;
    const test::TestCertificate own = test::makeTestCertificate("IP:127.0.0.1");
    server.setTls(own.certificate, own.key);
    server.setScript(RawScript::answer(answer, end));
    trust(own.certificate);
    net::OneShotSender sender;
    const auto future = sender.send(execution(server), nullptr);
    QVERIFY(finished(future));
    const net::SendOutcome outcome = future.result();
    QVERIFY(std::holds_alternative<net::AnswerLost>(outcome));
    QTRY_COMPARE(server.openConnections(), 0);
    QCOMPARE(server.requestCount("POST"), 1);
    QCOMPARE(server.connectionCount(), 1);
}

void TestTls::anAddressWithTheWrongSchemeIsNamed()
{
    RawServer plain;
    net::HttpRequest request = execution(plain);
    request.url.setScheme(u"https"_s);
    net::HttpLimits limits;
    limits.tls = std::chrono::milliseconds(300);
    net::HttpReader impatient(limits);
    const auto overTls = impatient.send(request); // the plain server waits for the end of a request
    QVERIFY(finished(overTls));
    QCOMPARE(overTls.result().error().code, ErrorCode::TimedOut);
    QVERIFY(overTls.result().error().message.contains(u"TLS"_s));
    QVERIFY(overTls.result().error().remedy.contains(u"http://"_s));

    RawServer encrypted;
    const test::TestCertificate own = test::makeTestCertificate("IP:127.0.0.1");
    encrypted.setTls(own.certificate, own.key);
    request = execution(encrypted);
    request.url.setScheme(u"http"_s);
    net::HttpReader reader;
    const auto inClear = reader.send(request);
    QVERIFY(finished(inClear));
    QVERIFY(!inClear.result());
    QVERIFY(encrypted.requests().isEmpty());
}

QTEST_GUILESS_MAIN(TestTls)
#include "tst_tls.moc"
