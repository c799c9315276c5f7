// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/commandline.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QStandardPaths>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

namespace
{

QString dataFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/algenta-console"_s;
}

QString configFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/algenta-console"_s;
}

} // namespace

CommandLine parseCommandLine(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Operator console for a self-hosted Algenta Engine: the live contract, the tools of each profile,\n"
        "decisions, blocked executions, receipts, and the one break-glass path."_s);
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    const QCommandLineOption demo(u"demo"_s, u"Start the demo engine on loopback and connect to it."_s);
    const QCommandLineOption history(u"history"_s, u"Past decisions in the demo engine (default 400)."_s,
                                     u"N"_s, u"400"_s);
    const QCommandLineOption seed(u"seed"_s, u"Seed of the demo engine's history (default 1)."_s, u"N"_s,
                                  u"1"_s);
    const QCommandLineOption engine(
        u"engine"_s, u"Address of the engine, before the remembered one and ALGENTA_BASE_URL."_s, u"URL"_s);
    const QCommandLineOption settings(u"settings"_s, u"Settings file."_s, u"FILE"_s,
                                      configFolder() + u"/settings.json"_s);
    const QCommandLineOption journal(u"journal"_s, u"Journal file. The demo has one of its own."_s,
                                     u"FILE"_s);
    const QCommandLineOption scheme(u"scheme"_s, u"light, dark, contrast or system, for this run."_s,
                                    u"NAME"_s);
    const QCommandLineOption selfTest(
        u"self-test"_s, u"Show every page against a demo engine, fail on any QML warning, and end."_s);
    const QCommandLineOption screenshots(
        u"screenshots"_s, u"With --self-test: write a picture of each page there."_s, u"FOLDER"_s);
    parser.addOptions({demo, history, seed, engine, settings, journal, scheme, selfTest, screenshots});

    CommandLine line;
    if (!parser.parse(arguments)) {
        line.exitCode = 2;
        line.message = parser.errorText() + u"\nTry --help."_s;
        return line;
    }
    if (parser.isSet(help) || parser.isSet(u"help-all"_s)) {
        line.exitCode = 0;
        line.message = parser.helpText();
        return line;
    }
    if (parser.isSet(version)) {
        line.exitCode = 0;
        line.message = u"algenta-console "_s + QCoreApplication::applicationVersion();
        return line;
    }
    if (!parser.positionalArguments().isEmpty()) {
        line.exitCode = 2;
        line.message =
            u"Unexpected argument “%1”. Try --help."_s.arg(parser.positionalArguments().constFirst());
        return line;
    }
    static const QStringList schemes{u"light"_s, u"dark"_s, u"contrast"_s, u"system"_s};
    if (parser.isSet(scheme) && !schemes.contains(parser.value(scheme))) {
        line.exitCode = 2;
        line.message = u"--scheme takes light, dark, contrast or system."_s;
        return line;
    }
    line.demo = parser.isSet(demo) || parser.isSet(selfTest);
    if (line.demo && parser.isSet(engine)) {
        line.exitCode = 2;
        line.message = u"--engine and --demo exclude each other."_s;
        return line;
    }
    line.selfTest = parser.isSet(selfTest);
    line.demoArguments = {u"--history"_s, parser.value(history), u"--seed"_s, parser.value(seed)};
    if (line.selfTest)
        line.demoArguments << u"--drift"_s << u"1"_s;
    if (parser.isSet(engine))
        line.engine = parser.value(engine);
    line.settingsPath = parser.value(settings);
    line.journalPath = parser.isSet(journal) ? parser.value(journal)
                       : line.demo           ? dataFolder() + u"/demo-journal.db"_s
                                             : dataFolder() + u"/journal.db"_s;
    line.screenshotFolder = parser.value(screenshots);
    line.scheme = parser.value(scheme);
    return line;
}

} // namespace algenta::console
