// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/receiptlist.h"

#include "app/ctl/journalverifycommand.h"
#include "app/ctl/pagereader.h"
#include "core/base/clock.h"
#include "core/base/ondone.h"
#include "core/base/timestamp.h"
#include "core/journal/journalfile.h"

#include <QFileInfo>
#include <QHash>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::FieldKind;
using base::Json;
using base::Result;

namespace
{

constexpr int journalPage = 200;

QList<Column> receiptColumns()
{
    return {{u"evidence"_s, FieldKind::Text, true},
            {u"decision_id"_s, FieldKind::Text, true},
            {u"execution_status"_s, FieldKind::Text, true},
            {u"response_code"_s, FieldKind::Number, true},
            {u"executed_at"_s, FieldKind::Time, true},
            {u"webhook_url"_s, FieldKind::Text, true},
            {u"safety_overridden"_s, FieldKind::Text, true},
            {u"policy_snapshot_id"_s, FieldKind::Text, false},
            {u"schema_snapshot_id"_s, FieldKind::Text, false},
            {u"manifest_version"_s, FieldKind::Text, false},
            {u"actor"_s, FieldKind::Text, false},
            {u"recorded_at"_s, FieldKind::Time, false},
            {u"journal_seq"_s, FieldKind::Number, false},
            {u"act_id"_s, FieldKind::Text, false}};
}

/** The journal keeps numbers as strings. */
Json numberFrom(const Json &text)
{
    return Json::number(text.toString().toLatin1());
}

Json stringOrNull(const Json &value)
{
    return textOrNull(value.toString());
}

Record ownReceipt(const journal::Entry &entry)
{
    const Json &receipt = entry.draft.details[u"receipt"];
    const Json &overridden = receipt[u"safety_overridden"];
    return {Json::string(u"receipt"_s),
            textOrNull(receipt[u"decision_id"].toString().isEmpty() ? entry.draft.subject
                                                                    : receipt[u"decision_id"].toString()),
            stringOrNull(receipt[u"execution_status"]),
            numberFrom(receipt[u"response_code"]),
            stringOrNull(receipt[u"executed_at"]),
            stringOrNull(receipt[u"webhook_url"]),
            overridden.isBool() ? overridden : Json(),
            stringOrNull(receipt[u"policy_snapshot_id"]),
            stringOrNull(receipt[u"schema_snapshot_id"]),
            stringOrNull(receipt[u"manifest_version"]),
            textOrNull(entry.draft.actor),
            Json::string(base::toRfc3339(entry.time)),
            Json::integer(entry.seq),
            textOrNull(entry.draft.actId)};
}

Record derivedExecution(const engine::Decision &decision)
{
    return {Json::string(u"derived"_s),
            Json::string(decision.id),
            textOrNull(decision.executionStatus),
            decision.executionResponseCode,
            textOrNull(decision.executedAt.raw),
            textOrNull(decision.executionWebhookUrl),
            Json(), // the record does not say whether an override was used
            textOrNull(decision.policySnapshotId),
            textOrNull(decision.schemaSnapshotId),
            textOrNull(decision.manifestVersion),
            Json(),
            Json(),
            Json(),
            Json()};
}

class ReceiptSource final : public QObject, public RecordSource
{
public:
    ReceiptSource(std::unique_ptr<EngineAccess> engine, QString journalPath, bool journalNamed)
        : m_engine(std::move(engine))
        , m_journalPath(std::move(journalPath))
        , m_journalNamed(journalNamed)
    {
    }

    QList<Column> columns() const override { return receiptColumns(); }
    QString listName() const override { return u"receipts"_s; }

    Json about() const override
    {
        Json json = Json::object();
        json.set(u"engine"_s, Json::string(m_engine->address.origin()));
        json.set(u"journal"_s, m_journalRead ? Json::string(m_journalPath) : Json());
        return json;
    }

    void next(Next done) override
    {
        if (std::exchange(m_journalDone, true)) {
            readDecisions(done);
            return;
        }
        Batch batch;
        readJournal(batch);
        done(batch);
    }

private:
    void readJournal(Batch &batch)
    {
        if (!m_journalNamed && !QFileInfo::exists(m_journalPath)) {
            batch.notes.append(
                u"There is no journal at %1, so there are no receipts of own acts."_s.arg(m_journalPath));
            return;
        }
        const auto file = journal::JournalFile::openReadOnly(m_journalPath, m_clock);
        if (!file) {
            noteGap(batch, file.error());
            return;
        }
        m_journalRead = true;
        journal::EntryFilter filter;
        filter.kinds = {journal::EntryKind::Outcome, journal::EntryKind::ReceiptSeen};
        filter.engine = m_engine->address.origin();
        for (qint64 before = 0;;) {
            const auto entries = (*file)->page(filter, before, journalPage);
            if (!entries) {
                noteGap(batch, entries.error());
                return;
            }
            for (const journal::Entry &entry : *entries)
                takeEntry(batch, entry);
            if (entries->size() < journalPage || entries->last().seq <= 1)
                return;
            before = entries->last().seq;
        }
    }

    static void noteGap(Batch &batch, const base::Error &error)
    {
        batch.gaps.append(u"The journal cannot be read, so receipts of own acts are missing: "_s +
                          error.message);
    }

    void takeEntry(Batch &batch, const journal::Entry &entry)
    {
        if (!entry.fault.isEmpty()) {
            batch.gaps.append(
                u"Entry %1 of the journal is damaged and not shown: %2 Run algentactl journal verify."_s.arg(
                    QString::number(entry.seq), entry.fault));
            return;
        }
        if (!entry.draft.details[u"receipt"].isObject())
            return;
        batch.records.append(ownReceipt(entry));
        const Record &record = batch.records.constLast();
        m_own.insert(valueText(record.at(1)), base::parseTimestamp(valueText(record.at(4))));
    }

    void readDecisions(const Next &done)
    {
        base::onDone(m_engine->connection->rest().decisions(m_pages.page(), PageReader::pageSize), this,
                     [this, done](const Result<engine::Page<engine::Decision>> &page) {
                         if (!page) {
                             done(base::fail(page.error()));
                             return;
                         }
                         Batch batch = m_pages.take(*page, [this](const engine::Decision &decision) {
                             return wanted(decision) ? std::optional(derivedExecution(decision))
                                                     : std::nullopt;
                         });
                         batch.total = -1; // of decisions, executed or not
                         done(batch);
                     });
    }

    /** Executed, and not by an own act whose receipt is listed already. */
    [[nodiscard]] bool wanted(const engine::Decision &decision) const
    {
        if (!decision.wasExecuted())
            return false;
        const QList<base::Timestamp> own = m_own.values(decision.id);
        return std::none_of(own.cbegin(), own.cend(), [&decision](const base::Timestamp &time) {
            return time.isValid() && time.instant == decision.executedAt.instant &&
                   time.fraction == decision.executedAt.fraction;
        });
    }

    std::unique_ptr<EngineAccess> m_engine;
    QString m_journalPath;
    bool m_journalNamed;
    base::SystemClock m_clock;
    bool m_journalDone = false;
    bool m_journalRead = false;
    QMultiHash<QString, base::Timestamp> m_own;
    PageReader m_pages;
};

} // namespace

CommandSpec ReceiptListCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"receipts"_s, u"list"_s};
    spec.summary = u"List receipts of own acts, and executions that decision records show."_s;
    spec.description =
        u"No engine lists its receipts: a receipt exists only in the answer to an execute call. So\n"
        "“evidence” tells two things apart. receipt: this engine's answer to an act of this console, kept\n"
        "in the journal. derived: the decision record says that it was executed; no receipt was seen, and\n"
        "whether a gate was overridden is not known. Own receipts come first, then the derived ones.\n\n"_s +
        listHelp(receiptColumns());
    spec.options = listOptions() + QList<OptionSpec>{journalOption()} + engineOptions() + commonOptions();
    spec.exitCodes = listExitCodes();
    return spec;
}

Result<std::unique_ptr<RecordSource>> ReceiptListCommand::makeSource()
{
    const auto journal = arguments().value(u"journal"_s);
    if (journal && !QFileInfo::exists(*journal))
        return base::fail(base::ErrorCode::NotFound, u"There is no journal at %1."_s.arg(*journal),
                          u"Check the name, or leave --journal out."_s);
    auto opened = openEngine(arguments());
    if (!opened)
        return base::fail(opened.error());
    return std::make_unique<ReceiptSource>(std::move(*opened), journal.value_or(defaultJournalPath()),
                                           journal.has_value());
}

} // namespace algenta::ctl
