// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/connections/readingkeys.h"
#include "core/engine/connection.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>

namespace algenta::console
{

/** What is known of an engine that is not the open one. */
struct ConnectionSight {
    bool looking = false;
    std::optional<engine::ConnectionState> state; ///< of the last look that came to an end
    std::optional<base::Error> failure;           ///< why it could not be looked at at all
    QDateTime lastGood;
    bool hadKey = false; ///< the last look was made with the reading key
};

/**
 * Looks at the connections that are not open, each for itself, every minute. An engine that stalls is
 * waited for alone, and no keychain is unlocked for a look: without its key only the engine is asked.
 */
class ConnectionWatch : public QObject
{
    Q_OBJECT

public:
    explicit ConnectionWatch(ReadingKeys &keys, QObject *parent = nullptr);
    ~ConnectionWatch() override;

    /** Those to look at. What is known of an entry stays as long as it leads to the same engine. */
    void setEntries(const QList<ConnectionEntry> &entries);
    /** Looks now and every minute from now on. */
    void start();
    /** Looks at each one whose last look was begun @p age ago or earlier. */
    void look(std::chrono::milliseconds age = std::chrono::milliseconds(0));
    [[nodiscard]] const ConnectionSight *sight(const QString &id) const;

Q_SIGNALS:
    void changed();

private:
    struct Watched {
        ConnectionEntry entry;
        ConnectionSight sight;
        QDateTime begun;
        std::unique_ptr<engine::EngineConnection> connection;
    };
    void lookAt(Watched &watched);
    void glance(Watched &watched, const OpenableConnection &target, const base::Secret *key);

    ReadingKeys &m_keys;
    std::map<QString, std::unique_ptr<Watched>> m_watched;
    QTimer m_timer;
};

} // namespace algenta::console
