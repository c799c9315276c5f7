// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/tools/schemaform.h"

namespace algenta::console
{

/** What a subschema comes down to for a form. */
struct SchemaShape {
    FormRow::Kind kind = FormRow::Kind::Json;
    base::Json schema; ///< after references and single alternatives; null if it is not an object
    QList<base::Json> choices;
    bool nullable = false;
    QString why; ///< why the form takes JSON for it
};

/** Reads subschemas of one document; references lead into that document alone. */
class SchemaReader
{
public:
    /** @p root must outlive the reader. */
    explicit SchemaReader(const base::Json &root)
        : m_root(root)
    {
    }

    [[nodiscard]] SchemaShape shapeOf(const base::Json &schema) const;

private:
    [[nodiscard]] SchemaShape read(const base::Json &schema, int hops) const;
    [[nodiscard]] SchemaShape readReference(const base::Json &schema, int hops) const;
    [[nodiscard]] SchemaShape readAlternatives(const base::Json &schema, const base::Json &options,
                                               int hops) const;
    [[nodiscard]] SchemaShape readType(const base::Json &schema) const;
    [[nodiscard]] const base::Json *target(const QString &reference) const;

    const base::Json &m_root;
};

/** "a whole number, 1 to 100, default 20": what a subschema demands, in words. */
[[nodiscard]] QString demandText(const SchemaShape &shape);
/** What a value breaks of the limits that a schema sets; empty if nothing that is looked at. */
[[nodiscard]] QString complaint(const SchemaShape &shape, const base::Json &value);

} // namespace algenta::console
