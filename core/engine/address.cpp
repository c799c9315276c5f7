// SPDX-License-Identifier: Apache-2.0
#include "core/engine/address.h"

#include "core/base/textsafety.h"

#include <QHostAddress>

#include <array>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Result;

namespace
{

constexpr qsizetype maxLength = 2000;
constexpr auto defaultAddress = "http://localhost:8000"_L1;
/** The first that is set counts. */
constexpr std::array addressVariables{"ALGENTA_BASE_URL", "DE_BASE_URL", "ALGENTA_API_URL"};
constexpr std::array ownedSuffixes{"algenta.ai"_L1, "algenta.io"_L1};

Result<QUrl> refuse(const QString &why)
{
    return base::fail(
        ErrorCode::InvalidInput, why,
        u"Enter the engine's address like http://127.0.0.1:8000 or https://engine.example.com/algenta."_s);
}

bool isOwnedHost(QString host)
{
    while (host.endsWith(u'.'))
        host.chop(1);
    for (const QLatin1StringView suffix : ownedSuffixes) {
        if (host.compare(suffix, Qt::CaseInsensitive) == 0 ||
            host.endsWith(u'.' + QString(suffix), Qt::CaseInsensitive))
            return true;
    }
    return false;
}

Result<QUrl> checkedUrl(const QString &text)
{
    const QString trimmed = text.trimmed();
    if (trimmed.isEmpty())
        return refuse(u"The address of the engine is empty."_s);
    if (trimmed.size() > maxLength)
        return refuse(u"The address is longer than 2000 characters."_s);
    const QUrl url(trimmed, QUrl::StrictMode);
    const QString shown = base::elidedText(
        url.isValid() ? url.toDisplayString(QUrl::RemoveUserInfo | QUrl::RemoveQuery) : u"the text"_s, 200);
    if (!url.isValid() || url.isRelative())
        return refuse(u"The address cannot be read as a URL."_s);
    // As it is sent and kept: what is accepted once must be accepted again.
    if (url.toEncoded().size() > maxLength)
        return refuse(u"The address is longer than 2000 characters as it would be sent."_s);
    if (url.scheme() != "http"_L1 && url.scheme() != "https"_L1)
        return refuse(u"The address %1 begins neither with http:// nor with https://."_s.arg(shown));
    if (url.host().isEmpty())
        return refuse(u"The address names no host."_s);
    if (!url.userInfo().isEmpty())
        return refuse(
            u"The address holds a user name or password: a key is entered apart, never in an address."_s);
    if (url.hasQuery() || url.hasFragment())
        return refuse(
            u"The address %1 has a query or fragment, which an engine's address has not."_s.arg(shown));
    if (url.port(1) <= 0)
        return refuse(u"The port of %1 is not between 1 and 65535."_s.arg(shown));
    if (isOwnedHost(url.host())) {
        return base::fail(
            ErrorCode::NotAllowed,
            u"%1 belongs to Algenta's own cloud; this console works with self-hosted engines only."_s.arg(
                url.host()),
            u"Enter the address of your own engine."_s);
    }
    return url;
}

QString withoutTrailingSlashes(QString path)
{
    while (path.endsWith(u'/'))
        path.chop(1);
    return path;
}

QUrl withPath(QUrl url, const QString &path)
{
    url.setPath(path, QUrl::TolerantMode);
    return url;
}

} // namespace

QString EngineAddress::origin() const
{
    const int port = restRoot.port(restRoot.scheme() == "https"_L1 ? 443 : 80);
    QString host = restRoot.host(QUrl::FullyEncoded);
    if (host.contains(u':') && !host.startsWith(u'['))
        host = u'[' + host + u']';
    return u"%1://%2:%3"_s.arg(restRoot.scheme(), host, QString::number(port));
}

bool EngineAddress::isLoopback() const
{
    const auto local = [](const QUrl &url) {
        const QString host = url.host();
        const QHostAddress address(host);
        return address.isNull() ? host.compare("localhost"_L1, Qt::CaseInsensitive) == 0
                                : address.isLoopback();
    };
    return local(restRoot) && local(mcp);
}

Result<EngineAddress> parseEngineAddress(const QString &text, const QString &mcpOverride)
{
    const auto url = checkedUrl(text);
    if (!url)
        return base::fail(url.error());
    QString path = withoutTrailingSlashes(url->path(QUrl::FullyEncoded));
    if (path.endsWith("/mcp"_L1))
        path = withoutTrailingSlashes(path.chopped(4));
    EngineAddress address;
    address.restRoot = withPath(*url, path);
    address.mcp = withPath(*url, path + "/mcp"_L1);
    if (!mcpOverride.trimmed().isEmpty()) {
        const auto mcp = checkedUrl(mcpOverride);
        if (!mcp)
            return base::fail(mcp.error());
        address.mcp = withPath(*mcp, withoutTrailingSlashes(mcp->path(QUrl::FullyEncoded)));
    }
    return address;
}

std::optional<QString> addressFromEnvironment()
{
    for (const char *name : addressVariables) {
        QString value = qEnvironmentVariable(name);
        if (!value.isEmpty())
            return value;
    }
    return std::nullopt;
}

Result<EngineAddress> resolveEngineAddress(const std::optional<QString> &argument)
{
    if (argument)
        return parseEngineAddress(*argument);
    return parseEngineAddress(addressFromEnvironment().value_or(QString(defaultAddress)));
}

} // namespace algenta::engine
