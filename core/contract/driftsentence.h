// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contract/drift.h"

namespace algenta::contract
{

/** A value for a reader: text as it is, a list line by line, other JSON indented; nothing for null. */
[[nodiscard]] QString readableText(const base::Json &value, const QString &place);

/** One sentence about a change, by its place. */
[[nodiscard]] QString driftSentence(const DriftItem &item);
/** The same for one that is about a field that no model may set. */
[[nodiscard]] QString fieldSentence(const DriftItem &item);
/** A tool of the contract is missing. */
[[nodiscard]] QString notAdvertisedSentence(const QString &tool);
/** The contract says safety critical, the annotation says reading only. */
[[nodiscard]] QString contradictionSentence(const QString &tool);

} // namespace algenta::contract
