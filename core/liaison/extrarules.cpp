// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/extrarules.h"

#include "core/liaison/evidenceid.h"

#include <QSet>
#include <QStringList>

#include <algorithm>

namespace algenta::liaison
{

using namespace Qt::Literals::StringLiterals;

namespace
{

/** The parts of a text that end with a full stop, a mark or a line, if they have a letter in them. */
QStringList sentencesOf(const QString &text)
{
    QStringList sentences;
    qsizetype start = 0;
    const auto take = [&](qsizetype end) {
        const QString sentence = text.sliced(start, end - start).trimmed();
        if (std::any_of(sentence.cbegin(), sentence.cend(), [](QChar c) { return c.isLetter(); }))
            sentences.append(sentence);
        start = end + 1;
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        const bool isLast = i + 1 == text.size();
        const bool isMark = c == u'.' || c == u'!' || c == u'?';
        if (c == u'\n' || (isMark && (isLast || text.at(i + 1).isSpace())))
            take(i);
    }
    if (start < text.size())
        take(text.size());
    return sentences;
}

void judgeCalls(const Transcript &transcript, Findings &findings)
{
    QSet<QString> tools;
    for (int i = 0; i < transcript.sequence.size(); ++i) {
        const SequenceEntry &entry = transcript.sequence.at(i);
        if (!entry.isCall() || tools.contains(entry.tool))
            continue;
        if (!tools.isEmpty())
            findings.entry(Problem::OtherToolToo, i, u"tool"_s);
        tools.insert(entry.tool);
    }
    if (transcript.hasSequence && tools.isEmpty())
        findings.whole(Problem::NothingRead, u"sequence"_s);
}

void judgeEvidenceIds(const Transcript &transcript, Findings &findings)
{
    for (int i = 0; i < transcript.sequence.size(); ++i) {
        const Envelope &envelope = transcript.sequence.at(i).envelope;
        for (qsizetype k = 0; k < envelope.evidence.size(); ++k) {
            const Evidence &item = envelope.evidence.at(k);
            if (item.id != evidenceId(item.source, item.provenance, item.reference))
                findings.entry(Problem::IdNotDerived, i,
                               u"envelope.evidence[%1].evidenceId"_s.arg(envelope.evidenceIndex.at(k)));
        }
    }
}

void judgeClaims(const Answer &answer, Findings &findings)
{
    const QString said = answer.text.toCaseFolded();
    for (int i = 0; i < answer.claims.size(); ++i) {
        const Claim &claim = answer.claims.at(i);
        if (!said.contains(claim.text.toCaseFolded()))
            findings.answer(Problem::ClaimNotSaid, u"claims[%1].text"_s.arg(i));
        for (int k = 0; k < claim.evidenceIds.size(); ++k) {
            if (!claim.evidenceIds.at(k).isEmpty() && !answer.text.contains(claim.evidenceIds.at(k)))
                findings.answer(Problem::ReferenceNotSaid, u"claims[%1].evidenceIds[%2]"_s.arg(i).arg(k));
        }
    }
}

bool isCited(const QString &sentence, const Claim &claim)
{
    const QString text = claim.text.toCaseFolded();
    return text.contains(sentence) || (!text.isEmpty() && sentence.contains(text)) ||
           std::any_of(claim.evidenceIds.cbegin(), claim.evidenceIds.cend(),
                       [&sentence](const QString &id) { return !id.isEmpty() && sentence.contains(id); });
}

void judgeSentences(const Answer &answer, Findings &findings)
{
    const QStringList sentences = sentencesOf(answer.text.toCaseFolded());
    const bool allCited =
        std::all_of(sentences.cbegin(), sentences.cend(), [&answer](const QString &sentence) {
            return std::any_of(answer.claims.cbegin(), answer.claims.cend(),
                               [&sentence](const Claim &claim) { return isCited(sentence, claim); });
        });
    if (!allCited)
        findings.answer(Problem::SentenceUncited, u"text"_s);
}

} // namespace

void judgeExtraRules(const Transcript &transcript, Findings &findings)
{
    judgeCalls(transcript, findings);
    judgeEvidenceIds(transcript, findings);
    if (!transcript.answer)
        return;
    const Answer &answer = *transcript.answer;
    judgeClaims(answer, findings);
    if (answer.status == Answer::Status::Success)
        judgeSentences(answer, findings);
    if (answer.status == Answer::Status::Error && answer.error && !answer.text.contains(answer.error->code))
        findings.answer(Problem::CodeNotSaid, u"text"_s);
}

} // namespace algenta::liaison
