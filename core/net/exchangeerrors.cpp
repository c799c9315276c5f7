// SPDX-License-Identifier: Apache-2.0
#include "core/net/exchangeerrors.h"

#include "core/base/redaction.h"
#include "core/base/textsafety.h"
#include "core/net/certificates.h"
#include "core/net/link.h"

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

using base::Error;
using base::ErrorCode;

namespace
{

Error makeError(ErrorCode code, QString message, QString remedy)
{
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

QString saidText(const QString &reason)
{
    return base::elidedText(base::redact(reason), 300);
}

/** A server that wants a client certificate says so in an alert, in one of these wordings. */
bool wantsClientCertificate(const QString &reason)
{
    return reason.contains("certificate required"_L1, Qt::CaseInsensitive) ||
           reason.contains("alert handshake failure"_L1, Qt::CaseInsensitive) ||
           reason.contains("alert bad certificate"_L1, Qt::CaseInsensitive) ||
           reason.contains("alert unknown ca"_L1, Qt::CaseInsensitive);
}

QString clientCertificateRemedy(bool hasOne)
{
    return hasOne
               ? u"The server refuses the client certificate: check that it is valid and issued by the "
                 "authority that the server trusts."_s
               : u"The server may want a client certificate: set certificate and key of this connection."_s;
}

/** Nobody should look for a dead engine where only a proxy leads out. */
QString withProxyHint(QString remedy, bool throughProxy)
{
    const QStringList unused = unusedProxyVariables();
    if (!throughProxy && !unused.isEmpty()) {
        remedy +=
            u" %1 is set in the environment and is not used by this program: set the proxy for reading of "
            "this connection if only a proxy leads there."_s.arg(unused.join(u", "_s));
    }
    return remedy;
}

Error untrustedError(const ConnectFailure &failure)
{
    QString message = u"The certificate of %1 is not trusted: %2"_s.arg(
        originText(failure.url), base::elidedText(failure.certificateProblems.join(u' '), 300));
    if (!failure.chain.isEmpty()) {
        const CertificateFacts facts = certificateFacts(failure.chain.constFirst());
        message += u" It is for %1, issued by %2, valid from %3 to %4."_s.arg(
            facts.subject, facts.issuer, facts.validFrom.toString(Qt::ISODate),
            facts.validUntil.toString(Qt::ISODate));
    }
    Error error = makeError(
        ErrorCode::TlsFailed, message,
        u"Have an expired or wrongly named certificate replaced. If its authority is your own, install it in "
        "this system's certificate store or name it in the TLS settings of this connection."_s);
    error.raw = chainLines(failure.chain).join(u'\n').toUtf8();
    return error;
}

Error proxyError(const ConnectFailure &failure)
{
    return makeError(ErrorCode::Unreachable,
                     u"The proxy for reading did not lead to %1: %2."_s.arg(originText(failure.url),
                                                                            saidText(failure.reason)),
                     u"Check the proxy of this connection; one that wants a password is not supported."_s);
}

} // namespace

QString originText(const QUrl &url)
{
    QUrl origin;
    origin.setScheme(url.scheme());
    origin.setHost(url.host());
    origin.setPort(url.port());
    return base::elidedText(origin.toString(QUrl::FullyEncoded), 300);
}

bool isSameOrigin(const QUrl &left, const QUrl &right)
{
    const int usual = left.scheme() == "https"_L1 ? 443 : 80;
    return left.scheme() == right.scheme() && left.host() == right.host() &&
           left.port(usual) == right.port(usual) && right.userInfo().isEmpty();
}

QString durationText(std::chrono::milliseconds time)
{
    return time.count() % 1000 == 0 ? u"%1 s"_s.arg(time.count() / 1000) : u"%1 ms"_s.arg(time.count());
}

Error connectError(const ConnectFailure &failure)
{
    const QString server = originText(failure.url);
    const QString reason = saidText(failure.reason);
    if (!failure.certificateProblems.isEmpty()) {
        return untrustedError(failure);
    }
    if (failure.throughProxy && !failure.reached) {
        return proxyError(failure);
    }
    if (failure.code == QAbstractSocket::HostNotFoundError) {
        return makeError(
            ErrorCode::NameLookupFailed,
            u"The name %1 has no address."_s.arg(base::elidedText(failure.url.host(QUrl::FullyEncoded), 300)),
            withProxyHint(u"Check the spelling of the host name and this machine's name service."_s, false));
    }
    if (failure.reached && failure.url.scheme() == "https"_L1) {
        return makeError(
            ErrorCode::TlsFailed, u"No encrypted connection to %1 came about: %2."_s.arg(server, reason),
            wantsClientCertificate(reason)
                ? clientCertificateRemedy(false)
                : u"Check that this port speaks TLS; an engine without TLS has an http:// address."_s);
    }
    if (failure.reached) {
        return makeError(ErrorCode::ConnectionLost,
                         u"%1 closed the connection before anything was sent."_s.arg(server),
                         u"Check that the engine is running behind this address."_s);
    }
    return makeError(
        ErrorCode::Unreachable, u"%1 cannot be reached: %2."_s.arg(server, reason),
        withProxyHint(u"Check that the engine is running and that host and port are right."_s, false));
}

Error brokenError(const QUrl &url, QAbstractSocket::SocketError code, const QString &reason,
                  const QString &position, bool hasClientCertificate)
{
    const bool isTls = code == QAbstractSocket::SslInternalError ||
                       code == QAbstractSocket::SslInvalidUserDataError ||
                       code == QAbstractSocket::SslHandshakeFailedError;
    return makeError(
        isTls ? ErrorCode::TlsFailed : ErrorCode::ConnectionLost,
        u"The connection to %1 failed %2: %3."_s.arg(originText(url), position, saidText(reason)),
        isTls && wantsClientCertificate(reason) ? clientCertificateRemedy(hasClientCertificate) : QString());
}

QUrl redirectTarget(const QUrl &url, const HttpResponse &response)
{
    const QByteArray location = response.header("location");
    const QUrl target = url.resolved(QUrl::fromEncoded(location, QUrl::StrictMode));
    return !location.isEmpty() && target.isValid() && !target.host().isEmpty() ? target : QUrl();
}

Error redirectError(const QUrl &url, const HttpResponse &response)
{
    const QUrl target = redirectTarget(url, response);
    return makeError(ErrorCode::RedirectRefused,
                     u"%1 answers with a redirect (HTTP %2) to %3, which is not followed."_s.arg(
                         originText(url), QString::number(response.status),
                         target.isEmpty() ? u"an address that cannot be read"_s : originText(target)),
                     u"If that is the engine, enter its own address in the settings."_s);
}

} // namespace algenta::net
