// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/contract/toolcontract.h"

#include <QStringList>

namespace algenta::contract
{

/** A value after scrubbing, and the RFC 6901 pointers (into the original) of what went. */
struct Scrubbed {
    base::Json value;
    QStringList removed;
    [[nodiscard]] bool changed() const { return !removed.isEmpty(); }
};

/**
 * Removes the never-model-facing fields from an advertised schema wherever it declares them:
 * `properties`, `required`, `dependentRequired`, `dependentSchemas`, `dependencies`,
 * `patternProperties` (a pattern written for the names alone, such as `^force$` or
 * `^(force|override_safety)$`; a wider one stays), `propertyNames`, and members of that name in
 * `default`, `const`, `enum` and `examples`. It looks into every subschema, definition and target of
 * a local `$ref`; definitions are cleaned where they stand. A `not` or `if` that demands one of the
 * fields becomes `false`, since it cannot hold for a call without it. Titles and descriptions stay.
 * An unaffected schema comes back equal.
 */
[[nodiscard]] Scrubbed scrubSchema(const ToolContract &contract, const base::Json &schema);

/**
 * Removes the fields from a call's arguments: wherever @p schema declares them, and on
 * `execute_decision` (any safety-critical tool, also by alias or flat name) by name at any depth
 * outside the opaque top-level `metadata`.
 *
 * DuplicateKey if an object in the arguments has one key twice; InvalidInput if they are no object.
 */
[[nodiscard]] base::Result<Scrubbed> scrubArguments(const ToolContract &contract, QStringView tool,
                                                    const base::Json &schema, const base::Json &arguments);

/** Pointers of the never-model-facing fields anywhere in the arguments, outside top-level `metadata`. */
[[nodiscard]] QStringList findNeverModelFacing(const ToolContract &contract, const base::Json &arguments);

} // namespace algenta::contract
