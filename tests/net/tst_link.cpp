// SPDX-License-Identifier: Apache-2.0
#include "core/net/certificates.h"
#include "core/net/httpreader.h"
#include "core/net/link.h"
#include "core/net/oneshotsender.h"
#include "tests/net/awaited.h"
#include "tests/support/rawserver.h"
#include "tests/support/stricttlsserver.h"
#include "tests/support/testcertificate.h"

#include <QCryptographicHash>
#include <QFile>
#include <QRegularExpression>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using base::ErrorCode;
using test::CertificateWish;
using test::finished;
using test::RawScript;
using test::RawServer;
using test::StrictTlsServer;
using test::TestAuthority;
using test::TestCertificate;

namespace
{

using Answer = base::Result<net::HttpResponse>;

net::HttpRequest request(const QUrl &url, const QByteArray &method = "GET")
{
    net::HttpRequest result;
    result.method = method;
    result.url = url;
    if (method == "POST") {
        result.body = R"({"reason":"test"})";
    }
    return result;
}

Answer read(const net::LinkOptions &options, const QUrl &url, const base::Secret *key = nullptr)
{
    const auto link = net::Link::open(options);
    if (!link) {
        return base::fail(link.error());
    }
    net::HttpReader reader(net::HttpLimits(), *link);
    const auto future = reader.send(request(url), key);
    return finished(future) ? future.result() : base::fail(ErrorCode::TimedOut, u"not finished"_s);
}

} // namespace

/** TLS, pins, plain HTTP and the proxy of one connection, against real servers. */
class TestLink : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void pinsAreReadInEachSpelling_data();
    void pinsAreReadInEachSpelling();
    void brokenPinsAreRefused_data();
    void brokenPinsAreRefused();
    void anExtraAuthorityIsTrusted();
    void anExtraAuthorityAloneIsTrustedAlone();
    void badCertificatesGetNothing_data();
    void badCertificatesGetNothing();
    void theChainIsShownWhole();
    void theRightPinPasses();
    void aChangedKeyGetsNothing();
    void aClientCertificateIsPresented();
    void aMissingClientCertificateIsNamed_data();
    void aMissingClientCertificateIsNamed();
    void unusableFilesAreNamed_data();
    void unusableFilesAreNamed();
    void aKeyThatOthersCanReadIsRefused();
    void plainHttpBeyondThisMachineNeedsLeave();
    void loopbackHosts_data();
    void loopbackHosts();
    void readingUsesTheProxyAndActingDoesNot();
    void anOpenAnswerThroughAProxyIsNotTrusted();
    void theProxyIsNotAskedForThisMachine();
    void brokenProxiesAreRefused_data();
    void brokenProxiesAreRefused();
    void proxiesOfTheEnvironmentAreNamedAndNotUsed();
    void theFirstByteHasItsOwnLimit();

private:
    QString write(const QString &name, const QByteArray &bytes);
    QTemporaryDir m_folder;
    TestAuthority m_authority;
};

void TestLink::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

QString TestLink::write(const QString &name, const QByteArray &bytes)
{
    const QString path = m_folder.filePath(name);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(bytes);
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    }
    return path;
}

void TestLink::pinsAreReadInEachSpelling_data()
{
    QTest::addColumn<QString>("text");
    const QByteArray pin = QCryptographicHash::hash("key", QCryptographicHash::Sha256);
    QTest::newRow("as shown") << net::pinText(pin);
    QTest::newRow("as curl writes it") << u"sha256//"_s + QString::fromLatin1(pin.toBase64());
    QTest::newRow("base64") << QString::fromLatin1(pin.toBase64());
    QTest::newRow("hexadecimal") << QString::fromLatin1(pin.toHex());
    QTest::newRow("with colons, capitals, blanks around")
        << u" %1 "_s.arg(QString::fromLatin1(pin.toHex(':')).toUpper());
}

void TestLink::pinsAreReadInEachSpelling()
{
    QFETCH(QString, text);
    const auto pin = net::parsePin(text);
    QVERIFY(pin);
    QCOMPARE(*pin, QCryptographicHash::hash("key", QCryptographicHash::Sha256));
}

void TestLink::brokenPinsAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << QString();
    QTest::newRow("a digit missing") << QString(63, u'a');
    QTest::newRow("a digit too much") << QString(65, u'a');
    QTest::newRow("not hexadecimal") << QString(64, u'g');
    QTest::newRow("other hash") << u"sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA="_s;
    QTest::newRow("base64 cut") << u"sha256/AAAA"_s;
    QTest::newRow("not base64") << u"sha256/"_s + QString(43, u'*') + u'=';
}

void TestLink::brokenPinsAreRefused()
{
    QFETCH(QString, text);
    const auto pin = net::parsePin(text);
    QVERIFY(!pin);
    QVERIFY(!pin.error().remedy.isEmpty());
}

void TestLink::anExtraAuthorityIsTrusted()
{
    RawServer server;
    const TestCertificate own = m_authority.issue({"IP:127.0.0.1"});
    server.setTls(own.certificate, own.key);
    net::LinkOptions options;
    const Answer without = read(options, server.url(u"/"_s));
    QVERIFY(!without);
    QCOMPARE(without.error().code, ErrorCode::TlsFailed);
    QVERIFY(server.receivedBytes().isEmpty());

    options.tls.caFile = write(u"authority.pem"_s, m_authority.certificate().toPem());
    const Answer with = read(options, server.url(u"/"_s));
    QVERIFY2(with, with ? "" : qPrintable(with.error().message));
    QCOMPARE(with->status, 200);
}

void TestLink::anExtraAuthorityAloneIsTrustedAlone()
{
    net::LinkOptions options;
    options.tls.useSystemStore = false;
    const auto none = net::Link::open(options);
    QVERIFY(!none);
    QCOMPARE(none.error().code, ErrorCode::InvalidInput);
    options.tls.caFile = write(u"authority.pem"_s, m_authority.certificate().toPem());
    const auto one = net::Link::open(options);
    QVERIFY(one);
    QCOMPARE(one->tls().caCertificates(), QList<QSslCertificate>{m_authority.certificate()});
    options.tls.useSystemStore = true;
    const auto both = net::Link::open(options);
    QVERIFY(both);
    QVERIFY(both->tls().caCertificates().contains(m_authority.certificate()));
    QVERIFY(both->tls().caCertificates().size() >= QSslConfiguration::systemCaCertificates().size());
}

void TestLink::badCertificatesGetNothing_data()
{
    QTest::addColumn<CertificateWish>("wish");
    QTest::addColumn<bool>("trusted");
    QTest::addColumn<QString>("named");
    CertificateWish wish{"IP:127.0.0.1"};
    QTest::newRow("unknown authority") << wish << false << u"issuer"_s;
    wish.validUntil = -60;
    QTest::newRow("expired") << wish << true << u"expired"_s;
    wish = {"IP:127.0.0.1"};
    wish.validFrom = 1800;
    QTest::newRow("not yet valid") << wish << true << u"not yet valid"_s;
    QTest::newRow("for another name") << CertificateWish{"engine.example"} << true << u"host name"_s;
    wish = {"IP:127.0.0.1"};
    wish.forClients = true;
    QTest::newRow("for clients only") << wish << true << u"purpose"_s;
}

void TestLink::badCertificatesGetNothing()
{
    QFETCH(CertificateWish, wish);
    QFETCH(bool, trusted);
    QFETCH(QString, named);
    TestAuthority other("Somebody else");
    RawServer server;
    const TestCertificate own = m_authority.issue(wish);
    server.setTls(own.certificate, own.key);
    net::LinkOptions options;
    options.tls.useSystemStore = false;
    options.tls.caFile = write(u"authority.pem"_s, (trusted ? m_authority : other).certificate().toPem());
    const Answer answer = read(options, server.url(u"/"_s));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::TlsFailed);
    QVERIFY2(answer.error().message.contains(named, Qt::CaseInsensitive), qPrintable(answer.error().message));
    QVERIFY2(answer.error().message.contains(u"CN=Algenta test leaf"_s), qPrintable(answer.error().message));
    QVERIFY(!answer.error().remedy.isEmpty());

    const auto link = net::Link::open(options);
    QVERIFY(link);
    net::OneShotSender sender(net::HttpLimits(), *link);
    const auto act = sender.send(request(server.url(u"/"_s), "POST"), nullptr);
    QVERIFY(finished(act));
    const net::SendOutcome outcome = act.result();
    QVERIFY(std::holds_alternative<net::NotSent>(outcome));
    QTRY_COMPARE(server.openConnections(), 0);
    QVERIFY(server.receivedBytes().isEmpty());
}

void TestLink::theChainIsShownWhole()
{
    RawServer server;
    const TestCertificate own = m_authority.issue({"engine.example"});
    server.setTls(own.certificate, own.key);
    const Answer answer = read({}, server.url(u"/"_s));
    QVERIFY(!answer);
    const QString shown = QString::fromUtf8(answer.error().raw);
    const QByteArray fingerprint = own.certificate.digest(QCryptographicHash::Sha256).toHex(':').toUpper();
    for (const QString &part : {u"subject      CN=Algenta test leaf"_s,
                                u"issuer       CN=Algenta test authority"_s, u"names        engine.example"_s,
                                u"valid        20"_s, u"SHA-256 "_s + QString::fromLatin1(fingerprint),
                                net::pinText(net::publicKeyPin(own.certificate))}) {
        QVERIFY2(shown.contains(part), qPrintable(part + u"\nis not in\n"_s + shown));
    }
    // The pin is the hash of the SubjectPublicKeyInfo, as other tools compute it.
    QCOMPARE(net::publicKeyPin(own.certificate),
             QCryptographicHash::hash(own.certificate.publicKey().toDer(), QCryptographicHash::Sha256));
}

void TestLink::theRightPinPasses()
{
    RawServer server;
    const TestCertificate own = m_authority.issue({"IP:127.0.0.1"});
    server.setTls(own.certificate, own.key);
    net::LinkOptions options;
    options.tls.caFile = write(u"authority.pem"_s, m_authority.certificate().toPem());
    options.tls.pin = net::publicKeyPin(own.certificate);
    const Answer answer = read(options, server.url(u"/"_s));
    QVERIFY2(answer, answer ? "" : qPrintable(answer.error().message));
    // A pin is asked for besides trust, not instead.
    options.tls.caFile.clear();
    QVERIFY(!read(options, server.url(u"/"_s)));
}

void TestLink::aChangedKeyGetsNothing()
{
    RawServer server;
    const TestCertificate before = m_authority.issue({"IP:127.0.0.1"});
    const TestCertificate now = m_authority.issue({"IP:127.0.0.1"});
    server.setTls(now.certificate, now.key);
    net::LinkOptions options;
    options.tls.caFile = write(u"authority.pem"_s, m_authority.certificate().toPem());
    options.tls.pin = net::publicKeyPin(before.certificate);
    const base::Secret key{QByteArrayView("de_test_abcdefgh")};
    const Answer answer = read(options, server.url(u"/"_s), &key);
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::TlsFailed);
    QVERIFY(answer.error().message.contains(net::pinText(options.tls.pin)));
    QVERIFY(answer.error().message.contains(net::pinText(net::publicKeyPin(now.certificate))));
    QVERIFY(answer.error().raw.contains("CN=Algenta test leaf"));

    const auto link = net::Link::open(options);
    net::OneShotSender sender(net::HttpLimits(), *link);
    const auto act = sender.send(request(server.url(u"/"_s), "POST"), &key);
    QVERIFY(finished(act));
    const net::SendOutcome outcome = act.result();
    QVERIFY(std::holds_alternative<net::NotSent>(outcome));
    QTRY_COMPARE(server.openConnections(), 0);
    QVERIFY(server.receivedBytes().isEmpty());
}

void TestLink::aClientCertificateIsPresented()
{
    RawServer server;
    const TestCertificate own = m_authority.issue({"IP:127.0.0.1"});
    server.setTls(own.certificate, own.key);
    server.demandClientCertificate(m_authority.certificate());
    CertificateWish wish;
    wish.commonName = "operator";
    wish.forClients = true;
    const TestCertificate client = m_authority.issue(wish);
    net::LinkOptions options;
    options.tls.caFile = write(u"authority.pem"_s, m_authority.certificate().toPem());
    options.tls.certificateFile = write(u"client.pem"_s, client.certificate.toPem());
    options.tls.keyFile = write(u"client.key"_s, client.key.toPem());
    const Answer answer = read(options, server.url(u"/"_s));
    QVERIFY2(answer, answer ? "" : qPrintable(answer.error().message));
    QCOMPARE(server.clientNames(), QStringList{u"operator"_s});

    // The same through an encrypted key file.
    const base::Secret passphrase{QByteArrayView("over the hills")};
    options.tls.keyFile = write(u"client.key"_s, client.key.toPem("over the hills"));
    const auto link = net::Link::open(options, &passphrase);
    QVERIFY2(link, link ? "" : qPrintable(link.error().message));
    net::HttpReader reader(net::HttpLimits(), *link);
    const auto future = reader.send(request(server.url(u"/"_s)));
    QVERIFY(finished(future));
    QVERIFY(future.result());
}

void TestLink::aMissingClientCertificateIsNamed_data()
{
    QTest::addColumn<StrictTlsServer::Newest>("newest");
    QTest::newRow("TLS 1.2, in the handshake") << StrictTlsServer::Newest::Tls12;
    QTest::newRow("TLS 1.3, after it") << StrictTlsServer::Newest::Tls13;
}

void TestLink::aMissingClientCertificateIsNamed()
{
    QFETCH(StrictTlsServer::Newest, newest);
    StrictTlsServer server(m_authority.issue({"IP:127.0.0.1"}), m_authority.certificate(), newest);
    net::LinkOptions options;
    options.tls.caFile = write(u"authority.pem"_s, m_authority.certificate().toPem());
    const Answer answer = read(options, server.url());
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::TlsFailed);
    QVERIFY2(answer.error().remedy.contains(u"client certificate"_s), qPrintable(answer.error().remedy));

    // TLS 1.3 refuses when the request is on its way already: an act is not called unsent then.
    const auto link = net::Link::open(options);
    net::OneShotSender sender(net::HttpLimits(), *link);
    const auto act = sender.send(request(server.url(), "POST"), nullptr);
    QVERIFY(finished(act));
    const net::SendOutcome outcome = act.result();
    if (newest == StrictTlsServer::Newest::Tls12)
        QVERIFY(std::holds_alternative<net::NotSent>(outcome));
    else
        QVERIFY(std::holds_alternative<net::AnswerLost>(outcome));
    QCOMPARE(server.requestCount(), 0);

    // With a certificate the same server answers.
    CertificateWish wish;
    wish.forClients = true;
    const TestCertificate client = m_authority.issue(wish);
    options.tls.certificateFile = write(u"client.pem"_s, client.certificate.toPem());
    options.tls.keyFile = write(u"client.key"_s, client.key.toPem());
    const Answer admitted = read(options, server.url());
    QVERIFY2(admitted, admitted ? "" : qPrintable(admitted.error().message));
    QCOMPARE(server.requestCount(), 1);
}

void TestLink::unusableFilesAreNamed_data()
{
    QTest::addColumn<QString>("caFile");
    QTest::addColumn<QString>("certificateFile");
    QTest::addColumn<QString>("keyFile");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("named");
    const TestCertificate one = m_authority.issue({});
    const TestCertificate two = m_authority.issue({});
    const QString none = m_folder.filePath(u"nothing-here.pem"_s);
    const QString text = write(u"text.pem"_s, "not a certificate");
    const QString certificate = write(u"one.pem"_s, one.certificate.toPem());
    const QString key = write(u"one.key"_s, one.key.toPem());
    const QString otherKey = write(u"two.key"_s, two.key.toPem());
    const QString locked = write(u"locked.key"_s, one.key.toPem("secret"));
    const QString large = write(u"large.pem"_s, QByteArray(1024 * 1024 + 1, 'a'));
    QTest::newRow("authority missing") << none << QString() << QString() << ErrorCode::NotFound << none;
    QTest::newRow("authority not PEM") << text << QString() << QString() << ErrorCode::InvalidInput << text;
    QTest::newRow("authority too large")
        << large << QString() << QString() << ErrorCode::LimitExceeded << u"1 MiB"_s;
    QTest::newRow("authority a folder")
        << m_folder.path() << QString() << QString() << ErrorCode::NotFound << m_folder.path();
    QTest::newRow("certificate alone")
        << QString() << certificate << QString() << ErrorCode::InvalidInput << u"key"_s;
    QTest::newRow("key alone") << QString() << QString() << key << ErrorCode::InvalidInput
                               << u"certificate"_s;
    QTest::newRow("key of another certificate")
        << QString() << certificate << otherKey << ErrorCode::InvalidInput << otherKey;
    QTest::newRow("key not PEM") << QString() << certificate << text << ErrorCode::InvalidInput << text;
    QTest::newRow("key encrypted, no passphrase")
        << QString() << certificate << locked << ErrorCode::InvalidInput << u"passphrase"_s;
}

void TestLink::unusableFilesAreNamed()
{
    QFETCH(QString, caFile);
    QFETCH(QString, certificateFile);
    QFETCH(QString, keyFile);
    QFETCH(ErrorCode, code);
    QFETCH(QString, named);
    net::LinkOptions options;
    options.tls.caFile = caFile;
    options.tls.certificateFile = certificateFile;
    options.tls.keyFile = keyFile;
    const auto link = net::Link::open(options);
    QVERIFY(!link);
    QCOMPARE(link.error().code, code);
    QVERIFY2(link.error().message.contains(named), qPrintable(link.error().message));
    QVERIFY(!link.error().remedy.isEmpty());
}

void TestLink::aKeyThatOthersCanReadIsRefused()
{
    const TestCertificate one = m_authority.issue({});
    net::LinkOptions options;
    options.tls.certificateFile = write(u"open.pem"_s, one.certificate.toPem());
    options.tls.keyFile = write(u"open.key"_s, one.key.toPem());
    QVERIFY(net::Link::open(options));
    QVERIFY(QFile::setPermissions(options.tls.keyFile, QFileDevice::ReadOwner | QFileDevice::ReadOther));
    const auto link = net::Link::open(options);
    QVERIFY(!link);
    QCOMPARE(link.error().code, ErrorCode::NotAllowed);
}

void TestLink::plainHttpBeyondThisMachineNeedsLeave()
{
    const QUrl far(u"http://engine.invalid:8000/"_s);
    net::LinkOptions options;
    const Answer refused = read(options, far);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::NotAllowed);
    QVERIFY(refused.error().message.contains(u"encryption"_s));
    net::OneShotSender sender;
    const auto act = sender.send(request(far, "POST"), nullptr);
    QVERIFY(finished(act));
    const net::SendOutcome outcome = act.result();
    QCOMPARE(std::get<net::NotSent>(outcome).error.code, ErrorCode::NotAllowed);
    // With leave it goes as far as there is a way.
    options.allowPlainHttp = true;
    const Answer allowed = read(options, far);
    QVERIFY(!allowed);
    QCOMPARE(allowed.error().code, ErrorCode::NameLookupFailed);
}

void TestLink::loopbackHosts_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("isLoopback");
    QTest::newRow("name") << u"localhost"_s << true;
    QTest::newRow("below the name") << u"engine.LOCALHOST"_s << true;
    QTest::newRow("four") << u"127.0.0.1"_s << true;
    QTest::newRow("four, other") << u"127.9.8.7"_s << true;
    QTest::newRow("six") << u"::1"_s << true;
    QTest::newRow("any address") << u"0.0.0.0"_s << false;
    QTest::newRow("neighbour") << u"192.168.1.1"_s << false;
    QTest::newRow("name that begins so") << u"localhost.example"_s << false;
    QTest::newRow("name that ends so") << u"notlocalhost"_s << false;
    QTest::newRow("digits as a name") << u"127.0.0.1.example"_s << false;
}

void TestLink::loopbackHosts()
{
    QFETCH(QString, host);
    QFETCH(bool, isLoopback);
    QCOMPARE(net::isLoopbackHost(host), isLoopback);
}

void TestLink::readingUsesTheProxyAndActingDoesNot()
{
    RawServer proxy;
    RawScript both = RawScript::answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    both.keepAlive = true;
    proxy.setScript(both);
    net::LinkOptions options;
    options.allowPlainHttp = true;
    options.readingProxy = u"127.0.0.1:%1"_s.arg(proxy.serverPort());
    const QUrl far(u"http://engine.invalid:8000/health"_s);
    const base::Secret key{QByteArrayView("de_test_abcdefgh")};
    const Answer answer = read(options, far, &key);
    QVERIFY2(answer, answer ? "" : qPrintable(answer.error().message));
    QCOMPARE(answer->status, 200);
    QCOMPARE(proxy.requests().size(), 2);
    QCOMPARE(proxy.requests().first().method, "CONNECT");
    QCOMPARE(proxy.requests().first().target, "engine.invalid:8000");
    QVERIFY(!proxy.requests().first().bytes.contains("de_test_abcdefgh"));
    QCOMPARE(proxy.requests().last().target, "/health");

    proxy.clearRecord();
    const auto link = net::Link::open(options);
    QVERIFY(link);
    net::OneShotSender sender(net::HttpLimits(), *link);
    const auto act = sender.send(request(far, "POST"), &key);
    QVERIFY(finished(act));
    const net::SendOutcome outcome = act.result();
    QCOMPARE(std::get<net::NotSent>(outcome).error.code, ErrorCode::NameLookupFailed);
    QCOMPARE(proxy.connectionCount(), 0);
}

void TestLink::anOpenAnswerThroughAProxyIsNotTrusted()
{
    // Only the close would say where the body ends, and the proxy closes too when the engine resets.
    QTcpServer proxy;
    QVERIFY(proxy.listen(QHostAddress::LocalHost));
    connect(&proxy, &QTcpServer::newConnection, this, [&proxy] {
        QTcpSocket *socket = proxy.nextPendingConnection();
        connect(socket, &QIODevice::readyRead, socket, [socket] {
            if (socket->readAll().startsWith("CONNECT")) {
                socket->write("HTTP/1.1 200 Connection established\r\n\r\n");
            } else {
                socket->write("HTTP/1.1 200 OK\r\n\r\n{\"half\":");
                socket->disconnectFromHost();
            }
        });
    });
    net::LinkOptions options;
    options.allowPlainHttp = true;
    options.readingProxy = u"127.0.0.1:%1"_s.arg(proxy.serverPort());
    const Answer answer = read(options, QUrl(u"http://engine.invalid:8000/health"_s));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::ConnectionLost);
}

void TestLink::theProxyIsNotAskedForThisMachine()
{
    RawServer proxy;
    RawServer engine;
    net::LinkOptions options;
    options.readingProxy = u"127.0.0.1:%1"_s.arg(proxy.serverPort());
    QVERIFY(read(options, engine.url(u"/"_s)));
    QCOMPARE(proxy.connectionCount(), 0);
    QCOMPARE(engine.requests().size(), 1);
}

void TestLink::brokenProxiesAreRefused_data()
{
    QTest::addColumn<QString>("proxy");
    QTest::newRow("no port") << u"proxy.example"_s;
    QTest::newRow("port 0") << u"proxy.example:0"_s;
    QTest::newRow("user and password") << u"me:secret@proxy.example:3128"_s;
    QTest::newRow("scheme") << u"http://proxy.example:3128"_s;
    QTest::newRow("path") << u"proxy.example:3128/way"_s;
    QTest::newRow("colon alone") << u":"_s;
}

void TestLink::brokenProxiesAreRefused()
{
    QFETCH(QString, proxy);
    net::LinkOptions options;
    options.readingProxy = proxy;
    const auto link = net::Link::open(options);
    QVERIFY(!link);
    QCOMPARE(link.error().code, ErrorCode::InvalidInput);
    QVERIFY(!link.error().message.contains(u"secret"_s));
}

void TestLink::proxiesOfTheEnvironmentAreNamedAndNotUsed()
{
    RawServer proxy;
    const QByteArray address = "http://127.0.0.1:" + QByteArray::number(proxy.serverPort());
    qputenv("HTTPS_PROXY", address);
    qputenv("http_proxy", address);
    net::LinkOptions options;
    options.allowPlainHttp = true;
    const Answer answer = read(options, QUrl(u"http://engine.invalid:8000/"_s));
    qunsetenv("HTTPS_PROXY");
    qunsetenv("http_proxy");
    QVERIFY(!answer);
    QCOMPARE(proxy.connectionCount(), 0);
    QVERIFY2(answer.error().remedy.contains(u"HTTPS_PROXY, http_proxy"_s), qPrintable(answer.error().remedy));
}

void TestLink::theFirstByteHasItsOwnLimit()
{
    RawServer server;
    server.setScript(RawScript::answer({}, RawScript::End::Stall));
    net::HttpLimits limits;
    limits.firstByte = std::chrono::milliseconds(120);
    net::HttpReader reader(limits);
    const auto future = reader.send(request(server.url(u"/"_s)));
    QVERIFY(finished(future));
    QCOMPARE(future.result().error().code, ErrorCode::TimedOut);
    QVERIFY2(future.result().error().message.contains(u"120 ms"_s),
             qPrintable(future.result().error().message));
}

QTEST_GUILESS_MAIN(TestLink)
#include "tst_link.moc"
