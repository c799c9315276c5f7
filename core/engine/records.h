// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/base/timestamp.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace algenta::engine
{

/** A decision record. Numbers keep the digits that the engine sent; null and absent are both "no value". */
struct Decision {
    QString id;
    QString chosenAction;
    QString context;
    QString rationale;
    QStringList optionsConsidered;
    base::Json expectedValue; ///< number or null, as the following
    base::Json confidence;    ///< 0 … 1
    base::Json riskP5;
    base::Json riskP95;
    base::Json riskOfLoss; ///< `risk_pol`, 0 … 1
    base::Json actualOutcome;
    base::Json outcomeDelta;
    QString outcomeNotes;
    QString executionStatus; ///< "delivered", "failed" or empty
    QString executionWebhookUrl;
    base::Json executionResponseCode;
    base::Timestamp executedAt;
    base::Timestamp createdAt;
    base::Timestamp updatedAt;
    QString policySnapshotId;
    QString schemaSnapshotId;
    QString manifestVersion;
    QString runId;
    base::Json raw;

    [[nodiscard]] bool wasExecuted() const { return !executionStatus.isEmpty() || executedAt.isValid(); }
    [[nodiscard]] bool wasDelivered() const { return executionStatus == QLatin1StringView("delivered"); }
};

struct Policy {
    base::Json minConfidence; ///< number, 0 … 1
    base::Json riskFloor;     ///< number ≥ 0, or null: off
    bool requireCalibration = false;
    bool allowReexecution = false;
    QString snapshotId;
    QString revision; ///< digits as sent
    base::Timestamp updatedAt;
    base::Json raw;
};

struct AuditEntry {
    QString id;
    base::Timestamp timestamp;
    QString actorEmail;
    QString action;
    QString resourceType;
    QString resourceId;
    QString result;
    QString contentHash;
    base::Json metadata;
    base::Json raw;
};

/** One item of a list that could not be read; the rest stands. */
struct BrokenRecord {
    qsizetype index = 0;
    QString reason;
    base::Json raw;
};

template<typename T>
struct Page {
    QList<T> items;
    QList<BrokenRecord> broken;
    qint64 total = -1; ///< -1: the engine did not say
    int page = 1;
    int pages = -1; ///< -1: not said
    QByteArray raw;
};

[[nodiscard]] base::Result<Decision> parseDecision(const base::Json &json);
[[nodiscard]] base::Result<Policy> parsePolicy(const base::Json &json);
[[nodiscard]] base::Result<AuditEntry> parseAuditEntry(const base::Json &json);
/** Lists under `decisions` (or `data`, or a bare array: older nodes). */
[[nodiscard]] base::Result<Page<Decision>> parseDecisionPage(const QByteArray &body);
/** Lists under `entries` (or `artifacts`, `data`, or a bare array). */
[[nodiscard]] base::Result<Page<AuditEntry>> parseAuditPage(const QByteArray &body);
/** Snapshots under `data` (or `snapshots`, or a bare array). */
[[nodiscard]] base::Result<Page<Policy>> parsePolicyPage(const QByteArray &body);

} // namespace algenta::engine
