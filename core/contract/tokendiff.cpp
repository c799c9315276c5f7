// SPDX-License-Identifier: Apache-2.0
#include "core/contract/tokendiff.h"

#include <algorithm>
#include <optional>

namespace algenta::contract
{

namespace
{

using Tokens = QList<QStringView>;

enum class CharacterKind { Word, Blank, Mark };

/** The kind of the code point at @p at, and how many units it takes. */
CharacterKind kindAt(QStringView text, qsizetype at, qsizetype *length)
{
    const bool pair = text[at].isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate();
    *length = pair ? 2 : 1;
    const char32_t code = pair ? QChar::surrogateToUcs4(text[at], text[at + 1]) : text[at].unicode();
    if (QChar::isSpace(code))
        return CharacterKind::Blank;
    // Combining marks belong to the letter before them.
    const bool isWord = QChar::isLetterOrNumber(code) || QChar::isMark(code) || code == U'_';
    return isWord ? CharacterKind::Word : CharacterKind::Mark;
}

Tokens wordsOf(QStringView text)
{
    Tokens tokens;
    qsizetype begin = 0;
    std::optional<CharacterKind> open;
    for (qsizetype at = 0, length = 0; at < text.size(); at += length) {
        const CharacterKind kind = kindAt(text, at, &length);
        if (open && (kind != *open || kind == CharacterKind::Mark)) {
            tokens.append(text.sliced(begin, at - begin));
            begin = at;
        }
        open = kind;
    }
    if (begin < text.size())
        tokens.append(text.sliced(begin));
    return tokens;
}

Tokens linesOf(QStringView text)
{
    Tokens tokens;
    for (qsizetype begin = 0; begin < text.size();) {
        const qsizetype end = text.indexOf(u'\n', begin);
        const qsizetype next = end < 0 ? text.size() : end + 1;
        tokens.append(text.sliced(begin, next - begin));
        begin = next;
    }
    return tokens;
}

/** One replacement, and what is kept in front of it. */
struct Edit {
    QString kept;
    QString removed;
    QString added;
    [[nodiscard]] qsizetype size() const { return std::max(removed.size(), added.size()); }
};

/** Puts the steps of an edit script together to what a reader can follow. */
class Runs
{
public:
    void kept(QStringView text)
    {
        if (m_edits.isEmpty() || m_edits.constLast().size() > 0)
            m_edits.append(Edit());
        m_edits.last().kept += text;
    }
    void removed(QStringView text) { current().removed += text; }
    void added(QStringView text) { current().added += text; }
    QList<TextRun> finish() const;

private:
    Edit &current()
    {
        if (m_edits.isEmpty())
            m_edits.append(Edit());
        return m_edits.last();
    }
    [[nodiscard]] QList<Edit> joined() const;

    QList<Edit> m_edits;
};

/**
 * What is kept between two replacements and is no longer than either tells a reader nothing: a blank
 * between two words, an "a" in a sentence written anew. Lines stay apart.
 */
QList<Edit> Runs::joined() const
{
    QList<Edit> edits;
    for (const Edit &edit : m_edits) {
        edits.append(edit);
        while (edits.size() > 1) {
            const Edit last = edits.constLast();
            Edit &before = edits[edits.size() - 2];
            const bool isSmall = last.kept.size() <= std::min(before.size(), last.size());
            if (!isSmall || last.kept.contains(u'\n'))
                break;
            before.removed += last.kept + last.removed;
            before.added += last.kept + last.added;
            edits.removeLast();
        }
    }
    return edits;
}

QList<TextRun> Runs::finish() const
{
    QList<TextRun> runs;
    const auto append = [&runs](RunKind kind, const QString &text) {
        if (!text.isEmpty())
            runs.append({kind, text});
    };
    for (const Edit &edit : joined()) {
        append(RunKind::Kept, edit.kept);
        append(RunKind::Removed, edit.removed);
        append(RunKind::Added, edit.added);
    }
    return runs;
}

/**
 * The shortest edit script (E. W. Myers, 1986), with the furthest points of every round kept for
 * the way back. Nothing if it needs more than @p maxEdits steps.
 */
class EditScript
{
public:
    EditScript(const Tokens &before, const Tokens &after)
        : m_before(before)
        , m_after(after)
    {
    }

    bool find(int maxEdits);
    void write(Runs &runs) const;

private:
    /** The furthest x on diagonal @p k after @p edits steps, from the round before. */
    qsizetype startOf(int k, int edits) const;
    bool comesFromAbove(int k, int edits) const;
    qsizetype furthest(int k, int edits) const { return m_rounds[edits][(k + edits) / 2]; }

    const Tokens &m_before;
    const Tokens &m_after;
    QList<QList<qsizetype>> m_rounds; ///< of round d: x on the diagonals -d, -d+2 … d
};

bool EditScript::comesFromAbove(int k, int edits) const
{
    return k == -edits || (k != edits && furthest(k - 1, edits - 1) < furthest(k + 1, edits - 1));
}

qsizetype EditScript::startOf(int k, int edits) const
{
    if (edits == 0)
        return 0;
    return comesFromAbove(k, edits) ? furthest(k + 1, edits - 1) : furthest(k - 1, edits - 1) + 1;
}

bool EditScript::find(int maxEdits)
{
    const qsizetype most = std::min<qsizetype>(maxEdits, m_before.size() + m_after.size());
    for (int edits = 0; edits <= most; ++edits) {
        QList<qsizetype> round;
        round.reserve(edits + 1);
        for (int k = -edits; k <= edits; k += 2) {
            qsizetype x = startOf(k, edits);
            while (x < m_before.size() && x - k < m_after.size() && m_before[x] == m_after[x - k])
                ++x;
            round.append(x);
            if (k == m_before.size() - m_after.size() && x == m_before.size()) {
                m_rounds.append(round);
                return true;
            }
        }
        m_rounds.append(round);
    }
    return false;
}

void EditScript::write(Runs &runs) const
{
    struct Step {
        qsizetype start;
        qsizetype end;
        qsizetype diagonal;
        bool adds;
    };
    QList<Step> steps;
    qsizetype x = m_before.size();
    int k = static_cast<int>(m_before.size() - m_after.size());
    for (int edits = static_cast<int>(m_rounds.size()) - 1; edits > 0; --edits) {
        const bool adds = comesFromAbove(k, edits);
        steps.prepend({startOf(k, edits), x, k, adds});
        k += adds ? 1 : -1;
        x = furthest(k, edits - 1);
    }
    const auto keep = [&](qsizetype from, qsizetype to) {
        for (qsizetype at = from; at < to; ++at)
            runs.kept(m_before[at]);
    };
    keep(0, x);
    for (const Step &step : std::as_const(steps)) {
        if (step.adds)
            runs.added(m_after[step.start - step.diagonal - 1]);
        else
            runs.removed(m_before[step.start - 1]);
        keep(step.start, step.end);
    }
}

} // namespace

bool TextDiff::same() const
{
    return std::all_of(runs.cbegin(), runs.cend(),
                       [](const TextRun &run) { return run.kind == RunKind::Kept; });
}

TextDiff diffText(QStringView before, QStringView after, const DiffLimits &limits)
{
    TextDiff diff;
    for (const DiffGrain grain : {DiffGrain::Tokens, DiffGrain::Lines, DiffGrain::Whole}) {
        Tokens left = grain == DiffGrain::Lines ? linesOf(before) : wordsOf(before);
        Tokens right = grain == DiffGrain::Lines ? linesOf(after) : wordsOf(after);
        const auto heads = std::mismatch(left.cbegin(), left.cend(), right.cbegin(), right.cend());
        const qsizetype head = heads.first - left.cbegin();
        const auto tails = std::mismatch(left.crbegin(), std::make_reverse_iterator(heads.first),
                                         right.crbegin(), std::make_reverse_iterator(heads.second));
        const qsizetype tail = tails.first - left.crbegin();
        const Tokens middleLeft = left.sliced(head, left.size() - head - tail);
        const Tokens middleRight = right.sliced(head, right.size() - head - tail);

        Runs runs;
        for (qsizetype i = 0; i < head; ++i)
            runs.kept(left[i]);
        EditScript script(middleLeft, middleRight);
        if (grain == DiffGrain::Whole) {
            for (const QStringView token : middleLeft)
                runs.removed(token);
            for (const QStringView token : middleRight)
                runs.added(token);
        } else if (middleLeft.size() + middleRight.size() > limits.maxTokens ||
                   !script.find(limits.maxEdits)) {
            continue;
        } else {
            script.write(runs);
        }
        for (qsizetype i = left.size() - tail; i < left.size(); ++i)
            runs.kept(left[i]);
        diff.runs = runs.finish();
        diff.grain = grain;
        break;
    }
    return diff;
}

} // namespace algenta::contract
