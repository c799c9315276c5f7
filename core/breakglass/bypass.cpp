// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/bypass.h"

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;

Bypass Bypass::with(const Bypass &other) const
{
    return Bypass{force || other.force, overrideSafety || other.overrideSafety};
}

QStringList Bypass::fields() const
{
    QStringList names;
    if (force)
        names.append(u"force"_s);
    if (overrideSafety)
        names.append(u"override_safety"_s);
    return names;
}

QStringList Bypass::silencedGates() const
{
    QStringList gates;
    if (force)
        gates.append(u"idempotency"_s);
    if (overrideSafety)
        gates.append({u"confidence"_s, u"risk_floor"_s});
    return gates;
}

std::optional<Bypass> bypassFor(QStringView gate)
{
    if (gate == u"idempotency")
        return Bypass{true, false};
    if (gate == u"confidence" || gate == u"risk_floor")
        return Bypass{false, true};
    return std::nullopt;
}

base::Result<Bypass> bypassFromFields(const QStringList &fields)
{
    Bypass bypass;
    for (const QString &field : fields) {
        if (field == "force"_L1)
            bypass.force = true;
        else if (field == "override_safety"_L1)
            bypass.overrideSafety = true;
        else
            return base::fail(base::ErrorCode::InvalidInput,
                              u"The recorded bypass names a field that this program does not send."_s);
    }
    return bypass;
}

} // namespace algenta::breakglass
