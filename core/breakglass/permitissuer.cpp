// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/permitissuer.h"

#include "core/breakglass/intent.h"
#include "core/journal/merkletree.h"

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;

base::Result<net::OverridePermit> PermitIssuer::issue(const journal::Entry &recorded)
{
    if (recorded.seq <= 0 || recorded.bytes.isEmpty() || journal::leafHash(recorded.bytes) != recorded.leaf) {
        return base::fail(
            base::ErrorCode::NotAllowed,
            u"The intent does not stand in the journal as it was written, so nothing was sent."_s,
            u"Verify the journal before you try again."_s);
    }
    const auto facts = intentFacts(recorded);
    if (!facts)
        return base::fail(facts.error());
    if (facts->bypass.isEmpty())
        return base::fail(base::ErrorCode::NotAllowed, u"The recorded intent names no field to send."_s);
    return net::OverridePermit(facts->actId, facts->bypass.force, facts->bypass.overrideSafety);
}

} // namespace algenta::breakglass
