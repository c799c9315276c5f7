// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/commandline.h"
#include "app/console/shell/console.h"
#include "app/console/shell/endsignals.h"
#include "app/console/shell/hardening.h"
#include "app/console/shell/selftest.h"
#include "core/base/logging.h"

#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QTranslator>

#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

int main(int argc, char *argv[])
{
    algenta::base::installRedactingMessageHandler();
    if (!algenta::console::forbidMemoryDumps())
        std::fprintf(stderr,
                     "The system does not let this program forbid memory dumps; it goes on without.\n");
    QGuiApplication::setApplicationName(QStringLiteral("algenta-console"));
    QGuiApplication::setApplicationVersion(QStringLiteral(ALGENTA_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral(ALGENTA_DESKTOP_ID));

    const QList<QByteArray> given(argv, argv + argc);
    algenta::console::OwnArguments own = algenta::console::withoutToolkitOptions(given);
    own.ignored += algenta::console::ignoreInjectedEnvironment(own.kept.contains("--self-test"));
    for (const QString &name : std::as_const(own.ignored))
        std::fprintf(stderr, "Ignored: %s. It could put code or a remote screen into this program.\n",
                     qUtf8Printable(name));
    // --help and --version answer without a display.
    QStringList arguments;
    for (const QByteArray &argument : std::as_const(own.kept))
        arguments.append(QString::fromLocal8Bit(argument));
    // A core application that ends before the real one would leave that without an accessibility tree
    // on Qt 6.4; the parser needs one for the help text alone.
    const bool asksForHelp =
        own.kept.contains("--help") || own.kept.contains("-h") || own.kept.contains("--help-all");
    const algenta::console::CommandLine line = [&arguments, asksForHelp] {
        int one = 1;
        QByteArray name = arguments.value(0).toLocal8Bit();
        char *names[] = {name.data(), nullptr};
        std::optional<QCoreApplication> application;
        if (asksForHelp)
            application.emplace(one, names);
        return algenta::console::parseCommandLine(arguments);
    }();
    if (line.exitCode) {
        std::fprintf(*line.exitCode == 0 ? stdout : stderr, "%s\n", qUtf8Printable(line.message));
        return *line.exitCode;
    }

    std::vector<char *> words;
    for (QByteArray &argument : own.kept)
        words.push_back(argument.data());
    words.push_back(nullptr);
    int count = int(words.size()) - 1;
    QGuiApplication application(count, words.data());
    QTranslator plurals;
    if (plurals.load(QStringLiteral(":/i18n/algenta_en.qm")))
        QGuiApplication::installTranslator(&plurals);
    algenta::console::Console console(line);
    QQmlApplicationEngine engine;
    std::unique_ptr<algenta::console::SelfTest> selfTest;
    if (line.selfTest) {
        selfTest =
            std::make_unique<algenta::console::SelfTest>(engine, console.session(), line.screenshotFolder);
        QObject::connect(selfTest.get(), &algenta::console::SelfTest::finished, &application,
                         [](int code) { QCoreApplication::exit(code); });
        selfTest->watch(console.lists());
        selfTest->waitFor([&console] { return console.doctor().isRunning(); });
        selfTest->start();
    }
    const bool shown = console.show(engine);
    if (!shown && !selfTest) {
        std::fprintf(stderr, "The window could not be made; the lines above say why.\n");
        return 2;
    }
    // A self-test that is ended has not passed: there the system's way of ending stays.
    std::optional<algenta::console::EndSignals> endSignals;
    if (!selfTest) {
        endSignals.emplace();
        QObject::connect(&*endSignals, &algenta::console::EndSignals::requested, &console,
                         &algenta::console::Console::closeWindow);
    }
    console.start();
    return QGuiApplication::exec();
}
