// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QStringView>

namespace algenta::contract
{

enum class RunKind {
    Kept,    ///< in both texts
    Removed, ///< in the first text only
    Added,   ///< in the second text only
};

/** A stretch of text that one or both of two texts have. */
struct TextRun {
    RunKind kind = RunKind::Kept;
    QString text;
    bool operator==(const TextRun &) const = default;
};

/** How fine a comparison came out. */
enum class DiffGrain {
    Tokens, ///< words, blanks and single punctuation marks
    Lines,  ///< the texts differ in too much for tokens
    Whole,  ///< only the common beginning and end were kept apart
};

/**
 * Two texts laid over each other: the kept and removed runs in their order are the first text, the
 * kept and added ones the second, to the last character. Neighbours differ in kind; where text is
 * replaced, the removed run comes first.
 */
struct TextDiff {
    QList<TextRun> runs;
    DiffGrain grain = DiffGrain::Tokens;
    [[nodiscard]] bool same() const;
};

/** What a comparison may cost before it takes a coarser grain. */
struct DiffLimits {
    qsizetype maxTokens = 40000; ///< of both texts together, without what they begin and end with alike
    int maxEdits = 1000;         ///< removed and added tokens; time grows with tokens × edits
};

[[nodiscard]] TextDiff diffText(QStringView before, QStringView after, const DiffLimits &limits = {});

} // namespace algenta::contract
