// SPDX-License-Identifier: Apache-2.0
#include "tests/console/accessiblereader.h"
#include "tests/console/processtree.h"
#include "tests/support/rawserver.h"
#include "tests/support/secretsearch.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::test;

/** The program as it is installed: on a display, with an engine that is not there, goes, or misbehaves. */
class TestProgram : public QObject
{
    Q_OBJECT

    static constexpr int patience = 60'000;
    const QByteArray m_key = "Zq8readingT3nLh6Yp0Kd5";
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<QProcess> m_console;
    QList<AccessibleObject> m_seen; ///< what the last look at the bus showed

    void start(const QStringList &arguments)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"PATH"_s, QStringLiteral(ALGENTA_DEMO_FOLDER ":") + environment.value(u"PATH"_s));
        environment.insert(u"ALGENTA_API_KEY"_s, QString::fromLatin1(m_key));
        environment.insert(u"TMPDIR"_s, m_home->path());
        environment.insert(u"HOME"_s, m_home->path());
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
            environment.insert(QString::fromLatin1(name), m_home->path());
        for (const char *name : {"ALGENTA_BASE_URL", "DE_BASE_URL", "ALGENTA_API_URL", "DE_API_KEY"})
            environment.remove(QString::fromLatin1(name));
        m_console->setProcessEnvironment(environment);
        m_console->start(QStringLiteral(ALGENTA_CONSOLE), arguments);
    }
    [[nodiscard]] bool shows(const QString &text)
    {
        m_seen = accessibleTree(m_console->processId());
        return says(m_seen, text);
    }
    [[nodiscard]] bool isRunning() const { return m_console->state() == QProcess::Running; }
    /** Asks for the end as a session does; true if the program ended with 0 and had nothing to complain of.
     */
    [[nodiscard]] bool endsWell(int number, QByteArray *said)
    {
        ::kill(pid_t(m_console->processId()), number);
        const bool ended =
            QTest::qWaitFor([this] { return m_console->state() == QProcess::NotRunning; }, patience);
        *said = m_console->readAllStandardError();
        return ended && m_console->exitStatus() == QProcess::NormalExit && m_console->exitCode() == 0 &&
               !said->contains("qrc:");
    }
    static quint16 closedPort()
    {
        QTcpServer taken;
        return taken.listen(QHostAddress::LocalHost) ? taken.serverPort() : quint16(0);
    }

private:
    Q_SLOT void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        m_home = std::make_unique<QTemporaryDir>();
        m_console = std::make_unique<QProcess>();
    }
    Q_SLOT void cleanup()
    {
        if (m_console->state() != QProcess::NotRunning) {
            m_console->kill();
            m_console->waitForFinished();
        }
    }

    Q_SLOT void startsWithoutAnEngineAndEndsWhenAsked_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGHUP") << SIGHUP;
    }
    Q_SLOT void startsWithoutAnEngineAndEndsWhenAsked()
    {
        QFETCH(int, number);
        const quint16 port = closedPort();
        QVERIFY(port != 0);
        start({u"--engine"_s, u"http://127.0.0.1:%1"_s.arg(port)});
        QTRY_VERIFY_WITH_TIMEOUT(shows(u"Check this connection"_s) || !isRunning(), patience);
        QVERIFY2(isRunning(), m_console->readAllStandardError().constData());
        QVERIFY(says(m_seen, u"Try again"_s));
        QVERIFY(says(m_seen, u"127.0.0.1:%1"_s.arg(port)));
        QByteArray said;
        QVERIFY2(endsWell(number, &said), said.constData());
    }

    Q_SLOT void aDemoEngineThatDiesIsSaidAndTheProgramStays()
    {
        start({u"--demo"_s, u"--history"_s, u"20"_s});
        QTRY_VERIFY_WITH_TIMEOUT(shows(u"demo engine"_s) || !isRunning(), patience);
        QVERIFY2(isRunning(), m_console->readAllStandardError().constData());
        QVERIFY(!says(m_seen, u"The demo engine is gone"_s));
        const QList<SeenProcess> children = descendantsOf(m_console->processId());
        QCOMPARE(children.size(), 1);
        QVERIFY2(children.constFirst().name.startsWith("algenta-demo"), children.constFirst().name);
        ::kill(pid_t(children.constFirst().id), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(shows(u"The demo engine is gone"_s) || !isRunning(), patience);
        QVERIFY2(isRunning(), m_console->readAllStandardError().constData());
        QByteArray said;
        QVERIFY2(endsWell(SIGTERM, &said), said.constData());
    }

    Q_SLOT void theKeyOfTheEnvironmentReachesNoChild()
    {
        start({u"--demo"_s, u"--history"_s, u"20"_s});
        QTRY_VERIFY_WITH_TIMEOUT(shows(u"demo engine"_s) || !isRunning(), patience);
        const QList<SeenProcess> children = descendantsOf(m_console->processId());
        QCOMPARE(children.size(), 1);
        QVERIFY(children.constFirst().environment.contains("PATH="));
        SecretSearch search({m_key});
        search.add("the environment of the demo engine", children.constFirst().environment);
        search.add("its command line", children.constFirst().commandLine);
        QCOMPARE(search.traces(), QByteArray());
        QByteArray said;
        QVERIFY2(endsWell(SIGTERM, &said), said.constData());
    }

    Q_SLOT void nobodyReadsTheMemoryOfTheRunningProgram()
    {
        start({u"--engine"_s, u"http://127.0.0.1:%1"_s.arg(closedPort())});
        QTRY_VERIFY_WITH_TIMEOUT(shows(u"Check this connection"_s) || !isRunning(), patience);
        const qint64 id = m_console->processId();
        const QRegularExpression none(u"Max core file size +0 +0 "_s);
        const QString limits = QString::fromLatin1(readProcFile(id, "limits"));
        QVERIFY2(none.match(limits).hasMatch(), qPrintable(limits));
        // What is not dumpable belongs to root in /proc, whoever runs it.
        struct stat environment = {};
        QCOMPARE(::stat(qPrintable(u"/proc/%1/environ"_s.arg(id)), &environment), 0);
        QCOMPARE(environment.st_uid, uid_t(0));
        if (::geteuid() != 0) {
            QVERIFY(readProcFile(id, "environ").isEmpty());
            QFile memory(u"/proc/%1/mem"_s.arg(id));
            QVERIFY(!memory.open(QIODevice::ReadOnly));
        }
        QByteArray said;
        QVERIFY2(endsWell(SIGTERM, &said), said.constData());
    }

    Q_SLOT void anEngineThatRepeatsTheKeyLeavesNoTrace()
    {
        RawServer server;
        server.setScript(RawScript::answer(RawServer::response(
            401, R"({"error":{"code":"invalid_api_key","message":"the key )" + m_key + R"( is not known"}})",
            "application/json", "X-Request-Id: " + m_key + "\r\n")));
        start({u"--engine"_s, server.url().toString()});
        QTRY_VERIFY_WITH_TIMEOUT(shows(u"is refused by the engine"_s) || !isRunning(), patience);
        QVERIFY2(isRunning(), m_console->readAllStandardError().constData());
        QVERIFY(server.receivedBytes().contains(m_key));
        SecretSearch search({m_key});
        for (const AccessibleObject &object : std::as_const(m_seen))
            search.add("the accessibility bus", (object.name + u'\n' + object.description).toUtf8());
        QByteArray said;
        QVERIFY2(endsWell(SIGTERM, &said), said.constData());
        search.add("standard error", said);
        search.add("standard output", m_console->readAllStandardOutput());
        search.addFolder(m_home->path());
        QVERIFY(search.places() > 4);
        QCOMPARE(search.traces(), QByteArray());
    }
};

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
