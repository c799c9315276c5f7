// SPDX-License-Identifier: Apache-2.0
#include "app/console/blocked/actledger.h"

#include "core/base/ondone.h"

#include <algorithm>

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

const ActRecord *ActLedger::latestFor(const QString &engine, const QString &decisionId,
                                      const QDateTime &since) const
{
    const auto found = std::find_if(m_acts.crbegin(), m_acts.crend(), [&](const ActRecord &act) {
        return act.engine == engine && act.decisionId == decisionId && act.intentTime >= since;
    });
    return found == m_acts.crend() ? nullptr : &*found;
}

} // namespace algenta::console
