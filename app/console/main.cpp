// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/commandline.h"
#include "app/console/shell/console.h"
#include "app/console/shell/selftest.h"
#include "core/base/logging.h"

#include <QGuiApplication>
#include <QQmlApplicationEngine>

#include <cstdio>
#include <memory>

int main(int argc, char *argv[])
{
    algenta::base::installRedactingMessageHandler();
    QGuiApplication::setApplicationName(QStringLiteral("algenta-console"));
    QGuiApplication::setApplicationVersion(QStringLiteral(ALGENTA_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral(ALGENTA_DESKTOP_ID));

    // --help and --version answer without a display.
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    const algenta::console::CommandLine line = [&arguments] {
        int one = 1;
        QByteArray name = arguments.value(0).toLocal8Bit();
        char *names[] = {name.data(), nullptr};
        const QCoreApplication parserNeedsOne(one, names);
        return algenta::console::parseCommandLine(arguments);
    }();
    if (line.exitCode) {
        std::fprintf(*line.exitCode == 0 ? stdout : stderr, "%s\n", qUtf8Printable(line.message));
        return *line.exitCode;
    }

    QGuiApplication application(argc, argv);
    algenta::console::Console console(line);
    QQmlApplicationEngine engine;
    std::unique_ptr<algenta::console::SelfTest> selfTest;
    if (line.selfTest) {
        selfTest =
            std::make_unique<algenta::console::SelfTest>(engine, console.session(), line.screenshotFolder);
        QObject::connect(selfTest.get(), &algenta::console::SelfTest::finished, &application,
                         [](int code) { QCoreApplication::exit(code); });
        selfTest->watch(console.lists());
        selfTest->start();
    }
    const bool shown = console.show(engine);
    if (!shown && !selfTest) {
        std::fprintf(stderr, "The window could not be made; the lines above say why.\n");
        return 2;
    }
    console.start();
    return QGuiApplication::exec();
}
