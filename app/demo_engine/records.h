// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/jsontools.h"

namespace algenta::demo
{

inline constexpr const char *orgId = "org_demo";
inline constexpr const char *schemaSnapshotId = "sch_demo_0001";
inline constexpr const char *manifestVersion = "1.0.0";

/** A logged decision; times in microseconds since the epoch. */
struct Decision {
    std::string id;
    std::optional<std::string> runId;
    Json context;
    std::string chosenAction;
    std::optional<std::vector<std::string>> optionsConsidered;
    std::optional<double> expectedValue;
    std::optional<double> confidence;
    std::optional<std::string> rationale;
    std::optional<double> riskP5;
    std::optional<double> riskP95;
    std::optional<double> riskPol;
    std::optional<std::string> requestHash;
    std::optional<std::string> resultHash;
    std::optional<std::string> policySnapshotId;
    std::optional<double> actualOutcome;
    std::optional<std::string> outcomeNotes;
    std::optional<std::int64_t> outcomeRecordedAt;
    std::optional<std::int64_t> executedAt;
    std::optional<std::string> executionStatus;
    std::optional<std::string> executionWebhookUrl;
    std::optional<int> executionResponseCode;
    std::int64_t createdAt = 0;
    std::int64_t updatedAt = 0;
};

struct PolicySnapshot {
    std::string snapshotId;
    std::string previousSnapshotId;
    double minConfidence = 0;
    std::optional<double> riskFloor;
    bool requireCalibration = false;
    bool allowReexecution = false;
    int revision = 1;
    std::int64_t createdAt = 0;
};

/** Metadata is kept as JSON text: a history of 100,000 entries must be ready at once. */
struct AuditEntry {
    std::string id;
    std::int64_t timestamp = 0;
    std::string actorEmail;
    std::string action;
    std::string resourceType;
    std::string resourceId;
    std::string result;
    std::string metadata;
};

/** What is written down about one attempt to execute. */
struct ExecutionTrace {
    std::optional<std::string> gate;
    std::optional<std::string> code;
    std::optional<std::string> message;
    std::string requestId;
    std::string webhookUrl;
    std::optional<double> measured;
    std::optional<double> threshold;
    bool force = false;
    bool overrideSafety = false;
    bool safetyOverridden = false;
    std::optional<std::string> executionStatus;
    std::optional<int> responseCode;
    std::string policySnapshotId;
    std::optional<std::string> requestHash;
};

/** outcome_delta: actual minus expected, null unless both are known. */
std::optional<double> outcomeDelta(const Decision &decision);

Json decisionToJson(const Decision &decision);
std::optional<Decision> decisionFromJson(const Json &json);
Json snapshotToJson(const PolicySnapshot &snapshot);
std::optional<PolicySnapshot> snapshotFromJson(const Json &json);
/** One entry as JSON text, the same bytes in a page, in the export and in the state file. */
std::string auditText(const AuditEntry &entry);
std::optional<AuditEntry> auditFromJson(const Json &json);
std::string traceText(const ExecutionTrace &trace);

} // namespace algenta::demo
