// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/reconcile.h"

#include "core/breakglass/drill.h"

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;

QString settlementName(Settlement settlement)
{
    switch (settlement) {
    case Settlement::ExecutedAfterIntent:
        return u"executed_after_intent"_s;
    case Settlement::NoChangeSeen:
        return u"no_change_seen"_s;
    case Settlement::Contradictory:
        return u"contradictory"_s;
    case Settlement::TooEarly:
        return u"too_early"_s;
    }
    return {};
}

Verdict settle(const IntentFacts &intent, const engine::Decision &now, const QDateTime &readAt)
{
    // outsideText() is how the intent keeps these texts; compare what was kept with the same form.
    const QString executedAt = outsideText(now.executedAt.raw).toString();
    const QString status = outsideText(now.executionStatus).toString();
    const bool unchanged = executedAt == intent.executedAtBefore && status == intent.executionStatusBefore;
    if (unchanged) {
        const QDateTime settled = intent.recordedAt.addSecs(deliveryTimeoutSeconds).addDuration(settleTime);
        if (readAt < settled) {
            return {Settlement::TooEarly,
                    u"No change yet, but the execution may still be under way. Read again after %1."_s.arg(
                        base::toRfc3339(settled)),
                    readAt};
        }
        return {
            Settlement::NoChangeSeen,
            u"No change seen by %1: the decision shows no execution that was not there before the intent."_s
                .arg(base::toRfc3339(readAt)),
            readAt};
    }
    if (executedAt.isEmpty() && status.isEmpty()) {
        return {Settlement::Contradictory,
                u"Contradictory: the decision showed an execution before the intent and shows none now."_s,
                readAt};
    }
    const base::Timestamp before = base::parseTimestamp(intent.executedAtBefore);
    if (executedAt.isEmpty() || (!intent.executedAtBefore.isEmpty() && !before.isValid()) ||
        !now.executedAt.isValid()) {
        return {Settlement::Contradictory,
                u"Contradictory: the execution changed, but its time cannot be read or compared."_s, readAt};
    }
    if (before.isValid() &&
        (now.executedAt.instant < before.instant ||
         (now.executedAt.instant == before.instant && executedAt == intent.executedAtBefore))) {
        return {
            Settlement::Contradictory,
            u"Contradictory: the execution is not newer than the one before the intent, yet it differs."_s,
            readAt};
    }
    return {Settlement::ExecutedAfterIntent,
            u"Executed after the intent (%1, %2). That it was this console's request cannot be proved."_s.arg(
                status.isEmpty() ? u"status not given"_s : status, executedAt),
            readAt};
}

Verdict settleMissing(const IntentFacts &intent, const QDateTime &readAt)
{
    return {Settlement::Contradictory,
            u"Contradictory: the engine knows no decision %1 now, though it did before the intent."_s.arg(
                intent.decisionId),
            readAt};
}

journal::Draft reconciledDraft(const IntentFacts &intent, const QString &actor, const Verdict &verdict,
                               const QByteArray &decisionBytes)
{
    base::Json details = base::Json::object();
    details.set(u"settlement"_s, base::Json::string(settlementName(verdict.settlement)));
    details.set(u"sentence"_s, outsideText(verdict.sentence));
    details.set(u"read_at"_s, base::Json::string(base::toRfc3339(verdict.readAt)));
    details.set(u"decision"_s, journal::evidence(decisionBytes));
    if (intent.drill)
        markDrill(details);

    journal::Draft draft;
    draft.kind = journal::EntryKind::Reconciled;
    draft.actor = actor;
    draft.engine = intent.engineOrigin;
    draft.subject = intent.decisionId;
    draft.actId = intent.actId;
    draft.details = details;
    return draft;
}

} // namespace algenta::breakglass
