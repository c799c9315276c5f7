// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/hosts.h"

#include "core/breakglass/journalreader.h"
#include "core/breakglass/radius.h"
#include "core/breakglass/reason.h"
#include "core/journal/standing.h"

#include <QMap>

#include <algorithm>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using journal::EntryKind;

namespace
{

/** As the radius of some address shows it; which port is the usual one depends on the scheme. */
bool isHost(const QString &host)
{
    for (const QString &scheme : {u"https://"_s, u"http://"_s}) {
        const auto webhook = parseWebhook(scheme + host);
        if (webhook && webhook->host == host)
            return true;
    }
    return false;
}

} // namespace

base::Result<AllowedHosts> AllowedHosts::fold(const QList<journal::Entry> &entries,
                                              const QString &engineOrigin)
{
    QMap<QString, const journal::Entry *> last;
    for (const journal::Entry &entry : entries) {
        if (!entry.fault.isEmpty())
            return base::fail(damagedEntry(entry));
        const EntryKind kind = entry.draft.kind;
        if ((kind != EntryKind::HostAllowed && kind != EntryKind::HostWithdrawn) ||
            entry.draft.engine != engineOrigin)
            continue;
        const journal::Entry *&known = last[entry.draft.subject];
        if (!known || known->seq < entry.seq)
            known = &entry;
    }
    AllowedHosts hosts;
    for (const journal::Entry *entry : std::as_const(last)) {
        if (entry->draft.kind != EntryKind::HostAllowed)
            continue;
        const auto stated = journal::statedBy(*entry);
        if (!stated)
            return base::fail(stated.error());
        hosts.m_list.append({entry->draft.subject, stated->draft.details[u"reason"].toString(),
                             stated->draft.actor, stated->time, stated->seq});
    }
    std::sort(hosts.m_list.begin(), hosts.m_list.end(),
              [](const AllowedHost &a, const AllowedHost &b) { return a.seq < b.seq; });
    return hosts;
}

const AllowedHost *AllowedHosts::find(QStringView host) const
{
    for (const AllowedHost &allowed : m_list) {
        if (allowed.host == host)
            return &allowed;
    }
    return nullptr;
}

QStringList AllowedHosts::names() const
{
    QStringList names;
    for (const AllowedHost &allowed : m_list)
        names.append(allowed.host);
    return names;
}

base::Result<journal::Draft> hostDraft(EntryKind kind, const HostChange &change)
{
    if (auto good = checkReason(change.reason); !good)
        return base::fail(good.error());
    if (!isHost(change.host))
        return base::fail(base::ErrorCode::InvalidInput, u"This is not a host as the radius shows one."_s,
                          u"Write the host alone, in ASCII, with its port if it is not the usual one."_s);
    journal::Draft draft;
    draft.kind = kind;
    draft.actor = change.actor;
    draft.engine = change.engineOrigin;
    draft.subject = change.host;
    draft.details = base::Json::object();
    draft.details.set(u"reason"_s, outsideText(change.reason));
    return draft;
}

QFuture<base::Result<journal::Entry>> withdrawHost(journal::JournalService &journal, const HostChange &change)
{
    const auto draft = hostDraft(EntryKind::HostWithdrawn, change);
    if (!draft)
        return finished<base::Result<journal::Entry>>(base::fail(draft.error()));
    return journal.append(*draft);
}

QFuture<base::Result<AllowedHosts>> readAllowedHosts(journal::JournalService &journal,
                                                     const QString &engineOrigin)
{
    journal::EntryFilter filter;
    filter.kinds = {EntryKind::HostAllowed, EntryKind::HostWithdrawn};
    filter.engine = engineOrigin;
    return readEntries(journal, filter)
        .then(
            [engineOrigin](const base::Result<QList<journal::Entry>> &entries) -> base::Result<AllowedHosts> {
                if (!entries)
                    return base::fail(entries.error());
                return AllowedHosts::fold(*entries, engineOrigin);
            });
}

} // namespace algenta::breakglass
