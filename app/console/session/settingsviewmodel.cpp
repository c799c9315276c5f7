// SPDX-License-Identifier: Apache-2.0
#include "app/console/session/settingsviewmodel.h"

#include "core/base/textsafety.h"

#include <QCoreApplication>

namespace algenta::console
{

SettingsViewModel::SettingsViewModel(const QString &journalPath, const QString &settingsPath, QObject *parent)
    : QObject(parent)
    , m_journalPath(base::visibleText(journalPath))
    , m_settingsPath(base::visibleText(settingsPath))
{
}

QString SettingsViewModel::version() const
{
    return QCoreApplication::applicationVersion();
}

} // namespace algenta::console
