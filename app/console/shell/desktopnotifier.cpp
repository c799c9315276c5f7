// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/desktopnotifier.h"

#include "core/base/textsafety.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr auto service = "org.freedesktop.Notifications"_L1;
constexpr auto objectPath = "/org/freedesktop/Notifications"_L1;
constexpr uchar urgencyCritical = 2;

} // namespace

DesktopNotifier::DesktopNotifier(const QDBusConnection &sessionBus, QObject *parent)
    : QObject(parent)
    , m_bus(sessionBus)
{
    if (!m_bus.isConnected())
        return;
    m_bus.connect(service, objectPath, service, u"ActionInvoked"_s, this,
                  SLOT(onActionInvoked(uint, QString)));
    m_bus.connect(service, objectPath, service, u"NotificationClosed"_s, this, SLOT(onClosed(uint, uint)));
}

void DesktopNotifier::notify(const QString &summary, const QString &body)
{
    if (!m_bus.isConnected()) {
        setProblem(tr("There is no session bus, so nobody was notified on the desktop."));
        return;
    }
    QDBusMessage call = QDBusMessage::createMethodCall(service, objectPath, service, u"Notify"_s);
    // The body is markup in that specification: a text from outside must not become one.
    call.setArguments({tr("Algenta Operator Console"), uint(0), u"org.algenta.console"_s,
                       base::visibleText(summary), base::visibleText(body).toHtmlEscaped(),
                       QStringList{u"default"_s, tr("Open")},
                       QVariantMap{{u"urgency"_s, QVariant::fromValue(urgencyCritical)},
                                   {u"desktop-entry"_s, u"org.algenta.console"_s}},
                       -1});
    auto *watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<uint> reply = *watcher;
        if (reply.isError()) {
            setProblem(tr("The desktop did not take the notice: %1")
                           .arg(base::visibleText(reply.error().message())));
            return;
        }
        m_ours.insert(reply.value());
        setProblem({});
    });
}

void DesktopNotifier::onActionInvoked(uint id, const QString &action)
{
    if (m_ours.contains(id) && action == "default"_L1)
        Q_EMIT opened();
}

void DesktopNotifier::onClosed(uint id, uint reason)
{
    Q_UNUSED(reason)
    m_ours.remove(id);
}

void DesktopNotifier::setProblem(const QString &problem)
{
    if (problem == m_problem)
        return;
    m_problem = problem;
    Q_EMIT problemChanged();
}

} // namespace algenta::console
