// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

namespace algenta::liaison
{

/** Why a transcript is rejected: a closed list, in the order in which reports name them. */
enum class Rule {
    BrokenDocument,
    MalformedTranscript,
    SkillNotLoadedFirst,
    MoreThanOneSkill,
    SkillMismatch,
    BadSequence,
    ToolNotAllowed,
    InputOutOfRange,
    InvalidRetry,
    TimeoutExceeded,
    EnvelopeMalformed,
    EnvelopeExtraField,
    EnvelopeImpossibleState,
    UndeclaredErrorCode,
    ErrorDiffersFromContract,
    UndeclaredOutputField,
    UnsafeContent,
    MockSubmissionEvidence, ///< only for a submission
    AnswerImpossibleState,
    MissingEvidence,
    UnknownReference,
    RecordClaimNeedsRecordEvidence,
    MutationOrApprovalClaim,
    ErrorNotPreserved,
    HiddenError,
    FalseNoData,
    // Only with the extra rules, in this order too.
    SeveralTools,
    NoReadToolCalled,
    ClaimNotInAnswer,
    ReferenceNotShown,
    ErrorCodeNotShown,
    EvidenceIdNotDerived,
    UncitedSentence,
};

/** One way to break a rule, with the one sentence that reports use for it. */
enum class Problem {
    NotJson,
    DuplicateKey,
    TooLarge,

    NotAnObject,
    UnknownMember,
    MemberMissing,
    MemberOfWrongType,
    TextOutOfRange,
    UnknownWord,
    TooManyItems,
    ItemRepeated,
    NumberOutOfRange,

    NothingLoaded,
    FirstIsNoSkill,
    FurtherSkill,
    UnknownSkill,
    AnswerOfOtherSkill,
    SequenceGap,
    UnknownTool,
    ToolOfOtherSkill,
    InputMissing,
    InputUndeclared,
    InputOfWrongType,
    InputOutsideLimits,
    RetryWithoutCause,
    RetryWithOtherInput,
    RetryTooOften,
    TookTooLong,

    EnvelopeNotAnObject,
    EnvelopeMemberMissing,
    EnvelopeMemberOfWrongType,
    EnvelopeWordUnknown,
    EnvelopeTextOutOfRange,
    EnvelopeTooMuchEvidence,
    EnvelopeMemberUnknown,
    SuccessWithoutData,
    SuccessWithError,
    ErrorWithoutError,
    ErrorWithData,
    ErrorWithEvidence,
    CodeUndeclared,
    CategoryDiffers,
    RetryableDiffers,
    OutputUndeclared,
    UnsafeOutput,
    UnsafeAnswer,
    MockEvidence,

    AnswerErrorUnexpected,
    AnswerErrorWithClaims,
    NoClaims,
    ClaimWithoutEvidence,
    ReferenceUnknown,
    DatasetForRecord,
    ActClaimed,
    ErrorMissingInAnswer,
    NoErrorToPreserve,
    ErrorCodeDiffers,
    ErrorCategoryDiffers,
    ErrorMessageDiffers,
    ErrorRetryableDiffers,
    ErrorHidden,
    RecordsDenied,

    OtherToolToo,
    NothingRead,
    ClaimNotSaid,
    ReferenceNotSaid,
    CodeNotSaid,
    IdNotDerived,
    SentenceUncited,
};

[[nodiscard]] const QList<Rule> &allRules();
[[nodiscard]] const QList<Problem> &allProblems();

/** Stable lower-case name, as in reports and file names: "hidden_error". */
[[nodiscard]] QString ruleName(Rule rule);
/** One sentence for people: what the rule demands. */
[[nodiscard]] QString ruleText(Rule rule);
/** True for the rules that only apply when they are asked for. */
[[nodiscard]] bool isExtraRule(Rule rule);

[[nodiscard]] Rule ruleOf(Problem problem);
/** The fixed sentence: it repeats nothing of any input. */
[[nodiscard]] QString problemText(Problem problem);

} // namespace algenta::liaison
