// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"

#include <QObject>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** The Settings page: address, reading key, profile, looks. */
class SettingsViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    /** What is wrong with the address that was typed last; empty if nothing. */
    Q_PROPERTY(QString addressError READ addressError NOTIFY changed FINAL)
    Q_PROPERTY(QString journalPath READ journalPath CONSTANT FINAL)
    Q_PROPERTY(QString settingsPath READ settingsPath CONSTANT FINAL)
    Q_PROPERTY(QString version READ version CONSTANT FINAL)
    /** "REST … · MCP …": where the typed address leads; empty if it cannot be used. */
    Q_PROPERTY(QString preview READ preview NOTIFY changed FINAL)
    /** The typed address is plain HTTP beyond this machine: the operator has to agree to it. */
    Q_PROPERTY(bool needsAgreement READ needsAgreement NOTIFY changed FINAL)

public:
    SettingsViewModel(Session &session, QString journalPath, QString settingsPath, QObject *parent = nullptr);

    [[nodiscard]] QString addressError() const { return m_addressError; }
    [[nodiscard]] QString journalPath() const { return m_journalPath; }
    [[nodiscard]] QString settingsPath() const { return m_settingsPath; }
    [[nodiscard]] QString version() const;
    [[nodiscard]] QString preview() const { return m_preview; }
    [[nodiscard]] bool needsAgreement() const { return m_needsAgreement; }

    /** Says where an address leads, without connecting. */
    Q_INVOKABLE void check(const QString &address, const QString &mcpAddress);
    /**
     * Connects and remembers the address. The key stays in memory for this connection only; an
     * empty key connects without one. @p agreed: to plain HTTP beyond this machine, for this origin.
     */
    Q_INVOKABLE bool connectTo(const QString &address, const QString &mcpAddress, const QString &readingKey,
                               bool agreed = false);

Q_SIGNALS:
    void changed();

private:
    Session &m_session;
    QString m_journalPath;
    QString m_settingsPath;
    QString m_addressError;
    QString m_preview;
    bool m_needsAgreement = false;
};

} // namespace algenta::console
