// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/consolesettings.h"
#include "core/base/timestamp.h"
#include "core/contract/toolcontract.h"
#include "core/engine/connection.h"

#include <QObject>
#include <QTimer>
#include <QtQmlIntegration/qqmlintegration.h>

#include <memory>

namespace algenta::console
{

/**
 * The engine that the screens look at, and how they show time.
 *
 * One connection at a time; a new address or key makes a new one, and connectionReplaced() tells the
 * view models to drop what they hold. Looks at the engine every 30 seconds.
 */
class Session : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    /** "none", "connecting", "connected" or "failed". */
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    /** host:port */
    Q_PROPERTY(QString engineName READ engineName NOTIFY changed FINAL)
    Q_PROPERTY(QString origin READ origin NOTIFY changed FINAL)
    Q_PROPERTY(QString restRoot READ restRoot NOTIFY changed FINAL)
    Q_PROPERTY(QString mcpEndpoint READ mcpEndpoint NOTIFY changed FINAL)
    /** "engine answered 3 s ago", "connecting…", "no engine". */
    Q_PROPERTY(QString stateText READ stateText NOTIFY ageChanged FINAL)
    Q_PROPERTY(QString failedWhy READ failedWhy NOTIFY changed FINAL)
    Q_PROPERTY(QString failedAdvice READ failedAdvice NOTIFY changed FINAL)
    Q_PROPERTY(QString rawAnswer READ rawAnswer NOTIFY changed FINAL)
    /** "algenta-mcp 1.0.17", or empty. */
    Q_PROPERTY(QString serverText READ serverText NOTIFY changed FINAL)
    Q_PROPERTY(QString protocolText READ protocolText NOTIFY changed FINAL)
    /** Sentence about the reading key. */
    Q_PROPERTY(QString keyText READ keyText NOTIFY changed FINAL)
    /** "ok", "failed" or "unknown". */
    Q_PROPERTY(QString keyKind READ keyKind NOTIFY changed FINAL)
    Q_PROPERTY(bool hasKey READ hasKey NOTIFY changed FINAL)
    Q_PROPERTY(QString profile READ profile WRITE setProfile NOTIFY profileChanged FINAL)
    Q_PROPERTY(bool localTime READ isLocalTime WRITE setLocalTime NOTIFY timeZoneChanged FINAL)
    /** The engine is the demo engine that this program started. */
    Q_PROPERTY(bool demo READ isDemo NOTIFY changed FINAL)
    /** Everything to and from the engine can be read on the way. */
    Q_PROPERTY(bool plainHttp READ isPlainHttp NOTIFY changed FINAL)
    /** The demo's operator key, shown because it opens nothing but the demo; empty otherwise. */
    Q_PROPERTY(QString demoOperatorKey READ demoOperatorKey NOTIFY changed FINAL)

public:
    explicit Session(ConsoleSettings &settings, QObject *parent = nullptr);
    ~Session() override;

    [[nodiscard]] QString state() const;
    [[nodiscard]] QString engineName() const;
    [[nodiscard]] QString origin() const;
    [[nodiscard]] QString restRoot() const;
    [[nodiscard]] QString mcpEndpoint() const;
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] QString failedWhy() const;
    [[nodiscard]] QString failedAdvice() const;
    [[nodiscard]] QString rawAnswer() const;
    [[nodiscard]] QString serverText() const;
    [[nodiscard]] QString protocolText() const;
    [[nodiscard]] QString keyText() const;
    [[nodiscard]] QString keyKind() const;
    [[nodiscard]] bool hasKey() const;
    [[nodiscard]] QString profile() const;
    void setProfile(const QString &profile);
    [[nodiscard]] contract::ProfileName profileName() const;
    [[nodiscard]] bool isLocalTime() const { return m_settings.isLocalTime(); }
    void setLocalTime(bool local);
    [[nodiscard]] base::TimeZoneShown timeZone() const;
    [[nodiscard]] QString formatted(const base::Timestamp &time) const;
    [[nodiscard]] bool isPlainHttp() const;
    [[nodiscard]] bool isDemo() const { return !m_demoOperatorKey.isEmpty(); }
    [[nodiscard]] QString demoOperatorKey() const { return m_demoOperatorKey; }

    /** The connection, or nullptr before the first. Replaced, never changed. */
    [[nodiscard]] engine::EngineConnection *connection() { return m_connection.get(); }
    /** What the last look showed. */
    [[nodiscard]] const std::optional<engine::ConnectionState> &lastState() const { return m_last; }
    [[nodiscard]] ConsoleSettings &settings() { return m_settings; }

    /**
     * Connects to an address; the key lives in this process's memory only. @p profile: that is shown;
     * empty: that of the settings.
     */
    void open(const engine::EngineAddress &address, base::Secret readingKey, const net::Link &link = {},
              const QString &profile = {});
    /** As open(), for the demo engine of this program. */
    void openDemo(const engine::EngineAddress &address, base::Secret readingKey, const QString &operatorKey);
    /** The first engine is about to be opened: its key is awaited. */
    void setWaiting();
    /** There is no engine, and why. */
    void setFailure(const base::Error &error);
    /** Looks at the engine now and asks the pages to read again. */
    Q_INVOKABLE void refresh();
    /** Looks at the engine now, without disturbing the pages. */
    void probe();

Q_SIGNALS:
    void changed();
    void ageChanged();
    void profileChanged();
    void timeZoneChanged();
    /** The old connection is gone; connection() is the new one. */
    void connectionReplaced();
    /** Another look at the same engine came back (good or bad). */
    void probed();
    /** The operator asked to read again (F5), and the engine has just answered. */
    void refreshRequested();
    /** The operator asked to read again: what needs no engine. */
    void localRefreshRequested();
    /** Every 30 seconds while connected: look for what is new. */
    void pollDue();

private:
    void replaceConnection(const engine::EngineAddress &address, base::Secret readingKey,
                           const net::Link &link, const QString &profile);
    [[nodiscard]] const base::Error *problem() const;

    ConsoleSettings &m_settings;
    std::unique_ptr<engine::EngineConnection> m_connection;
    std::optional<engine::ConnectionState> m_last;
    std::optional<base::Error> m_failure;
    QDateTime m_lastGood;
    QString m_demoOperatorKey;
    QString m_profile; ///< of the connection; empty: that of the settings
    bool m_waiting = false;
    QTimer m_probeTimer;
    QTimer m_ageTimer;
    bool m_probing = false;
    bool m_refreshWanted = false;
};

} // namespace algenta::console
