// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/outcome.h"
#include "core/engine/records.h"
#include "core/journal/entry.h"

#include <QStringList>

#include <optional>

namespace algenta::console
{

/**
 * One execution, from one of two kinds of evidence that are never mixed: a receipt in the journal,
 * or a decision record that says it was executed.
 */
struct ReceiptRecord {
    enum class Evidence {
        Receipt, ///< the engine's answer to an act of this console
        Derived  ///< no receipt was seen; override and payload are not known
    };
    Evidence evidence = Evidence::Derived;
    QString key; ///< of the row: "entry 12" or "derived <id>"
    QString decisionId;
    QString status;
    base::Timestamp executedAt;
    QString responseCode; ///< digits, or empty
    QString webhookUrl;
    QString policySnapshotId;
    QString schemaSnapshotId;
    QString manifestVersion;
    base::Json raw; ///< the entry's details, or the decision record

    // Of a receipt only:
    qint64 entry = 0; ///< number in the journal
    QString actId;
    QString actor;
    QStringList overrideFields;    ///< the bypass fields that were sent
    bool safetyOverridden = false; ///< as the engine said
    QStringList missing;           ///< documented members that the receipt did not have
    base::Json answer;             ///< evidence of the bytes that came back

    [[nodiscard]] bool isReceipt() const { return evidence == Evidence::Receipt; }
};

/** The receipt that an entry holds; nothing if it holds none. Outcomes of a block or failure are none. */
[[nodiscard]] std::optional<ReceiptRecord> receiptFromEntry(const journal::Entry &entry);
/** The execution that a decision record tells of; nothing if it was never executed. */
[[nodiscard]] std::optional<ReceiptRecord> executionFromDecision(const engine::Decision &decision);

} // namespace algenta::console
