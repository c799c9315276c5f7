// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "core/engine/credentialstore.h"
#include "tests/ctl/ctlrun.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QRegularExpression>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using algenta::ctl::test::CtlRun;
using algenta::ctl::test::runCtl;

/** The key of the real keychain of a session that the test command starts. */
class TestCtlKeychain : public QObject
{
    Q_OBJECT

    demo::DemoEngine m_demo;

    [[nodiscard]] CtlRun list(const QStringList &more = {}, const std::string &key = {},
                              const QList<std::pair<QString, QString>> &variables = {}) const
    {
        return runCtl(QStringList{u"decisions"_s, u"list"_s, u"--json"_s, u"--engine"_s,
                                  QString::fromStdString(m_demo.baseUrl())} +
                          more,
                      key, {}, variables);
    }
    void keep(const QByteArray &key)
    {
        engine::CredentialStore store;
        const auto address = engine::parseEngineAddress(QString::fromStdString(m_demo.baseUrl()));
        auto written = store.write(engine::credentialBinding(*address, {}), base::Secret(key));
        QTRY_VERIFY_WITH_TIMEOUT(written.isFinished(), 30'000);
        const auto result = written.result();
        QVERIFY2(result.has_value(), result ? "" : qPrintable(result.error().message));
    }

private:
    Q_SLOT void initTestCase()
    {
        QVERIFY2(qEnvironmentVariableIsSet("ALGENTA_TEST_KEYRING"), "run it through its test command");
        QVERIFY(m_demo.start());
    }
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void emptyKeychainIsNothingToTalkAbout()
    {
        const CtlRun run = list();
        COMPARE_CODE(run, 2);
        QCOMPARE(run.errorCode(), u"unauthorized"_s);
        QVERIFY2(!run.err.contains("keychain"), run.err.constData());
    }

    Q_SLOT void keyOfTheKeychainIsUsed()
    {
        keep(QByteArray::fromStdString(m_demo.readingKey()));
        COMPARE_CODE(list(), 0);
        const CtlRun doctor = runCtl({u"doctor"_s, QString::fromStdString(m_demo.baseUrl())});
        QVERIFY2(doctor.err.contains("that of the keychain"), doctor.all().constData());
    }

    Q_SLOT void itIsForOneAddressAndPin()
    {
        demo::DemoEngine other;
        QVERIFY(other.start());
        QCOMPARE(runCtl({u"decisions"_s, u"list"_s, u"--json"_s, u"--engine"_s,
                         QString::fromStdString(other.baseUrl())})
                     .errorCode(),
                 u"unauthorized"_s);
        QCOMPARE(list({u"--pin"_s, QString(64, u'a')}).errorCode(), u"unauthorized"_s);
    }

    Q_SLOT void whatIsGivenComesFirst()
    {
        QCOMPARE(list({}, "de_test_wrong").errorCode(), u"unauthorized"_s);
        QCOMPARE(list({u"--no-keychain"_s}).errorCode(), u"unauthorized"_s);
    }

    Q_SLOT void withoutABusThereIsNoKeychain()
    {
        const CtlRun run = list({}, {}, {{u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nowhere"_s}});
        COMPARE_CODE(run, 2);
        QCOMPARE(run.errorCode(), u"unauthorized"_s);
    }

    Q_SLOT void lockedKeychainIsSaidAndNotOpened()
    {
        QDBusMessage message =
            QDBusMessage::createMethodCall(u"org.freedesktop.secrets"_s, u"/org/freedesktop/secrets"_s,
                                           u"org.freedesktop.Secret.Service"_s, u"Lock"_s);
        message << QVariant::fromValue(
            QList<QDBusObjectPath>{QDBusObjectPath(u"/org/freedesktop/secrets/aliases/default"_s)});
        QCOMPARE(QDBusConnection::sessionBus().call(message).type(), QDBusMessage::ReplyMessage);
        const CtlRun run = list();
        COMPARE_CODE(run, 2);
        QVERIFY2(run.err.contains("keychain is locked"), run.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCtlKeychain)
#include "tst_ctl_keychain.moc"
