// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/enrolment.h"

#include "core/breakglass/journalreader.h"
#include "core/breakglass/radius.h"
#include "core/breakglass/reason.h"
#include "core/journal/standing.h"
#include "core/net/tlsoptions.h"

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using journal::EntryKind;

bool Enrolment::covers(const QByteArray &pinOfConnection) const
{
    return confirmed && pin == net::pinText(pinOfConnection);
}

std::optional<Enrolment> foldEnrolment(const QList<journal::Entry> &entries, const QString &engineOrigin)
{
    const journal::Entry *last = nullptr;
    for (const journal::Entry &entry : entries) {
        if (enrolmentKinds.contains(entry.draft.kind) && entry.draft.engine == engineOrigin &&
            (!last || last->seq < entry.seq))
            last = &entry;
    }
    if (!last)
        return std::nullopt;
    Enrolment enrolment;
    enrolment.confirmed = last->draft.kind == EntryKind::ConnectionEnrolled;
    enrolment.pin = last->draft.details[u"pin"].toString();
    enrolment.reason = last->draft.details[u"reason"].toString();
    enrolment.seq = last->seq;
    const auto stated = journal::statedBy(*last);
    if (!stated) {
        enrolment.confirmed = false;
        enrolment.reason = stated.error().message;
    }
    enrolment.actor = stated ? stated->draft.actor : last->draft.actor;
    enrolment.since = stated ? stated->time : last->time;
    return enrolment;
}

QFuture<base::Result<QList<journal::Entry>>> readEnrolments(journal::JournalService &journal)
{
    journal::EntryFilter filter;
    filter.kinds = enrolmentKinds;
    return readEntries(journal, filter);
}

journal::Draft enrolmentDraft(const EnrolmentChange &change)
{
    journal::Draft draft;
    draft.kind = EntryKind::ConnectionEnrolled;
    draft.actor = change.actor;
    draft.engine = change.engineOrigin;
    draft.details = base::Json::object();
    draft.details.set(u"purpose"_s, base::Json::string(u"acts"_s));
    draft.details.set(u"pin"_s, base::Json::string(net::pinText(change.pin)));
    return draft;
}

base::Result<journal::Draft> withdrawalDraft(const EnrolmentChange &change, const QString &reason)
{
    if (auto good = checkReason(reason); !good)
        return base::fail(good.error());
    journal::Draft draft = enrolmentDraft(change);
    draft.kind = EntryKind::ConnectionWithdrawn;
    draft.details.set(u"reason"_s, outsideText(reason));
    return draft;
}

} // namespace algenta::breakglass
