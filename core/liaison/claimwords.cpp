// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/claimwords.h"

#include <algorithm>
#include <vector>

namespace algenta::liaison
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

/** Stands between the words of two sentences. */
constexpr QStringView boundary = u".";

bool isAscii(QStringView text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x80; });
}

bool endsSentence(QChar c)
{
    return c == u'.' || c == u'!' || c == u'?' || c == u';' || c == u':' || c == u'\n';
}

/** Every character of every text comes through here: QChar::toLower() looks up tables for each. */
char16_t lowered(QChar c)
{
    const char16_t unit = c.unicode();
    if (unit < 0x80)
        return unit >= u'A' && unit <= u'Z' ? static_cast<char16_t>(unit | 0x20) : unit;
    return c.toLower().unicode();
}

/** Lower case, compatibility forms resolved, accents and invisible characters gone. */
QString plain(const QString &text)
{
    if (isAscii(text))
        return text.toLower();
    QString folded = text.normalized(QString::NormalizationForm_KD).toCaseFolded();
    folded.removeIf([](QChar c) {
        return c.category() == QChar::Other_Format || c.category() == QChar::Mark_NonSpacing;
    });
    return folded;
}

/** Words of a plain() text, with a boundary where a sentence ends. */
QList<QStringView> wordsOf(QStringView text)
{
    QList<QStringView> words;
    qsizetype start = -1;
    for (qsizetype i = 0; i <= text.size(); ++i) {
        const bool inWord = i < text.size() && text.at(i).isLetterOrNumber();
        if (inWord && start < 0) {
            start = i;
        } else if (!inWord && start >= 0) {
            words.append(text.sliced(start, i - start));
            start = -1;
        }
        if (i < text.size() && endsSentence(text.at(i)))
            words.append(boundary);
    }
    return words;
}

bool holds(const QList<QString> &sorted, QStringView word)
{
    return std::binary_search(sorted.cbegin(), sorted.cend(), word, [](const auto &left, const auto &right) {
        return QStringView(left).compare(QStringView(right)) < 0;
    });
}

QList<QString> sorted(QStringList words)
{
    std::sort(words.begin(), words.end());
    return words;
}

QList<QList<QString>> split(const QStringList &phrases)
{
    QList<QList<QString>> all;
    for (const QString &phrase : phrases)
        all.append(phrase.split(u' '));
    return all;
}

/** True if one of the phrases ends with the word at @p last. */
bool phraseEndsAt(const QList<QList<QString>> &phrases, const QList<QStringView> &words, qsizetype last)
{
    return std::any_of(phrases.cbegin(), phrases.cend(), [&](const QList<QString> &phrase) {
        const qsizetype first = last + 1 - phrase.size();
        return first >= 0 && std::equal(phrase.cbegin(), phrase.cend(), words.cbegin() + first,
                                        [](const QString &left, QStringView right) { return left == right; });
    });
}

} // namespace

ClaimWords::ClaimWords(const ClaimWordLists &lists)
    : m_actors(sorted(lists.actors))
    , m_between(sorted(lists.between))
    , m_verbs(sorted(lists.verbs))
    , m_passives(split(lists.passives))
    , m_phrases(split(lists.phrases))
{
}

bool ClaimWords::claimsAct(const QString &text) const
{
    const QString folded = plain(text);
    const QList<QStringView> words = wordsOf(folded);
    for (qsizetype at = 0; at < words.size(); ++at) {
        if (claimEndsAt(words, at))
            return true;
    }
    return false;
}

bool ClaimWords::claimEndsAt(const QList<QStringView> &words, qsizetype at) const
{
    if (phraseEndsAt(m_phrases, words, at))
        return true;
    if (!holds(m_verbs, words.at(at)))
        return false;
    for (qsizetype before = at - 1; before >= 0; --before) {
        if (holds(m_actors, words.at(before)) || phraseEndsAt(m_passives, words, before))
            return true;
        if (!holds(m_between, words.at(before)))
            return false;
    }
    return false;
}

UnsafeMarkers::UnsafeMarkers(const QStringList &markers)
    : m_markers(markers)
{
    for (const QString &marker : markers) {
        const char16_t first = marker.at(0).unicode();
        if (first < m_first.size())
            m_first.at(first) = true;
        else
            m_firstBeyond = true;
    }
}

bool UnsafeMarkers::standIn(QStringView text) const
{
    for (qsizetype at = 0; at < text.size(); ++at) {
        const char16_t unit = lowered(text.at(at));
        if (unit < m_first.size() ? !m_first.at(unit) : !m_firstBeyond)
            continue;
        const QStringView rest = text.sliced(at);
        const bool found = std::any_of(m_markers.cbegin(), m_markers.cend(), [rest](const QString &marker) {
            return rest.size() >= marker.size() &&
                   std::equal(marker.cbegin(), marker.cend(), rest.begin(),
                              [](QChar expected, QChar c) { return lowered(c) == expected.unicode(); });
        });
        if (found)
            return true;
    }
    return false;
}

bool UnsafeMarkers::standIn(const Json &value) const
{
    std::vector<const Json *> pending{&value};
    while (!pending.empty()) {
        const Json &next = *pending.back();
        pending.pop_back();
        if (next.isString() && standIn(next.toString()))
            return true;
        for (const Json &item : next.items())
            pending.push_back(&item);
        for (const base::JsonMember &member : next.members()) {
            if (standIn(member.key))
                return true;
            pending.push_back(&member.value);
        }
    }
    return false;
}

} // namespace algenta::liaison
