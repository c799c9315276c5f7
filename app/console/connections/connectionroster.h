// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/connections/connectionbook.h"
#include "app/console/connections/readingkeys.h"
#include "app/console/session/session.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace algenta::console
{

/**
 * All connections, saved and of this run alone, and which one is open. Opening one asks for its key
 * first, so that no request is made without it; the engine before stays open until then.
 */
class ConnectionRoster : public QObject
{
    Q_OBJECT

public:
    ConnectionRoster(Session &session, ReadingKeys &keys, QObject *parent = nullptr);

    /**
     * Takes up the environment and opens the first connection: @p argument, else the one that was open
     * last, else that of the environment, else http://localhost:8000. A locked keychain stays locked.
     */
    void start(const std::optional<QString> &argument, base::Secret environmentKey);
    /** The demo engine is the only connection of this run. */
    void startDemo(const engine::EngineAddress &address);

    /** Saved ones in the order in which they were made, then those of this run. */
    [[nodiscard]] QList<ConnectionEntry> entries() const;
    [[nodiscard]] std::optional<ConnectionEntry> find(const QString &id) const;
    [[nodiscard]] const ConnectionBook &book() const { return m_book; }
    [[nodiscard]] QString current() const { return m_current; }
    [[nodiscard]] bool isDemo() const { return m_demo; }
    /** The connection whose key the keychain is asked for before it is opened; empty: none. */
    [[nodiscard]] QString waitingFor() const { return m_waitingFor; }
    /** Why the last connection could not be opened; empty if it was. */
    [[nodiscard]] QString problem() const { return m_problem; }

    void open(const QString &id, ReadingKeys::Unlocking unlocking = ReadingKeys::Unlocking::Allowed);
    /** Opens the one that waits for its key at once and without it. */
    void openWithoutKey();
    /** The open one again, with what has changed about its key. */
    void reopen();
    /** Adds or changes a saved one; if it is open and leads elsewhere now, it is opened again. */
    void put(const ConnectionEntry &entry);
    /** Not the open one. */
    [[nodiscard]] bool canRemove(const QString &id) const;
    void remove(const QString &id);
    /** Another saved connection keeps its key in the same place of the keychain. */
    [[nodiscard]] bool isShared(const engine::CredentialBinding &binding, const QString &exceptId) const;

Q_SIGNALS:
    void changed();

private:
    void add(const QString &id, const QString &address, ConnectionSource source,
             const engine::SharedSecret &key);
    void finishOpening(const QString &id, const OpenableConnection &target, const base::Secret *key);
    void keepProfile();

    Session &m_session;
    ReadingKeys &m_keys;
    ConnectionBook m_book;
    QList<ConnectionEntry> m_ofThisRun;
    QString m_current;
    QString m_waitingFor;
    QString m_problem;
    QTimer m_patience;
    int m_ticket = 0;
    bool m_demo = false;
};

} // namespace algenta::console
