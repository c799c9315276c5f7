// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <QStringList>
#include <QStringView>

#include <optional>

namespace algenta::breakglass
{

/** Which of the two never-model-facing fields an act sends as true. */
struct Bypass {
    bool force = false;
    bool overrideSafety = false;

    [[nodiscard]] bool isEmpty() const { return !force && !overrideSafety; }
    [[nodiscard]] Bypass with(const Bypass &other) const;
    /** "force", "override_safety" in that order. */
    [[nodiscard]] QStringList fields() const;
    /** Every gate these fields silence, not only the one that answered. */
    [[nodiscard]] QStringList silencedGates() const;
    bool operator==(const Bypass &) const = default;
};

/** The field that passes a gate; nothing for a gate that this program does not know. */
[[nodiscard]] std::optional<Bypass> bypassFor(QStringView gate);

/** Back from fields(); InvalidInput for any other name. */
[[nodiscard]] base::Result<Bypass> bypassFromFields(const QStringList &fields);

} // namespace algenta::breakglass
