// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/transcriptvalidator.h"

#include "core/base/jsonreader.h"
#include "core/liaison/extrarules.h"

#include <QHash>

#include <algorithm>

namespace algenta::liaison
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

/** Equal as JSON values: the order of members and the spelling of a number do not count. */
bool isSameValue(const Json &left, const Json &right)
{
    if (left == right)
        return true;
    if (left.type() != right.type() || left.size() != right.size())
        return false;
    if (left.isNumber())
        return left.toDouble() && left.toDouble() == right.toDouble();
    if (left.isArray()) {
        return std::equal(left.items().cbegin(), left.items().cend(), right.items().cbegin(), isSameValue);
    }
    const Json::Object &members = left.members();
    return left.isObject() &&
           std::all_of(members.cbegin(), members.cend(), [&right](const base::JsonMember &member) {
               const Json *other = right.find(member.key);
               return other && isSameValue(member.value, *other);
           });
}

/** The judgement of one transcript, rule by rule. */
class Judgement
{
public:
    Judgement(const Transcript &transcript, const LiaisonContract &contract, const ValidatorOptions &options,
              const ClaimWords &claimWords, const UnsafeMarkers &markers, Findings &findings)
        : m_transcript(transcript)
        , m_contract(contract)
        , m_options(options)
        , m_claimWords(claimWords)
        , m_markers(markers)
        , m_findings(findings)
    {
    }

    void judge();

private:
    void judgeSkills();
    void judgeNumbers();
    void judgeCall(int index);
    void judgeInput(int index, const LiaisonTool &tool);
    void judgeRetry(int index, const LiaisonTool &tool);
    void judgeEvidence(int index);
    void judgeSafety(int index);
    void judgeAnswer(const Answer &answer);
    void judgeShape(const Answer &answer);
    void judgeClaims(const Answer &answer);
    void judgeReference(const Claim &claim, int claimIndex, int index);
    void judgeWords(const Answer &answer);
    void judgeText(const QString &text, const QString &place);
    void judgeErrorAnswer(const Answer &answer);
    void judgeNoData();
    void judgeHiddenErrors();
    [[nodiscard]] bool isRetryable(const Envelope &envelope) const;
    [[nodiscard]] const ToolError *finalError() const;

    const Transcript &m_transcript;
    const LiaisonContract &m_contract;
    const ValidatorOptions &m_options;
    const ClaimWords &m_claimWords;
    const UnsafeMarkers &m_markers;
    Findings &m_findings;

    QString m_skill;                    ///< the first that was loaded
    QHash<QString, QList<int>> m_calls; ///< entries by tool
    QHash<QString, bool> m_returned;    ///< evidence of successful calls: true if each is record-level
};

void Judgement::judge()
{
    judgeSkills();
    judgeNumbers();
    for (int i = 0; i < m_transcript.sequence.size(); ++i) {
        if (m_transcript.sequence.at(i).isCall())
            judgeCall(i);
    }
    if (m_transcript.answer)
        judgeAnswer(*m_transcript.answer);
}

void Judgement::judgeSkills()
{
    if (m_transcript.hasSequence && m_transcript.sequence.isEmpty())
        m_findings.whole(Problem::NothingLoaded, u"sequence"_s);
    else if (m_transcript.hasSequence && m_transcript.sequence.constFirst().isCall())
        m_findings.entry(Problem::FirstIsNoSkill, 0);
    bool isLoaded = false;
    for (int i = 0; i < m_transcript.sequence.size(); ++i) {
        const SequenceEntry &entry = m_transcript.sequence.at(i);
        if (entry.kind != SequenceEntry::Kind::SkillLoad)
            continue;
        if (std::exchange(isLoaded, true)) {
            m_findings.entry(Problem::FurtherSkill, i);
            continue;
        }
        m_skill = entry.skill;
        if (!m_skill.isEmpty() && !m_contract.knowsSkill(m_skill))
            m_findings.entry(Problem::UnknownSkill, i, u"skill"_s);
    }
    const std::optional<Answer> &answer = m_transcript.answer;
    if (answer && answer->skill && !m_skill.isEmpty() && *answer->skill != m_skill)
        m_findings.answer(Problem::AnswerOfOtherSkill, u"skill"_s);
}

void Judgement::judgeNumbers()
{
    qint64 before = 0;
    for (int i = 0; i < m_transcript.sequence.size(); ++i) {
        const std::optional<qint64> seq = m_transcript.sequence.at(i).seq;
        if (seq && *seq != before + 1)
            m_findings.entry(Problem::SequenceGap, i, u"seq"_s);
        constexpr qint64 far = 1'000'000'000'000;
        before = std::clamp(seq.value_or(before + 1), -far, far);
    }
}

void Judgement::judgeCall(int index)
{
    const SequenceEntry &entry = m_transcript.sequence.at(index);
    const LiaisonTool *tool = m_contract.tool(entry.tool);
    if (!tool) {
        if (!entry.tool.isEmpty())
            m_findings.entry(Problem::UnknownTool, index, u"tool"_s);
    } else {
        if (m_contract.knowsSkill(m_skill) && !tool->skills.contains(m_skill))
            m_findings.entry(Problem::ToolOfOtherSkill, index, u"tool"_s);
        judgeInput(index, *tool);
        judgeRetry(index, *tool);
        if (entry.elapsedMs.value_or(0) > qint64(tool->timeoutSeconds) * 1000)
            m_findings.entry(Problem::TookTooLong, index, u"elapsed_ms"_s);
        checkEnvelope(entry.envelope, *tool, m_contract,
                      [this, index](Problem problem, const QString &below) {
                          m_findings.entry(problem, index, u"envelope."_s + below);
                      });
    }
    judgeSafety(index);
    judgeEvidence(index);
    m_calls[entry.tool].append(index);
}

void Judgement::judgeInput(int index, const LiaisonTool &tool)
{
    const Json &input = m_transcript.sequence.at(index).input;
    if (!input.isObject())
        return;
    for (const InputRule &rule : tool.inputs) {
        const Json *value = input.find(rule.name);
        const QString place = u"input."_s + rule.name;
        if (!value) {
            if (rule.required)
                m_findings.entry(Problem::InputMissing, index, place);
        } else if (rule.type == InputRule::Type::Integer) {
            const std::optional<qint64> number = value->toInteger();
            if (!number)
                m_findings.entry(Problem::InputOfWrongType, index, place);
            else if (*number < rule.min || *number > rule.max)
                m_findings.entry(Problem::InputOutsideLimits, index, place);
        } else if (!value->isString()) {
            m_findings.entry(Problem::InputOfWrongType, index, place);
        } else if (value->toString().trimmed().size() < rule.minLength) {
            m_findings.entry(Problem::InputOutsideLimits, index, place);
        }
    }
    const bool declared = std::all_of(
        input.members().cbegin(), input.members().cend(), [&tool](const base::JsonMember &member) {
            return std::any_of(tool.inputs.cbegin(), tool.inputs.cend(),
                               [&member](const InputRule &rule) { return rule.name == member.key; });
        });
    if (!declared)
        m_findings.entry(Problem::InputUndeclared, index, u"input"_s);
}

bool Judgement::isRetryable(const Envelope &envelope) const
{
    if (envelope.status != Envelope::Status::Error || !envelope.error)
        return false;
    // A result that claims more than the contract says justifies nothing.
    const auto rule = m_contract.errorCodes.constFind(envelope.error->code);
    return rule == m_contract.errorCodes.cend() ? envelope.error->retryable
                                                : envelope.error->retryable && rule->retryable;
}

void Judgement::judgeRetry(int index, const LiaisonTool &tool)
{
    const QList<int> earlier = m_calls.value(tool.name);
    if (earlier.isEmpty())
        return;
    const SequenceEntry &before = m_transcript.sequence.at(earlier.constLast());
    if (earlier.size() > tool.maxTransientRetries)
        m_findings.entry(Problem::RetryTooOften, index);
    else if (before.envelope.status == Envelope::Status::Unreadable)
        return;
    else if (!isRetryable(before.envelope))
        m_findings.entry(Problem::RetryWithoutCause, index);
    else if (!isSameValue(before.input, m_transcript.sequence.at(index).input))
        m_findings.entry(Problem::RetryWithOtherInput, index, u"input"_s);
}

void Judgement::judgeEvidence(int index)
{
    const Envelope &envelope = m_transcript.sequence.at(index).envelope;
    for (qsizetype i = 0; i < envelope.evidence.size(); ++i) {
        const Evidence &item = envelope.evidence.at(i);
        const auto place = [&envelope, i] {
            return u"envelope.evidence[%1]."_s.arg(envelope.evidenceIndex.at(i));
        };
        if (m_options.submission && item.isMock())
            m_findings.entry(Problem::MockEvidence, index, place() + u"provenance"_s);
        if (envelope.status != Envelope::Status::Success)
            continue;
        const auto known = m_returned.constFind(item.id);
        m_returned.insert(item.id, item.isRecordLevel() && (known == m_returned.cend() || *known));
    }
}

void Judgement::judgeSafety(int index)
{
    const Envelope &envelope = m_transcript.sequence.at(index).envelope;
    if (m_markers.standIn(envelope.data))
        m_findings.entry(Problem::UnsafeOutput, index, u"envelope.data"_s);
    if (envelope.error && m_markers.standIn(envelope.error->message))
        m_findings.entry(Problem::UnsafeOutput, index, u"envelope.error.message"_s);
    for (qsizetype i = 0; i < envelope.evidence.size(); ++i) {
        const Evidence &item = envelope.evidence.at(i);
        if (m_markers.standIn(item.source) || m_markers.standIn(item.reference))
            m_findings.entry(Problem::UnsafeOutput, index,
                             u"envelope.evidence[%1]"_s.arg(envelope.evidenceIndex.at(i)));
    }
}

void Judgement::judgeAnswer(const Answer &answer)
{
    judgeShape(answer);
    judgeClaims(answer);
    judgeWords(answer);
    if (answer.status == Answer::Status::Error)
        judgeErrorAnswer(answer);
    if (answer.status == Answer::Status::NoData)
        judgeNoData();
    if (answer.status == Answer::Status::Success || answer.status == Answer::Status::NoData)
        judgeHiddenErrors();
}

void Judgement::judgeShape(const Answer &answer)
{
    if (answer.status == Answer::Status::Error && !answer.claims.isEmpty())
        m_findings.answer(Problem::AnswerErrorWithClaims, u"claims"_s);
    if (answer.status != Answer::Status::Error && answer.status != Answer::Status::Unreadable && answer.error)
        m_findings.answer(Problem::AnswerErrorUnexpected, u"error"_s);
    if (answer.status == Answer::Status::Success && answer.hasClaimList && answer.claims.isEmpty())
        m_findings.answer(Problem::NoClaims, u"claims"_s);
}

void Judgement::judgeClaims(const Answer &answer)
{
    for (int i = 0; i < answer.claims.size(); ++i) {
        const Claim &claim = answer.claims.at(i);
        if (claim.hasEvidenceList && claim.evidenceIds.isEmpty())
            m_findings.answer(Problem::ClaimWithoutEvidence, u"claims[%1].evidenceIds"_s.arg(i));
        for (int k = 0; k < claim.evidenceIds.size(); ++k)
            judgeReference(claim, i, k);
    }
}

void Judgement::judgeReference(const Claim &claim, int claimIndex, int index)
{
    const QString &id = claim.evidenceIds.at(index);
    if (id.isEmpty())
        return;
    const auto place = [claimIndex, index] {
        return u"claims[%1].evidenceIds[%2]"_s.arg(claimIndex).arg(index);
    };
    const auto returned = m_returned.constFind(id);
    if (returned == m_returned.cend())
        m_findings.answer(Problem::ReferenceUnknown, place());
    else if (claim.kind == Claim::Kind::Record && !*returned)
        m_findings.answer(Problem::DatasetForRecord, place());
}

void Judgement::judgeWords(const Answer &answer)
{
    judgeText(answer.text, u"text"_s);
    for (int i = 0; i < answer.claims.size(); ++i)
        judgeText(answer.claims.at(i).text, u"claims[%1].text"_s.arg(i));
    for (int i = 0; i < answer.uncertainty.size(); ++i)
        judgeText(answer.uncertainty.at(i), u"uncertainty[%1]"_s.arg(i));
    if (answer.error && m_markers.standIn(answer.error->message))
        m_findings.answer(Problem::UnsafeAnswer, u"error.message"_s);
}

void Judgement::judgeText(const QString &text, const QString &place)
{
    if (m_claimWords.claimsAct(text))
        m_findings.answer(Problem::ActClaimed, place);
    if (m_markers.standIn(text))
        m_findings.answer(Problem::UnsafeAnswer, place);
}

const ToolError *Judgement::finalError() const
{
    int last = -1;
    for (const QList<int> &calls : m_calls) {
        const Envelope &envelope = m_transcript.sequence.at(calls.constLast()).envelope;
        if (envelope.status == Envelope::Status::Error && envelope.error)
            last = std::max(last, calls.constLast());
    }
    return last < 0 ? nullptr : &*m_transcript.sequence.at(last).envelope.error;
}

void Judgement::judgeErrorAnswer(const Answer &answer)
{
    if (!answer.error)
        m_findings.answer(Problem::ErrorMissingInAnswer, u"error"_s);
    const ToolError *final = finalError();
    if (!final) {
        // A last result that cannot be read may be the error; it has been told already.
        const bool readable = std::all_of(m_calls.cbegin(), m_calls.cend(), [this](const QList<int> &calls) {
            return m_transcript.sequence.at(calls.constLast()).envelope.status == Envelope::Status::Success;
        });
        if (readable)
            m_findings.answer(Problem::NoErrorToPreserve, u"status"_s);
        return;
    }
    if (!answer.error)
        return;
    if (answer.error->code != final->code)
        m_findings.answer(Problem::ErrorCodeDiffers, u"error.code"_s);
    if (answer.error->category != final->category)
        m_findings.answer(Problem::ErrorCategoryDiffers, u"error.category"_s);
    if (answer.error->message != final->message)
        m_findings.answer(Problem::ErrorMessageDiffers, u"error.message"_s);
    if (answer.error->retryable != final->retryable)
        m_findings.answer(Problem::ErrorRetryableDiffers, u"error.retryable"_s);
}

void Judgement::judgeNoData()
{
    for (const SequenceEntry &entry : m_transcript.sequence) {
        const LiaisonTool *tool = entry.isCall() ? m_contract.tool(entry.tool) : nullptr;
        if (!tool || entry.envelope.status != Envelope::Status::Success)
            continue;
        const Json &data = entry.envelope.data;
        if (std::any_of(tool->recordFields.cbegin(), tool->recordFields.cend(),
                        [&data](const QString &field) { return holdsRecords(data[field]); })) {
            m_findings.answer(Problem::RecordsDenied, u"status"_s);
            return;
        }
    }
}

void Judgement::judgeHiddenErrors()
{
    for (const QList<int> &calls : std::as_const(m_calls)) {
        const int last = calls.constLast();
        if (m_transcript.sequence.at(last).envelope.status == Envelope::Status::Error)
            m_findings.entry(Problem::ErrorHidden, last, u"envelope.status"_s);
    }
}

Problem problemOf(base::ErrorCode code)
{
    switch (code) {
    case base::ErrorCode::DuplicateKey:
        return Problem::DuplicateKey;
    case base::ErrorCode::LimitExceeded:
        return Problem::TooLarge;
    default:
        return Problem::NotJson;
    }
}

} // namespace

TranscriptValidator::TranscriptValidator(LiaisonContract contract, ValidatorOptions options)
    : m_contract(std::move(contract))
    , m_options(options)
    , m_claimWords(m_contract.claimWords)
    , m_markers(m_contract.unsafeMarkers)
{
}

Report TranscriptValidator::check(const Json &document) const
{
    Findings findings;
    const Transcript transcript = readTranscript(document, findings);
    if (document.isObject()) {
        Judgement(transcript, m_contract, m_options, m_claimWords, m_markers, findings).judge();
        if (m_options.extraRules)
            judgeExtraRules(transcript, findings);
    }
    constexpr qsizetype longestId = 200;
    const bool shown = transcript.invocationId.size() <= longestId;
    return Report{shown ? transcript.invocationId : QString(), findings.sorted()};
}

Report TranscriptValidator::checkBytes(QByteArrayView bytes) const
{
    const auto document = base::readJson(bytes, {}, base::DuplicateKeys::Refuse);
    if (document)
        return check(*document);
    Findings findings;
    findings.whole(problemOf(document.error().code));
    return Report{{}, findings.sorted()};
}

} // namespace algenta::liaison
