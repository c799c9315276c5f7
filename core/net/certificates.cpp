// SPDX-License-Identifier: Apache-2.0
#include "core/net/certificates.h"

#include "core/base/textsafety.h"
#include "core/base/timestamp.h"
#include "core/net/tlsoptions.h"

#include <QCryptographicHash>

#include <openssl/x509.h>

#include <memory>

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

namespace
{

constexpr int maxShown = 300;
constexpr qsizetype maxNames = 20;
constexpr qsizetype maxChain = 10;

struct X509Freer {
    void operator()(X509 *certificate) const { X509_free(certificate); }
};

/** "CN=engine.example, O=Example", in a fixed order. */
QString nameText(const QSslCertificate &certificate, bool ofIssuer)
{
    static const QList<std::pair<QString, QSslCertificate::SubjectInfo>> parts{
        {u"CN"_s, QSslCertificate::CommonName},
        {u"OU"_s, QSslCertificate::OrganizationalUnitName},
        {u"O"_s, QSslCertificate::Organization},
        {u"C"_s, QSslCertificate::CountryName}};
    QStringList texts;
    for (const auto &[label, info] : parts) {
        const QStringList values = ofIssuer ? certificate.issuerInfo(info) : certificate.subjectInfo(info);
        for (const QString &value : values) {
            texts.append(label + u'=' + value);
        }
    }
    return texts.isEmpty() ? u"(no name)"_s : base::elidedText(texts.join(u", "_s), maxShown);
}

QString hexText(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toHex(':')).toUpper();
}

} // namespace

QByteArray publicKeyPin(const QSslCertificate &certificate)
{
    const QByteArray der = certificate.toDer();
    const auto *data = reinterpret_cast<const unsigned char *>(der.constData());
    const std::unique_ptr<X509, X509Freer> parsed(d2i_X509(nullptr, &data, static_cast<long>(der.size())));
    if (!parsed) {
        return {};
    }
    unsigned char *key = nullptr;
    const int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(parsed.get()), &key);
    if (size <= 0) {
        return {};
    }
    const QByteArray bytes(reinterpret_cast<const char *>(key), size);
    OPENSSL_free(key);
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

CertificateFacts certificateFacts(const QSslCertificate &certificate)
{
    CertificateFacts facts;
    facts.subject = nameText(certificate, false);
    facts.issuer = nameText(certificate, true);
    facts.validFrom = certificate.effectiveDate().toUTC();
    facts.validUntil = certificate.expiryDate().toUTC();
    facts.fingerprint = certificate.digest(QCryptographicHash::Sha256);
    facts.pin = publicKeyPin(certificate);
    const auto names = certificate.subjectAlternativeNames();
    for (const QString &name : names) {
        if (facts.names.size() == maxNames) {
            facts.names.append(u"…"_s);
            break;
        }
        facts.names.append(base::elidedText(name, maxShown));
    }
    return facts;
}

QStringList chainLines(const QList<QSslCertificate> &chain)
{
    QStringList lines;
    for (qsizetype i = 0; i < std::min(chain.size(), maxChain); ++i) {
        const CertificateFacts facts = certificateFacts(chain.at(i));
        lines.append(u"certificate %1 of %2"_s.arg(i + 1).arg(chain.size()));
        lines.append(u"  subject      "_s + facts.subject);
        lines.append(u"  issuer       "_s + facts.issuer);
        if (!facts.names.isEmpty()) {
            lines.append(u"  names        "_s + facts.names.join(u", "_s));
        }
        lines.append(u"  valid        %1 to %2"_s.arg(base::toRfc3339(facts.validFrom),
                                                      base::toRfc3339(facts.validUntil)));
        lines.append(u"  fingerprint  SHA-256 "_s + hexText(facts.fingerprint));
        lines.append(u"  public key   "_s + pinText(facts.pin));
    }
    return lines;
}

} // namespace algenta::net
