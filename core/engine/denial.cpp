// SPDX-License-Identifier: Apache-2.0
#include "core/engine/denial.h"

#include "core/base/jsonreader.h"

#include <QRegularExpression>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

struct ErrorDocument {
    const Json *error = nullptr; ///< the object with code and message
    QString requestId;
};

ErrorDocument findError(const Json &payload)
{
    ErrorDocument found;
    const Json &detail = payload[u"detail"];
    if (payload[u"error"].isObject())
        found.error = &payload[u"error"];
    else if (detail[u"error"].isObject())
        found.error = &detail[u"error"];
    else if (detail.isObject() && detail.contains(u"code"))
        found.error = &detail;
    else if (payload[u"code"].isString() &&
             (payload.contains(u"gate") || payload[u"code"].toString().startsWith(blockedCodePrefix())))
        found.error = &payload;
    for (const Json *place : {&payload, &detail, found.error}) {
        if (place && found.requestId.isEmpty())
            found.requestId = (*place)[u"request_id"].toString();
    }
    return found;
}

struct Embedded {
    int status = 0;
    Json document;
};

/** The engine's answer inside `API error 409: {…}`; only if it is the rest of the message. */
std::optional<Embedded> embeddedAnswer(const QString &message)
{
    static const QRegularExpression form(u"\\AAPI error ([0-9]{3}): (\\{.*\\})\\s*\\z"_s,
                                         QRegularExpression::DotMatchesEverythingOption);
    const auto match = form.match(message);
    if (!match.hasMatch())
        return std::nullopt;
    const auto document = base::readJson(match.captured(2).toUtf8(), {}, base::DuplicateKeys::Refuse);
    if (!document)
        return std::nullopt;
    return Embedded{match.captured(1).toInt(), *document};
}

/** Collects what names a gate; one contradiction and none is named. */
class GateVote
{
public:
    void code(const QString &code)
    {
        if (!code.startsWith(blockedCodePrefix()))
            return;
        m_hasCode = true;
        name(code.mid(blockedCodePrefix().size()));
    }
    void gate(const Json &gate)
    {
        if (!gate.isNull())
            name(gate.toString());
    }
    void contradict() { m_contradicts = true; }
    [[nodiscard]] QString result() const { return m_hasCode && !m_contradicts ? m_gate : QString(); }

private:
    void name(const QString &gate)
    {
        m_contradicts = m_contradicts || !isGateName(gate) || (!m_gate.isEmpty() && m_gate != gate);
        m_gate = gate;
    }

    QString m_gate;
    bool m_hasCode = false;
    bool m_contradicts = false;
};

QString hintOf(const Json &error)
{
    return error[u"override_hint"].isString() ? error[u"override_hint"].toString()
                                              : error[u"hint"].toString();
}

void takeFrom(const ErrorDocument &inner, ExecutionBlocked &blocked, GateVote &vote)
{
    if (blocked.requestId.isEmpty())
        blocked.requestId = inner.requestId;
    if (!inner.error)
        return;
    const Json &error = *inner.error;
    const QString code = error[u"code"].toString();
    if (blocked.code.isEmpty() || blocked.code == "api_error"_L1)
        blocked.code = code;
    else if (!code.isEmpty() && code != blocked.code)
        vote.contradict();
    vote.code(code);
    vote.gate(error[u"gate"]);
    if (error[u"message"].isString())
        blocked.message = error[u"message"].toString();
    if (const QString hint = hintOf(error); !hint.isEmpty())
        blocked.overrideHint = hint;
}

} // namespace

QString blockedCodePrefix()
{
    return u"execution_blocked_"_s;
}

bool isKnownGate(QStringView gate)
{
    return gate == "idempotency"_L1 || gate == "confidence"_L1 || gate == "risk_floor"_L1;
}

bool isGateName(QStringView gate)
{
    static const QRegularExpression form(u"\\A[a-z0-9_]{1,64}\\z"_s);
    return form.match(gate.toString()).hasMatch();
}

bool carriesBlockedCode(const Json &payload)
{
    const ErrorDocument found = findError(payload);
    return found.error && (*found.error)[u"code"].toString().startsWith(blockedCodePrefix());
}

std::optional<ExecutionBlocked> readDenial(const Json &payload, bool conflict)
{
    const ErrorDocument outer = findError(payload);
    if (!outer.error)
        return std::nullopt;
    const Json &error = *outer.error;
    const QString code = error[u"code"].toString();
    const auto status = error[u"status_code"].toInteger();
    const bool gateCode = code.startsWith(blockedCodePrefix());
    const bool saysConflict = status && *status == 409;
    const bool otherStatus = error.contains(u"status_code") && !saysConflict;
    if (!conflict && !saysConflict && (!gateCode || otherStatus))
        return std::nullopt;

    ExecutionBlocked blocked;
    GateVote vote;
    blocked.code = code;
    blocked.message = error[u"message"].toString();
    blocked.overrideHint = hintOf(error);
    blocked.requestId = outer.requestId;
    blocked.raw = payload;
    vote.code(code);
    vote.gate(error[u"gate"]);
    if (otherStatus)
        vote.contradict();
    // An agent can get text into a message: only a document that names no gate beside it, and that is
    // a 409 itself or has a gate's code, is taken to quote the engine there.
    if (!error.contains(u"gate") && (saysConflict || gateCode)) {
        if (const auto embedded = embeddedAnswer(blocked.message); embedded && embedded->status == 409)
            takeFrom(findError(embedded->document), blocked, vote);
    }
    blocked.gate = vote.result();
    blocked.gateKnown = isKnownGate(blocked.gate);
    return blocked;
}

bool isPlanEnvelope(const Json &payload)
{
    return payload[u"approval_state"].isString() &&
           (payload.contains(u"receipt_version") || payload.contains(u"execution_id"));
}

std::optional<ExecutionBlocked> readPlanDenial(const Json &payload)
{
    static const QStringList refusingCodes{u"plan_not_approved"_s, u"stale_plan"_s, u"plan_hash_mismatch"_s,
                                           u"idempotency_key_conflict"_s};
    const QString state = payload[u"approval_state"].toString();
    const QString code = payload[u"code"].toString();
    const bool refused = state == "rejected"_L1 || state == "expired"_L1 || refusingCodes.contains(code);
    if (!refused || payload[u"status"].toString() == "executed"_L1)
        return std::nullopt;
    ExecutionBlocked blocked;
    blocked.code = code;
    blocked.message = payload[u"result"][u"message"].toString();
    blocked.requestId = payload[u"request_id"].toString();
    blocked.raw = payload;
    return blocked;
}

} // namespace algenta::engine
