// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outcome.h"

#include "core/base/redaction.h"
#include "core/engine/answerunwrap.h"
#include "core/engine/denial.h"
#include "core/engine/engineerror.h"
#include "core/engine/restapi.h"
#include "core/mcp/httperror.h"
#include "core/mcp/rpcanswer.h"

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Json;

namespace
{

ExecutionFailure malformed(const QString &message, const QByteArray &bytes)
{
    Error error;
    error.code = ErrorCode::MalformedAnswer;
    error.message = message;
    error.remedy = u"Read the decision again to see whether it was executed; the raw answer is kept."_s;
    error.raw = base::redact(bytes);
    return {error, false};
}

ExecutionFailure failure(Error error)
{
    const bool retryable = error.code == ErrorCode::RateLimited;
    return {std::move(error), retryable};
}

ExecutionBlocked unnamed(const UnwrappedAnswer &answer)
{
    ExecutionBlocked blocked;
    if (answer.payload)
        blocked.raw = *answer.payload;
    else if (answer.rpcError)
        blocked.raw = *answer.rpcError;
    else
        blocked.raw = Json::string(answer.text);
    const mcp::ErrorBody body = mcp::readErrorBody(blocked.raw);
    blocked.code = body.code;
    blocked.message = body.message;
    blocked.requestId = body.requestId;
    return blocked;
}

/** Notes a documented member that is absent or of a wrong type. */
class Members
{
public:
    explicit Members(const Json &object)
        : m_object(object)
    {
    }
    QString text(const QString &key, bool nullable = false)
    {
        const Json *value = m_object.find(key);
        if (value && value->isString())
            return value->toString();
        if (!value || !nullable || !value->isNull())
            missing.append(key);
        return {};
    }
    QString textOrDigits(const QString &key)
    {
        const Json *value = m_object.find(key);
        if (value && value->isNumber())
            return QString::fromLatin1(value->numberText());
        return text(key, true);
    }

    QStringList missing;

private:
    const Json &m_object;
};

bool looksLikeReceipt(const Json &payload)
{
    const QString status = payload[u"execution_status"].toString();
    if ((status != "delivered"_L1 && status != "failed"_L1) || payload.contains(u"chosen_action"))
        return false;
    const bool named = !payload[u"decision_id"].toString().isEmpty();
    const bool described = payload[u"webhook_url"].isString() && payload[u"executed_at"].isString();
    return named || (described && !payload.contains(u"id"));
}

ExecutionReceipt readCurrentReceipt(const Json &payload)
{
    Members members(payload);
    ExecutionReceipt receipt;
    receipt.decisionId = members.text(u"decision_id"_s);
    receipt.webhookUrl = members.text(u"webhook_url"_s);
    receipt.executionStatus = members.text(u"execution_status"_s);
    receipt.executedAt = base::parseTimestamp(members.text(u"executed_at"_s));
    receipt.policySnapshotId = members.text(u"policy_snapshot_id"_s, true);
    receipt.schemaSnapshotId = members.text(u"schema_snapshot_id"_s, true);
    receipt.manifestVersion = members.textOrDigits(u"manifest_version"_s);
    receipt.responseCode = payload[u"response_code"];
    if (!payload.contains(u"response_code") ||
        !(receipt.responseCode.isNumber() || receipt.responseCode.isNull())) {
        members.missing.append(u"response_code"_s);
        receipt.responseCode = {};
    }
    receipt.payloadSummary = payload[u"payload_summary"];
    if (!payload.contains(u"payload_summary"))
        members.missing.append(u"payload_summary"_s);
    if (!payload[u"safety_overridden"].isBool())
        members.missing.append(u"safety_overridden"_s);
    receipt.safetyOverridden = payload[u"safety_overridden"].toBool();
    receipt.missing = members.missing;
    receipt.raw = payload;
    return receipt;
}

const Json &planReceiptOf(const Json &payload)
{
    return payload[u"receipt"].isObject() && payload.contains(u"lifecycle_state") ? payload[u"receipt"]
                                                                                  : payload;
}

bool looksLikePlanReceipt(const Json &receipt)
{
    return isPlanEnvelope(receipt) && receipt[u"approval_state"].toString() == "approved"_L1 &&
           receipt[u"status"].toString() == "executed"_L1 && receipt[u"code"].toString().isEmpty();
}

ExecutionReceipt readPlanReceipt(const Json &payload)
{
    const Json &object = planReceiptOf(payload);
    Members members(object);
    ExecutionReceipt receipt;
    receipt.generation = ReceiptGeneration::Plan;
    receipt.decisionId = object[u"decision_id"].toString();
    receipt.executionStatus = members.text(u"status"_s);
    receipt.policySnapshotId = members.text(u"policy_snapshot_hash"_s, true);
    static_cast<void>(members.textOrDigits(u"receipt_version"_s));
    static_cast<void>(members.text(u"execution_id"_s));
    static_cast<void>(members.text(u"plan_hash"_s));
    static_cast<void>(members.text(u"trace_id"_s, true));
    static_cast<void>(members.text(u"idempotency_key"_s, true));
    receipt.missing = members.missing;
    receipt.raw = payload;
    return receipt;
}

ExecutionOutcome receiptOutcome(ExecutionReceipt receipt, bool conflict, const QByteArray &bytes,
                                const QString &decisionId)
{
    if (conflict)
        return malformed(u"The engine answers with a receipt and with the status 409 of a refusal."_s, bytes);
    if (carriesBlockedCode(receipt.raw))
        return malformed(u"The answer is a receipt and a refusal in one."_s, bytes);
    if (!decisionId.isEmpty() && !receipt.decisionId.isEmpty() && receipt.decisionId != decisionId) {
        return malformed(u"The receipt is for the decision %1, not for %2."_s.arg(
                             mcp::saidText(receipt.decisionId), decisionId),
                         bytes);
    }
    return receipt;
}

ExecutionOutcome readObject(const Json &payload, bool conflict, const QByteArray &bytes,
                            const QString &decisionId)
{
    if (looksLikeReceipt(payload))
        return receiptOutcome(readCurrentReceipt(payload), conflict, bytes, decisionId);
    if (looksLikePlanReceipt(planReceiptOf(payload)))
        return receiptOutcome(readPlanReceipt(payload), conflict, bytes, decisionId);
    if (isPlanEnvelope(payload)) {
        if (auto blocked = readPlanDenial(payload))
            return *blocked;
        return malformed(u"The answer is an approval envelope that is neither refused nor executed."_s,
                         bytes);
    }
    if (auto blocked = readDenial(payload, conflict))
        return *blocked;
    const mcp::ErrorBody body = mcp::readErrorBody(payload);
    const bool trusted = body.found && (!body.code.isEmpty() || body.statusCode != 0);
    if (trusted)
        return failure(errorFromBody(body, bytes));
    const QString said = body.message.isEmpty() ? QString() : u" It says: "_s + body.message;
    return malformed(u"The answer is neither a receipt nor a refusal."_s + said, bytes);
}

ExecutionFailure rpcFailure(const Json &error, const QByteArray &bytes)
{
    ExecutionFailure result = malformed({}, bytes);
    result.error.code = ErrorCode::ProtocolError;
    result.error.remoteCode = QString::fromLatin1(error[u"code"].numberText());
    result.error.message = u"The MCP server answers with an error (code %1): %2"_s.arg(
        result.error.remoteCode, mcp::saidText(error[u"message"].toString()));
    return result;
}

/** After a request has left: is it certain that the engine refused before it acted? */
bool refusedBeforeActing(const Error &error)
{
    static const QStringList rpcCodes{u"-32700"_s, u"-32600"_s, u"-32601"_s, u"-32602"_s};
    if (error.code == ErrorCode::ProtocolError)
        return rpcCodes.contains(error.remoteCode);
    return (error.httpStatus >= 400 && error.httpStatus < 500) || error.httpStatus == 307 ||
           error.httpStatus == 308;
}

ExecutionOutcome interpretResponse(const net::HttpResponse &response, const QString &decisionId)
{
    const bool success = response.status >= 200 && response.status < 300;
    const auto message = success ? mcp::responseMessage(response) : response.body;
    if (!message) {
        return ExecutionUnknown{
            malformed(u"The event stream ended before the answer came."_s, response.body).error,
            response.body};
    }
    ExecutionOutcome outcome = parseExecutionAnswer(*message, response.status, decisionId);
    const QString requestId = mcp::saidText(QString::fromUtf8(response.header("X-Request-Id")));
    if (auto *blocked = std::get_if<ExecutionBlocked>(&outcome); blocked && blocked->requestId.isEmpty())
        blocked->requestId = requestId;
    if (auto *failed = std::get_if<ExecutionFailure>(&outcome)) {
        if (!success && response.status != 409)
            failed->error = errorFromResponse(response);
        else if (failed->error.requestId.isEmpty())
            failed->error.requestId = requestId;
        if (!refusedBeforeActing(failed->error))
            return ExecutionUnknown{failed->error, response.body};
    }
    return outcome;
}

} // namespace

QString outcomeName(const ExecutionOutcome &outcome)
{
    switch (outcome.index()) {
    case 0:
        return u"receipt"_s;
    case 1:
        return u"blocked"_s;
    case 2:
        return u"failure"_s;
    default:
        return u"unknown"_s;
    }
}

ExecutionOutcome parseExecutionAnswer(const QByteArray &bytes, int httpStatus, const QString &decisionId)
{
    const bool conflict = httpStatus == 409;
    const bool success = httpStatus >= 200 && httpStatus < 300;
    if (httpStatus != 0 && !conflict && !success) {
        net::HttpResponse response;
        response.status = httpStatus;
        response.body = bytes;
        return failure(errorFromResponse(response));
    }
    const UnwrappedAnswer answer = unwrapAnswer(bytes);
    if (answer.duplicateKeys && !conflict)
        return malformed(u"The answer has a key twice, so that it says two things."_s, bytes);
    if (!answer.duplicateKeys && answer.payload && answer.payload->isObject()) {
        ExecutionOutcome outcome = readObject(*answer.payload, conflict, bytes, decisionId);
        const bool contradicts = looksLikeReceipt(*answer.payload);
        if (!conflict || outcome.index() == 1 || contradicts)
            return outcome;
    }
    if (conflict)
        return unnamed(answer);
    if (answer.rpcError)
        return rpcFailure(*answer.rpcError, bytes);
    if (mcp::isHtml(bytes, {})) {
        net::HttpResponse response;
        response.status = httpStatus;
        response.body = bytes;
        return failure(mcp::notAnEngine(response, u"it sends an HTML page"_s));
    }
    if (bytes.trimmed().isEmpty())
        return malformed(u"The answer is empty."_s, bytes);
    if (answer.payload)
        return malformed(u"The answer is JSON, but neither a receipt nor a refusal."_s, bytes);
    const QString said = mcp::saidText(answer.text);
    return malformed(u"The answer is no JSON that could be read: "_s + said, bytes);
}

ExecutionOutcome interpret(const net::SendOutcome &sent, const QString &decisionId)
{
    if (const auto *notSent = std::get_if<net::NotSent>(&sent)) {
        static const QList<ErrorCode> connecting{ErrorCode::NameLookupFailed, ErrorCode::Unreachable,
                                                 ErrorCode::TimedOut, ErrorCode::ConnectionLost};
        return ExecutionFailure{notSent->error, connecting.contains(notSent->error.code)};
    }
    if (const auto *lost = std::get_if<net::AnswerLost>(&sent))
        return ExecutionUnknown{lost->error, lost->received};
    return interpretResponse(std::get<net::HttpResponse>(sent), decisionId);
}

} // namespace algenta::engine
