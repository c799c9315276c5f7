// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QStringList>

namespace algenta::console
{

/**
 * No core file, and no other process of the same user may read this one's memory or trace it
 * (RLIMIT_CORE 0, PR_SET_DUMPABLE 0). False if the system refused one of them.
 */
[[nodiscard]] bool forbidMemoryDumps();

/**
 * Removes the variables through which a process of the same user could put code or a remote screen
 * into this program: plugin and QML import paths, styles, a display platform that is not a local
 * desktop's. Only with @p headless may nothing be shown at all (offscreen). Call before
 * QGuiApplication is made. Returns the names that were set and are ignored.
 */
QStringList ignoreInjectedEnvironment(bool headless);

/**
 * The arguments without the toolkit's own options that would do the same (-platform,
 * -platformpluginpath, -plugin, -qmljsdebugger …), with what is said about those that were there.
 */
struct OwnArguments {
    QList<QByteArray> kept;
    QStringList ignored;
};
[[nodiscard]] OwnArguments withoutToolkitOptions(const QList<QByteArray> &arguments);

} // namespace algenta::console
