// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contract/drift.h"
#include "core/contract/jsondiff.h"

#include <QStringList>
#include <QStringView>

namespace algenta::contract
{

/** The tokens of an RFC 6901 pointer, unescaped. */
[[nodiscard]] QStringList pointerTokens(QStringView pointer);

/** Which class a change at @p where of a tool-profile contract belongs to. */
[[nodiscard]] DriftClass contractClass(const QString &where);
/** The same for an engine's own contract. */
[[nodiscard]] DriftClass discoveryClass(const QString &where);
/** The same for an item of `tools/list`; fields that no model may set are not looked at. */
[[nodiscard]] DriftClass toolClass(const QString &where);

/** Lists of a tool-profile contract. */
[[nodiscard]] ListRule contractListRule(const QString &where);
/** Lists of an engine's own contract: names in no particular order. */
[[nodiscard]] ListRule discoveryListRule(const QString &where);
/** Lists of a tool: `required`, `enum` and `type` of a schema are sets. */
[[nodiscard]] ListRule toolListRule(const QString &where);

/** True if prose may stand here as text or as a list of lines. */
[[nodiscard]] bool isContractProse(const QString &where);

} // namespace algenta::contract
