// SPDX-License-Identifier: Apache-2.0
#include "app/console/connections/connectionacts.h"

#include "app/console/session/usertext.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using EntriesResult = base::Result<QList<journal::Entry>>;

ConnectionActs::ConnectionActs(ConnectionRoster &roster, Session &session, journal::JournalService &journal,
                               QObject *parent)
    : QObject(parent)
    , m_roster(roster)
    , m_session(session)
    , m_journal(journal)
{
    connect(&m_roster, &ConnectionRoster::changed, this, &ConnectionActs::changed);
    connect(&m_session, &Session::timeZoneChanged, this, &ConnectionActs::changed);
    connect(&m_session, &Session::localRefreshRequested, this, &ConnectionActs::reload);
    connect(&m_journal, &journal::JournalService::appended, this, [this](const journal::Entry &entry) {
        if (breakglass::enrolmentKinds.contains(entry.draft.kind))
            reload();
    });
}

void ConnectionActs::select(const QString &id)
{
    m_id = id;
    m_problem.clear();
    reload();
}

void ConnectionActs::reload()
{
    base::onDone(breakglass::readEnrolments(m_journal), this, [this](const EntriesResult &entries) {
        m_entries = entries ? std::optional(*entries) : std::nullopt;
        m_readProblem = entries ? QString() : errorSentence(entries.error());
        Q_EMIT changed();
    });
}

breakglass::EnrolmentChange ConnectionActs::change() const
{
    const auto selected = entry();
    const auto address = selected ? engine::parseEngineAddress(selected->address, selected->mcpAddress)
                                  : base::Result<engine::EngineAddress>();
    if (!selected || !address)
        return {};
    return {address->origin(), selected->tls.pin, journal::systemActor()};
}

std::optional<breakglass::Enrolment> ConnectionActs::enrolment() const
{
    return m_entries ? breakglass::foldEnrolment(*m_entries, change().engineOrigin) : std::nullopt;
}

bool ConnectionActs::isConfirmed() const
{
    const auto known = enrolment();
    return known && known->covers(change().pin);
}

QString ConnectionActs::origin() const
{
    return base::visibleText(change().engineOrigin);
}

QString ConnectionActs::pinText() const
{
    return net::pinText(change().pin);
}

QString ConnectionActs::kind() const
{
    if (!m_entries)
        return u"unknown"_s;
    const auto known = enrolment();
    return isConfirmed() ? u"ok"_s : known && known->confirmed ? u"blocked"_s : u"neutral"_s;
}

QString ConnectionActs::word() const
{
    if (!m_entries)
        return tr("not known");
    return isConfirmed() ? tr("confirmed for acts") : tr("not confirmed for acts");
}

QString ConnectionActs::text() const
{
    if (!m_entries)
        return m_readProblem.isEmpty() ? tr("Reading the journal…") : m_readProblem;
    const auto known = enrolment();
    if (!known)
        return tr(
            "Acts on this engine are not possible. Confirming it says that its address, and its public key "
            "where one is pinned, are those that you expect.");
    base::Timestamp since;
    since.instant = known->since;
    const QString entryText =
        tr("%1 by %2 (journal entry %3)")
            .arg(m_session.formatted(since), base::elidedText(known->actor, 80), QString::number(known->seq));
    if (!known->confirmed)
        return tr("Withdrawn %1: %2").arg(entryText, base::elidedText(known->reason, 300));
    if (isConfirmed())
        return tr("Confirmed %1.").arg(entryText);
    return tr("Confirmed %1 with %2. This connection has %3, so acts need a new confirmation.")
        .arg(entryText, known->pin.isEmpty() ? tr("no pinned key") : base::elidedText(known->pin, 80),
             change().pin.isEmpty() ? tr("no pinned key") : pinText());
}

bool ConnectionActs::canConfirm() const
{
    return m_entries && !change().engineOrigin.isEmpty() && !isConfirmed();
}

bool ConnectionActs::canWithdraw() const
{
    const auto known = enrolment();
    return known && known->confirmed;
}

void ConnectionActs::append(const base::Result<journal::Draft> &draft)
{
    if (!draft) {
        m_problem = errorSentence(draft.error());
        Q_EMIT changed();
        return;
    }
    base::onDone(m_journal.append(*draft), this, [this](const base::Result<journal::Entry> &recorded) {
        m_problem = recorded ? QString() : errorSentence(recorded.error());
        Q_EMIT changed();
    });
}

void ConnectionActs::confirm()
{
    if (canConfirm())
        append(breakglass::enrolmentDraft(change()));
}

void ConnectionActs::withdraw(const QString &reason)
{
    if (canWithdraw())
        append(breakglass::withdrawalDraft(change(), reason));
}

} // namespace algenta::console
