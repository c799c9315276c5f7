// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <QString>
#include <QStringList>
#include <QVariantList>

#include <optional>

namespace algenta::console
{

/** What is known of an answer by the documented form of the tool's result. */
struct TypedResult {
    QString form;       ///< which documented form it is, in words
    QVariantList rows;  ///< { label, value, exact, mono?, kind? } as KeyValueGrid takes them
    QStringList absent; ///< documented members that are not in it
};

/** Nothing for a tool whose result no document describes, or for an answer of another form. */
[[nodiscard]] std::optional<TypedResult> typedResult(const QString &tool, const base::Json &payload);

/** The contract version that a get_contract answer names, in words; empty if it is no such answer. */
[[nodiscard]] QString contractVersionText(const base::Json &payload);

} // namespace algenta::console
