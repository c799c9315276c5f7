// SPDX-License-Identifier: Apache-2.0
#include "app/console/session/settingsviewmodel.h"

#include "core/base/textsafety.h"

#include <QCoreApplication>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

SettingsViewModel::SettingsViewModel(Session &session, QString journalPath, QString settingsPath,
                                     QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_journalPath(base::visibleText(journalPath))
    , m_settingsPath(base::visibleText(settingsPath))
{
}

QString SettingsViewModel::version() const
{
    return QCoreApplication::applicationVersion();
}

void SettingsViewModel::check(const QString &address, const QString &mcpAddress)
{
    const auto parsed = engine::parseEngineAddress(address, mcpAddress);
    m_needsAgreement = parsed && parsed->restRoot.scheme() == "http"_L1 && !parsed->isLoopback() &&
                       m_session.settings().plainHttpOrigin() != parsed->origin();
    if (parsed) {
        m_addressError.clear();
        m_preview = tr("REST %1 · MCP %2")
                        .arg(base::visibleText(parsed->restRoot.toString()),
                             base::visibleText(parsed->mcp.toString()));
    } else {
        m_addressError = base::visibleText(parsed.error().message + u' ' + parsed.error().remedy);
        m_preview.clear();
    }
    Q_EMIT changed();
}

bool SettingsViewModel::connectTo(const QString &address, const QString &mcpAddress,
                                  const QString &readingKey, bool agreed)
{
    check(address, mcpAddress);
    const auto parsed = engine::parseEngineAddress(address, mcpAddress);
    if (!parsed)
        return false;
    if (m_session.isDemo()) {
        m_addressError =
            tr("This is a demo run with a journal of its own. Start algenta-console without --demo to "
               "connect to another engine.");
        Q_EMIT changed();
        return false;
    }
    if (m_needsAgreement && !agreed) {
        m_addressError =
            tr("Over plain HTTP everybody on the way can read the key and change what the engine "
               "says. Agree to it for this engine, or use https.");
        Q_EMIT changed();
        return false;
    }
    if (m_needsAgreement)
        m_session.settings().setPlainHttpOrigin(parsed->origin());
    m_session.settings().setAddress(address);
    m_session.settings().setMcpAddress(mcpAddress);
    QByteArray key = readingKey.toUtf8();
    m_session.open(*parsed, base::Secret::takeFrom(key));
    return true;
}

} // namespace algenta::console
