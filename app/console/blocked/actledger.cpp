// SPDX-License-Identifier: Apache-2.0
#include "app/console/blocked/actledger.h"

#include "core/base/ondone.h"
#include "core/breakglass/actsubject.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using journal::EntryKind;

namespace
{

constexpr int entryLimit = 2'000;

engine::BlockedExecution refusalOf(const journal::Entry &entry, const base::Json &intent)
{
    const base::Json &blocked = entry.draft.details[u"blocked"];
    engine::BlockedExecution refusal;
    refusal.source = engine::BlockedSource::OwnCall;
    refusal.id = entry.draft.actId;
    refusal.decisionId = entry.draft.subject;
    refusal.gate = blocked[u"gate"].toString();
    refusal.gateKnown = blocked[u"gate_known"].toBool();
    refusal.code = blocked[u"code"].toString();
    refusal.message = blocked[u"message"].toString();
    refusal.requestId = blocked[u"request_id"].toString();
    refusal.who = entry.draft.actor;
    refusal.when = base::parseTimestamp(base::toRfc3339(entry.time));
    refusal.webhookUrl = intent[u"webhook_url"].toString();
    refusal.raw = entry.draft.details;
    return refusal;
}

QString statusAfter(const ActRecord &act)
{
    if (act.outcome == "receipt"_L1)
        return u"overridden"_s;
    if (act.outcome == "blocked"_L1)
        return u"override refused"_s;
    if (act.outcome == "failure"_L1)
        return act.sent ? u"override failed"_s : u"override not sent"_s;
    return act.settlement.isEmpty() ? u"override unknown"_s : u"override settled"_s;
}

} // namespace

ActLedger::ActLedger(journal::JournalService &journal, QObject *parent)
    : QObject(parent)
    , m_journal(journal)
{
    connect(&m_journal, &journal::JournalService::appended, this, &ActLedger::reload);
}

void ActLedger::reload()
{
    journal::EntryFilter filter;
    filter.kinds = {EntryKind::Intent, EntryKind::Outcome, EntryKind::Reconciled};
    base::onDone(m_journal.page(filter, 0, entryLimit), this,
                 [this](const base::Result<QList<journal::Entry>> &entries) {
                     // A journal in trouble shows in a notice of its own; the audit log stays readable.
                     take(entries.value_or(QList<journal::Entry>()));
                 });
}

void ActLedger::take(const QList<journal::Entry> &entries)
{
    QHash<QString, qsizetype> positions;
    QHash<QString, base::Json> intents;
    QHash<QString, QString> chains; // by id, what the first act of each began with
    m_acts.clear();
    m_requests.clear();
    for (auto entry = entries.crbegin(); entry != entries.crend(); ++entry) {
        if (!positions.contains(entry->draft.actId)) {
            positions.insert(entry->draft.actId, m_acts.size());
            ActRecord act;
            act.actId = entry->draft.actId;
            act.engine = entry->draft.engine;
            act.decisionId = entry->draft.subject;
            act.intentTime = entry->time;
            m_acts.append(act);
        }
        ActRecord &act = m_acts[positions.value(entry->draft.actId)];
        const base::Json &details = entry->draft.details;
        if (entry->draft.kind == EntryKind::Intent) {
            act.intentTime = entry->time;
            intents.insert(act.actId, details);
            const QString chain = details[u"chain"].toString();
            if (!chains.contains(chain))
                chains.insert(chain, details[u"blocked"][u"source"].toString());
            act.startedFrom = chains.value(chain);
        } else if (entry->draft.kind == EntryKind::Reconciled) {
            act.settlement = details[u"settlement"].toString();
        } else {
            act.outcome = details[u"outcome"].toString();
            act.sent = details[u"sent"].toBool(true);
            if (act.outcome == "blocked"_L1) {
                act.blocked = refusalOf(*entry, intents.value(act.actId));
                act.requestId = act.blocked->requestId;
                m_requests.insert(act.requestId);
            }
        }
    }
    Q_EMIT changed();
}

QString ActLedger::statusOf(const QString &engine, const engine::BlockedExecution &blocked) const
{
    const QString source = breakglass::blockedSourceText(blocked);
    QString status = u"open"_s;
    for (const ActRecord &act : m_acts) {
        // An own refusal is not an act upon itself.
        const bool itself = blocked.source == engine::BlockedSource::OwnCall && act.actId == blocked.id;
        if (itself || act.engine != engine || act.decisionId != blocked.decisionId)
            continue;
        if (act.startedFrom != source && act.intentTime < blocked.when.instant)
            continue;
        const QString next = statusAfter(act);
        if (next == "overridden"_L1)
            return next;
        if (status != "override unknown"_L1)
            status = next;
    }
    return status;
}

} // namespace algenta::console
