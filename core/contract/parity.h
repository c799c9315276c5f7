// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/contract/toolcontract.h"

#include <QList>
#include <QStringList>

namespace algenta::contract
{

/** One tool as some surface shows it to a model. */
struct ExposedTool {
    QString name;
    base::Json inputSchema;
};

enum class ParityKind {
    Addition,        ///< exposed, but not in the profile
    Omission,        ///< in the profile, but not exposed
    LeakedField,     ///< a never-model-facing field in a schema
    WrongDefault,    ///< default profile is not the contract's
    NameViolation,   ///< flat name that does not match the pattern
    ContractDiffers, ///< two contract documents disagree
};

[[nodiscard]] QString parityKindName(ParityKind kind);

struct ParityFinding {
    ParityKind kind = ParityKind::Addition;
    QString profile; ///< profile text, or empty
    QString subject; ///< tool or member
    QString detail;  ///< one sentence, where in the schema if it is about one
    bool operator==(const ParityFinding &) const = default;
};

struct ParityVerdict {
    ProfileName profile = ProfileName::Observe;
    QStringList exposed;
    QList<ParityFinding> findings;
    [[nodiscard]] bool holds() const { return findings.isEmpty(); }
};

/**
 * Does what is exposed under a profile equal the contract?
 *
 * @p exposed is what a model would see: after profile filter and scrubbing, or a framework's own
 * surface. For `full`, the expected set is @p advertised.
 */
[[nodiscard]] ParityVerdict checkParity(const ToolContract &contract, ProfileName profile,
                                        const QList<ExposedTool> &exposed, const QStringList &advertised);

/** Every member in which two contracts differ (profiles, requirements, gates, fields, names, default). */
[[nodiscard]] QList<ParityFinding> compareContracts(const ToolContract &left, const ToolContract &right);

} // namespace algenta::contract
