// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/liaison/liaisoncontract.h"
#include "core/liaison/liaisonreport.h"

#include <QList>
#include <QString>

#include <functional>
#include <optional>

namespace algenta::liaison
{

/** A tool error as it stands in an envelope or in an answer. */
struct ToolError {
    QString code;
    QString category;
    QString message;
    bool retryable = false;

    bool operator==(const ToolError &) const = default;
};

/** One item of evidence. Without a reference it stands for a data set, with one for a record. */
struct Evidence {
    QString id;
    QString source;
    QString provenance;
    QString reference;

    [[nodiscard]] bool isRecordLevel() const { return !reference.isEmpty(); }
    [[nodiscard]] bool isMock() const;
    bool operator==(const Evidence &) const = default;
};

/** What a tool returned, as far as it could be read. */
struct Envelope {
    enum class Status { Unreadable, Success, Error };

    Status status = Status::Unreadable;
    base::Json data;
    std::optional<ToolError> error;
    QList<Evidence> evidence; ///< readable items; each keeps its index in evidenceIndex
    QList<int> evidenceIndex;

    bool operator==(const Envelope &) const = default;
};

/** Told of each problem with the path below the envelope, or below the value that is read. */
using EnvelopeProblem = std::function<void(Problem problem, const QString &below)>;

/**
 * Reads an envelope: exactly `status`, `data`, `error`, `evidence`, no further member at any level
 * of its own, no impossible state, every limit. What cannot be read stays empty.
 */
[[nodiscard]] Envelope readEnvelope(const base::Json &json, const EnvelopeProblem &problem);

/** Reads an error object; nothing if @p json is none. Problems are those of envelopes. */
[[nodiscard]] std::optional<ToolError> readToolError(const base::Json &json, const EnvelopeProblem &problem);

/** What the contract of a tool says about an envelope: error codes, their kind, fields of the data. */
void checkEnvelope(const Envelope &envelope, const LiaisonTool &tool, const LiaisonContract &contract,
                   const EnvelopeProblem &problem);

/** True for a value that holds records: text, a number above zero, true, or something that holds one. */
[[nodiscard]] bool holdsRecords(const base::Json &value);

} // namespace algenta::liaison
