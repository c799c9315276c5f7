// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/connections/connectionroster.h"

#include <QObject>
#include <QVariantMap>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/**
 * A connection as it is being entered. The fields: name, address, mcpAddress, caFile, onlyCaFile,
 * certificateFile, keyFile, pin, agreed (to plain HTTP).
 */
class ConnectionForm : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(bool open READ isOpen NOTIFY changed FINAL)
    Q_PROPERTY(bool isNew READ isNew NOTIFY changed FINAL)
    /** What the fields hold at first. */
    Q_PROPERTY(QVariantMap fields READ fields NOTIFY opened FINAL)
    /** What is wrong, by field; a field that was never filled is not complained of before saving. */
    Q_PROPERTY(QVariantMap errors READ errors NOTIFY changed FINAL)
    /** "REST … · MCP …": where the address leads; empty if it cannot be used. */
    Q_PROPERTY(QString preview READ preview NOTIFY changed FINAL)
    /** The address is plain HTTP beyond this machine: the operator has to agree to it. */
    Q_PROPERTY(bool needsAgreement READ needsAgreement NOTIFY changed FINAL)
    /** What does not go along with a new address or pin; empty if nothing stays behind. */
    Q_PROPERTY(QString note READ note NOTIFY changed FINAL)

public:
    explicit ConnectionForm(ConnectionRoster &roster, QObject *parent = nullptr);

    [[nodiscard]] bool isOpen() const { return m_open; }
    [[nodiscard]] bool isNew() const { return m_original.id.isEmpty(); }
    [[nodiscard]] QVariantMap fields() const;
    [[nodiscard]] QVariantMap errors() const { return m_errors; }
    [[nodiscard]] QString preview() const { return m_preview; }
    [[nodiscard]] bool needsAgreement() const { return m_needsAgreement; }
    [[nodiscard]] QString note() const { return m_note; }

    Q_INVOKABLE void create();
    Q_INVOKABLE void edit(const QString &id);
    Q_INVOKABLE void check(const QVariantMap &fields);
    /** Keeps it if nothing is wrong. */
    Q_INVOKABLE bool save(const QVariantMap &fields);
    Q_INVOKABLE void cancel();

Q_SIGNALS:
    void changed();
    void opened();
    /** @p leftBehind: the binding of a key that the connection had and no longer fits. */
    void saved(const QString &id, const std::optional<algenta::engine::CredentialBinding> &leftBehind);

private:
    void begin(const ConnectionEntry &entry);
    [[nodiscard]] ConnectionEntry entryOf(const QVariantMap &fields);
    [[nodiscard]] std::optional<engine::CredentialBinding> leftBehind(const ConnectionEntry &entry) const;

    ConnectionRoster &m_roster;
    ConnectionEntry m_original;
    bool m_open = false;
    bool m_triedToSave = false;
    bool m_needsAgreement = false;
    QVariantMap m_errors;
    QString m_preview;
    QString m_note;
};

} // namespace algenta::console
