// SPDX-License-Identifier: Apache-2.0
#include "app/console/drift/driftviewmodel.h"

#include "app/console/drift/inpool.h"
#include "app/console/session/usertext.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using contract::Drift;
using contract::DriftClass;
using contract::DriftItem;

DriftViewModel::DriftViewModel(Session &session, LiveContract &contract, journal::JournalService &journal,
                               const QString &snapshotPath, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_service(snapshotPath)
    , m_keeper(session, contract, m_service)
    , m_watch(session, m_keeper, journal)
    , m_sides(session, m_keeper, m_service)
    , m_list(this)
    , m_detail(session, this)
{
    connect(&m_watch, &DriftWatch::changed, this, &DriftViewModel::onWatchChanged);
    connect(&m_keeper, &SnapshotKeeper::changed, this, &DriftViewModel::watchChanged);
    connect(&session, &Session::changed, this, &DriftViewModel::onWatchChanged);
    connect(&session, &Session::timeZoneChanged, this, &DriftViewModel::watchChanged);
    connect(&session, &Session::connectionReplaced, this, [this] {
        m_detail.show(std::nullopt, nullptr);
        m_list.showRecords({});
        compareWatched();
    });
    connect(&m_sides, &DriftSides::changed, this, &DriftViewModel::sidesChanged);
    connect(&m_list, &DriftListModel::reloadRequested, this, [this] {
        if (isWatched())
            m_session.refresh();
        else
            compare();
    });
    m_list.sortBy(u"class"_s, true); // the gravest first
    onWatchChanged();
}

void DriftViewModel::start()
{
    m_sides.reload();
    m_watch.readJournal();
}

bool DriftViewModel::isWatched() const
{
    return m_before == DriftSides::first && m_after == DriftSides::live;
}

void DriftViewModel::setBefore(int side)
{
    if (side < 0 || side >= m_sides.ids().size() || side == before())
        return;
    m_before = m_sides.ids().at(side);
    compare();
}

void DriftViewModel::setAfter(int side)
{
    if (side < 0 || side >= m_sides.ids().size() || side == after())
        return;
    m_after = m_sides.ids().at(side);
    compare();
}

void DriftViewModel::compareWatched()
{
    m_before = DriftSides::first;
    m_after = DriftSides::live;
    compare();
}

void DriftViewModel::openFile(const QString &path)
{
    if (path.trimmed().isEmpty())
        return;
    m_before = m_sides.addFile(path.trimmed());
    m_after = DriftSides::live;
    compare();
}

void DriftViewModel::compare()
{
    const int ticket = ++m_ticket;
    m_shown = {};
    const QString left = m_sides.commandWord(m_before);
    const QString right = m_sides.commandWord(m_after);
    m_list.setCommand(
        left.isEmpty() || right.isEmpty() ? QString() : u"algentactl contract diff %1 %2"_s.arg(left, right));
    Q_EMIT sidesChanged();
    if (isWatched()) {
        onWatchChanged();
        return;
    }
    m_list.showBusy();
    base::onDone(m_sides.load(m_before), this, [this, ticket](const Loaded &before) {
        if (ticket != m_ticket)
            return;
        base::onDone(m_sides.load(m_after), this,
                     [this, ticket, before](const Loaded &after) { compareLoaded(ticket, before, after); });
    });
}

void DriftViewModel::compareLoaded(int ticket, const Loaded &before, const Loaded &after)
{
    if (ticket != m_ticket)
        return;
    if (!before || !after) {
        m_shown = {};
        m_list.showFailure(before ? after.error() : before.error());
        refreshDetail();
        Q_EMIT comparisonChanged();
        return;
    }
    const auto work = [left = *before, right = *after] { return contract::compareSnapshots(left, right); };
    base::onDone(inPool(work), this, [this, ticket](const Drift &drift) {
        if (ticket == m_ticket)
            showDrift(drift);
    });
}

void DriftViewModel::showDrift(const Drift &drift)
{
    m_shown = drift;
    QList<DriftRecord> records;
    for (const DriftItem &item : drift.items)
        records.append({item, m_watch.acceptances().find(item) != nullptr});
    if (drift.compared) {
        m_list.showRecords(records);
    } else {
        Error error;
        error.code = base::ErrorCode::InvalidInput;
        error.message = tr("The two have nothing in common that could be compared.");
        error.remedy = drift.notCompared.join(u' ');
        m_list.showFailure(error);
    }
    refreshDetail();
    Q_EMIT comparisonChanged();
}

/** Why the first sight cannot be held against now; nothing while that can still come. */
std::optional<Error> DriftViewModel::watchFailure() const
{
    const auto &state = m_session.lastState();
    const bool nothingLive = m_keeper.live().isEmpty();
    if (nothingLive && state && state->reachable() && !state->tools && (state->toolsError || state->mcpError))
        return state->toolsError ? state->toolsError : state->mcpError;
    if (nothingLive && (m_session.state() == "failed"_L1 || m_session.state() == "none"_L1)) {
        Error error;
        error.message =
            m_session.failedWhy().isEmpty() ? tr("No engine is connected.") : m_session.failedWhy();
        error.remedy = m_session.failedAdvice();
        return error;
    }
    // Without a first sight "nothing differs" would be a guess.
    const bool blind = m_keeper.problem() && !m_keeper.firstSight().isKnown();
    return blind && m_watch.drift().items.isEmpty() ? m_keeper.problem() : std::nullopt;
}

void DriftViewModel::onWatchChanged()
{
    if (isWatched()) {
        if (const auto failure = watchFailure()) {
            m_list.showFailure(*failure);
        } else if (m_watch.isJudged()) {
            showDrift(m_watch.drift());
        } else {
            m_list.showBusy();
        }
    } else if (m_shown.compared) {
        showDrift(m_shown); // an acceptance may be new
    }
    Q_EMIT watchChanged();
}

void DriftViewModel::open(const QString &key)
{
    const DriftRecord *record = m_list.find(key);
    m_detail.show(record ? std::optional(record->item) : std::nullopt,
                  record ? m_watch.acceptances().find(record->item) : nullptr);
}

void DriftViewModel::close()
{
    m_detail.show(std::nullopt, nullptr);
}

void DriftViewModel::refreshDetail()
{
    if (!m_detail.key().isEmpty())
        open(m_detail.key());
}

void DriftViewModel::accept(const QString &key, const QString &reason)
{
    QList<DriftItem> chosen;
    const QList<DriftItem> open = m_watch.open();
    for (const DriftItem &item : open) {
        if (QString::fromLatin1(item.hash) == key)
            chosen.append(item);
    }
    m_watch.record(acceptanceDraft(m_session.origin(), chosen, reason));
}

void DriftViewModel::acceptWording()
{
    QList<DriftItem> wording = m_watch.open();
    wording.removeIf([](const DriftItem &item) { return item.driftClass != DriftClass::Wording; });
    m_watch.record(acceptanceDraft(m_session.origin(), wording, {}));
}

void DriftViewModel::confirmFirstSight(const QString &reason)
{
    m_watch.record(firstSightDraft(m_session.origin(), m_keeper.firstSight(), reason));
}

int DriftViewModel::openWording() const
{
    const QList<DriftItem> open = m_watch.open();
    return int(std::count_if(open.cbegin(), open.cend(),
                             [](const DriftItem &item) { return item.driftClass == DriftClass::Wording; }));
}

} // namespace algenta::console
