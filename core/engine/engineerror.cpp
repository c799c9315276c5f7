// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engineerror.h"

#include "core/base/redaction.h"

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;

namespace
{

struct Kind {
    ErrorCode code = ErrorCode::ToolFailed;
    QString remedy;
};

Kind kindOfCode(const QString &code)
{
    static const QStringList keyCodes{u"invalid_api_key"_s, u"invalid_key"_s, u"authentication_required"_s,
                                      u"unsupported_mcp_auth_configuration"_s};
    if (keyCodes.contains(code))
        return {ErrorCode::Unauthorized,
                u"Enter the key for this engine again, or ask whether it was revoked."_s};
    if (code == "unknown_tool"_L1) {
        return {
            ErrorCode::NotFound,
            u"The engine does not offer this tool: refresh the tool list, and check its product edition."_s};
    }
    if (code == "invalid_arguments"_L1 || code == "validation_error"_L1 || code == "bad_request"_L1)
        return {ErrorCode::InvalidInput, u"Correct the named values and call again."_s};
    if (code == "rate_limit_exceeded"_L1)
        return {ErrorCode::RateLimited, u"Wait a minute, then try again."_s};
    if (code == "mcp_privacy_configuration_error"_L1)
        return {ErrorCode::Forbidden,
                u"Correct the base URL in the configuration of the engine's MCP server."_s};
    return {};
}

Kind kindOfStatus(int status)
{
    if (status >= 500)
        return {ErrorCode::ServerFailed,
                u"Look at the engine's log; read the present state before trying again."_s};
    switch (status) {
    case 400:
    case 422:
        return {ErrorCode::InvalidInput, u"Correct the named values and call again."_s};
    case 401:
        return {ErrorCode::Unauthorized,
                u"Enter the key for this engine again, or ask whether it was revoked."_s};
    case 403:
        return {ErrorCode::Forbidden, u"Use a key whose role may do this."_s};
    case 404:
        return {ErrorCode::NotFound, u"Refresh: the record may be gone."_s};
    case 409:
        return {ErrorCode::Conflict, u"Refresh, look at the present state and decide again."_s};
    case 429:
        return {ErrorCode::RateLimited, u"Wait a minute, then try again."_s};
    default:
        return {ErrorCode::ToolFailed, u"Look at the raw answer for what the engine says."_s};
    }
}

} // namespace

Error errorFromBody(const mcp::ErrorBody &body, const QByteArray &raw)
{
    Kind kind = kindOfCode(body.code);
    if (kind.code == ErrorCode::ToolFailed)
        kind = kindOfStatus(body.statusCode);
    QStringList said;
    for (const QString &text : QStringList{body.code, body.message} + body.details) {
        if (!text.isEmpty())
            said.append(text);
    }
    Error error;
    error.code = kind.code;
    error.message =
        u"The engine answers with an error: "_s + (said.isEmpty() ? u"without a text"_s : said.join(u"; "_s));
    error.remedy = body.hint.isEmpty() ? kind.remedy : body.hint;
    error.raw = base::redact(raw);
    error.httpStatus = body.statusCode;
    error.requestId = body.requestId;
    error.remoteCode = body.code;
    return error;
}

} // namespace algenta::engine
