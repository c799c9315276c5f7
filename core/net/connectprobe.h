// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/net/link.h"

#include <QFuture>
#include <QObject>
#include <QSslCertificate>
#include <QSslError>

#include <memory>
#include <optional>

namespace algenta::net
{

/** How far a connection came that nothing was sent over. */
struct ConnectReport {
    bool reached = false; ///< TCP came about
    QString peerAddress;
    QString tlsProtocol; ///< "TLS 1.3"; empty without TLS
    QString cipher;
    QList<QSslCertificate> chain;     ///< as the server presented it
    QList<QSslError> problems;        ///< what is wrong with the chain, each with its certificate
    std::optional<base::Error> error; ///< why it went no further
};

/** Connects, shakes hands where the address is https://, and closes: sends no request and no key. */
class ConnectProbe : public QObject
{
    Q_OBJECT

public:
    /** Goes through the proxy for reading of @p link, as reading requests do. */
    explicit ConnectProbe(Link link, HttpLimits limits = {}, QObject *parent = nullptr);
    ~ConnectProbe() override;

    [[nodiscard]] QFuture<ConnectReport> run(const QUrl &url);
    void cancel();

private:
    struct Attempt;
    void begin(const QUrl &url);
    void end(std::optional<base::Error> error);

    Link m_link;
    HttpLimits m_limits;
    std::unique_ptr<Attempt> m_attempt;
};

} // namespace algenta::net
