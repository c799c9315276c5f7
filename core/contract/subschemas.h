// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace algenta::contract
{

/** What a subschema speaks about, seen from the value that its parent describes. */
enum class SchemaPlace {
    SameValue,      ///< allOf, anyOf, oneOf, then, else, dependentSchemas
    Condition,      ///< not, if: holding there means something other than being required
    Member,         ///< properties
    MatchingMember, ///< patternProperties
    OtherMember,    ///< additionalProperties, unevaluatedProperties
    MemberName,     ///< propertyNames
    Item,           ///< one position of an array
    OtherItem,      ///< items from a position on, contains
    Apart,          ///< $defs, definitions, contentSchema
};

struct Subschema {
    SchemaPlace place = SchemaPlace::Apart;
    const base::Json *schema = nullptr;
    QString key;         ///< name or pattern of the member
    qsizetype index = 0; ///< position, or the first one
};

/** The schemas that stand directly in @p schema (drafts 4 to 2020-12), every repeated keyword included. */
[[nodiscard]] QList<Subschema> subschemas(const base::Json &schema);

/** The targets inside @p root of the references that stand directly in @p schema. */
[[nodiscard]] QList<const base::Json *> localReferences(const base::Json &root, const base::Json &schema);

/**
 * Those of @p names that a member pattern is written for: the pattern is a name, or an alternation of
 * nothing but names, with or without anchors and one group. A wider pattern is none of our business.
 */
[[nodiscard]] QStringList namesInPattern(QStringView pattern, const QStringList &names);

} // namespace algenta::contract
