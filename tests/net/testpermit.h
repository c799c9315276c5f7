// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/net/overridepermit.h"

namespace algenta::breakglass
{

/** Stands in for the real issuer, which these tests do not link. */
class PermitIssuer
{
public:
    [[nodiscard]] static net::OverridePermit issue(const QString &intentId, bool force, bool overrideSafety)
    {
        return {intentId, force, overrideSafety};
    }
};

} // namespace algenta::breakglass
