// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/contract/parityrule.h"
#include "core/contract/toolcontract.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace algenta::contract
{

/** One field that no model may set, and where a schema lets it in. */
struct FieldLeak {
    ParityRule rule = ParityRule::NoFieldInSchema;
    QString field;
    QString detail;
    QStringList places; ///< RFC 6901 into the schema, in its order
};

/**
 * The leaks of one schema, one for each field and rule: declared anywhere (what scrubSchema() would
 * take away), set by a default, constant or example, and, for a tool that @p executes, let through by a
 * pattern of member names.
 */
[[nodiscard]] QList<FieldLeak> fieldLeaks(const ToolContract &contract, const base::Json &schema,
                                          bool executes);

/** False if the schema declares arguments that a model may set, and decision_id is not among them. */
[[nodiscard]] bool takesDecisionId(const ToolContract &contract, const base::Json &schema);

} // namespace algenta::contract
