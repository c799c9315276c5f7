// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/transcript.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

namespace algenta::liaison
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

constexpr std::array transcriptMembers{"invocation_id"_L1, "sequence"_L1, "answer"_L1};
constexpr std::array skillMembers{"seq"_L1, "type"_L1, "skill"_L1};
constexpr std::array callMembers{"seq"_L1, "type"_L1, "tool"_L1, "input"_L1, "elapsed_ms"_L1, "envelope"_L1};
constexpr std::array answerMembers{"status"_L1, "skill"_L1,       "text"_L1,
                                   "claims"_L1, "uncertainty"_L1, "error"_L1};
constexpr std::array claimMembers{"text"_L1, "kind"_L1, "evidenceIds"_L1};

constexpr qsizetype maxName = 200;
constexpr qsizetype maxAnswer = 4000;
constexpr qsizetype maxClaim = 1000;
constexpr qsizetype maxClaims = 20;
constexpr qsizetype maxReferences = 8;
constexpr qsizetype maxUncertainty = 8;

using Say = std::function<void(Problem problem, const QString &path)>;

/** Reads the members of one object and says what is wrong with them at their path. */
class MemberReader
{
public:
    MemberReader(const Json &object, QString path, const Say &say)
        : m_object(object)
        , m_path(std::move(path))
        , m_say(say)
    {
    }

    [[nodiscard]] bool isObject() const
    {
        if (!m_object.isObject())
            m_say(Problem::NotAnObject, m_path);
        return m_object.isObject();
    }

    void knownOnly(std::span<const QLatin1StringView> known) const
    {
        const Json::Object &members = m_object.members();
        const bool all =
            std::all_of(members.cbegin(), members.cend(), [known](const base::JsonMember &member) {
                return std::any_of(known.begin(), known.end(),
                                   [&member](QLatin1StringView name) { return member.key == name; });
            });
        if (!all)
            m_say(Problem::UnknownMember, m_path);
    }

    [[nodiscard]] const Json *member(const QString &name) const
    {
        const Json *value = m_object.find(name);
        if (!value)
            say(Problem::MemberMissing, name);
        return value;
    }

    [[nodiscard]] QString text(const QString &name, qsizetype maxLength) const
    {
        const Json *value = member(name);
        return value ? checkedText(*value, name, maxLength) : QString();
    }

    [[nodiscard]] QString checkedText(const Json &value, const QString &place, qsizetype maxLength) const
    {
        QString text = value.toString();
        if (!value.isString())
            say(Problem::MemberOfWrongType, place);
        else if (text.isEmpty() || text.size() > maxLength)
            say(Problem::TextOutOfRange, place);
        return text;
    }

    /** The list, or nullptr, which has been told. */
    [[nodiscard]] const Json *list(const QString &name) const
    {
        const Json *value = member(name);
        if (value && !value->isArray())
            say(Problem::MemberOfWrongType, name);
        return value && value->isArray() ? value : nullptr;
    }

    [[nodiscard]] std::optional<qint64> integer(const QString &name) const
    {
        const Json *value = member(name);
        if (!value)
            return std::nullopt;
        const std::optional<qint64> number = value->toInteger();
        if (!number)
            say(Problem::MemberOfWrongType, name);
        return number;
    }

    void say(Problem problem, const QString &below) const
    {
        m_say(problem, m_path.isEmpty() ? below : m_path + u'.' + below);
    }

private:
    const Json &m_object;
    QString m_path;
    const Say &m_say;
};

Claim readClaim(const Json &json, const QString &path, const Say &say)
{
    Claim claim;
    const MemberReader reader(json, path, say);
    if (!reader.isObject())
        return claim;
    reader.knownOnly(claimMembers);
    claim.text = reader.text(u"text"_s, maxClaim);
    const QString kind = reader.text(u"kind"_s, maxClaim);
    if (kind == "record"_L1)
        claim.kind = Claim::Kind::Record;
    else if (kind == "aggregate"_L1)
        claim.kind = Claim::Kind::Aggregate;
    else if (!kind.isEmpty() && kind.size() <= maxClaim)
        reader.say(Problem::UnknownWord, u"kind"_s);
    const Json *ids = reader.list(u"evidenceIds"_s);
    if (!ids)
        return claim;
    claim.hasEvidenceList = true;
    if (ids->size() > maxReferences)
        reader.say(Problem::TooManyItems, u"evidenceIds"_s);
    for (qsizetype i = 0; i < ids->size(); ++i) {
        const QString place = u"evidenceIds[%1]"_s.arg(i);
        const QString id = reader.checkedText(ids->at(i), place, maxName);
        if (!id.isEmpty() && claim.evidenceIds.contains(id))
            reader.say(Problem::ItemRepeated, place);
        claim.evidenceIds.append(id);
    }
    return claim;
}

Answer::Status answerStatus(const QString &text)
{
    return text == "success"_L1   ? Answer::Status::Success
           : text == "no_data"_L1 ? Answer::Status::NoData
           : text == "error"_L1   ? Answer::Status::Error
                                  : Answer::Status::Unreadable;
}

void readUncertainty(const Json &json, const MemberReader &reader, Answer *answer)
{
    if (!json.contains(u"uncertainty"))
        return;
    const Json *list = reader.list(u"uncertainty"_s);
    if (!list)
        return;
    if (list->size() > maxUncertainty)
        reader.say(Problem::TooManyItems, u"uncertainty"_s);
    for (qsizetype i = 0; i < list->size(); ++i)
        answer->uncertainty.append(reader.checkedText(list->at(i), u"uncertainty[%1]"_s.arg(i), maxAnswer));
}

/** A broken error object in the answer is a broken transcript, not a broken envelope. */
Problem inTranscript(Problem problem)
{
    switch (problem) {
    case Problem::EnvelopeMemberMissing:
        return Problem::MemberMissing;
    case Problem::EnvelopeMemberUnknown:
        return Problem::UnknownMember;
    case Problem::EnvelopeWordUnknown:
        return Problem::UnknownWord;
    case Problem::EnvelopeTextOutOfRange:
        return Problem::TextOutOfRange;
    default:
        return Problem::MemberOfWrongType;
    }
}

std::optional<Answer> readAnswer(const Json &json, const Say &say)
{
    const MemberReader reader(json, {}, say);
    if (!reader.isObject())
        return std::nullopt;
    reader.knownOnly(answerMembers);
    Answer answer;
    const QString status = reader.text(u"status"_s, maxName);
    answer.status = answerStatus(status);
    if (answer.status == Answer::Status::Unreadable && !status.isEmpty() && status.size() <= maxName)
        reader.say(Problem::UnknownWord, u"status"_s);
    if (json.contains(u"skill"))
        answer.skill = reader.text(u"skill"_s, maxName);
    answer.text = reader.text(u"text"_s, maxAnswer);
    readUncertainty(json, reader, &answer);
    if (const Json *claims = reader.list(u"claims"_s)) {
        answer.hasClaimList = true;
        if (claims->size() > maxClaims)
            reader.say(Problem::TooManyItems, u"claims"_s);
        for (qsizetype i = 0; i < claims->size(); ++i)
            answer.claims.append(readClaim(claims->at(i), u"claims[%1]"_s.arg(i), say));
    }
    if (const Json *error = reader.member(u"error"_s); error && !error->isNull()) {
        answer.error = readToolError(*error, [&reader](Problem problem, const QString &below) {
            reader.say(inTranscript(problem), below.isEmpty() ? u"error"_s : u"error."_s + below);
        });
    }
    return answer;
}

void readCall(const Json &json, const MemberReader &reader, int index, Findings &findings,
              SequenceEntry *entry)
{
    entry->kind = SequenceEntry::Kind::ToolCall;
    reader.knownOnly(callMembers);
    entry->tool = reader.text(u"tool"_s, maxName);
    if (const Json *input = reader.member(u"input"_s)) {
        if (!input->isObject())
            reader.say(Problem::MemberOfWrongType, u"input"_s);
        entry->input = *input;
    }
    if (json.contains(u"elapsed_ms")) {
        entry->elapsedMs = reader.integer(u"elapsed_ms"_s);
        if (entry->elapsedMs && *entry->elapsedMs < 0)
            reader.say(Problem::NumberOutOfRange, u"elapsed_ms"_s);
    }
    if (const Json *envelope = reader.member(u"envelope"_s)) {
        entry->envelope = readEnvelope(*envelope, [&findings, index](Problem problem, const QString &below) {
            findings.entry(problem, index, below.isEmpty() ? u"envelope"_s : u"envelope."_s + below);
        });
    }
}

SequenceEntry readEntry(const Json &json, int index, Findings &findings)
{
    const Say say = [&findings, index](Problem problem, const QString &below) {
        findings.entry(problem, index, below);
    };
    SequenceEntry entry;
    const MemberReader reader(json, {}, say);
    if (!reader.isObject())
        return entry;
    entry.seq = reader.integer(u"seq"_s);
    const QString type = reader.text(u"type"_s, maxName);
    if (type == "skill_load"_L1) {
        entry.kind = SequenceEntry::Kind::SkillLoad;
        reader.knownOnly(skillMembers);
        entry.skill = reader.text(u"skill"_s, maxName);
    } else if (type == "tool_call"_L1) {
        readCall(json, reader, index, findings, &entry);
    } else if (!type.isEmpty() && type.size() <= maxName) {
        reader.say(Problem::UnknownWord, u"type"_s);
    }
    return entry;
}

} // namespace

Transcript readTranscript(const Json &json, Findings &findings)
{
    Transcript transcript;
    const Say say = [&findings](Problem problem, const QString &path) { findings.whole(problem, path); };
    const MemberReader reader(json, {}, say);
    if (!reader.isObject())
        return transcript;
    reader.knownOnly(transcriptMembers);
    transcript.invocationId = reader.text(u"invocation_id"_s, maxName);
    if (const Json *sequence = reader.list(u"sequence"_s)) {
        transcript.hasSequence = true;
        transcript.sequence.reserve(sequence->size());
        for (qsizetype i = 0; i < sequence->size(); ++i)
            transcript.sequence.append(readEntry(sequence->at(i), int(i), findings));
    }
    if (const Json *answer = reader.member(u"answer"_s)) {
        transcript.answer = readAnswer(
            *answer, [&findings](Problem problem, const QString &below) { findings.answer(problem, below); });
    }
    return transcript;
}

} // namespace algenta::liaison
