// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringView>

namespace algenta::net
{

/**
 * How the server of a connection proves who it is, and how this program does. Names files and holds
 * no secret, so that it can be kept in settings.
 */
struct TlsOptions {
    bool useSystemStore = true; ///< trust the authorities of this system
    QString caFile;             ///< PEM file with further authorities; empty: none
    QString certificateFile;    ///< PEM file with the client certificate, then its chain; empty: none
    QString keyFile;            ///< PEM file with the private key of that certificate
    QByteArray pin; ///< SHA-256 of the server's public key, 32 bytes, demanded besides trust; empty: none

    bool operator==(const TlsOptions &) const = default;
};

/** 32 bytes from `sha256/BASE64`, `sha256//BASE64`, bare base64, or 64 hexadecimal digits (colons allowed).
 */
[[nodiscard]] base::Result<QByteArray> parsePin(QStringView text);

/** `sha256/BASE64`; empty for no pin. */
[[nodiscard]] QString pinText(const QByteArray &pin);

} // namespace algenta::net
