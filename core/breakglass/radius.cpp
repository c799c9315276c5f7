// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/radius.h"

#include "core/base/jsonwriter.h"
#include "core/base/redaction.h"
#include "core/base/textsafety.h"
#include "core/breakglass/hosts.h"

#include <QCryptographicHash>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using engine::GateCheck;

namespace
{

QString digits(const base::Json &number)
{
    return number.isNumber() ? QString::fromLatin1(number.numberText()) : u"none"_s;
}

const GateCheck *checkOf(const QList<GateCheck> &checks, QStringView gate)
{
    for (const GateCheck &check : checks) {
        if (check.gate == gate)
            return &check;
    }
    return nullptr;
}

QString gateNote(const QList<GateCheck> &checks, QStringView gate)
{
    const GateCheck *check = checkOf(checks, gate);
    if (!check)
        return {};
    switch (check->verdict) {
    case GateCheck::Verdict::Reproduced:
        return u"blocks"_s + (check->margin.isEmpty() ? QString() : u", short by "_s + check->margin);
    case GateCheck::Verdict::NotReproduced:
        return u"would pass"_s;
    case GateCheck::Verdict::CannotTell:
        return check->reason;
    }
    return {};
}

QString deliveredBefore(const engine::Decision &decision)
{
    if (!decision.wasExecuted())
        return u"never"_s;
    const QString status = decision.executionStatus.isEmpty() ? u"executed"_s : decision.executionStatus;
    return decision.executedAt.raw.isEmpty() ? status : status + u" "_s + decision.executedAt.raw;
}

QString confidenceText(const RadiusInput &input)
{
    return digits(input.decision.confidence) + u", minimum "_s + digits(input.policy.minConfidence);
}

QString riskText(const RadiusInput &input)
{
    return digits(input.decision.riskP5) + u", floor "_s +
           (input.policy.riskFloor.isNumber() ? u'-' + digits(input.policy.riskFloor) : u"off"_s);
}

/** One gate that the fields silence, with what it says now, whether it would block or not. */
RadiusLine silenced(const Radius &radius, const QString &gate)
{
    const QString value = gate == "confidence"_L1 ? confidenceText(radius.input)
                          : gate == "risk_floor"_L1
                              ? riskText(radius.input)
                              : u"delivered before: "_s + deliveredBefore(radius.input.decision);
    return {u"silences."_s + gate, u"Silences "_s + gate, value, gateNote(radius.checks, gate),
            Origin::Console};
}

void appendHost(const Radius &radius, QList<RadiusLine> &lines)
{
    if (radius.webhook.host.isEmpty())
        return;
    lines.append({u"host"_s, u"Host"_s, radius.webhook.host,
                  radius.hostAllowed ? u"on this engine's list of allowed hosts"_s
                                     : u"not on this engine's list of allowed hosts"_s,
                  Origin::Console});
    if (!radius.hostWarning.isEmpty())
        lines.append({u"host_warning"_s, u"Beware"_s, radius.hostWarning, {}, Origin::Console});
}

QList<RadiusLine> linesOf(const Radius &radius)
{
    const engine::Decision &decision = radius.input.decision;
    const engine::Policy &policy = radius.input.policy;
    const QString rev = policy.revision.isEmpty() ? u"policy"_s : u"policy revision "_s + policy.revision;
    QList<RadiusLine> lines;
    if (radius.input.drill)
        lines.append({u"drill"_s,
                      u"Drill"_s,
                      u"an exercise against the console's own demo engine"_s,
                      {},
                      Origin::Console});
    lines.append({u"engine"_s, u"Engine"_s, radius.input.engineOrigin, {}, Origin::Console});
    lines.append({u"decision"_s, u"Decision"_s, decision.id, {}, Origin::Engine});
    lines.append({u"action"_s, u"Action"_s, decision.chosenAction, {}, Origin::Agent});
    lines.append({u"webhook"_s, u"Goes to"_s, radius.input.webhookUrl,
                  radius.webhook.plainHttp ? u"plain http, can be read on the way"_s : QString(),
                  radius.input.webhookOrigin});
    appendHost(radius, lines);
    lines.append(
        {u"expected_value"_s, u"Expected value"_s, digits(decision.expectedValue), {}, Origin::Agent});
    lines.append({u"confidence"_s, u"Confidence"_s, confidenceText(radius.input),
                  gateNote(radius.checks, u"confidence") + u" · minimum from "_s + rev, Origin::Agent});
    lines.append({u"risk_p5"_s, u"Risk p5"_s, riskText(radius.input),
                  gateNote(radius.checks, u"risk_floor") + u" · floor from "_s + rev, Origin::Agent});
    lines.append(
        {u"delivered"_s, u"Delivered before"_s, deliveredBefore(decision),
         decision.executionWebhookUrl.isEmpty() ? QString() : u"to "_s + decision.executionWebhookUrl,
         Origin::Engine});
    lines.append({u"gate"_s,
                  u"Blocked by"_s,
                  radius.input.gate.isEmpty() ? u"unnamed gate"_s : radius.input.gate,
                  {},
                  Origin::Engine});
    if (!radius.bypass.isEmpty()) {
        lines.append({u"fields"_s, u"Sends"_s, radius.bypass.fields().join(u", "_s),
                      radius.input.carried.isEmpty()
                          ? QString()
                          : u"carried from the act before: "_s + radius.input.carried.fields().join(u", "_s),
                      Origin::Console});
        for (const QString &gate : radius.bypass.silencedGates())
            lines.append(silenced(radius, gate));
    }
    lines.append(
        {u"snapshots"_s,
         u"Snapshots"_s,
         (policy.snapshotId.isEmpty() ? u"policy not named"_s : policy.snapshotId) + u" · "_s +
             (decision.schemaSnapshotId.isEmpty() ? u"schema not named"_s : decision.schemaSnapshotId),
         {},
         Origin::Engine});
    return lines;
}

QString refusalOf(const Radius &radius, const base::Result<Webhook> &webhook)
{
    const RadiusInput &input = radius.input;
    if (input.decision.id.isEmpty())
        return u"The engine's record has no id, so it cannot be said which decision would be executed."_s;
    if (input.gate.isEmpty())
        return u"The engine named no gate for this execution, so there is no bypass that is known to fit."_s;
    if (!input.gateKnown || !bypassFor(input.gate))
        return u"The gate “%1” is not one that this console knows a bypass for."_s.arg(input.gate);
    const GateCheck *check = checkOf(radius.checks, input.gate);
    if (!check || check->verdict != GateCheck::Verdict::Reproduced) {
        return u"The engine's live decision and policy do not show the gate “%1” closed now: %2"_s.arg(
            input.gate, check ? check->reason : u"it could not be checked."_s);
    }
    if (!webhook)
        return webhook.error().message;
    return {};
}

QByteArray digestOf(const Radius &radius)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    base::Json all = base::Json::array();
    for (const RadiusLine &line : radius.lines) {
        all.append(
            base::Json::array({base::Json::string(line.key), base::Json::string(line.value),
                               base::Json::string(line.note), base::Json::string(originName(line.origin))}));
    }
    // writeJson and not canonical bytes: text from an engine may hold lone surrogates.
    hash.addData(base::writeJson(all));
    return hash.result();
}

} // namespace

QString originName(Origin origin)
{
    switch (origin) {
    case Origin::Engine:
        return u"engine"_s;
    case Origin::Agent:
        return u"agent"_s;
    case Origin::Console:
        return u"console"_s;
    case Origin::Typed:
        return u"typed"_s;
    }
    return {};
}

const RadiusLine *Radius::line(QStringView key) const
{
    for (const RadiusLine &line : lines) {
        if (line.key == key)
            return &line;
    }
    return nullptr;
}

base::Json outsideText(const QString &text)
{
    return base::Json::string(base::redact(base::visibleText(text, base::LineBreaks::Keep)));
}

base::Json Radius::toJson() const
{
    base::Json list = base::Json::array();
    for (const RadiusLine &line : lines) {
        base::Json item = base::Json::object();
        item.set(u"key"_s, base::Json::string(line.key));
        item.set(u"label"_s, base::Json::string(line.label));
        item.set(u"value"_s, outsideText(line.value));
        item.set(u"note"_s, outsideText(line.note));
        item.set(u"origin"_s, base::Json::string(originName(line.origin)));
        list.append(item);
    }
    base::Json json = base::Json::object();
    json.set(u"read_at"_s, base::Json::string(base::toRfc3339(input.readAt)));
    json.set(u"sha256"_s, base::Json::string(QString::fromLatin1(digest.toHex())));
    json.set(u"lines"_s, list);
    return json;
}

base::Json Radius::gatesJson() const
{
    const auto verdictName = [](GateCheck::Verdict verdict) {
        return verdict == GateCheck::Verdict::Reproduced      ? u"blocks"_s
               : verdict == GateCheck::Verdict::NotReproduced ? u"would_pass"_s
                                                              : u"cannot_tell"_s;
    };
    base::Json list = base::Json::array();
    for (const GateCheck &check : checks) {
        base::Json item = base::Json::object();
        item.set(u"gate"_s, base::Json::string(check.gate));
        item.set(u"verdict"_s, base::Json::string(verdictName(check.verdict)));
        item.set(u"measured"_s, outsideText(check.measured));
        item.set(u"threshold"_s, outsideText(check.threshold));
        item.set(u"margin"_s, outsideText(check.margin));
        item.set(u"reason"_s, outsideText(check.reason));
        item.set(u"silenced"_s, base::Json::boolean(bypass.silencedGates().contains(check.gate)));
        list.append(item);
    }
    return list;
}

Radius computeRadius(const RadiusInput &input)
{
    Radius radius;
    radius.input = input;
    radius.checks = engine::checkGates(input.decision, input.policy);
    const base::Result<Webhook> webhook = parseWebhook(input.webhookUrl);
    if (webhook) {
        radius.webhook = *webhook;
        radius.hostAllowed = input.allowedHosts.contains(webhook->host);
        radius.hostWarning = hostWarning(webhook->host, input.allowedHosts);
    }
    radius.refusal = refusalOf(radius, webhook);
    if (radius.offered())
        radius.bypass = input.carried.with(*bypassFor(input.gate));
    radius.lines = linesOf(radius);
    radius.digest = digestOf(radius);
    return radius;
}

QStringList changedLines(const Radius &before, const Radius &after)
{
    QStringList labels;
    for (const RadiusLine &line : before.lines) {
        const RadiusLine *now = after.line(line.key);
        if (!now || *now != line)
            labels.append(line.label);
    }
    for (const RadiusLine &line : after.lines) {
        if (!before.line(line.key))
            labels.append(line.label);
    }
    return labels;
}

} // namespace algenta::breakglass
