// SPDX-License-Identifier: Apache-2.0
#include "tests/console/connectionsfixture.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDirIterator>
#include <QRegularExpression>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::console;

namespace
{

constexpr int patience = 30'000;
const QString marker = u"de_test_kR7keychainMarker5tQ"_s;

} // namespace

/** The story of a key with the real keychain of a session that the test command starts. */
class TestConnectionKeychain : public QObject
{
    Q_OBJECT

    static std::unique_ptr<ConnectionsViewModel> view(Session &session, journal::JournalService &journal)
    {
        return std::make_unique<ConnectionsViewModel>(session, journal, std::make_unique<SystemKeyVault>());
    }
    static void lock()
    {
        QDBusMessage message =
            QDBusMessage::createMethodCall(u"org.freedesktop.secrets"_s, u"/org/freedesktop/secrets"_s,
                                           u"org.freedesktop.Secret.Service"_s, u"Lock"_s);
        message << QVariant::fromValue(
            QList<QDBusObjectPath>{QDBusObjectPath(u"/org/freedesktop/secrets/aliases/default"_s)});
        QCOMPARE(QDBusConnection::sessionBus().call(message).type(), QDBusMessage::ReplyMessage);
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void keyIsKeptReadReplacedAndForgotten()
    {
        QVERIFY2(qEnvironmentVariableIsSet("ALGENTA_TEST_KEYRING"), "run it through its test command");
        demo::DemoOptions options;
        options.readingKey = marker.toStdString();
        demo::DemoEngine demo(options);
        QVERIFY(demo.start());
        QTemporaryDir folder;
        base::SystemClock clock;
        journal::JournalService journal(folder.filePath(u"journal/journal.db"_s), clock);
        const QString path = folder.filePath(u"settings.json"_s);
        {
            ConsoleSettings settings(path);
            Session session(settings);
            const auto first = view(session, journal);
            first->form()->create();
            QVariantMap fields = first->form()->fields();
            fields[u"name"_s] = u"Engine"_s;
            fields[u"address"_s] = QString::fromStdString(demo.baseUrl());
            QVERIFY(first->form()->save(fields));
            first->keys().askVault();
            QTRY_VERIFY_WITH_TIMEOUT(first->key()->hasVault(), patience);
            first->key()->enter(marker, true);
            QTRY_VERIFY_WITH_TIMEOUT(!first->key()->isBusy(), patience);
            QVERIFY2(first->key()->message().contains(u"kept in the keychain"_s),
                     qPrintable(first->key()->message()));
        }
        ConsoleSettings settings(path);
        Session session(settings);
        const auto second = view(session, journal);
        second->start({}, {});
        QTRY_COMPARE_WITH_TIMEOUT(session.keyKind(), u"ok"_s, patience);
        QVERIFY2(second->key()->text().contains(u"kept in the keychain"_s),
                 qPrintable(second->key()->text()));
        second->key()->enter(u"de_test_wrong"_s, true);
        QTRY_VERIFY_WITH_TIMEOUT(second->key()->message().contains(u"one before stays"_s), patience);
        second->key()->enter(QString::fromStdString(demo.viewerKey()), true);
        QTRY_VERIFY_WITH_TIMEOUT(second->key()->message().contains(u"kept in the keychain"_s), patience);

        lock();
        Session locked(settings);
        const auto third = view(locked, journal);
        third->start({}, {});
        QTRY_COMPARE_WITH_TIMEOUT(locked.state(), u"connected"_s, patience);
        QVERIFY(!locked.hasKey());
        QVERIFY2(third->key()->text().contains(u"locked"_s), qPrintable(third->key()->text()));
        second->key()->forget();
        QTRY_VERIFY_WITH_TIMEOUT(second->key()->message().contains(u"not forgotten"_s), patience);
        QVERIFY(second->key()->hasKey());

        int files = 0;
        for (const QString &place : {folder.path(), qEnvironmentVariable("HOME")}) {
            QDirIterator it(place, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
            while (it.hasNext()) {
                QFile file(it.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                const QByteArray bytes = file.readAll();
                ++files;
                const QByteArray plain = marker.toLatin1();
                for (const QByteArray &form : {plain, plain.toHex(), plain.toBase64().chopped(4)})
                    QVERIFY2(!bytes.contains(form), qPrintable(file.fileName()));
            }
        }
        QVERIFY2(files > 1, "settings and keyring were not written");
    }
};

QTEST_GUILESS_MAIN(TestConnectionKeychain)
#include "tst_connectionkeychain.moc"
