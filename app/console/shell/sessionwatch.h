// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusConnection>
#include <QObject>

namespace algenta::console
{

/**
 * Tells when the operator has left the desk: the screen locks or the machine goes to sleep.
 *
 * Sources: `ActiveChanged` of org.freedesktop.ScreenSaver and org.gnome.ScreenSaver on the session
 * bus, `Lock` of org.freedesktop.login1.Session and `PrepareForSleep` of org.freedesktop.login1.Manager
 * on the system bus. A lock of any session counts: one too many only asks for the key again.
 */
class SessionWatch : public QObject
{
    Q_OBJECT

public:
    SessionWatch(const QDBusConnection &sessionBus, const QDBusConnection &systemBus,
                 QObject *parent = nullptr);

    /** A bus that reports screen locks is there; whether a screen saver is cannot be known. */
    [[nodiscard]] bool watchesLock() const { return m_watchesLock; }
    [[nodiscard]] bool watchesSleep() const { return m_watchesSleep; }

Q_SIGNALS:
    void locked();
    void goingToSleep();

private Q_SLOTS:
    void onActiveChanged(bool active);
    void onLock();
    void onPrepareForSleep(bool begins);

private:
    bool m_watchesLock = false;
    bool m_watchesSleep = false;
};

} // namespace algenta::console
