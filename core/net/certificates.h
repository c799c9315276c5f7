// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QSslCertificate>
#include <QString>
#include <QStringList>

namespace algenta::net
{

/** What a certificate says, as text that is safe to show. */
struct CertificateFacts {
    QString subject;
    QString issuer;
    QStringList names; ///< host names and addresses that it is for
    QDateTime validFrom;
    QDateTime validUntil;
    QByteArray fingerprint; ///< SHA-256 of the certificate
    QByteArray pin;         ///< SHA-256 of its public key (SubjectPublicKeyInfo)
};

[[nodiscard]] CertificateFacts certificateFacts(const QSslCertificate &certificate);

/** SHA-256 of the SubjectPublicKeyInfo, whatever the kind of key; empty for a null certificate. */
[[nodiscard]] QByteArray publicKeyPin(const QSslCertificate &certificate);

/** A few lines for each certificate, the server's own first: subject, issuer, validity, fingerprint, pin. */
[[nodiscard]] QStringList chainLines(const QList<QSslCertificate> &chain);

} // namespace algenta::net
