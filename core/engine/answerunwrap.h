// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace algenta::engine
{

/** What is left of an execute answer once its containers are off. */
struct UnwrappedAnswer {
    std::optional<base::Json> payload;  ///< the innermost JSON value; nothing if there is none
    std::optional<base::Json> rpcError; ///< error member of a JSON-RPC response
    QString text;                       ///< the text that is no JSON, if that is all there is
    bool isError = false;               ///< isError of the tool result
    bool duplicateKeys = false;         ///< some document on the way has a key twice
};

/**
 * Takes off, at most five deep: a JSON string, a JSON-RPC response, a tool result (structured
 * content, else `toolResult`, else the whole first text block). JSON counts only if it is the whole
 * text, or all that follows the fixed prefix of the tool runner in a result marked as error.
 */
[[nodiscard]] UnwrappedAnswer unwrapAnswer(const QByteArray &bytes);

} // namespace algenta::engine
