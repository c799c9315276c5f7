// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

namespace algenta::base
{

using namespace Qt::Literals::StringLiterals;

QString errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidInput:
        return u"invalid_input"_s;
    case ErrorCode::RefusedField:
        return u"refused_field"_s;
    case ErrorCode::NotFound:
        return u"not_found"_s;
    case ErrorCode::MalformedJson:
        return u"malformed_json"_s;
    case ErrorCode::DuplicateKey:
        return u"duplicate_key"_s;
    case ErrorCode::LimitExceeded:
        return u"limit_exceeded"_s;
    case ErrorCode::MalformedAnswer:
        return u"malformed_answer"_s;
    case ErrorCode::NotAnEngine:
        return u"not_an_engine"_s;
    case ErrorCode::ProtocolError:
        return u"protocol_error"_s;
    case ErrorCode::NameLookupFailed:
        return u"name_lookup_failed"_s;
    case ErrorCode::Unreachable:
        return u"unreachable"_s;
    case ErrorCode::TlsFailed:
        return u"tls_failed"_s;
    case ErrorCode::TimedOut:
        return u"timed_out"_s;
    case ErrorCode::ConnectionLost:
        return u"connection_lost"_s;
    case ErrorCode::RedirectRefused:
        return u"redirect_refused"_s;
    case ErrorCode::HostRefused:
        return u"host_refused"_s;
    case ErrorCode::Unauthorized:
        return u"unauthorized"_s;
    case ErrorCode::Forbidden:
        return u"forbidden"_s;
    case ErrorCode::Conflict:
        return u"conflict"_s;
    case ErrorCode::RateLimited:
        return u"rate_limited"_s;
    case ErrorCode::ServerFailed:
        return u"server_failed"_s;
    case ErrorCode::HttpFailed:
        return u"http_failed"_s;
    case ErrorCode::ToolFailed:
        return u"tool_failed"_s;
    case ErrorCode::StorageFailed:
        return u"storage_failed"_s;
    case ErrorCode::StorageFull:
        return u"storage_full"_s;
    case ErrorCode::StorageReadOnly:
        return u"storage_read_only"_s;
    case ErrorCode::Tampered:
        return u"tampered"_s;
    case ErrorCode::NotAllowed:
        return u"not_allowed"_s;
    case ErrorCode::Cancelled:
        return u"cancelled"_s;
    }
    Q_UNREACHABLE();
}

} // namespace algenta::base
