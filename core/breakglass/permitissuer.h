// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/breakglass/intent.h"
#include "core/journal/entry.h"
#include "core/net/overridepermit.h"

namespace algenta::breakglass
{

class Act;

/**
 * Checks the journaled entries of an arming and of the intent that uses it up: that the bytes of
 * both match their hashes, that they belong together, that the radius is the same, that the intent
 * was recorded within the armed time, and that the fields are those that the named gates need.
 * NotAllowed, naming what does not fit.
 */
[[nodiscard]] base::Result<IntentFacts> checkRecorded(const journal::Entry &armed,
                                                      const journal::Entry &intent);

/** The only maker of an OverridePermit, callable by Act alone, for entries that pass checkRecorded(). */
class PermitIssuer
{
    friend class Act;
    [[nodiscard]] static base::Result<net::OverridePermit> issue(const journal::Entry &armed,
                                                                 const journal::Entry &intent);
};

} // namespace algenta::breakglass
