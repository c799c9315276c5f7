// SPDX-License-Identifier: Apache-2.0
#include "tests/support/stricttlsserver.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>

using namespace Qt::Literals::StringLiterals;

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

using Bio = std::unique_ptr<BIO, Freer<BIO_free>>;
using Certificate = std::unique_ptr<X509, Freer<X509_free>>;

Certificate fromQt(const QSslCertificate &certificate)
{
    const QByteArray pem = certificate.toPem();
    const Bio bio(BIO_new_mem_buf(pem.constData(), static_cast<int>(pem.size())));
    return Certificate(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
}

/** Reads what is still on its way, so that the alert is not lost in a reset. */
void drain(int socket)
{
    ::shutdown(socket, SHUT_WR);
    std::array<char, 4096> bytes{};
    pollfd wait{socket, POLLIN, 0};
    while (::poll(&wait, 1, 2000) == 1 && ::read(socket, bytes.data(), bytes.size()) > 0) {
    }
}

} // namespace

StrictTlsServer::StrictTlsServer(const TestCertificate &own, const QSslCertificate &clientAuthority,
                                 Newest newest)
    : m_listener(::socket(AF_INET, SOCK_STREAM, 0))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto *general = reinterpret_cast<sockaddr *>(&address);
    socklen_t size = sizeof address;
    if (::bind(m_listener, general, size) != 0 || ::listen(m_listener, 8) != 0 ||
        ::getsockname(m_listener, general, &size) != 0) {
        qFatal("no port for the TLS server");
    }
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this, own, clientAuthority, newest] { serve(own, clientAuthority, newest); });
}

StrictTlsServer::~StrictTlsServer()
{
    m_ending = true;
    m_thread.join();
    ::close(m_listener);
}

QUrl StrictTlsServer::url() const
{
    return QUrl(u"https://127.0.0.1:%1/"_s.arg(m_port));
}

void StrictTlsServer::serve(const TestCertificate &own, const QSslCertificate &clientAuthority, Newest newest)
{
    const std::unique_ptr<SSL_CTX, Freer<SSL_CTX_free>> context(SSL_CTX_new(TLS_server_method()));
    SSL_CTX_set_max_proto_version(context.get(), newest == Newest::Tls12 ? TLS1_2_VERSION : TLS1_3_VERSION);
    const Certificate certificate = fromQt(own.certificate);
    SSL_CTX_use_certificate(context.get(), certificate.get());
    const QByteArray keyPem = own.key.toPem();
    const Bio keyBio(BIO_new_mem_buf(keyPem.constData(), static_cast<int>(keyPem.size())));
    const std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>> key(
        PEM_read_bio_PrivateKey(keyBio.get(), nullptr, nullptr, nullptr));
    SSL_CTX_use_PrivateKey(context.get(), key.get());
    const Certificate authority = fromQt(clientAuthority);
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context.get()), authority.get());
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    while (!m_ending) {
        pollfd wait{m_listener, POLLIN, 0};
        if (::poll(&wait, 1, 50) != 1) {
            continue;
        }
        const int socket = ::accept(m_listener, nullptr, nullptr);
        const std::unique_ptr<SSL, Freer<SSL_free>> session(SSL_new(context.get()));
        SSL_set_fd(session.get(), socket);
        if (SSL_accept(session.get()) == 1) {
            std::array<char, 4096> request{};
            if (SSL_read(session.get(), request.data(), static_cast<int>(request.size())) > 0) {
                ++m_requests;
                const QByteArray answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
                SSL_write(session.get(), answer.constData(), static_cast<int>(answer.size()));
            }
            SSL_shutdown(session.get());
        }
        drain(socket);
        ::close(socket);
    }
}

} // namespace algenta::test
