// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/desktopnotifier.h"
#include "app/console/shell/sessionwatch.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QProcess>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QVariantMap>

using namespace algenta::console;
using namespace Qt::Literals::StringLiterals;

/** A notification service that keeps what it is told. */
class Notifications : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    QList<QVariantList> taken;

public Q_SLOTS:
    uint Notify(const QString &program, uint replaces, const QString &icon, const QString &summary,
                const QString &body, const QStringList &actions, const QVariantMap &hints, int timeout)
    {
        taken.append({program, replaces, icon, summary, body, actions, hints, timeout});
        return uint(taken.size());
    }

Q_SIGNALS:
    void ActionInvoked(uint id, const QString &action);
    void NotificationClosed(uint id, uint reason);
};

class TestDesktop : public QObject
{
    Q_OBJECT

    QProcess m_daemon;
    QString m_address;

    QDBusConnection bus(const QString &name) { return QDBusConnection::connectToBus(m_address, name); }
    static void emitSignal(QDBusConnection sender, const QString &path, const QString &interface,
                           const QString &name, const QVariantList &arguments)
    {
        QDBusMessage message = QDBusMessage::createSignal(path, interface, name);
        message.setArguments(arguments);
        QVERIFY(sender.send(message));
    }

private:
    Q_SLOT void initTestCase()
    {
        m_daemon.start(u"dbus-daemon"_s, {u"--session"_s, u"--nofork"_s, u"--print-address"_s});
        QVERIFY(m_daemon.waitForStarted());
        QTRY_VERIFY(m_daemon.canReadLine() || !m_daemon.waitForReadyRead(100));
        QTRY_VERIFY(m_daemon.canReadLine());
        m_address = QString::fromUtf8(m_daemon.readLine()).trimmed();
        QVERIFY(!m_address.isEmpty());
    }
    Q_SLOT void cleanupTestCase()
    {
        m_daemon.terminate();
        QVERIFY(m_daemon.waitForFinished());
    }
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void leavingTheDeskIsTold_data()
    {
        QTest::addColumn<QString>("interface");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QVariantList>("arguments");
        QTest::addColumn<int>("locks");
        QTest::addColumn<int>("sleeps");
        const QVariantList yes{true};
        const QVariantList no{false};
        QTest::newRow("screen saver on")
            << u"org.freedesktop.ScreenSaver"_s << u"ActiveChanged"_s << yes << 1 << 0;
        QTest::newRow("screen saver off")
            << u"org.freedesktop.ScreenSaver"_s << u"ActiveChanged"_s << no << 0 << 0;
        QTest::newRow("GNOME") << u"org.gnome.ScreenSaver"_s << u"ActiveChanged"_s << yes << 1 << 0;
        QTest::newRow("login session")
            << u"org.freedesktop.login1.Session"_s << u"Lock"_s << QVariantList() << 1 << 0;
        QTest::newRow("sleep begins")
            << u"org.freedesktop.login1.Manager"_s << u"PrepareForSleep"_s << yes << 0 << 1;
        QTest::newRow("sleep ends") << u"org.freedesktop.login1.Manager"_s << u"PrepareForSleep"_s << no << 0
                                    << 0;
    }
    Q_SLOT void leavingTheDeskIsTold()
    {
        QFETCH(QString, interface);
        QFETCH(QString, name);
        QFETCH(QVariantList, arguments);
        QFETCH(int, locks);
        QFETCH(int, sleeps);
        SessionWatch watch(bus(u"watch-session"_s), bus(u"watch-system"_s));
        QVERIFY(watch.watchesLock());
        QVERIFY(watch.watchesSleep());
        QSignalSpy locked(&watch, &SessionWatch::locked);
        QSignalSpy sleeping(&watch, &SessionWatch::goingToSleep);
        emitSignal(bus(u"sender"_s), u"/any"_s, interface, name, arguments);
        // What comes after it in the same connection has arrived when this has.
        emitSignal(bus(u"sender"_s), u"/any"_s, u"org.gnome.ScreenSaver"_s, u"ActiveChanged"_s, {true});
        QTRY_COMPARE(locked.size(), locks + 1);
        QCOMPARE(sleeping.size(), sleeps);
    }

    Q_SLOT void withoutABusNothingIsWatchedAndThatIsSaid()
    {
        const QDBusConnection none(u"never-connected"_s);
        const SessionWatch watch(none, none);
        QVERIFY(!watch.watchesLock());
        QVERIFY(!watch.watchesSleep());
        DesktopNotifier notifier(none);
        notifier.notify(u"armed"_s, u"an override"_s);
        QVERIFY(notifier.problem().contains(u"session bus"_s));
    }

    Q_SLOT void noticeIsEscapedAndCanOnlyBeOpened()
    {
        Notifications service;
        QDBusConnection host = bus(u"host"_s);
        QVERIFY(host.registerObject(u"/org/freedesktop/Notifications"_s, &service,
                                    QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
        QVERIFY(host.registerService(u"org.freedesktop.Notifications"_s));
        DesktopNotifier notifier(bus(u"notifier"_s));
        QSignalSpy opened(&notifier, &DesktopNotifier::opened);
        notifier.notify(u"Override armed"_s, u"<b>send</b> to evil\u202Egro.elpmaxe"_s);
        QTRY_COMPARE(service.taken.size(), 1);
        const QString body = service.taken.constFirst().at(4).toString();
        QCOMPARE(body, u"&lt;b&gt;send&lt;/b&gt; to evil&lt;U+202E&gt;gro.elpmaxe"_s);
        QCOMPARE(service.taken.constFirst().at(5).toStringList().size(), 2);
        QCOMPARE(service.taken.constFirst().at(5).toStringList().constFirst(), u"default"_s);
        QVERIFY(notifier.problem().isEmpty());
        Q_EMIT service.ActionInvoked(77, u"default"_s);
        Q_EMIT service.ActionInvoked(1, u"confirm"_s);
        Q_EMIT service.ActionInvoked(1, u"default"_s);
        QTRY_COMPARE(opened.size(), 1);
        host.unregisterService(u"org.freedesktop.Notifications"_s);
        host.unregisterObject(u"/org/freedesktop/Notifications"_s);
    }

    Q_SLOT void noticeThatNobodyTakesIsSaid()
    {
        DesktopNotifier notifier(bus(u"lonely"_s));
        notifier.notify(u"Override armed"_s, u"one"_s);
        QTRY_VERIFY(!notifier.problem().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestDesktop)
#include "tst_desktop.moc"
