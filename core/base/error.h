// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace algenta::base
{

/** What went wrong, as a closed list that screens and exit codes switch on. */
enum class ErrorCode {
    InvalidInput,     ///< the operator's or caller's input cannot be used
    RefusedField,     ///< a never-model-facing field outside break-glass
    NotFound,         ///< the named thing does not exist
    MalformedJson,    ///< bytes that are not JSON
    DuplicateKey,     ///< JSON in which one key stands twice, where that must not be
    LimitExceeded,    ///< larger, deeper or longer than the limit named in the message
    MalformedAnswer,  ///< JSON, but not of the form that was asked for
    NotAnEngine,      ///< something answered that is not an engine (an HTML page, another server)
    ProtocolError,    ///< a JSON-RPC or MCP error
    NameLookupFailed, ///< the host name has no address
    Unreachable,      ///< nothing accepts connections at the address
    TlsFailed,        ///< the TLS handshake or the certificate check failed
    TimedOut,         ///< a phase took longer than its limit
    ConnectionLost,   ///< the connection ended before the answer was complete
    RedirectRefused,  ///< the server redirects; this client does not follow
    HostRefused,      ///< 421: the engine does not serve this host name
    Unauthorized,     ///< 401: no key, or a key that the engine does not know
    Forbidden,        ///< 403: the key has no right to this
    Conflict,         ///< 409
    RateLimited,      ///< 429
    ServerFailed,     ///< 5xx
    HttpFailed,       ///< any other HTTP status that is not success
    ToolFailed,       ///< a tool call that came back as an error
    StorageFailed,    ///< a file or database could not be read or written
    StorageFull,      ///< no space left, or a quota
    StorageReadOnly,  ///< the file or its folder cannot be written
    Tampered,         ///< recorded bytes do not match their hashes
    NotAllowed,       ///< a rule of the console forbids it; the message names the rule
    Cancelled,        ///< ended by the operator
};

/** Stable lower-case name of a code, as printed by `algentactl --json`. */
[[nodiscard]] QString errorCodeName(ErrorCode code);

/**
 * A failure as shown to an operator: what, why, what to do next.
 *
 * Never holds a secret: whatever comes from outside goes through redact() before it gets here.
 */
struct Error {
    ErrorCode code = ErrorCode::InvalidInput;
    QString message;    ///< what failed and why, one or two sentences
    QString remedy;     ///< what to do next; may be empty
    QByteArray raw;     ///< the bytes that were received, for "show raw answer"; may be empty
    int httpStatus = 0; ///< 0 where no HTTP status was received
    QString requestId;  ///< the engine's own id of the request; may be empty
    QString remoteCode; ///< the engine's own error code, e.g. "invalid_key"; may be empty

    bool operator==(const Error &) const = default;
};

} // namespace algenta::base
