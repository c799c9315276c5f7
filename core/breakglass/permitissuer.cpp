// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/permitissuer.h"

#include "core/base/timestamp.h"
#include "core/journal/merkletree.h"

#include <optional>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;

namespace
{

tl::unexpected<base::Error> refuse(const QString &message)
{
    return base::fail(base::ErrorCode::NotAllowed, message, u"Verify the journal before you try again."_s);
}

/** What the recorded bytes say, if they are the bytes that were hashed; nothing else is believed. */
std::optional<journal::Entry> recorded(const journal::Entry &entry)
{
    if (entry.seq <= 0 || !entry.fault.isEmpty() || journal::leafHash(entry.bytes) != entry.leaf)
        return std::nullopt;
    auto read = journal::parseEntry(entry.bytes);
    if (!read || read->seq != entry.seq)
        return std::nullopt;
    return *read;
}

bool belongTogether(const journal::Entry &armed, const journal::Entry &intent, const IntentFacts &facts)
{
    const QString digest = intent.draft.details[u"radius"][u"sha256"].toString();
    return armed.draft.kind == journal::EntryKind::Armed && armed.draft.actId == intent.draft.actId &&
           armed.draft.engine == intent.draft.engine && armed.draft.subject == intent.draft.subject &&
           facts.armedSeq == armed.seq && armed.seq < intent.seq && !digest.isEmpty() &&
           armed.draft.details[u"radius"][u"sha256"].toString() == digest &&
           armed.draft.details[u"fields"] == intent.draft.details[u"fields"];
}

/** In the first act of a chain exactly the gate's own field; later ones carry what was passed before. */
bool fieldsFit(const IntentFacts &facts)
{
    const auto own = bypassFor(facts.gate);
    if (!own)
        return false;
    return facts.step <= 1 ? facts.bypass == *own : facts.bypass.with(*own) == facts.bypass;
}

} // namespace

base::Result<IntentFacts> checkRecorded(const journal::Entry &armed, const journal::Entry &intent)
{
    const auto arming = recorded(armed);
    const auto use = recorded(intent);
    if (!arming || !use)
        return refuse(
            u"Arming or intent do not stand in the journal as they were written, so nothing was sent."_s);
    const auto facts = intentFacts(*use);
    if (!facts)
        return base::fail(facts.error());
    if (!belongTogether(*arming, *use, *facts))
        return refuse(u"The recorded intent is not that of the recorded arming, so nothing was sent."_s);
    const base::Timestamp until = base::parseTimestamp(arming->draft.details[u"until"].toString());
    if (!until.isValid() || use->time >= until.instant)
        return refuse(u"The intent was recorded after the armed time, so nothing was sent."_s);
    if (!fieldsFit(*facts))
        return refuse(u"The recorded intent names other fields than its gate needs, so nothing was sent."_s);
    return facts;
}

base::Result<net::OverridePermit> PermitIssuer::issue(const journal::Entry &armed,
                                                      const journal::Entry &intent)
{
    const auto facts = checkRecorded(armed, intent);
    if (!facts)
        return base::fail(facts.error());
    return net::OverridePermit(facts->actId, facts->bypass.force, facts->bypass.overrideSafety);
}

} // namespace algenta::breakglass
