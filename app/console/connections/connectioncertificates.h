// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/connections/connectionroster.h"
#include "core/net/connectprobe.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <memory>
#include <optional>

namespace algenta::console
{

/**
 * The certificates that the selected connection's server presents, as one handshake without a request
 * shows them. A pin is demanded besides trust, never instead of it: it is offered for trusted chains.
 */
class ConnectionCertificates : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    /** The address is https. */
    Q_PROPERTY(bool canLook READ canLook NOTIFY changed FINAL)
    Q_PROPERTY(bool looking READ isLooking NOTIFY changed FINAL)
    /** What the look showed; empty before one. */
    Q_PROPERTY(QString verdict READ verdict NOTIFY changed FINAL)
    /** "ok" or "failed". */
    Q_PROPERTY(QString verdictKind READ verdictKind NOTIFY changed FINAL)
    /** { title, problem, rows } of each certificate, the server's own first; rows as a KeyValueGrid has them.
     */
    Q_PROPERTY(QVariantList chain READ chain NOTIFY changed FINAL)
    /** The public key that was presented, as it would be pinned. */
    Q_PROPERTY(QString presentedPin READ presentedPin NOTIFY changed FINAL)
    Q_PROPERTY(QString pinNow READ pinNow NOTIFY changed FINAL)
    Q_PROPERTY(bool canPin READ canPin NOTIFY changed FINAL)

public:
    explicit ConnectionCertificates(ConnectionRoster &roster, QObject *parent = nullptr);
    ~ConnectionCertificates() override;

    [[nodiscard]] bool canLook() const;
    [[nodiscard]] bool isLooking() const { return m_probe != nullptr; }
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] QString verdictKind() const;
    [[nodiscard]] QVariantList chain() const;
    [[nodiscard]] QString presentedPin() const;
    [[nodiscard]] QString pinNow() const;
    [[nodiscard]] bool canPin() const;

    void select(const QString &id);
    Q_INVOKABLE void look();
    /** Demands from now on the key that was shown; the reading key does not go along. */
    Q_INVOKABLE void pin();

Q_SIGNALS:
    void changed();
    void pinned(const QString &id, const std::optional<algenta::engine::CredentialBinding> &leftBehind);

private:
    [[nodiscard]] QByteArray presented() const;

    ConnectionRoster &m_roster;
    QString m_id;
    std::unique_ptr<net::ConnectProbe> m_probe;
    std::optional<net::ConnectReport> m_report;
    std::optional<base::Error> m_error;
};

} // namespace algenta::console
