// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace algenta::contract
{

/** The four cumulative profiles of the tool-profile contract. */
enum class ProfileName { Observe, Govern, Execute, Full };

[[nodiscard]] QString profileText(ProfileName name);
[[nodiscard]] base::Result<ProfileName> profileFromText(QStringView text);
[[nodiscard]] QList<ProfileName> allProfiles();

struct ContractTool {
    QString name;
    QString category;
    QString description;
    QStringList aliases; ///< other names of the engine for it; never members of a profile
    bool safetyCritical = false;
    bool operator==(const ContractTool &) const = default;
};

struct Profile {
    ProfileName name = ProfileName::Observe;
    QString description;
    QStringList ownTools;    ///< what this profile adds
    QStringList tools;       ///< all of them, inherited ones first; empty for full
    bool everything = false; ///< full: all that the engine advertises
    bool isDefault = false;
    bool optInOnly = false;
    QStringList requirements; ///< what the engine must enforce (execute)
    bool operator==(const Profile &) const = default;
};

struct Gate {
    QString name;
    QString meaning;
    QString bypassField; ///< "force" or "override_safety"; operator only
    QString code;        ///< the engine's error code of a refusal by this gate
    bool operator==(const Gate &) const = default;
};

/** The tool-profile contract, parsed and checked. */
struct ToolContract {
    QString version;
    QString status;
    QString title;
    QList<ContractTool> tools;
    QList<Profile> profiles; ///< always the four, in order
    QList<Gate> gates;       ///< empty in contracts that predate the gates
    QStringList neverModelFacing;
    QString namePattern; ///< regular expression for flat names
    QStringList notes;   ///< RFC 6901 pointers of members that this version does not know

    [[nodiscard]] const Profile &profile(ProfileName name) const;
    [[nodiscard]] ProfileName defaultProfile() const;
    /** The tool of that name; aliases do not count. */
    [[nodiscard]] const ContractTool *tool(QStringView name) const;
    bool operator==(const ToolContract &) const = default;
};

/**
 * Parses a contract document (contract_version 0.1.0 and its older public text).
 *
 * MalformedJson, DuplicateKey, LimitExceeded from the reader; MalformedAnswer, with the pointer of
 * the member in the message, for a document that is no contract or contradicts itself.
 */
[[nodiscard]] base::Result<ToolContract> parseToolContract(QByteArrayView bytes);

/** The copy that was compiled in, byte for byte `contracts/integration-tool-contract.json`. */
[[nodiscard]] QByteArray embeddedContractBytes();
[[nodiscard]] const ToolContract &embeddedContract();

/** `algenta_<tool>`; InvalidInput if the whole of it does not match the contract's pattern. */
[[nodiscard]] base::Result<QString> flatName(const ToolContract &contract, QStringView tool);

/** Tools of a profile against what an engine advertises. */
struct Resolved {
    QStringList tools;     ///< profile ∩ advertised, in the order of the contract (full: as advertised)
    QStringList omissions; ///< in the profile, not advertised: to be shown, not an error
    bool operator==(const Resolved &) const = default;
};
[[nodiscard]] Resolved resolve(const ToolContract &contract, ProfileName profile,
                               const QStringList &advertised);

} // namespace algenta::contract
