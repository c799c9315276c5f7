// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/hardening.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <utility>

#include <sys/prctl.h>
#include <sys/resource.h>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr std::array injecting{
    "QT_PLUGIN_PATH",
    "QT_QPA_PLATFORM_PLUGIN_PATH",
    "QT_QPA_GENERIC_PLUGINS",
    "QT_QPA_PLATFORMTHEME",
    "QT_STYLE_OVERRIDE",
    "QML_IMPORT_PATH",
    "QML2_IMPORT_PATH",
    "QML_DISK_CACHE_PATH",
    "QML_FORCE_DISK_CACHE",
    "QT_QUICK_CONTROLS_STYLE",
    "QT_QUICK_CONTROLS_STYLE_PATH",
    "QT_QUICK_CONTROLS_CONF",
    "QT_QUICK_CONTROLS_FALLBACK_STYLE",
    "QV4_FORCE_INTERPRETER",
    "QT_LOGGING_CONF",
};

// Everything else shows the window to somebody else, or nobody.
constexpr std::array localPlatforms{"xcb"_L1, "wayland"_L1, "wayland-egl"_L1};

// With the number of values that follow each.
constexpr std::array<std::pair<QLatin1StringView, int>, 9> toolkitOptions{{
    {"platform"_L1, 1},
    {"platformpluginpath"_L1, 1},
    {"platformtheme"_L1, 1},
    {"plugin"_L1, 1},
    {"qmljsdebugger"_L1, 0},
    {"session"_L1, 1},
    {"style"_L1, 1},
    {"stylesheet"_L1, 1},
    {"display"_L1, 1},
}};

bool isLocal(const QString &platforms, bool headless)
{
    const QStringList names = platforms.split(u';');
    return std::all_of(names.cbegin(), names.cend(), [headless](const QString &name) {
        const QString plugin = name.section(u':', 0, 0);
        return std::find(localPlatforms.cbegin(), localPlatforms.cend(), plugin) != localPlatforms.cend() ||
               (headless && plugin == "offscreen"_L1);
    });
}

} // namespace

bool forbidMemoryDumps()
{
    const rlimit none{0, 0};
    const bool noCore = ::setrlimit(RLIMIT_CORE, &none) == 0;
    const bool noTrace = ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
    return noCore && noTrace;
}

QStringList ignoreInjectedEnvironment(bool headless)
{
    QStringList ignored;
    for (const char *name : injecting) {
        if (qEnvironmentVariableIsSet(name)) {
            ignored.append(QString::fromLatin1(name));
            qunsetenv(name);
        }
    }
    constexpr auto platform = "QT_QPA_PLATFORM";
    if (qEnvironmentVariableIsSet(platform) && !isLocal(qEnvironmentVariable(platform), headless)) {
        ignored.append(QString::fromLatin1(platform));
        qunsetenv(platform);
    }
    return ignored;
}

OwnArguments withoutToolkitOptions(const QList<QByteArray> &arguments)
{
    OwnArguments own;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString argument = QString::fromLocal8Bit(arguments.at(i));
        // The toolkit takes one dash or two, and a value after "=" or as the next argument.
        const QString name = argument.section(u'=', 0, 0)
                                 .sliced(argument.startsWith("--"_L1) ? 2
                                         : argument.startsWith(u'-')  ? 1
                                                                      : 0);
        const auto option = std::find_if(toolkitOptions.cbegin(), toolkitOptions.cend(),
                                         [&name](const auto &candidate) { return candidate.first == name; });
        if (i == 0 || !argument.startsWith(u'-') || option == toolkitOptions.cend()) {
            own.kept.append(arguments.at(i));
            continue;
        }
        own.ignored.append(u'-' + name);
        if (!argument.contains(u'='))
            i += option->second;
    }
    return own;
}

} // namespace algenta::console
