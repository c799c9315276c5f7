// SPDX-License-Identifier: Apache-2.0
#include "core/engine/address.h"
#include "core/net/tlsoptions.h"
#include "tests/fuzz/fuzz.h"

using namespace algenta;

/** An accepted address is http or https, has a host, no user info, query or fragment, and is no hosted one.
 */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString text = QString::fromUtf8(fuzz::bytesOf(data, size));
    const auto pin = net::parsePin(text);
    FUZZ_DEMAND(!pin || (pin->size() == 32 && net::parsePin(net::pinText(*pin)) == *pin));
    const auto address = engine::parseEngineAddress(text);
    if (!address) {
        FUZZ_DEMAND(!address.error().message.isEmpty());
        return 0;
    }
    for (const QUrl &url : {address->restRoot, address->mcp}) {
        FUZZ_DEMAND(url.isValid() && !url.host().isEmpty() && url.userInfo().isEmpty());
        FUZZ_DEMAND(url.scheme() == QStringLiteral("http") || url.scheme() == QStringLiteral("https"));
        FUZZ_DEMAND(!url.hasQuery() && !url.hasFragment());
        FUZZ_DEMAND(url.host() != QStringLiteral("algenta.ai"));
        FUZZ_DEMAND(!url.host().endsWith(QStringLiteral(".algenta.ai")));
    }
    const auto again = engine::parseEngineAddress(address->restRoot.toString(QUrl::FullyEncoded));
    FUZZ_DEMAND(again.has_value());
    return 0;
}
