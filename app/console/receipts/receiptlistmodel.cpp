// SPDX-License-Identifier: Apache-2.0
#include "app/console/receipts/receiptlistmodel.h"

#include "app/console/decisions/recordtext.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"

#include <QLocale>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::FieldKind;
using journal::EntryKind;

namespace
{

constexpr int journalPage = 500;

/** What two tellings of one execution have in common. */
QString identity(const ReceiptRecord &record)
{
    return record.decisionId + u'\n' + record.executedAt.raw;
}

} // namespace

ReceiptListModel::ReceiptListModel(Session &session, journal::JournalService &journal, QObject *parent)
    : TypedPagedListModel(parent)
    , m_session(session)
    , m_journal(journal)
{
    connect(&m_session, &Session::timeZoneChanged, this, [this] { presentationChanged({ExecutedRole}); });
    connect(&m_journal, &journal::JournalService::appended, this, &ReceiptListModel::takeNew);
    sortBy(u"executed"_s, true);
}

QHash<int, QByteArray> ReceiptListModel::roleNames() const
{
    return {{KeyRole, "key"},
            {ExecutedRole, "executed"},
            {DecisionRole, "decision"},
            {OutcomeTextRole, "outcome"},
            {OutcomeKindRole, "outcomeKind"},
            {CodeRole, "code"},
            {WebhookRole, "webhook"},
            {OverrideTextRole, "override"},
            {OverrideKindRole, "overrideKind"},
            {OverrideSignRole, "overrideSign"},
            {PolicyRole, "policy"},
            {SchemaRole, "schema"},
            {EvidenceTextRole, "evidence"},
            {EvidenceKindRole, "evidenceKind"},
            {EvidenceSignRole, "evidenceSign"},
            {ExactDecisionRole, "exactDecision"},
            {ExactWebhookRole, "exactWebhook"},
            {JsonRole, "json"},
            {CsvRole, "csv"},
            {CommandRole, "command"}};
}

QString ReceiptListModel::countText() const
{
    const QLocale locale;
    const auto receipts = std::count_if(m_records.cbegin(), m_records.cend(),
                                        [](const ReceiptRecord &record) { return record.isReceipt(); });
    const QString read = locale.toString(m_decisionsRead);
    const QString of = m_decisionsTotal < 0
                           ? tr("%1 decisions read").arg(read)
                           : tr("%1 of %2 decisions read").arg(read, locale.toString(m_decisionsTotal));
    const QString all = tr("receipts seen: %1 · derived: %2, from %3")
                            .arg(locale.toString(receipts), locale.toString(m_records.size() - receipts), of);
    return isFiltered() ? tr("%1 match · %2").arg(locale.toString(rowCount()), all) : all;
}

void ReceiptListModel::clearRecords()
{
    TypedPagedListModel::clearRecords();
    m_receipts.clear();
    m_entries.clear();
    m_decisionsRead = 0;
    m_decisionsTotal = -1;
    m_journalProblem.clear();
    readJournal(0, ++m_journalTicket);
}

const ReceiptRecord *ReceiptListModel::byKey(const QString &key) const
{
    const auto found = std::find_if(m_records.cbegin(), m_records.cend(),
                                    [&](const ReceiptRecord &record) { return record.key == key; });
    return found == m_records.cend() ? nullptr : &*found;
}

void ReceiptListModel::readJournal(qint64 before, int ticket)
{
    journal::EntryFilter filter;
    filter.kinds = {EntryKind::Outcome, EntryKind::ReceiptSeen};
    filter.engine = m_session.origin();
    if (filter.engine.isEmpty())
        return;
    base::onDone(m_journal.page(filter, before, journalPage), this,
                 [this, ticket](const base::Result<QList<journal::Entry>> &entries) {
                     if (ticket != m_journalTicket)
                         return;
                     if (!entries) {
                         m_journalProblem =
                             tr("The journal could not be read, so receipts of own acts are missing. %1")
                                 .arg(base::visibleText(entries.error().message));
                         Q_EMIT stateChanged();
                         return;
                     }
                     takeEntries(*entries);
                     if (entries->size() == journalPage && entries->constLast().seq > 1)
                         readJournal(entries->constLast().seq, ticket);
                 });
}

void ReceiptListModel::takeNew(const journal::Entry &entry)
{
    if (entry.draft.engine == m_session.origin())
        takeEntries({entry});
}

void ReceiptListModel::takeEntries(const QList<journal::Entry> &entries)
{
    const int first = int(m_records.size());
    for (const journal::Entry &entry : entries) {
        if (!entry.fault.isEmpty()) {
            m_journalProblem = tr("Entry %1 of the journal is damaged and not shown as a receipt. Verify the "
                                  "journal to learn more.")
                                   .arg(entry.seq);
            continue;
        }
        std::optional<ReceiptRecord> receipt = receiptFromEntry(entry);
        if (!receipt || m_entries.contains(entry.seq))
            continue;
        m_entries.insert(entry.seq);
        m_receipts.insert(identity(*receipt));
        m_records.append(std::move(*receipt));
    }
    const int added = int(m_records.size()) - first;
    const qsizetype replaced = m_records.removeIf(
        [this](const ReceiptRecord &record) { return !record.isReceipt() && hasReceiptFor(record); });
    if (replaced > 0)
        recordsReset();
    else
        recordsAppended(first, added);
}

bool ReceiptListModel::hasReceiptFor(const ReceiptRecord &derived) const
{
    // Without a time nothing says that the two are the same execution.
    return !derived.executedAt.raw.isEmpty() && m_receipts.contains(identity(derived));
}

void ReceiptListModel::requestPage(int page, int ticket)
{
    if (!m_session.connection()) {
        base::Error error;
        error.code = base::ErrorCode::Unreachable;
        error.message = tr("No engine is connected.");
        error.remedy = tr("Set its address in Settings.");
        pageFailed(error, ticket);
        return;
    }
    base::onDone(m_session.connection()->rest().decisions(page, pageSize), this,
                 [this, ticket](const base::Result<engine::Page<engine::Decision>> &answer) {
                     if (answer)
                         replaceIfRefreshed(ticket);
                     if (answer && isCurrent(ticket)) {
                         m_decisionsRead += int(answer->items.size() + answer->broken.size());
                         m_decisionsTotal = answer->total;
                     }
                     takePage(
                         answer, ticket, [](const engine::Decision &decision) { return decision.id; },
                         [this](const engine::Decision &decision) -> std::optional<ReceiptRecord> {
                             std::optional<ReceiptRecord> derived = executionFromDecision(decision);
                             return derived && hasReceiptFor(*derived) ? std::nullopt : derived;
                         });
                 });
}

QString ReceiptListModel::overrideText(const ReceiptRecord &record)
{
    if (!record.isReceipt())
        return tr("not known");
    if (!record.overrideFields.isEmpty())
        return base::elidedText(record.overrideFields.join(u" + "_s), 60);
    return record.safetyOverridden ? tr("said by the engine") : tr("none");
}

QString ReceiptListModel::overrideKind(const ReceiptRecord &record)
{
    if (!record.isReceipt())
        return u"unknown"_s;
    return record.overrideFields.isEmpty() && !record.safetyOverridden ? u"neutral"_s : u"override"_s;
}

QVariant ReceiptListModel::badgeData(const ReceiptRecord &record, int role) const
{
    switch (role) {
    case OutcomeTextRole:
        return record.status.isEmpty() ? tr("not said") : base::elidedText(record.status, 40);
    case OutcomeKindRole:
        return record.status == "delivered"_L1 ? u"ok"_s
               : record.status == "failed"_L1  ? u"failed"_s
                                               : u"unknown"_s;
    case OverrideTextRole:
        return overrideText(record);
    case OverrideKindRole:
        return overrideKind(record);
    case OverrideSignRole:
        return overrideKind(record) == "neutral"_L1 ? u"none"_s : QString();
    case EvidenceTextRole:
        return record.isReceipt() ? tr("receipt · entry %1").arg(record.entry)
                                  : tr("derived, no receipt seen");
    case EvidenceKindRole:
        return record.isReceipt() ? u"ok"_s : u"unknown"_s;
    default:
        return record.isReceipt() ? u"check"_s : u"tilde"_s;
    }
}

QVariant ReceiptListModel::recordData(int record, int role) const
{
    const ReceiptRecord &r = m_records.at(record);
    switch (role) {
    case KeyRole:
        return r.key;
    case ExecutedRole:
        return r.executedAt.raw.isEmpty() ? tr("not said") : m_session.formatted(r.executedAt);
    case Qt::DisplayRole:
    case DecisionRole:
        return base::elidedText(r.decisionId);
    case CodeRole:
        return r.responseCode.isEmpty() ? u"—"_s : base::elidedText(r.responseCode, 40);
    case WebhookRole:
        return base::elidedText(r.webhookUrl);
    case PolicyRole:
        return base::elidedText(r.policySnapshotId);
    case SchemaRole:
        return base::elidedText(r.schemaSnapshotId);
    case ExactDecisionRole:
        return r.decisionId;
    case ExactWebhookRole:
        return r.webhookUrl;
    case JsonRole:
        return jsonText(r.raw);
    case CsvRole:
        return csvLine({r.executedAt.raw, r.decisionId, r.status, r.responseCode, r.webhookUrl,
                        overrideText(r), r.policySnapshotId, r.schemaSnapshotId,
                        badgeData(r, EvidenceTextRole).toString()});
    case CommandRole:
        return shellCommand(u"decisions show"_s, r.decisionId);
    default:
        return role > Qt::UserRole && role <= CommandRole ? badgeData(r, role) : QVariant();
    }
}

QVariant ReceiptListModel::sortValue(int record, int role) const
{
    const ReceiptRecord &r = m_records.at(record);
    if (role == ExecutedRole)
        return timeKey(r.executedAt);
    if (role == CodeRole)
        return r.responseCode.isEmpty() ? QVariant() : QVariant(r.responseCode.toDouble());
    return recordData(record, role);
}

QList<base::FilterField> ReceiptListModel::filterFields() const
{
    return {{u"evidence"_s},
            {u"status"_s},
            {u"decision"_s},
            {u"webhook"_s},
            {u"override"_s},
            {u"policy"_s},
            {u"schema"_s},
            {u"who"_s},
            {u"code"_s, FieldKind::Number},
            {u"entry"_s, FieldKind::Number},
            {u"executed"_s, FieldKind::Time}};
}

QString ReceiptListModel::filterValue(int record, const QString &field) const
{
    const ReceiptRecord &r = m_records.at(record);
    if (field == "evidence"_L1)
        return r.isReceipt() ? u"receipt"_s : u"derived"_s;
    if (field == "status"_L1)
        return r.status;
    if (field == "decision"_L1)
        return r.decisionId;
    if (field == "webhook"_L1)
        return r.webhookUrl;
    if (field == "override"_L1) {
        const QString kind = overrideKind(r);
        return kind == "override"_L1  ? u"yes "_s + r.overrideFields.join(u' ')
               : kind == "neutral"_L1 ? u"none"_s
                                      : u"not known"_s;
    }
    if (field == "policy"_L1)
        return r.policySnapshotId;
    if (field == "schema"_L1)
        return r.schemaSnapshotId;
    if (field == "who"_L1)
        return r.actor;
    if (field == "code"_L1)
        return r.responseCode;
    if (field == "entry"_L1)
        return r.entry > 0 ? QString::number(r.entry) : QString();
    return r.executedAt.raw;
}

} // namespace algenta::console
