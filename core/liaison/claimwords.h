// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/liaison/liaisoncontract.h"

#include <QList>
#include <QString>
#include <QStringView>

#include <array>

namespace algenta::liaison
{

/**
 * Finds the words by which a text claims an act, as the lists of a contract put them together.
 *
 * Case, commas, quotes, invisible characters and compatibility forms of letters do not count; a
 * match does not go over the end of a sentence.
 */
class ClaimWords
{
public:
    explicit ClaimWords(const ClaimWordLists &lists);
    [[nodiscard]] bool claimsAct(const QString &text) const;

private:
    using Words = QList<QString>;
    [[nodiscard]] bool claimEndsAt(const QList<QStringView> &words, qsizetype at) const;

    Words m_actors; ///< sorted, as the other lists of single words
    Words m_between;
    Words m_verbs;
    QList<Words> m_passives;
    QList<Words> m_phrases;
};

/** Finds the markers of credentials and provider bodies in every string of a value, keys included. */
class UnsafeMarkers
{
public:
    explicit UnsafeMarkers(const QStringList &markers);
    [[nodiscard]] bool standIn(QStringView text) const;
    [[nodiscard]] bool standIn(const base::Json &value) const;

private:
    QStringList m_markers;
    std::array<bool, 128> m_first = {}; ///< a marker begins with this ASCII character
    bool m_firstBeyond = false;         ///< a marker begins with another character
};

} // namespace algenta::liaison
