// SPDX-License-Identifier: Apache-2.0
#include "app/console/breakglass/glassdesk.h"

#include "app/console/breakglass/operatorkeys.h"
#include "app/console/session/usertext.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/breakglass/drill.h"

#include <QVariantMap>

#include <algorithm>
#include <utility>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using breakglass::DueReview;

namespace
{

base::Timestamp at(const QDateTime &instant)
{
    base::Timestamp time;
    time.instant = instant;
    return time;
}

} // namespace

GlassDesk::GlassDesk(Session &session, journal::JournalService &journal, const base::Clock &clock,
                     QString keyFolder, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_journal(journal)
    , m_clock(clock)
    , m_keyFolder(std::move(keyFolder))
    , m_actor(journal::systemActor())
{
    connect(&m_session, &Session::connectionReplaced, this, &GlassDesk::readHosts);
    connect(&m_session, &Session::localRefreshRequested, this, &GlassDesk::reload);
    connect(&m_session, &Session::timeZoneChanged, this, &GlassDesk::changed);
    // A review becomes overdue without anything being recorded.
    connect(&m_session, &Session::pollDue, this, &GlassDesk::changed);
    connect(&m_journal, &journal::JournalService::appended, this, [this](const journal::Entry &entry) {
        switch (entry.draft.kind) {
        case journal::EntryKind::HostAllowed:
        case journal::EntryKind::HostWithdrawn:
            readHosts();
            return;
        case journal::EntryKind::Intent:
        case journal::EntryKind::Outcome:
        case journal::EntryKind::Reviewed:
            readReviews();
            return;
        case journal::EntryKind::DrillDone:
            readDrills();
            return;
        default:
            return;
        }
    });
}

void GlassDesk::reload()
{
    readHosts();
    readReviews();
    readDrills();
}

void GlassDesk::readHosts()
{
    const QString origin = m_session.origin();
    m_hosts = {};
    m_hostsProblem.clear();
    Q_EMIT changed();
    if (origin.isEmpty())
        return;
    base::onDone(breakglass::readAllowedHosts(m_journal, origin), this,
                 [this, origin](const base::Result<breakglass::AllowedHosts> &hosts) {
                     if (origin != m_session.origin())
                         return;
                     m_hosts = hosts.value_or(breakglass::AllowedHosts());
                     m_hostsProblem = hosts ? QString() : errorSentence(hosts.error());
                     Q_EMIT changed();
                 });
}

void GlassDesk::readReviews()
{
    base::onDone(breakglass::readDueReviews(m_journal), this,
                 [this](const base::Result<QList<DueReview>> &reviews) {
                     m_reviews = reviews.value_or(QList<DueReview>());
                     m_reviewsProblem = reviews ? QString() : errorSentence(reviews.error());
                     Q_EMIT changed();
                 });
}

void GlassDesk::readDrills()
{
    journal::EntryFilter filter;
    filter.kinds = {journal::EntryKind::DrillDone};
    base::onDone(m_journal.page(filter, 0, 10), this,
                 [this](const base::Result<QList<journal::Entry>> &entries) {
                     m_drillsRead = entries.has_value();
                     m_lastDrill = entries ? breakglass::lastDrill(*entries) : std::nullopt;
                     Q_EMIT changed();
                 });
}

QVariantList GlassDesk::hosts() const
{
    QVariantList list;
    for (const breakglass::AllowedHost &host : m_hosts.list()) {
        list.append(QVariantMap{{u"host"_s, base::visibleText(host.host)},
                                {u"exact"_s, host.host},
                                {u"reason"_s, base::elidedText(host.reason, 300)},
                                {u"actor"_s, base::elidedText(host.actor, 60)},
                                {u"since"_s, m_session.formatted(at(host.since))}});
    }
    return list;
}

QVariantList GlassDesk::reviews() const
{
    QVariantList list;
    const QDateTime now = m_clock.now();
    for (const DueReview &review : m_reviews) {
        const QString outcome = review.outcome.isEmpty() ? tr("no outcome recorded") : review.outcome;
        list.append(QVariantMap{
            {u"actId"_s, review.actId},
            {u"title"_s, base::elidedText(review.decisionId, 80)},
            {u"detail"_s, tr("%1 by %2 · review due %3")
                              .arg(base::elidedText(outcome, 40), base::elidedText(review.actor, 60),
                                   m_session.formatted(at(review.due)))},
            {u"overdue"_s, review.due < now}});
    }
    return list;
}

int GlassDesk::overdue() const
{
    const QDateTime now = m_clock.now();
    return int(std::count_if(m_reviews.cbegin(), m_reviews.cend(),
                             [&now](const DueReview &review) { return review.due < now; }));
}

QString GlassDesk::firstOverdue() const
{
    return overdue() > 0 ? m_reviews.constFirst().actId : QString();
}

QString GlassDesk::drillText() const
{
    if (!m_drillsRead)
        return tr("When the last exercise was is not known: the journal could not be read.");
    const QString warning = breakglass::drillWarning(m_lastDrill, m_clock.now());
    const QString last = m_lastDrill ? tr("Last exercise: %1.").arg(m_session.formatted(at(*m_lastDrill)))
                                     : tr("There was no exercise yet.");
    return warning.isEmpty() ? last : last + u' ' + warning;
}

bool GlassDesk::isDrillDue() const
{
    return m_drillsRead && !breakglass::drillWarning(m_lastDrill, m_clock.now()).isEmpty();
}

bool GlassDesk::hasKey() const
{
    return hasOperatorKey(m_keyFolder, m_session.origin());
}

void GlassDesk::ended(const base::Error *error)
{
    m_busy = false;
    m_problem = error ? errorSentence(*error) : QString();
    Q_EMIT changed();
}

void GlassDesk::withdrawHost(const QString &host, const QString &reason)
{
    const breakglass::HostChange change{m_session.origin(), host, reason, m_actor};
    base::onDone(
        breakglass::withdrawHost(m_journal, change), this,
        [this](const base::Result<journal::Entry> &entry) { ended(entry ? nullptr : &entry.error()); });
}

bool GlassDesk::isDue(const QString &actId) const
{
    return std::any_of(m_reviews.cbegin(), m_reviews.cend(),
                       [&actId](const DueReview &review) { return review.actId == actId; });
}

void GlassDesk::review(const QString &actId, const QString &text)
{
    const auto found = std::find_if(m_reviews.cbegin(), m_reviews.cend(),
                                    [&actId](const DueReview &review) { return review.actId == actId; });
    if (found == m_reviews.cend())
        return;
    base::onDone(
        breakglass::recordReview(m_journal, *found, text, m_actor), this,
        [this](const base::Result<journal::Entry> &entry) { ended(entry ? nullptr : &entry.error()); });
}

void GlassDesk::sealKey(const QString &key, const QString &passphrase)
{
    base::Secret secret = secretFrom(key);
    base::Secret words = secretFrom(passphrase);
    if (m_busy || m_session.origin().isEmpty())
        return;
    m_busy = true;
    m_problem.clear();
    Q_EMIT changed();
    sealOperatorKey(m_keyFolder, m_session.origin(), std::move(secret), std::move(words), this,
                    [this](const base::Result<void> &sealed) { ended(sealed ? nullptr : &sealed.error()); });
}

void GlassDesk::removeKey()
{
    const auto removed = removeOperatorKey(m_keyFolder, m_session.origin());
    ended(removed ? nullptr : &removed.error());
}

} // namespace algenta::console
