// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/liaison/envelope.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace algenta::liaison
{

/** One entry of the recorded sequence. */
struct SequenceEntry {
    enum class Kind { Unreadable, SkillLoad, ToolCall };

    Kind kind = Kind::Unreadable;
    std::optional<qint64> seq; ///< as recorded
    QString skill;             ///< of a skill load
    QString tool;              ///< of a call, as the others below
    base::Json input;
    Envelope envelope;
    std::optional<qint64> elapsedMs;

    [[nodiscard]] bool isCall() const { return kind == Kind::ToolCall; }
    bool operator==(const SequenceEntry &) const = default;
};

/** One statement of an answer and what it rests on. */
struct Claim {
    enum class Kind { Unreadable, Record, Aggregate };

    QString text;
    Kind kind = Kind::Unreadable;
    QStringList evidenceIds;
    bool hasEvidenceList = false; ///< evidenceIds was a list

    bool operator==(const Claim &) const = default;
};

struct Answer {
    enum class Status { Unreadable, Success, NoData, Error };

    Status status = Status::Unreadable;
    std::optional<QString> skill;
    QString text;
    QList<Claim> claims;
    bool hasClaimList = false; ///< claims was a list
    QStringList uncertainty;
    std::optional<ToolError> error;

    bool operator==(const Answer &) const = default;
};

/** What one invocation of the liaison did and said, as far as it could be read. */
struct Transcript {
    QString invocationId;
    QList<SequenceEntry> sequence;
    bool hasSequence = false; ///< sequence was a list
    std::optional<Answer> answer;

    bool operator==(const Transcript &) const = default;
};

/** Reads a transcript in the form of contracts/schema/liaison-transcript.schema.json. */
[[nodiscard]] Transcript readTranscript(const base::Json &json, Findings &findings);

} // namespace algenta::liaison
