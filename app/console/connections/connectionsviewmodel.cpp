// SPDX-License-Identifier: Apache-2.0
#include "app/console/connections/connectionsviewmodel.h"

#include "app/console/session/usertext.h"
#include "core/base/textsafety.h"

#include <QTimer>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using engine::KeyState;

namespace
{

QVariantMap row(const QString &label, const QString &value, bool mono = false)
{
    return {{u"label"_s, label}, {u"value"_s, value}, {u"mono"_s, mono}};
}

QString ageOf(const QDateTime &instant)
{
    base::Timestamp time;
    time.instant = instant;
    return base::formatAge(time, QDateTime::currentDateTimeUtc());
}

} // namespace

/** How a connection is shown in a list: state as word and kind of badge, and how old that is. */
struct ConnectionsViewModel::Look {
    QString word;
    QString kind = u"unknown"_s;
    QString age;
};

ConnectionsViewModel::ConnectionsViewModel(Session &session, journal::JournalService &journal,
                                           std::unique_ptr<KeyVault> vault, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_keys(std::move(vault))
    , m_roster(session, m_keys)
    , m_watch(m_keys)
    , m_form(m_roster)
    , m_key(m_roster, m_keys)
    , m_acts(m_roster, session, journal)
    , m_certificates(m_roster)
{
    connect(&m_roster, &ConnectionRoster::changed, this, &ConnectionsViewModel::rosterChanged);
    // A change of the session is one of its age, too.
    connect(&m_session, &Session::ageChanged, this, &ConnectionsViewModel::listChanged);
    connect(&m_session, &Session::ageChanged, this, &ConnectionsViewModel::shownChanged);
    connect(&m_watch, &ConnectionWatch::changed, this, &ConnectionsViewModel::listChanged);
    connect(&m_watch, &ConnectionWatch::changed, this, &ConnectionsViewModel::shownChanged);
    connect(&m_form, &ConnectionForm::saved, this,
            [this](const QString &id, const std::optional<engine::CredentialBinding> &leftBehind) {
                select(id);
                m_key.noteLeftBehind(leftBehind);
                Q_EMIT shownChanged();
            });
    connect(&m_certificates, &ConnectionCertificates::pinned, this,
            [this](const QString &, const std::optional<engine::CredentialBinding> &leftBehind) {
                m_key.noteLeftBehind(leftBehind);
            });
}

void ConnectionsViewModel::start(const std::optional<QString> &argument, base::Secret environmentKey)
{
    m_roster.start(argument, std::move(environmentKey));
    // Not before the window and the open engine had their turn.
    QTimer::singleShot(2s, &m_watch, [this] { m_watch.start(); });
}

void ConnectionsViewModel::startDemo(const engine::EngineAddress &address)
{
    m_roster.startDemo(address);
}

void ConnectionsViewModel::rosterChanged()
{
    QList<ConnectionEntry> others;
    for (const ConnectionEntry &entry : m_roster.entries()) {
        if (entry.id != m_roster.current())
            others.append(entry);
    }
    m_watch.setEntries(others);
    if (!m_roster.find(m_selected))
        select(m_roster.current());
    Q_EMIT listChanged();
    Q_EMIT othersChanged();
    Q_EMIT shownChanged();
}

void ConnectionsViewModel::look()
{
    if (!isDemo())
        m_watch.look(10s);
}

void ConnectionsViewModel::select(const QString &id)
{
    if (id == m_selected)
        return;
    m_selected = id;
    m_form.cancel();
    m_key.select(id);
    m_acts.select(id);
    m_certificates.select(id);
    Q_EMIT selectedChanged();
    Q_EMIT shownChanged();
}

QString ConnectionsViewModel::currentName() const
{
    const auto entry = m_roster.find(m_roster.current());
    return entry ? base::elidedText(entry->name, 40) : QString();
}

QString ConnectionsViewModel::waitingFor() const
{
    const auto entry = m_roster.find(m_roster.waitingFor());
    return entry ? base::visibleText(entry->name) : QString();
}

ConnectionsViewModel::Look ConnectionsViewModel::lookOf(const ConnectionEntry &entry) const
{
    if (entry.id == m_roster.current()) {
        const QString state = m_session.state();
        return {state,
                state == "connected"_L1 ? u"ok"_s
                : state == "failed"_L1  ? u"failed"_s
                                        : u"unknown"_s,
                m_session.stateText()};
    }
    const ConnectionSight *sight = m_watch.sight(entry.id);
    if (!sight || (!sight->looking && !sight->failure && !sight->state))
        return {tr("not looked at"), u"unknown"_s, {}};
    if (sight->failure)
        return {tr("not usable"), u"failed"_s, {}};
    if (!sight->state)
        return {tr("looking"), u"unknown"_s, {}};
    const QString age = sight->lastGood.isValid() ? tr("answered %1").arg(ageOf(sight->lastGood)) : QString();
    if (!sight->state->reachable())
        return {tr("no answer"), u"failed"_s,
                age.isEmpty() ? tr("tried %1").arg(ageOf(sight->state->checkedAt)) : age};
    if (sight->state->key == KeyState::Refused)
        return {tr("key refused"), u"failed"_s, age};
    return {tr("answers"), u"ok"_s, age};
}

QVariantList ConnectionsViewModel::list() const
{
    QVariantList rows;
    for (const ConnectionEntry &entry : m_roster.entries()) {
        const Look look = lookOf(entry);
        static const QHash<ConnectionSource, QString> sources{
            {ConnectionSource::Environment, tr("from the environment")},
            {ConnectionSource::Argument, tr("from the command line")},
            {ConnectionSource::Default, tr("default address")},
            {ConnectionSource::Demo, tr("demo engine")}};
        const auto address = engine::parseEngineAddress(entry.address, entry.mcpAddress);
        rows.append(QVariantMap{
            {u"id"_s, entry.id},
            {u"name"_s, base::elidedText(entry.name, 80)},
            {u"origin"_s, base::elidedText(address ? address->origin() : entry.address, 200)},
            {u"source"_s, sources.value(entry.source)},
            {u"word"_s, look.word},
            {u"kind"_s, look.kind},
            {u"age"_s, look.age},
            {u"plainHttp"_s, address && address->restRoot.scheme() == "http"_L1 && !address->isLoopback()},
            {u"current"_s, entry.id == m_roster.current()}});
    }
    return rows;
}

QVariantList ConnectionsViewModel::others() const
{
    QVariantList rows;
    for (const ConnectionEntry &entry : m_roster.entries()) {
        if (entry.id != m_roster.current())
            rows.append(QVariantMap{{u"id"_s, entry.id}, {u"name"_s, base::elidedText(entry.name, 80)}});
    }
    return rows;
}

QString ConnectionsViewModel::selectedName() const
{
    const auto entry = m_roster.find(m_selected);
    return entry ? base::elidedText(entry->name, 80) : QString();
}

bool ConnectionsViewModel::selectedIsCurrent() const
{
    return !m_selected.isEmpty() && m_selected == m_roster.current();
}

bool ConnectionsViewModel::selectedIsSaved() const
{
    return !isDemo() && m_roster.book().find(m_selected);
}

const base::Error *ConnectionsViewModel::problemOf(const QString &id) const
{
    const ConnectionSight *sight = m_watch.sight(id);
    if (!sight)
        return nullptr;
    if (sight->failure)
        return &*sight->failure;
    if (!sight->state || (sight->state->reachable() && sight->state->key != KeyState::Refused))
        return nullptr;
    return sight->state->restError  ? &*sight->state->restError
           : sight->state->mcpError ? &*sight->state->mcpError
                                    : nullptr;
}

QString ConnectionsViewModel::why() const
{
    if (selectedIsCurrent())
        return m_session.state() == "failed"_L1 ? m_session.failedWhy() : QString();
    const base::Error *error = problemOf(m_selected);
    return error ? base::visibleText(error->message) : QString();
}

QString ConnectionsViewModel::advice() const
{
    if (selectedIsCurrent())
        return m_session.state() == "failed"_L1 ? m_session.failedAdvice() : QString();
    const base::Error *error = problemOf(m_selected);
    return error ? base::visibleText(error->remedy) : QString();
}

QVariantList ConnectionsViewModel::facts() const
{
    const auto entry = m_roster.find(m_selected);
    if (!entry)
        return {};
    const auto address = engine::parseEngineAddress(entry->address, entry->mcpAddress);
    const Look look = lookOf(*entry);
    QVariantList rows{
        row(tr("State"), look.age.isEmpty() ? look.word : u"%1 · %2"_s.arg(look.word, look.age)),
        row(tr("REST root"), address ? base::visibleText(address->restRoot.toString()) : QString(), true),
        row(tr("MCP endpoint"), address ? base::visibleText(address->mcp.toString()) : QString(), true)};
    if (selectedIsCurrent()) {
        rows.append(row(tr("Server"), m_session.serverText()));
        rows.append(row(tr("Protocol"), m_session.protocolText()));
        rows.append(row(tr("Key"), m_session.keyText()));
    }
    if (address && address->restRoot.scheme() == "https"_L1) {
        const net::TlsOptions &tls = entry->tls;
        rows.append(
            row(tr("Trusts"), !tls.useSystemStore
                                  ? tr("only the authorities of %1").arg(base::visibleText(tls.caFile))
                              : !tls.caFile.isEmpty()
                                  ? tr("this system's authorities and %1").arg(base::visibleText(tls.caFile))
                                  : tr("this system's authorities")));
        if (!tls.certificateFile.isEmpty())
            rows.append(row(tr("Client certificate"), base::visibleText(tls.certificateFile), true));
        rows.append(row(tr("Pinned key"), tls.pin.isEmpty() ? tr("none") : net::pinText(tls.pin),
                        !tls.pin.isEmpty()));
    } else if (address && !address->isLoopback()) {
        rows.append(row(tr("Transport"), tr("plain HTTP: it can be read and changed on the way")));
    }
    return rows;
}

void ConnectionsViewModel::remove(bool keyToo)
{
    const ConnectionEntry *found = m_roster.book().find(m_selected);
    if (!found || !canRemove())
        return;
    const ConnectionEntry entry = *found;
    m_roster.remove(entry.id);
    if (keyToo)
        m_key.removeStored(entry);
}

} // namespace algenta::console
