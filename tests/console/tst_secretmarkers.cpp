// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/hardening.h"
#include "core/base/logging.h"
#include "core/engine/credentialstore.h"
#include "tests/console/glassdriver.h"
#include "tests/console/processtree.h"
#include "tests/ctl/ctlrun.h"
#include "tests/support/rawserver.h"
#include "tests/support/secretsearch.h"

#include <QClipboard>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QTest>

#include <cstdio>
#include <functional>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::test;

namespace
{

// None looks like a key to a pattern: what keeps them out must know them, not their prefix.
const QByteArray readingKey = "Zq8readingT3nLh6Yp0Kd5";
const QByteArray operatorKey = "Wm4operatorR9cVb2Jx7Gs1";
const QByteArray keyPassphrase = "Hf6sealwordsP3kQt8Nd0Ly";
const QByteArray signingPassphrase = "Ub5signwordsE7zMr1Xa4Ko";
const QByteArray wrongPassphrase = "Dc2wrongwordsJ8vHn5Ti9Sg";

QList<QByteArray> allSecrets()
{
    return {readingKey, operatorKey, keyPassphrase, signingPassphrase, wrongPassphrase};
}

} // namespace

/**
 * One night of an operator on the real window, in a process of its own whose home is searched
 * afterwards. What was on the clipboard or the screen it writes into files there.
 */
class Story : public QObject
{
    Q_OBJECT

    int m_clips = 0;

    static void write(const QString &name, const QByteArray &bytes)
    {
        QFile file(QDir::homePath() + u'/' + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    void keepClipboard()
    {
        write(u"clipboard-%1"_s.arg(++m_clips), QGuiApplication::clipboard()->text().toUtf8());
    }
    static void takePicture(const QQuickWindow *window, const QString &name)
    {
        QVERIFY(const_cast<QQuickWindow *>(window)->grabWindow().save(QDir::homePath() + u"/"_s + name +
                                                                      u".png"_s));
    }
    /** Every copy button that is shown, and every way to copy a row. */
    void copyEverything(const ConsoleFixture &fixture)
    {
        QList<QQuickItem *> open{fixture.mainWindow()->contentItem()};
        while (!open.isEmpty()) {
            QQuickItem *item = open.takeFirst();
            if (!item->isVisible())
                continue;
            const QByteArray type = item->metaObject()->className();
            if (type.startsWith("CopyButton") && item->isEnabled()) {
                QMetaObject::invokeMethod(item, "clicked");
                keepClipboard();
            }
            open.append(item->childItems());
        }
    }
    void copyRows(const ConsoleFixture &fixture)
    {
        const QList<QObject *> objects = fixture.mainWindow()->findChildren<QObject *>();
        for (QObject *menu : objects) {
            const QString list = menu->property("listName").toString();
            if (list.isEmpty())
                continue;
            menu->setProperty("row", 0);
            for (const QString &way : {u"CopyRow"_s, u"CopyJson"_s, u"CopyCsv"_s, u"CopyCommand"_s}) {
                QObject *item = fixture.mainWindow()->findChild<QObject *>(list + way);
                QVERIFY2(item, qPrintable(list + way));
                QMetaObject::invokeMethod(item, "triggered");
                keepClipboard();
            }
        }
    }
    void showEveryPage(ConsoleFixture &fixture, const QString &time)
    {
        for (const QString &place : {u"overview"_s, u"blocked"_s, u"decisions"_s, u"receipts"_s, u"tools"_s,
                                     u"contract"_s, u"drift"_s, u"policy"_s, u"liaison"_s, u"journal"_s,
                                     u"connections"_s, u"settings"_s, u"doctor"_s}) {
            fixture.goTo(place);
            QTest::qWait(50);
            takePicture(fixture.mainWindow(), time + u'-' + place);
            // The connection of a demo shows its operator key, which opens nothing else, to be copied.
            if (place != "connections"_L1 && place != "settings"_L1)
                copyEverything(fixture);
        }
        copyRows(fixture);
    }
    /** From the other window back to the main one, so that its fields get what is typed. */
    static void comeBack(const ConsoleFixture &fixture)
    {
        QTRY_VERIFY(!fixture.glass()->isVisible());
        fixture.mainWindow()->requestActivate();
        QTRY_VERIFY(fixture.mainWindow()->isActive());
    }
    static void setUpTheJournalKey(console::JournalSeal &seal)
    {
        seal.setUp(QString::fromLatin1(signingPassphrase));
        QTRY_COMPARE_WITH_TIMEOUT(seal.key(), u"unlocked"_s, 60'000);
        seal.forgetVerificationKey();
        seal.lock();
        QTRY_COMPARE(seal.key(), u"locked"_s);
        seal.unlock(QString::fromLatin1(wrongPassphrase));
        QTRY_VERIFY_WITH_TIMEOUT(!seal.isBusy() && !seal.problem().isEmpty(), 60'000);
        seal.unlock(QString::fromLatin1(signingPassphrase));
        QTRY_COMPARE_WITH_TIMEOUT(seal.key(), u"unlocked"_s, 60'000);
        seal.checkpoint();
        QTRY_VERIFY_WITH_TIMEOUT(!seal.anchor().isEmpty(), 60'000);
    }
    void overrideOnce(ConsoleFixture &fixture)
    {
        makeReady(fixture);
        takePicture(fixture.glass(), u"glass-ready"_s);
        fillArmForm(fixture);
        takePicture(fixture.glass(), u"glass-filled"_s);
        fixture.click(u"glassArm"_s);
        QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"armed"_s, 30'000);
        QTRY_VERIFY(fixture.item(u"glassHold"_s));
        takePicture(fixture.glass(), u"glass-armed"_s);
        typeHost(fixture);
        // Long, for a busy machine; what counts is that it was held at all.
        hold(fixture, 3000);
        QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"receipt"_s, 60'000);
        takePicture(fixture.glass(), u"glass-receipt"_s);
        fixture.click(u"glassClose"_s);
        comeBack(fixture);
    }
    static void armWithTheSealedKey(ConsoleFixture &fixture)
    {
        fixture.goTo(u"settings"_s);
        fixture.type(u"glassSealKey"_s, QString::fromLatin1(operatorKey));
        fixture.type(u"glassSealWords"_s, QString::fromLatin1(keyPassphrase));
        fixture.type(u"glassSealAgain"_s, QString::fromLatin1(keyPassphrase));
        takePicture(fixture.mainWindow(), u"settings-filled"_s);
        QTRY_VERIFY(fixture.item(u"glassSeal"_s)->isEnabled());
        QMetaObject::invokeMethod(fixture.item(u"glassSeal"_s), "clicked");
        QTRY_VERIFY_WITH_TIMEOUT(fixture.item(u"glassRemoveKey"_s), 60'000);
        fixture.blockedDecision(0.2);
        Q_EMIT fixture.console->session().refreshRequested();
        openWindow(fixture);
        QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"ready"_s, 30'000);
        fixture.type(u"glassReason"_s, u"supplier confirmed by phone"_s);
        fixture.item(u"glassCategory"_s)->forceActiveFocus();
        QTest::keyClick(fixture.glass(), Qt::Key_Down);
        QTRY_VERIFY(!fixture.glass()->property("guarded").toBool());
        fixture.type(u"glassKey"_s, QString::fromLatin1(wrongPassphrase));
        fixture.click(u"glassArm"_s);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.item(u"glassProblem"_s), 60'000);
        fixture.type(u"glassKey"_s, QString::fromLatin1(keyPassphrase));
        fixture.click(u"glassArm"_s);
        QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"armed"_s, 60'000);
        fixture.click(u"glassDisarm"_s);
        QTRY_VERIFY(state(fixture) != u"armed"_s);
        QTest::keyClick(fixture.glass(), Qt::Key_Escape);
        comeBack(fixture);
    }
    /** An engine of its own, in a child process. */
    static void exercise(ConsoleFixture &fixture)
    {
        fixture.goTo(u"settings"_s);
        QTRY_VERIFY(fixture.item(u"glassStartDrill"_s));
        QMetaObject::invokeMethod(fixture.item(u"glassStartDrill"_s), "clicked");
        QTRY_VERIFY_WITH_TIMEOUT(fixture.glass()->isVisible(), 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(state(fixture), u"not_enrolled"_s, 30'000);
        // Long enough to be looked at from outside.
        QTest::qWait(500);
        QTest::keyClick(fixture.glass(), Qt::Key_Escape);
        comeBack(fixture);
    }
    void report(ConsoleFixture &fixture)
    {
        auto *journal = fixture.mainWindow()->property("journal").value<console::JournalViewModel *>();
        fixture.goTo(u"journal"_s);
        journal->refresh();
        auto page = fixture.console->journal().page({}, 0, 200);
        QTRY_VERIFY(page.isFinished());
        const auto entries = page.result().value_or(QList<journal::Entry>());
        const auto outcome = std::find_if(entries.cbegin(), entries.cend(), [](const journal::Entry &entry) {
            return journal::entryKindName(entry.draft.kind) == "outcome"_L1;
        });
        QVERIFY(outcome != entries.cend());
        QTRY_VERIFY_WITH_TIMEOUT(journal->list()->bySeq(outcome->seq), 30'000);
        journal->select(QString::number(outcome->seq));
        QTRY_VERIFY_WITH_TIMEOUT(!journal->actId().isEmpty() && !journal->story().isEmpty(), 30'000);
        for (const QString &name : {u"report.json"_s, u"report.pdf"_s}) {
            journal->saveReport(QDir::homePath() + u'/' + name);
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(QDir::homePath() + u'/' + name), 60'000);
        }
        journal->saveProof(QDir::homePath() + u"/proof.json"_s);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(QDir::homePath() + u"/proof.json"_s), 60'000);
        copyEverything(fixture);
    }
    /** An engine that says the key in everything it answers. */
    void meetAnEngineThatRepeatsTheKey(ConsoleFixture &fixture)
    {
        RawServer server;
        server.setScript(RawScript::answer(RawServer::response(
            401,
            R"({"error":{"code":")" + readingKey + R"(","message":"the key )" + readingKey +
                R"( is not known"}})",
            "application/json", "X-Request-Id: " + readingKey + "\r\nServer: " + readingKey + "\r\n")));
        fixture.console->session().open(*engine::parseEngineAddress(server.url().toString()),
                                        base::Secret(readingKey));
        QTRY_VERIFY_WITH_TIMEOUT(fixture.console->session().lastState().has_value(), 30'000);
        auto *doctor = fixture.mainWindow()->property("doctor").value<console::DoctorViewModel *>();
        doctor->checkConnection();
        QTRY_VERIFY_WITH_TIMEOUT(!doctor->isRunning(), 30'000);
        QCOMPARE(doctor->state(), u"failed"_s);
        showEveryPage(fixture, u"repeating"_s);
        fixture.click(u"doctorCopyText"_s);
        keepClipboard();
        fixture.click(u"doctorCopyJson"_s);
        keepClipboard();
        write(u"raw-answer"_s, fixture.console->session().rawAnswer().toUtf8());
        QVERIFY(server.receivedBytes().contains(readingKey));
    }
    static void keepTheKey()
    {
        engine::CredentialStore store(std::chrono::seconds(20));
        const engine::CredentialBinding binding{u"https://engine.example:443"_s, {}};
        auto written = store.write(binding, base::Secret(readingKey));
        QVERIFY(QTest::qWaitFor([&written] { return written.isFinished(); }, 60'000));
        const auto result = written.result();
        // Both are part of the story; which one it is, the outer test says.
        std::printf("keychain: %s\n", result ? "kept" : qPrintable(result.error().message));
        std::fflush(stdout);
    }

private:
    Q_SLOT void anOperatorsNight()
    {
        base::installRedactingMessageHandler();
        QVERIFY(console::forbidMemoryDumps());
        demo::DemoOptions options;
        options.history = 30;
        options.readingKey = readingKey.toStdString();
        options.operatorKey = operatorKey.toStdString();
        ConsoleFixture fixture(options);
        fixture.folder.setAutoRemove(false);
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        QVERIFY(!qEnvironmentVariableIsSet("ALGENTA_API_KEY"));
        auto *journal = fixture.mainWindow()->property("journal").value<console::JournalViewModel *>();
        const QList<std::function<void()>> parts{
            [&] { setUpTheJournalKey(*journal->seal()); },
            [&] { showEveryPage(fixture, u"good"_s); },
            [&] { overrideOnce(fixture); },
            [&] { armWithTheSealedKey(fixture); },
            [&] { exercise(fixture); },
            [&] { report(fixture); },
            [&] { keepTheKey(); },
            [&] { meetAnEngineThatRepeatsTheKey(fixture); },
        };
        for (const auto &part : parts) {
            part();
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(m_clips > 20);
        // What a wrong turn of the program would have left, to show that the search would find it.
        if (qEnvironmentVariableIsSet("ALGENTA_TEST_LEAK"))
            std::printf("a leak: %s\n", operatorKey.toBase64().constData());
    }
};

/** Whatever a whole night wrote, printed, copied or gave to a child is searched for every secret. */
class TestSecretMarkers : public QObject
{
    Q_OBJECT

    struct Night {
        int code = -1;
        QByteArray out;
        QByteArray errors;
        QHash<QByteArray, SeenProcess> children; ///< by number and name
    };

    static Night live(const QString &home, bool keychain, bool leak)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
                                 "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "TMPDIR"})
            environment.insert(QString::fromLatin1(name), home);
        environment.insert(u"QT_LOGGING_RULES"_s, u"algenta.*=true;qt.network.*=true;default.*=true"_s);
        environment.insert(u"XDG_CURRENT_DESKTOP"_s, u"GNOME"_s);
        if (leak)
            environment.insert(u"ALGENTA_TEST_LEAK"_s, u"1"_s);
        QString program = QCoreApplication::applicationFilePath();
        QStringList words{u"--story"_s};
        if (keychain) {
            words = QStringList{u"--"_s,
                                u"sh"_s,
                                u"-c"_s,
                                u"printf test | gnome-keyring-daemon --unlock --components=secrets "
                                "> /dev/null; exec \"$@\""_s,
                                u"sh"_s,
                                program} +
                    words;
            program = u"dbus-run-session"_s;
        } else {
            environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path="_s + home + u"/none"_s);
        }
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(program, words);
        Night night;
        QElapsedTimer sinceLook;
        sinceLook.start();
        const bool ended = QTest::qWaitFor(
            [&process, &night, &sinceLook] {
                // A look goes through all processes of the machine: often enough for the story's children.
                if (process.state() == QProcess::NotRunning || !sinceLook.hasExpired(100))
                    return process.state() == QProcess::NotRunning;
                sinceLook.restart();
                const QList<SeenProcess> now = descendantsOf(process.processId());
                for (const SeenProcess &child : now)
                    night.children.insert(QByteArray::number(child.id) + ' ' + child.name, child);
                return process.state() == QProcess::NotRunning;
            },
            240'000);
        if (!ended) {
            process.kill();
            process.waitForFinished();
        } else if (process.exitStatus() == QProcess::NormalExit) {
            night.code = process.exitCode();
        }
        night.out = process.readAllStandardOutput();
        night.errors = process.readAllStandardError();
        return night;
    }
    static void add(SecretSearch &search, const Night &night)
    {
        search.add("standard output", night.out);
        search.add("standard error", night.errors);
        for (const SeenProcess &child : night.children) {
            search.add("the command line of " + child.name, child.commandLine);
            search.add("the environment of " + child.name, child.environment);
        }
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void theSearchFindsWhatIsPlanted_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QList<SecretForm> forms = formsOf(operatorKey);
        QVERIFY(forms.size() >= 16);
        for (const SecretForm &form : forms)
            QTest::newRow(form.name.constData()) << form.bytes;
    }
    Q_SLOT void theSearchFindsWhatIsPlanted()
    {
        QFETCH(QByteArray, bytes);
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(u"deep/.hidden"_s));
        QFile file(folder.filePath(u"deep/.hidden/file"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("before " + bytes + " after");
        file.close();
        SecretSearch search(allSecrets());
        search.addFolder(folder.path());
        QVERIFY(search.traces().startsWith("secret 2"));
        QVERIFY(file.remove());
        SecretSearch empty(allSecrets());
        empty.addFolder(folder.path());
        QCOMPARE(empty.traces(), QByteArray());
    }
    Q_SLOT void theSearchFindsWhatIsEncodedWithItsSurroundings()
    {
        for (const char *before : {"", "a", "ab"}) {
            SecretSearch search({operatorKey});
            search.add("a header", (QByteArray(before) + operatorKey + "\r\n").toBase64());
            QVERIFY(!search.traces().isEmpty());
        }
    }
    /** The whole way from the window to the search is able to fail. */
    Q_SLOT void aLeakWouldBeFound()
    {
        QTemporaryDir home;
        const Night night = live(home.path(), false, true);
        QVERIFY2(night.code == 0, (night.out + night.errors).right(6000).constData());
        SecretSearch search(allSecrets());
        add(search, night);
        search.addFolder(home.path());
        const QByteArray traces = search.traces();
        QVERIFY2(traces.startsWith("secret 2, base64") && !traces.contains("secret 1"), traces.constData());
    }

    Q_SLOT void anOperatorsNightLeavesNoTrace_data()
    {
        QTest::addColumn<bool>("keychain");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("with a keychain") << true << QByteArray("keychain: kept");
        QTest::newRow("without a session bus")
            << false << QByteArray("keychain: This session has no message bus");
    }
    Q_SLOT void anOperatorsNightLeavesNoTrace()
    {
        QFETCH(bool, keychain);
        QFETCH(QByteArray, said);
        QTemporaryDir home;
        const Night night = live(home.path(), keychain, false);
        QVERIFY2(night.code == 0, (night.out + night.errors).right(6000).constData());
        QVERIFY2(night.out.contains(said), night.out.right(2000).constData());
        SecretSearch search(allSecrets());
        add(search, night);

        // The engine of the exercise ran as a child, and what it was given could be read.
        const auto engines =
            std::count_if(night.children.cbegin(), night.children.cend(), [](const auto &child) {
                return child.name.startsWith("algenta-demo") && child.environment.contains("PATH=");
            });
        QVERIFY(engines >= 1);

        // The same journal, in a terminal.
        QString journal;
        QDirIterator files(home.path(), {u"journal.db"_s}, QDir::Files, QDirIterator::Subdirectories);
        if (files.hasNext())
            journal = files.next();
        QVERIFY(!journal.isEmpty());
        const QList<QStringList> commands{
            {u"journal"_s, u"checkpoint"_s, u"--passphrase-stdin"_s, u"--journal"_s, journal},
            {u"journal"_s, u"verify"_s, u"--json"_s, u"--journal"_s, journal},
            {u"journal"_s, u"export"_s, u"--journal"_s, journal},
            {u"receipts"_s, u"list"_s, u"--format"_s, u"jsonl"_s, u"--journal"_s, journal}};
        for (const QStringList &words : commands) {
            const ctl::test::CtlRun run =
                ctl::test::runCtl(words, readingKey.toStdString(), signingPassphrase + '\n',
                                  {{u"HOME"_s, home.path()}, {u"TMPDIR"_s, home.path()}});
            QVERIFY2(run.code == 0 || run.code == 3, run.all().constData());
            search.add("standard output of algentactl", run.out);
            search.add("standard error of algentactl", run.err);
        }
        search.addFolder(home.path());
        QVERIFY(search.places() > 60);
        QVERIFY(search.bytes() > 1'000'000);
        QVERIFY2(search.traces().isEmpty(), search.traces().constData());
    }
};

int main(int argc, char **argv)
{
    const bool isStory = argc > 1 && qstrcmp(argv[1], "--story") == 0;
    QGuiApplication application(argc, argv);
    if (isStory) {
        Story story;
        return QTest::qExec(&story, QStringList{application.arguments().constFirst()});
    }
    TestSecretMarkers test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_secretmarkers.moc"
