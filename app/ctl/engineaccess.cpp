// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/engineaccess.h"

#include "app/ctl/inputfile.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Result;

QList<OptionSpec> connectionOptions()
{
    return {
        {u"mcp"_s, u"URL"_s, u"MCP endpoint, where it is not below the engine's address"_s},
        {u"key-stdin"_s,
         {},
         u"read the key from the first line of standard input\n(else ALGENTA_API_KEY, else the keychain)"_s},
        {u"no-keychain"_s, {}, u"do not look for the key of this address and pin in the keychain"_s},
        {u"ca-file"_s, u"FILE"_s, u"further certificate authorities, PEM"_s},
        {u"only-ca-file"_s, {}, u"trust no authority but those of --ca-file"_s},
        {u"client-cert"_s, u"FILE"_s, u"client certificate and its chain, PEM"_s},
        {u"client-cert-key"_s, u"FILE"_s, u"its private key, PEM, not encrypted"_s},
        {u"pin"_s, u"PIN"_s, u"demand this public key of the server: sha256/BASE64, as doctor shows it"_s},
        {u"plain-http"_s, {}, u"allow http:// to another machine, where everything can be read on the way"_s},
        {u"proxy"_s, u"HOST:PORT"_s,
         u"HTTP proxy for requests that read; calls never use it,\nand proxies in the environment are not used"_s}};
}

QList<OptionSpec> engineOptions()
{
    return QList<OptionSpec>{
               {u"engine"_s, u"URL"_s,
                u"address of the engine, with or without /mcp\n(else ALGENTA_BASE_URL, else http://localhost:8000)"_s}} +
           connectionOptions();
}

Result<net::Link> openLink(const Arguments &arguments)
{
    net::LinkOptions options;
    options.tls.caFile = arguments.value(u"ca-file"_s).value_or(QString());
    options.tls.useSystemStore = !arguments.isSet(u"only-ca-file"_s);
    options.tls.certificateFile = arguments.value(u"client-cert"_s).value_or(QString());
    options.tls.keyFile = arguments.value(u"client-cert-key"_s).value_or(QString());
    options.allowPlainHttp = arguments.isSet(u"plain-http"_s);
    options.readingProxy = arguments.value(u"proxy"_s).value_or(QString());
    if (const auto text = arguments.value(u"pin"_s)) {
        const auto pin = net::parsePin(*text);
        if (!pin)
            return base::fail(pin.error());
        options.tls.pin = *pin;
    }
    return net::Link::open(options);
}

Result<engine::EngineAddress> engineAddress(const Arguments &arguments, const std::optional<QString> &url)
{
    auto address = engine::resolveEngineAddress(url ? url : arguments.value(u"engine"_s));
    const auto mcp = arguments.value(u"mcp"_s);
    if (!address || !mcp)
        return address;
    return engine::parseEngineAddress(address->restRoot.toString(QUrl::FullyEncoded), *mcp);
}

Result<std::unique_ptr<EngineAccess>> openEngine(const Arguments &arguments,
                                                 const std::optional<QString> &url, KeyUse keyUse)
{
    auto address = engineAddress(arguments, url);
    if (!address)
        return base::fail(address.error());
    auto link = openLink(arguments);
    if (!link)
        return base::fail(link.error());
    auto key = keyUse == KeyUse::None            ? Result<base::Secret>(base::Secret())
               : arguments.isSet(u"key-stdin"_s) ? readKeyFromStandardInput()
                                                 : readKeyFromEnvironment();
    if (!key)
        return base::fail(key.error());
    auto access = std::make_unique<EngineAccess>();
    access->address = *address;
    access->key = keyUse == KeyUse::AsGiven && key->isEmpty() && arguments.keychainKey()
                      ? arguments.keychainKey()->clone()
                      : std::move(*key);
    access->connection = std::make_unique<engine::EngineConnection>(*address, access->key.clone(), *link);
    return access;
}

} // namespace algenta::ctl
