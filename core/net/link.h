// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secret.h"
#include "core/net/http.h"
#include "core/net/tlsoptions.h"

#include <QNetworkProxy>
#include <QSslConfiguration>

#include <optional>

namespace algenta::net
{

/** How connections to one server are made, as kept in settings. */
struct LinkOptions {
    TlsOptions tls;
    bool allowPlainHttp = false; ///< the operator has agreed to http:// beyond this machine
    /** `host:port` of an HTTP proxy (CONNECT) for requests that read; empty: none. Acts never use one. */
    QString readingProxy;

    bool operator==(const LinkOptions &) const = default;
};

/**
 * LinkOptions with the named files read: what the senders work with.
 *
 * Proxies in the environment (HTTPS_PROXY and the like) are never used: a request goes where the
 * operator said. Errors of unreachable servers name such a variable, so that it is not overlooked.
 */
class Link
{
public:
    /** The system's authorities; no client certificate, pin, proxy or plain HTTP beyond this machine. */
    Link() = default;

    /**
     * Reads the files. @p passphrase opens an encrypted private key.
     * InvalidInput, NotFound or NotAllowed (a private key that others can read), naming the file.
     */
    [[nodiscard]] static base::Result<Link> open(const LinkOptions &options,
                                                 const base::Secret *passphrase = nullptr);

    [[nodiscard]] const LinkOptions &options() const { return m_options; }
    /** With peer verification on. */
    [[nodiscard]] QSslConfiguration tls() const;
    [[nodiscard]] bool hasClientCertificate() const { return !m_options.tls.certificateFile.isEmpty(); }
    /** The proxy for a reading request to that address: never for this machine itself. */
    [[nodiscard]] QNetworkProxy readingProxy(const QUrl &url) const;
    /** NotAllowed for http:// to a host that is not this machine, without the operator's agreement. */
    [[nodiscard]] base::Result<void> checkPlainHttp(const QUrl &url) const;
    /** TlsFailed with the presented chain if there is a pin and the server has another public key. */
    [[nodiscard]] base::Result<void> checkPin(const QUrl &url, const QList<QSslCertificate> &chain) const;

private:
    LinkOptions m_options;
    std::optional<QSslConfiguration> m_tls; ///< nothing: Qt's default at the time of use
    QNetworkProxy m_proxy{QNetworkProxy::NoProxy};
};

/** `localhost`, a name below it, or a loopback address. */
[[nodiscard]] bool isLoopbackHost(const QString &host);

/** Names of proxy variables that are set in the environment; this program does not use them. */
[[nodiscard]] QStringList unusedProxyVariables();

} // namespace algenta::net
