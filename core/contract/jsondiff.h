// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>

namespace algenta::contract
{

/** One place in which two JSON values differ. */
struct JsonChange {
    QString where; ///< RFC 6901, into the second value; of something removed, into the first
    base::Json before;
    base::Json after;
    bool hasBefore = true;
    bool hasAfter = true;
};

/** How lists of one place compare. */
enum class ListRule {
    Ordered, ///< item by item, behind what the two begin and end with alike
    Set,     ///< neither order nor repetition counts; one change for the whole list
    Members, ///< of plain values: the same, with one change for each that one of the two lacks, at
             ///< pointer/value
};

using ListRuleFor = std::function<ListRule(const QString &where)>;

/**
 * The smallest places in which two values differ. The order of an object's members never counts; the
 * digits of numbers do (1.0 is not 1). A list of nothing but plain values changes as a whole, and so
 * does an object with a key that stands twice in it.
 */
[[nodiscard]] QList<JsonChange> diffJson(const base::Json &before, const base::Json &after,
                                         const ListRuleFor &listRule);

/** Compact text that does not depend on the order of members: equal for values that diffJson() finds equal.
 */
[[nodiscard]] QByteArray stableText(const base::Json &value);

} // namespace algenta::contract
