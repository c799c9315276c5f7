// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <utility>

namespace algenta::breakglass
{
class PermitIssuer;
}

namespace algenta::net
{

/**
 * Leave to send one request that carries `force` or `override_safety`.
 *
 * Move-only and single use: the sender consumes it. Only breakglass::PermitIssuer, which lives in
 * core/breakglass and asks for a journaled intent, can make one.
 */
class OverridePermit
{
public:
    OverridePermit(OverridePermit &&other) noexcept
        : m_intentId(std::exchange(other.m_intentId, {}))
        , m_force(std::exchange(other.m_force, false))
        , m_overrideSafety(std::exchange(other.m_overrideSafety, false))
    {
    }
    OverridePermit &operator=(OverridePermit &&) = delete;
    OverridePermit(const OverridePermit &) = delete;
    OverridePermit &operator=(const OverridePermit &) = delete;
    ~OverridePermit() = default;

    /** Id of the journaled intent that this permit was issued for. */
    [[nodiscard]] const QString &intentId() const { return m_intentId; }
    [[nodiscard]] bool allowsForce() const { return m_force; }
    [[nodiscard]] bool allowsOverrideSafety() const { return m_overrideSafety; }

private:
    friend class algenta::breakglass::PermitIssuer;
    OverridePermit(QString intentId, bool force, bool overrideSafety);

    QString m_intentId;
    bool m_force;
    bool m_overrideSafety;
};

} // namespace algenta::net
