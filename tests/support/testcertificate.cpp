// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testcertificate.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>

namespace algenta::test
{

namespace
{

template<auto function>
struct Freer {
    template<typename T>
    void operator()(T *pointer) const
    {
        function(pointer);
    }
};

QByteArray takePem(BIO *bio)
{
    char *data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return QByteArray(data, size);
}

using Key = std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freer<X509_free>>;

void addExtension(X509 *certificate, int nid, const QByteArray &value)
{
    const std::unique_ptr<X509_EXTENSION, Freer<X509_EXTENSION_free>> extension(
        X509V3_EXT_conf_nid(nullptr, nullptr, nid, value.constData()));
    X509_add_ext(certificate, extension.get(), -1);
}

Certificate emptyCertificate(const QByteArray &commonName, long validFrom, long validUntil, EVP_PKEY *key)
{
    static long serial = 0;
    Certificate certificate(X509_new());
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), validFrom);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), validUntil);
    X509_NAME_add_entry_by_NID(X509_get_subject_name(certificate.get()), NID_commonName, MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char *>(commonName.constData()), -1, -1, 0);
    X509_set_pubkey(certificate.get(), key);
    return certificate;
}

void addNames(X509 *certificate, const QByteArray &subjectAltName)
{
    if (!subjectAltName.isEmpty()) {
        addExtension(certificate, NID_subject_alt_name,
                     subjectAltName.startsWith("IP:") ? subjectAltName : "DNS:" + subjectAltName);
    }
}

QSslCertificate toQt(X509 *certificate)
{
    const std::unique_ptr<BIO, Freer<BIO_free>> pem(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(pem.get(), certificate);
    return QSslCertificate(takePem(pem.get()), QSsl::Pem);
}

QSslKey toQt(EVP_PKEY *key)
{
    const std::unique_ptr<BIO, Freer<BIO_free>> pem(BIO_new(BIO_s_mem()));
    PEM_write_bio_PrivateKey(pem.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
    return QSslKey(takePem(pem.get()), QSsl::Ec);
}

} // namespace

struct TestAuthority::Private {
    Key key{EVP_EC_gen("P-256")};
    Certificate certificate;
};

TestAuthority::TestAuthority(const QByteArray &commonName)
    : d(std::make_unique<Private>())
{
    d->certificate = emptyCertificate(commonName, -7200, 7200, d->key.get());
    X509_set_issuer_name(d->certificate.get(), X509_get_subject_name(d->certificate.get()));
    addExtension(d->certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
    addExtension(d->certificate.get(), NID_key_usage, "critical,keyCertSign,cRLSign");
    X509_sign(d->certificate.get(), d->key.get(), EVP_sha256());
}

TestAuthority::~TestAuthority() = default;

QSslCertificate TestAuthority::certificate() const
{
    return toQt(d->certificate.get());
}

TestCertificate TestAuthority::issue(const CertificateWish &wish)
{
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate =
        emptyCertificate(wish.commonName, wish.validFrom, wish.validUntil, key.get());
    X509_set_issuer_name(certificate.get(), X509_get_subject_name(d->certificate.get()));
    addExtension(certificate.get(), NID_basic_constraints, "critical,CA:FALSE");
    addExtension(certificate.get(), NID_ext_key_usage, wish.forClients ? "clientAuth" : "serverAuth");
    addNames(certificate.get(), wish.subjectAltName);
    X509_sign(certificate.get(), d->key.get(), EVP_sha256());
    return {toQt(certificate.get()), toQt(key.get())};
}

TestCertificate makeTestCertificate(const QByteArray &subjectAltName)
{
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate = emptyCertificate("Algenta test", -3600, 3600, key.get());
    X509_set_issuer_name(certificate.get(), X509_get_subject_name(certificate.get()));
    addExtension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
    addNames(certificate.get(), subjectAltName);
    X509_sign(certificate.get(), key.get(), EVP_sha256());
    return {toQt(certificate.get()), toQt(key.get())};
}

} // namespace algenta::test
