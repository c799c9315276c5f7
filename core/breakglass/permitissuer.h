// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/entry.h"
#include "core/net/overridepermit.h"

namespace algenta::breakglass
{

class Act;

/**
 * The only maker of an OverridePermit. It asks for the journaled entry of the intent, checks that
 * its bytes are an Intent and match their hash, and is callable by Act alone.
 */
class PermitIssuer
{
    friend class Act;
    [[nodiscard]] static base::Result<net::OverridePermit> issue(const journal::Entry &recorded);
};

} // namespace algenta::breakglass
