// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/drill.h"

#include "core/journal/standing.h"

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

void markDrill(Json &details)
{
    details.set(u"drill"_s, Json::string(u"yes"_s));
}

bool isDrill(const journal::Draft &draft)
{
    return draft.details[u"drill"].toString() == "yes"_L1;
}

journal::Draft drillDoneDraft(const journal::Draft &outcome, const QString &state)
{
    journal::Draft draft;
    draft.kind = journal::EntryKind::DrillDone;
    draft.actor = outcome.actor;
    draft.engine = outcome.engine;
    draft.subject = outcome.subject;
    draft.actId = outcome.actId;
    draft.details = Json::object();
    draft.details.set(u"state"_s, Json::string(state));
    markDrill(draft.details);
    return draft;
}

std::optional<QDateTime> lastDrill(const QList<journal::Entry> &entries)
{
    std::optional<QDateTime> last;
    for (const journal::Entry &entry : entries) {
        if (!entry.fault.isEmpty() || entry.draft.kind != journal::EntryKind::DrillDone)
            continue;
        // An entry that a cut carried over is younger than the drill.
        const auto stated = journal::statedBy(entry);
        if (stated && (!last || stated->time > *last))
            last = stated->time;
    }
    return last;
}

QString drillWarning(const std::optional<QDateTime> &last, const QDateTime &now)
{
    if (!last)
        return u"The override path was never exercised from this console. Do a drill before you need it."_s;
    const qint64 days = last->daysTo(now);
    if (std::chrono::days(days) <= drillInterval)
        return {};
    return u"The last drill of the override path was %1 days ago. Do one before you need it."_s.arg(days);
}

} // namespace algenta::breakglass
