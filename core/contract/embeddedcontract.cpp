// SPDX-License-Identifier: Apache-2.0
#include "core/contract/toolcontract.h"

#include "embedded/integrationToolContract.h"

namespace algenta::contract
{

QByteArray embeddedContractBytes()
{
    const QByteArrayView bytes = embedded::integrationToolContract();
    return QByteArray::fromRawData(bytes.data(), bytes.size());
}

const ToolContract &embeddedContract()
{
    static const ToolContract contract = [] {
        base::Result<ToolContract> parsed = parseToolContract(embeddedContractBytes());
        if (!parsed)
            qFatal("The compiled-in tool contract cannot be used: %s",
                   qUtf8Printable(parsed.error().message));
        return *std::move(parsed);
    }();
    return contract;
}

} // namespace algenta::contract
