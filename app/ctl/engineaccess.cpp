// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/engineaccess.h"

#include "app/ctl/inputfile.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Result;

QList<OptionSpec> engineOptions()
{
    return {
        {u"engine"_s, u"URL"_s,
         u"address of the engine, with or without /mcp\n(else ALGENTA_BASE_URL, else http://localhost:8000)"_s},
        {u"mcp"_s, u"URL"_s, u"MCP endpoint, where it is not below the engine's address"_s},
        {u"key-stdin"_s,
         {},
         u"read the key from the first line of standard input\n(else ALGENTA_API_KEY)"_s}};
}

Result<std::unique_ptr<EngineAccess>> openEngine(const Arguments &arguments)
{
    auto address = engine::resolveEngineAddress(arguments.value(u"engine"_s));
    if (!address)
        return base::fail(address.error());
    if (const auto mcp = arguments.value(u"mcp"_s)) {
        address = engine::parseEngineAddress(address->restRoot.toString(QUrl::FullyEncoded), *mcp);
        if (!address)
            return base::fail(address.error());
    }
    auto key = arguments.isSet(u"key-stdin"_s) ? readKeyFromStandardInput() : readKeyFromEnvironment();
    if (!key)
        return base::fail(key.error());
    auto access = std::make_unique<EngineAccess>();
    access->address = *address;
    access->key = std::move(*key);
    access->connection = std::make_unique<engine::EngineConnection>(*address, access->key.clone());
    return access;
}

} // namespace algenta::ctl
