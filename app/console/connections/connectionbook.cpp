// SPDX-License-Identifier: Apache-2.0
#include "app/console/connections/connectionbook.h"

#include "app/console/session/usertext.h"

#include <QUuid>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

auto withId(const QString &id)
{
    return [&id](const ConnectionEntry &entry) { return entry.id == id; };
}

} // namespace

ConnectionBook::ConnectionBook(ConsoleSettings &settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
    const Json &stored = settings.value(u"connections");
    if (stored.isNull()) {
        takeOver();
        return;
    }
    for (const Json &item : stored.items()) {
        const auto entry = connectionFromJson(item);
        if (entry && !find(entry->id)) {
            m_entries.append(*entry);
            continue;
        }
        m_unreadable.append(item);
        m_problem = entry
                        ? tr("Two connections in the settings file have the same id; the second is not used.")
                        : errorSentence(entry.error());
    }
    m_lastOpened = settings.value(u"connection").toString();
}

/** Settings of before there were several connections. */
void ConnectionBook::takeOver()
{
    const QString address = m_settings.value(u"address").toString();
    if (address.isEmpty())
        return;
    ConnectionEntry entry;
    entry.id = newId();
    entry.address = address;
    entry.mcpAddress = m_settings.value(u"mcp_address").toString();
    entry.plainHttpOrigin = m_settings.value(u"plain_http_origin").toString();
    entry.profile = m_settings.profile();
    const auto parsed = engine::parseEngineAddress(address, entry.mcpAddress);
    entry.name = parsed ? hostName(*parsed) : tr("First engine");
    m_entries.append(entry);
    m_lastOpened = entry.id;
}

QString ConnectionBook::newId()
{
    return QUuid::createUuid().toString(QUuid::WithoutBraces);
}

const ConnectionEntry *ConnectionBook::find(const QString &id) const
{
    const auto found = std::find_if(m_entries.cbegin(), m_entries.cend(), withId(id));
    return found == m_entries.cend() ? nullptr : &*found;
}

QString ConnectionBook::lastOpened() const
{
    if (find(m_lastOpened))
        return m_lastOpened;
    return m_entries.isEmpty() ? QString() : m_entries.constFirst().id;
}

void ConnectionBook::setLastOpened(const QString &id)
{
    if (id == m_lastOpened || !find(id))
        return;
    m_lastOpened = id;
    save();
}

void ConnectionBook::put(const ConnectionEntry &entry)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), withId(entry.id));
    if (found == m_entries.end())
        m_entries.append(entry);
    else if (*found == entry)
        return;
    else
        *found = entry;
    save();
    Q_EMIT changed();
}

void ConnectionBook::remove(const QString &id)
{
    if (m_entries.removeIf(withId(id)) == 0)
        return;
    save();
    Q_EMIT changed();
}

void ConnectionBook::save()
{
    Json list = Json::array();
    for (const ConnectionEntry &entry : std::as_const(m_entries))
        list.append(connectionJson(entry));
    for (const Json &unreadable : std::as_const(m_unreadable))
        list.append(unreadable);
    m_settings.setConnections(list, m_lastOpened);
}

} // namespace algenta::console
