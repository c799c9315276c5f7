// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/actsubject.h"

#include "core/base/jsonwriter.h"

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;

QString blockedSourceText(const engine::BlockedExecution &blocked)
{
    const bool audit = blocked.source == engine::BlockedSource::AuditLog;
    return (audit ? u"audit log entry "_s : u"own call "_s) + blocked.id;
}

ActSubject subjectOf(const engine::BlockedExecution &blocked)
{
    ActSubject subject;
    subject.decisionId = blocked.decisionId;
    subject.gate = blocked.gate;
    subject.gateKnown = blocked.gateKnown;
    subject.webhookUrl = blocked.webhookUrl;
    subject.webhookOrigin = Origin::Agent;
    subject.blocked.description = blockedSourceText(blocked);
    subject.blocked.message = blocked.message;
    subject.blocked.bytes = base::writeJson(blocked.raw);
    return subject;
}

RadiusInput radiusInput(const ActSubject &subject, const engine::Decision &decision,
                        const engine::Policy &policy)
{
    RadiusInput input;
    input.decision = decision;
    input.policy = policy;
    input.gate = subject.gate;
    input.gateKnown = subject.gateKnown;
    input.webhookUrl = subject.webhookUrl.isEmpty() ? decision.executionWebhookUrl : subject.webhookUrl;
    input.webhookOrigin = subject.webhookOrigin;
    input.carried = subject.carried;
    return input;
}

std::optional<ActSubject> chainedSubject(const ActSubject &subject, const Radius &radius,
                                         const engine::ExecutionBlocked &blocked, const QString &source,
                                         const QByteArray &answer)
{
    const std::optional<Bypass> fits = blocked.gateKnown ? bypassFor(blocked.gate) : std::nullopt;
    // A gate that the field just sent should have passed answers again: nothing more fits.
    if (!fits || radius.bypass.with(*fits) == radius.bypass)
        return std::nullopt;
    ActSubject next;
    next.decisionId = subject.decisionId;
    next.gate = blocked.gate;
    next.gateKnown = blocked.gateKnown;
    next.webhookUrl = radius.webhook.text;
    next.webhookOrigin = subject.webhookOrigin;
    next.blocked = {source, blocked.message, answer};
    next.carried = radius.bypass;
    next.chainId = subject.chainId;
    next.step = subject.step + 1;
    return next;
}

} // namespace algenta::breakglass
