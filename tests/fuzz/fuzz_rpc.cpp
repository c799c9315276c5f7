// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/mcpclient.h"
#include "tests/fuzz/fuzz.h"

using namespace algenta;

/** An answer is the result of this very call, or an error that says what is wrong; so are tool pages. */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 1)
        return 0;
    net::HttpResponse response;
    const std::uint8_t kind = data[0];
    response.status = (kind & 4) != 0 ? 409 : 200;
    response.headers = {{"Content-Type", (kind & 1) != 0 ? "text/event-stream" : "application/json"}};
    response.body = fuzz::bytesOf(data + 1, size - 1);
    const auto result = mcp::parseAnswer(response, 2);
    if (!result) {
        FUZZ_DEMAND(!result.error().message.isEmpty());
        return 0;
    }
    FUZZ_DEMAND(response.status == 200);
    mcp::ToolList list;
    const auto next = mcp::readToolPage(*result, list);
    FUZZ_DEMAND(next || !next.error().message.isEmpty());
    for (const mcp::Tool &tool : list.tools)
        FUZZ_DEMAND(!tool.name.isEmpty());
    for (const mcp::BrokenTool &tool : list.broken)
        FUZZ_DEMAND(!tool.reason.isEmpty());
    return 0;
}
