// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/hardening.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/prctl.h>
#include <sys/resource.h>

using namespace algenta::console;
using namespace Qt::Literals::StringLiterals;

class TestHardening : public QObject
{
    Q_OBJECT

    static void write(const QString &path, const QByteArray &text)
    {
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    struct Ended {
        int code = -1;
        QString errors;
    };
    static Ended run(const QStringList &arguments, const QHash<QString, QString> &variables)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"PATH"_s, QStringLiteral(ALGENTA_DEMO_FOLDER ":") + environment.value(u"PATH"_s));
        for (const auto &[name, value] : variables.asKeyValueRange())
            environment.insert(name, value);
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(ALGENTA_CONSOLE), arguments);
        if (!process.waitForFinished(90'000))
            process.kill();
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                QString::fromUtf8(process.readAllStandardError())};
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void memoryOfTheProcessStaysInside()
    {
        QVERIFY(forbidMemoryDumps());
        rlimit core{};
        QCOMPARE(::getrlimit(RLIMIT_CORE, &core), 0);
        QCOMPARE(core.rlim_max, rlim_t(0));
        QCOMPARE(::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), 0);
    }

    Q_SLOT void everyInjectingVariableIsRemovedAndNamed_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        for (const char *name : {"QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_GENERIC_PLUGINS",
                                 "QML_IMPORT_PATH", "QML2_IMPORT_PATH", "QT_QUICK_CONTROLS_STYLE"})
            QTest::newRow(name) << QByteArray(name) << QByteArray("/somewhere");
        for (const char *platform : {"vnc", "vnc:port=5901", "xcb;vnc", "minimal", "webgl", "offscreen"})
            QTest::newRow(platform) << QByteArray("QT_QPA_PLATFORM") << QByteArray(platform);
    }
    Q_SLOT void everyInjectingVariableIsRemovedAndNamed()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        const QByteArray before = qgetenv(name);
        qputenv("QT_QPA_PLATFORM", "xcb");
        qputenv(name, value);
        const QStringList ignored = ignoreInjectedEnvironment(false);
        const bool stillSet = qEnvironmentVariableIsSet(name);
        qputenv(name, before);
        QVERIFY(ignored.contains(QString::fromLatin1(name)));
        QVERIFY(!stillSet);
    }

    Q_SLOT void localDesktopsStay_data()
    {
        QTest::addColumn<QByteArray>("platform");
        QTest::addColumn<bool>("headless");
        QTest::newRow("xcb") << QByteArray("xcb") << false;
        QTest::newRow("wayland, then xcb") << QByteArray("wayland;xcb") << false;
        QTest::newRow("nothing shown") << QByteArray("offscreen") << true;
    }
    Q_SLOT void localDesktopsStay()
    {
        QFETCH(QByteArray, platform);
        QFETCH(bool, headless);
        qputenv("QT_QPA_PLATFORM", platform);
        QVERIFY(!ignoreInjectedEnvironment(headless).contains(u"QT_QPA_PLATFORM"_s));
        QCOMPARE(qgetenv("QT_QPA_PLATFORM"), platform);
    }

    Q_SLOT void toolkitOptionsAreLeftOut()
    {
        const OwnArguments own =
            withoutToolkitOptions({"algenta-console", "--demo", "-platform", "vnc", "--platformpluginpath=/x",
                                   "-qmljsdebugger=port:1", "--history", "5", "-plugin", "tuio", "platform"});
        QCOMPARE(own.kept, (QList<QByteArray>{"algenta-console", "--demo", "--history", "5", "platform"}));
        QCOMPARE(own.ignored,
                 (QStringList{u"-platform"_s, u"-platformpluginpath"_s, u"-qmljsdebugger"_s, u"-plugin"_s}));
    }

    Q_SLOT void foreignPagesAreNotLoaded()
    {
        QTemporaryDir folder;
        // The first lookup for the module of the pages would end here, if the path counted.
        write(folder.filePath(u"Algenta/Controls/qmldir"_s),
              "module Algenta.Controls\nButton 1.0 Button.qml\n");
        write(folder.filePath(u"Algenta/Controls/Button.qml"_s),
              "import QtQuick\nItem { property int x: y }\n");
        write(folder.filePath(u"QtQuick/Layouts/qmldir"_s), "module QtQuick.Layouts\n");
        const Ended ended = run(
            {u"--self-test"_s, u"--history"_s, u"5"_s, u"--settings"_s, folder.filePath(u"settings.json"_s)},
            {{u"QML_IMPORT_PATH"_s, folder.path()}, {u"QML2_IMPORT_PATH"_s, folder.path()}});
        QVERIFY2(ended.code == 0, qPrintable(ended.errors));
        QVERIFY(ended.errors.contains(u"Ignored: QML_IMPORT_PATH."_s));
        QVERIFY(ended.errors.contains(u"Ignored: QML2_IMPORT_PATH."_s));
    }
};

QTEST_GUILESS_MAIN(TestHardening)
#include "tst_hardening.moc"
