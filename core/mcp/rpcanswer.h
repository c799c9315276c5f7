// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/net/http.h"

#include <optional>

namespace algenta::mcp
{

/** The result of a JSON-RPC call and the bytes of the message that carried it. */
struct RpcAnswer {
    base::Json result;
    QByteArray raw; ///< the body, or the data of its SSE event
};

/** The answer to request @p id; see parseAnswer() in mcpclient.h for the errors. */
[[nodiscard]] base::Result<RpcAnswer> readAnswer(const net::HttpResponse &response, qint64 id);

/**
 * The bytes of the first JSON-RPC response in a success answer, whatever its id: the body itself,
 * or the event that carries it. Nothing if a stream holds none.
 */
[[nodiscard]] std::optional<QByteArray> responseMessage(const net::HttpResponse &response);

[[nodiscard]] bool isEventStream(const net::HttpResponse &response);

} // namespace algenta::mcp
