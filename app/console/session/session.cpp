// SPDX-License-Identifier: Apache-2.0
#include "app/console/session/session.h"

#include "core/base/ondone.h"
#include "core/base/textsafety.h"

#include <utility>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using engine::KeyState;

Session::Session(ConsoleSettings &settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
    m_probeTimer.setInterval(30s);
    m_ageTimer.setInterval(1s);
    connect(&m_probeTimer, &QTimer::timeout, this, [this] {
        probe();
        Q_EMIT pollDue();
    });
    connect(&m_ageTimer, &QTimer::timeout, this, &Session::ageChanged);
    connect(this, &Session::changed, this, &Session::ageChanged);
}

Session::~Session() = default;

QString Session::state() const
{
    if (!m_connection)
        return m_failure ? u"failed"_s : m_waiting ? u"connecting"_s : u"none"_s;
    if (!m_last)
        return u"connecting"_s;
    return m_last->reachable() ? u"connected"_s : u"failed"_s;
}

QString Session::engineName() const
{
    if (!m_connection)
        return {};
    const QUrl &root = m_connection->address().restRoot;
    return base::visibleText(root.port() < 0 ? root.host()
                                             : root.host() + u':' + QString::number(root.port()));
}

QString Session::origin() const
{
    return m_connection ? m_connection->address().origin() : QString();
}

bool Session::isPlainHttp() const
{
    return m_connection && m_connection->address().restRoot.scheme() == "http"_L1 &&
           !m_connection->address().isLoopback();
}

QString Session::restRoot() const
{
    return m_connection ? base::visibleText(m_connection->address().restRoot.toString()) : QString();
}

QString Session::mcpEndpoint() const
{
    return m_connection ? base::visibleText(m_connection->address().mcp.toString()) : QString();
}

QString Session::stateText() const
{
    const QString now = state();
    if (now == "none"_L1)
        return tr("no engine");
    if (now == "connecting"_L1)
        return m_waiting ? tr("asking the keychain…") : tr("connecting…");
    if (!m_lastGood.isValid())
        return tr("engine does not answer");
    base::Timestamp time;
    time.instant = m_lastGood;
    const QString age = base::formatAge(time, QDateTime::currentDateTimeUtc());
    return now == "connected"_L1 ? tr("engine answered %1").arg(age)
                                 : tr("no answer now, last one %1").arg(age);
}

const base::Error *Session::problem() const
{
    if (m_failure)
        return &*m_failure;
    if (!m_last)
        return nullptr;
    if (m_last->mcpError)
        return &*m_last->mcpError;
    if (m_last->toolsError)
        return &*m_last->toolsError;
    return m_last->restError ? &*m_last->restError : nullptr;
}

QString Session::failedWhy() const
{
    const base::Error *error = problem();
    return error ? base::visibleText(error->message) : QString();
}

QString Session::failedAdvice() const
{
    const base::Error *error = problem();
    return error ? base::visibleText(error->remedy) : QString();
}

QString Session::rawAnswer() const
{
    const base::Error *error = problem();
    return error ? base::visibleText(QString::fromUtf8(error->raw), base::LineBreaks::Keep) : QString();
}

QString Session::serverText() const
{
    if (!m_last || !m_last->server)
        return {};
    return base::visibleText(m_last->server->name + u' ' + m_last->server->version);
}

QString Session::protocolText() const
{
    if (!m_last || !m_last->server)
        return {};
    return tr("MCP %1, by handshake").arg(base::visibleText(m_last->server->protocolVersion));
}

QString Session::keyText() const
{
    if (!hasKey())
        return tr("No reading key: only what the engine shows to everybody can be read.");
    const QString name = tr("Reading key %1").arg(QString::fromLatin1(m_connection->keyFingerprint()));
    if (!m_last)
        return tr("%1 is being tried.").arg(name);
    switch (m_last->key) {
    case KeyState::Accepted:
        return tr("%1 is accepted.").arg(name);
    case KeyState::Refused:
        return tr("%1 is refused by the engine.").arg(name);
    case KeyState::NoRight:
        return tr("%1 is known to the engine, but has no right to read the execution policy.").arg(name);
    case KeyState::NotGiven:
    case KeyState::NotKnown:
        break;
    }
    return tr("Whether %1 is accepted is not known.").arg(name);
}

QString Session::keyKind() const
{
    if (!hasKey() || !m_last)
        return u"unknown"_s;
    switch (m_last->key) {
    case KeyState::Accepted:
        return u"ok"_s;
    case KeyState::Refused:
    case KeyState::NoRight:
        return u"failed"_s;
    case KeyState::NotGiven:
    case KeyState::NotKnown:
        break;
    }
    return u"unknown"_s;
}

bool Session::hasKey() const
{
    return m_connection && m_connection->hasKey();
}

QString Session::profile() const
{
    return m_profile.isEmpty() ? m_settings.profile() : m_profile;
}

void Session::setProfile(const QString &profile)
{
    if (profile == this->profile())
        return;
    if (!m_profile.isEmpty())
        m_profile = profile;
    m_settings.setProfile(profile);
    Q_EMIT profileChanged();
}

contract::ProfileName Session::profileName() const
{
    return contract::profileFromText(profile()).value_or(contract::ProfileName::Observe);
}

void Session::setLocalTime(bool local)
{
    if (local == isLocalTime())
        return;
    m_settings.setLocalTime(local);
    Q_EMIT timeZoneChanged();
}

base::TimeZoneShown Session::timeZone() const
{
    return isLocalTime() ? base::TimeZoneShown::Local : base::TimeZoneShown::Utc;
}

QString Session::formatted(const base::Timestamp &time) const
{
    return base::visibleText(base::formatTimestamp(time, timeZone()));
}

void Session::open(const engine::EngineAddress &address, base::Secret readingKey, const net::Link &link,
                   const QString &profile)
{
    m_demoOperatorKey.clear();
    replaceConnection(address, std::move(readingKey), link, profile);
}

void Session::openDemo(const engine::EngineAddress &address, base::Secret readingKey,
                       const QString &operatorKey)
{
    m_demoOperatorKey = operatorKey;
    replaceConnection(address, std::move(readingKey), {}, {});
}

void Session::replaceConnection(const engine::EngineAddress &address, base::Secret readingKey,
                                const net::Link &link, const QString &profile)
{
    m_waiting = false;
    m_failure.reset();
    m_last.reset();
    m_lastGood = {};
    m_probing = false;
    m_refreshWanted = false;
    // The view models must let go of the old clients before those go.
    std::unique_ptr<engine::EngineConnection> old = std::move(m_connection);
    m_connection = std::make_unique<engine::EngineConnection>(address, std::move(readingKey), link);
    const bool newProfile = (profile.isEmpty() ? m_settings.profile() : profile) != this->profile();
    m_profile = profile;
    Q_EMIT connectionReplaced();
    old.reset();
    if (newProfile)
        Q_EMIT profileChanged();
    Q_EMIT changed();
    m_probeTimer.start();
    m_ageTimer.start();
    probe();
}

void Session::setWaiting()
{
    m_waiting = true;
    Q_EMIT changed();
}

void Session::setFailure(const base::Error &error)
{
    m_waiting = false;
    m_failure = error;
    Q_EMIT changed();
}

void Session::refresh()
{
    Q_EMIT localRefreshRequested();
    m_refreshWanted = m_connection != nullptr;
    probe();
}

void Session::probe()
{
    if (!m_connection || m_probing)
        return;
    m_probing = true;
    base::onDone(m_connection->probe(), m_connection.get(), [this](const engine::ConnectionState &state) {
        m_probing = false;
        m_last = state;
        if (state.reachable())
            m_lastGood = state.checkedAt;
        Q_EMIT changed();
        Q_EMIT probed();
        // An engine that does not answer has nothing better than what is shown.
        if (std::exchange(m_refreshWanted, false) && state.reachable())
            Q_EMIT refreshRequested();
    });
}

} // namespace algenta::console
