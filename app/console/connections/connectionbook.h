// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/connections/connectionentry.h"
#include "app/console/session/consolesettings.h"

#include <QList>
#include <QObject>

namespace algenta::console
{

/**
 * The connections that are kept in the settings file, and which of them was open last.
 *
 * The one address of older settings becomes the first connection. What cannot be read is kept as it
 * stands, and `problem` says so.
 */
class ConnectionBook : public QObject
{
    Q_OBJECT

public:
    explicit ConnectionBook(ConsoleSettings &settings, QObject *parent = nullptr);

    [[nodiscard]] const QList<ConnectionEntry> &entries() const { return m_entries; }
    [[nodiscard]] const ConnectionEntry *find(const QString &id) const;
    /** The one that was open last, or the first; empty if there is none. */
    [[nodiscard]] QString lastOpened() const;
    void setLastOpened(const QString &id);
    /** Adds it, or replaces the one with its id. */
    void put(const ConnectionEntry &entry);
    void remove(const QString &id);
    [[nodiscard]] QString problem() const { return m_problem; }
    /** An id that no other has. */
    [[nodiscard]] static QString newId();

Q_SIGNALS:
    void changed();

private:
    void takeOver();
    void save();

    ConsoleSettings &m_settings;
    QList<ConnectionEntry> m_entries;
    QList<base::Json> m_unreadable;
    QString m_lastOpened;
    QString m_problem;
};

} // namespace algenta::console
