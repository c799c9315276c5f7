// SPDX-License-Identifier: Apache-2.0
#include "app/console/receipts/receiptsviewmodel.h"

#include "app/console/decisions/recordtext.h"
#include "app/console/journal/entrytext.h"
#include "app/console/receipts/filterterms.h"
#include "core/base/jsonwriter.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

namespace
{

const QString seenTerm = u"evidence:receipt"_s;
const QString derivedTerm = u"evidence:derived"_s;
const QString overrideTerm = u"override:yes"_s;
const QString failedTerm = u"status:failed"_s;

} // namespace

ReceiptsViewModel::ReceiptsViewModel(Session &session, journal::JournalService &journal, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_journal(journal)
    , m_list(session, journal, this)
{
    connect(&m_session, &Session::connectionReplaced, this, &ReceiptsViewModel::restart);
    connect(&m_session, &Session::refreshRequested, &m_list, &ReceiptListModel::refresh);
    connect(&m_session, &Session::pollDue, &m_list, &ReceiptListModel::poll);
    connect(&m_session, &Session::timeZoneChanged, this, &ReceiptsViewModel::selectionChanged);
    connect(&m_session, &Session::timeZoneChanged, this, &ReceiptsViewModel::storyChanged);
    connect(&m_list, &ReceiptListModel::stateChanged, this, &ReceiptsViewModel::listChanged);
    connect(&m_list, &ReceiptListModel::filterChanged, this, &ReceiptsViewModel::listChanged);
    connect(&m_list, &ReceiptListModel::filterChanged, this, &ReceiptsViewModel::filterChanged);
}

void ReceiptsViewModel::restart()
{
    close();
    m_list.reload();
}

bool ReceiptsViewModel::isSeenOnly() const
{
    return hasTerm(m_list.filterText(), seenTerm);
}

bool ReceiptsViewModel::isDerivedOnly() const
{
    return hasTerm(m_list.filterText(), derivedTerm);
}

bool ReceiptsViewModel::isOverridesOnly() const
{
    return hasTerm(m_list.filterText(), overrideTerm);
}

bool ReceiptsViewModel::isFailedOnly() const
{
    return hasTerm(m_list.filterText(), failedTerm);
}

void ReceiptsViewModel::toggle(const QString &term, const QString &opposite)
{
    const QString filter = m_list.filterText();
    if (hasTerm(filter, term))
        m_list.setFilterText(withoutTerm(filter, term));
    else
        m_list.setFilterText(withTerm(opposite.isEmpty() ? filter : withoutTerm(filter, opposite), term));
}

void ReceiptsViewModel::toggleSeen()
{
    toggle(seenTerm, derivedTerm);
}

void ReceiptsViewModel::toggleDerived()
{
    toggle(derivedTerm, seenTerm);
}

void ReceiptsViewModel::toggleOverrides()
{
    toggle(overrideTerm);
}

void ReceiptsViewModel::toggleFailed()
{
    toggle(failedTerm);
}

void ReceiptsViewModel::select(const QString &key)
{
    const ReceiptRecord *record = m_list.byKey(key);
    if (!record || key == selectedKey())
        return;
    m_shown = *record;
    m_story.clear();
    m_storyProblem.clear();
    Q_EMIT selectionChanged();
    Q_EMIT storyChanged();
    readStory();
}

void ReceiptsViewModel::close()
{
    ++m_storyTicket;
    m_shown.reset();
    m_story.clear();
    m_storyProblem.clear();
    Q_EMIT selectionChanged();
    Q_EMIT storyChanged();
}

void ReceiptsViewModel::readStory()
{
    const int ticket = ++m_storyTicket;
    if (!isReceipt() || m_shown->actId.isEmpty())
        return;
    base::onDone(m_journal.act(m_shown->actId), this,
                 [this, ticket](const base::Result<QList<journal::Entry>> &entries) {
                     if (ticket != m_storyTicket)
                         return;
                     if (entries)
                         m_story = *entries;
                     else
                         m_storyProblem = tr("The entries of this act could not be read. %1")
                                              .arg(base::visibleText(entries.error().message));
                     Q_EMIT storyChanged();
                 });
}

QString ReceiptsViewModel::title() const
{
    if (!m_shown)
        return {};
    return m_shown->isReceipt() ? tr("Receipt, journal entry %1").arg(m_shown->entry)
                                : tr("Derived execution");
}

QString ReceiptsViewModel::evidenceText() const
{
    if (!m_shown)
        return {};
    if (m_shown->isReceipt())
        return tr(
            "The engine answered this console's own act with this receipt; its bytes are in the journal.");
    return tr(
        "No receipt was seen: this stands in the engine's decision record. Whether gates were overridden "
        "and what was sent is not known, and the record tells of the latest execution only.");
}

QString ReceiptsViewModel::missingText() const
{
    if (!m_shown || m_shown->missing.isEmpty())
        return {};
    return tr("The receipt lacks documented members: %1.")
        .arg(base::visibleText(m_shown->missing.join(u", "_s)));
}

QVariantList ReceiptsViewModel::rows() const
{
    if (!m_shown)
        return {};
    const ReceiptRecord &r = *m_shown;
    const QString absent = tr("not said");
    QVariantMap status = fieldRow(tr("Delivery"), r.status, absent);
    status.insert(u"kind"_s, r.status == "delivered"_L1 ? u"ok"_s
                             : r.status == "failed"_L1  ? u"failed"_s
                                                        : u"unknown"_s);
    QVariantMap executed = monoRow(tr("Executed at"), r.executedAt.raw, absent);
    if (!r.executedAt.raw.isEmpty())
        executed.insert(u"value"_s, m_session.formatted(r.executedAt));
    QVariantList all{monoRow(tr("Decision"), r.decisionId, absent),
                     status,
                     executed,
                     monoRow(tr("Response code"), r.responseCode, tr("no response")),
                     monoRow(tr("Webhook"), r.webhookUrl, absent),
                     monoRow(tr("Policy snapshot"), r.policySnapshotId, absent),
                     monoRow(tr("Schema snapshot"), r.schemaSnapshotId, absent),
                     monoRow(tr("Manifest"), r.manifestVersion, absent)};
    if (r.isReceipt())
        return all + receiptRows();
    for (const QString &label : {tr("Override"), tr("Payload")}) {
        QVariantMap row = fieldRow(label, {}, tr("not known"));
        row.insert(u"kind"_s, u"unknown"_s);
        all.append(row);
    }
    return all;
}

QVariantList ReceiptsViewModel::receiptRows() const
{
    const ReceiptRecord &r = *m_shown;
    QVariantMap sent = fieldRow(tr("Override sent"), r.overrideFields.join(u" + "_s), tr("none"));
    if (!r.overrideFields.isEmpty())
        sent.insert(u"kind"_s, u"override"_s);
    QVariantMap said =
        fieldRow(tr("Override said"),
                 r.safetyOverridden ? u"safety_overridden: true"_s : u"safety_overridden: false"_s, {});
    said.insert(u"note"_s, r.missing.contains(u"safety_overridden"_s)
                               ? tr("the receipt does not say; false is assumed")
                               : tr("as the engine says"));
    base::Json payload;
    if (const auto bytes = answerBytes()) {
        const engine::ExecutionOutcome outcome = engine::parseExecutionAnswer(*bytes, 0, r.decisionId);
        if (const auto *receipt = std::get_if<engine::ExecutionReceipt>(&outcome))
            payload = receipt->payloadSummary;
    }
    return {sent, said,
            monoRow(tr("Payload summary"),
                    payload.isNull() ? QString() : QString::fromUtf8(base::writeJson(payload)),
                    tr("not said")),
            fieldRow(tr("Who"), r.actor, tr("not recorded")), monoRow(tr("Act"), r.actId, tr("none"))};
}

QVariantList ReceiptsViewModel::story() const
{
    QVariantList all;
    for (const journal::Entry &entry : m_story)
        all.append(entryEvent(entry, m_session));
    return all;
}

base::Result<QByteArray> ReceiptsViewModel::answerBytes() const
{
    return journal::evidenceBytes(m_shown->answer);
}

QString ReceiptsViewModel::rawText() const
{
    return base::visibleText(exactRaw(), base::LineBreaks::Keep);
}

QString ReceiptsViewModel::exactRaw() const
{
    if (!m_shown)
        return {};
    if (!m_shown->isReceipt())
        return jsonText(m_shown->raw);
    return QString::fromUtf8(answerBytes().value_or(QByteArray()));
}

QString ReceiptsViewModel::rawProblem() const
{
    if (!isReceipt())
        return {};
    const auto bytes = answerBytes();
    return bytes ? QString()
                 : tr("The recorded bytes of the answer cannot be shown. %1")
                       .arg(base::visibleText(bytes.error().message));
}

} // namespace algenta::console
