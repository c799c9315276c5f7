// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/review.h"

#include "core/base/timestamp.h"
#include "core/breakglass/drill.h"
#include "core/breakglass/journalreader.h"
#include "core/breakglass/radius.h"
#include "core/breakglass/reason.h"

#include <QHash>

#include <algorithm>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using journal::EntryKind;

namespace
{

struct Known {
    DueReview due;
    qint64 intentSeq = 0;
    bool sent = true;
    bool reviewed = false;
    bool drill = false;
};

void take(const journal::Entry &entry, QHash<QString, Known> &acts)
{
    Known &act = acts[entry.draft.actId];
    switch (entry.draft.kind) {
    case EntryKind::Intent:
        act.due = {entry.draft.actId,
                   entry.draft.subject,
                   entry.draft.engine,
                   entry.draft.actor,
                   {},
                   entry.time,
                   {}};
        act.intentSeq = entry.seq;
        act.drill = isDrill(entry.draft);
        return;
    case EntryKind::Outcome: {
        act.due.outcome = entry.draft.details[QString(journal::outcomeKey)].toString();
        act.due.since = entry.time;
        const base::Json *sent = entry.draft.details.find(u"sent");
        act.sent = !sent || sent->toBool(true);
        return;
    }
    case EntryKind::Reviewed:
        act.reviewed = act.intentSeq > 0;
        return;
    default:
        return;
    }
}

} // namespace

QList<DueReview> dueReviews(const QList<journal::Entry> &entries)
{
    QList<journal::Entry> ordered;
    for (const journal::Entry &entry : entries) {
        const EntryKind kind = entry.draft.kind;
        if (kind == EntryKind::Intent || kind == EntryKind::Outcome || kind == EntryKind::Reviewed)
            ordered.append(entry);
    }
    std::sort(ordered.begin(), ordered.end(),
              [](const journal::Entry &a, const journal::Entry &b) { return a.seq < b.seq; });
    QHash<QString, Known> acts;
    for (const journal::Entry &entry : std::as_const(ordered))
        take(entry, acts);
    QList<DueReview> due;
    for (Known &act : acts) {
        if (act.intentSeq == 0 || !act.sent || act.reviewed || act.drill)
            continue;
        act.due.due = act.due.since.addDuration(reviewTime);
        due.append(act.due);
    }
    std::sort(due.begin(), due.end(), [](const DueReview &a, const DueReview &b) { return a.due < b.due; });
    return due;
}

QList<DueReview> overdueReviews(const QList<journal::Entry> &entries, const QDateTime &now)
{
    QList<DueReview> due = dueReviews(entries);
    due.removeIf([&now](const DueReview &act) { return act.due > now; });
    return due;
}

base::Error overdueError(const QList<DueReview> &overdue)
{
    base::Error error;
    error.code = base::ErrorCode::NotAllowed;
    if (overdue.isEmpty())
        return error;
    const DueReview &first = overdue.constFirst();
    error.message =
        u"The review of act %1 (decision %2, by %3) is overdue since %4, so nothing can be armed."_s.arg(
            first.actId, first.decisionId, first.actor, base::toRfc3339(first.due));
    if (overdue.size() > 1)
        error.message += u" %1 more are overdue."_s.arg(overdue.size() - 1);
    error.remedy = u"Have it reviewed, best by somebody else, and arm again."_s;
    return error;
}

base::Result<journal::Draft> reviewedDraft(const DueReview &act, const QString &text, const QString &actor)
{
    if (auto good = checkReason(text); !good)
        return base::fail(
            base::ErrorCode::InvalidInput, u"The review is too short."_s,
            u"Write at least %1 characters: was it right, and what follows."_s.arg(minimumReason));
    journal::Draft draft;
    draft.kind = EntryKind::Reviewed;
    draft.actor = actor;
    draft.engine = act.engine;
    draft.subject = act.decisionId;
    draft.actId = act.actId;
    draft.details = base::Json::object();
    draft.details.set(u"text"_s, outsideText(text));
    draft.details.set(u"by"_s, base::Json::string(actor));
    draft.details.set(u"self"_s, base::Json::boolean(actor == act.actor));
    return draft;
}

QFuture<base::Result<QList<DueReview>>> readDueReviews(journal::JournalService &journal)
{
    journal::EntryFilter filter;
    filter.kinds = {EntryKind::Intent, EntryKind::Outcome, EntryKind::Reviewed};
    return readEntries(journal, filter)
        .then([](const base::Result<QList<journal::Entry>> &entries) -> base::Result<QList<DueReview>> {
            if (!entries)
                return base::fail(entries.error());
            return dueReviews(*entries);
        });
}

QFuture<base::Result<journal::Entry>> recordReview(journal::JournalService &journal, const DueReview &act,
                                                   const QString &text, const QString &actor)
{
    const auto draft = reviewedDraft(act, text, actor);
    if (!draft)
        return finished<base::Result<journal::Entry>>(base::fail(draft.error()));
    return journal.append(*draft);
}

} // namespace algenta::breakglass
