// SPDX-License-Identifier: Apache-2.0
#include "app/console/drift/driftwatch.h"

#include "app/console/drift/inpool.h"
#include "core/base/ondone.h"

#include <QSet>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Result;
using contract::Drift;
using contract::DriftItem;
using contract::Snapshot;

namespace
{

void append(Drift &whole, const Drift &part)
{
    QSet<QByteArray> known;
    for (const DriftItem &item : std::as_const(whole.items))
        known.insert(item.hash);
    for (const DriftItem &item : part.items) {
        if (!known.contains(item.hash))
            whole.items.append(item);
    }
    whole.notCompared += part.notCompared;
    whole.notCompared.removeDuplicates();
    whole.compared = whole.compared || part.compared;
}

/** The parts of one snapshot that an engine has of its own, as far as the other has them too. */
Snapshot ownParts(const Snapshot &snapshot, const Snapshot &other)
{
    Snapshot parts;
    if (other.tools)
        parts.tools = snapshot.tools;
    if (other.discovery)
        parts.discovery = snapshot.discovery;
    return parts;
}

} // namespace

Drift watchedDrift(const Snapshot &first, const Snapshot &live)
{
    Drift whole;
    append(whole, contract::compareSnapshots(ownParts(first, live), ownParts(live, first)));
    Snapshot embedded = contract::embeddedSnapshot();
    if (live.tools) {
        Snapshot tools;
        tools.tools = live.tools;
        append(whole, contract::compareSnapshots(embedded, tools));
    }
    if (live.contract) {
        Snapshot document;
        document.contract = live.contract;
        append(whole, contract::compareSnapshots(embedded, document));
    }
    // That one side lacks a part by design is no news; that one came or went is.
    whole.notCompared.clear();
    if (live.tools && !live.tools->complete)
        whole.notCompared.append(u"The tool list is not whole, so no tool counts as missing. "_s +
                                 live.tools->incompleteReason);
    if (first.discovery && live.contract)
        whole.notCompared.append(u"At first sight the engine described itself; now it gives a tool-profile "
                                 "contract, which is compared with the embedded one."_s);
    if (first.contract && live.discovery)
        whole.notCompared.append(u"At first sight the engine gave a tool-profile contract; now it describes "
                                 "itself in another form."_s);
    return whole;
}

DriftWatch::DriftWatch(Session &session, SnapshotKeeper &keeper, journal::JournalService &journal,
                       QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_keeper(keeper)
    , m_journal(journal)
{
    connect(&keeper, &SnapshotKeeper::changed, this, &DriftWatch::compare);
    connect(&session, &Session::connectionReplaced, this, [this] {
        m_acceptances = {};
        m_acceptancesRead = false;
        readJournal();
    });
    connect(&session, &Session::localRefreshRequested, this, &DriftWatch::readJournal);
    connect(&journal, &journal::JournalService::appended, this, [this](const journal::Entry &entry) {
        if (entry.draft.kind == journal::EntryKind::DriftAccepted)
            readJournal();
    });
}

void DriftWatch::compare()
{
    const int ticket = ++m_compareTicket;
    m_compared = false;
    // Without a first sight everything would look new.
    if (!m_keeper.isSettled() && !m_keeper.problem()) {
        m_drift = {};
        count();
        return;
    }
    Q_EMIT changed();
    const auto work = [first = m_keeper.firstSight().snapshot, live = m_keeper.live()] {
        return watchedDrift(first, live);
    };
    base::onDone(inPool(work), this, [this, ticket](const Drift &drift) {
        if (ticket != m_compareTicket)
            return;
        m_drift = drift;
        m_compared = true;
        count();
    });
}

void DriftWatch::readJournal()
{
    if (!m_session.connection())
        return;
    const int ticket = ++m_readTicket;
    base::onDone(readAcceptances(m_journal, m_session.origin()), this,
                 [this, ticket](const Result<DriftAcceptances> &read) {
                     if (ticket != m_readTicket)
                         return;
                     m_acceptancesRead = true;
                     m_problem = read ? std::nullopt : std::optional(read.error());
                     m_acceptances = read.value_or(DriftAcceptances());
                     count();
                 });
}

void DriftWatch::record(const Result<journal::Draft> &draft)
{
    if (!draft) {
        m_problem = draft.error();
        Q_EMIT changed();
        return;
    }
    base::onDone(m_journal.append(*draft), this, [this](const Result<journal::Entry> &entry) {
        // What was recorded is read back: only what the journal says counts.
        if (entry)
            return;
        m_problem = entry.error();
        Q_EMIT changed();
    });
}

QList<DriftItem> DriftWatch::open() const
{
    QList<DriftItem> open;
    std::copy_if(m_drift.items.cbegin(), m_drift.items.cend(), std::back_inserter(open),
                 [this](const DriftItem &item) { return !m_acceptances.find(item); });
    return open;
}

void DriftWatch::count()
{
    // Before the journal has been read nothing can be called new.
    m_openCount = m_acceptancesRead ? int(open().size()) : 0;
    Q_EMIT changed();
}

} // namespace algenta::console
