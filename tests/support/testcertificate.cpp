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

void addExtension(X509 *certificate, int nid, const QByteArray &value)
{
    const std::unique_ptr<X509_EXTENSION, Freer<X509_EXTENSION_free>> extension(
        X509V3_EXT_conf_nid(nullptr, nullptr, nid, value.constData()));
    X509_add_ext(certificate, extension.get(), -1);
}

} // namespace

TestCertificate makeTestCertificate(const QByteArray &subjectAltName)
{
    const std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>> key(EVP_EC_gen("P-256"));
    const std::unique_ptr<X509, Freer<X509_free>> certificate(X509_new());
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
    X509_NAME *name = X509_get_subject_name(certificate.get());
    const QByteArray commonName("Algenta test");
    X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char *>(commonName.constData()), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), name);
    X509_set_pubkey(certificate.get(), key.get());
    addExtension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
    addExtension(certificate.get(), NID_subject_alt_name,
                 subjectAltName.startsWith("IP:") ? subjectAltName : "DNS:" + subjectAltName);
    X509_sign(certificate.get(), key.get(), EVP_sha256());

    const std::unique_ptr<BIO, Freer<BIO_free>> certificatePem(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(certificatePem.get(), certificate.get());
    const std::unique_ptr<BIO, Freer<BIO_free>> keyPem(BIO_new(BIO_s_mem()));
    PEM_write_bio_PrivateKey(keyPem.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    return {QSslCertificate(takePem(certificatePem.get()), QSsl::Pem),
            QSslKey(takePem(keyPem.get()), QSsl::Ec)};
}

} // namespace algenta::test
