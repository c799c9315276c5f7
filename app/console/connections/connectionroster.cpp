// SPDX-License-Identifier: Apache-2.0
#include "app/console/connections/connectionroster.h"

#include "app/console/session/usertext.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using engine::SharedSecret;

ConnectionRoster::ConnectionRoster(Session &session, ReadingKeys &keys, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_keys(keys)
    , m_book(session.settings())
    , m_problem(m_book.problem())
{
    // The window works without the first key; a keychain that hangs must not keep the engine away.
    m_patience.setInterval(5s);
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &ConnectionRoster::openWithoutKey);
    connect(&m_book, &ConnectionBook::changed, this, &ConnectionRoster::changed);
    connect(&m_session, &Session::profileChanged, this, &ConnectionRoster::keepProfile);
}

void ConnectionRoster::start(const std::optional<QString> &argument, base::Secret environmentKey)
{
    m_keys.askVault();
    const SharedSecret key =
        environmentKey.isEmpty() ? nullptr : std::make_shared<const base::Secret>(std::move(environmentKey));
    if (argument)
        add(u"argument"_s, *argument, ConnectionSource::Argument, key);
    const auto environment = engine::addressFromEnvironment();
    // The key belongs to the address beside it and goes to no connection that was saved.
    if (environment || (key && !argument))
        add(u"environment"_s, environment.value_or(u"http://localhost:8000"_s), ConnectionSource::Environment,
            key);
    if (m_ofThisRun.isEmpty() && m_book.entries().isEmpty())
        add(u"default"_s, u"http://localhost:8000"_s, ConnectionSource::Default, nullptr);
    const QString first = argument                         ? u"argument"_s
                          : !m_book.lastOpened().isEmpty() ? m_book.lastOpened()
                                                           : m_ofThisRun.constFirst().id;
    m_patience.start();
    open(first, ReadingKeys::Unlocking::Never);
}

void ConnectionRoster::startDemo(const engine::EngineAddress &address)
{
    m_demo = true;
    m_ofThisRun.clear();
    add(u"demo"_s, address.restRoot.toString(), ConnectionSource::Demo, nullptr);
    m_current = u"demo"_s;
    m_keys.askVault();
    Q_EMIT changed();
}

void ConnectionRoster::add(const QString &id, const QString &address, ConnectionSource source,
                           const SharedSecret &key)
{
    ConnectionEntry entry;
    entry.id = id;
    entry.address = address;
    entry.keyPlace = KeyPlace::Memory;
    entry.source = source;
    const auto target = openable(entry);
    entry.name = target ? hostName(target->address) : tr("not usable");
    m_ofThisRun.append(entry);
    if (key && target)
        m_keys.remember(id, target->binding, key);
}

QList<ConnectionEntry> ConnectionRoster::entries() const
{
    return m_demo ? m_ofThisRun : m_book.entries() + m_ofThisRun;
}

std::optional<ConnectionEntry> ConnectionRoster::find(const QString &id) const
{
    const QList<ConnectionEntry> all = entries();
    const auto found = std::find_if(all.cbegin(), all.cend(),
                                    [&id](const ConnectionEntry &entry) { return entry.id == id; });
    return found == all.cend() ? std::nullopt : std::optional(*found);
}

void ConnectionRoster::open(const QString &id, ReadingKeys::Unlocking unlocking)
{
    const auto entry = find(id);
    if (!entry || m_demo)
        return;
    const int ticket = ++m_ticket;
    m_waitingFor.clear();
    const auto target = openable(*entry);
    m_problem = target ? QString() : errorSentence(target.error());
    if (!target) {
        if (!m_session.connection()) {
            m_current = id;
            m_session.setFailure(target.error());
        }
        Q_EMIT changed();
        return;
    }
    m_waitingFor = id;
    m_keys.find(*entry, target->binding, unlocking, this,
                [this, id, ticket, target = *target](const KeyVault::Read &key) {
                    if (ticket == m_ticket)
                        finishOpening(id, target, key ? key->get() : nullptr);
                    else if (key && id == m_current && !m_session.hasKey())
                        reopen(); // it came late
                });
    if (m_waitingFor.isEmpty())
        return;
    if (!m_session.connection()) {
        m_current = id;
        m_session.setWaiting();
    }
    Q_EMIT changed();
}

void ConnectionRoster::openWithoutKey()
{
    const auto entry = find(m_waitingFor);
    const auto target = entry ? openable(*entry) : base::Result<OpenableConnection>();
    if (entry && target)
        finishOpening(entry->id, *target, nullptr);
}

void ConnectionRoster::finishOpening(const QString &id, const OpenableConnection &target,
                                     const base::Secret *key)
{
    const auto entry = find(id);
    ++m_ticket;
    m_waitingFor.clear();
    m_patience.stop();
    m_current = id;
    m_book.setLastOpened(id);
    m_session.open(target.address, key ? key->clone() : base::Secret(), target.link,
                   entry ? entry->profile : QString());
    Q_EMIT changed();
}

void ConnectionRoster::reopen()
{
    open(m_current);
}

void ConnectionRoster::put(const ConnectionEntry &entry)
{
    const ConnectionEntry *known = m_book.find(entry.id);
    const bool elsewhere = known && !known->connectsLike(entry);
    const bool isOpen = entry.id == m_current;
    m_book.put(entry);
    if (isOpen && (elsewhere || !m_session.connection()))
        reopen();
    else if (isOpen && !entry.profile.isEmpty())
        m_session.setProfile(entry.profile);
}

bool ConnectionRoster::canRemove(const QString &id) const
{
    return m_book.find(id) && (id != m_current || !m_session.connection()) && id != m_waitingFor && !m_demo;
}

void ConnectionRoster::remove(const QString &id)
{
    if (!canRemove(id))
        return;
    m_keys.drop(id);
    if (id == m_current)
        m_current.clear();
    m_book.remove(id);
}

bool ConnectionRoster::isShared(const engine::CredentialBinding &binding, const QString &exceptId) const
{
    const QList<ConnectionEntry> &saved = m_book.entries();
    return std::any_of(saved.cbegin(), saved.cend(), [&](const ConnectionEntry &entry) {
        const auto address = engine::parseEngineAddress(entry.address, entry.mcpAddress);
        return entry.id != exceptId && entry.keyPlace == KeyPlace::Keychain && address &&
               engine::credentialBinding(*address, entry.tls.pin) == binding;
    });
}

void ConnectionRoster::keepProfile()
{
    const ConnectionEntry *known = m_book.find(m_current);
    if (!known || m_demo || known->profile == m_session.profile())
        return;
    ConnectionEntry entry = *known;
    entry.profile = m_session.profile();
    m_book.put(entry);
}

} // namespace algenta::console
