// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/liaisonrule.h"

#include <array>
#include <cstddef>

namespace algenta::liaison
{

namespace
{

struct RuleRow {
    Rule rule;
    const char *name;
    const char *text;
};

constexpr std::array ruleRows{
    RuleRow{Rule::BrokenDocument, "broken_document", "A transcript is one JSON document, each key once."},
    RuleRow{Rule::MalformedTranscript, "malformed_transcript", "A transcript has the form of its schema."},
    RuleRow{Rule::SkillNotLoadedFirst, "skill_not_loaded_first",
            "A skill is loaded before anything is called."},
    RuleRow{Rule::MoreThanOneSkill, "more_than_one_skill", "Exactly one skill is loaded."},
    RuleRow{Rule::SkillMismatch, "skill_mismatch",
            "The loaded skill is one of the contract, and the answer names the same."},
    RuleRow{Rule::BadSequence, "bad_sequence", "The recorded sequence is numbered 1, 2, 3 without a gap."},
    RuleRow{Rule::ToolNotAllowed, "tool_not_allowed",
            "Only tools that the contract allows the loaded skill are called."},
    RuleRow{Rule::InputOutOfRange, "input_out_of_range", "A tool is called with what its contract takes."},
    RuleRow{
        Rule::InvalidRetry, "invalid_retry",
        "A tool is called again only with the same input after a retryable error, as often as its contract "
        "says."},
    RuleRow{Rule::TimeoutExceeded, "timeout_exceeded", "No call takes longer than the tool's timeout."},
    RuleRow{Rule::EnvelopeMalformed, "envelope_malformed",
            "An envelope has status, data, error and evidence in the form that the contract gives."},
    RuleRow{Rule::EnvelopeExtraField, "envelope_extra_field",
            "Envelope, error and evidence have no further field."},
    RuleRow{Rule::EnvelopeImpossibleState, "envelope_impossible_state",
            "Success has data and no error; an error has an error and neither data nor evidence."},
    RuleRow{Rule::UndeclaredErrorCode, "undeclared_error_code",
            "A tool fails only with the error codes of its contract."},
    RuleRow{Rule::ErrorDiffersFromContract, "error_differs_from_contract",
            "Category and retryability of an error code are those of the contract."},
    RuleRow{Rule::UndeclaredOutputField, "undeclared_output_field",
            "A tool returns only the fields of its contract."},
    RuleRow{Rule::UnsafeContent, "unsafe_content",
            "Neither results nor the answer carry credentials or provider bodies."},
    RuleRow{Rule::MockSubmissionEvidence, "mock_submission_evidence",
            "Mock evidence is no evidence (for a submission only)."},
    RuleRow{Rule::AnswerImpossibleState, "answer_impossible_state",
            "Only an error answer carries an error, and it makes no claim."},
    RuleRow{Rule::MissingEvidence, "missing_evidence",
            "A successful answer makes claims, and each claim cites evidence."},
    RuleRow{Rule::UnknownReference, "unknown_reference",
            "Cited evidence was returned by a successful call of this invocation."},
    RuleRow{Rule::RecordClaimNeedsRecordEvidence, "record_claim_needs_record_evidence",
            "Evidence of a data set supports aggregate claims only."},
    RuleRow{Rule::MutationOrApprovalClaim, "mutation_or_approval_claim",
            "The liaison reads: it claims no approval and no change."},
    RuleRow{Rule::ErrorNotPreserved, "error_not_preserved",
            "An error answer has the final tool error's code, category, message and retryability."},
    RuleRow{Rule::HiddenError, "hidden_error",
            "Where the last result of a tool is an error, the answer is an error."},
    RuleRow{Rule::FalseNoData, "false_no_data", "“No data” is said only where no record was returned."},
    RuleRow{Rule::SeveralTools, "several_tools", "One tool answers one question (extra rule)."},
    RuleRow{Rule::NoReadToolCalled, "no_read_tool_called", "An answer rests on a call (extra rule)."},
    RuleRow{Rule::ClaimNotInAnswer, "claim_not_in_answer",
            "The text of the answer says each claim (extra rule)."},
    RuleRow{Rule::ReferenceNotShown, "reference_not_shown",
            "The text of the answer shows the cited evidence ids (extra rule)."},
    RuleRow{Rule::ErrorCodeNotShown, "error_code_not_shown",
            "The text of an error answer shows the error code (extra rule)."},
    RuleRow{Rule::EvidenceIdNotDerived, "evidence_id_not_derived",
            "An evidence id is derived from source, provenance and reference (extra rule)."},
    RuleRow{Rule::UncitedSentence, "uncited_sentence",
            "Each sentence of a successful answer says a claim or shows an evidence id (extra rule)."},
};

struct ProblemRow {
    Problem problem;
    Rule rule;
    const char *text;
};

constexpr std::array problemRows{
    ProblemRow{Problem::NotJson, Rule::BrokenDocument, "This is not one JSON document."},
    ProblemRow{Problem::DuplicateKey, Rule::BrokenDocument, "A key stands twice in one object."},
    ProblemRow{Problem::TooLarge, Rule::BrokenDocument,
               "The document is larger or deeper than a transcript may be."},

    ProblemRow{Problem::NotAnObject, Rule::MalformedTranscript, "This should be an object."},
    ProblemRow{Problem::UnknownMember, Rule::MalformedTranscript,
               "A member stands here that transcripts do not have."},
    ProblemRow{Problem::MemberMissing, Rule::MalformedTranscript, "This member is missing."},
    ProblemRow{Problem::MemberOfWrongType, Rule::MalformedTranscript, "This value has the wrong type."},
    ProblemRow{Problem::TextOutOfRange, Rule::MalformedTranscript, "This text is empty or too long."},
    ProblemRow{Problem::UnknownWord, Rule::MalformedTranscript,
               "This word is none of those that may stand here."},
    ProblemRow{Problem::TooManyItems, Rule::MalformedTranscript, "This list has too many items."},
    ProblemRow{Problem::ItemRepeated, Rule::MalformedTranscript, "This item repeats an earlier one."},
    ProblemRow{Problem::NumberOutOfRange, Rule::MalformedTranscript, "This number is negative."},

    ProblemRow{Problem::NothingLoaded, Rule::SkillNotLoadedFirst, "Nothing was loaded or called."},
    ProblemRow{Problem::FirstIsNoSkill, Rule::SkillNotLoadedFirst,
               "A tool is called before a skill is loaded."},
    ProblemRow{Problem::FurtherSkill, Rule::MoreThanOneSkill, "A further skill is loaded."},
    ProblemRow{Problem::UnknownSkill, Rule::SkillMismatch, "The contract knows no such skill."},
    ProblemRow{Problem::AnswerOfOtherSkill, Rule::SkillMismatch,
               "The answer names another skill than the one that was loaded."},
    ProblemRow{Problem::SequenceGap, Rule::BadSequence, "The number does not follow the one before it."},
    ProblemRow{Problem::UnknownTool, Rule::ToolNotAllowed, "The contract knows no such tool."},
    ProblemRow{Problem::ToolOfOtherSkill, Rule::ToolNotAllowed, "The loaded skill does not allow this tool."},
    ProblemRow{Problem::InputMissing, Rule::InputOutOfRange, "An input that the tool needs is missing."},
    ProblemRow{Problem::InputUndeclared, Rule::InputOutOfRange,
               "An input stands here that the tool does not take."},
    ProblemRow{Problem::InputOfWrongType, Rule::InputOutOfRange, "The input has the wrong type."},
    ProblemRow{Problem::InputOutsideLimits, Rule::InputOutOfRange,
               "The input is outside the limits of the contract."},
    ProblemRow{Problem::RetryWithoutCause, Rule::InvalidRetry,
               "The tool is called again although the call before did not fail with a retryable error."},
    ProblemRow{Problem::RetryWithOtherInput, Rule::InvalidRetry,
               "The tool is called again with another input: that is no retry."},
    ProblemRow{Problem::RetryTooOften, Rule::InvalidRetry,
               "The tool is called more often than its contract allows."},
    ProblemRow{Problem::TookTooLong, Rule::TimeoutExceeded, "The call took longer than the tool's timeout."},

    ProblemRow{Problem::EnvelopeNotAnObject, Rule::EnvelopeMalformed, "This should be an object."},
    ProblemRow{Problem::EnvelopeMemberMissing, Rule::EnvelopeMalformed, "This member is missing."},
    ProblemRow{Problem::EnvelopeMemberOfWrongType, Rule::EnvelopeMalformed, "This value has the wrong type."},
    ProblemRow{Problem::EnvelopeWordUnknown, Rule::EnvelopeMalformed,
               "This word is none of those that may stand here."},
    ProblemRow{Problem::EnvelopeTextOutOfRange, Rule::EnvelopeMalformed,
               "This text is empty, too long or not of the form that it must have."},
    ProblemRow{Problem::EnvelopeTooMuchEvidence, Rule::EnvelopeMalformed,
               "An envelope carries at most 100 items of evidence."},
    ProblemRow{Problem::EnvelopeMemberUnknown, Rule::EnvelopeExtraField,
               "A member stands here that envelopes do not have."},
    ProblemRow{Problem::SuccessWithoutData, Rule::EnvelopeImpossibleState, "Success without data."},
    ProblemRow{Problem::SuccessWithError, Rule::EnvelopeImpossibleState, "Success with an error."},
    ProblemRow{Problem::ErrorWithoutError, Rule::EnvelopeImpossibleState,
               "An error without its error object."},
    ProblemRow{Problem::ErrorWithData, Rule::EnvelopeImpossibleState, "An error with data."},
    ProblemRow{Problem::ErrorWithEvidence, Rule::EnvelopeImpossibleState, "An error with evidence."},
    ProblemRow{Problem::CodeUndeclared, Rule::UndeclaredErrorCode,
               "The contract of the tool does not declare this error code."},
    ProblemRow{Problem::CategoryDiffers, Rule::ErrorDiffersFromContract,
               "The contract gives this error code another category."},
    ProblemRow{Problem::RetryableDiffers, Rule::ErrorDiffersFromContract,
               "The contract says the opposite about retrying after this error code."},
    ProblemRow{Problem::OutputUndeclared, Rule::UndeclaredOutputField,
               "A field stands here that the contract of the tool does not name."},
    ProblemRow{Problem::UnsafeOutput, Rule::UnsafeContent,
               "The result contains a marker of a credential or a provider body."},
    ProblemRow{Problem::UnsafeAnswer, Rule::UnsafeContent,
               "The answer contains a marker of a credential or a provider body."},
    ProblemRow{Problem::MockEvidence, Rule::MockSubmissionEvidence, "Mock evidence in a submission."},

    ProblemRow{Problem::AnswerErrorUnexpected, Rule::AnswerImpossibleState,
               "An answer that is no error carries an error."},
    ProblemRow{Problem::AnswerErrorWithClaims, Rule::AnswerImpossibleState, "An error answer makes claims."},
    ProblemRow{Problem::NoClaims, Rule::MissingEvidence, "A successful answer without a claim."},
    ProblemRow{Problem::ClaimWithoutEvidence, Rule::MissingEvidence, "A claim that cites no evidence."},
    ProblemRow{Problem::ReferenceUnknown, Rule::UnknownReference,
               "No successful call of this invocation returned this evidence id."},
    ProblemRow{Problem::DatasetForRecord, Rule::RecordClaimNeedsRecordEvidence,
               "This is evidence of a data set, and the claim is about a record."},
    ProblemRow{Problem::ActClaimed, Rule::MutationOrApprovalClaim,
               "The text claims an approval or a change."},
    ProblemRow{Problem::ErrorMissingInAnswer, Rule::ErrorNotPreserved, "An error answer without its error."},
    ProblemRow{Problem::NoErrorToPreserve, Rule::ErrorNotPreserved,
               "An error answer, but no tool ended with an error."},
    ProblemRow{Problem::ErrorCodeDiffers, Rule::ErrorNotPreserved,
               "The code is not that of the final tool error."},
    ProblemRow{Problem::ErrorCategoryDiffers, Rule::ErrorNotPreserved,
               "The category is not that of the final tool error."},
    ProblemRow{Problem::ErrorMessageDiffers, Rule::ErrorNotPreserved,
               "The message is not that of the final tool error."},
    ProblemRow{Problem::ErrorRetryableDiffers, Rule::ErrorNotPreserved,
               "Retryability is not that of the final tool error."},
    ProblemRow{Problem::ErrorHidden, Rule::HiddenError,
               "The last result of this tool is an error, and the answer hides it."},
    ProblemRow{Problem::RecordsDenied, Rule::FalseNoData,
               "The answer says “no data”, and a call returned records."},

    ProblemRow{Problem::OtherToolToo, Rule::SeveralTools, "A further tool is called."},
    ProblemRow{Problem::NothingRead, Rule::NoReadToolCalled, "No tool was called."},
    ProblemRow{Problem::ClaimNotSaid, Rule::ClaimNotInAnswer,
               "The text of the answer does not say this claim."},
    ProblemRow{Problem::ReferenceNotSaid, Rule::ReferenceNotShown,
               "The text of the answer does not show this evidence id."},
    ProblemRow{Problem::CodeNotSaid, Rule::ErrorCodeNotShown,
               "The text of the answer does not show the error code."},
    ProblemRow{Problem::IdNotDerived, Rule::EvidenceIdNotDerived,
               "The evidence id does not follow from source, provenance and reference."},
    ProblemRow{Problem::SentenceUncited, Rule::UncitedSentence,
               "A sentence of the text neither says a claim nor shows an evidence id."},
};

constexpr bool rowsAreInOrder()
{
    for (std::size_t i = 0; i < ruleRows.size(); ++i) {
        if (ruleRows[i].rule != static_cast<Rule>(i))
            return false;
    }
    for (std::size_t i = 0; i < problemRows.size(); ++i) {
        if (problemRows[i].problem != static_cast<Problem>(i))
            return false;
    }
    return static_cast<std::size_t>(Rule::UncitedSentence) + 1 == ruleRows.size() &&
           static_cast<std::size_t>(Problem::SentenceUncited) + 1 == problemRows.size();
}

static_assert(rowsAreInOrder(), "each value has its row, in the order of the enumeration");

const RuleRow &rowOf(Rule rule)
{
    return ruleRows.at(static_cast<std::size_t>(rule));
}

} // namespace

const QList<Rule> &allRules()
{
    static const QList<Rule> rules = [] {
        QList<Rule> list;
        for (const RuleRow &row : ruleRows)
            list.append(row.rule);
        return list;
    }();
    return rules;
}

const QList<Problem> &allProblems()
{
    static const QList<Problem> problems = [] {
        QList<Problem> list;
        for (const ProblemRow &row : problemRows)
            list.append(row.problem);
        return list;
    }();
    return problems;
}

QString ruleName(Rule rule)
{
    return QString::fromLatin1(rowOf(rule).name);
}

QString ruleText(Rule rule)
{
    return QString::fromUtf8(rowOf(rule).text);
}

bool isExtraRule(Rule rule)
{
    return rule >= Rule::SeveralTools;
}

Rule ruleOf(Problem problem)
{
    return problemRows.at(static_cast<std::size_t>(problem)).rule;
}

QString problemText(Problem problem)
{
    return QString::fromUtf8(problemRows.at(static_cast<std::size_t>(problem)).text);
}

} // namespace algenta::liaison
