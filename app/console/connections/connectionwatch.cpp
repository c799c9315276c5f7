// SPDX-License-Identifier: Apache-2.0
#include "app/console/connections/connectionwatch.h"

#include "core/base/ondone.h"

#include <algorithm>

namespace algenta::console
{

using namespace std::chrono_literals;

ConnectionWatch::ConnectionWatch(ReadingKeys &keys, QObject *parent)
    : QObject(parent)
    , m_keys(keys)
{
    m_timer.setInterval(60s);
    connect(&m_timer, &QTimer::timeout, this, [this] { look(); });
}

ConnectionWatch::~ConnectionWatch() = default;

void ConnectionWatch::setEntries(const QList<ConnectionEntry> &entries)
{
    std::map<QString, std::unique_ptr<Watched>> kept;
    for (const ConnectionEntry &entry : entries) {
        const auto known = m_watched.find(entry.id);
        if (known != m_watched.end() && known->second->entry.connectsLike(entry)) {
            known->second->entry = entry;
            kept.emplace(entry.id, std::move(known->second));
            continue;
        }
        auto watched = std::make_unique<Watched>();
        watched->entry = entry;
        kept.emplace(entry.id, std::move(watched));
    }
    m_watched = std::move(kept);
    Q_EMIT changed();
    if (m_timer.isActive())
        look(60s);
}

void ConnectionWatch::start()
{
    m_timer.start();
    look();
}

void ConnectionWatch::look(std::chrono::milliseconds age)
{
    const QDateTime latest = QDateTime::currentDateTimeUtc().addMSecs(-age.count());
    for (const auto &[id, watched] : m_watched) {
        if (!watched->sight.looking && (!watched->begun.isValid() || watched->begun <= latest))
            lookAt(*watched);
    }
    Q_EMIT changed();
}

const ConnectionSight *ConnectionWatch::sight(const QString &id) const
{
    const auto found = m_watched.find(id);
    return found == m_watched.end() ? nullptr : &found->second->sight;
}

void ConnectionWatch::lookAt(Watched &watched)
{
    watched.begun = QDateTime::currentDateTimeUtc();
    const auto target = openable(watched.entry);
    if (!target) {
        watched.sight.failure = target.error();
        watched.sight.state.reset();
        return;
    }
    watched.sight.failure.reset();
    watched.sight.looking = true;
    // The context of the key's answer: whatever replaces this look takes it away.
    watched.connection = std::make_unique<engine::EngineConnection>(target->address, base::Secret());
    m_keys.find(watched.entry, target->binding, ReadingKeys::Unlocking::Never, watched.connection.get(),
                [this, &watched, target = *target](const KeyVault::Read &key) {
                    glance(watched, target, key ? key->get() : nullptr);
                });
}

void ConnectionWatch::glance(Watched &watched, const OpenableConnection &target, const base::Secret *key)
{
    watched.sight.hadKey = key != nullptr;
    auto previous = std::move(watched.connection);
    watched.connection = std::make_unique<engine::EngineConnection>(
        target.address, key ? key->clone() : base::Secret(), target.link);
    // What it is the context of is running right now.
    previous.release()->deleteLater();
    base::onDone(watched.connection->glance(), watched.connection.get(),
                 [this, &watched](const engine::ConnectionState &state) {
                     watched.sight.looking = false;
                     watched.sight.state = state;
                     if (state.reachable())
                         watched.sight.lastGood = state.checkedAt;
                     Q_EMIT changed();
                 });
}

} // namespace algenta::console
