// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/envelope.h"

#include "core/liaison/evidenceid.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace algenta::liaison
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

constexpr std::array envelopeMembers{"status"_L1, "data"_L1, "error"_L1, "evidence"_L1};
constexpr std::array errorMembers{"code"_L1, "category"_L1, "message"_L1, "retryable"_L1};
constexpr std::array evidenceMembers{"evidenceId"_L1, "source"_L1, "provenance"_L1, "reference"_L1};

constexpr qsizetype maxEvidence = 100;
constexpr qsizetype maxMessage = 500;
constexpr qsizetype maxSource = 120;
constexpr qsizetype maxReference = 2000;

bool hasOnly(const Json &object, std::span<const QLatin1StringView> known)
{
    const Json::Object &members = object.members();
    return std::all_of(members.cbegin(), members.cend(), [known](const base::JsonMember &member) {
        return std::any_of(known.begin(), known.end(),
                           [&member](QLatin1StringView name) { return member.key == name; });
    });
}

/** Reads the members of one object; the path grows only where there is something to say. */
class ObjectReader
{
public:
    ObjectReader(const Json &object, QString path, const EnvelopeProblem &problem)
        : m_object(object)
        , m_path(std::move(path))
        , m_problem(problem)
    {
    }

    void say(Problem problem, const QString &member = {}) const
    {
        m_problem(problem, m_path.isEmpty() || member.isEmpty() ? m_path + member : m_path + u'.' + member);
    }

    /** The member, or nullptr, which has been told. */
    const Json *member(const QString &name) const
    {
        const Json *value = m_object.find(name);
        if (!value)
            say(Problem::EnvelopeMemberMissing, name);
        return value;
    }

    QString text(const QString &name, qsizetype maxLength) const
    {
        const Json *value = member(name);
        if (!value)
            return {};
        QString text = value->toString();
        if (!value->isString())
            say(Problem::EnvelopeMemberOfWrongType, name);
        else if (text.isEmpty() || text.size() > maxLength)
            say(Problem::EnvelopeTextOutOfRange, name);
        return text;
    }

private:
    const Json &m_object;
    QString m_path;
    const EnvelopeProblem &m_problem;
};

std::optional<Evidence> readEvidence(const Json &json, const QString &path, const EnvelopeProblem &problem)
{
    const ObjectReader reader(json, path, problem);
    if (!json.isObject()) {
        reader.say(Problem::EnvelopeNotAnObject);
        return std::nullopt;
    }
    if (!hasOnly(json, evidenceMembers))
        reader.say(Problem::EnvelopeMemberUnknown);
    Evidence item;
    item.id = reader.text(u"evidenceId"_s, maxSource);
    if (!item.id.isEmpty() && item.id.size() <= maxSource && !isEvidenceId(item.id))
        reader.say(Problem::EnvelopeTextOutOfRange, u"evidenceId"_s);
    item.source = reader.text(u"source"_s, maxSource);
    item.provenance = reader.text(u"provenance"_s, maxSource);
    if (!item.provenance.isEmpty() && item.provenance != "live"_L1 && item.provenance != "mock"_L1)
        reader.say(Problem::EnvelopeWordUnknown, u"provenance"_s);
    const Json &reference = json[u"reference"];
    if (!reference.isNull())
        item.reference = reader.text(u"reference"_s, maxReference);
    return isEvidenceId(item.id) ? std::optional(item) : std::nullopt;
}

void readEvidenceList(const Json &list, const EnvelopeProblem &problem, Envelope *envelope)
{
    if (!list.isArray()) {
        problem(Problem::EnvelopeMemberOfWrongType, u"evidence"_s);
        return;
    }
    if (list.size() > maxEvidence)
        problem(Problem::EnvelopeTooMuchEvidence, u"evidence"_s);
    for (qsizetype i = 0; i < list.size(); ++i) {
        if (auto item = readEvidence(list.at(i), u"evidence[%1]"_s.arg(i), problem)) {
            envelope->evidence.append(*std::move(item));
            envelope->evidenceIndex.append(int(i));
        }
    }
}

void checkState(const Envelope &envelope, const Json &json, const EnvelopeProblem &problem)
{
    const bool hasError = json[u"error"].isObject();
    if (envelope.status == Envelope::Status::Success) {
        if (json.contains(u"data") && json[u"data"].isNull())
            problem(Problem::SuccessWithoutData, u"data"_s);
        if (hasError)
            problem(Problem::SuccessWithError, u"error"_s);
    } else if (envelope.status == Envelope::Status::Error) {
        if (json.contains(u"error") && json[u"error"].isNull())
            problem(Problem::ErrorWithoutError, u"error"_s);
        if (json[u"data"].isObject())
            problem(Problem::ErrorWithData, u"data"_s);
        if (json[u"evidence"].size() > 0)
            problem(Problem::ErrorWithEvidence, u"evidence"_s);
    }
}

/** The objects of an output field: itself, or the items of its list. */
void checkOutputField(const Json &value, const QStringList &known, const QString &path,
                      const EnvelopeProblem &problem)
{
    const auto isKnown = [&known](const Json &object) {
        const Json::Object &members = object.members();
        return std::all_of(members.cbegin(), members.cend(),
                           [&known](const base::JsonMember &member) { return known.contains(member.key); });
    };
    if (!isKnown(value))
        problem(Problem::OutputUndeclared, path);
    for (qsizetype i = 0; i < value.items().size(); ++i) {
        if (!isKnown(value.at(i)))
            problem(Problem::OutputUndeclared, path + u"[%1]"_s.arg(i));
    }
}

} // namespace

bool Evidence::isMock() const
{
    return provenance == "mock"_L1;
}

std::optional<ToolError> readToolError(const Json &json, const EnvelopeProblem &problem)
{
    const ObjectReader reader(json, {}, problem);
    if (!json.isObject()) {
        reader.say(Problem::EnvelopeMemberOfWrongType);
        return std::nullopt;
    }
    if (!hasOnly(json, errorMembers))
        reader.say(Problem::EnvelopeMemberUnknown);
    ToolError error;
    error.code = reader.text(u"code"_s, maxMessage);
    if (!error.code.isEmpty() && error.code.size() <= maxMessage && !isErrorCode(error.code))
        reader.say(Problem::EnvelopeTextOutOfRange, u"code"_s);
    error.category = reader.text(u"category"_s, maxMessage);
    if (!error.category.isEmpty() && error.category.size() <= maxMessage && !isErrorCategory(error.category))
        reader.say(Problem::EnvelopeWordUnknown, u"category"_s);
    error.message = reader.text(u"message"_s, maxMessage);
    if (const Json *retryable = reader.member(u"retryable"_s)) {
        if (!retryable->isBool())
            reader.say(Problem::EnvelopeMemberOfWrongType, u"retryable"_s);
        error.retryable = retryable->toBool();
    }
    return error;
}

Envelope readEnvelope(const Json &json, const EnvelopeProblem &problem)
{
    Envelope envelope;
    if (!json.isObject()) {
        problem(Problem::EnvelopeNotAnObject, {});
        return envelope;
    }
    const ObjectReader reader(json, {}, problem);
    if (!hasOnly(json, envelopeMembers))
        reader.say(Problem::EnvelopeMemberUnknown);
    const QString status = reader.text(u"status"_s, maxMessage);
    if (status == "success"_L1)
        envelope.status = Envelope::Status::Success;
    else if (status == "error"_L1)
        envelope.status = Envelope::Status::Error;
    else if (!status.isEmpty() && status.size() <= maxMessage)
        reader.say(Problem::EnvelopeWordUnknown, u"status"_s);
    if (const Json *data = reader.member(u"data"_s)) {
        if (!data->isObject() && !data->isNull())
            reader.say(Problem::EnvelopeMemberOfWrongType, u"data"_s);
        envelope.data = *data;
    }
    if (const Json *error = reader.member(u"error"_s); error && !error->isNull()) {
        envelope.error = readToolError(*error, [&problem](Problem what, const QString &below) {
            problem(what, below.isEmpty() ? u"error"_s : u"error."_s + below);
        });
    }
    if (const Json *evidence = reader.member(u"evidence"_s))
        readEvidenceList(*evidence, problem, &envelope);
    checkState(envelope, json, problem);
    return envelope;
}

void checkEnvelope(const Envelope &envelope, const LiaisonTool &tool, const LiaisonContract &contract,
                   const EnvelopeProblem &problem)
{
    if (envelope.error && isErrorCode(envelope.error->code)) {
        const auto rule = contract.errorCodes.constFind(envelope.error->code);
        if (!tool.errors.contains(envelope.error->code) || rule == contract.errorCodes.cend()) {
            problem(Problem::CodeUndeclared, u"error.code"_s);
        } else {
            if (isErrorCategory(envelope.error->category) && envelope.error->category != rule->category)
                problem(Problem::CategoryDiffers, u"error.category"_s);
            if (envelope.error->retryable != rule->retryable)
                problem(Problem::RetryableDiffers, u"error.retryable"_s);
        }
    }
    const Json::Object &fields = envelope.data.members();
    const bool declared = std::all_of(fields.cbegin(), fields.cend(), [&tool](const base::JsonMember &field) {
        return tool.output.contains(field.key);
    });
    if (!declared)
        problem(Problem::OutputUndeclared, u"data"_s);
    // In the order of the contract, so that the order of keys in the data does not show.
    for (const QString &name : tool.output) {
        const auto known = tool.outputFields.constFind(name);
        if (known != tool.outputFields.cend())
            checkOutputField(envelope.data[name], *known, u"data."_s + name, problem);
    }
}

bool holdsRecords(const Json &value)
{
    std::vector<const Json *> pending{&value};
    while (!pending.empty()) {
        const Json &next = *pending.back();
        pending.pop_back();
        const bool isPositive = next.isNumber() && next.toDouble().value_or(1.0) > 0.0;
        if (isPositive || next.toBool() || (next.isString() && !next.toString().isEmpty()))
            return true;
        // An item of a list is a record, however empty it is.
        if (next.isArray() && next.size() > 0)
            return true;
        for (const base::JsonMember &member : next.members())
            pending.push_back(&member.value);
    }
    return false;
}

} // namespace algenta::liaison
