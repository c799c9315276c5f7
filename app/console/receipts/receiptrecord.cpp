// SPDX-License-Identifier: Apache-2.0
#include "app/console/receipts/receiptrecord.h"

#include "app/console/decisions/recordtext.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using journal::EntryKind;

std::optional<ReceiptRecord> receiptFromEntry(const journal::Entry &entry)
{
    const base::Json &details = entry.draft.details;
    const base::Json &receipt = details[u"receipt"];
    const bool seen = entry.draft.kind == EntryKind::ReceiptSeen ||
                      (entry.draft.kind == EntryKind::Outcome &&
                       details[QString(journal::outcomeKey)].toString() == "receipt"_L1);
    if (!entry.fault.isEmpty() || !seen || !receipt.isObject())
        return std::nullopt;
    ReceiptRecord record;
    record.evidence = ReceiptRecord::Evidence::Receipt;
    record.key = u"entry %1"_s.arg(entry.seq);
    record.decisionId = receipt[u"decision_id"].toString();
    // What the act was about stands in the journal even where the receipt left it out.
    if (record.decisionId.isEmpty())
        record.decisionId = entry.draft.subject;
    record.status = receipt[u"execution_status"].toString();
    record.executedAt = base::parseTimestamp(receipt[u"executed_at"].toString());
    record.responseCode = receipt[u"response_code"].toString();
    record.webhookUrl = receipt[u"webhook_url"].toString();
    record.policySnapshotId = receipt[u"policy_snapshot_id"].toString();
    record.schemaSnapshotId = receipt[u"schema_snapshot_id"].toString();
    record.manifestVersion = receipt[u"manifest_version"].toString();
    record.safetyOverridden = receipt[u"safety_overridden"].toBool();
    for (const base::Json &name : receipt[u"missing"].items())
        record.missing.append(name.toString());
    for (const base::Json &name : details[u"fields"].items())
        record.overrideFields.append(name.toString());
    record.entry = entry.seq;
    record.actId = entry.draft.actId;
    record.actor = entry.draft.actor;
    record.answer = details[u"answer"];
    record.raw = details;
    return record;
}

std::optional<ReceiptRecord> executionFromDecision(const engine::Decision &decision)
{
    if (!decision.wasExecuted())
        return std::nullopt;
    ReceiptRecord record;
    record.key = u"derived "_s + decision.id;
    record.decisionId = decision.id;
    record.status = decision.executionStatus;
    record.executedAt = decision.executedAt;
    record.responseCode = digitsOf(decision.executionResponseCode);
    record.webhookUrl = decision.executionWebhookUrl;
    record.policySnapshotId = decision.policySnapshotId;
    record.schemaSnapshotId = decision.schemaSnapshotId;
    record.manifestVersion = decision.manifestVersion;
    record.raw = decision.raw;
    return record;
}

} // namespace algenta::console
