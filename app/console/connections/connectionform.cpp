// SPDX-License-Identifier: Apache-2.0
#include "app/console/connections/connectionform.h"

#include "app/console/session/usertext.h"
#include "core/base/textsafety.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

ConnectionForm::ConnectionForm(ConnectionRoster &roster, QObject *parent)
    : QObject(parent)
    , m_roster(roster)
{
}

QVariantMap ConnectionForm::fields() const
{
    return {{u"name"_s, m_original.name},
            {u"address"_s, m_original.address},
            {u"mcpAddress"_s, m_original.mcpAddress},
            {u"caFile"_s, m_original.tls.caFile},
            {u"onlyCaFile"_s, !m_original.tls.useSystemStore},
            {u"certificateFile"_s, m_original.tls.certificateFile},
            {u"keyFile"_s, m_original.tls.keyFile},
            {u"pin"_s, net::pinText(m_original.tls.pin)},
            {u"agreed"_s, false}};
}

void ConnectionForm::begin(const ConnectionEntry &entry)
{
    m_original = entry;
    m_open = true;
    m_triedToSave = false;
    Q_EMIT opened();
    check(fields());
}

void ConnectionForm::create()
{
    if (!m_roster.isDemo())
        begin({});
}

void ConnectionForm::edit(const QString &id)
{
    const ConnectionEntry *entry = m_roster.book().find(id);
    if (entry && !m_roster.isDemo())
        begin(*entry);
}

void ConnectionForm::cancel()
{
    m_open = false;
    Q_EMIT changed();
}

ConnectionEntry ConnectionForm::entryOf(const QVariantMap &fields)
{
    const auto text = [&fields](const QString &field) { return fields.value(field).toString().trimmed(); };
    ConnectionEntry entry = m_original;
    entry.name = text(u"name"_s);
    entry.address = text(u"address"_s);
    entry.mcpAddress = text(u"mcpAddress"_s);
    entry.tls.caFile = text(u"caFile"_s);
    entry.tls.useSystemStore = !fields.value(u"onlyCaFile"_s).toBool();
    entry.tls.certificateFile = text(u"certificateFile"_s);
    entry.tls.keyFile = text(u"keyFile"_s);
    entry.tls.pin.clear();
    if (const QString pin = text(u"pin"_s); !pin.isEmpty()) {
        if (const auto parsed = net::parsePin(pin))
            entry.tls.pin = *parsed;
        else
            m_errors.insert(u"pin"_s, errorSentence(parsed.error()));
    }
    return entry;
}

void ConnectionForm::check(const QVariantMap &fields)
{
    m_errors.clear();
    const ConnectionEntry entry = entryOf(fields);
    const QMap<QString, base::Error> problems = connectionProblems(entry);
    for (auto problem = problems.cbegin(); problem != problems.cend(); ++problem) {
        if (m_triedToSave || !fields.value(problem.key()).toString().isEmpty())
            m_errors.insert(problem.key(), errorSentence(*problem));
    }
    for (const ConnectionEntry &other : m_roster.book().entries()) {
        if (other.id != entry.id && other.name == entry.name)
            m_errors.insert(u"name"_s, tr("Another connection has this name."));
    }
    const auto address = engine::parseEngineAddress(entry.address, entry.mcpAddress);
    m_preview = address ? tr("REST %1 · MCP %2")
                              .arg(base::visibleText(address->restRoot.toString()),
                                   base::visibleText(address->mcp.toString()))
                        : QString();
    m_needsAgreement = console::needsAgreement(entry);
    const auto behind = leftBehind(entry);
    m_note = behind ? tr("The reading key was entered for %1. It does not go along to another address or "
                         "public key: enter it again. Acts need a new confirmation as well.")
                          .arg(base::visibleText(engine::credentialEntryName(*behind).section(u' ', 3)))
                    : QString();
    Q_EMIT changed();
}

std::optional<engine::CredentialBinding> ConnectionForm::leftBehind(const ConnectionEntry &entry) const
{
    if (isNew())
        return std::nullopt;
    const auto before = engine::parseEngineAddress(m_original.address, m_original.mcpAddress);
    const auto after = engine::parseEngineAddress(entry.address, entry.mcpAddress);
    if (!before || !after)
        return std::nullopt;
    const auto binding = engine::credentialBinding(*before, m_original.tls.pin);
    return binding == engine::credentialBinding(*after, entry.tls.pin) ? std::nullopt
                                                                       : std::optional(binding);
}

bool ConnectionForm::save(const QVariantMap &fields)
{
    m_triedToSave = true;
    check(fields);
    const QVariantMap found = m_errors;
    ConnectionEntry entry = entryOf(fields);
    m_errors = found;
    if (m_needsAgreement && !fields.value(u"agreed"_s).toBool())
        m_errors.insert(u"agreed"_s,
                        tr("Over plain HTTP everybody on the way can read the key and change what the engine "
                           "says. Agree to it for this engine, or use https."));
    if (!m_open || !m_errors.isEmpty()) {
        Q_EMIT changed();
        return false;
    }
    const auto address = engine::parseEngineAddress(entry.address, entry.mcpAddress);
    if (m_needsAgreement)
        entry.plainHttpOrigin = address->origin();
    else if (entry.plainHttpOrigin != address->origin())
        entry.plainHttpOrigin.clear();
    const auto behind = leftBehind(entry);
    if (isNew())
        entry.id = ConnectionBook::newId();
    m_open = false;
    Q_EMIT changed();
    m_roster.put(entry);
    Q_EMIT saved(entry.id, behind);
    return true;
}

} // namespace algenta::console
