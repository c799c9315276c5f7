// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSslCertificate>
#include <QSslKey>

namespace algenta::test
{

struct TestCertificate {
    QSslCertificate certificate;
    QSslKey key;
};

/** A fresh self-signed certificate for that DNS name or, with the prefix "IP:", that address. */
[[nodiscard]] TestCertificate makeTestCertificate(const QByteArray &subjectAltName);

} // namespace algenta::test
