// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusConnection>
#include <QObject>
#include <QSet>
#include <QString>

namespace algenta::console
{

/**
 * Notices on the desktop (org.freedesktop.Notifications, specification 1.2), so that an arming or its
 * outcome is seen outside of the window. They can be opened and nothing else: no action acts.
 */
class DesktopNotifier : public QObject
{
    Q_OBJECT

public:
    explicit DesktopNotifier(const QDBusConnection &sessionBus, QObject *parent = nullptr);

    /** Both are texts from outside; they are made visible and escaped here. */
    void notify(const QString &summary, const QString &body);
    /** Why the last notice did not reach the desktop; empty if it did. */
    [[nodiscard]] QString problem() const { return m_problem; }

Q_SIGNALS:
    /** The operator opened one of our notices. */
    void opened();
    void problemChanged();

private Q_SLOTS:
    void onActionInvoked(uint id, const QString &action);
    void onClosed(uint id, uint reason);

private:
    void setProblem(const QString &problem);

    QDBusConnection m_bus;
    QSet<uint> m_ours;
    QString m_problem;
};

} // namespace algenta::console
