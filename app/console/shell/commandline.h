// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace algenta::console
{

/** What the command line of algenta-console asks for. */
struct CommandLine {
    bool demo = false;
    bool selfTest = false;
    QStringList demoArguments;     ///< passed on to the demo engine
    std::optional<QString> engine; ///< address, before settings and environment
    QString settingsPath;
    QString journalPath;
    QString screenshotFolder;    ///< --self-test writes a picture of each page there
    QString scheme;              ///< overrides the remembered one for this run
    std::optional<int> exitCode; ///< set when the program is to print `message` and end
    QString message;
};

/** Reads argv; never ends the program by itself. */
[[nodiscard]] CommandLine parseCommandLine(const QStringList &arguments);

} // namespace algenta::console
