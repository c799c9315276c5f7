// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/net/http.h"

#include <QString>
#include <QStringList>

namespace algenta::mcp
{

/** What an error body says, in whichever of its forms. All texts are redacted and safe to show. */
struct ErrorBody {
    QString code; ///< the engine's own code, or the digits of a JSON-RPC code
    QString message;
    QString requestId; ///< from the body
    QString hint;
    QStringList details; ///< "field: problem"
    int statusCode = 0;  ///< `status_code` of the error object
    bool html = false;   ///< an HTML page
    bool found = false;  ///< the body is JSON of a known error form
};

/**
 * Reads `{"error":{…}}`, `{"error":"…"}`, `{"detail":{…}}`, `{"detail":{"error":{…}}}`,
 * `{"detail":"…"}`, `{"detail":[…]}` and a bare `{"code":…,"message":…}`.
 */
[[nodiscard]] ErrorBody readErrorBody(const base::Json &root);
/** As above from bytes; HTML and plain text are told apart. */
[[nodiscard]] ErrorBody readErrorBody(const QByteArray &bytes, QByteArrayView contentType);

/** Which side of the engine answered: the advice differs. */
enum class Endpoint { Mcp, Rest };

/** The Error for an answer of status 300 and up: what, why, what to do. */
[[nodiscard]] base::Error errorFromStatus(const net::HttpResponse &response, Endpoint endpoint);

/** The Error for a success status whose body is an HTML page or otherwise not what an engine sends. */
[[nodiscard]] base::Error notAnEngine(const net::HttpResponse &response, const QString &what);

[[nodiscard]] bool isHtml(const QByteArray &bytes, QByteArrayView contentType);

/** One line of outside text for a message: redacted, control characters visible, cut. */
[[nodiscard]] QString saidText(const QString &text);

} // namespace algenta::mcp
