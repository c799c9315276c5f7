// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/contract/parityrule.h"
#include "core/contract/snapshot.h"
#include "core/contract/toolcontract.h"

#include <QList>
#include <QStringList>

#include <optional>

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
    LeakedField,     ///< a never-model-facing field in a schema, or within reach of a call's arguments
    WrongDefault,    ///< default profile is not the contract's, or everything is shown unasked
    NameViolation,   ///< flat name that does not match the pattern
    ContractDiffers, ///< two contract documents disagree
};

[[nodiscard]] QString parityKindName(ParityKind kind);

struct ParityFinding {
    ParityKind kind = ParityKind::Addition;
    QString profile; ///< profile text, or empty
    QString subject; ///< tool, or pointer of the member in a contract
    QString detail;  ///< one sentence, where in the schema if it is about one
    ParityRule rule = ParityRule::CopyEqualsContract;
    QStringList places; ///< RFC 6901 into the tool's schema, or into the document; may be empty
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
 * surface, by MCP names or flat names. For `full`, the expected set is @p advertised; for the others
 * it is the profile, so a tool that the engine does not advertise is an omission.
 * @p surfaceDefault is the default profile that the surface states, if it states one.
 */
[[nodiscard]] ParityVerdict checkParity(const ToolContract &contract, ProfileName profile,
                                        const QList<ExposedTool> &exposed, const QStringList &advertised,
                                        std::optional<ProfileName> surfaceDefault = std::nullopt);

/** For a check without an engine: what is missing is said without what an engine advertises. */
void forgetEngine(ParityVerdict *verdict);

/** The name under which a finding of @p rule counts. */
[[nodiscard]] ParityKind parityKind(ParityRule rule);

/**
 * Every member in which two contracts differ: version, default, profiles, requirements, gates,
 * fields, tools and names. Titles and descriptions are wording and do not count.
 */
[[nodiscard]] QList<ParityFinding> compareContracts(const ToolContract &left, const ToolContract &right);

/** compareContracts(), and what the documents say beyond it about the outcomes of an execution. */
[[nodiscard]] QList<ParityFinding> compareDocuments(const ContractDocument &left,
                                                    const ContractDocument &right);

/** Why a document that does not parse is no contract, where the reason is a rule: profiles that do not build
 * on each other. */
[[nodiscard]] QList<ParityFinding> brokenProfiles(const base::Json &document);

} // namespace algenta::contract
