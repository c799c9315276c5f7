// SPDX-License-Identifier: Apache-2.0
#include "core/net/overridepermit.h"

namespace algenta::net
{

OverridePermit::OverridePermit(QString intentId, bool force, bool overrideSafety)
    : m_intentId(std::move(intentId))
    , m_force(force)
    , m_overrideSafety(overrideSafety)
{
}

} // namespace algenta::net
