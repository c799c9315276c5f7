// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/transport.h"

#include <QRegularExpression>
#include <QTcpServer>
#include <QTest>

#include <unistd.h>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;

namespace
{

engine::EngineAddress address(const QString &text)
{
    return engine::parseEngineAddress(text).value_or(engine::EngineAddress{});
}

const QByteArray table4 =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
    "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000   998        0 20110 1\n"
    "   1: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 18006 1\n"
    "   2: 0501A8C0:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 20112 1\n"
    "   3: 0100007F:1F91 0100007F:D2F0 01 00000000:00000000 02:000A7214 00000000  1000        0 20113 2\n"
    "   4: rubbish\n";
const QByteArray table6 =
    "  sl  local_address                         remote_address                        st ...\n"
    "   0: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A "
    "00000000:00000000 00:00000000 00000000   998        0 20111 1\n"
    "   1: 00000000000000000000000000000000:1F92 00000000000000000000000000000000:0000 0A "
    "00000000:00000000 00:00000000 00000000  1000        0 20114 1\n"
    "   2: 0000000000000000FFFF00000100007F:1F93 00000000000000000000000000000000:0000 0A "
    "00000000:00000000 00:00000000 00000000  1000        0 20115 1\n"
    "   3: B80D01200000000067452301EFCDAB89:1F94 00000000000000000000000000000000:0000 0A "
    "00000000:00000000 00:00000000 00000000  1000        0 20116 1\n";

} // namespace

/** Where an operator key may travel. */
class TestTransport : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void tablesAreRead()
    {
        QCOMPARE(parseListeners(table4),
                 QList<Listener>({{8080, 998, true}, {22, 0, true}, {8080, 1000, false}}));
        QCOMPARE(parseListeners(table6),
                 QList<Listener>(
                     {{8080, 998, true}, {8082, 1000, true}, {8083, 1000, true}, {8084, 1000, false}}));
        QCOMPARE(parseListeners(QByteArray()), QList<Listener>());
    }

    Q_SLOT void rule_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<bool>("own");
        QTest::addColumn<QString>("transport"); ///< empty: refused
        QTest::newRow("tls") << u"https://engine.example"_s << false << u"tls"_s;
        QTest::newRow("tls on loopback") << u"https://127.0.0.1:8082"_s << false << u"tls"_s;
        QTest::newRow("plain to another machine") << u"http://engine.example:8080"_s << false << QString();
        QTest::newRow("plain to another machine that is said to be our own")
            << u"http://engine.example:8080"_s << true << QString();
        QTest::newRow("another user's port")
            << u"http://127.0.0.1:8080"_s << false << u"loopback_other_user"_s;
        QTest::newRow("another user's port by name")
            << u"http://localhost:8080"_s << false << u"loopback_other_user"_s;
        QTest::newRow("own user's port") << u"http://127.0.0.1:8082"_s << false << QString();
        QTest::newRow("own user's mapped port") << u"http://127.0.0.1:8083"_s << false << QString();
        QTest::newRow("own demo engine") << u"http://127.0.0.1:8082"_s << true << u"own_engine"_s;
        QTest::newRow("nobody's port") << u"http://127.0.0.1:9999"_s << false << QString();
        QTest::newRow("own user's port elsewhere") << u"http://127.0.0.1:8084"_s << false << QString();
    }
    Q_SLOT void rule()
    {
        QFETCH(QString, engine);
        QFETCH(bool, own);
        QFETCH(QString, transport);
        const auto verdict =
            judgeTransport(address(engine), own, parseListeners(table4) + parseListeners(table6), 1000);
        QCOMPARE(verdict ? keyTransportName(*verdict) : QString(), transport);
        if (!verdict)
            QCOMPARE(verdict.error().code, base::ErrorCode::NotAllowed);
    }

    Q_SLOT void onePortHeldByTwoUsersIsRefused()
    {
        const QList<Listener> both{{8080, 998, true}, {8080, 1000, true}};
        QVERIFY(!judgeTransport(address(u"http://127.0.0.1:8080"_s), false, both, 1000));
        QVERIFY(judgeTransport(address(u"http://127.0.0.1:8080"_s), false, both, 1001));
    }

    Q_SLOT void realSocketOfThisUserIsSeenAndRefused()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const auto listeners = readListeners();
        QVERIFY(listeners.has_value());
        QVERIFY(listeners->contains(Listener{server.serverPort(), ::geteuid(), true}));
        const engine::EngineAddress here = address(u"http://127.0.0.1:%1"_s.arg(server.serverPort()));
        const auto refused = checkTransport(here, false);
        QVERIFY(!refused.has_value());
        QVERIFY2(refused.error().message.contains(u"your own user"), qPrintable(refused.error().message));
        QCOMPARE(checkTransport(here, true).value_or(KeyTransport::Tls), KeyTransport::OwnEngine);
        server.close();
        QVERIFY(!checkTransport(here, false).has_value());
    }
};

QTEST_GUILESS_MAIN(TestTransport)
#include "tst_transport.moc"
