// SPDX-License-Identifier: Apache-2.0
#include "app/console/drift/driftacceptances.h"

#include "core/breakglass/journalreader.h"
#include "core/breakglass/radius.h"
#include "core/breakglass/reason.h"
#include "core/contract/jsondiff.h"

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using base::Result;
using breakglass::outsideText;
using contract::DriftClass;
using contract::DriftItem;
using journal::EntryKind;

namespace
{

const QString changesKey = u"changes"_s;
const QString firstSightKey = u"first_sight"_s;

QString hashOf(const store::SnapshotInfo &info)
{
    return QString::fromLatin1(info.contentHash.toHex());
}

/** Its parts as the journal names them, without those that were not seen. */
QList<std::pair<QString, QString>> partsOf(const FirstSight &first)
{
    QList<std::pair<QString, QString>> parts;
    for (const auto &info : {first.tools, first.contract}) {
        if (info)
            parts.append({store::snapshotKindName(info->kind), hashOf(*info)});
    }
    return parts;
}

Json changeJson(const DriftItem &item)
{
    Json change = Json::object();
    change.set(u"class"_s, Json::string(contract::driftClassName(item.driftClass)));
    change.set(u"change"_s, Json::string(contract::driftKindName(item.kind)));
    change.set(u"hash"_s, Json::string(QString::fromLatin1(item.hash)));
    change.set(u"place"_s, outsideText(item.place));
    change.set(u"says"_s, outsideText(item.sentence));
    if (item.kind != contract::DriftKind::Added)
        change.set(u"before"_s, journal::evidence(contract::stableText(item.before)));
    if (item.kind != contract::DriftKind::Removed)
        change.set(u"after"_s, journal::evidence(contract::stableText(item.after)));
    return change;
}

journal::Draft draftFor(const QString &engineOrigin, const QString &reason)
{
    journal::Draft draft;
    draft.kind = EntryKind::DriftAccepted;
    draft.actor = journal::systemActor();
    draft.engine = engineOrigin;
    draft.details = Json::object();
    if (!reason.isEmpty())
        draft.details.set(u"reason"_s, outsideText(reason));
    return draft;
}

} // namespace

Result<DriftAcceptances> DriftAcceptances::fold(const QList<journal::Entry> &entries,
                                                const QString &engineOrigin)
{
    DriftAcceptances acceptances;
    for (const journal::Entry &entry : entries) {
        if (!entry.fault.isEmpty())
            return base::fail(breakglass::damagedEntry(entry));
        if (entry.draft.kind != EntryKind::DriftAccepted || entry.draft.engine != engineOrigin)
            continue;
        const Json &details = entry.draft.details;
        const Acceptance acceptance{entry.draft.actor, details[u"reason"].toString(), entry.time, entry.seq};
        for (const Json &change : details[changesKey].items())
            acceptances.m_changes.insert(change[u"hash"].toString().toLatin1(), acceptance);
        for (const base::JsonMember &part : details[firstSightKey].members())
            acceptances.m_firstSights[part.key].insert(part.value.toString(), acceptance);
    }
    return acceptances;
}

const Acceptance *DriftAcceptances::find(const DriftItem &item) const
{
    const auto found = m_changes.constFind(item.hash);
    return found == m_changes.cend() ? nullptr : &*found;
}

const Acceptance *DriftAcceptances::firstSight(const FirstSight &first) const
{
    const Acceptance *newest = nullptr;
    for (const auto &[kind, hash] : partsOf(first)) {
        const auto confirmed = m_firstSights.constFind(kind);
        if (confirmed == m_firstSights.cend())
            return nullptr;
        const auto found = confirmed->constFind(hash);
        if (found == confirmed->cend())
            return nullptr;
        newest = &*found;
    }
    return newest;
}

bool DriftAcceptances::confirmedAnother(const FirstSight &first) const
{
    const auto parts = partsOf(first);
    return std::any_of(parts.cbegin(), parts.cend(), [this](const std::pair<QString, QString> &part) {
        const auto confirmed = m_firstSights.constFind(part.first);
        return confirmed != m_firstSights.cend() && !confirmed->contains(part.second);
    });
}

Result<journal::Draft> acceptanceDraft(const QString &engineOrigin, const QList<DriftItem> &items,
                                       const QString &reason)
{
    if (items.isEmpty())
        return base::fail(base::ErrorCode::InvalidInput, u"There is no such change any more."_s,
                          u"Look at the list again."_s);
    const bool onlyWording = std::all_of(items.cbegin(), items.cend(), [](const DriftItem &item) {
        return item.driftClass == DriftClass::Wording;
    });
    if (!onlyWording) {
        if (items.size() > 1)
            return base::fail(base::ErrorCode::InvalidInput,
                              u"Schemas and permission hints are accepted one by one."_s);
        if (auto good = breakglass::checkReason(reason); !good)
            return base::fail(good.error());
    }
    journal::Draft draft = draftFor(engineOrigin, reason);
    draft.subject = items.size() == 1 ? outsideText(items.constFirst().subject).toString() : QString();
    Json changes = Json::array();
    for (const DriftItem &item : items)
        changes.append(changeJson(item));
    draft.details.set(changesKey, changes);
    return draft;
}

Result<journal::Draft> firstSightDraft(const QString &engineOrigin, const FirstSight &first,
                                       const QString &reason)
{
    if (!first.isKnown())
        return base::fail(base::ErrorCode::InvalidInput, u"Nothing of this engine has been kept yet."_s);
    if (auto good = breakglass::checkReason(reason); !good)
        return base::fail(good.error());
    journal::Draft draft = draftFor(engineOrigin, reason);
    Json parts = Json::object();
    for (const auto &[kind, hash] : partsOf(first))
        parts.set(kind, Json::string(hash));
    draft.details.set(firstSightKey, parts);
    return draft;
}

QFuture<Result<DriftAcceptances>> readAcceptances(journal::JournalService &journal,
                                                  const QString &engineOrigin)
{
    journal::EntryFilter filter;
    filter.kinds = {EntryKind::DriftAccepted};
    filter.engine = engineOrigin;
    return breakglass::readEntries(journal, filter)
        .then([engineOrigin](const Result<QList<journal::Entry>> &entries) -> Result<DriftAcceptances> {
            if (!entries)
                return base::fail(entries.error());
            return DriftAcceptances::fold(*entries, engineOrigin);
        });
}

} // namespace algenta::console
