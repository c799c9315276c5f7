// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/models/pagedlistmodel.h"
#include "app/console/receipts/receiptrecord.h"
#include "app/console/session/session.h"
#include "core/journal/journalservice.h"

#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/**
 * Receipts of this console's own acts on the engine, from the journal, and the executions that the
 * engine's decision records tell of, page by page. Where both tell of one execution (same decision,
 * same time to the letter), the receipt stands for it.
 */
class ReceiptListModel : public TypedPagedListModel<ReceiptRecord>
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")

public:
    enum Role {
        KeyRole = Qt::UserRole + 1,
        ExecutedRole,
        DecisionRole,
        OutcomeTextRole,
        OutcomeKindRole,
        CodeRole,
        WebhookRole,
        OverrideTextRole,
        OverrideKindRole,
        OverrideSignRole,
        PolicyRole,
        SchemaRole,
        EvidenceTextRole,
        EvidenceKindRole,
        EvidenceSignRole,
        ExactDecisionRole,
        ExactWebhookRole,
        JsonRole,
        CsvRole,
        CommandRole,
    };

    ReceiptListModel(Session &session, journal::JournalService &journal, QObject *parent = nullptr);

    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    /** "receipts seen: 3 · derived: 57, from 100 of 10,000 decisions read". */
    [[nodiscard]] QString countText() const override;
    [[nodiscard]] const ReceiptRecord *byKey(const QString &key) const;
    /** Why receipts may be missing from the rows; empty if none are. */
    [[nodiscard]] QString journalProblem() const { return m_journalProblem; }

protected:
    [[nodiscard]] QVariant recordData(int record, int role) const override;
    [[nodiscard]] QVariant sortValue(int record, int role) const override;
    [[nodiscard]] QList<base::FilterField> filterFields() const override;
    [[nodiscard]] QString filterValue(int record, const QString &field) const override;
    void requestPage(int page, int ticket) override;
    void clearRecords() override;

private:
    void readJournal(qint64 before, int ticket);
    void takeEntries(const QList<journal::Entry> &entries);
    void takeNew(const journal::Entry &entry);
    [[nodiscard]] bool hasReceiptFor(const ReceiptRecord &derived) const;
    [[nodiscard]] static QString overrideText(const ReceiptRecord &record);
    [[nodiscard]] static QString overrideKind(const ReceiptRecord &record);
    [[nodiscard]] QVariant badgeData(const ReceiptRecord &record, int role) const;

    Session &m_session;
    journal::JournalService &m_journal;
    int m_journalTicket = 0;
    QString m_journalProblem;
    int m_decisionsRead = 0;
    qint64 m_decisionsTotal = -1;
    QSet<QString> m_receipts; ///< decision and time of each receipt
    QSet<qint64> m_entries;
};

} // namespace algenta::console
