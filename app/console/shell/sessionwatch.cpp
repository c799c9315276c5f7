// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/sessionwatch.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

SessionWatch::SessionWatch(const QDBusConnection &sessionBus, const QDBusConnection &systemBus,
                           QObject *parent)
    : QObject(parent)
{
    QDBusConnection session = sessionBus;
    QDBusConnection system = systemBus;
    if (session.isConnected()) {
        for (const QString &interface : {u"org.freedesktop.ScreenSaver"_s, u"org.gnome.ScreenSaver"_s}) {
            m_watchesLock |=
                session.connect({}, {}, interface, u"ActiveChanged"_s, this, SLOT(onActiveChanged(bool)));
        }
    }
    if (system.isConnected()) {
        m_watchesLock |=
            system.connect({}, {}, u"org.freedesktop.login1.Session"_s, u"Lock"_s, this, SLOT(onLock()));
        m_watchesSleep = system.connect({}, {}, u"org.freedesktop.login1.Manager"_s, u"PrepareForSleep"_s,
                                        this, SLOT(onPrepareForSleep(bool)));
    }
}

void SessionWatch::onActiveChanged(bool active)
{
    if (active)
        Q_EMIT locked();
}

void SessionWatch::onLock()
{
    Q_EMIT locked();
}

void SessionWatch::onPrepareForSleep(bool begins)
{
    if (begins)
        Q_EMIT goingToSleep();
}

} // namespace algenta::console
