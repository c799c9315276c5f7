// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace algenta::liaison
{

/** What one input of a tool may be. */
struct InputRule {
    enum class Type { Integer, String };

    QString name;
    Type type = Type::String;
    bool required = false;
    qint64 min = 0; ///< integers only
    qint64 max = 0;
    qint64 minLength = 0; ///< strings only; UTF-16 units without white space at the ends

    bool operator==(const InputRule &) const = default;
};

enum class DataScope { Public, Workspace };

/** One tool that the liaison may call. It reads and has no effect: a contract cannot say otherwise. */
struct LiaisonTool {
    QString name;
    QList<InputRule> inputs;
    QStringList output;
    QHash<QString, QStringList> outputFields; ///< all that may stand in the objects of an output field
    QStringList recordFields;                 ///< output fields that hold records
    DataScope scope = DataScope::Workspace;
    int timeoutSeconds = 0;
    int maxTransientRetries = 0;
    QStringList errors; ///< its own codes and those of the run time
    QStringList skills;

    bool operator==(const LiaisonTool &) const = default;
};

struct ErrorCodeRule {
    QString category;
    bool retryable = false;

    bool operator==(const ErrorCodeRule &) const = default;
};

/** Words by which an answer claims an act; see the note in the contract for how they are put together. */
struct ClaimWordLists {
    QStringList actors;
    QStringList between;
    QStringList verbs;
    QStringList passives;
    QStringList phrases;

    bool operator==(const ClaimWordLists &) const = default;
};

/** Everything that a transcript of the liaison is judged by. */
struct LiaisonContract {
    int version = 0;
    QHash<QString, ErrorCodeRule> errorCodes;
    QList<LiaisonTool> tools;
    ClaimWordLists claimWords;
    QStringList unsafeMarkers; ///< in lower case; may be empty

    /** The tool of that name, or nullptr. */
    [[nodiscard]] const LiaisonTool *tool(QStringView name) const;
    [[nodiscard]] bool knowsSkill(const QString &skill) const;
    /** Every skill that a tool names, sorted. */
    [[nodiscard]] QStringList skills() const;

    bool operator==(const LiaisonContract &) const = default;
};

/** The categories that an error may have. */
[[nodiscard]] bool isErrorCategory(QStringView text);
/** True for 1 to 80 of a–z, 0–9 and underscore. */
[[nodiscard]] bool isErrorCode(QStringView text);

/**
 * Reads a contract file. It is refused, with the place as a JSON pointer, if it offers a mutation, an
 * effect, an unknown retry policy, an MCP transport or a tool without a skill, and if it has a member
 * that this program does not know: what cannot be judged is not let through.
 */
[[nodiscard]] base::Result<LiaisonContract> parseLiaisonContract(QByteArrayView bytes);

/** The bytes of contracts/liaison-tool-contract.json at build time. */
[[nodiscard]] QByteArray embeddedLiaisonContractBytes();
[[nodiscard]] const LiaisonContract &embeddedLiaisonContract();

} // namespace algenta::liaison
