// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/webhook.h"

#include "core/base/textsafety.h"

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;

namespace
{

tl::unexpected<base::Error> refuse(const QString &why)
{
    return base::fail(base::ErrorCode::InvalidInput, u"The webhook address is refused: "_s + why,
                      u"Have the decision logged again with a plain http or https address."_s);
}

/** The authority as it was written: QUrl would already have normalised look-alike forms away. */
QString writtenHost(const QString &text)
{
    const qsizetype start = text.indexOf("://"_L1);
    if (start < 0)
        return {};
    const QString rest = text.mid(start + 3);
    qsizetype end = rest.size();
    for (const QChar stop : {u'/', u'?', u'#'}) {
        const qsizetype at = rest.indexOf(stop);
        if (at >= 0)
            end = std::min(end, at);
    }
    return rest.left(end);
}

bool isAscii(const QString &text)
{
    return std::all_of(text.cbegin(), text.cend(),
                       [](QChar c) { return c.unicode() > 0x20 && c.unicode() < 0x7f; });
}

} // namespace

base::Result<Webhook> parseWebhook(const QString &text)
{
    if (text.isEmpty())
        return refuse(u"there is none."_s);
    if (base::visibleText(text) != text)
        return refuse(u"it holds control, invisible or text-direction characters."_s);
    if (text.contains(u'\\') || text.contains(u' '))
        return refuse(u"it holds a backslash or a blank."_s);
    const QString authority = writtenHost(text);
    if (authority.contains(u'@'))
        return refuse(u"it holds user info before the host, which hides where it goes."_s);
    if (!isAscii(authority))
        return refuse(u"the host is not written in ASCII. Use its xn-- form."_s);

    const QUrl url(text, QUrl::StrictMode);
    if (!url.isValid())
        return refuse(u"it is not a valid address."_s);
    const QString scheme = url.scheme();
    if (scheme != "http"_L1 && scheme != "https"_L1)
        return refuse(u"only http and https are delivered."_s);
    if (url.host().isEmpty())
        return refuse(u"it names no host."_s);
    if (!url.userInfo().isEmpty())
        return refuse(u"it holds user info before the host, which hides where it goes."_s);
    if (url.hasFragment())
        return refuse(u"it holds a fragment (#…), which is never delivered."_s);

    Webhook webhook;
    webhook.text = text;
    webhook.url = url;
    webhook.host = url.host(QUrl::FullyEncoded).toLower();
    if (webhook.host.contains(u':') && !webhook.host.startsWith(u'['))
        webhook.host = u'[' + webhook.host + u']';
    const int usual = scheme == "https"_L1 ? 443 : 80;
    if (url.port(usual) != usual)
        webhook.host += u':' + QString::number(url.port());
    webhook.path = url.path(QUrl::FullyEncoded);
    if (url.hasQuery())
        webhook.path += u'?' + url.query(QUrl::FullyEncoded);
    webhook.plainHttp = scheme == "http"_L1;
    return webhook;
}

} // namespace algenta::breakglass
