// SPDX-License-Identifier: Apache-2.0
#include "app/console/session/consolesettings.h"

#include "core/base/textsafety.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

/** 1 knew one engine, in keys of its own. */
constexpr int settingsVersion = 2;

} // namespace

ConsoleSettings::ConsoleSettings(const QString &path, QObject *parent)
    : QObject(parent)
    , m_file(path, settingsVersion)
    , m_values(Json::object())
{
    m_saveTimer.setSingleShot(true);
    m_saveTimer.setInterval(500);
    connect(&m_saveTimer, &QTimer::timeout, this, [this] {
        save();
        Q_EMIT changed();
    });
    const auto loaded = m_file.load();
    if (loaded) {
        m_values = *loaded;
    } else {
        m_readable = false;
        m_problem = base::visibleText(loaded.error().message + u' ' + loaded.error().remedy);
    }
}

ConsoleSettings::~ConsoleSettings()
{
    if (m_saveTimer.isActive())
        save();
}

QString ConsoleSettings::profile() const
{
    const QString stored = text(u"profile");
    static const QStringList known{u"observe"_s, u"govern"_s, u"execute"_s, u"full"_s};
    return known.contains(stored) ? stored : u"observe"_s;
}

QString ConsoleSettings::scheme() const
{
    const QString stored = m_schemeForThisRun.isEmpty() ? text(u"scheme") : m_schemeForThisRun;
    static const QStringList known{u"system"_s, u"light"_s, u"dark"_s, u"contrast"_s};
    return known.contains(stored) ? stored : u"system"_s;
}

void ConsoleSettings::setScheme(const QString &scheme)
{
    m_schemeForThisRun.clear();
    if (scheme == text(u"scheme"))
        Q_EMIT changed();
    else
        store(u"scheme", Json::string(scheme));
}

void ConsoleSettings::setSchemeForThisRun(const QString &scheme)
{
    m_schemeForThisRun = scheme;
    Q_EMIT changed();
}

bool ConsoleSettings::isLocalTime() const
{
    return m_values[u"local_time"].toBool();
}

void ConsoleSettings::setLocalTime(bool local)
{
    if (local != isLocalTime())
        store(u"local_time", Json::boolean(local));
}

int ConsoleSettings::windowWidth() const
{
    return int(m_values[u"window"][u"width"].toInteger().value_or(0));
}

int ConsoleSettings::windowHeight() const
{
    return int(m_values[u"window"][u"height"].toInteger().value_or(0));
}

void ConsoleSettings::rememberWindow(int width, int height)
{
    if (width <= 0 || height <= 0 || (width == windowWidth() && height == windowHeight()))
        return;
    Json json = Json::object();
    json.set(u"width"_s, Json::integer(width));
    json.set(u"height"_s, Json::integer(height));
    store(u"window", json);
}

QVariantMap ConsoleSettings::columnWidths(const QString &table) const
{
    QVariantMap widths;
    for (const base::JsonMember &member : m_values[u"columns"][table].members())
        widths.insert(member.key, member.value.toDouble().value_or(0));
    return widths;
}

void ConsoleSettings::setColumnWidth(const QString &table, const QString &role, double width)
{
    Json columns = m_values[u"columns"];
    Json widths = columns[table];
    widths.set(role, Json::integer(qRound64(width)));
    columns.set(table, widths);
    storeSoon(u"columns", columns);
}

double ConsoleSettings::paneWidth(const QString &pane) const
{
    return m_values[u"panes"][pane].toDouble().value_or(0);
}

void ConsoleSettings::setPaneWidth(const QString &pane, double width)
{
    Json panes = m_values[u"panes"];
    panes.set(pane, Json::integer(qRound64(width)));
    storeSoon(u"panes", panes);
}

QString ConsoleSettings::text(QStringView key) const
{
    return m_values[key].toString();
}

void ConsoleSettings::setText(QStringView key, const QString &value)
{
    if (value != text(key))
        store(key, Json::string(value));
}

void ConsoleSettings::store(QStringView key, Json value)
{
    m_values.set(key.toString(), std::move(value));
    save();
    Q_EMIT changed();
}

void ConsoleSettings::setConnections(Json connections, const QString &lastOpened)
{
    m_values.set(u"connections"_s, std::move(connections));
    m_values.set(u"connection"_s, Json::string(lastOpened));
    for (const QStringView older : {u"address", u"mcp_address", u"plain_http_origin"})
        m_values.remove(older);
    save();
    Q_EMIT changed();
}

void ConsoleSettings::storeSoon(QStringView key, Json value)
{
    m_values.set(key.toString(), std::move(value));
    m_saveTimer.start();
}

void ConsoleSettings::save()
{
    m_saveTimer.stop();
    if (!m_readable)
        return;
    const auto saved = m_file.save(m_values);
    m_problem = saved ? QString() : base::visibleText(saved.error().message + u' ' + saved.error().remedy);
}

} // namespace algenta::console
