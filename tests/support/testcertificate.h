// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSslCertificate>
#include <QSslKey>

#include <memory>

namespace algenta::test
{

struct TestCertificate {
    QSslCertificate certificate;
    QSslKey key;
};

/** A fresh self-signed certificate for that DNS name or, with the prefix "IP:", that address. */
[[nodiscard]] TestCertificate makeTestCertificate(const QByteArray &subjectAltName);

/** What a certificate of a TestAuthority says. */
struct CertificateWish {
    QByteArray subjectAltName; ///< as above
    QByteArray commonName = "Algenta test leaf";
    long validFrom = -3600; ///< seconds from now
    long validUntil = 3600;
    bool forClients = false;
};

/** A certificate authority of a test's own. */
class TestAuthority
{
public:
    explicit TestAuthority(const QByteArray &commonName = "Algenta test authority");
    ~TestAuthority();
    TestAuthority(const TestAuthority &) = delete;
    TestAuthority &operator=(const TestAuthority &) = delete;

    [[nodiscard]] QSslCertificate certificate() const;
    [[nodiscard]] TestCertificate issue(const CertificateWish &wish);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace algenta::test
