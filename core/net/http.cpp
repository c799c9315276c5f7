// SPDX-License-Identifier: Apache-2.0
#include "core/net/http.h"

#include "core/base/textsafety.h"

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

using base::ErrorCode;
using base::fail;

QByteArray HttpResponse::header(QByteArrayView name) const
{
    for (const Header &header : headers) {
        if (header.first.compare(name, Qt::CaseInsensitive) == 0) {
            return header.second;
        }
    }
    return {};
}

base::Result<void> checkHttpUrl(const QUrl &url)
{
    const QString remedy = u"Enter an address such as http://localhost:8000."_s;
    if (url.isEmpty()) {
        return fail(ErrorCode::InvalidInput, u"The address is empty."_s, remedy);
    }
    if (!url.isValid()) {
        return fail(ErrorCode::InvalidInput, u"The address cannot be read as a URL."_s, remedy);
    }
    const QString scheme = url.scheme();
    if (scheme != "http"_L1 && scheme != "https"_L1) {
        return fail(ErrorCode::InvalidInput,
                    scheme.isEmpty() ? u"The address has no scheme; it must begin with http:// or https://."_s
                                     : u"The address uses %1; only http and https work."_s.arg(
                                           base::elidedText(scheme, 32)),
                    remedy);
    }
    // User info before the host: "http://engine@evil" must not read as a host problem.
    if (!url.userInfo().isEmpty() || url.authority().contains(u'@')) {
        return fail(ErrorCode::InvalidInput,
                    u"The address contains a user name or password, which this program never sends."_s,
                    u"Remove everything between // and @, and enter the key in its own field."_s);
    }
    if (url.host().isEmpty()) {
        return fail(ErrorCode::InvalidInput, u"The address names no host."_s, remedy);
    }
    if (url.port(80) == 0) {
        return fail(ErrorCode::InvalidInput, u"Port 0 cannot be connected to."_s, remedy);
    }
    if (url.hasFragment()) {
        return fail(ErrorCode::InvalidInput,
                    u"The address has a part after #, which is never sent to a server."_s,
                    u"Remove # and what follows; inside an identifier write it as %23."_s);
    }
    return {};
}

} // namespace algenta::net
