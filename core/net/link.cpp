// SPDX-License-Identifier: Apache-2.0
#include "core/net/link.h"

#include "core/base/textsafety.h"
#include "core/net/certificates.h"
#include "core/net/exchangeerrors.h"

#include <QFile>
#include <QFileInfo>
#include <QHostAddress>
#include <QSslCertificate>
#include <QSslKey>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <array>
#include <memory>

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

using base::Error;
using base::ErrorCode;
using base::fail;
using base::Result;

namespace
{

constexpr qint64 maxFile = 1024 * 1024;

template<auto function>
struct Freer {
    template<typename T>
    void operator()(T *pointer) const
    {
        function(pointer);
    }
};

QString shown(const QString &path)
{
    return base::elidedText(path, 300);
}

Result<QByteArray> readFile(const QString &path, const QString &what)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(ErrorCode::NotFound,
                    u"%1 %2 cannot be read: %3."_s.arg(what, shown(path), file.errorString()),
                    u"Check the path and the rights of the file."_s);
    }
    const QByteArray bytes = file.read(maxFile + 1);
    if (bytes.size() > maxFile) {
        return fail(ErrorCode::LimitExceeded,
                    u"%1 %2 is larger than the limit of 1 MiB."_s.arg(what, shown(path)),
                    u"Name a PEM file with the needed certificates only."_s);
    }
    return bytes;
}

Result<QList<QSslCertificate>> readCertificates(const QString &path, const QString &what)
{
    const auto bytes = readFile(path, what);
    if (!bytes) {
        return fail(bytes.error());
    }
    const QList<QSslCertificate> certificates = QSslCertificate::fromData(*bytes, QSsl::Pem);
    if (certificates.isEmpty() || certificates.constFirst().isNull()) {
        return fail(ErrorCode::InvalidInput,
                    u"%1 %2 holds no certificate in PEM form."_s.arg(what, shown(path)),
                    u"It must contain lines from BEGIN CERTIFICATE to END CERTIFICATE."_s);
    }
    return certificates;
}

int passphraseCallback(char *buffer, int size, int, void *given)
{
    const auto *passphrase = static_cast<const base::Secret *>(given);
    if (passphrase == nullptr || passphrase->view().size() > size) {
        return -1;
    }
    std::copy_n(passphrase->view().data(), passphrase->view().size(), buffer);
    return static_cast<int>(passphrase->view().size());
}

using PrivateKey = std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>>;

PrivateKey parseKey(const QByteArray &pem, const base::Secret *passphrase)
{
    const std::unique_ptr<BIO, Freer<BIO_free>> bio(
        BIO_new_mem_buf(pem.constData(), static_cast<int>(pem.size())));
    return PrivateKey(PEM_read_bio_PrivateKey(bio.get(), nullptr, &passphraseCallback,
                                              const_cast<base::Secret *>(passphrase)));
}

bool belongTogether(const QSslCertificate &certificate, EVP_PKEY *key)
{
    const QByteArray der = certificate.toDer();
    const auto *data = reinterpret_cast<const unsigned char *>(der.constData());
    const std::unique_ptr<X509, Freer<X509_free>> parsed(
        d2i_X509(nullptr, &data, static_cast<long>(der.size())));
    return parsed && X509_check_private_key(parsed.get(), key) == 1;
}

Result<QSslKey> readKey(const TlsOptions &options, const QSslCertificate &certificate,
                        const base::Secret *passphrase)
{
    const QString &path = options.keyFile;
    auto pem = readFile(path, u"The private key"_s);
    if (!pem) {
        return fail(pem.error());
    }
    if (QFileInfo(path).permissions() & (QFileDevice::ReadOther | QFileDevice::WriteOther)) {
        return fail(
            ErrorCode::NotAllowed,
            u"The private key %1 can be read or changed by every user of this machine."_s.arg(shown(path)),
            u"Take the rights of others away: chmod o= FILE. Then consider the key known, and replace it."_s);
    }
    const PrivateKey key = parseKey(*pem, passphrase);
    if (!key) {
        const bool isEncrypted = pem->contains("ENCRYPTED");
        return fail(ErrorCode::InvalidInput,
                    isEncrypted ? u"The private key %1 does not open with this passphrase."_s.arg(shown(path))
                                : u"%1 holds no private key in PEM form."_s.arg(shown(path)),
                    isEncrypted ? u"Enter the passphrase of the key file."_s
                                : u"It must contain lines from BEGIN PRIVATE KEY to END PRIVATE KEY."_s);
    }
    if (!belongTogether(certificate, key.get())) {
        return fail(
            ErrorCode::InvalidInput,
            u"The private key %1 does not belong to the certificate %2."_s.arg(
                shown(path), shown(options.certificateFile)),
            u"Name the two files that were made together; the client's own certificate stands first."_s);
    }
    const int kind = EVP_PKEY_get_base_id(key.get());
    if (kind != EVP_PKEY_RSA && kind != EVP_PKEY_EC) {
        return fail(ErrorCode::InvalidInput,
                    u"The private key %1 is neither RSA nor on an elliptic curve (ECDSA)."_s.arg(shown(path)),
                    u"Use a client certificate with one of these kinds of key."_s);
    }
    QByteArray opened = passphrase != nullptr ? passphrase->view().toByteArray() : QByteArray();
    QSslKey result(*pem, kind == EVP_PKEY_RSA ? QSsl::Rsa : QSsl::Ec, QSsl::Pem, QSsl::PrivateKey, opened);
    const base::Secret wiped = base::Secret::takeFrom(*pem);
    const base::Secret wipedPassphrase = base::Secret::takeFrom(opened);
    if (result.isNull()) {
        return fail(ErrorCode::InvalidInput,
                    u"The private key %1 cannot be used for TLS."_s.arg(shown(path)));
    }
    return result;
}

Result<QNetworkProxy> parseProxy(const QString &text)
{
    const QUrl url(u"http://"_s + text.trimmed(), QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty() || url.port() <= 0 || !url.path().isEmpty() ||
        !url.userInfo().isEmpty() || url.hasQuery() || url.hasFragment()) {
        return fail(
            ErrorCode::InvalidInput, u"The proxy for reading is not written as host:port."_s,
            u"Enter for example proxy.example:3128; a proxy that wants a password is not supported."_s);
    }
    return QNetworkProxy(QNetworkProxy::HttpProxy, url.host(), static_cast<quint16>(url.port()));
}

} // namespace

Result<Link> Link::open(const LinkOptions &options, const base::Secret *passphrase)
{
    Link link;
    link.m_options = options;
    const TlsOptions &tls = options.tls;
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    if (!tls.useSystemStore && tls.caFile.isEmpty()) {
        return fail(ErrorCode::InvalidInput,
                    u"The system's authorities are not to be trusted, and no file names others."_s,
                    u"Name the file with the certificate authority of the engine."_s);
    }
    QList<QSslCertificate> authorities;
    if (!tls.caFile.isEmpty()) {
        auto further = readCertificates(tls.caFile, u"The authority file"_s);
        if (!further) {
            return fail(further.error());
        }
        authorities =
            *further + (tls.useSystemStore ? configuration.caCertificates() : QList<QSslCertificate>());
        if (tls.useSystemStore) {
            authorities += QSslConfiguration::systemCaCertificates();
        }
        configuration.setCaCertificates(authorities);
        link.m_tls = configuration;
    }
    if (tls.certificateFile.isEmpty() != tls.keyFile.isEmpty()) {
        return fail(ErrorCode::InvalidInput,
                    u"A client certificate needs both a certificate and a key file."_s,
                    u"Name both files, or neither."_s);
    }
    if (!tls.certificateFile.isEmpty()) {
        const auto chain = readCertificates(tls.certificateFile, u"The client certificate"_s);
        if (!chain) {
            return fail(chain.error());
        }
        const auto key = readKey(tls, chain->constFirst(), passphrase);
        if (!key) {
            return fail(key.error());
        }
        configuration.setLocalCertificateChain(*chain);
        configuration.setPrivateKey(*key);
        link.m_tls = configuration;
    }
    if (!tls.pin.isEmpty() && tls.pin.size() != 32) {
        return fail(ErrorCode::InvalidInput, u"The pin is not 32 bytes long."_s);
    }
    if (!options.readingProxy.trimmed().isEmpty()) {
        const auto proxy = parseProxy(options.readingProxy);
        if (!proxy) {
            return fail(proxy.error());
        }
        link.m_proxy = *proxy;
    }
    return link;
}

QSslConfiguration Link::tls() const
{
    QSslConfiguration configuration = m_tls.value_or(QSslConfiguration::defaultConfiguration());
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    return configuration;
}

QNetworkProxy Link::readingProxy(const QUrl &url) const
{
    return isLoopbackHost(url.host()) ? QNetworkProxy(QNetworkProxy::NoProxy) : m_proxy;
}

Result<void> Link::checkPlainHttp(const QUrl &url) const
{
    if (url.scheme() != "http"_L1 || m_options.allowPlainHttp || isLoopbackHost(url.host())) {
        return {};
    }
    return fail(
        ErrorCode::NotAllowed,
        u"%1 would be spoken to without encryption: the key and all data could be read and changed on "
        "the way. Nothing was sent."_s.arg(originText(url)),
        u"Use the https:// address of the engine, or allow plain HTTP for this connection."_s);
}

Result<void> Link::checkPin(const QUrl &url, const QList<QSslCertificate> &chain) const
{
    const QByteArray &pin = m_options.tls.pin;
    if (pin.isEmpty()) {
        return {};
    }
    const QByteArray presented = chain.isEmpty() ? QByteArray() : publicKeyPin(chain.constFirst());
    if (presented == pin) {
        return {};
    }
    Error error;
    error.code = ErrorCode::TlsFailed;
    error.message =
        u"%1 has another public key than the pinned one: it presents %2, pinned is %3. Nothing was sent."_s
            .arg(originText(url), presented.isEmpty() ? u"none"_s : pinText(presented), pinText(pin));
    error.remedy = u"Ask the engine's administrator whether its key was replaced. If not, someone may stand "
                   "between. Only then set the new pin."_s;
    error.raw = chainLines(chain).join(u'\n').toUtf8();
    return fail(error);
}

bool isLoopbackHost(const QString &host)
{
    const QHostAddress address(host);
    if (!address.isNull()) {
        return address.isLoopback();
    }
    return host.compare("localhost"_L1, Qt::CaseInsensitive) == 0 ||
           host.endsWith(".localhost"_L1, Qt::CaseInsensitive);
}

QStringList unusedProxyVariables()
{
    constexpr std::array names{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY",
                               "http_proxy",  "ALL_PROXY",   "all_proxy"};
    QStringList set;
    for (const char *name : names) {
        if (!qEnvironmentVariableIsEmpty(name)) {
            set.append(QString::fromLatin1(name));
        }
    }
    return set;
}

} // namespace algenta::net
